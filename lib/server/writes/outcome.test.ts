import type { Dispatcher } from 'undici'
import { describe, expect, test } from 'vitest'
import { type Asked, verdictOf } from './verdicts'
import type { Written } from './writes'

const order: Asked = {
  id: '0f9f0c1e-0000-4000-8000-000000000001',
  name: 'createOrder',
  path: { profile_id: 'p-1' },
  body: {
    side: 'BUY',
    market: 'BTCUSD',
    type: 'MARKET',
    quote_amount: '5',
    ref_id: '0f9f0c1e-0000-4000-8000-000000000001',
  },
  isReplay: false,
}
const deposit: Asked = { ...order, name: 'initiateSandboxFiatDeposit', path: {}, body: { amount: '1.00' } }
const record = { ...(order.body as object), id: 'o-1', profile_id: 'p-1', status: 'SUBMITTED' }

/** A whole answer, as `sendOnce` gives it. */
function answered(status: number, body: unknown, contentType = 'application/json'): Written {
  const answer = { statusCode: status, headers: { 'content-type': contentType } } as unknown as Dispatcher.ResponseData
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { sent: { answer, secrets: [], limitedInARow: 0 }, text, contentType }
}
const problem = (status: number, kind: string, more: object = {}) =>
  answered(status, { type: `https://service.example/problems/${kind}`, title: 'No.', status, ...more })

describe('An answer to a write', () => {
  test.each([
    ['200 with the record', order, answered(200, record), 'confirmed'],
    ['201 with the record', order, answered(201, record), 'confirmed'],
    ['200 with REJECTED', order, answered(200, { ...record, status: 'REJECTED' }), 'refused'],
    ['200 with another service’s page', order, answered(200, '<html>', 'text/html'), 'unknown'],
    ['200 with a record without an id', order, answered(200, { status: 'SUBMITTED' }), 'unknown'],
    ['200 with half a record', order, answered(200, '{"id":"o-1"'), 'unknown'],
    ['200 with an empty object', order, answered(200, {}), 'unknown'],
    ['200 with an empty object to a deposit', deposit, answered(200, {}), 'confirmed'],
    ['204 to a deposit', deposit, answered(204, '', ''), 'confirmed'],
    ['200 with a page to a deposit', deposit, answered(200, '<html>', 'text/html'), 'unknown'],
    ['303', order, answered(303, ''), 'unknown'],
    ['400', order, problem(400, 'invalid-input'), 'refused'],
    ['401', order, problem(401, 'unauthenticated'), 'refused'],
    ['403', order, problem(403, 'insufficient-funds'), 'refused'],
    ['408', order, problem(408, 'timeout'), 'unknown'],
    ['429', order, problem(429, 'rate-limited'), 'refused'],
    ['500', order, problem(500, 'internal-error'), 'unknown'],
    ['504 with HTML', order, answered(504, '<h1>Bad gateway</h1>', 'text/html'), 'unknown'],
    ['409 with this very record', order, problem(409, 'already-exists', { meta: { existing: record } }), 'confirmed'],
    ['409 without a record, under our own id', order, problem(409, 'already-exists'), 'confirmed'],
    ['409 of another kind at first', order, problem(409, 'profile-frozen'), 'refused'],
    ['409 of another kind to a replay', { ...order, isReplay: true }, problem(409, 'profile-frozen'), 'unknown'],
    ['409 that says nothing', order, answered(409, ''), 'unknown'],
    ['409 with a record without an id', order, answered(409, { meta: { existing: {} } }), 'unknown'],
    ['200 with an id that is none', order, answered(200, { ...record, id: 'o\u0000' }), 'unknown'],
    ['409 to a deposit', deposit, problem(409, 'busy'), 'refused'],
    ['a connection that broke', order, { cause: new Error('closed'), hasLeft: true }, 'unknown'],
    ['no connection', order, { cause: new Error('ECONNREFUSED'), hasLeft: false }, 'prepared'],
  ] as [string, Asked, Written, string][])('%s', (_, asked, written, state) => {
    expect(verdictOf(asked, written).state).toBe(state)
  })

  const named = { ...order, body: { ...(order.body as object), ref_id: 'hedge-1' } }
  const other = { ...record, quote_amount: '7', side: 'SELL' }

  test('409 with another record is a conflict that names what differs', () => {
    const existing = { ...other, ref_id: 'hedge-1' }
    const verdict = verdictOf(named, problem(409, 'already-exists', { meta: { existing } }))
    expect(verdict).toMatchObject({ state: 'refused', isConflict: true })
    expect(verdict.reason).toContain('side, quote_amount differ')
  })

  test('409 under our own id is ours, also where the service keeps it otherwise than it was asked for', () => {
    const verdict = verdictOf(order, problem(409, 'already-exists', { meta: { existing: other } }))
    expect(verdict).toMatchObject({ state: 'confirmed', isConflict: true, recordId: 'o-1' })
    expect(verdict.reason).toContain('side, quote_amount differ')
  })

  test('200 is kept as it came, to the last digit, without a secret of ours', () => {
    const text = `{"id":"o-1","status":"FILLED","amount_filled":0.1000000000000000055,"echo":"our-token"}`
    const written = answered(200, text)
    if (!('sent' in written)) throw new Error('It was answered.')
    written.sent.secrets.push('our-token')
    expect(verdictOf(order, written).answer).toBe(text.replace('our-token', '[removed]'))
  })

  test('409 without a record, under a reference of the person, is refused at first and not known afterwards', () => {
    expect(verdictOf(named, problem(409, 'already-exists')).state).toBe('refused')
    expect(verdictOf({ ...named, isReplay: true }, problem(409, 'already-exists')).state).toBe('unknown')
  })

  test('that quotes an account number is told with its last four digits only', () => {
    const account: Asked = {
      ...order,
      name: 'createFiatAccount',
      body: { fiat_network_instructions: { wire: { account_number: '000123456789' } } },
    }
    const verdict = verdictOf(account, problem(400, 'invalid-input', { detail: 'No bank has 000123456789.' }))
    expect([verdict.words, verdict.reason]).toEqual(['No bank has ••6789.', 'No bank has ••6789.'])
  })
})
