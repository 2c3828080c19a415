/** The matcher against the sandbox's own ledger: each wire's chain is known from what its processing added, and moved. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { keyOf, movementsAmong } from '../api/movement-links'
import { accountsOf } from '../features/money/balance'
import { stationsOf } from '../features/money/stations'
import { imbalance } from '../features/money/testing'
import { checkForm } from '../provider/check'
import { readTransfer } from '../provider/reading'
import { ruleAssets } from '../provider/rule-terms'
import type { Transfer } from '../provider/transfers'
import { demoClient } from './clients'
import { initiateSandboxFiatDeposit } from './deposits'
import { openingBalance } from './engine/balances'
import { allAccounts } from './engine/fiat-accounts'
import { allRules } from './engine/rules'
import { createFiatAccount } from './fiat-accounts'
import type { Context } from './handlers'
import { assets, decimalOf, unitsOf } from './money'
import { createRule } from './rules'
import { profiles } from './seed/parties'
import { seedFile } from './seed/seed'
import { openStore } from './store'
import { Tenant } from './tenants'
import { anchor, changedBalances } from './testing'

const chains = Number(process.env.MOVEMENT_CHAINS ?? 250)
const seed = process.env.CAMPAIGN ? Number(process.env.SANDBOX_SEED ?? Math.floor(Math.random() * 2 ** 31)) : 28

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-movements-'))
const path = join(folder, 'customer.sqlite')
copyFileSync(seedFile(folder, { transfers: 200, anchor }, true), path)
const tenant = new Tenant(openStore(path), () => anchor)
tenant.setClock({ now: anchor, speed: 0 })
afterAll(() => {
  tenant.close()
  rmSync(folder, { recursive: true })
})

const ids = profiles.map(({ id }) => id)
const change = (work: (context: Context) => unknown) =>
  tenant.change((snapshot) => work({ ...snapshot, client: demoClient }))

const wire = (bank_name: string) => ({
  wire: { account_number: '1', routing_details: { routing_number_type: 'ABA', routing_number: '1', bank_name } },
})

/** Rules of every kind, some of which pass on to others; memos of wires come back. */
function addRules(): string[] {
  const owner = { institution_details: { name: 'Harbor' } }
  for (const bank of ['First National', 'REJECT BANK'])
    change((context) =>
      createFiatAccount.handle(
        checkForm('createFiatAccount', { body: { fiat_account_owner: owner, fiat_network_instructions: wire(bank) } }),
        context,
      ),
    )
  let now = tenant.clock.now() + 60_000
  tenant.setClock({ now })
  const accounts = allAccounts(tenant.snapshot().store).slice(-2)
  const destinations = [
    undefined,
    { crypto: { network: 'ETHEREUM', address: '0x00000000000000000000000000000000000000aa' } },
    { crypto: { network: 'NOWHERE', address: '0x00000000000000000000000000000000000000aa' } },
    { profile: { profile_id: ids[1] } },
    { profile: { profile_id: ids[2] } },
  ]
  const wires = accounts.map(({ id }) => ({ fiat: { fiat_account_id: id, memo: 'Redemption' } }))
  const rules: object[] = []
  for (const destination of destinations)
    for (const destination_asset of ruleAssets)
      if (!(destination && 'crypto' in destination && destination_asset === 'USD'))
        rules.push({ profile_id: ids[0], source_asset: 'USD', destination_asset, source: { fiat: {} }, destination })
  for (const destination of [...wires, { profile: { profile_id: ids[3] } }])
    rules.push({
      profile_id: ids[1],
      source_asset: 'USDC',
      destination_asset: 'USD',
      destination,
      source: { profile: { profile_id: ids[1] } },
    })
  rules.push({
    profile_id: ids[2],
    source_asset: 'USDG',
    destination_asset: 'PYUSD',
    source: { profile: { profile_id: ids[2] } },
    destination: { profile: { profile_id: ids[1] } },
  })
  for (const [index, rule] of rules.entries())
    change((context) =>
      createRule.handle(
        checkForm('createRule', { body: JSON.parse(JSON.stringify({ ref_id: `r-${index}`, ...rule })) }),
        context,
      ),
    )
  now += 1_000
  tenant.setClock({ now })
  return allRules(tenant.snapshot().store).flatMap(({ source }) => source.fiat?.memo_id ?? [])
}

const transfersAfter = (sequence: number) =>
  tenant.store
    .all('SELECT seq, answer FROM transfers WHERE seq > ? ORDER BY seq', sequence)
    .map(({ answer }) => JSON.parse(String(answer)) as Transfer)
