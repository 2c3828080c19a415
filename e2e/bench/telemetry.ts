/** What telemetry costs a request: their own work, against that of a list through the proxy in the same process. */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'next-auth/jwt'
import { createConsole } from '../../lib/console/console'
import { migrate, openDatabase } from '../../lib/database/open'
import { systemClock } from '../../lib/server/clock'
import { createLog } from '../../lib/server/telemetry/log'
import { Metrics } from '../../lib/server/telemetry/metrics'
import { traceContextOf } from '../../lib/server/telemetry/trace-context'
import { settingsFor } from '../../lib/server/testing'

const requestsPerTurn = 300
const turns = 15
const additions = 20_000

const page = JSON.stringify({
  items: Array.from({ length: 100 }, (_, index) => ({ id: `t-${index}`, status: 'COMPLETED', amount: '100.00' })),
  next_page_cursor: '',
})
const token = '{"access_token":"the-token","token_type":"bearer","expires_in":3600}'

const line = {
  request_id: 'req_0123456789ab',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  span_id: '00f067aa0ba902b7',
  method: 'GET',
  operation: 'listTransfers',
  environment: 'sandbox',
  subject: 'oidc:ines',
  status: 200,
  duration_ms: 12,
  upstream_status: 200,
  upstream_ms: 9,
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Microseconds of processor time, the median of the turns. Time on the clock would measure what else the machine does. */
async function costOf(count: number, act: () => unknown): Promise<number> {
  const times: number[] = []
  // The first turns compile.
  for (let turn = 0; turn < turns + 3; turn++) {
    const began = process.cpuUsage()
    for (let at = 0; at < count; at++) await act()
    const { user, system } = process.cpuUsage(began)
    if (turn >= 3) times.push((user + system) / count)
  }
  return median(times)
}

/** What each signal costs, as lines. */
export async function benchTelemetry(): Promise<string[]> {
  const provider = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(request.method === 'POST' ? token : page)
  })
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-bench-'))
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  const settings = settingsFor({ baseUrl: address, authUrl: address })
  const log = createLog('info', { write: () => undefined })
  const console = createConsole({ settings, database, log, clock: systemClock })
  const sid = await console.sessions.begin({ subject: 'oidc:ines', name: 'Ines Okafor', roles: ['treasury'] })
  const cookie = `${console.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`
  const url = `${settings.origin}/api/sandbox/v2/transfer/transfers`

  const list = async () => {
    const answer = await console.http.proxy(new Request(url, { headers: { cookie } }))
    if (answer.status !== 200) throw new Error(`The proxy answered ${answer.status}.`)
    await answer.arrayBuffer()
  }
  const metrics = new Metrics({ version: '1.0.0', node: process.versions.node, database: 'sqlite' })
  const headers = new Headers({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' })
  const counted = { environment: 'sandbox', operation: 'listTransfers', status: 200 } as const
  const measures: [string, () => unknown][] = [
    ['metrics', () => [metrics.request(counted, 12), metrics.call(counted, 9)]],
    ['trace', () => traceContextOf(headers)],
    ['log line', () => log.info({ ...line }, 'request')],
  ]
  try {
    const whole = await costOf(requestsPerTurn, list)
    const lines = [`  a list through the proxy: ${whole.toFixed(0)} µs of processor time, log line and trace included`]
    for (const [name, act] of measures) {
      const cost = await costOf(additions, act)
      lines.push(`  ${name}: ${cost.toFixed(1)} µs, ${((cost / whole) * 100).toFixed(1)} % of it`)
    }
    return lines
  } finally {
    provider.closeAllConnections()
    provider.close()
    await database.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}
