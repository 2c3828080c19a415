/** What stays the same while transfers come and go: addresses, accounts, users, memos, and the counters of refs. */
import { type CryptoNetwork, cryptoNetworks } from '../../api/transfers'
import { timestampOf } from '../moments'
import type { Random } from '../random'
import { addressOn } from './networks'
import { addressesPerNetwork, endUsers, fiatAccounts, profiles } from './parties'

export const second = 1_000_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

type Some<Item> = readonly [Item, ...Item[]]

function some<Item>(count: number, make: () => Item): Some<Item> {
  return [make(), ...Array.from({ length: count - 1 }, make)]
}

type User = { identity: string; account: string }

/** A profile with what its deposits are recognised by, and the end user that it acts for, if it does. */
export type Party = { id: string; memo: string; stellarMemo: string; user?: User }

export type World = {
  random: Random
  /** Microseconds since 1970: nothing is newer. */
  now: number
  party(): Party
  /** Two profiles that are not the same. */
  parties(): [Party, Party]
  fiatAccount(): string
  /** An address that is not the customer's. */
  counterparty(network: CryptoNetwork): string
  /** The customer's own deposit address of a profile. */
  ownAddress(network: CryptoNetwork, party: Party): string
  /** A ref that counts up for ever, such as "wire-in-88120". */
  running(prefix: string, first: number): string
  /** A ref that counts up within its day, such as "mint-2026-1119-07". Days must not go back. */
  daily(prefix: string, at: number): string
}

/** @param now microseconds since 1970 */
export function createWorld(random: Random, now: number): World {
  const parties = profiles.map(({ id, name, weight }) => ({
    weight,
    party: {
      id,
      memo: `MD${random.text('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 8)}`,
      stellarMemo: String(10_000_000 + random.below(90_000_000)),
    },
    isForEndUsers: name.startsWith('Payouts'),
  }))
  const [first, ...others] = parties.map((each) => [each, each.weight] as const)
  if (!first) throw new Error('The seeded world needs a profile.')
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

/** How busy an hour is: offices of New York and London work, nights are thin, weekends thinner. */
function weightOf(hourOf: Date): number {
  const clock = hourOf.getUTCHours()
  const office = clock >= 13 && clock < 22 ? 10 : clock >= 7 ? 6 : 1.5
  const weekday = hourOf.getUTCDay()
  return weekday === 0 || weekday === 6 ? office * 0.12 : office
}

/** So many moments between two times, in order, denser where offices work. Microseconds. */
export function* momentsBetween(from: number, to: number, count: number, random: Random): Generator<number, void> {
  const hours = Math.ceil((to - from) / hour)
  const weights = Array.from({ length: hours }, (_, index) => weightOf(new Date((from + index * hour) / 1000)))
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
