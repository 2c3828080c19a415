/**
 * What the cast did: counterparties that recur, each with something to find. Times count back from the end of the history in
 * working days, so that each story is there at every hour of every day.
 */
import { createRandom } from '../random'
import { timestampOf } from '../timestamps'
import type { Failure } from './cases'
import { areBanksOpen, type Draft, day, hour, minute, type SeedContext } from './drafts'
import { cast, orsaAccount } from './parties'
import { crypto, done, fiat, mint, redeem } from './transfers'

/** Where Bluefin Logistics is paid, and an address with the same ends that someone sent in its name. */
const bluefinAddress = '0x7be3d04f1c85a29e6f0b3d7716c2e8f95a40a6c4'
const lookAlike = '0x7be39a1e64f0c7d2538be1a90f4d6c2b8e17a6c4'

const waiting: Failure = { status: 'PENDING' }
const informationRequested: Failure = { ...waiting, secondary: 'TRAVEL_RULE_INFO_REQUESTED' }
const awaitingApproval: Failure = {
  ...waiting,
  secondary: 'PENDING_CUSTOMER_APPROVAL',
  details: {
    pending_customer_approval: {
      message: 'The destination is new: waiting for a second approver.',
      approvals_needed: 1,
    },
  },
}

/** A time of the desk's working day so many working days before now (microseconds); 1 is the last one before today. */
function workingDay(now: number, daysBack: number, clock: number): number {
  let midnight = now - (now % day)
  for (let left = daysBack; left > 0; ) {
    midnight -= day
    if (areBanksOpen(midnight + 12 * hour)) left -= 1
  }
  return midnight + clock
}

/** Drafts of all stories, by time. */
export function draftStories(seeded: SeedContext): Draft[] {
  // What follows in the history does not change with the stories.
  const random = createRandom(0x63617374)
  const context = { ...seeded, random }
  const at = (daysBack: number, hours: number, minutes: number) =>
    workingDay(context.now, daysBack, hours * hour + minutes * minute + random.below(minute))
  const cents = (least: number, most: number) => BigInt(least + random.below(most - least)) * 100n
  const dateOf = (time: number) => timestampOf(time).slice(2, 10).replaceAll('-', '')
  const from = (counterparty: string, more: Record<string, string> = {}) => ({ counterparty, ...more })
  const weeksBack = [35, 30, 25, 20, 15, 10, 5]
  const ethereum = ['USDC', 'ETHEREUM'] as const

  /** A customer that pays in every week, and now waits for travel rule details. */
  const deposit = (time: number, amount: bigint, failure: Failure) =>
    crypto(
      context,
      { kind: 'crypto', type: 'CRYPTO_DEPOSIT', route: ethereum, failure, at: time },
      { party: context.partyOf('Merchant float'), amount: amount * 10_000n, metadata: from(cast.kestrel) },
    )
  const kestrel = [
    ...weeksBack.map((days) => deposit(at(days, 9, 40), cents(18_000, 60_000), done)),
    deposit(at(1, 9, 42), 4_820_000n, informationRequested),
  ]

  /** A wire that came twice, six minutes apart. */
  const wire = (time: number, amount: bigint, invoice: number, ref: string) =>
    fiat(
      context,
      { at: time, type: 'WIRE_DEPOSIT', failure: done },
      {
        party: context.partyOf('Main treasury'),
        amount,
        ref_id: ref,
        memo: `${cast.nordhavn} invoice ${invoice}`,
        metadata: from(cast.nordhavn, { invoice: `INV-${invoice}` }),
      },
    )
  const nordhavn = [
    ...weeksBack.map((days, index) =>
      wire(at(days, 14, 5), cents(60_000, 120_000), 7_700 + index, `nordhavn-${7_700 + index}`),
    ),
    wire(at(2, 14, 5), 8_412_000n, 7_752, 'nordhavn-7752'),
    wire(at(2, 14, 11), 8_412_000n, 7_752, 'nordhavn-7752-b'),
  ]

  /** A customer that redeems every other week, whose last wire is late. */
  const redemption = (time: number, worth: bigint, ending: Failure) =>
    redeem(context, time, {
      worth,
      ending,
      route: ethereum,
      fiat_account_id: orsaAccount,
      ref_id: `orsa-${dateOf(time)}`,
      party: context.partyOf('Treasury ops'),
      metadata: from(cast.orsa),
    })
  const orsa = [
    ...[34, 24, 14].flatMap((days) => redemption(at(days, 10, 20), cents(120_000, 260_000), done)),
    ...redemption(at(4, 10, 20), 25_000_000n, waiting),
  ]

  /** A supplier that is paid every week; the last payment goes to an address that only looks like its own. */
  const payment = (time: number, amount: bigint, address: string, failure: Failure) =>
    crypto(
      context,
      { kind: 'crypto', type: 'CRYPTO_WITHDRAWAL', route: ethereum, failure, at: time },
      {
        party: context.partyOf('Payouts EMEA'),
        amount: amount * 10_000n,
        destination_address: address,
        ref_id: `bluefin-${dateOf(time)}`,
        metadata: from(cast.bluefin, { purpose: 'supplier' }),
      },
    )
  const bluefin = [
    ...weeksBack.map((days) => payment(at(days, 15, 15), cents(20_000, 45_000), bluefinAddress, done)),
    payment(at(1, 15, 30), 3_850_000n, lookAlike, awaitingApproval),
  ]

  /** One mint far above the others. */
  const halden = mint(context, at(6, 13, 30), {
    worth: 4_000_001_000n,
    route: ethereum,
    ref_id: 'halden-40m',
    metadata: from(cast.halden),
    party: context.partyOf('Treasury ops'),
  })

  return [...kestrel, ...nordhavn, ...orsa, ...bluefin, ...halden].sort((one, other) => one.at - other.at)
}
