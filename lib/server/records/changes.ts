/**
 * What has changed since a mark: the list in the order of its updates, read to its end. The provider has no events, and a
 * row may become visible after its time, so each read begins an overlap before the mark, and versions that were given
 * already are left out.
 */
import { rowOf } from '../../provider/operations'
import { type PageEnd, pageEnd, restUnreadable } from '../../provider/reading'
import { type ScannedList, scannedLists, timeOf, windowTime } from '../../provider/scanned-lists'
import type { Clock } from '../clock'
import { unreadableAnswer } from '../upstream/answers'
import type { Upstream } from '../upstream/upstream'
import { type ListRow, readList } from './page-rows'
import { providerNow } from './provider-time'
import { type Change, changeOf, type Versions } from './versions'

/** Milliseconds after its time within which a change must have become visible to be found. */
export const overlap = 30_000

/** Milliseconds by which the provider's clock may be ahead of the times in its records. */
const clockMargin = 60_000

/** Rows of a page: the most the provider gives. */
const pageRows = 1_000

/** Whole milliseconds since 1970 by the provider's records: every change until `overlap` before it was read. */
export type Mark = number

/** A page of changes, oldest first. The mark is that of everything read so far. */
export type Changes = { changes: Change[]; mark: Mark }

export const followedList = (() => {
  const name = scannedLists.find((known) => rowOf(known).isFollowed)
  if (!name) throw new Error('No operation is followed.')
  return name
})()

export type ChangesOptions = {
  list?: ScannedList
  clock: Clock
  signal: AbortSignal
  /** What was given since about the mark. Empty after a restart: then the changes of the overlap are given again. */
  versions: Versions
  /** Milliseconds before the mark from which is read: `overlap` unless a reader that knows what came before asks for less. */
  reach?: number
  /** For tests. */
  limit?: number
}

/** What is needed of the way to the provider. */
export type Followed = Pick<Upstream, 'read' | 'now' | 'knownTime'>

const caller = { kind: 'background', subject: 'live' } as const

async function readPage(
  upstream: Followed,
  { clock, signal, list = followedList }: Pick<ChangesOptions, 'clock' | 'signal' | 'list'>,
  query: { limit: number; page_cursor?: string } & Record<string, string | number>,
  cursors: readonly string[],
): Promise<PageEnd & { rows: ListRow[] }> {
  const { rows, next } = await readList(upstream, list, query, { caller, clock, signal })
  return { rows, ...pageEnd(rows.length, next, { limit: query.limit, cursors }) }
}

/** A mark for now. @throws as `providerNow` does */
export const markNow = async (
  upstream: Followed,
  { clock, signal, list = followedList }: Pick<ChangesOptions, 'clock' | 'signal' | 'list'>,
): Promise<Mark> => Math.floor(await providerNow(upstream, { list, caller, clock, signal })) - clockMargin

const disordered = () =>
  unreadableAnswer('The provider did not list transfers by the time of their update. Changes cannot be followed.')

/** Some services ignore what they do not know, and would be read from their beginning at every call. */
function requireOrder(changes: readonly Change[], from: number): void {
  let before = BigInt(from) * 1_000_000n
  for (const { updatedAt } of changes) {
    // Services may sort by coarser times than they send.
    if (updatedAt + 1_000_000_000n < before) throw disordered()
    if (updatedAt > before) before = updatedAt
  }
}

/** Where the read after a mark begins, ms since 1970: a whole second, because services may truncate filters to them. */
const startOf = (mark: Mark, reach = overlap) => Math.floor((mark - reach) / 1_000) * 1_000

/**
 * Reads what has changed since a mark, page by page, until the list ends. A reader that keeps the mark of the last page can
 * go on from there, also after a failure. Each version is given once and none after a newer one of its record, as far as
 * `versions` knows them; a change that becomes visible within `overlap` of its time is never missed.
 * @throws ProblemError if the provider does not answer, refuses, does not sort, or gives no way past a full page; the signal's reason if it is aborted
 */
export async function* changesSince(upstream: Followed, since: Mark, options: ChangesOptions): AsyncGenerator<Changes> {
  const { clock, versions, reach, limit = pageRows, list = followedList } = options
  const from = startOf(since, reach)
  // A list that knows no changes has what is new.
  const { orderBy, from: bound } = timeOf(list, 'updated') ?? windowTime(list, 'created')
  const query = { ...orderBy, order: 'ASC', [bound]: new Date(from).toISOString(), limit }
  const began = clock.steady()
  const cursors: string[] = []
  let mark = since
  let newest = since
  for (let isEnd = false; !isEnd; ) {
    const page_cursor = cursors.at(-1)
    const { rows, next, mayGoOn } = await readPage(
      upstream,
      options,
      page_cursor ? { ...query, page_cursor } : query,
      cursors,
    )
    const changes = rows.map((row) => changeOf(row, list)).filter((change) => change !== undefined)
    requireOrder(changes, from)
    for (const { updatedAt } of changes) newest = Math.max(newest, Number(updatedAt / 1_000_000n))
    isEnd = next === undefined
    // The next read would begin where this one did.
    if (mayGoOn && newest <= since) throw restUnreadable()
    // A row of the first page may have become visible after that page was read, up to this long before the newest one.
    const walked = Math.ceil(clock.steady() - began)
    const now = Math.floor(upstream.now())
    // Where rows may follow, the next read goes on from the newest of these. A time in the future must not hide what happens until then. After a rest, the last burst is not read again.
    const reached = Math.min(
      Math.max(newest, isEnd && !mayGoOn && upstream.knownTime() !== undefined ? now - clockMargin : 0),
      now,
    )
    mark = Math.max(mark, reached - walked)
    const found = changes.filter((change) => versions.take(change))
    // Not before: this page may have rows that the next read leaves out.
    if (next === undefined) versions.forgetBefore(BigInt(startOf(mark)) * 1_000_000n)
    else cursors.push(next)
    yield { changes: found, mark }
  }
}
