import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IssuerQuoteExecution } from '../provider/issuer-quotes'
import type { Rule } from '../provider/rules'
import type { Transfer } from '../provider/transfers'
import { allAccounts } from './engine/fiat-accounts'
import { profiles } from './seed/parties'
import { changedBalances, type Reply, type Service, startService } from './testing'

let service: Service
beforeAll(async () => {
  service = await startService(200)
})
afterAll(() => service.stop())

let number = 0
let refId = ''
beforeEach(() => {
  number += 1
  refId = `rule-${number}`
  later(1000)
})

const post = (path: string, body: object): Promise<Reply> =>
  service.ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const createRule = (body: object) => post('/v2/orchestration/rules', { ref_id: refId, ...body })
const [main, minting, payouts] = profiles.map(({ id }) => id)

const byWire = { profile_id: minting, source_asset: 'USD', destination_asset: 'USDG', source: { fiat: {} } }
const wire = { wire: { account_number: '4455667788' } }
const deposit = (memo: string, amount: string) =>
  post('/v2/sandbox/fiat-deposits', { amount, asset: 'USD', memo_id: memo, fiat_network_instructions: wire })

function later(milliseconds: number) {
  service.tenant.setClock({ now: service.tenant.clock.now() + milliseconds })
}
/** A rule, and the memo that deposits for it must carry. */
async function rule(body: object): Promise<{ rule: Rule; memo: string }> {
  const reply = await createRule(body)
  expect([reply.status, reply.body.detail]).toEqual([200, undefined])
  const made = reply.body.rule as Rule
  return { rule: made, memo: made.source.fiat?.memo_id ?? '' }
}

/** The transfers created since a time, oldest first. */
async function since(moment: number): Promise<Transfer[]> {
  const at = new Date(moment).toISOString()
  const { body } = await service.ask(`/v2/transfer/transfers?created_at.gte=${at}&order=ASC`)
  return body.items as Transfer[]
}
async function quotesSince(moment: number): Promise<IssuerQuoteExecution[]> {
  const { body } = await service.ask(`/v2/issuer-quotes?created_range.begin=${new Date(moment).toISOString()}`)
  return body.issuer_quote_executions as IssuerQuoteExecution[]
}
const now = () => service.tenant.clock.now()
const balance = (profile: string | undefined, asset: string) =>
  changedBalances(service.store).find((kept) => kept.profile_id === profile && kept.asset === asset)

describe('a rule', () => {
  test('is returned with the generated memo and ids, which replace sent ones', async () => {
    const { rule: made } = await rule({
      ...byWire,
      nickname: 'Mint on arrival',
      source: { fiat: { network: 'WIRE', account_type: 'SWIFT', memo_id: 'mine', deposit_instructions_id: 'mine' } },
      destination: { profile: { profile_id: payouts } },
    })
    expect(made).toEqual({
      ...byWire,
      ref_id: refId,
      nickname: 'Mint on arrival',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/Z$/),
      source: {
        fiat: {
          network: 'WIRE',
          account_type: 'SWIFT',
          memo_id: expect.stringMatching(/^MD[A-Z2-9]{10}$/),
          deposit_instructions_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      },
      destination: { profile: { profile_id: payouts } },
    })
  })

  test.each([
    ['ETHEREUM', /^0x[0-9a-f]{40}$/],
    ['POLYGON', /^0x[0-9a-f]{40}$/],
    ['SOLANA', /^[1-9A-HJ-NP-Za-km-z]{44}$/],
    ['STELLAR', /^G[A-Z2-7]{55}$/],
  ])('from a network has an address of %s', async (network, shape) => {
    const source = { crypto: { network } }
    const { rule: made } = await rule({ ...byWire, source_asset: 'USDC', destination_asset: 'USD', source })
    expect(made.source.crypto).toEqual({
      network,
      address: expect.stringMatching(shape),
      address_id: expect.any(String),
    })
  })

  test('is created once by twenty simultaneous requests; the others get the record', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => createRule(byWire)))
    const made = replies.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    const others = replies.filter(({ status }) => status === 409)
    expect(others).toHaveLength(19)
    for (const { body } of others) expect(body.meta).toEqual({ existing: made[0]?.body.rule })
  })

  test.each([
    ['of a profile that does not exist', { ...byWire, profile_id: 'nobody' }, 'profile_id'],
    ['that takes a token by wire', { ...byWire, source_asset: 'USDC' }, 'source_asset'],
    ['that takes dollars on a network', { ...byWire, source: { crypto: { network: 'BASE' } } }, 'source_asset'],
    [
      'from a network without its name',
      { ...byWire, source_asset: 'USDC', source: { crypto: {} } },
      'source.crypto.network',
    ],
    ['from a profile without its id', { ...byWire, source: { profile: {} } }, 'source.profile.profile_id'],
    [
      'that sends dollars to a network',
      { ...byWire, destination_asset: 'USD', destination: { crypto: { address: 'a', network: 'BASE' } } },
      'destination_asset',
    ],
    [
      'to a network without an address',
      { ...byWire, destination: { crypto: { network: 'BASE' } } },
      'destination.crypto.address',
    ],
    [
      'to an address without a network',
      { ...byWire, destination: { crypto: { address: '0x1' } } },
      'destination.crypto.network',
    ],
    ['that wires a token', { ...byWire, destination: { fiat: { fiat_account_id: 'x' } } }, 'destination_asset'],
    [
      'that wires to nobody',
      { ...byWire, destination_asset: 'USD', destination: { fiat: {} } },
      'destination.fiat.fiat_account_id',
    ],
    [
      'that wires to an unknown account',
      { ...byWire, destination_asset: 'USD', destination: { fiat: { fiat_account_id: 'x' } } },
      'destination.fiat.fiat_account_id',
    ],
    [
      'to a profile that does not exist',
      { ...byWire, destination: { profile: { profile_id: 'x' } } },
      'destination.profile.profile_id',
    ],
  ])('%s is refused at the field', async (_, body, field) => {
    const reply = await createRule(body)
    expect([reply.status, reply.body.type]).toEqual([403, '/problems/business-rule'])
    expect(reply.body.errors).toEqual([{ field, message: expect.stringMatching(/^[A-Z].*\.$/) }])
  })
})

