import type { Dispatcher } from 'undici'
import { describe, expect, test } from 'vitest'
import { Secrets } from '../upstream/secrets'
import { outcomeOf, type SentWrite } from './outcome'
import type { SendResult } from './send'

const order: SentWrite = {
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
}
const deposit: SentWrite = { ...order, name: 'initiateSandboxFiatDeposit', path: {}, body: { amount: '1.00' } }
const record = { ...(order.body as object), id: 'o-1', profile_id: 'p-1', status: 'SUBMITTED' }

/** A whole answer, as `sendOnce` gives it. */
function answered(status: number, body: unknown, contentType = 'application/json'): SendResult {
  const answer = { statusCode: status, headers: { 'content-type': contentType } } as unknown as Dispatcher.ResponseData
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { received: { answer, secrets: new Secrets([]), limitedInARow: 0, at: 0, isTimed: true }, text, contentType }
}
const problem = (status: number, kind: string, more: object = {}) =>
  answered(status, { type: `https://service.example/problems/${kind}`, title: 'No.', status, ...more })

const exists = (existing: object) => problem(409, 'already-exists', { meta: { existing } })
const part = ({ body }: SentWrite) => ({ id: 'o-1', ref_id: (body as { ref_id: string }).ref_id, status: 'OPEN' })

const named: SentWrite = { ...order, body: { ...(order.body as object), ref_id: 'hedge-1' } }
const other = { ...record, quote_amount: '7', side: 'SELL' }
const wire = (account_number: string) => ({ fiat_network_instructions: { wire: { account_number } } })
const account: SentWrite = {
  ...order,
  name: 'createFiatAccount',
  path: {},
  body: { ref_id: 'a-1', ...wire('000123456789') },
}
const accountRecord = { id: 'fa-1', ref_id: 'a-1', status: 'PENDING', ...wire('000123456789') }
const change: SentWrite = { ...account, name: 'updateFiatAccount', path: { id: 'fa-1' }, body: wire('000123456789') }
const ruleRecord = { id: 'r-1', ref_id: 'rule-1', profile_id: 'p-1', source_asset: 'USD', destination_asset: 'USDG' }
const rule: SentWrite = {
  ...order,
  name: 'createRule',
  path: {},
  body: { ref_id: 'rule-1', profile_id: 'p-1', source_asset: 'USD', destination_asset: 'USDG', source: { fiat: {} } },
}

