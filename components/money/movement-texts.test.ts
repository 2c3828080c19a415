import { describe, expect, test } from 'vitest'
import { statusSummary } from '@/components/records/status-summary'
import { supportReply } from '@/components/records/support-reply'
import { movementsAmong } from '@/lib/api/movement-links'
import { inSentence } from '@/lib/browser/labels'
import { accountsOf } from '@/lib/features/money/balance'
import type { MovementAnswer } from '@/lib/features/money/interface'
import { stationsOf } from '@/lib/features/money/stations'
import { readTransfer } from '@/lib/provider/reading'
import type { Transfer } from '@/lib/provider/transfers'
import { concerns, type LoadedMovement, pollMillis } from './movement-read'
import { movementReply } from './movement-reply'
import { sumRows } from './movement-sums'
import {
  aheadTitle,
  expectedFees,
  feesOf,
  figures,
  gapMillis,
  movementName,
  movementState,
  otherAmountText,
  proofOf,
  ruleOf,
  stationText,
  stationTitle,
  whereText,
} from './movement-texts'
import { bankText, depositIntent } from './plan-waiting'
import { chain, comparison, idOf, movement, plan, route, ruleRequest } from './testing'
import { travelRuleTexts } from './travel-rule-facts'

const at = Date.parse('2026-11-23T10:00:00Z')

function loaded(transfers: readonly Transfer[], changes: Partial<MovementAnswer> = {}): LoadedMovement {
  const answer = movement(transfers, changes)
  const [matched = { transfers: [], links: [] }] = movementsAmong(transfers.map(readTransfer), answer.joins)
  const stations = stationsOf(matched)
  return { ...answer, ...matched, stations, accounts: accountsOf(stations), at, requestId: 'req_1' }
}

const names = { profiles: { 'profile-1': 'Main treasury' }, requests: [ruleRequest()] }

describe('a station', () => {
  const { stations } = loaded(chain())

  test('is called after what happened, and before that after what is to happen', () => {
    expect(stations.map(stationTitle)).toEqual(['Wire in', 'Minted', 'Sent on Ethereum'])
    const pending = loaded(chain({ 3: { status: 'PENDING' }, 4: { status: 'PENDING' } })).stations
    expect(pending.map(stationTitle)).toEqual(['Wire in', 'Mint', 'Send on Ethereum'])
  })

  test('says from where to where, and the rate only if nothing was lost', () => {
    expect(stations.map((one) => stationText(one, names))).toEqual([
      'To Main treasury',
      'USD to USDC at 1.00',
      'Main treasury to 0x4c1D9e…19e0',
    ])
    const short = loaded(chain({ 3: { total: '249989.99', amount: '249989.99' } })).stations
    expect(short.map((one) => stationText(one, names))[1]).toBe('USD to USDC')
  })

  test('is proven by what the provider says, and by no amount', () => {
    const proofs = stations.map((_, place) => proofOf(stations, place, names, [])?.text)
    expect(proofs).toEqual(['Same memo as the rule', 'Converted by the rule', 'Sent on by the same rule'])
    const unknown = stations.map((_, place) => proofOf(stations, place, { profiles: {} }, [])?.text)
    expect(unknown).toEqual([undefined, 'Converted automatically', 'Names the transfer before it'])
  })

  test('is not said to be of a rule that does something else', () => {
    const redeems = ruleRequest({ route: { ...route, source_asset: 'USDC', destination_asset: 'USD' } })
    expect(ruleOf(stations, 1, { ...names, requests: [redeems] })).toBeUndefined()
  })
})

test('the time between stations is by when each was reached', () => {
  const { stations } = loaded(chain())
  expect(gapMillis(stations, 0, comparison)).toEqual({ took: 60_000, usual: 60_000 })
  // A withdrawal is reached when it has left.
  expect(gapMillis(stations, 1, comparison)).toEqual({ took: 240_000, usual: 180_000 })
})

describe('fees', () => {
  test('are added by asset, without those of what failed', () => {
    expect(feesOf(loaded(chain()).stations)).toEqual([
      { asset: 'USD', amount: '10.00' },
      { asset: 'USDC', amount: '1.00' },
    ])
    expect(feesOf(loaded(chain({ 4: { status: 'FAILED', crypto_tx_hash: undefined } })).stations)).toEqual([
      { asset: 'USD', amount: '10.00' },
    ])
  })

  test('are expected only if they were the same each time', () => {
    const [wire] = chain()
    const before = loaded(wire ? [wire] : [], { compared: comparison })
    expect(expectedFees(before)).toEqual([{ asset: 'USDC', amount: '1.00' }])
    const varied = { ...comparison, fees: [{ asset: 'USD', least: '10.00', most: '25.00' }] }
    expect(expectedFees({ ...before, compared: varied })).toBeUndefined()
    expect(expectedFees({ ...before, compared: undefined })).toBeUndefined()
  })
})

