/** Reads whole movements: by what the provider's records name, and by what lies near them in time. */
import { keyOf, type Matched, type MovementJoin, movementsAmong, openEnds } from '../../api/console/movements/matching'
import { ProblemError } from '../../api/problem'
import { unmetTransferFilters } from '../../api/provider/matching'
import { rowOf } from '../../api/provider/operations'
import { type DecodedTransfer, nextCursor, readTransfer } from '../../api/provider/reading'
import { scannedLists } from '../../api/provider/scanned-lists'
import { maximumValues } from '../../api/provider/transfer-terms'
import type { TransferQuery } from '../../api/provider/transfers'
import { isTimestamp } from '../../domain/values'
import { atSecond } from '../../domain/wall-clock'
import { mapInPieces } from '../fair-queue'
import { readList } from '../scans/page-rows'
import type { Upstream } from '../upstream/upstream'

/** The list by which transfers are looked up. */
const transferList = (() => {
  const name = scannedLists.find((known) => rowOf(known).isLookedUp)
  if (!name) throw new Error('No operation looks transfers up.')
  return name
})()

/** Calls that finding all transfers may take, of the six of a page. */
const mostCalls = 5
const mostRows = 1_000
/** A transfer is updated when a later one is linked to it, so what is near was updated since shortly before, ms. */
const before = 3_600_000

/** Reads a page of transfers, and counts. */
export type TransferPages = {
  page(query: TransferQuery & { limit: number }): Promise<{ items: DecodedTransfer[]; next?: string }>
  readonly calls: number
}

/** @param asking whose turn it is, and what ends it */
export function transferPages(upstream: Upstream, asking: Parameters<typeof readList>[3]): TransferPages {
  let calls = 0
  return {
    get calls() {
      return calls
    },
    /**
     * Rows outside the filter, which a provider that ignores it returns, are an error, never a movement.
     * @throws ProblemError if the call fails; the signal's reason if the browser has gone
     */
    async page(query) {
      calls += 1
      const { rows, next } = await readList(upstream, transferList, query, asking)
      const items = await mapInPieces(asking.caller.subject, rows, ({ json }) => readTransfer(json))
      const unmet = items.flatMap((item) => unmetTransferFilters(query, item))[0]
      if (unmet)
        throw new ProblemError(
          502,
          'service-answer-unreadable',
          'The provider returned other transfers than asked for.',
          {
            detail: `It seems to ignore the filter ${unmet}, so its answer was not used. Nothing was changed.`,
            meta: { answered_by: 'service' },
          },
        )
      const cursors = query.page_cursor ? [query.page_cursor] : []
      return { items, next: nextCursor(items.length, next, { limit: query.limit, cursors }) }
    },
  }
}

/** `incomplete`: why it may have more transfers. */
export type ReadMovement = { matched: Matched; incomplete?: string }

/** What is already read: transfers, and the profiles whose later changes are among them. */
export type Near = { transfers: readonly DecodedTransfer[]; profiles: readonly string[] }

/** Finds the joins of these transfers, by people. */
export type JoinsOf = (keys: readonly string[]) => Promise<MovementJoin[]>

/** The movement of a transfer among all that were read. */
const movementOf = (key: string, read: readonly DecodedTransfer[], joins: readonly MovementJoin[]) =>
  movementsAmong(read, joins).find(({ transfers }) => transfers.some((one) => keyOf(one) === key))

const timesOf = (transfers: readonly DecodedTransfer[]) =>
  transfers.flatMap(({ known: { created_at = '' } }) => (isTimestamp(created_at) ? Date.parse(created_at) : []))

const tooMany = 'Transfers of it may be missing: the provider has more than 1,000 changes since it began.'

/**
 * The movement of a transfer. A transfer names its source, but the source does not name all that came of it, so the changes
 * of each profile are read once as well.
 * @returns undefined if the provider has no such transfer
 * @throws ProblemError if a call fails
 */
export async function readMovement(
  pages: TransferPages,
  id: string,
  joinsOf: JoinsOf,
  {
    near = { transfers: [], profiles: [] },
    onFound,
  }: { near?: Near; onFound?: (transfer: DecodedTransfer) => void } = {},
): Promise<ReadMovement | undefined> {
  const key = id.toLowerCase()
  const read = [...near.transfers]
  const askedIds = new Set<string>()
  const askedGroups = new Set<string>()
  const askedProfiles = new Set(near.profiles)
  const first = pages.calls
  let joins: MovementJoin[] = []
  /** Whether a page was not the last one, of any. */
  const cuts: boolean[] = []

  const take = async (query: TransferQuery & { limit: number }) => {
    const page = await pages.page(query)
    cuts.push(page.next !== undefined)
    read.push(...page.items)
  }
  const askIds = (ids: readonly string[]) => {
    for (const one of ids) askedIds.add(one)
    return take({ ids: ids.slice(0, maximumValues), limit: maximumValues })
  }
  const askGroups = (groups: readonly string[]) => {
    for (const one of groups) askedGroups.add(one)
    return take({ group_ids: groups.slice(0, maximumValues), limit: mostRows })
  }
  const askNear = (profiles: readonly string[], since: number) => {
    for (const one of profiles) askedProfiles.add(one)
    const times = { 'updated_at.gte': atSecond(since - before), order_by: 'UPDATED_AT', order: 'ASC' } as const
    return take({ profile_ids: profiles.slice(0, maximumValues), ...times, limit: mostRows })
  }

  if (!read.some((one) => keyOf(one) === key)) await askIds([key])
  const found = read.find((one) => keyOf(one) === key)
  if (found) onFound?.(found)
  for (;;) {
    let matched = movementOf(key, read, joins)
    if (!matched) return undefined
    joins = await joinsOf(matched.transfers.map(keyOf))
    matched = movementOf(key, read, joins) ?? matched
    const { transfers } = matched
    const present = new Set(transfers.map(keyOf))
    const ends = openEnds(transfers)
    const joined = joins.flatMap(({ transfer, other }) => [transfer, other])
    const ids = [...new Set([...ends.ids, ...joined])].filter((one) => !askedIds.has(one) && !present.has(one))
    const groups = ends.groups.filter((one) => !askedGroups.has(one))
    const profiles = [...new Set(transfers.flatMap(({ known }) => known.profile_id ?? []))]
    const others = profiles.filter((one) => !askedProfiles.has(one))
    const times = timesOf(transfers)
    // Most of what is named lies near, on the same profiles; the other side of a group is often named as well.
    const ask =
      others.length > 0 && times.length > 0
        ? () => askNear(others, Math.min(...times))
        : groups.length > 0
          ? () => askGroups(groups)
          : ids.length > 0 && (() => askIds(ids))
    if (!ask) return { matched, ...(cuts.includes(true) && { incomplete: tooMany }) }
    if (pages.calls - first >= mostCalls)
      return { matched, incomplete: 'Not all of its transfers were read: finding them takes too many calls.' }
    await ask()
  }
}
