/** The endpoints of control: clients, their records, clock, stress switches and request log. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { ProblemError } from '../../api/problem'
import { markets } from '../../api/provider/order-terms'
import { object, Timestamp, whole } from '../../api/value-schemas'
import { nanoseconds } from '../../domain/values'
import { clientIdPattern, demoClient, knownScopes, type NewClient, permissions } from '../clients'
import { latestTime } from '../clock'
import { balanceOf } from '../engine/balances'
import { allAccounts } from '../engine/fiat-accounts'
import { priceText, quoteAt } from '../engine/markets'
import { allOrders } from '../engine/order-rows'
import { allRules } from '../engine/rules'
import type { Snapshot } from '../engine/schedule'
import { finishTransfer } from '../engine/settlement'
import { notFound } from '../handlers'
import { type Asset, assets, decimalOf } from '../money'
import { profiles } from '../seed/parties'
import type { Tenant } from '../tenants'
import { type ControlDependencies, clientAt, endpoint, invalidRequest, tenantAt } from './endpoint'
import { StressSettings, stressTargets } from './stress-settings'

/** Seeding more blocks the service for seconds. */
const mostTransfers = 50_000
const transfers = z.optional(whole(0, mostTransfers))

const NewClientForm = object({
  id: z.optional(
    z.string().check(
      z.regex(clientIdPattern, {
        error: 'An id has 1 to 63 lower-case letters, digits and hyphens, and does not begin with a hyphen.',
      }),
    ),
  ),
  secret: z.optional(
    z
      .string()
      .check(z.regex(/^[!-~]{8,200}$/, { error: 'A secret has 8 to 200 printable ASCII characters without spaces.' })),
  ),
  scopes: z.optional(z.array(z.enum(knownScopes))),
  permissions: z.optional(z.array(z.enum(permissions))),
  transfers,
})

const Reset = object({ transfers, reseed: z.optional(z.boolean()) })

export const clientEndpoints = [
  endpoint('GET', '/control/clients', 'All clients, without their secrets.', {}, (_, { clients }) => ({
    body: { clients: clients.all() },
  })),

  endpoint(
    'POST',
    '/control/clients',
    'Creates a client with its own data: {id?, secret?, scopes?, permissions?, transfers?}. The secret is returned only here.',
    { body: NewClientForm },
    ({ body }, { clients, tenants }) => {
      const client: NewClient = {
        id: body.id ?? `client-${randomBytes(6).toString('hex')}`,
        secret: body.secret ?? randomBytes(24).toString('base64url'),
        scopes: [...new Set(body.scopes ?? knownScopes)],
        permissions: [...new Set(body.permissions ?? permissions)],
      }
      if (clients.find(client.id)) {
        const message = `The client ${client.id} already exists.`
        throw new ProblemError(409, 'already-exists', message, { errors: [{ field: 'id', message }] })
      }
      // The tenant first: this discards files that a killed service left under this id.
      tenants.reset(client, { transfers: body.transfers })
      clients.add(client)
      return { status: 201, body: client }
    },
  ),

  endpoint(
    'DELETE',
    '/control/clients/{id}',
    'Deletes a client with its tokens and data.',
    {},
    ({ path }, dependencies) => {
      const client = clientAt(path, dependencies)
      if (client.id === demoClient.id)
        throw new ProblemError(403, 'not-permitted', `${demoClient.id} cannot be deleted.`, {
          detail: 'Reset it, or create another client.',
        })
      dependencies.clients.remove(client.id)
      dependencies.tenants.remove(client)
      return { body: {} }
    },
  ),

  endpoint(
    'POST',
    '/control/clients/{id}/reset',
    'Resets data, clock and stress switches; tokens stay valid: {transfers?, reseed?}. The seeded history ends at most a day ago; with reseed it ends now.',
    { body: Reset },
    ({ path, body }, dependencies) => {
      const client = clientAt(path, dependencies)
      dependencies.tenants.reset(client, body)
      return { body: { id: client.id } }
    },
  ),
]

function everyBalance({ store }: Snapshot) {
  return profiles.flatMap((profile) =>
    Object.values(assets).map((asset: Asset) => {
      const { balance, held } = balanceOf(store, profile.id, asset)
      const text = (units: bigint) => decimalOf(units, asset.scale, asset.minimumDigits)
      return {
        profile_id: profile.id,
        profile: profile.name,
        asset: asset.name,
        balance: text(balance),
        held: text(held),
        available: text(balance - held),
      }
    }),
  )
}

const everyPrice = ({ now }: Snapshot) =>
  markets.map((market) => {
    const { bid, ask } = quoteAt(market, now)
    return { market, bid: priceText(market, bid), ask: priceText(market, ask) }
  })

const readEndpoint = (name: string, does: string, read: (snapshot: Snapshot) => object) =>
  endpoint('GET', `/control/clients/{id}/${name}`, does, {}, ({ path }, dependencies) => ({
    body: { [name.replace('-', '_')]: read(tenantAt(path, dependencies).snapshot()) },
  }))

const Decision = object({ status: z.enum(['COMPLETED', 'FAILED']) })

