import { listText } from '@/components/records/transfer-labels'
import { spanText } from '@/components/records/usual-times'
import { amountText } from '@/components/ui/amount'
import { type Fact, Facts } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import { compareDecimals } from '@/lib/domain/decimals'
import { reachedAt } from '@/lib/features/money/comparison'
import type { LoadedMovement } from './movement-read'
import { aheadTitle, feesOf, gapMillis, moniesText, secondsText, stationTitle } from './movement-texts'

/** How this one compares with finished ones of the same kind; nothing where there are too few. */
export function Comparison({ movement }: { movement: LoadedMovement }) {
  const { compared, stations, ahead = [] } = movement
  if (!compared) return null
  const times = stations.map(reachedAt)
  const [first, last] = [times[0], times.at(-1)]
  const isDone = ahead.length === 0 && stations.length > 0 && stations.every(({ state }) => state === 'done')
  const took = isDone && first !== undefined && last !== undefined ? spanText(last - first) : undefined
  const fees = feesOf(stations)
  const names = [...stations.map(stationTitle), ...ahead.map(aheadTitle)]
  const isSame =
    isDone &&
    compared.fees.every(
      ({ asset, least, most }) =>
        compareDecimals(least, most) === 0 &&
        fees.some((own) => own.asset === asset && compareDecimals(own.amount, least) === 0),
    )
  const facts: Fact[] = [
    [
      'From start to end',
      <span key="times">
        {took} <span className="text-sm text-ink-3">usually {secondsText(compared.whole)}</span>
      </span>,
    ],
    [
      'Fees',
      <span key="fees">
        {isDone && moniesText(fees)}{' '}
        <span className="text-sm text-ink-3">{isSame ? 'the same each time' : usualFees(compared)}</span>
      </span>,
    ],
    [
      'Step by step',
      <ol key="steps">
        {compared.gaps.map((usual, at) => {
          const { took } = gapMillis(stations, at, compared)
          return (
            <li key={`${String(at)} ${names[at + 1] ?? ''}`}>
              {names[at + 1]}
              {took === undefined ? '' : ` after ${spanText(took)}`}{' '}
              <span className="text-sm text-ink-3">usually {secondsText(usual)}</span>
            </li>
          )
        })}
      </ol>,
    ],
    ['Since', compared.since && <Time value={compared.since} clock="provider" withZone />],
  ]
  return (
    <section className="mt-6">
      <h2>Compared with the last {compared.count}</h2>
      <Facts facts={facts} className="mt-1" />
    </section>
  )
}

function usualFees({ fees }: NonNullable<LoadedMovement['compared']>): string {
  if (fees.length === 0) return 'usually none'
  const all = fees.map(({ asset, least, most }) =>
    compareDecimals(least, most) === 0
      ? moniesText([{ amount: least, asset }])
      : `${amountText(least)} to ${moniesText([{ amount: most, asset }])}`,
  )
  return `usually ${listText(all)}`
}
