/** Reads whole movements: by what the provider's records name, and by what lies near them in time. */
import {
  groupOf,
  keyOf,
  type Matched,
  type MovementJoin,
  movementsAmong,
  namedBy,
  openEnds,
} from '../../api/console/movements/matching'
import { ProblemError } from '../../api/problem'
import { hashKey, unmetTransferFilters } from '../../api/provider/matching'
import { rowOf } from '../../api/provider/operations'
import { type DecodedTransfer, mayHaveMore, type PageEnd, pageEnd, readTransfer } from '../../api/provider/reading'
import { scannedLists } from '../../api/provider/scanned-lists'
import { maximumValues } from '../../api/provider/transfer-terms'
import type { TransferQuery } from '../../api/provider/transfers'
import { isTimestamp } from '../../domain/values'
import { atSecond } from '../../domain/wall-clock'
import { mapInPieces } from '../fair-queue'
import { type ListRow, readList } from '../scans/page-rows'
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
  /** @param marks of transfers: only what bears one of them, or shares another with what does, is decoded and returned */
  page(
    query: TransferQuery & { limit: number },
    marks?: readonly string[],
  ): Promise<PageEnd & { items: DecodedTransfer[] }>
  readonly calls: number
}

/** What a transfer shares with others of its movement, in lower case as it would stand in their JSON. */
function marksOf(transfer: DecodedTransfer): string[] {
  const { crypto_tx_hash: hash } = transfer.known
  const named = [keyOf(transfer), groupOf(transfer), hash && hashKey(hash), ...Object.values(namedBy(transfer))]
  return named.flatMap((mark) => (mark ? [mark.toLowerCase()] : []))
}

/**
 * Of a thousand changes on a profile a movement has a few. To decode them all takes longer than the provider's answer, so
 * those are found by their text.
 */
async function itemsWith(
  marks: readonly string[],
  rows: readonly ListRow[],
  decode: (rows: ListRow[]) => Promise<DecodedTransfer[]>,
) {
  const items: DecodedTransfer[] = []
  let left = rows.map((row) => ({ row, text: row.text.toLowerCase() }))
  const known = new Set<string>()
  for (let fresh = [...marks]; fresh.length > 0; ) {
    // JSON may write other characters in more ways than one.
    if (!fresh.every((mark) => /^[\w.:-]+$/.test(mark)))
      return [...items, ...(await decode(left.map(({ row }) => row)))]
    for (const mark of fresh) known.add(mark)
    const isFound = ({ text }: { text: string }) => fresh.some((mark) => text.includes(mark))
    const found = left.filter(isFound)
    left = left.filter((one) => !isFound(one))
    const decoded = await decode(found.map(({ row }) => row))
    items.push(...decoded)
    fresh = [...new Set(decoded.flatMap(marksOf))].filter((mark) => !known.has(mark))
  }
  return items
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
    async page(query, marks) {
      calls += 1
      const { rows, next } = await readList(upstream, transferList, query, asking)
      const decode = (some: readonly ListRow[]) =>
        mapInPieces(asking.caller.subject, some, ({ json }) => readTransfer(json))
      const items = await (marks ? itemsWith(marks, rows, decode) : decode(rows))
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
      return { items, ...pageEnd(rows.length, next, { limit: query.limit, cursors }) }
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

  const take = async (query: TransferQuery & { limit: number }, marks?: readonly string[]) => {
    const page = await pages.page(query, marks)
    cuts.push(mayHaveMore(page))
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
  const askNear = (profiles: readonly string[], since: number, joined: readonly string[]) => {
    for (const one of profiles) askedProfiles.add(one)
    const times = { 'updated_at.gte': atSecond(since - before), order_by: 'UPDATED_AT', order: 'ASC' } as const
    // What was read before may be linked to what comes now.
    return take({ profile_ids: profiles.slice(0, maximumValues), ...times, limit: mostRows }, [
      ...new Set([...read.flatMap(marksOf), ...joined]),
    ])
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
        ? () => askNear(others, Math.min(...times), joined)
        : groups.length > 0
          ? () => askGroups(groups)
          : ids.length > 0 && (() => askIds(ids))
    if (!ask) return { matched, ...(cuts.includes(true) && { incomplete: tooMany }) }
    if (pages.calls - first >= mostCalls)
      return { matched, incomplete: 'Not all of its transfers were read: finding them takes too many calls.' }
    await ask()
  }
}
