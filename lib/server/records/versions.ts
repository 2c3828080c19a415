/** Which versions of records were given, so that each is given once and none after a newer one. */

import { secondaryStatusName } from '../../api/transfer-meaning'
import { nanoseconds } from '../../domain/values'
import { idKey } from '../../provider/matching'
import { readTransfer } from '../../provider/reading'
import { type ScannedList, timeOf, transferList } from '../../provider/scanned-lists'
import type { ListRow } from './page-rows'

/**
 * A version of a record. `updatedAt` is in nanoseconds since 1970; `text` is the record as it was sent, `json` the same with
 * every digit. `key` is the same for equal versions: the id, the time, the status and the secondary status.
 */
export type Change = { key: string; id: string; updatedAt: bigint; status: string; text: string; json: unknown }

/** A listed record as a change; undefined without an id or a valid time, by which it could not be ordered. */
export function changeOf(
  { text, json }: Pick<ListRow, 'text' | 'json'>,
  list: ScannedList = transferList,
): Change | undefined {
  const transfer = readTransfer(json)
  const { known } = transfer
  const { id, status = '' } = known
  const updatedAt = nanoseconds((timeOf(list, 'updated') ? known.updated_at : known.created_at) ?? '')
  if (!id || updatedAt === undefined) return undefined
  const key = JSON.stringify([idKey(id), String(updatedAt), status, secondaryStatusName(transfer) ?? ''])
  return { key, id: idKey(id), updatedAt, status, text, json }
}

type Newest = { updatedAt: bigint; keys: Set<string>; isFinal: boolean }

/** A transfer that is no longer pending does not become pending again at the same time. */
const isFinal = ({ status }: Change) => status !== 'PENDING'

export class Versions {
  readonly #newest = new Map<string, Newest>()

  get size(): number {
    return this.#newest.size
  }

  /** Whether a version is new, and not older than one that was given; if so it counts as given. */
  take(change: Change): boolean {
    const { id, key, updatedAt } = change
    const newest = this.#newest.get(id)
    if (!newest || newest.updatedAt < updatedAt) {
      this.#newest.set(id, { updatedAt, keys: new Set([key]), isFinal: isFinal(change) })
      return true
    }
    if (newest.updatedAt > updatedAt || newest.keys.has(key) || (newest.isFinal && !isFinal(change))) return false
    newest.keys.add(key)
    newest.isFinal ||= isFinal(change)
    return true
  }

  /** Forgets what is never read again. @param from nanoseconds since 1970 */
  forgetBefore(from: bigint): void {
    for (const [id, { updatedAt }] of this.#newest) if (updatedAt < from) this.#newest.delete(id)
  }
}
