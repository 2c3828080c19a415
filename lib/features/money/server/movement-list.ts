/** Movements as a list: each once, where its newest transfer is. */

import { keyOf, type Matched } from '../../../api/movement-links'
import { meaningOf } from '../../../api/transfer-meaning'
import { waitOf } from '../../../api/waits'
import { compareDecimals } from '../../../domain/decimals'
import { defaultLimit, isTimestamp, sortableTime } from '../../../domain/values'
import { ProblemError } from '../../../provider/problem'
import type { RuleRoute } from '../../../provider/record-names'
import type { MovementPlace } from '../../../server/records/movement-sets'
import type { Owner } from '../../../server/upstream/upstream'
import { aheadOf, hasRun } from '../ahead'
import { accountsOf, flowOf, resultOf, standOf } from '../balance'
import { comparisonOf, latenessOf } from '../comparison'
import type { MovementQuery } from '../input'
import type { MovementPage, MovementRow, Returned, Said } from '../interface'
import { type Station, stationsOf } from '../stations'
import type { MovementRecords } from './movement-reading'

const readPlace = (cursor: string): MovementPlace => {
  const [newest = '', newest_id = ''] = cursor.split(' ')
  if (!isTimestamp(newest) || newest_id === '')
    throw new ProblemError(400, 'invalid-input', 'The request is not valid.', {
      errors: [{ field: 'page_cursor', message: 'This is not a cursor of this list.' }],
    })
  return { newest, newest_id }
}

/** What a station waits for: of two sides, the one that is not only under way. */
function stationWait({ transfers }: Station) {
  const meanings = transfers.map(meaningOf)
  return waitOf(meanings.find((meaning) => meaning !== 'pending' && meaning !== 'completed') ?? 'pending')
}

/** What tells what is still to come: the rules that run, for those who may know them, and the provider's time. */
export type Foresight = { routes: readonly RuleRoute[]; now: number }

/**
 * @param matched as far as its transfers were read
 * @param others  stations of movements with which its times are compared
 * @param joined  who joined it with a plan; `returned`: what was sent back of it
 */
export function movementRow(
  matched: Matched,
  { routes, now }: Foresight = { routes: [], now: 0 },
  others: readonly (readonly Station[])[] = [],
  { joined, returned = [] }: { joined?: Said | undefined; returned?: Returned[] } = {},
): MovementRow {
  const stations = stationsOf(matched)
  const ahead = aheadOf(stations, routes)
  const compared = ahead.length > 0 ? comparisonOf([...stations, ...ahead], others) : undefined
  const isLate = latenessOf(stations, ahead, compared, now) !== undefined
  const accounts = accountsOf(stations)
  const { balances, reason } = accounts
  // Of several units no sum can be said: the first that is not zero stands for all.
  const all = balances.map((balance) => balance.unexplained)
  const unexplained = reason ? undefined : (all.find((one) => compareDecimals(one, '0') !== 0) ?? '0')
  const [first] = stations
  const last = stations.at(-1)
  const { transfers } = matched
  const find = <Name extends 'memo' | 'crypto_network'>(name: Name) =>
    transfers.map(({ known }) => known[name]).find((value) => value !== undefined)
  const [memo, network] = [find('memo'), find('crypto_network')]
  const isUnrun = joined !== undefined && !hasRun(stations, routes)
  const { state, station } = standOf(stations, accounts, {
    isAhead: ahead.length > 0,
    isLate: isLate || isUnrun,
    isReturned: returned.length > 0,
  })
  const isEnded = state === 'done' || state === 'left'
  const [came = first?.in, ...alsoIn] = flowOf(accounts).in
  const [result, ...alsoOut] = isEnded ? resultOf(accounts) : flowOf(accounts).out
  return {
    id: transfers[0] ? keyOf(transfers[0]) : '',
    newest: transfers.at(-1)?.known.created_at ?? '',
    stops: stations.map(({ key, kind, state: own, transfers: [, other] }) => ({
      key,
      kind,
      state: own,
      ...(other && { other: keyOf(other) }),
    })),
    state,
    ...(state === 'waiting' && station && { waits_for: stationWait(station) }),
    ...(ahead.length > 0 && { ahead: ahead.map(({ kind }) => kind) }),
    // Of what moved nothing, what was to come is shown.
    ...(came && { in: came }),
    ...(alsoIn.length > 0 && { in_also: alsoIn }),
    ...(result && { out: result }),
    ...(alsoOut.length > 0 && { out_also: alsoOut }),
    ...(isUnrun && { unrun: { person: joined.person, at: joined.at } }),
    ...(returned.length > 0 && { returned }),
    fees: stations.flatMap(({ fees, state }) => (state === 'done' ? fees : [])),
    ...(unexplained !== undefined && { unexplained }),
    ...(last?.transfers[0]?.known.profile_id && { profile_id: last.transfers[0].known.profile_id }),
    ...(memo && { memo }),
    ...(network && { network }),
    ...(transfers[0]?.known.type && { type: transfers[0].known.type }),
    ...(first?.started && { started: first.started }),
    ...(isEnded && last?.ended && { ended: last.ended }),
    transfers: transfers.length,
  }
}

