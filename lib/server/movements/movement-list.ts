/** Movements as a list: a page of the provider's transfers, each movement once, where its newest transfer is. */
import { type Ahead, aheadOf } from '../../api/console/movements/ahead'
import { accountsOf } from '../../api/console/movements/balance'
import { comparisonOf, latenessOf } from '../../api/console/movements/comparison'
import { keyOf, type Matched, movementsAmong, openEnds } from '../../api/console/movements/matching'
import type { MovementPage, MovementRow } from '../../api/console/movements/movement'
import type { MovementQuery } from '../../api/console/movements/movement-input'
import { type Station, stationsOf } from '../../api/console/movements/stations'
import { ProblemError } from '../../api/problem'
import { type DecodedTransfer, mayHaveMore } from '../../api/provider/reading'
import type { RuleRoute } from '../../api/provider/record-names'
import { maximumValues } from '../../api/provider/transfer-terms'
import { compareDecimals } from '../../domain/decimals'
import { defaultLimit, isTimestamp } from '../../domain/values'
import type { JoinsOf, TransferPages } from './movement-reading'

/** Transfers before and after those that are shown: in them a movement's other transfers are found. */
const context = 150
/** Most movements have fewer transfers than this. */
const transfersOfOne = 3
const fewestRead = 300
const mostRead = 700

/** Where a page begins: the first time to read, and the transfer after which movements are shown. */
type Place = { from: string; after: string }

const readPlace = (cursor: string): Place => {
  const [from = '', after = ''] = cursor.split(' ')
  if (!isTimestamp(from) || after === '')
    throw new ProblemError(400, 'invalid-input', 'The request is not valid.', {
      errors: [{ field: 'page_cursor', message: 'This is not a cursor of this list.' }],
    })
  return { from, after }
}

/** What tells what is still to come: the rules that run, for those who may know them, and the provider's time. */
export type Foresight = { routes: readonly RuleRoute[]; now: number }

/** The worst of the stations, which a person must know first. What rules still do with it is on its way, or late. */
const stateOf = (stations: readonly Station[], ahead: readonly Ahead[], isLate: boolean) =>
  (['unknown', 'failed', 'waiting', 'moving'] as const).find((state) => stations.some((one) => one.state === state)) ??
  (isLate ? 'waiting' : ahead.length > 0 ? 'moving' : 'done')

/**
 * @param matched as far as its transfers were read
 * @param others  stations of movements with which its times are compared
 */
export function movementRow(
  matched: Matched,
  { routes, now }: Foresight = { routes: [], now: 0 },
  others: readonly (readonly Station[])[] = [],
): MovementRow {
  const stations = stationsOf(matched)
  const ahead = aheadOf(stations, routes)
  const compared = ahead.length > 0 ? comparisonOf([...stations, ...ahead], others) : undefined
  const isLate = latenessOf(stations, ahead, compared, now) !== undefined
  const { balances, reason } = accountsOf(stations)
  // Of several units no sum can be said: the first that is not zero stands for all.
  const all = balances.map((balance) => balance.unexplained)
  const unexplained = reason ? undefined : (all.find((one) => compareDecimals(one, '0') !== 0) ?? '0')
  const [first] = stations
  const last = stations.at(-1)
  const { transfers } = matched
  const find = <Name extends 'memo' | 'crypto_network'>(name: Name) =>
    transfers.map(({ known }) => known[name]).find((value) => value !== undefined)
  const [memo, network] = [find('memo'), find('crypto_network')]
  const differs = unexplained !== undefined && compareDecimals(unexplained, '0') !== 0
  const worst = stateOf(stations, ahead, isLate)
  return {
    id: transfers[0] ? keyOf(transfers[0]) : '',
    newest: transfers.at(-1)?.known.created_at ?? '',
    stops: stations.map(({ key, kind, state: own, transfers: [, other] }) => ({
      ...{ key, kind, state: own },
      ...(other && { other: keyOf(other) }),
    })),
    state: differs ? 'unexplained' : worst,
    ...(ahead.length > 0 && { ahead: ahead.map(({ kind }) => kind) }),
    ...(first?.in && { in: first.in }),
    // Nothing went on from where it failed, and nothing has left from where it is on its way.
    ...(last?.out && last.state === 'done' && ahead.length === 0 && { out: last.out }),
    fees: stations.flatMap(({ fees, state }) => (state === 'done' ? fees : [])),
    ...(unexplained !== undefined && { unexplained }),
    ...(last?.transfers[0]?.known.profile_id && { profile_id: last.transfers[0].known.profile_id }),
    ...(memo && { memo }),
    ...(network && { network }),
    ...(transfers[0]?.known.type && { type: transfers[0].known.type }),
    ...(first?.started && { started: first.started }),
    ...(worst === 'done' && last?.ended && { ended: last.ended }),
    transfers: transfers.length,
  }
}

