/**
 * Whether the money of a movement adds up, in exact decimals: in + from balances = out + fees + at rest + on its way +
 * unexplained. What rules convert is counted at par, one unit; every other asset is its own.
 */

import { hasTwoSides, keyOf, namedBy } from '../../api/movement-links'
import { mayHaveMoved } from '../../api/transfer-meaning'
import { compareDecimals, DecimalSum, negated, sumOf } from '../../domain/decimals'
import type { DecodedTransfer } from '../../provider/reading'
import { isOdd, sideOf } from '../../provider/transfer-money'
import type { MovementState } from './plans'
import { isParAsset, type Money, type Station } from './stations'

/** Money in the balance of a profile; negative if the movement took it from there. */
export type Rest = Money & { profile: string }

/** The sums of one unit. Every amount is a decimal in that unit. */
export type Balance = {
  /** The asset, or of assets at par the one that came first. */
  unit: string
  /** Every asset that was counted in it. */
  assets: string[]
  /** What crossed the border of the provider inwards, and outwards, as far as it is completed. */
  in: string
  out: string
  fees: string
  /** What is on profiles because of the movement, by asset; and what it took from balances that it did not bring. */
  rests: Rest[]
  atRest: string
  fromBalances: string
  /** What left a balance, or was announced, and has not arrived. */
  onItsWay: string
  unexplained: string
  /** What came in and what left, by asset, without what went out and came back within the movement. */
  came: Money[]
  left: Money[]
}

/** `reason`: why it cannot be said whether the money adds up. */
export type Accounts = { balances: Balance[]; reason?: string }

function obstacle({ known, ...transfer }: DecodedTransfer): string | undefined {
  if (isOdd(known)) return 'what a transfer says of its money contradicts itself'
  if (mayHaveMoved({ known, ...transfer })) return 'a transfer failed, and its money may have moved'
  if (!known.asset || !sideOf(known)) return 'a transfer has no asset or direction'
  if (!['PENDING', 'COMPLETED', 'FAILED'].includes(known.status ?? '')) return 'the status of a transfer is not known'
  if (sumOf([known.amount ?? '-', known.fee ?? '-', known.total ?? '-']) === undefined)
    return 'an amount is missing or is not a decimal number'
  return undefined
}

class Sums {
  readonly assets = new Set<string>()
  readonly in = new DecimalSum()
  readonly out = new DecimalSum()
  readonly fees = new DecimalSum()
  readonly onItsWay = new DecimalSum()
  readonly unexplained = new DecimalSum()
  readonly came = new Map<string, DecimalSum>()
  readonly left = new Map<string, DecimalSum>()
  /** By profile and asset. */
  readonly rests = new Map<string, { profile: string; asset: string; sum: DecimalSum }>()

  /** Counts what crossed the border of the movement. */
  crosses(way: 'came' | 'left', { amount = '', asset = '' }: DecodedTransfer['known'], isBack = false): void {
    const sum = this[way].get(asset) ?? new DecimalSum()
    sum.add(isBack ? negated(amount) : amount)
    this[way].set(asset, sum)
  }

  rest(profile: string, asset: string, amount: string): void {
    const key = JSON.stringify([profile, asset])
    const rest = this.rests.get(key) ?? { profile, asset, sum: new DecimalSum() }
    rest.sum.add(amount)
    this.rests.set(key, rest)
  }
}

/** Adds a transfer. What failed moved nothing. @returns what its own total leaves unexplained */
function addTransfer(sums: Sums, { known }: DecodedTransfer): void {
  const { amount = '', fee = '', total = '', asset = '', profile_id = '', status, type } = known
  if (status === 'FAILED') return
  const isCredit = sideOf(known) === 'CREDIT'
  const isPending = status === 'PENDING'
  sums.assets.add(asset)
  // A credit that has not arrived is on no balance; a debit has left it as soon as it is held.
  if (isCredit && isPending) {
    if (hasTwoSides(type)) return
    sums.in.add(amount)
    sums.crosses('came', known)
    sums.onItsWay.add(amount)
    return
  }
  sums.rest(profile_id, asset, isCredit ? total : negated(total))
  if (isPending) {
    sums.onItsWay.add(total)
    return
  }
  sums.fees.add(fee)
  // Spec, Transfer: "amount minus fee for deposits, amount plus fee for withdrawals".
  const stated = isCredit ? [amount, negated(fee), negated(total)] : [total, negated(amount), negated(fee)]
  sums.unexplained.add(sumOf(stated) ?? '0')
  if (hasTwoSides(type)) return
  sums[isCredit ? 'in' : 'out'].add(amount)
  sums.crosses(isCredit ? 'came' : 'left', known)
}

