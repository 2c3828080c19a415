/** Rehearsals, each against the sandbox's own control. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../../provider/roles'
import { knownScopes } from '../../../sandbox/clients'
import { controlToken, type Service, startService } from '../../../sandbox/testing'
import { controlOf, createControl } from '../../../server/sandbox-control'
import { seededClock } from '../../../server/testing'
import { NewRehearsal } from '../input'
import { type RehearsalName, type RehearsalValues, rehearsalNames, rehearsalRow } from '../interface'
import { registerRehearsals } from './rehearsal-routes'

const clock = seededClock()
let service: Service
beforeAll(async () => {
  service = await startService(60)
})
afterAll(() => service.stop())

const profile = '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60'
const owner = { institution_details: { name: 'Harbour' } }
const wire = { account_number: '4415092716', routing_details: { bank_name: 'HOLD Bank' } }
const account = { ref_id: 'account', fiat_account_owner: owner, fiat_network_instructions: { wire } }
const order = { side: 'BUY', market: 'ETHUSD', type: 'LIMIT', base_amount: '2', price: '10', ref_id: 'order' }
const rule = { ref_id: 'rule', nickname: 'Mint', profile_id: profile, source_asset: 'USD', destination_asset: 'USDC' }

let made = 0
let client: { id: string; secret: string }
let post: (path: string, body: object) => Promise<{ status: number; body: Record<string, unknown> }>

const control = () => createControl({ baseUrl: `http://127.0.0.1:${service.port}`, token: controlToken })

/** The handlers of a console for a client, asked as the router asks them. */
function console(id = client.id, { isWorld = true, roles = ['support'] as Role[], environment = 'sandbox' } = {}) {
  const { handlers, mayRehearse } = registerRehearsals({ clock, control: controlOf(control(), id), isWorld })
  const asked = { environment, session: { roles } }
  return {
    mayRehearse,
    read: () => handlers.readRehearsing(asked as Parameters<typeof handlers.readRehearsing>[0]),
    rehearse: (name: RehearsalName, values: RehearsalValues = {}) =>
      handlers.rehearse({ ...asked, body: { name, ...values } } as Parameters<typeof handlers.rehearse>[0]),
  }
}

