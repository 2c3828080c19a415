import { CircleCheck, CircleDashed, CircleQuestionMark, Clock, OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { explorerOf } from '@/components/records/explorers'
import { ExplorerLink } from '@/components/records/transfer-facts'
import { transferStatusStyle } from '@/components/records/transfer-status'
import { spanText } from '@/components/records/usual-times'
import { Link } from '@/components/ui/address'
import { ShortId } from '@/components/ui/copy'
import { Time } from '@/components/ui/time'
import type { MovementJoin } from '@/lib/api/movement-links'
import { meaningOf } from '@/lib/api/transfer-meaning'
import { waitingFor, waitOf } from '@/lib/api/waits'
import { inSentence } from '@/lib/browser/labels'
import { compareDecimals, negated, sumOf } from '@/lib/domain/decimals'
import type { Ahead } from '@/lib/features/money/ahead'
import { reachedAt } from '@/lib/features/money/comparison'
import type { MovementRequest } from '@/lib/features/money/interface'
import type { Money, Station } from '@/lib/features/money/stations'
import type { Environment } from '@/lib/provider/environments'
import type { LoadedMovement } from './movement-read'
import {
  aheadText,
  aheadTitle,
  expectedFees,
  gapMillis,
  hasTaken,
  type MovementNames,
  proofOf,
  requestName,
  stationText,
  stationTitle,
} from './movement-texts'
import type { TrackStop } from './track'

type StopsOf = {
  environment: Environment
  movement: LoadedMovement
  names: MovementNames
  /** When it was read: times of that day leave out the date, ms since 1970. */
  at: number
  /** The transfer that the page is about. */
  current?: string
  /** What a person can do about a join; absent where they may not, or not here. */
  undo?: (join: MovementJoin) => ReactNode
  hrefOf: (id: string) => string
  /** Where the rule of a plan waits for others, on the movement's own page. */
  approvalOf?: (rule: MovementRequest, now: number) => TrackStop[]
}

const styles: Record<Station['state'], Pick<TrackStop, 'state' | 'tone' | 'icon'>> = {
  done: { state: 'done', tone: 'ok', icon: CircleCheck },
  moving: { state: 'now', tone: 'busy', icon: Clock },
  waiting: { state: 'now', tone: 'wait', icon: Clock },
  failed: { state: 'failed', tone: 'bad', icon: OctagonX },
  unknown: { state: 'unknown', tone: 'unknown', icon: CircleQuestionMark },
}

/** The fees of a station by asset; of one that costs nothing its zero, as received. */
function stationFees({ fees, transfers }: Station): Money[] {
  const byAsset = new Map<string, string>()
  for (const { amount, asset } of fees) byAsset.set(asset, sumOf([byAsset.get(asset) ?? '0', amount]) ?? amount)
  if (fees.length === 1 && fees[0]) return [fees[0]]
  if (fees.length > 0) return [...byAsset].map(([asset, amount]) => ({ asset, amount }))
  const [free] = transfers
  const isFree = transfers.every(({ known }) => compareDecimals(known.fee ?? '', '0') === 0)
  return isFree && free?.known.asset ? [{ amount: free.known.fee ?? '', asset: free.known.asset }] : []
}

const quiet = 'underline decoration-hairline-strong underline-offset-3 hover:decoration-current'

/** The stations of a movement, and those that are expected. */
export function movementStops(all: StopsOf): TrackStop[] {
  const { stations, ahead = [], compared } = all.movement
  const stops = [...requestedStop(all), ...stations.map((station, at) => stationStop(all, station, at))]
  const hasFailed = stations.some(({ state }) => state === 'failed' || state === 'unknown')
  if (hasFailed) return stops
  return [
    ...stops,
    ...ahead.map((one, at): TrackStop => {
      const usual = compared?.gaps[stations.length + at - 1]
      const isFirst = stations.length + at === 0
      return {
        ...aheadStop(all, one, at),
        ...(usual !== undefined && !isFirst && { at: `usually ${spanText(usual * 1000)} later` }),
      }
    }),
  ]
}

/** Where a movement that was planned here begins: who asked for it, and what the money must carry. */
function requestedStop({
  environment,
  movement: { plan, stations },
  names,
  at: now,
  approvalOf,
}: StopsOf): TrackStop[] {
  if (!plan) return []
  const rule = names.requests?.find(({ id }) => id === plan.rule_intent)
  const reached = stations[0] && reachedAt(stations[0])
  const memo = rule?.route?.memo
  const approvals = (rule && approvalOf?.(rule, now)) ?? []
  return [
    {
      ...styles.done,
      key: plan.id,
      title: 'Requested',
      text: plan.person,
      at: <Time value={plan.at} clock="provider" now={now} />,
      out: { amount: plan.amount, asset: plan.rule.source_asset },
      proof: (
        <>
          {rule && <RuleLink environment={environment} request={rule} />}
          {memo && (
            <>
              <br />
              Memo <b>{memo}</b>
            </>
          )}
          {plan.sent && (
            <>
              <br />
              Said to be sent by {plan.sent.person}, <Time value={plan.sent.at} clock="provider" now={now} />
            </>
          )}
        </>
      ),
      ...(reached !== undefined &&
        approvals.length === 0 && { gap: spanText(Math.max(0, reached - Date.parse(plan.at))) }),
    },
    ...approvals,
  ]
}

function stationStop(
  { environment, movement, names, at: now, current, hrefOf, undo }: StopsOf,
  station: Station,
  at: number,
): TrackStop {
  const { stations, joins, compared, ahead = [] } = movement
  const { key, kind, state, transfers, started, ended } = station
  const time = kind === 'out' && ended ? ended : started
  const shown = time && <Time value={time} clock="provider" now={now} />
  const proof = proofOf(stations, at, names, joins)
  const blocking = transfers.find(({ known }) => known.status === 'PENDING')
  const style = styles[state]
  return {
    ...style,
    ...(state === 'waiting' && blocking && { icon: transferStatusStyle(blocking).icon }),
    key,
    title: stationTitle(station),
    at: shown && (state === 'done' ? shown : <>since {shown}</>),
    text: stationText(station, names),
    ...(station.in && { in: station.in }),
    ...(hasTaken(station) && { fees: stationFees(station), ...(station.out && { out: station.out }) }),
    proof: (
      <>
        {proof && (
          <>
            {proof.text} {proof.rule && <RuleLink environment={environment} request={proof.rule} />}
            {proof.join && undo?.(proof.join)}
            <br />
          </>
        )}
        {blocking && kind === 'out' && transferStatusStyle(blocking).why && (
          <>
            {`Pending, ${transferStatusStyle(blocking).why}. ${blocking.known.crypto_tx_hash ? '' : 'No hash yet.'}`}
            <br />
          </>
        )}
        <Record environment={environment} station={station} hrefOf={hrefOf} />
      </>
    ),
    gap: gapOf(movement, at, ahead.length > 0),
    ...(current !== undefined && { isCurrent: transfers.some(({ known }) => known.id === current) }),
  }

  function gapOf({ stations: own }: LoadedMovement, place: number, hasAhead: boolean): ReactNode {
    if (place === own.length - 1 && !hasAhead) return undefined
    if (blocking && state === 'waiting') return inSentence(waitingFor(waitOf(meaningOf(blocking))))
    const { took, usual } = gapMillis(own, place, compared)
    const usually = usual === undefined ? undefined : `usually ${spanText(usual)}`
    const next = own[place + 1]
    // What has still to leave has begun at least.
    if (took === undefined && state === 'done' && next?.started && station.started)
      return spanText(Math.max(0, Date.parse(next.started) - (reachedAt(station) ?? Date.parse(station.started))))
    if (took === undefined) return state === 'done' ? undefined : usually
    return (
      // A line has no room for both; beside the figures stands every usual time.
      <span title={usually}>
        {spanText(took)}
        {usually && <span className="sm:sr-only">, {usually}</span>}
      </span>
    )
  }
}

/** What an engineer copies: the transfers, and the hash with its explorer. */
function Record({ environment, station, hrefOf }: Pick<StopsOf, 'environment' | 'hrefOf'> & { station: Station }) {
  const { transfers } = station
  const [first] = transfers
  const { crypto_tx_hash: hash } = first?.known ?? {}
  const isPair = transfers.length > 1
  return (
    <>
      {transfers.map(({ known: { id, direction } }) => (
        <span key={id} className="block min-h-6 leading-6">
          <Link className={quiet} href={hrefOf(id ?? '')}>
            {isPair ? (direction === 'DEBIT' ? 'Debit' : 'Credit') : 'Transfer'}
          </Link>{' '}
          <ShortId id={id ?? ''} what="transfer ID" />
        </span>
      ))}
      {first && hash && (
        <span className="block min-h-6 leading-6">
          <ShortId id={hash} what="hash" /> <ExplorerLink explorer={explorerOf(environment, first)} />
        </span>
      )}
    </>
  )
}

type RuleLinkProps = { environment: Environment; request: NonNullable<MovementNames['requests']>[number] }

function RuleLink({ environment, request }: RuleLinkProps) {
  return (
    <Link className={quiet} href={`/${environment}/activity/${encodeURIComponent(request.id)}`}>
      {requestName(request)}
    </Link>
  )
}

function aheadStop({ environment, movement, names }: StopsOf, one: Ahead, at: number): TrackStop {
  const { ahead = [], compared } = movement
  const rule = names.requests?.find(({ route }) => route && JSON.stringify(route) === JSON.stringify(one.route))
  // Of several that may cost something it is not known which does.
  const isOnlyPriced = ahead.filter(({ kind }) => kind === 'in' || kind === 'out').length === 1
  const fees = one.kind === 'out' && isOnlyPriced ? expectedFees(movement) : undefined
  const known = fees?.every(({ asset }) => asset === one.out?.asset) ? fees : undefined
  const amount = known && one.out && sumOf([one.out.amount, ...known.map((fee) => negated(fee.amount))])
  const isConversion = one.kind !== 'in' && one.kind !== 'out'
  const arrives = at === 0 || isConversion || isOnlyPriced
  const isBeforeFees = !known && one.kind !== 'in' && (one.kind === 'out' || ahead[0]?.kind === 'in')
  return {
    key: one.key,
    state: 'ahead',
    tone: 'off',
    icon: CircleDashed,
    title: aheadTitle(one),
    text: aheadText(one, names),
    ...(arrives && one.in && { in: one.in }),
    ...(known && { fees: known }),
    ...(amount && one.out && { out: { ...one.out, amount } }),
    ...(!amount && isConversion && arrives && one.out && { out: one.out }),
    proof: (
      <>
        {one.kind === 'in' ? (
          ''
        ) : rule ? (
          <>
            Rule <RuleLink environment={environment} request={rule} />, automatic.{' '}
          </>
        ) : (
          'Then automatic. '
        )}
        {known && known.length > 0 && compared ? `Fee as in the last ${compared.count}. ` : ''}Expected
        {isBeforeFees && ', before fees'}.
      </>
    ),
  }
}
