import { NextRequest } from 'next/server'
import { describe, expect, it, test } from 'vitest'
import type { RequestContext } from '../auth/request-context'
import { systemClock } from '../clock'
import { recordedLog } from '../testing'
import { acceptsGzip, answer } from './answer'

const secret = 'postgres://mintdesk:hunter2@db/desk account 000123456789'

/** Answers a request, and what it left in the log. */
async function answered(handle: (context: RequestContext) => Promise<Response>, init: RequestInit = {}) {
  const recorded = recordedLog()
  const request = new NextRequest(
    `http://localhost:3000/api/${encodeURIComponent(secret)}?q=${encodeURIComponent(secret)}`,
    { ...init, signal: init.signal ?? undefined },
  )
  const response = await answer({ clock: systemClock, log: recorded.log }, request, 'listIntents', handle)
  return { ...recorded, response, text: await response.text() }
}
const failed = (thrown: unknown) => answered(() => Promise.reject(thrown))

describe('A request', () => {
  it('leaves exactly one line in the log, with who asked for what and how long it took', async () => {
    const { response, lines } = await answered(async (context) => {
      Object.assign(context, { session: { subject: 'oidc:ines' }, environment: 'sandbox', operation: 'listTransfers' })
      Object.assign(context.upstream, { status: 200, millis: 12.4 })
      return new Response('{}')
    })
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        msg: 'request',
        request_id: response.headers.get('x-request-id'),
        trace_id: expect.stringMatching(/^[\da-f]{32}$/),
        span_id: expect.stringMatching(/^[\da-f]{16}$/),
        method: 'GET',
        operation: 'listTransfers',
        environment: 'sandbox',
        subject: 'oidc:ines',
        status: 200,
        duration_ms: expect.any(Number),
        upstream_status: 200,
        upstream_ms: 12,
      },
    ])
  })

  it('says what the clocks of the console and the provider show, where it is of an environment', async () => {
    const upstreams = { of: () => ({ now: () => 1_795_050_000_000 }) }
    const clock = { ...systemClock, now: () => 1_795_046_400_000 }
    const of = (environment: 'sandbox' | undefined) =>
      answer(
        { clock, log: recordedLog().log, upstreams },
        new NextRequest('http://localhost:3000/'),
        'x',
        async (context) => {
          context.environment = environment
          return new Response('{}')
        },
      )
    expect((await of('sandbox')).headers.get('x-mintdesk-clocks')).toBe('1795046400000 1795050000000')
    expect((await of(undefined)).headers.has('x-mintdesk-clocks')).toBe(false)
  })

  it('leaves none of its secrets in the log: address, headers and body are not written', async () => {
    const headers = { cookie: secret, authorization: secret, 'x-mintdesk-intent': secret, origin: secret }
    const { lines, text } = await answered(async (context) => new Response(context.request.body), {
      method: 'POST',
      headers,
      body: secret,
    })
    expect(text).toBe(secret)
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|000123456789/)
  })

  it('whose browser has gone is logged as 499', async () => {
    const browser = new AbortController()
    const { response, lines } = await answered(
      async ({ request }) => {
        browser.abort()
        throw request.signal.reason
      },
      { signal: browser.signal },
    )
    expect([response.status, lines.map(({ status }) => status)]).toEqual([499, [499]])
  })
})

describe('The log', () => {
  it('removes the value of every name on its list, at any level', () => {
    const { log, text } = recordedLog()
    const secrets = {
      password: 'hunter2',
      account_number: '000123456789',
      'set-cookie': 'hunter2',
      access_token: 'hunter2',
      Authorization: 'hunter2',
      email: 'hunter2@company.example',
    }
    const itself: Record<string, unknown> = {}
    itself.again = itself
    const deep = { form: [{ sent: { kept: 'a status', ...secrets } }] }
    log.info({ ...secrets, headers: secrets, request: { body: secrets, ...deep }, itself }, 'request')
    expect(text()).not.toMatch(/hunter2|000123456789/)
    expect(text()).toContain('"account_number":"[removed]"')
    expect(text()).toContain('"kept":"a status"')
  })

  it('has no text of an error, under whatever name it is logged', () => {
    const { log, lines } = recordedLog()
    log.warn({ err: new Error(secret), reason: Object.assign(new RangeError(secret), { code: 'E_RANGE' }) }, 'x')
    expect(lines).toMatchObject([{ err: { reason: 'Error' }, reason: { reason: 'RangeError E_RANGE' } }])
    expect(JSON.stringify(lines)).not.toContain('hunter2')
  })
})

describe('A request that fails', () => {
  it('leaves the class, the codes and the place of the error in the log, and never its text', async () => {
    const cause = Object.assign(new RangeError(`${secret}\n    at ${secret}`), { code: 'E_INNER' })
    const { response, text, lines } = await failed(new TypeError(secret, { cause }))
    expect(response.status).toBe(500)
    expect(lines).toMatchObject([
      {
        level: 50,
        request_id: response.headers.get('x-request-id'),
        problem: '/problems/internal-error',
        reason: 'TypeError, caused by RangeError E_INNER',
        at: expect.stringContaining('answer.test.ts'),
      },
    ])
    expect(`${JSON.stringify(lines)}${text}`).not.toMatch(/hunter2|000123456789/)
  })

  it('because of the database is answered with 503 and a time to try again, and its code is in the log', async () => {
    const error = Object.assign(new Error(secret), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    const { response, text, lines } = await failed(error)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(text)).toMatchObject({ type: '/problems/database-unavailable', meta: { retry_after: 5 } })
    expect(lines).toMatchObject([{ reason: 'Error ERR_SQLITE_ERROR 13' }])
    expect(`${JSON.stringify(lines)}${text}`).not.toMatch(/hunter2|000123456789/)
  })
})

test.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['br;q=1, *;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['br, *;q=0', false],
  ['not-gzip', false],
  ['', false],
  [null, false],
])('an Accept-Encoding of %j takes gzip: %s', (header, isTaken) => {
  expect(acceptsGzip(header)).toBe(isTaken)
})