/** What a debit and its credit leave unexplained between them, where both are of one unit. */
function addPair(debit: DecodedTransfer, credit: DecodedTransfer, from: Sums, to: Sums): void {
  const [one, other] = [debit.known, credit.known]
  if (one.status === 'FAILED' && other.status === 'FAILED') return
  const [sent, received] = [one.status === 'COMPLETED', other.status === 'COMPLETED']
  // Over the border of two units the amounts are what was exchanged: out of one, into the other.
  if (from !== to) {
    if (sent) from.out.add(one.amount ?? '')
    if (received) to.in.add(other.amount ?? '')
    return
  }
  if (sent && received) from.unexplained.add(sumOf([one.amount ?? '', negated(other.amount ?? '')]) ?? '0')
  else if (sent) (other.status === 'FAILED' ? from.unexplained : from.onItsWay).add(one.amount ?? '')
  else if (received) (one.status === 'FAILED' ? from.unexplained : from.onItsWay).add(negated(other.amount ?? ''))
}

const isPositive = (amount: string) => compareDecimals(amount, '0') === 1
const isNegative = (amount: string) => compareDecimals(amount, '0') === -1

function balanceOf(sums: Sums, unit: string): Balance {
  const rests = [...sums.rests.values()]
    .map(({ sum, ...rest }) => ({ ...rest, amount: String(sum) }))
    .filter(({ amount }) => isPositive(amount) || isNegative(amount))
  const [rest, taken] = [new DecimalSum(), new DecimalSum()]
  for (const { amount } of rests)
    if (isNegative(amount)) taken.add(negated(amount))
    else rest.add(amount)
  return {
    unit,
    assets: [...sums.assets],
    in: String(sums.in),
    out: String(sums.out),
    fees: String(sums.fees),
    rests,
    atRest: String(rest),
    fromBalances: String(taken),
    onItsWay: String(sums.onItsWay),
    unexplained: String(sums.unexplained),
    came: moniesOf(sums.came),
    left: moniesOf(sums.left),
  }
}

const moniesOf = (sums: ReadonlyMap<string, DecimalSum>): Money[] =>
  [...sums].flatMap(([asset, sum]) => (isPositive(String(sum)) ? { asset, amount: String(sum) } : []))

/** Sums by asset. */
export function sumsByAsset(monies: readonly Money[]): Money[] {
  const sums = new Map<string, DecimalSum>()
  for (const { amount, asset } of monies) {
    const sum = sums.get(asset) ?? new DecimalSum()
    sum.add(amount)
    sums.set(asset, sum)
  }
  return [...sums].map(([asset, sum]) => ({ asset, amount: String(sum) }))
}

/**
 * What a movement did with money, by asset, at every place that says so. `in`: what came from outside of it, balances
 * included. `out`: what left it. `rests`: what it brought to balances.
 */
export function flowOf({ balances }: Accounts): { in: Money[]; out: Money[]; rests: Money[] } {
  const rests = balances.flatMap((balance) => balance.rests)
  const taken = rests.filter(({ amount }) => isNegative(amount))
  return {
    in: sumsByAsset([
      ...balances.flatMap(({ came }) => came),
      ...taken.map(({ asset, amount }) => ({ asset, amount: negated(amount) })),
    ]),
    out: balances.flatMap(({ left }) => left),
    rests: sumsByAsset(
      rests.filter(({ amount }) => isPositive(amount)).map(({ asset, amount }) => ({ asset, amount })),
    ),
  }
}

/** What a movement came to: what left it, and what it brought to balances. */
export function resultOf(accounts: Accounts): Money[] {
  const { out, rests } = flowOf(accounts)
  return sumsByAsset([...out, ...rests])
}