/** Ends a pending transfer at the current time of its clock. */
function decide(path: Record<string, string>, status: 'COMPLETED' | 'FAILED', dependencies: ControlDependencies) {
  const id = (path.transfer ?? '').toLowerCase()
  return tenantAt(path, dependencies).change((snapshot) => {
    const { store } = snapshot
    const row = store.first('SELECT seq FROM transfers WHERE id = ?', id)
    const transfer = store.transfer(id)
    if (!row || !transfer) throw notFound('transfer', id)
    const refusal = (detail: string) =>
      new ProblemError(409, 'business-rule', 'The transfer cannot be decided.', { detail })
    // Seeded transfers have no hold in the opening balances, so ending one would corrupt them.
    if (Number(row.seq) <= Number(store.meta('transfers')))
      throw refusal('It is part of the seeded history, which does not change.')
    if (transfer.status !== 'PENDING') throw refusal(`It is already ${transfer.status}.`)
    finishTransfer(snapshot, transfer, { status, status_details: undefined })
    return store.transfer(id) ?? transfer
  })
}

export const recordEndpoints = [
  readEndpoint('orders', 'All orders.', ({ store }) => allOrders(store)),
  readEndpoint('fiat-accounts', 'All fiat accounts.', ({ store }) => allAccounts(store)),
  readEndpoint('rules', 'All orchestration rules.', ({ store }) => allRules(store)),
  readEndpoint('balances', 'Balances and holds of each profile by asset.', everyBalance),
  readEndpoint('prices', 'Current bid and ask of each market.', everyPrice),
  endpoint(
    'POST',
    '/control/clients/{id}/transfers/{transfer}',
    'Ends a pending transfer, such as one with an amount ending in .77 or .88: {status: COMPLETED or FAILED}.',
    { body: Decision },
    ({ path, body }, dependencies) => ({ body: decide(path, body.status, dependencies) }),
  ),
]

const fastest = 86_400

function number(least: number, most: number, unit: string) {
  const error = `Enter a number of ${unit} from ${least} to ${most}.`
  return z.number({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
}

const ClockSetting = object({
  now: z.optional(Timestamp),
  forward_seconds: z.optional(number(0, latestTime / 1000, 'seconds')),
  speed: z.optional(number(0, fastest, 'seconds a second')),
}).check(
  z.refine(({ now, forward_seconds }) => now === undefined || forward_seconds === undefined, {
    path: ['forward_seconds'],
    error: 'Enter now or forward_seconds, not both.',
  }),
)

const clockState = ({ clock }: Tenant) => ({ now: new Date(clock.now()).toISOString(), speed: clock.speed })

/** The requested time in milliseconds since 1970; undefined if it only continues. */
function requestedTime({ now, forward_seconds }: z.infer<typeof ClockSetting>, { clock }: Tenant): number | undefined {
  if (now === undefined && forward_seconds === undefined) return undefined
  const field = now === undefined ? 'forward_seconds' : 'now'
  const moment = now === undefined ? clock.now() + Math.round((forward_seconds ?? 0) * 1000) : Date.parse(now)
  if (moment < clock.now()) {
    const shown = new Date(clock.now()).toISOString()
    throw invalidRequest([
      { field, message: `The clock shows ${shown} and can only move forward. Reset the client to go back.` },
    ])
  }
  if (moment > latestTime) throw invalidRequest([{ field, message: 'The clock cannot go beyond the year 2199.' }])
  return moment
}

const RequestsQuery = object({
  operation: z.optional(z.enum(stressTargets)),
  ref_id: z.optional(z.string()),
  since: z.optional(Timestamp),
})

export const switchEndpoints = [
  endpoint('GET', '/control/clients/{id}/clock', 'Time and speed of its clock.', {}, (asked, dependencies) => ({
    body: clockState(tenantAt(asked.path, dependencies)),
  })),

  endpoint(
    'PUT',
    '/control/clients/{id}/clock',
    'Moves its clock forward or sets its speed: {now?, forward_seconds?, speed?}; speed 1 is real time, 0 stops it.',
    { body: ClockSetting },
    ({ path, body }, dependencies) => {
      const tenant = tenantAt(path, dependencies)
      tenant.setClock({ now: requestedTime(body, tenant), speed: body.speed })
      return { body: clockState(tenant) }
    },
  ),

  endpoint('GET', '/control/clients/{id}/stress', 'Its current stress switches.', {}, ({ path }, dependencies) => ({
    body: tenantAt(path, dependencies).stress.settings,
  })),

  endpoint(
    'PUT',
    '/control/clients/{id}/stress',
    'Sets all its stress switches; omitted ones are off, so {} ends all stress.',
    { body: StressSettings },
    ({ path, body }, dependencies) => {
      const { stress } = tenantAt(path, dependencies)
      stress.set(body)
      return { body: stress.settings }
    },
  ),

  endpoint(
    'GET',
    '/control/clients/{id}/requests',
    'The requests that arrived with its credentials, oldest first; filters: operation, ref_id, since.',
    { query: RequestsQuery },
    ({ path, query }, dependencies) => {
      const { requests } = tenantAt(path, dependencies)
      const since = nanoseconds(query.since ?? '')
      const found = requests
        .all()
        .filter(
          ({ operation, ref_id, at }) =>
            (query.operation === undefined || operation === query.operation) &&
            (query.ref_id === undefined || ref_id === query.ref_id) &&
            (since === undefined || (nanoseconds(at) ?? since) >= since),
        )
      return { body: { requests: found, forgotten: requests.forgotten } }
    },
  ),

  endpoint('DELETE', '/control/clients/{id}/requests', 'Clears that log.', {}, ({ path }, dependencies) => {
    tenantAt(path, dependencies).requests.clear()
    return { body: {} }
  }),
]