describe('a deposit', () => {
  test('is answered immediately with {}, appears PENDING, and completes less its fee', async () => {
    const begun = now()
    const reply = await deposit('MD-nobody', '2500.50')
    expect([reply.status, reply.text]).toEqual([200, '{}'])
    const [pending] = await since(begun)
    expect(pending).toMatchObject({
      type: 'WIRE_DEPOSIT',
      status: 'PENDING',
      profile_id: main,
      memo: 'MD-nobody',
      amount: '2500.50',
      fee: '10.00',
      total: '2490.50',
    })
    expect(balance(main, 'USD')).toBeUndefined()
    later(3000)
    const [done] = await since(begun)
    expect(done).toMatchObject({ status: 'COMPLETED', id: pending?.id })
    expect(balance(main, 'USD')).toMatchObject({ balance: '10002490.50', held: '0.00' })
  })

  test.each([
    ['.66', 'FAILED', undefined],
    ['.77', 'PENDING', 'TRAVEL_RULE_INFO_REQUESTED'],
    ['.88', 'PENDING', 'PENDING_CUSTOMER_APPROVAL'],
  ])('of an amount that ends in %s is %s for ever', async (cents, status, secondary) => {
    const begun = now()
    const before = balance(main, 'USD')
    await deposit('MD-nobody', `5000${cents}`)
    later(86_400_000)
    const [transfer] = await since(begun)
    expect([transfer?.status, transfer?.secondary_status?.name]).toEqual([status, secondary])
    expect(balance(main, 'USD')).toEqual(before)
  })

  test('of zero is refused', async () => {
    const { status, body } = await deposit('MD-nobody', '0.00')
    expect([status, body.type]).toEqual([403, '/problems/business-rule'])
    expect(body.errors).toMatchObject([{ field: 'amount' }])
  })
})