describe('An answer to a write', () => {
  test.each([
    ['200 with the record', order, answered(200, record), 'confirmed'],
    ['201 with the record', order, answered(201, record), 'confirmed'],
    ['200 with REJECTED', order, answered(200, { ...record, status: 'REJECTED' }), 'refused'],
    ['200 with the page of another server', order, answered(200, '<html>', 'text/html'), 'unknown'],
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
    ['409 with this record', order, problem(409, 'already-exists', { meta: { existing: record } }), 'confirmed'],
    [
      '409 already-exists without a record, under a generated reference',
      order,
      problem(409, 'already-exists'),
      'confirmed',
    ],
    ['409 already-exists without a record, with a typed reference', named, problem(409, 'already-exists'), 'unknown'],
    ['409 conflict', order, problem(409, 'conflict', { detail: 'The market is being maintained.' }), 'unknown'],
    ['409 state-conflict', order, problem(409, 'state-conflict'), 'unknown'],
    ['409 profile-does-not-exist', order, problem(409, 'profile-does-not-exist'), 'unknown'],
    ['409 Already-Exists, an unlisted kind', order, problem(409, 'Already-Exists'), 'unknown'],
    ['409 request-in-progress', order, problem(409, 'request-in-progress'), 'unknown'],
    ['409 with a record that has another reference', order, exists({ ...record, ref_id: 'hedge-9' }), 'unknown'],
    ['409 with part of the record, with a generated reference', order, exists(part(order)), 'confirmed'],
    ['409 with part of the record, with a typed reference', named, exists(part(named)), 'unknown'],
    [
      '409 with the whole record, under a typed reference',
      named,
      exists({ ...record, ref_id: 'hedge-1' }),
      'confirmed',
    ],
    ['200 with another reference', order, answered(200, { ...record, ref_id: 'hedge-9' }), 'unknown'],
    ['200 with another side', order, answered(200, { ...record, side: 'SELL' }), 'unknown'],
    ['200 with another market', order, answered(200, { ...record, market: 'ETHUSD' }), 'unknown'],
    ['200 with another type', order, answered(200, { ...record, type: 'LIMIT' }), 'unknown'],
    ['200 with another profile', order, answered(200, { ...record, profile_id: 'p-2' }), 'unknown'],
    ['200 with another amount', order, answered(200, { ...record, quote_amount: '5.01' }), 'unknown'],
    ['200 with the amount written differently', order, answered(200, { ...record, quote_amount: '5.00' }), 'confirmed'],
    [
      '200 with another asset of a rule',
      rule,
      answered(200, { rule: { ...ruleRecord, destination_asset: 'USDC' } }),
      'unknown',
    ],
    ['200 with the rule', rule, answered(200, { rule: ruleRecord }), 'confirmed'],
    ['200 with another account number', account, answered(200, { ...accountRecord, ...wire('999') }), 'unknown'],
    [
      '200 with a masked account number',
      account,
      answered(200, { ...accountRecord, ...wire('XXXX6789') }),
      'confirmed',
    ],
    ['200 with another id to a change', change, answered(200, { ...accountRecord, id: 'fa-2' }), 'unknown'],
    ['200 with the changed account', change, answered(200, accountRecord), 'confirmed'],
    ['200 with an error to a deposit', deposit, answered(200, { code: 'FAILED' }), 'unknown'],
    ...[{ result: 'REJECTED' }, { error_code: 'X1' }, { reason: 'limit exceeded' }, { data: { error: 'x' } }].map(
      (body) => [`200 with ${JSON.stringify(body)} to a deposit`, deposit, answered(200, body), 'unknown'],
    ),
    ['200 with an id and the amount to a deposit', deposit, answered(200, { id: 'd-1', amount: '1.00' }), 'confirmed'],
    ['200 with an id and FAILED', order, answered(200, { id: 'q-1', status: 'FAILED' }), 'unknown'],
    ['200 with an id alone', order, answered(200, { id: 'q-1' }), 'unknown'],
    ['200 with an id and the reference', order, answered(200, { id: 'q-1', ref_id: order.id }), 'confirmed'],
    ['200 with the record and an error', order, answered(200, { ...record, error: 'Rejected.' }), 'unknown'],
    ['200 with the rule and errors beside it', rule, answered(200, { rule: ruleRecord, errors: [{}] }), 'unknown'],
    ['200 with the rule and no errors', rule, answered(200, { rule: ruleRecord, errors: [] }), 'confirmed'],
    [
      '200 with the id and an error to a change of metadata',
      { ...change, body: { metadata: { a: 'b' } } },
      answered(200, { id: 'fa-1', code: 'FAILED', message: 'The account is locked. Nothing was changed.' }),
      'unknown',
    ],
    ['200 with the id alone to a change', change, answered(200, { id: 'fa-1' }), 'unknown'],
    ['200 with a list for a side', order, answered(200, { ...record, side: ['BUY'] }), 'unknown'],
    ['200 with an object for an amount', order, answered(200, { ...record, quote_amount: { value: '5' } }), 'unknown'],
    ['200 with a list for a status', order, answered(200, { ...record, status: ['REJECTED'] }), 'unknown'],
    ['200 with Rejected', order, answered(200, { ...record, status: 'Rejected' }), 'refused'],
    ['200 with the record and FAILED', order, answered(200, { ...record, status: 'Failed' }), 'unknown'],
    ['206', order, answered(206, record), 'unknown'],
    [
      '200 with a side that is there twice',
      order,
      answered(200, JSON.stringify(record).replace('{', '{"side":"SELL",')),
      'unknown',
    ],
    ['200 with another amount to a deposit', deposit, answered(200, { id: 'd-1', amount: '2.00' }), 'unknown'],
    ['200 with the amount as a number to a deposit', deposit, answered(200, { amount: 1 }), 'confirmed'],
    ['200 with CANCELLED to a deposit', deposit, answered(200, { status: 'CANCELLED' }), 'unknown'],
    ['200 with Pending to a deposit', deposit, answered(200, { status: 'Pending' }), 'confirmed'],
    ['499', order, problem(499, 'client-closed'), 'unknown'],
    ['200 with a failed status to a deposit', deposit, answered(200, { status: 'FAILED' }), 'unknown'],
    ['403 with a page of a firewall', order, answered(403, '<h1>Forbidden</h1>', 'text/html'), 'unknown'],
    ['403 with no body', order, answered(403, '', ''), 'unknown'],
    ['429 with plain text', order, answered(429, 'slow down', 'text/plain'), 'unknown'],
    ['404 with plain text', order, answered(404, 'no such profile', 'text/plain'), 'refused'],
    ['409 to a change of an account', change, problem(409, 'state-conflict'), 'unknown'],
    ['409 with no body', order, answered(409, ''), 'unknown'],
    ['409 with a record without an id', order, answered(409, { meta: { existing: {} } }), 'unknown'],
    ['200 with an invalid id', order, answered(200, { ...record, id: 'o\u0000' }), 'unknown'],
    ['409 to a deposit', deposit, problem(409, 'busy'), 'unknown'],
    ['a connection that broke', order, { cause: new Error('closed'), hasLeft: true }, 'unknown'],
    ['no connection', order, { cause: new Error('ECONNREFUSED'), hasLeft: false }, 'prepared'],
  ] as [string, SentWrite, SendResult, string][])('%s', (_, asked, written, state) => {
    expect(outcomeOf(asked, written).state).toBe(state)
  })

  const toAddress: SentWrite = {
    ...rule,
    body: { ...(rule.body as object), destination: { crypto: { address: '0xabc', network: 'ETHEREUM' } } },
  }
  const elsewhere = { crypto: null, fiat: null, profile: { profile_id: 'p-evil' } }
  test.each([
    [
      'a 409 of another kind with a part',
      order,
      problem(409, 'conflict', { meta: { existing: { id: 'm-7', status: 'OPEN' } } }),
    ],
    [
      'a request in progress with a part',
      order,
      problem(409, 'request-in-progress', { meta: { existing: part(order) } }),
    ],
    ['a part that does not name the reference', order, exists({ id: 'o-1', status: 'OPEN' })],
    ['another side without an id', order, exists({ ref_id: order.id, side: 'SELL', quote_amount: '9' })],
    [
      'a rule whose destination is not shown',
      { ...toAddress, body: { ...(toAddress.body as object), ref_id: 'typed' } },
      exists({ ...ruleRecord, ref_id: 'typed' }),
    ],
    [
      'an account without its number',
      account,
      exists({ id: 'fa-1', ref_id: 'a-1', fiat_network_instructions: { wire: { routing_details: {} } } }),
    ],
    [
      'a destination where none was requested',
      toAddress,
      answered(200, { rule: { ...ruleRecord, destination: elsewhere } }),
    ],
    ['a source of another kind', rule, answered(200, { rule: { ...ruleRecord, source: elsewhere } })],
    ['an id with an error code', order, answered(200, { id: 'req-1', code: 'FAILED', message: 'No.' })],
  ] as [string, SentWrite, SendResult][])('%s leaves the request unknown', (_, write, sending) => {
    expect(outcomeOf(write, sending).state).toBe('unknown')
  })

  test('metadata with the names of order members is not decisive', () => {
    const noted: SentWrite = { ...order, body: { ...(order.body as object), metadata: { type: 'Hedge' } } }
    expect(outcomeOf(noted, answered(200, { ...record, metadata: { type: 'hedge' } })).state).toBe('confirmed')
  })

  test('half a megabyte of an unterminated string is judged quickly', () => {
    expect(outcomeOf(order, answered(400, `{"a":"${'\\"'.repeat(250_000)}`)).state).toBe('refused')
  })

  test('a sentence truncated within an account number shows no part of it', () => {
    const detail = `${'No bank has this. '.repeat(27)}It is 000123456789.`.slice(0)
    const outcome = outcomeOf(account, problem(400, 'invalid-input', { detail: `${detail} ${'x'.repeat(400)}` }))
    expect(outcome.reason).not.toMatch(/0001/)
    expect(outcome.answer).not.toMatch(/0001/)
  })

  test('a sentence that quotes the sent account number is masked, although it was changed since', () => {
    const changed: SentWrite = { ...account, sent: account.body, body: { ref_id: 'a-1', ...wire('999888777') } }
    const quoted = problem(403, 'business-rule', { detail: 'IBAN DE89 3704 0044 0532 0130 00 of the memo is blocked.' })
    expect(outcomeOf(order, quoted).words).toBe('IBAN ••3000 of the memo is blocked.')
    const sending = problem(403, 'business-rule', { detail: 'Account 000123456789 is blocked, 999888777 is not.' })
    expect(outcomeOf(changed, sending).reason).toBe('Account ••6789 is blocked, ••8777 is not.')
  })

  test('409 with a record that differs is a conflict that names what differs, and may still be this one', () => {
    const existing = { ...other, ref_id: 'hedge-1' }
    const outcome = outcomeOf(named, problem(409, 'already-exists', { meta: { existing } }))
    expect(outcome).toMatchObject({ state: 'unknown', isConflict: true, shownId: 'o-1' })
    expect(outcome.reason).toContain('side, quote_amount differ')
  })

  test.each([
    ['409 with a generated reference', exists(other)],
    ['200', answered(200, other)],
  ])('%s with another side and amount is unknown, and a conflict that shows the record', (_, sending) => {
    const outcome = outcomeOf(order, sending)
    expect(outcome).toMatchObject({ state: 'unknown', isConflict: true, answer: JSON.stringify(other) })
    expect([outcome.reason, outcome.recordId]).toEqual([
      expect.stringContaining('side, quote_amount differ'),
      undefined,
    ])
  })

  test('a text that the provider spells differently does not make it another record', () => {
    const outcome = outcomeOf(order, answered(200, { ...record, metadata: { team: 'B' } }))
    expect(outcome.isConflict).toBeUndefined()
    const noted: SentWrite = { ...order, body: { ...(order.body as object), metadata: { team: 'A' } } }
    expect(outcomeOf(noted, answered(200, { ...record, metadata: { team: 'B' } }))).toMatchObject({
      state: 'confirmed',
      isConflict: true,
      reason: 'The provider recorded it differently: metadata.team differs.',
    })
  })

  test('part of a record, or none, is labelled as confirmed by reference', () => {
    expect(outcomeOf(order, problem(409, 'already-exists')).isByReference).toBe(true)
    expect(outcomeOf(order, exists(part(order)))).toMatchObject({ isByReference: true, recordId: 'o-1' })
    expect(outcomeOf(order, exists(record)).isByReference).toBeUndefined()
    expect(outcomeOf(order, answered(200, { id: 'q-1', ref_id: order.id })).isByReference).toBe(true)
  })

  test('an answer that cannot be judged is unknown and does not throw', () => {
    const odd: SentWrite = { ...account, body: { ref_id: 'a-1', ...wire('9'.repeat(9_500)) } }
    expect(outcomeOf(odd, problem(400, 'invalid-input', { detail: 'No.' })).state).toBe('refused')
    const sending = answered(200, record)
    Object.defineProperty(sending, 'contentType', {
      get: () => {
        throw new Error('It cannot be read.')
      },
    })
    expect(outcomeOf(order, sending)).toMatchObject({ state: 'unknown', answerStatus: 200 })
  })

  test('a record with thousands of levels is unknown', () => {
    const deep = `{"id":"o-1","extra":${'['.repeat(9_000)}"]"${']'.repeat(9_000)}}`
    expect(outcomeOf(order, answered(200, deep)).state).toBe('unknown')
    const problem = `{"type":"/problems/business-rule","title":"No.","meta":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`
    const refused = outcomeOf(order, answered(400, problem))
    expect([refused.state, refused.answer?.includes('{"a":')]).toEqual(['refused', false])
    const flat = answered(200, { ...record, note: '['.repeat(9_000) })
    expect(outcomeOf(order, flat).state).toBe('confirmed')
  })

  test('200 is stored unchanged, to the last digit, without our secrets', () => {
    const text = `{"id":"o-1","side":"BUY","status":"FILLED","amount_filled":0.1000000000000000055,"echo":"our-token"}`
    const written = answered(200, text)
    if (!('received' in written)) throw new Error('It was answered.')
    written.received.secrets.add('our-token')
    expect(outcomeOf(order, written).answer).toBe(text.replace('our-token', '[removed]'))
  })

  test('that quotes our secrets leaves none of them in what is stored', () => {
    const quoted = 'our-first-token and our-client-secret'
    const members = `"note":"${quoted}","${quoted}":"${quoted}"`
    const problem = (more: string) => `{"type":"/problems/${quoted}","title":"${quoted}","detail":"${quoted}",${more}}`
    const echoes: [number, string][] = [
      [200, JSON.stringify(record).replace('}', `,${members}}`).replace('SUBMITTED', quoted)],
      [200, JSON.stringify({ ...record, id: 'ID' }).replace('"ID"', `"${quoted}"`)],
      [400, problem(`"meta":{${members}},"request_id":"${quoted}"`)],
      [400, problem(`"errors":[{"field":"${quoted}","message":"${quoted}"}]`)],
      [403, `{"code":"${quoted}","message":"${quoted}"}`],
      [409, problem(`"meta":{"existing":${JSON.stringify({ ...record, side: 'SELL' }).replace('}', `,${members}}`)}}`)],
      [422, quoted],
    ]
    for (const [status, body] of echoes) {
      const sending = answered(status, body)
      if (!('received' in sending)) throw new Error('It was answered.')
      sending.received.secrets.add('our-first-token')
      sending.received.secrets.add('our-client-secret')
      // As it is shown: decoded, if it is JSON.
      const { answer = '{}', ...rest } = outcomeOf(order, sending)
      const stored = JSON.stringify([rest, JSON.parse(answer)])
      for (const secret of ['our-first-token', 'our-client-secret']) expect(stored).not.toContain(secret)
      expect(status === 409 || stored.includes('[removed]')).toBe(true)
    }
  })

  test('that quotes an account number is stored with its last four digits only', () => {
    const outcome = outcomeOf(account, problem(400, 'invalid-input', { detail: 'No bank has 000123456789.' }))
    expect([outcome.words, outcome.reason]).toEqual(['No bank has ••6789.', 'No bank has ••6789.'])
  })
})
