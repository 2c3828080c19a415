/** Opening balance + transfers + fills = balance, and nothing is spent twice, for any sequence of requests. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { amountsOf, exact } from '../../../e2e/oracles/oracle-orders'
import { checkForm } from '../../provider/check'
import { type WriteName, writeNames, writeRowOf } from '../../provider/operations'
import { markets, orderTypes } from '../../provider/order-terms'
import type { NewOrder } from '../../provider/orders'
import { ProblemError } from '../../provider/problem'
import { ruleAssets } from '../../provider/rule-terms'
import { bodies } from '../../provider/schemas'
import type { Transfer } from '../../provider/transfers'
import { demoClient } from '../clients'
import { initiateSandboxFiatDeposit, receiveDeposit } from '../deposits'
import { createFiatAccount, updateFiatAccount } from '../fiat-accounts'
import type { Context } from '../handlers'
import { type AssetName, assets, tenTo, unitsOf } from '../money'
import { perform } from '../operations'
import { createOrder } from '../orders'
import { createRule } from '../rules'
import { profiles } from '../seed/parties'
import { seedFile } from '../seed/seed'
import { openStore, type Store } from '../store'
import { Tenant } from '../tenants'
import { anchor } from '../testing'
import { balanceOf } from './balances'
import { allAccounts } from './fiat-accounts'
import { marketTerms, priceText, quoteAt, ticksOf } from './markets'
import { allOrders } from './order-rows'
import { allRules } from './rules'

const operations = Number(process.env.SANDBOX_OPERATIONS ?? 4_000)
const seed = process.env.CAMPAIGN ? Number(process.env.SANDBOX_SEED ?? Math.floor(Math.random() * 2 ** 31)) : 4
const between = 250
const openingBalance = 10_000_000n
const ids = profiles.map(({ id }) => id)

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-balances-'))
const path = join(folder, 'customer.sqlite')
copyFileSync(seedFile(folder, { transfers: 200, anchor }, true), path)
const tenant = new Tenant(openStore(path), () => anchor)
tenant.setClock({ now: anchor, speed: 0 })
afterAll(() => {
  tenant.close()
  rmSync(folder, { recursive: true })
})

type Deed = (context: Context) => unknown
const profile = fc.constantFrom(...ids.slice(0, 4))

const amount = fc.oneof(
  fc.constantFrom('1', '0.25', '3.13', '40.13', '120000', '4000000', '9999999.13', '20000000'),
  fc
    .integer({ min: 1, max: 5_000_000 })
    .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
)

const orders: fc.Arbitrary<Deed> = fc
  .record({
    profile,
    market: fc.constantFrom(...markets),
    side: fc.constantFrom<NewOrder['side']>('BUY', 'SELL'),
    type: fc.constantFrom(...orderTypes),
    amount,
    price: fc.integer({ min: -40, max: 40 }),
    stop: fc.integer({ min: -40, max: 40 }),
    isTimed: fc.boolean(),
    isGuarded: fc.boolean(),
    recipient: fc.option(profile, { nil: undefined }),
  })
  .map(
    ({ profile: owner, market, side, type, price, stop, isTimed, isGuarded, recipient, amount: text }) =>
      (context) => {
        const { bid, ask } = quoteAt(market, context.now)
        const at = (steps: number) => priceText(market, bid + (BigInt(steps) * (ask - bid)) / 2n)
        const body: NewOrder = { market, side, type, recipient_profile_id: recipient }
        for (const name of amountsOf(body))
          body[name] = name === 'price' ? at(price) : name === 'stop_price' ? at(stop) : text
        if (isTimed && type !== 'MARKET')
          Object.assign(body, {
            time_in_force: 'GTT',
            expiration_date: String(context.now / 1000 + 11_000 + price * 20),
          })
        if (isGuarded) body.self_match_prevention_id = 'a'
        return createOrder.handle(
          checkForm('createOrder', { path: { profile_id: owner }, body: JSON.parse(JSON.stringify(body)) }),
          context,
        )
      },
  )

/** What a deposit must bear to run a rule: a memo, or the address or profile that it takes from. */
const memos: string[] = []
const places: ({ address: string } | { profile_id: string })[] = []
const cryptoDeposits: fc.Arbitrary<Deed> = fc
  .record({ amount, asset: fc.constantFrom(...ruleAssets), place: fc.nat(), owner: profile })
  .map(({ amount: text, asset, place, owner }) => (context) => {
    const to = places[place % places.length] ?? { profile_id: owner }
    receiveDeposit(context, { amount: text, asset, ...to })
  })
