/** The metrics of a console: what they count, who reads them, and what they never say. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operationNames } from '../../provider/operations'
import { guardServers } from '../http/guard'
import { type MeasuredConsole, openMeasuredConsole, seriesOf } from './testing'

const list = '/sandbox/v2/transfer/transfers'
const marketOrder = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100.00' }

let measured: MeasuredConsole
beforeEach(async () => {
  measured = await openMeasuredConsole()
})
afterEach(() => measured.close())

const read = async () => seriesOf(await measured.metrics.text())
/** The value of the one series of this name with these labels. */
async function seriesValue(name: string, labels: Record<string, string> = {}) {
  const found = (await read()).filter(
    (series) => series.name === name && Object.entries(labels).every(([label, text]) => series.labels[label] === text),
  )
  expect(found, name).toHaveLength(1)
  return found[0]?.value
}

describe('Metrics', () => {
  it('count requests by operation and status, and calls to the provider with their time', async () => {
    measured.provider.answer = (path) => [path.includes('limit=7') ? 503 : 200, '{"items":[],"next_page_cursor":""}']
    for (const query of ['', '?limit=5', '?limit=7']) await (await measured.ask(`${list}${query}`)).text()
    expect((await measured.ask(`${list}?limit=none`)).status).toBe(400)
    const operation = 'listTransfers'
    expect(await seriesValue('mintdesk_requests_total', { environment: 'sandbox', operation, status: '200' })).toBe(2)
    expect(await seriesValue('mintdesk_requests_total', { operation, status: '400' })).toBe(1)
    expect(await seriesValue('mintdesk_requests_total', { operation, status: '503' })).toBe(1)
    expect(await seriesValue('mintdesk_upstream_calls_total', { operation, status: '503' })).toBe(1)
    expect(await seriesValue('mintdesk_upstream_duration_seconds_count', { environment: 'sandbox', operation })).toBe(3)
    expect(await seriesValue('mintdesk_upstream_calls_total', { operation: 'token', status: '200' })).toBe(1)
    expect(await seriesValue('mintdesk_request_duration_seconds_count', { operation })).toBe(4)
  })

  it('count writes, and tell what became of them', async () => {
    measured.provider.answer = (path) => (path.endsWith('/orders') ? [500, '{}'] : [200, '{"items":[]}'])
    expect((await measured.order(marketOrder)).status).toBe(504)
    expect(await seriesValue('mintdesk_upstream_calls_total', { operation: 'createOrder', status: '500' })).toBe(1)
    expect(await seriesValue('mintdesk_intents', { environment: 'sandbox', state: 'unknown' })).toBe(1)
    expect(await seriesValue('mintdesk_intent_oldest_unknown_seconds')).toBeLessThan(30)
    expect(await seriesValue('mintdesk_ready', { check: 'database' })).toBe(1)
  })

  it('count a provider that does not answer as such', async () => {
    measured.provider.close()
    expect((await measured.ask(list)).status).toBe(502)
    expect(await seriesValue('mintdesk_upstream_calls_total', { operation: 'token', status: 'none' })).toBe(1)
  })

  it('tell the age of tokens, and count those that are refused', async () => {
    measured.provider.tokenAnswer = () => [401, '{"error":"invalid_client"}']
    const tokens = { environment: 'sandbox', scope: 'transfer:read_transfer' }
    expect(await seriesValue('mintdesk_token_requests_total', { ...tokens, outcome: 'failed' })).toBe(0)
    expect((await measured.ask(list)).status).toBe(502)
    expect(await seriesValue('mintdesk_token_requests_total', { ...tokens, outcome: 'failed' })).toBe(1)
    expect((await read()).map(({ name }) => name)).not.toContain('mintdesk_token_age_seconds')
    measured.provider.tokenAnswer = () => [200, '{"access_token":"t","token_type":"bearer","expires_in":60}']
    await (await measured.ask(list)).text()
    expect(await seriesValue('mintdesk_token_requests_total', { ...tokens, outcome: 'issued' })).toBe(1)
    expect(await seriesValue('mintdesk_token_age_seconds', tokens)).toBeLessThan(10)
  })

  it('have no value of what is not known, such as the age of a backup that was never made', async () => {
    const names = async () => (await read()).map(({ name }) => name)
    expect(await names()).toContain('mintdesk_export_storage_bytes')
    expect(await names()).not.toContain('mintdesk_backup_age_seconds')
    expect(await names()).not.toContain('mintdesk_live_lag_seconds')
    expect(await names()).not.toContain('mintdesk_certificate_expires_in_seconds')
  })

  it('tell how long ago the changes of the provider were read', async () => {
    const read_at = Date.now() * 1_000 - 7_000_000
    await measured.database
      .insertInto('list_reading')
      .values({
        environment: 'sandbox',
        client_id: 'demo-client',
        list: 'transfer',
        complete_from: 0,
        complete_to: 0,
        is_whole: 0,
        swept_at: 0,
        read_at,
        last_sequence: 0,
        lease_id: null,
        lease_until: 0,
      })
      .execute()
    expect(await seriesValue('mintdesk_live_lag_seconds', { environment: 'sandbox' })).toBeCloseTo(7, 0)
  })

  it('tell the use of connections, the delay of the event loop, and what is running', async () => {
    expect(await seriesValue('mintdesk_database_connections', { pool: 'reads', state: 'in_use' })).toBe(5)
    expect(await seriesValue('mintdesk_database_waiting', { pool: 'writes' })).toBe(2)
    expect(await seriesValue('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(
      await seriesValue('mintdesk_build_info', { version: '1.2.3', build: 'b-1', node: '20.19.0', database: 'sqlite' }),
    ).toBe(1)
  })

  it('leave out what the database would say when it does not answer, and say that it is not ready', async () => {
    await measured.database.destroy()
    const series = await read()
    expect(series.filter(({ name }) => /_(?:intents|export_jobs)$/.test(name))).toEqual([])
    expect(series).toContainEqual({ name: 'mintdesk_ready', labels: { check: 'database', kind: 'required' }, value: 0 })
  })
})

describe('Labels', () => {
  /** What no metric may hold: ids, people, amounts, account numbers, secrets, and what breaks the format. */
  const hostile = [
    ...['4d1c0f2a-9f6e-4c53-8f0a-0123456789ab', '000123456789', 'DE89370400440532013000', '1250000.00', 'oidc:ines'],
    ...[
      'ines@company.example',
      '"} 1\nmintdesk_ready{check="x',
      "'; drop table intent --",
      '\u202e\u0000',
      '__proto__',
    ],
  ]
  /** Sends a value wherever a request, a person or the provider could put one. */
  async function post(value: string): Promise<void> {
    const { provider, console } = measured
    const part = encodeURIComponent(value)
    const json = JSON.stringify({ type: `/problems/${value}`, title: value, code: value, items: [{ id: value }] })
    for (const status of [200, 418, 499, 599, 777]) {
      provider.answer = () => [status, json]
      await (await measured.ask(`${list}/${part}`)).text().catch(() => undefined)
    }
    provider.answer = () => [200, json]
    await (await measured.ask(`${list}?ref_id=${part}&${part}=1`)).text().catch(() => undefined)
    await measured.ask(`/${part}/v2/transfer/transfers`)
    await measured.ask(`/sandbox/v2/${part}`)
    await measured.ask(list, { method: 'DELETE' })
    await measured.order({ ...marketOrder, quote_amount: value, ref_id: value, [value]: value })
    await measured.order(marketOrder, { 'x-mintdesk-intent': part, traceparent: part, 'x-mintdesk-person': part })
    await console.http.signIn(measured.request(`/api/auth/${part}/${part}`), {
      params: Promise.resolve({ nextauth: [value, value] }),
    })
    await console.own(measured.request(`/api/sandbox/intents/${part}`))
  }

  it('hold names from our own lists, statuses and environments, whatever is posted', async () => {
    await measured.close()
    measured = await openMeasuredConsole(hostile.join(' '))
    /** Those of our own: Node's appear as its garbage is collected. */
    const ownSeries = (text: string) => seriesOf(text).filter(({ name }) => name.startsWith('mintdesk_'))
    // Other values of the same form are treated alike, and get no series of their own.
    for (const value of hostile) await post(value.replace(/\d/g, '7'))
    const before = ownSeries(await measured.metrics.text()).length
    for (const value of hostile) await post(value)
    const text = await measured.metrics.text()
    for (const value of [...hostile, 'Ines', 'the-token', 'demo-client', 'demo-secret'])
      expect(text).not.toContain(value)
    const series = ownSeries(text)
    expect(series.length).toBe(before)
    const mayBe: Record<string, RegExp> = {
      environment: /^(?:sandbox|production|none)$/,
      operation: new RegExp(`^(?:${operationNames.join('|')}|token|unknown|auth unknown|getIntent)$`),
      status: /^(?:\d{3}|\dxx|none)$/,
    }
    const counted = series.filter(({ name }) => /_(?:requests|calls)_total$|_duration_seconds/.test(name))
    const wrong = counted.flatMap(({ labels }) =>
      Object.entries(labels).filter(([label, value]) => mayBe[label]?.test(value) === false),
    )
    expect(counted.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })
})

it('a page that fails is logged with its route, its trace and the digest that its browser was told, and no text', () => {
  const error = Object.assign(new RangeError('account 000123456789'), { digest: '1234567' })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  measured.console.pageFailed(error, {
    route: '/(console)/[environment]/transfers/[id]',
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  })
  const lines = measured.lines.filter(({ msg }) => msg !== 'audit')
  expect(lines).toMatchObject([
    { event: 'page-failed', route: '/(console)/[environment]/transfers/[id]', trace_id: traceId, digest: '1234567' },
  ])
  expect(lines).toMatchObject([{ level: 50, reason: 'RangeError' }])
  expect(JSON.stringify(measured.lines)).not.toContain('000123456789')
})

describe('The port of the metrics', () => {
  it('answers for metrics alone, and is not guarded as the pages are', async () => {
    const { end: stop } = guardServers({
      origin: 'https://console.example',
      connectionsPerAddress: 0,
      take: (_, response) => response.end('a page') !== undefined,
    })
    try {
      const answer = await fetch(measured.metricsUrl)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
      expect(seriesOf(await answer.text()).length).toBeGreaterThan(50)
      for (const path of ['/', '/api/sandbox/v2/transfer/transfers', '/metrics/x'])
        expect((await fetch(new URL(path, measured.metricsUrl))).status, path).toBe(404)
      expect((await fetch(measured.metricsUrl, { method: 'POST', body: 'x' })).status).toBe(404)
    } finally {
      stop()
    }
  })

  it('closes with the console', async () => {
    expect((await fetch(measured.metricsUrl)).status).toBe(200)
    await measured.end()
    await expect(fetch(measured.metricsUrl)).rejects.toThrow('fetch failed')
  })

  it('is not taken from another program: the console says which variable to change', async () => {
    const { port } = new URL(measured.metricsUrl)
    const { MetricsServer } = await import('./metrics-server')
    const second = new MetricsServer(measured.metrics, measured.log)
    await expect(second.start({ host: '127.0.0.1', port: Number(port) })).rejects.toThrow(
      `Metrics cannot be served on 127.0.0.1:${port} (EADDRINUSE). Set METRICS_HOST and METRICS_PORT to a free address.`,
    )
  })
})

describe('The trace of a request', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'rojo=1' }
  const body = (value: object) => ({ method: 'POST', body: JSON.stringify(value), headers })

  it.each<[string, () => Promise<Response>]>([
    ['a read', () => measured.ask(list, { headers })],
    ['a write', () => measured.order(marketOrder, headers)],
    [
      'a look-up',
      () =>
        measured.console.own(
          measured.request('/api/sandbox/lookup', body({ identifiers: [{ kind: 'reference', value: 'r-1' }] })),
        ),
    ],
  ])('is passed on by %s, with a span of ours that the log names', async (_, ask) => {
    const answer = await ask()
    await answer.text()
    const calls = measured.provider.arrived.filter(({ path }) => path !== '/oauth2/token')
    const [line] = measured.lines.filter(({ msg }) => msg === 'request')
    expect(line).toMatchObject({ request_id: answer.headers.get('x-request-id'), trace_id: traceId })
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) {
      expect(call.headers).toMatchObject({ traceparent: `00-${traceId}-${line?.span_id}-01`, tracestate: 'rojo=1' })
    }
    expect(line?.span_id).not.toBe('00f067aa0ba902b7')
  })
})