describe('the figure', () => {
  const ahead = [
    {
      key: 'a',
      kind: 'out' as const,
      route,
      in: { amount: '249990.00', asset: 'USDC' },
      out: { amount: '249990.00', asset: 'USDC' },
    },
  ]

  test('of what is on its way is computed from the usual fees, or left out', () => {
    const [wire] = chain()
    const before = loaded(wire ? [wire] : [], { compared: comparison, ahead })
    expect(figures(before)).toMatchObject({ to: [{ amount: '249989.00', asset: 'USDC' }], isExpected: true })
    expect(figures({ ...before, compared: undefined }).to).toEqual([])
  })

  test('of what failed claims nothing that arrived', () => {
    expect(figures(loaded(chain({ 4: { status: 'FAILED', crypto_tx_hash: undefined } }))).to).toEqual([])
  })
})

test.each<[string, Record<number, Partial<Transfer>>, string, string]>([
  ['completed', {}, 'arrived', 'Arrived'],
  ['pending', { 4: { status: 'PENDING' } }, 'moving', 'On its way'],
  [
    'waiting for the travel rule',
    { 4: { status: 'PENDING', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } } },
    'waiting',
    'Waiting for travel rule details',
  ],
  ['failed', { 4: { status: 'FAILED', crypto_tx_hash: undefined } }, 'failed', 'Failed at “Send on Ethereum”'],
  ['failed with a hash, so that its money may have moved', { 4: { status: 'FAILED' } }, 'unknown', 'Not known'],
  ['of an unknown status', { 4: { status: 'HELD' as 'PENDING' } }, 'unknown', 'Not known'],
])('a movement whose last transfer is %s is said to be so', (_, changes, kind, label) => {
  expect(movementState(loaded(chain(changes)))).toMatchObject({ kind, label })
})

test('a plan waits for its wire', () => {
  expect(movementState(loaded([], { plan }))).toMatchObject({ kind: 'planned', label: 'Waiting for the wire' })
  expect(movementName(loaded([], { plan }))).toBe('Kestrel Pay, settlement 20931')
  const failed = loaded(chain({ 1: { status: 'FAILED' } }).slice(0, 1), { plan: { ...plan, label: undefined } })
  expect(movementName(failed), 'what failed at once is still what was planned').toBe('Mint USDC')
})

test.each([
  ['refused', 'Its rule was not created'],
  ['unknown', 'Its rule is not known'],
  ['prepared', 'Its rule does not exist yet'],
  ['confirmed', 'Waiting for the wire'],
] as const)('a plan whose rule is %s says so before anything waits for money', (state, label) => {
  expect(movementState(loaded([], { plan, requests: [ruleRequest({ state })] })).label).toBe(label)
})

test('where the money is, is said from the balances alone', () => {
  const { accounts } = loaded(chain({ 4: { status: 'FAILED', crypto_tx_hash: undefined } }))
  expect(whereText(accounts, names)).toBe('249,990.00 USDC is in Main treasury.')
  expect(whereText(loaded(chain({ 4: { status: 'FAILED' } })).accounts, names)).toBe(
    'It is not known where the money is: a transfer failed, and its money may have moved.',
  )
})

test('the rows of a sum name each fee, and add up to where the money is', () => {
  const { stations, accounts } = loaded(chain({ 4: { status: 'PENDING' } }))
  const [balance] = accounts.balances
  expect(balance && sumRows(stations, balance, names).map(({ name, amount }) => `${name}: ${amount}`)).toEqual([
    'Wire in: 250000.00',
    'Fee, wire in: 10.00',
    'Left after fees: 249990.00',
    'On its way: 249990.00',
  ])
})

test('a planned mint whose wire came without its memo has not arrived, and says who joined it', () => {
  const join = { transfer: plan.id, other: idOf(1), person: 'Tomas Brandt', at: '2026-11-23T10:00:00Z' }
  const wire = chain({ 1: { memo: 'MD-4481', auto_conversion: undefined } }).slice(0, 1)
  const one = loaded(wire, { plan, joins: [join], requests: [] })
  const state = movementState(one)
  expect(state).toMatchObject({ kind: 'waiting', label: 'Arrived, but its rule did not run' })
  expect(proofOf(one.stations, 0, { profiles: {} }, one.joins)?.text).toBe('Joined by Tomas Brandt, 23 Nov')
  const text = movementReply(one, state, names, { environment: 'production', timing: undefined })
  expect(text).toContain('We are looking into what comes next')
  expect(text).not.toMatch(/nothing left|follows by itself|automatic/)
})