const deposits: fc.Arbitrary<Deed> = fc
  .record({
    amount: fc.oneof(
      fc.constantFrom('100.00', '5000.66', '250.77', '99.88', '0.01', '750000', '12.13'),
      fc
        .integer({ min: 1, max: 10_000_000 })
        .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
    ),
    rule: fc.nat(),
    isAnybody: fc.constantFrom(true, false, false),
  })
  .map(({ amount: text, rule, isAnybody }) => (context) => {
    const memo = (isAnybody ? undefined : memos[rule % memos.length]) ?? 'NOBODY'
    const body = { amount: text, asset: 'USD', memo_id: memo, fiat_network_instructions: { wire: {} } }
    return initiateSandboxFiatDeposit.handle(checkForm('initiateSandboxFiatDeposit', { body }), context)
  })

const accounts: string[] = []
const banks = fc.constantFrom('First National', 'REJECT BANK', 'HOLD BANK')
const instructionsAt = (bank: string) => ({
  wire: { account_number: '1', routing_details: { routing_number_type: 'ABA', routing_number: '1', bank_name: bank } },
})
const newAccounts: fc.Arbitrary<Deed> = banks.map((bank) => (context) => {
  const owner = { institution_details: { name: 'Harbor' } }
  const body = { fiat_account_owner: owner, fiat_network_instructions: instructionsAt(bank) }
  createFiatAccount.handle(checkForm('createFiatAccount', { body }), context)
  accounts.push(
    ...allAccounts(context.store)
      .slice(-1)
      .map(({ id }) => id),
  )
})
const changedAccounts: fc.Arbitrary<Deed> = fc.tuple(fc.nat(), banks).map(([index, bank]) => (context) => {
  const [id, body] = [accounts[index % accounts.length] ?? '', { fiat_network_instructions: instructionsAt(bank) }]
  if (id) updateFiatAccount.handle(checkForm('updateFiatAccount', { path: { id }, body }), context)
})

let rules = 0
const newRules: fc.Arbitrary<Deed> = fc
  .record({
    profile,
    source_asset: fc.constantFrom(...ruleAssets),
    destination_asset: fc.constantFrom(...ruleAssets),
    from: fc.constantFrom('fiat', 'fiat', 'fiat', 'profile', 'crypto'),
    to: fc.constantFrom('profile', 'crypto', 'fiat', 'nothing'),
    other: profile,
    account: fc.nat(),
    network: fc.constantFrom('ETHEREUM', 'SOLANA', 'POLYGON', 'NOWHERE'),
  })
  .map(({ profile: owner, source_asset, destination_asset, from, to, other, account, network }) => (context) => {
    const source = {
      fiat: { fiat: { network: 'WIRE', account_type: 'ABA' } },
      profile: { profile: { profile_id: owner } },
      crypto: { crypto: { network: 'ETHEREUM' } },
    }[from]
    const destination = {
      profile: { profile: { profile_id: other } },
      crypto: { crypto: { network, address: '0x00000000000000000000000000000000000000aa' } },
      fiat: { fiat: { fiat_account_id: accounts[account % accounts.length] ?? '', memo: 'out' } },
      nothing: undefined,
    }[to]
    const body = { ref_id: `rule-${++rules}`, profile_id: owner, source_asset, destination_asset, source, destination }
    createRule.handle(checkForm('createRule', { body: JSON.parse(JSON.stringify(body)) }), context)
    const [made] = allRules(context.store).slice(-1)
    const { fiat, crypto, profile: own } = made?.source ?? {}
    if (fiat?.memo_id) memos.push(fiat.memo_id)
    if (crypto?.address) places.push({ address: crypto.address })
    if (own?.profile_id) places.push({ profile_id: own.profile_id })
  })

