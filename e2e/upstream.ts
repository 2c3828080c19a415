/**
 * An independent provider for tests. It implements the API and can inject faults. It shares no code with the console or
 * the sandbox, so an error that both of them make is not mistaken for the contract.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fault in the next answers: in `times` of them, or in all until another call if `times` is absent. */
export type InjectedFault = {
  status?: number
  headers?: Record<string, string>
  body?: string
  cut?: boolean
  hang?: boolean
  drop?: boolean
  times?: number
  /** Only calls whose URL contains this text are affected. */
  only?: string
}

/** The provider of one environment of the console. */
export type Upstream = { url: string; received: Received[]; issued: string[]; close: () => Promise<void> } & {
  /** Replaces the faults of the token endpoint and of the API. */
  injectFaults: (faults: { token?: InjectedFault; service?: InjectedFault }) => void
}

export type Received = {
  method: string
  url: string
  authorization: string
  headers: IncomingMessage['headers']
  body: string
}

const rows = 250

/** A transfer as another implementation may write it: more fields than the spec's, nanoseconds, an unknown type now and then. */
function transfer(index: number, name: string) {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  return {
    id,
    customer_id: 'customer-1',
    profile_id: `${name}-profile`,
    amount: `${index}.123456789012345678`,
    total: `${index}.123456789012345678`,
    fee: '0',
    asset: 'USDG',
    direction: 'CREDIT',
    type: index % 50 === 7 ? 'FEDNOW_DEPOSIT' : 'WIRE_DEPOSIT',
    status: index % 50 === 9 ? 'HELD_FOR_REVIEW' : 'COMPLETED',
    created_at: `2026-11-19T14:${String(59 - Math.floor(index / 60)).padStart(2, '0')}:${String(59 - (index % 60)).padStart(2, '0')}.123456789Z`,
    updated_at: '2026-11-19T15:00:00Z',
    ref_id: `${name}-ref-${index}`,
    settlement_bank: 'a field that the spec does not list',
    metadata: { desk: 7 },
    auto_conversion: {},
  }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function answerWithFault(fault: InjectedFault, response: ServerResponse): void {
  if (fault.hang) return
  if (fault.drop) return void response.socket?.destroy()
  response.writeHead(fault.status ?? 200, fault.headers ?? { 'content-type': 'application/json' })
  if (!fault.cut) return void response.end(fault.body ?? '')
  response.write(fault.body ?? '')
  setTimeout(() => response.socket?.destroy(), 20)
}

/** @param name is part of every row, which shows which provider it came from; @param port 0 for any */
export async function startUpstream(name: string, port = 0): Promise<Upstream> {
  const received: Received[] = []
  const issued: string[] = []
  const faults: { token?: InjectedFault; service?: InjectedFault } = {}
  const take = (which: 'token' | 'service', url: string) => {
    const fault = faults[which]
    if (fault?.only && !url.includes(fault.only)) return undefined
    if (fault?.times !== undefined && --fault.times < 0) faults[which] = undefined
    return faults[which]
  }

  function list(url: URL, response: ServerResponse) {
    const limit = Number(url.searchParams.get('limit') ?? 100)
    const from = Number(url.searchParams.get('page_cursor') ?? 0)
    const items = Array.from({ length: Math.max(0, Math.min(limit, rows - from)) }, (_, index) =>
      transfer(from + index, name),
    )
    // A cursor on a short page is allowed, and must not be followed (spec, List transfers, rule 3).
    json(response, 200, { items, next_page_cursor: String(from + items.length) })
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const chunk of request) body += chunk
    const url = new URL(request.url ?? '/', 'http://upstream')
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      headers: request.headers,
      body,
    })
    const isToken = url.pathname === '/oauth2/token'
    const fault = take(isToken ? 'token' : 'service', request.url ?? '')
    if (fault) return answerWithFault(fault, response)
    if (isToken) {
      const access_token = `${name}-token-${issued.length}-kept-from-browsers`
      issued.push(access_token)
      return json(response, 200, {
        access_token,
        expires_in: 3599,
        scope: new URLSearchParams(body).get('scope'),
        token_type: 'bearer',
      })
    }
    if (!issued.includes((request.headers.authorization ?? '').replace('Bearer ', '')))
      return json(response, 401, {}, { 'www-authenticate': 'Bearer' })
    if (url.pathname === '/v2/transfer/transfers') return list(url, response)
    const index = Number(
      /^\/v2\/transfer\/transfers\/00000000-0000-4000-8000-(\d{12})$/.exec(url.pathname)?.[1] ?? rows,
    )
    return index < rows
      ? json(response, 200, transfer(index, name))
      : json(response, 404, { code: 'not_found', message: 'no such transfer' })
  }

  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    issued,
    injectFaults: ({ token, service }) =>
      Object.assign(faults, { token: token && { ...token }, service: service && { ...service } }),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