describe('the reply', () => {
  const replyTo = (one: LoadedMovement) =>
    movementReply(one, movementState(one), names, { environment: 'production', timing: undefined })

  test('claims what arrived, and fees as the reason only if everything adds up', () => {
    expect(replyTo(loaded(chain()))).toContain('249,989.00 USDC arrived on Ethereum')
    expect(replyTo(loaded(chain()))).toContain('after 10.00 USD and 1.00 USDC in fees')
    expect(replyTo(loaded(chain({ 1: { total: '249989.99' } })))).not.toContain('in fees')
  })

  test('of what is not there yet claims nothing that arrived', () => {
    const text = replyTo(loaded(chain({ 4: { status: 'PENDING', crypto_tx_hash: undefined } })))
    expect(text).toContain('reached us on 23 Nov 2026 09:03 UTC')
    expect(text).not.toMatch(/arrived|is public/)
  })

  test('about one transfer is that of its own page', () => {
    const wire = chain({ 1: { auto_conversion: undefined, memo: undefined } }).slice(0, 1)
    const one = loaded(wire, { requests: [] })
    const [transfer] = one.transfers
    const own = transfer && { transfer, summary: statusSummary(transfer), at, environment: 'production' as const }
    expect(own && replyTo(one)).toBe(own && supportReply({ ...own, requestId: 'req_1' }))
  })

  test('has no ID of ours, whatever state it is in', () => {
    for (const status of ['COMPLETED', 'PENDING', 'FAILED', 'HELD'])
      expect(replyTo(loaded(chain({ 4: { status: status as 'PENDING' } }))), status).not.toMatch(
        /00000000-0000|profile-1|Main treasury|req_1|MD-4418/,
      )
  })
})

test('a movement is read again while something is to happen, soon only while it is recent', () => {
  const now = new Date(at).toISOString()
  expect(pollMillis(loaded(chain()))).toBe(false)
  expect(pollMillis(loaded(chain({ 4: { status: 'PENDING' } })))).toBe(30_000)
  expect(pollMillis(loaded(chain({ 4: { status: 'PENDING', created_at: now } })))).toBe(3_000)
  expect(pollMillis(loaded([], { plan: { ...plan, at: now } }))).toBe(3_000)
  expect(pollMillis(loaded([]), '2026-11-23T09:00:00Z'), 'an old deposit').toBe(false)
})

test('the sandbox deposit of a plan has one intent, other than the plan and its rule', () => {
  expect(depositIntent(plan.id)).toBe(depositIntent(plan.id))
  expect(new Set([plan.id, plan.rule_intent, depositIntent(plan.id)]).size).toBe(3)
  expect(bankText(plan, 'MD-4418')).toContain('Please wire exactly 250,000.00 USD to our account at the provider.')
})

test('what to send for the travel rule are facts that are known', () => {
  const [, , , out] = loaded(chain({ 4: { ref_id: 'payout-7740' } })).transfers
  expect(out && travelRuleTexts(out, names).map(([name]) => name)).toEqual([
    ...['Transfer', 'Amount', 'From', 'Address', 'Network', 'Reference'],
  ])
  const [wire] = loaded(chain()).transfers
  expect(wire && travelRuleTexts(wire, names), 'a deposit goes to the profile').toContainEqual(['To', 'Main treasury'])
})

test('what is ahead is called after what it will be', () => {
  const titles = [
    { kind: 'in' as const, route },
    { kind: 'minted' as const, route },
    { kind: 'out' as const, route },
    { kind: 'out' as const, route: { destination_account_id: idOf(80) } },
    { kind: 'in' as const, route: { source_network: 'POLYGON' } },
  ].map((one) => aheadTitle({ key: 'a', ...one }))
  expect(titles).toEqual(['Wire in', 'Mint', 'Send on Ethereum', 'Wire out', 'Receive on Polygon PoS'])
})

test('a change concerns a movement if it is of it, names it, or shares its group or hash', () => {
  const own = loaded(chain())
  const [wire, , , out] = chain()
  const changed = (members: object) => [readTransfer({ ...wire, auto_conversion: undefined, id: idOf(33), ...members })]
  expect(concerns(own, changed({}))).toBe(false)
  expect(concerns(own, changed({ id: idOf(1) }))).toBe(true)
  expect(concerns(own, changed({ auto_conversion: { from_transfer_id: idOf(4) } }))).toBe(true)
  expect(concerns(own, changed({ group_id: idOf(90), type: 'INTERNAL_TRANSFER_DEBIT' }))).toBe(true)
  expect(concerns(own, changed({ group_id: idOf(90) })), 'a wire has no other side').toBe(false)
  expect(concerns(own, changed({ crypto_tx_hash: out?.crypto_tx_hash?.toUpperCase().replace('0X', '') }))).toBe(true)
  expect(concerns(loaded([], { plan }), changed({})), 'a plan waits for what comes to its profile').toBe(true)
})

test('a name within a sentence keeps its names', () => {
  expect(inSentence('Sent on Ethereum')).toBe('sent on Ethereum')
})

test('another amount than planned is named with the difference', () => {
  const planned = (amount: string) => otherAmountText(loaded(chain(), { plan: { ...plan, amount } }))
  expect(planned('250000')).toBeUndefined()
  expect(planned('250000.01')).toBe('250,000.01 USD was planned, and 250,000.00 USD came: 0.01 USD less.')
  expect(planned('1')).toMatch(/: 249,999\.00 USD more\.$/)
  const first = (status: 'PENDING' | 'FAILED') =>
    otherAmountText(loaded(chain({ 1: { status } }).slice(0, 1), { plan: { ...plan, amount: '1' } }))
  expect(first('PENDING'), 'not come yet').toContain('250,000.00 USD was announced')
  expect(first('FAILED'), 'never came').toBeUndefined()
})