/** Full bodies with other amounts and profiles. */
const usualDeeds = (name: WriteName): fc.Arbitrary<Deed> =>
  fc
    .record({
      full: fc.constantFrom<object>(...bodies[writeRowOf(name).body].full),
      profile,
      amount,
      ref_id: fc.uuid(),
    })
    .map(({ full, profile: owner, ...values }) => (context) => {
      const { path } = writeRowOf(name)
      const only = (there: (at: string) => boolean, given: Record<string, string>) =>
        Object.fromEntries(Object.entries(given).filter(([at]) => there(at)))
      const input = {
        path: only((at) => path.includes(`{${at}}`), { profile_id: owner, id: accounts[0] ?? '' }),
        body: { ...full, ...only((at) => at in full, { ...values, profile_id: owner }) },
      }
      return perform(name, checkForm<WriteName>(name, input), context)
    })

/** Of writes that need more than their full bodies to do all that they can do. */
const ownDeeds: Partial<Record<WriteName, fc.WeightedArbitrary<Deed>>> = {
  createOrder: { weight: 50, arbitrary: orders },
  initiateSandboxFiatDeposit: { weight: 30, arbitrary: deposits },
  createFiatAccount: { weight: 2, arbitrary: newAccounts },
  updateFiatAccount: { weight: 1, arbitrary: changedAccounts },
  createRule: { weight: 2, arbitrary: newRules },
}
const deeds = fc.oneof(...Object.values(ownDeeds), { weight: 15, arbitrary: cryptoDeposits })
const others = writeNames.filter((name) => !ownDeeds[name]).map(usualDeeds)
const pauses = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 10, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_600_000 }) },
)

type Sums = Map<string, { balance: bigint; held: bigint }>

/** What every balance must be, computed only from the records that a client can see and the fills of orders. */
function computedSums(store: Store, before: number): Sums {
  const sums: Sums = new Map()
  const groups = new Map<string, bigint>()
  const add = (owner: string, asset: AssetName, balance: bigint, held = 0n) => {
    const key = `${owner} ${asset}`
    const sum = sums.get(key) ?? { balance: openingBalance * tenTo(assets[asset].scale), held: 0n }
    sums.set(key, { balance: sum.balance + balance, held: sum.held + held })
  }
  for (const { answer } of store.all('SELECT answer FROM transfers WHERE seq > ?', before)) {
    const transfer = JSON.parse(String(answer)) as Transfer
    const asset = (transfer.balance_asset ?? transfer.asset) as AssetName
    const total = unitsOf(transfer.total, assets[asset].scale)
    if (total === undefined) throw new Error(`${transfer.total} ${asset} cannot be`)
    const isDebit = transfer.direction === 'DEBIT'
    // Spec, Transfer: "amount minus fee for deposits, amount plus fee for withdrawals".
    const fee = exact(transfer.fee)
    if (exact(transfer.total) !== exact(transfer.amount) + (isDebit ? fee : -fee))
      throw new Error(`${transfer.id} does not add up`)
    if (transfer.group_id !== undefined && transfer.status === 'COMPLETED')
      groups.set(
        transfer.group_id,
        (groups.get(transfer.group_id) ?? 0n) + (isDebit ? -1n : 1n) * exact(transfer.total),
      )
    if (transfer.status === 'COMPLETED') add(transfer.profile_id, asset, isDebit ? -total : total)
    if (transfer.status === 'PENDING' && isDebit) add(transfer.profile_id, asset, 0n, total)
  }
  // A conversion is at par: nothing is created and nothing is lost.
  expect([...groups].filter(([, sum]) => sum !== 0n)).toEqual([])
  const byOrder = new Map<string, { base: bigint; quote: bigint }>()
  for (const fill of store.all('SELECT order_id, base, quote FROM fills')) {
    const sum = byOrder.get(String(fill.order_id)) ?? { base: 0n, quote: 0n }
    const [base, quote] = [BigInt(String(fill.base)), BigInt(String(fill.quote))]
    byOrder.set(String(fill.order_id), { base: sum.base + base, quote: sum.quote + quote })
  }
  for (const order of allOrders(store)) {
    const { base, quote } = marketTerms[order.market]
    const filled = byOrder.get(order.id) ?? { base: 0n, quote: 0n }
    if (unitsOf(order.amount_filled, assets[base].scale) !== filled.base)
      throw new Error(`${order.id} says ${order.amount_filled} and has fills of ${filled.base} units`)
    const recipient = order.recipient_profile_id ?? order.profile_id
    const isBuy = order.side === 'BUY'
    add(order.profile_id, isBuy ? quote : base, isBuy ? -filled.quote : -filled.base)
    add(recipient, isBuy ? base : quote, isBuy ? filled.base : filled.quote)
    if (order.status !== 'OPEN' && order.status !== 'SUBMITTED') continue
    const left = (unitsOf(order.base_amount || '0', assets[base].scale) ?? 0n) - filled.base
    const most = ticksOf(order.market, order.price || order.stop_price || '0', 'up')
    const worth = left * most * tenTo(assets[quote].scale)
    const divisor = tenTo(assets[base].scale + marketTerms[order.market].scale)
    const spent = order.quote_amount ? unitsOf(order.quote_amount, assets[quote].scale) : undefined
    add(order.profile_id, isBuy ? quote : base, 0n, isBuy ? (spent ?? (worth + divisor - 1n) / divisor) : left)
  }
  return sums
}

