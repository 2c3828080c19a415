/** A seeded transfer from its inputs, and what stays the same between transfers: profiles, addresses, accounts, references. */

import { cryptoNetworks } from '../../provider/transfer-terms'
import type { CryptoNetwork, Transfer, TransferStatus } from '../../provider/transfers'
import { type Asset, decimalOf, tenTo, unitsWorth } from '../money'
import type { Random } from '../random'
import { timestampOf } from '../timestamps'
import type { Failure } from './cases'
import { addressOn } from './networks'
import { addressesPerNetwork, customerId, endUsers, fiatAccounts, profiles, purposes, teams } from './parties'

/** A transfer and its creation time in microseconds. */
export type Draft = { at: number; transfer: Transfer }

/** The inputs of a transfer; the rest is derived. `settles` is its duration in microseconds. */
export type Plan = {
  at: number
  party: Party
  type: Transfer['type']
  asset: Asset
  amount: bigint
  fee?: bigint
  settles: number
  failure?: Failure
} & Partial<Omit<Transfer, 'amount' | 'asset' | 'fee' | 'type'>>

/** The status by duration: an unfinished transfer is pending. */
function outcomeOf(
  { random, now }: SeedContext,
  { at, settles, failure }: Plan,
): { status: TransferStatus; updated: number } {
  const done = at + settles
  const early = Math.min(now, at + random.below(20 * second))
  if (failure) return { status: failure.status, updated: failure.status === 'FAILED' ? Math.min(now, done) : early }
  if (done > now || (now - at < 2 * day && random.chance(0.15))) return { status: 'PENDING', updated: early }
  return { status: random.chance(0.012) ? 'FAILED' : 'COMPLETED', updated: done }
}

const waitingFor = {
  TRAVEL_RULE_INFO_REQUESTED: 'Provide the originator and the beneficiary.',
  TRAVEL_RULE_REJECTED: 'The counterparty did not confirm the beneficiary.',
  CUSTOMER_REJECTED: 'Rejected by an approver of the customer.',
  PENDING_CUSTOMER_APPROVAL: 'One more approval is needed.',
} as const

export function draftTransfer(context: SeedContext, plan: Plan): Draft {
  const { at, party, type, asset, amount, fee = 0n, failure } = plan
  const { random } = context
  const direction = type.endsWith('_DEPOSIT') || type.endsWith('_CREDIT') ? 'CREDIT' : 'DEBIT'
  const { status, updated } = outcomeOf(context, plan)
  const text = (units: bigint) => decimalOf(units, asset.scale, asset.minimumDigits)
  const secondary = failure?.secondary
  const transfer: Transfer = {
    id: plan.id ?? random.uuid(),
    customer_id: customerId,
    profile_id: party.id,
    amount: text(amount),
    // Spec, Transfer: "amount minus fee for deposits, amount plus fee for withdrawals".
    total: text(direction === 'CREDIT' ? amount - fee : amount + fee),
    fee: text(fee),
    asset: asset.name,
    direction,
    type,
    status,
    created_at: timestampOf(at),
    updated_at: timestampOf(updated),
    identity_id: party.user?.identity,
    account_id: party.user?.account,
    ref_id: plan.ref_id,
    balance_asset: plan.balance_asset,
    secondary_status: secondary && { name: secondary, detail: waitingFor[secondary] },
    status_details: failure?.details,
    metadata: plan.metadata,
    destination_address: plan.destination_address,
    crypto_network: plan.crypto_network,
    crypto_tx_hash: plan.crypto_tx_hash,
    crypto_tx_index: plan.crypto_tx_index,
    auto_conversion: plan.auto_conversion,
    group_id: plan.group_id,
    fiat_account_id: plan.fiat_account_id,
    notional_value: plan.notional_value,
    memo: plan.memo,
  }
  return { at, transfer }
}

/** Log-normal US cents around a median in dollars, from 20 dollars to 4 million; mostly round amounts. */
export function randomCents({ random }: SeedContext, median: number): bigint {
  const dollars = Math.min(4e6, Math.max(20, median * Math.exp(1.35 * random.normal())))
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(dollars)) - 1)
  if (random.chance(0.55)) return BigInt(Math.round(dollars / unit) * unit) * 100n
  return BigInt(Math.round(dollars * 100))
}

/** Realistic precision: stablecoins to the cent or the last digit, ether occasionally to the last wei. */
export function randomUnits({ random }: SeedContext, asset: Asset, worth: bigint): bigint {
  const units = unitsWorth(worth, asset)
  if (asset.cents === 100n) return random.chance(0.7) ? units : units + BigInt(random.below(10_000))
  if (asset.name !== 'ETH') return units
  return random.chance(0.25) ? units - (units % 1000n) + BigInt(random.below(1000)) : units - (units % tenTo(12))
}

/** Metadata for a quarter of the transfers. */
export const randomMetadata = ({ random }: SeedContext, at: number): Record<string, string> | undefined =>
  random.chance(0.25)
    ? { purpose: random.pick(purposes), team: random.pick(teams), batch: timestampOf(at).slice(0, 10) }
    : undefined