describe('a deposit with the memo of a rule', () => {
  const kinds = (transfers: Transfer[]) => transfers.map(({ type, asset, status }) => `${type} ${asset} ${status}`)

  test('is converted and sent to an address, each step linked to the previous one', async () => {
    const { rule: made, memo } = await rule({
      ...byWire,
      nickname: 'Mint and send',
      destination: { crypto: { address: `0x${'a'.repeat(40)}`, network: 'POLYGON' } },
    })
    const begun = now()
    await deposit(memo, '250000.00')
    later(3500)
    expect(kinds(await since(begun))).toEqual(['WIRE_DEPOSIT USD COMPLETED'])
    later(1000)
    expect(await quotesSince(begun)).toMatchObject([{ status: 'PENDING' }])
    later(60_000)
    const all = await since(begun)
    expect(kinds(all)).toEqual([
      'WIRE_DEPOSIT USD COMPLETED',
      'INTERNAL_TRANSFER_DEBIT USD COMPLETED',
      'INTERNAL_TRANSFER_CREDIT USDG COMPLETED',
      'CRYPTO_WITHDRAWAL USDG COMPLETED',
    ])
    const [arrived, debit, credit, sent] = all
    expect(arrived).toMatchObject({
      metadata: { rule_id: made.id, rule: 'Mint and send' },
      auto_conversion: { to_transfer_id: debit?.id },
    })
    const link = { from_transfer_id: debit?.id, to_transfer_id: credit?.id }
    expect([debit?.auto_conversion, credit?.auto_conversion]).toEqual([link, link])
    expect(debit?.group_id).toBe(credit?.group_id)
    expect([debit?.total, credit?.total]).toEqual(['249990.00', '249990.00'])
    expect(sent).toMatchObject({
      auto_conversion: { from_transfer_id: credit?.id },
      crypto_network: 'POLYGON_POS',
      crypto_tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      amount: '249989.00',
      fee: '1.00',
      total: '249990.00',
      notional_value: '249990.00',
    })
    expect(await quotesSince(begun)).toMatchObject([
      { asset_type: 'USDG', status: 'COMPLETE', principal: '249990.00', token_principal: '249990.00', ref_id: refId },
    ])
    expect(balance(minting, 'USDG')).toMatchObject({ balance: '10000000.00', held: '0.00' })
    expect(balance(minting, 'USD')).toMatchObject({ balance: '10000000.00', held: '0.00' })
  })

  test('moves to another profile, where another rule redeems and wires it', async () => {
    const account = allAccounts(service.store)[0]?.id ?? ''
    await rule({
      ref_id: `${refId}-redeem`,
      profile_id: payouts,
      source_asset: 'USDP',
      destination_asset: 'USD',
      source: { profile: { profile_id: payouts } },
      destination: { fiat: { fiat_account_id: account.toUpperCase(), memo: 'Invoice 9' } },
    })
    const { memo } = await rule({
      ...byWire,
      destination_asset: 'USDP',
      destination: { profile: { profile_id: payouts } },
    })
    const begun = now()
    await deposit(memo, '900.00')
    later(60_000)
    const all = await since(begun)
    expect(kinds(all)).toEqual([
      'WIRE_DEPOSIT USD COMPLETED',
      'INTERNAL_TRANSFER_DEBIT USD COMPLETED',
      'INTERNAL_TRANSFER_CREDIT USDP COMPLETED',
      'INTERNAL_TRANSFER_DEBIT USDP COMPLETED',
      'INTERNAL_TRANSFER_CREDIT USDP COMPLETED',
      'INTERNAL_TRANSFER_DEBIT USDP COMPLETED',
      'INTERNAL_TRANSFER_CREDIT USD COMPLETED',
      'WIRE_WITHDRAWAL USD COMPLETED',
    ])
    expect(all.at(-1)).toMatchObject({
      fiat_account_id: account,
      memo: 'Invoice 9',
      amount: '900.00',
      profile_id: payouts,
    })
    expect((await quotesSince(begun)).map(({ token_principal }) => token_principal).sort()).toEqual([
      '-900.00',
      '900.00',
    ])
    expect(balance(payouts, 'USDP')).toMatchObject({ balance: '10000000.00', held: '0.00' })
  })

  test('runs each of several circular rules once', async () => {
    const [one, other] = [profiles[3].id, profiles[4].id]
    const pass = (ref: string, from: string, to: string) =>
      rule({
        ref_id: `${refId}-${ref}`,
        profile_id: from,
        source_asset: 'PYUSD',
        destination_asset: 'PYUSD',
        source: { profile: { profile_id: from } },
        destination: { profile: { profile_id: to } },
      })
    await pass('there', one, other)
    await pass('back', other, one)
    const { memo } = await rule({ ...byWire, profile_id: one, destination_asset: 'PYUSD' })
    const begun = now()
    await deposit(memo, '10.00')
    later(3_600_000)
    expect(kinds(await since(begun))).toHaveLength(3 + 2 + 2)
    expect(balance(one, 'PYUSD')).toMatchObject({ balance: '10000010.00', held: '0.00' })
  })

  test.each([
    [
      'an address on an unknown network',
      'USDG',
      { crypto: { address: 'x', network: 'NEWCHAIN' } },
      'CRYPTO_WITHDRAWAL',
    ],
    ['an account that was rejected', 'USD', 'REJECT Bank', 'WIRE_WITHDRAWAL'],
  ])('stays in the profile where it cannot go on to %s', async (_, asset, to, type) => {
    const bank = { wire: { routing_details: { bank_name: to } } }
    const owner = { institution_details: { name: 'Okafor Ltd' } }
    const destination =
      typeof to === 'string'
        ? {
            fiat: {
              fiat_account_id: String(
                (
                  await post('/v2/transfer/fiat-accounts', {
                    fiat_account_owner: owner,
                    fiat_network_instructions: bank,
                  })
                ).body.id,
              ),
            },
          }
        : to
    const profile = profiles[6].id
    const before = balance(profile, asset)?.balance ?? '10000000.00'
    const { memo } = await rule({ ...byWire, profile_id: profile, destination_asset: asset, destination })
    const begun = now()
    await deposit(memo, '400.00')
    later(60_000)
    const all = await since(begun)
    expect(all.at(-1)).toMatchObject({ type, status: 'FAILED', direction: 'DEBIT' })
    expect(balance(profile, asset)).toMatchObject({ held: '0.00' })
    expect(Number(balance(profile, asset)?.balance) - Number(before)).toBe(400)
  })
})
