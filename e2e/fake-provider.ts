/**
 * A provider with rows that the test sets, for tests that need many of them or a fault in the middle of a
 * walk. It shares no code with the console or the sandbox.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProcess, secrets, startConsole } from './processes'

/** A transfer; times are ms since 1970. */
export type FakeTransfer = {
  at: number
  updated?: number
  asset?: string
  amount?: string
  direction?: string
  status?: string
  secondary?: string
}

/** An issuer quote execution. */
export type FakeQuote = { at: number; asset: string; tokens: string; status?: string }

/** A call's fault: a different answer, or none at all. */
export type CallFault = 'hang' | { status: number; headers?: Record<string, string>; body?: string }

export type FakeProvider = {
  url: string
  /** Newest first. */
  rows: FakeTransfer[]
  quotes: FakeQuote[]
  /** Every call except those for tokens, in order of arrival. */
  requests: URL[]
  /** Calls without an answer so far, and the highest number of concurrent ones. */
  underWay: number
  most: number
  faultFor: (url: URL) => CallFault | undefined
}

const iso = (millis: number) => new Date(millis).toISOString()

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const transferOf = (row: FakeTransfer, index: number) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  customer_id: 'customer-1',
  profile_id: 'profile-1',
  amount: row.amount ?? '10.25',
  total: row.amount ?? '10.25',
  fee: '0',
  asset: row.asset ?? 'USDG',
  direction: row.direction ?? 'CREDIT',
  type: 'WIRE_DEPOSIT',
  status: row.status ?? 'COMPLETED',
  created_at: iso(row.at),
  updated_at: iso(row.updated ?? row.at + 2000),
  ...(row.secondary ? { secondary_status: { name: row.secondary } } : {}),
})

/** Whether a row is within the times in the URL. */
function isWithin(row: FakeTransfer, params: URLSearchParams): boolean {
  const ends = { created_at: row.at, updated_at: row.updated ?? row.at + 2000 }
  return Object.entries(ends).every(([name, at]) => {
    const from = params.get(`${name}.gte`)
    const to = params.get(`${name}.lt`)
    return (!from || at >= Date.parse(from)) && (!to || at < Date.parse(to))
  })
}

function transfers({ rows }: FakeProvider, params: URLSearchParams) {
  const statuses = params.getAll('statuses')
  const secondary = params.getAll('secondary_statuses')
  const found = rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => statuses.length === 0 || statuses.includes(row.status ?? 'COMPLETED'))
    .filter(({ row }) => secondary.length === 0 || secondary.includes(row.secondary ?? ''))
    .filter(({ row }) => isWithin(row, params))
  if (params.get('order') === 'ASC') found.reverse()
  const limit = Number(params.get('limit') ?? 100)
  const from = Number(params.get('page_cursor') ?? 0)
  const items = found.slice(from, from + limit).map(({ row, index }) => transferOf(row, index))
  return { items, next_page_cursor: items.length < limit ? '' : String(from + limit) }
}

function quotes(provider: FakeProvider, params: URLSearchParams) {
  const statuses = params.getAll('status')
  const items = provider.quotes
    .filter(({ status = 'COMPLETE' }) => statuses.length === 0 || statuses.includes(status))
    .map(({ at, asset, tokens, status = 'COMPLETE' }, index) => ({
      id: `quote-${index}`,
      created_at: iso(at),
      asset_type: asset,
      principal: '1',
      fee: '0',
      status,
      token_fee: '0',
      token_price: '1',
      token_principal: tokens,
      profile_id: 'profile-1',
    }))
  return { issuer_quote_executions: items, next_page_cursor: '' }
}

/** A console with its own fake provider. */
export type FakeProviderConsole = {
  console: RunningProcess
  provider: FakeProvider
  /** Its time, in milliseconds since 1970. */
  now: () => number
  stop: () => Promise<void>
}

export async function startOnFakeProvider(): Promise<FakeProviderConsole> {
  const provider: FakeProvider = {
    url: '',
    rows: [],
    quotes: [],
    requests: [],
    underWay: 0,
    most: 0,
    faultFor: () => undefined,
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider')
    if (url.pathname === '/oauth2/token') {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      const token = { access_token: 'fake-token', expires_in: 3599, token_type: 'bearer' }
      request.on('end', () => send(response, 200, { ...token, scope: new URLSearchParams(body).get('scope') }))
      return
    }
    request.resume()
    provider.requests.push(url)
    provider.underWay += 1
    provider.most = Math.max(provider.most, provider.underWay)
    response.once('close', () => {
      provider.underWay -= 1
    })
    const bad = provider.faultFor(url)
    if (bad === 'hang') return
    if (bad) {
      response.writeHead(bad.status, { 'content-type': 'application/json', ...bad.headers }).end(bad.body ?? '{}')
      return
    }
    const isQuotes = url.pathname === '/v2/issuer-quotes'
    send(response, 200, isQuotes ? quotes(provider, url.searchParams) : transfers(provider, url.searchParams))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-fake-provider-'))
  const console = await startConsole({
    MINTDESK_DATA: folder,
    UPSTREAM_RATE: '0',
    SANDBOX_BASE_URL: provider.url,
    SANDBOX_AUTH_URL: provider.url,
    SANDBOX_CLIENT_ID: 'sandbox-client',
    SANDBOX_CLIENT_SECRET: secrets.sandbox,
  })
  const stop = async () => {
    await console.stop()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    rmSync(folder, { recursive: true, force: true })
  }
  return { console, provider, now: Date.now, stop }
}
