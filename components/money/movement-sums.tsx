import { Check, TriangleAlert } from 'lucide-react'
import { type SumRow, SumRows } from '@/components/record/sum-rows'
import { profileLabel } from '@/components/records/profile-names'
import { placesOf } from '@/components/ui/amount'
import { Note } from '@/components/ui/status'
import { inSentence } from '@/lib/browser/labels'
import { compareDecimals, negated, sumOf } from '@/lib/domain/decimals'
import type { Balance } from '@/lib/features/money/balance'
import { isParAsset, type Station } from '@/lib/features/money/stations'
import type { LoadedMovement } from './movement-read'
import { hasDifference, type MovementNames, stationTitle } from './movement-texts'

type Row = SumRow & { amount: string }

const isZero = (amount: string) => compareDecimals(amount, '0') === 0

/** The fees that are taken, each with its station, in one unit. */
const takenFees = (stations: readonly Station[], { assets }: Balance): Row[] =>
  stations.flatMap((station) =>
    station.transfers.flatMap(({ known: { fee = '', asset = '', status } }) =>
      status === 'COMPLETED' && assets.includes(asset) && !isZero(fee)
        ? [{ name: `Fee, ${inSentence(stationTitle(station))}`, amount: fee, isTaken: true }]
        : [],
    ),
  )

/** The rows of a sum: what came and what it cost, then where it is. */
export function sumRows(stations: readonly Station[], balance: Balance, { profiles }: MovementNames): Row[] {
  const { fees, onItsWay, rests, out, fromBalances } = balance
  const isDone = stations.every(({ state }) => state === 'done')
  const [first] = stations
  const given = (name: string, amount: string) => (isZero(amount) ? [] : [{ name, amount }])
  const held = rests.filter(({ amount }) => compareDecimals(amount, '0') === 1)
  const came = [
    ...given(first?.kind === 'in' ? stationTitle(first) : 'In', balance.in),
    ...given('From balances', fromBalances),
  ]
  const taken = takenFees(stations, balance)
  const left = sumOf([balance.in, fromBalances, negated(fees)]) ?? ''
  return [
    ...came,
    ...taken,
    // The only sum that came, without a fee, is no total.
    ...(came.length + taken.length > 1 || !isZero(fees)
      ? [{ name: taken.length > 0 ? 'Left after fees' : 'Total', amount: left, isTotal: true }]
      : []),
    ...given(isDone ? 'Arrived' : 'Paid out', out),
    ...held.map(({ profile, asset, amount }) => ({
      name: `In ${profileLabel(profile, profiles) || 'a profile'}, as ${asset}`,
      amount,
    })),
    ...given('On its way', onItsWay),
  ]
}

/** Whether the money adds up, to the last digit, one sum for each unit. */
export function MovementSums({ movement, names }: { movement: LoadedMovement; names: MovementNames }) {
  const { accounts, stations, incomplete } = movement
  if (accounts.reason)
    return <p className="mt-2 text-ink-2">It can't be said whether the money adds up: {accounts.reason}.</p>
  const isMoved = accounts.balances.some((one) => ![one.in, one.out, one.fromBalances, one.unexplained].every(isZero))
  if (!isMoved) return <p className="mt-2 text-ink-2">No money has moved.</p>
  return (
    <>
      {accounts.balances.map((balance) => (
        <Sum key={balance.unit} balance={balance} stations={stations} names={names} />
      ))}
      {incomplete && <p className="mt-2 text-sm text-ink-3">{incomplete}</p>}
    </>
  )
}

function Sum({ balance, stations, names }: { balance: Balance; stations: readonly Station[]; names: MovementNames }) {
  const rows = sumRows(stations, balance, names)
  const { unit, assets, unexplained } = balance
  const differs = hasDifference(balance)
  const others = assets.filter((asset) => asset !== unit && isParAsset(asset))
  const result: Row = differs
    ? { name: 'Not explained', amount: unexplained, result: { tone: 'bad', icon: TriangleAlert } }
    : { name: 'Difference', amount: zeroLike(rows), result: { tone: 'ok', icon: Check } }
  return (
    <>
      <div className="mt-2">
        <SumRows rows={[...rows, result]} caption={`Sum in ${unit}`} />
      </div>
      <p className="mt-2 text-sm text-ink-3">
        Amounts in {unit}
        {others.length > 0 &&
          `, with ${others.join(', ')} counted at 1.00, as rules convert ${others.length > 1 ? 'them' : 'it'}`}
        .
      </p>
      {differs && (
        <Note tone="wait" className="mt-2">
          The provider's records don't explain this. Ask the provider before you book it.
        </Note>
      )}
    </>
  )
}

/** Zero with as many places as the amounts have. */
const zeroLike = (rows: readonly Row[]) => {
  const places = placesOf(rows.map(({ amount }) => amount))
  return places > 0 ? `0.${'0'.repeat(places)}` : '0'
}