/** The sums of a movement, one for each unit. */
export function accountsOf(stations: readonly Station[]): Accounts {
  const reason = stations.flatMap(({ transfers }) => transfers.flatMap((one) => obstacle(one) ?? []))[0]
  if (reason) return { balances: [], reason }
  const units = new Map<string, Sums>()
  const names = new Map<Sums, string>()
  const sumsOf = (asset = '') => {
    const unit = isParAsset(asset) ? 'par' : asset
    const sums = units.get(unit) ?? new Sums()
    units.set(unit, sums)
    if (!names.has(sums)) names.set(sums, asset)
    return sums
  }
  for (const { transfers } of stations) {
    for (const transfer of transfers) addTransfer(sumsOf(transfer.known.asset), transfer)
    const [debit, credit] = transfers
    if (!debit || !credit) {
      // One side of an internal transfer: where it came from or went to was not read.
      const known = debit?.known
      if (!known || !hasTwoSides(known.type) || known.status !== 'COMPLETED') continue
      const sums = sumsOf(known.asset)
      const isCredit = sideOf(known) === 'CREDIT'
      sums[isCredit ? 'in' : 'out'].add(known.amount ?? '')
      sums.crosses(isCredit ? 'came' : 'left', known)
    } else if (hasTwoSides(debit.known.type))
      addPair(debit, credit, sumsOf(debit.known.asset), sumsOf(credit.known.asset))
    else addChainPair(debit, credit, sumsOf(debit.known.asset))
  }
  return { balances: [...units.values()].map((sums) => balanceOf(sums, names.get(sums) ?? '')) }
}

/** Whether the money of a movement is known not to add up. */
export const differs = ({ balances }: Accounts): boolean =>
  balances.some(({ unexplained }) => compareDecimals(unexplained, '0') !== 0)

/** Whether a transfer says that the money went on, or was converted, to where no transfer is. */
function goesOnUnseen(stations: readonly Station[]): boolean {
  const transfers = stations.flatMap((station) => station.transfers)
  const keys = new Set(transfers.map(keyOf))
  return (
    transfers.some((one) => !keys.has(namedBy(one).to ?? keyOf(one))) ||
    stations.some(({ kind, transfers: [one] }) => kind === 'half' && one?.known.auto_conversion !== undefined)
  )
}

/** Whether money left a profile to where nothing is seen of it: another customer's, or one whose records are not here. */
const isOutOfSight = ({ kind, transfers: [one] }: Station) => kind === 'half' && one && sideOf(one.known) === 'DEBIT'

/**
 * THE state of a movement, wherever it is said. It is done only if every station is, the money adds up, every transfer that
 * its own name is here, nothing came back, no rule that was made here has still to run, and every end is an exit or a balance.
 * @returns `station` decides, where one does
 */
export function standOf(
  stations: readonly Station[],
  accounts: Accounts,
  { isAhead, isLate, isReturned = false }: { isAhead: boolean; isLate: boolean; isReturned?: boolean },
): { state: MovementState; station?: Station } {
  const worst = (['unknown', 'failed', 'waiting', 'moving'] as const).flatMap((state) =>
    stations.flatMap((station) => (station.state === state ? { state, station } : [])),
  )[0]
  if (differs(accounts)) return { ...worst, state: 'unexplained' }
  if (worst) return worst
  if (goesOnUnseen(stations)) return { state: 'unknown' }
  if (isReturned) return { state: 'returned' }
  if (isLate) return { state: 'waiting' }
  if (isAhead) return { state: 'moving' }
  return { state: stations.some(isOutOfSight) ? 'left' : 'done' }
}

/** Both ends of a hash: what left and came back stays inside, so it is neither out nor in. */
function addChainPair({ known: one }: DecodedTransfer, { known: other }: DecodedTransfer, sums: Sums): void {
  const [sent, received] = [one.status === 'COMPLETED', other.status === 'COMPLETED']
  if (sent) {
    sums.out.add(negated(one.amount ?? ''))
    sums.crosses('left', one, true)
  }
  if (other.status !== 'FAILED') {
    sums.in.add(negated(other.amount ?? ''))
    sums.crosses('came', other, true)
  }
  if (other.status === 'PENDING') sums.onItsWay.add(negated(other.amount ?? ''))
  if (sent && !received) sums.onItsWay.add(one.amount ?? '')
  // The deposit is there before the withdrawal is said to be done: what is held is not on its way twice.
  else if (!sent && received) sums.onItsWay.add(negated(other.amount ?? ''))
}
