/** Shared by tests: a seeded service on a free port, and a client of it. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from './app'
import { Clients, demoClient, type NewClient } from './clients'
import { type Asset, type AssetName, assets, decimalOf } from './money'
import type { Store } from './store'
import { Tenants } from './tenants'

/** The end of the seeded history in the tests: a Thursday afternoon. */
export const anchor = Date.UTC(2026, 10, 19, 16, 0, 0)

/** Opens control in the tests. */
export const controlToken = 'a-control-token-of-the-tests'

/** Bundles the service for plain Node, as a build does. @returns the file, which is below the packages that it loads */
export async function bundleService(): Promise<string> {
  const { build } = await import('esbuild')
  const outfile = join('.build', `service-${randomUUID()}.mjs`)
  await build({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  return outfile
}

export type Reply = { status: number; headers: Headers; body: Record<string, unknown>; text: string }

/** A client with fewer scopes than the demo client. */
export const readingClient: NewClient = {
  id: 'reader',
  secret: 'reader-secret',
  scopes: ['transfer:read_transfer'],
  permissions: [],
}

/**
 * Starts a service in its own folder. Its wall clock stands at the end of the seeded history and changes only when a test
 * sets it, unless another one is given: a test beside programs that go by the machine's clock gives that one.
 */
export async function startService(transfers: number, machine?: () => number) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sandbox-'))
  const time: { now: number } = machine
    ? {
        get now() {
          return machine()
        },
      }
    : { now: anchor }
  const wall = () => time.now
  const tenants = new Tenants({ folder, seed: { transfers, anchor }, wall })
  const clients = new Clients(':memory:')
  for (const client of [demoClient, readingClient]) clients.add(client)
  const tenant = tenants.forClient(demoClient)
  const server = createSandbox({ clients, tenants, wall, control: { token: controlToken } })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(origin + path, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: JSON.parse(text), text }
  }
  const token = async (client: NewClient = demoClient, scope?: string): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    const body = new URLSearchParams(scope === undefined ? form : { ...form, scope })
    return String((await send('/oauth2/token', { method: 'POST', body })).body.access_token)
  }
  const control = (method: string, path: string, body?: object): Promise<Reply> =>
    send(`/control${path}`, {
      method,
      headers: { 'x-sandbox-control-token': controlToken, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const bearer = await token()
  return {
    /** The demo client's tenant. */
    tenant,
    store: tenant.store,
    clients,
    tenants,
    time,
    port,
    send,
    token,
    /** A request to control, by its path below /control. */
    control,
    folder,
    /** A request with a token of all scopes. */
    ask: (path: string, init: RequestInit = {}) =>
      send(path, { ...init, headers: { authorization: `Bearer ${bearer}`, ...init.headers } }),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      tenants.close()
      clients.close()
      rmSync(folder, { recursive: true })
    },
  }
}
export type Service = Awaited<ReturnType<typeof startService>>

/** All changed balances. */
export function changedBalances(
  store: Store,
): { profile_id: string; asset: AssetName; balance: string; held: string }[] {
  return store.all('SELECT profile_id, asset, balance, held FROM balances ORDER BY profile_id, asset').map((row) => {
    // Only `adjustBalance` writes the table, with the name of an asset.
    const { name, scale, minimumDigits }: Asset = assets[row.asset as AssetName]
    return {
      profile_id: String(row.profile_id),
      asset: name as AssetName,
      balance: decimalOf(BigInt(String(row.balance)), scale, minimumDigits),
      held: decimalOf(BigInt(String(row.held)), scale, minimumDigits),
    }
  })
}