const lastSequence = () => Number(tenant.store.first('SELECT max(seq) AS last FROM transfers')?.last)

const balances = () => new Map(changedBalances(tenant.store).map((row) => [`${row.profile_id} ${row.asset}`, row]))
const opening = (asset: keyof typeof assets) =>
  decimalOf(openingBalance * 10n ** BigInt(assets[asset].scale), assets[asset].scale, 2)

/** What processing added to each balance, without what did not change. */
function changesBetween(before: ReturnType<typeof balances>, after: ReturnType<typeof balances>) {
  const changes = new Map<string, bigint>()
  for (const [key, { asset, balance }] of after) {
    const { scale } = assets[asset]
    const was = unitsOf(before.get(key)?.balance ?? opening(asset), scale) ?? 0n
    const change = (unitsOf(balance, scale) ?? 0n) - was
    if (change !== 0n) changes.set(key, change)
  }
  return changes
}

test(`of ${chains} chains with the same amounts, memos and profiles none is joined with another, and none is torn (seed ${seed})`, () => {
  const memos = addRules()
  // Few amounts, so that most chains have neighbours with the same one; some fail or wait on the way.
  const amount = fc.constantFrom(
    '250000.00',
    '250000.00',
    '1000.00',
    '180000.77',
    '5000.66',
    '999.99',
    '0.01',
    '12000.88',
  )
  const memo = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...memos) },
    { weight: 1, arbitrary: fc.constant('MDWR0NG') },
  )
  const wishes = fc.sample(fc.tuple(amount, memo), { numRuns: chains, seed })
  const known = new Map<string, string>()
  const all: Transfer[] = []
  let now = tenant.clock.now()
  for (const [index, [text, memo_id]] of wishes.entries()) {
    const [sequence, before] = [lastSequence(), balances()]
    const body = { amount: text, asset: 'USD', memo_id, fiat_network_instructions: { wire: {} } }
    change((context) => initiateSandboxFiatDeposit.handle(checkForm('initiateSandboxFiatDeposit', { body }), context))
    now += 3_600_000
    tenant.setClock({ now })
    tenant.snapshot()
    const added = transfersAfter(sequence)
    for (const { id } of added) known.set(id, String(index))
    all.push(...added)
    const movements = movementsAmong(added.map(readTransfer))
    const [movement] = movements
    expect({ index, movements: movements.length, transfers: movement?.transfers.length }).toEqual({
      index,
      movements: 1,
      transfers: added.length,
    })
    if (!movement) continue
    // What the movement says lies on profiles is what the ledger's balances show. A hold is on its way.
    const { balances: sums, reason } = accountsOf(stationsOf(movement))
    if (reason) {
      expect([index, reason]).toEqual([index, 'a transfer failed, and its money may have moved'])
      continue
    }
    const rests = new Map<string, bigint>()
    for (const { profile, asset, amount: rest } of sums.flatMap((sum) => sum.rests)) {
      const [sign, digits] = rest.startsWith('-') ? [-1n, rest.slice(1)] : [1n, rest]
      rests.set(`${profile} ${asset}`, sign * (unitsOf(digits, assets[asset as keyof typeof assets].scale) ?? 0n))
    }
    const held = added.filter(({ status, direction }) => status === 'PENDING' && direction === 'DEBIT')
    for (const { profile_id, asset, total } of held) {
      const key = `${profile_id} ${asset}`
      rests.set(key, (rests.get(key) ?? 0n) + (unitsOf(total, assets[asset as keyof typeof assets].scale) ?? 0n))
    }
    const moved = [...rests].filter(([, units]) => units !== 0n)
    expect([index, new Map(moved)]).toEqual([index, changesBetween(before, balances())])
    for (const sum of sums) expect([index, Number(imbalance(sum)), Number(sum.unexplained)]).toEqual([index, 0, 0])
  }
  // All at once, in any order and some twice: the same movements.
  const shuffled = [...all, ...all.slice(0, 50)].sort((one, other) => (one.id.slice(9) < other.id.slice(9) ? -1 : 1))
  const together = movementsAmong(shuffled.map(readTransfer))
  expect(together).toHaveLength(chains)
  const torn = together.filter(({ transfers }) => new Set(transfers.map((one) => known.get(keyOf(one)))).size !== 1)
  expect(torn).toEqual([])
  expect(Math.max(...together.map(({ transfers }) => transfers.length))).toBeGreaterThan(6)
}, 600_000)