/** The newest of a movement, by which it has its place. */
const newestOf = ({ transfers }: Matched) => transfers.at(-1)

/**
 * A page of at most `limit` movements. A movement that goes on later than its page, or began before it, is completed from
 * what lies around the page, and by what its transfers name.
 * @throws ProblemError if a call fails, or 400 for another list's cursor
 */
async function pageOf(
  pages: TransferPages,
  { limit: rows = defaultLimit, page_cursor, states, ...filters }: MovementQuery,
  joinsOf: JoinsOf,
  foresight: Foresight,
): Promise<MovementPage> {
  // Of a state there may be few.
  const shown = states ? mostRead : Math.min(mostRead, Math.max(fewestRead, rows * transfersOfOne))
  const place = page_cursor === undefined ? undefined : readPlace(page_cursor)
  const until = place ? { 'created_at.lte': place.from } : {}
  // The same time of a cursor and of a filter would be two of a kind.
  const { 'created_at.lt': before, ...others } = filters
  const bounds = place ? until : before ? { 'created_at.lt': before } : {}
  const limit = shown + (place ? 2 : 1) * context
  const page = await pages.page({ ...others, ...bounds, order_by: 'CREATED_AT', order: 'DESC', limit })
  const { items } = page
  const start = place ? items.findIndex((one) => keyOf(one) === place.after) + 1 : 0
  const end = !mayHaveMore(page) ? items.length : Math.min(items.length, start + shown)
  const own = new Set(items.slice(start, end).map(keyOf))
  const read: DecodedTransfer[] = [...items]
  const joins = await joinsOf([...own].slice(0, maximumValues))
  const shownOf = () =>
    movementsAmong(read, joins).filter((movement) => {
      const newest = newestOf(movement)
      return newest !== undefined && own.has(keyOf(newest))
    })
  const { ids } = openEnds(shownOf().flatMap(({ transfers }) => transfers))
  if (ids.length > 0) read.push(...(await pages.page({ ids: ids.slice(0, maximumValues), limit: maximumValues })).items)
  const places = new Map(items.map((one, at) => [keyOf(one), at]))
  const placeOf = (movement: Matched) => places.get(keyOf(newestOf(movement) as DecodedTransfer)) ?? 0
  const matched = shownOf().sort((one, other) => placeOf(one) - placeOf(other))
  // Of 200 rules few moved anything of a page.
  const marks = new Set(read.flatMap(({ known }) => [known.memo, known.destination_address]))
  // What came after a bound was not read: it cannot be said to be missing.
  const known = before === undefined ? foresight.routes : []
  const routes = known.filter((one) => marks.has(one.memo ?? '') || marks.has(one.source_address ?? ''))
  const compared = routes.length > 0 ? matched.map(stationsOf) : []
  const found = matched
    .map((one) => ({ row: movementRow(one, { ...foresight, routes }, compared), at: placeOf(one) }))
    .filter(({ row }) => !states || states.includes(row.state))
  const cut = found[rows] && found[rows - 1]
  const stop = cut ? cut.at + 1 : end
  const last = items[stop - 1]
  const from = items[Math.max(0, stop - context)]?.known.created_at
  const isLast = (!mayHaveMore(page) && !cut) || !last || !from
  const movements = found.slice(0, rows).map(({ row }) => row)
  return { movements, next_page_cursor: isLast ? '' : `${from} ${keyOf(last)}` }
}

/** Rows of a filtered page at least, and the calls that finding rows may take. */
const fewest = 25
const mostCalls = 6

/** A page of `limit` movements; one that takes too many calls is shorter, and says where to read on. */
export async function listMovements(
  pages: TransferPages,
  query: MovementQuery,
  joinsOf: JoinsOf,
  foresight: Foresight,
): Promise<MovementPage> {
  const { limit = defaultLimit, states } = query
  const enough = states ? Math.min(fewest, limit) : limit
  const movements: MovementRow[] = []
  let page_cursor = query.page_cursor
  for (;;) {
    const page = await pageOf(pages, { ...query, page_cursor, limit: limit - movements.length }, joinsOf, foresight)
    movements.push(...page.movements)
    page_cursor = page.next_page_cursor || undefined
    if (!page_cursor || movements.length >= enough || pages.calls >= mostCalls)
      return { movements, next_page_cursor: page.next_page_cursor }
  }
}