/** What was sent back of a movement. */
export const returnedOf = (
  { transfers }: Matched,
  { back }: Awaited<ReturnType<MovementRecords['rows']['movements']['returnsOf']>>,
): Returned[] =>
  back.flatMap(([of, { known }]) =>
    transfers.some((one) => keyOf(one) === keyOf(of))
      ? [
          {
            transfer: known.id ?? '',
            amount: known.amount ?? '',
            asset: known.asset ?? '',
            at: known.created_at ?? '',
            status: known.status ?? '',
          },
        ]
      : [],
  )

/** Movements that are read at once, and at most for one page of a state of which there may be few. */
const readAtOnce = 100
const mostRead = 2_000

type ListSources = {
  records: MovementRecords
  owner: Owner
  foresight: Foresight
  /** Earlier movements of a profile, as stations. */
  earlierOf: (profile: string) => Promise<readonly (readonly Station[])[]>
  /** The plans that people said these transfers are of; none for those who may not know them. */
  joinsOf?: (keys: readonly string[]) => Promise<readonly ({ transfer: string } & Said)[]>
}

/**
 * A page of `limit` movements; of a state it may be shorter, and says where to read on.
 * @param of those of these transfers only, if there are any
 * @throws the driver's error
 */
export async function listMovements(
  { records, owner, foresight, earlierOf, joinsOf }: ListSources,
  { limit = defaultLimit, page_cursor, states, profile_ids, ...times }: MovementQuery,
  of?: readonly string[],
): Promise<MovementPage> {
  const { 'created_at.gte': from, 'created_at.lt': to } = times
  const filter = {
    ...(profile_ids && { profiles: profile_ids }),
    created: { ...(from && { from: sortableTime(from) }), ...(to && { to: sortableTime(to) }) },
  }
  // What came after a bound is not shown: it cannot be said to be missing.
  const routes = to === undefined ? foresight.routes : []
  let after = page_cursor === undefined ? undefined : readPlace(page_cursor)
  const movements: MovementRow[] = []
  for (let read = 0; read < mostRead; ) {
    const wanted = states ? readAtOnce : limit - movements.length
    const found = of
      ? (await records.rows.movements.of(owner, of)).map((matched) => ({ matched, place: undefined }))
      : await records.rows.movements.page(owner, { ...filter, ...(after && { after }) }, wanted)
    const transfers = found.flatMap(({ matched }) => matched.transfers)
    const joins = (await joinsOf?.(transfers.map(keyOf))) ?? []
    const returns = await records.rows.movements.returnsOf(owner, transfers)
    for (const { matched, place } of found) {
      const own = { ...foresight, routes: routes.filter((route) => isMarked(matched, route)) }
      const profile = own.routes.length > 0 && matched.transfers[0]?.known.profile_id
      const said = joins.find(({ transfer }) => matched.transfers.some((one) => keyOf(one) === transfer))
      const row = movementRow(matched, own, profile ? await earlierOf(profile) : [], {
        joined: said,
        returned: returnedOf(matched, returns),
      })
      after = place
      if (!states || states.includes(row.state)) movements.push(row)
      if (movements.length >= limit) break
    }
    read += found.length
    if (found.length < wanted && movements.length < limit) return { movements, next_page_cursor: '' }
    if (movements.length >= limit) break
  }
  return { movements, next_page_cursor: after ? `${after.newest} ${after.newest_id}` : '' }
}

/** Of 200 rules few moved anything of a movement. */
const isMarked = ({ transfers }: Matched, { memo, source_address }: RuleRoute) =>
  transfers.some(
    ({ known }) => (memo && known.memo === memo) || (source_address && known.destination_address === source_address),
  )
