/** What the tests of whole lists share: a service, a gateway before it, and scans of it in small pages. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { type Service, startService } from '../../../sandbox/testing'
import type { Clock } from '../../clock'
import type { Settings } from '../../settings'
import { recordedLog, seededClock, settingsFor } from '../../testing'
import { Upstreams } from '../../upstream/upstream'
import { type ListScanRequest, ListScans, upToNow } from '../list-scans'
import type { ListRow } from '../page-rows'

type Rewrite = (url: URL) => URL | undefined
type Item = Record<string, unknown>
type Setting = { settings?: Partial<Settings>; origin?: string; clock?: Clock; rowsPerPage?: number }
type Scanned = Pick<ListScanRequest, 'list'> & Partial<Omit<ListScanRequest, 'list'>>
type Reading = { signal?: AbortSignal; onBatch?: () => Promise<unknown> }

export const transfersPath = '/v2/transfer/transfers'
export const quotesPath = '/v2/issuer-quotes'
export const transferList = { list: 'listTransfers' } as const
/** Of a caller who does not go away. */
export const never = new AbortController().signal
export const asker = { environment: 'sandbox', caller: { kind: 'background', subject: 'a test' } } as const

/** A gateway before a service: it counts open requests, and changes what is asked for; undefined is never answered. */
export async function startGateway(service: Service, rewrite: Rewrite = (url) => url) {
  const gateway = { open: 0, requests: 0, origin: '', stop: () => {} }
  const server = createServer((incoming, outgoing) => {
    gateway.open += 1
    gateway.requests += 1
    outgoing.once('close', () => {
      gateway.open -= 1
    })
    const url = rewrite(new URL(incoming.url ?? '', `http://127.0.0.1:${service.port}`))
    if (!url) return
    const onward = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      // Whoever asked may have gone.
      if (outgoing.destroyed) return answer.destroy()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => {})
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  gateway.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  gateway.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return gateway
}

/** A service with so many transfers, and what tests ask of it. */
export async function startScannedService(transfers: number) {
  const service = await startService(transfers)
  return {
    service,
    stress: (settings: object) => service.control('PUT', '/clients/demo-client/stress', settings),
    /** Scans in pages of 50 rows, so that there are many. @param origin of a gateway */
    scansOf({ settings, origin, clock = seededClock(), rowsPerPage = 50 }: Setting = {}) {
      const address = origin ?? `http://127.0.0.1:${service.port}`
      const recorded = recordedLog()
      const all = { ...settingsFor({ baseUrl: address, authUrl: address }), ...settings }
      const upstreams = new Upstreams({ settings: all, clock })
      return { scans: new ListScans({ clock, log: recorded.log, upstreams, rowsPerPage }), recorded, upstreams }
    },
    /** Every row of a list as a walk with cursors gives it. */
    async walked(list: string, query: string): Promise<Item[]> {
      const rows: Item[] = []
      for (let cursor = ''; ; ) {
        const { body } = await service.ask(`${list}?${query}&limit=1000${cursor && `&page_cursor=${cursor}`}`)
        rows.push(...((body.items ?? body.issuer_quote_executions) as Item[]))
        cursor = String(body.next_page_cursor)
        if (!cursor) return rows
      }
    },
  }
}

/** Reads a list to its end. `onBatch` may disturb the provider meanwhile. */
export async function readAll(scans: ListScans, scanned: Scanned, { signal = never, onBatch }: Reading = {}) {
  const rows: ListRow[] = []
  const reasons: string[] = []
  for await (const batch of scans.read({ query: {}, lag: upToNow, ...asker, ...scanned } as ListScanRequest, signal)) {
    if (batch.kind === 'rows') {
      rows.push(...batch.rows)
      await onBatch?.()
    } else {
      rows.length = 0
      reasons.push(batch.reason)
    }
  }
  return { rows, items: rows.map(({ json }) => json), reasons }
}