export const second = 1_000_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

type Some<Item> = readonly [Item, ...Item[]]

function some<Item>(count: number, make: () => Item): Some<Item> {
  return [make(), ...Array.from({ length: count - 1 }, make)]
}

type User = { identity: string; account: string }

/** A profile with its deposit memos and its end user, if any. */
export type Party = { id: string; memo: string; stellarMemo: string; user?: User }

export type SeedContext = {
  random: Random
  /** End of the history, in microseconds since 1970. */
  now: number
  party(): Party
  /** The profile of a name, without an end user. */
  partyOf(name: (typeof profiles)[number]['name']): Party
  /** Two different profiles. */
  parties(): [Party, Party]
  fiatAccount(): string
  /** An external address. */
  counterparty(network: CryptoNetwork): string
  /** The customer's own deposit address of a profile. */
  ownAddress(network: CryptoNetwork, party: Party): string
  /** An increasing reference, such as "wire-in-88120". */
  running(prefix: string, first: number): string
  /** A reference numbered by day, such as "mint-2026-1119-07". Days must not decrease. */
  daily(prefix: string, at: number): string
}

/** @param now microseconds since 1970 */
export function createSeedContext(random: Random, now: number): SeedContext {
  const parties = profiles.map(({ id, name, weight }) => ({
    name,
    weight,
    party: {
      id,
      memo: `MD${random.text('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 8)}`,
      stellarMemo: String(10_000_000 + random.below(90_000_000)),
    },
    isForEndUsers: name.startsWith('Payouts'),
  }))
  const [first, ...others] = parties.map((each) => [each, each.weight] as const)
  if (!first) throw new Error('The seed needs a profile.')
  const users = some(endUsers, () => ({ identity: random.uuid(), account: random.uuid() }))
  const drawn = (): Party => {
    const { party, isForEndUsers } = random.weighted([first, ...others])
    return { ...party, user: isForEndUsers && random.chance(0.8) ? random.pick(users) : undefined }
  }
  const accounts = some(fiatAccounts, () => random.uuid())
  const addresses = (count: number) =>
    new Map(cryptoNetworks.map((network) => [network, some(count, () => addressOn(network, random))] as const))
  const foreign = addresses(addressesPerNetwork)
  const own = addresses(profiles.length)
  const running = new Map<string, number>()
  let today = ''
  let daily = new Map<string, number>()

  return {
    random,
    now,
    party: drawn,
    partyOf: (name) => (parties.find((each) => each.name === name) ?? first[0]).party,
    parties() {
      const one = drawn()
      let other = drawn()
      while (other.id === one.id) other = drawn()
      return [one, other]
    },
    fiatAccount: () => random.pick(accounts),
    counterparty: (network) => random.pick(foreign.get(network) ?? ['']),
    ownAddress: (network, { id }) => own.get(network)?.[profiles.findIndex((profile) => profile.id === id)] ?? '',
    running(prefix, start) {
      const number = running.get(prefix) ?? start
      running.set(prefix, number + 1)
      return `${prefix}-${number}`
    },
    daily(prefix, at) {
      const date = timestampOf(at).slice(0, 10)
      if (date !== today) {
        today = date
        daily = new Map()
      }
      const number = (daily.get(prefix) ?? 0) + 1
      daily.set(prefix, number)
      return `${prefix}-${date.slice(0, 4)}-${date.slice(5, 7)}${date.slice(8)}-${String(number).padStart(2, '0')}`
    },
  }
}

/** Whether a time (microseconds) is on a weekday from 08:00 to 22:00 UTC, when banks of New York and London work. */
export function areBanksOpen(at: number): boolean {
  const time = new Date(at / 1000)
  return ![0, 6].includes(time.getUTCDay()) && time.getUTCHours() >= 8 && time.getUTCHours() < 22
}

/** Activity of an hour: office hours of New York and London are busy, nights quiet, weekends quieter. */
function activityWeight(hourOf: Date): number {
  const clock = hourOf.getUTCHours()
  const office = clock >= 13 && clock < 22 ? 10 : clock >= 7 ? 6 : 1.5
  const weekday = hourOf.getUTCDay()
  return weekday === 0 || weekday === 6 ? office * 0.12 : office
}

/** So many times between two times (microseconds), in order, denser in office hours. */
export function* timesBetween(from: number, to: number, count: number, random: Random): Generator<number, void> {
  const hours = Math.ceil((to - from) / hour)
  const weights = Array.from({ length: hours }, (_, index) => activityWeight(new Date((from + index * hour) / 1000)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let weightSoFar = 0
  let given = 0
  for (const [index, weight] of weights.entries()) {
    weightSoFar += weight
    const due = index === hours - 1 ? count : Math.floor((weightSoFar / all) * count)
    const start = from + index * hour
    const length = Math.min(hour, to - start)
    const offsets = Float64Array.from({ length: due - given }, () => random.below(length)).sort()
    for (const offset of offsets) yield start + offset
    given = due
  }
}