beforeEach(async () => {
  const { body } = await service.control('POST', '/clients', { id: `rehearsing-${++made}` })
  client = { id: String(body.id), secret: String(body.secret) }
  const token = await service.token({ ...client, scopes: knownScopes, permissions: [] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  post = (path, sent) => service.send(path, { method: 'POST', headers, body: JSON.stringify(sent) })
})

const arriving = { amount: '2500.00', memo: 'MD-1', keep_pending: true }
/** What lets money arrive. */
const arrivals: Partial<Record<RehearsalName, RehearsalValues>> = {
  letWireArrive: arriving,
  letDepositArrive: { amount: '2500.00', asset: 'USDC', profile_id: profile, keep_pending: true },
}

/** A record to change, by the kind that a rehearsal changes. */
async function targetOf(name: RehearsalName): Promise<string | undefined> {
  const { on } = rehearsalRow(name)
  if (on === 'fiat-accounts') return String((await post('/v2/transfer/fiat-accounts', account)).body.id)
  if (on === 'orders') return String((await post(`/v2/profiles/${profile}/orders`, order)).body.id)
  if (on === undefined) return undefined
  await console().rehearse('letWireArrive', arriving)
  const { transfers } = await console().read()
  if (name === 'returnTransfer') await console().rehearse('settleTransfer', { target: transfers[0]?.id })
  return transfers[0]?.id
}

/** What is there afterwards, of the record or of the client. */
const outcomes: Record<RehearsalName, object> = {
  letWireArrive: { transfers: [{ amount: '2500.00', type: 'WIRE_DEPOSIT', status: 'PENDING' }] },
  letDepositArrive: { transfers: [{ amount: '2500.00', asset: 'USDC', type: 'CRYPTO_DEPOSIT', status: 'PENDING' }] },
  settleTransfer: { transfers: [{ status: 'COMPLETED' }] },
  failTransfer: { transfers: [{ status: 'FAILED' }] },
  holdTransfer: { transfers: [{ status: 'PENDING' }] },
  askForTravelRule: { transfers: [{ secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }] },
  approveTransfer: { transfers: [{ status: 'PENDING', secondary_status: undefined }] },
  returnTransfer: { transfers: [{ type: 'WIRE_WITHDRAWAL', amount: '2490.00' }] },
  approveAccount: { fiat_accounts: [{ status: 'APPROVED' }] },
  rejectAccount: { fiat_accounts: [{ status: 'REJECTED', name: 'HOLD Bank ••2716' }] },
  fillOrder: { orders: [] },
  halfFillOrder: { orders: [{ market: 'ETHUSD', side: 'BUY', base_amount: '2' }] },
  expireOrder: { orders: [] },
  pauseClock: { clock: { speed: 0 } },
  runClock: { clock: { speed: 1 } },
  forwardHour: { clock: { now: '2026-11-19T17:00:00.000Z' } },
  forwardDay: { clock: { now: '2026-11-20T16:00:00.000Z' } },
  forwardBusinessDay: { clock: { now: '2026-11-20T16:00:00.000Z' } },
  loseAnswer: { fault: 'loseAnswer' },
  cutAnswer: { fault: 'cutAnswer' },
  failRequest: { fault: 'failRequest' },
  refuseForTravelRule: { fault: 'refuseForTravelRule' },
  limitRate: { fault: 'limitRate' },
  slowDown: { fault: 'slowDown' },
  refuseToken: { fault: 'refuseToken' },
  endFaults: { fault: undefined },
}

describe.each(rehearsalNames)('%s', (name) => {
  test('does what it says', async () => {
    const target = await targetOf(name)
    expect(NewRehearsal.safeParse({ name }).success).toBe(target === undefined)
    const values = arrivals[name] ?? { target }
    expect(await console().rehearse(name, values)).toEqual({
      status: arrivals[name] ? 201 : 200,
      millis: expect.any(Number),
    })
    const { transfers, fiat_accounts, ...more } = await console().read()
    const newest = { transfers: transfers.slice(0, 1), fiat_accounts: fiat_accounts.slice(0, 1) }
    expect({ ...more, ...newest }).toMatchObject(outcomes[name])
  })
})

test('a fault takes the place of the one before, and is over once it is used up', async () => {
  await console().rehearse('slowDown')
  await console().rehearse('failRequest')
  expect((await console().read()).fault).toBe('failRequest')
  expect((await post('/v2/transfer/fiat-accounts', account)).status).toBe(500)
  expect((await console().read()).fault).toBeUndefined()
  await console().rehearse('refuseToken')
  expect((await post('/v2/transfer/fiat-accounts', account)).status).toBe(401)
  expect((await console().read()).fault).toBe('refuseToken')
  await console().rehearse('endFaults')
  expect((await post('/v2/transfer/fiat-accounts', account)).status).toBe(200)
})

test('names rules with what their money bears or where it arrives, and no account by its whole number', async () => {
  const redeem = { ...rule, nickname: undefined, source_asset: 'USDC', destination_asset: 'USD' }
  for (const [ref_id, body] of Object.entries({
    mint: { ...rule, source: { fiat: { network: 'WIRE' } } },
    network: { ...redeem, source: { crypto: { network: 'SOLANA' } } },
    profile: { ...redeem, source: { profile: { profile_id: profile } } },
  }))
    await post('/v2/orchestration/rules', { ...body, ref_id })
  await post('/v2/transfer/fiat-accounts', account)
  const shown = await console().read()
  expect(shown.rules).toEqual([
    { name: 'Redeem USDC', asset: 'USDC', profile_id: profile },
    { name: 'Redeem USDC', asset: 'USDC', address: expect.stringMatching(/./), network: 'SOLANA' },
    { name: 'Mint', asset: 'USD', memo: expect.stringMatching(/./) },
  ])
  expect(JSON.stringify(shown)).not.toContain(wire.account_number)
})

test('a refusal of control says why', async () => {
  const { rehearse } = console()
  await expect(rehearse('settleTransfer', { target: 'none' })).rejects.toMatchObject({
    problem: { status: 404, detail: 'No transfer has the id none.', meta: { answered_by: 'console' } },
  })
  await expect(rehearse('letWireArrive', { amount: '0', memo: 'MD' })).rejects.toMatchObject({
    problem: { status: 403, type: '/problems/business-rule', errors: [{ field: 'amount' }] },
  })
  // A target stays a part of the path.
  await expect(rehearse('failTransfer', { target: '../clock' })).rejects.toMatchObject({ problem: { status: 404 } })
})

test('a control that cannot be reached, or does not accept the console, is said to be away', async () => {
  const away = { status: 503, title: 'The built-in sandbox could not be reached.' }
  for (const address of [
    { baseUrl: 'http://127.0.0.1:1', token: controlToken },
    { baseUrl: `http://127.0.0.1:${service.port}`, token: 'another-control-token' },
  ]) {
    const asked = controlOf(createControl(address), client.id)({ method: 'GET', path: '/clock' })
    await expect(asked).rejects.toMatchObject({ problem: away })
  }
})

test('one client is rehearsed alone', async () => {
  const [own] = [client]
  await console(own.id).rehearse('letWireArrive', arriving)
  const { transfers } = await console(own.id).read()
  const other = await service.control('POST', '/clients', {})
  const before = await console(String(other.body.id)).read()
  const values = { target: transfers[0]?.id }
  await expect(console(String(other.body.id)).rehearse('failTransfer', values)).rejects.toMatchObject({
    problem: { status: 404 },
  })
  await console(own.id).rehearse('forwardDay')
  await console(own.id).rehearse('loseAnswer')
  expect(await console(String(other.body.id)).read()).toEqual(before)
})

describe('Who may rehearse', () => {
  test('is anyone in a world, and an admin in the demo that all share', async () => {
    await expect(console(client.id, { roles: ['support'] }).read()).resolves.toBeDefined()
    const shared = { isWorld: false, roles: ['treasury', 'approver', 'support'] as Role[] }
    for (const act of [console(client.id, shared).read(), console(client.id, shared).rehearse('forwardDay')])
      await expect(act).rejects.toMatchObject({ problem: { status: 403, type: '/problems/not-permitted' } })
    expect(console(client.id, shared).mayRehearse('sandbox', shared.roles)).toBe(false)
    await expect(console(client.id, { isWorld: false, roles: ['admin'] }).read()).resolves.toBeDefined()
  })

  test('is nobody in production, or where the console holds no control', async () => {
    const production = console(client.id, { environment: 'production', roles: ['admin'] })
    await expect(production.rehearse('forwardDay')).rejects.toMatchObject({ problem: { status: 404 } })
    expect(production.mayRehearse('production', ['admin'])).toBe(false)
    const { mayRehearse } = registerRehearsals({ clock, isWorld: false })
    expect(mayRehearse('sandbox', ['admin'])).toBe(false)
  })
})
