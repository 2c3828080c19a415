/** What the tests of signals share: a console whose metrics are read, in front of a provider that keeps what it gets. */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { createConsole } from '../../console/console'
import { migrate, openDatabase } from '../../database/open'
import type { Role } from '../../provider/roles'
import { systemClock } from '../clock'
import { recordedLog, settingsFor } from '../testing'
import { Metrics } from './metrics'
import { MetricsServer } from './metrics-server'

const page = '{"items":[],"next_page_cursor":""}'
const token = '{"access_token":"the-token","token_type":"bearer","expires_in":3600}'

/** A provider that answers with an empty list unless a test says otherwise. */
export async function startProvider() {
  const provider = {
    address: '',
    arrived: [] as { path: string; headers: IncomingHttpHeaders }[],
    answer: (_path: string): [status: number, body: string] => [200, page],
    tokenAnswer: (): [status: number, body: string] => [200, token],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    provider.arrived.push({ path, headers: request.headers })
    const [status, body] = path === '/oauth2/token' ? provider.tokenAnswer() : provider.answer(path)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  provider.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}

/** A pool of connections as node-postgres counts it: five are in use, and two queries wait. */
export const busyPool = { totalCount: 6, idleCount: 1, waitingCount: 2, options: { max: 6 } }

/** @param subject of the person who is signed in */
export async function openMeasuredConsole(subject = 'oidc:ines', roles: Role[] = ['treasury'], clock = systemClock) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-signals-'))
  const provider = await startProvider()
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  const recorded = recordedLog()
  const settings = settingsFor({ baseUrl: provider.address, authUrl: provider.address })
  const metrics = new Metrics({ version: '1.2.3', build: 'b-1', node: '20.19.0', database: 'sqlite' })
  const metricsServer = new MetricsServer(metrics, recorded.log)
  await metricsServer.start({ host: '127.0.0.1', port: 0 })
  const pools = { reads: busyPool, writes: busyPool }
  const console = createConsole({ settings, database, log: recorded.log, clock, metrics, metricsServer, pools })
  const sid = await console.sessions.begin({ subject, name: 'Ines Okafor', roles })
  const cookie = `${console.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`
  const { port } = metricsServer.address() as AddressInfo
  let isClosed = false
  type Init = { method?: string; body?: string; headers?: object }
  const request = (path: string, { headers, ...init }: Init = {}) => {
    const all = { cookie, origin: settings.origin, 'content-type': 'application/json', ...headers }
    return new NextRequest(`${settings.origin}${path}`, { ...init, headers: all })
  }
  /** Asks the proxy. @param path below /api */
  const ask = (path: string, init?: Init) => console.http.proxy(request(`/api${path}`, init))
  const opened = {
    console,
    provider,
    metrics,
    database,
    lines: recorded.lines,
    log: recorded.log,
    metricsUrl: `http://127.0.0.1:${port}/metrics`,
    request,
    ask,
    order: (body: object, headers: object = {}) =>
      ask('/sandbox/v2/profiles/p-1/orders', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'x-mintdesk-intent': crypto.randomUUID(), ...headers },
      }),
    /** Ends the console alone. */
    async end() {
      if (!isClosed) await console.close()
      isClosed = true
    },
    async close() {
      await opened.end()
      provider.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return opened
}

export type MeasuredConsole = Awaited<ReturnType<typeof openMeasuredConsole>>

/** One line of Prometheus's text format. */
export type Series = { name: string; labels: Record<string, string>; value: number }

/** The series of metrics in Prometheus's text format. */
export const seriesOf = (text: string): Series[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
    return { name, labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text])), value: Number(value) }
  })