/** No funds are ever committed twice. */
function expectCovered(store: Store): void {
  for (const { profile_id, asset, balance, held } of store.all('SELECT * FROM balances'))
    if (BigInt(String(held)) > BigInt(String(balance)) || String(held).startsWith('-'))
      throw new Error(`${profile_id} has ${balance} units of ${asset} and holds ${held}`)
}

/** What must occur for the sums to prove anything: every way in which money moves, and every way in which it does not. */
function expectVariety(store: Store, before: number, outcomes: ReadonlyMap<string, number>): void {
  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining(['done', '/problems/insufficient-funds', '/problems/business-rule']),
  )
  const kinds = store.all(
    `SELECT DISTINCT type || ' ' || status AS kind FROM transfers WHERE seq > ?
     UNION SELECT DISTINCT 'ORDER ' || status FROM orders`,
    before,
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      ...['WIRE_DEPOSIT PENDING', 'WIRE_DEPOSIT COMPLETED', 'WIRE_DEPOSIT FAILED'],
      ...['CRYPTO_DEPOSIT PENDING', 'CRYPTO_DEPOSIT COMPLETED'],
      ...['INTERNAL_TRANSFER_DEBIT COMPLETED', 'INTERNAL_TRANSFER_CREDIT COMPLETED'],
      ...['CRYPTO_WITHDRAWAL COMPLETED', 'CRYPTO_WITHDRAWAL FAILED'],
      ...['WIRE_WITHDRAWAL COMPLETED', 'WIRE_WITHDRAWAL FAILED'],
      ...['ORDER OPEN', 'ORDER FILLED', 'ORDER CANCELLED', 'ORDER REJECTED'],
    ]),
  )
}

test(`opening balance, transfers and fills make each balance after any ${operations} operations (seed ${seed})`, () => {
  const before = Number(tenant.store.first('SELECT max(seq) AS last FROM transfers')?.last)
  const done = new Map<string, number>()
  const drawn = (from: fc.Arbitrary<Deed>, numRuns: number) => fc.sample(fc.tuple(from, pauses), { numRuns, seed })
  const sequence = [deeds, ...others].flatMap((from, index) => drawn(from, index === 0 ? operations : between))
  let now = anchor
  for (const [index, [deed, pause]] of sequence.entries()) {
    now += pause
    tenant.setClock({ now })
    let outcome = 'done'
    try {
      tenant.change((snapshot) => deed({ ...snapshot, client: demoClient }))
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.status >= 500) throw error
      outcome = error.problem.type
    }
    done.set(outcome, (done.get(outcome) ?? 0) + 1)
    expectCovered(tenant.snapshot().store)
    if (index % between !== 0 && index !== operations - 1) continue
    // Funds that a rule is processing are held and have no record yet, so rules are allowed to finish.
    now += 3_600_000
    tenant.setClock({ now })
    const { store } = tenant.snapshot()
    expectCovered(store)
    for (const [key, sum] of computedSums(store, before)) {
      const [owner = '', asset = ''] = key.split(' ')
      expect({ key, ...balanceOf(store, owner, assets[asset as AssetName]) }).toEqual({ key, ...sum })
    }
  }
  // A random run may miss one; this seed does not.
  if (!process.env.CAMPAIGN) expectVariety(tenant.store, before, done)
}, 300_000)
