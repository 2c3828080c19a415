import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { markets } from '../../api/orders'
import { ProblemError } from '../../api/problem'
import { nanoseconds, object, Timestamp } from '../../api/values'
import { clientIdPattern, demoClient, knownScopes, type NewClient, permissions } from '../clients'
import { endOfTime } from '../clock'
import type { Customer } from '../customers'
import { balanceOf } from '../engine/balances'
import type { World } from '../engine/due'
import { everyAccount } from '../engine/fiat-accounts'
import { priceText, quoteAt } from '../engine/markets'
import { everyOrder } from '../engine/order-rows'
import { everyRule } from '../engine/rules'
import { finish } from '../engine/settlement'
import { notFound } from '../handlers'
import { type Asset, assets, decimalOf } from '../money'
import { profiles } from '../seed/parties'
import { type ControlDoor, clientAt, controlRow, customerAt, misfit } from './rows'
import { StressSettings, stressed } from './stress-settings'

/** More take seconds to seed, and nobody is answered meanwhile. */
const mostTransfers = 50_000
const transfers = z.optional(
  z
    .int({ error: `Give a whole number from 0 to ${mostTransfers}.` })
    .check(
      z.minimum(0, { error: `Give a whole number from 0 to ${mostTransfers}.` }),
      z.maximum(mostTransfers, { error: `Give a whole number from 0 to ${mostTransfers}.` }),
    ),
)

const NewClientForm = object({
  id: z.optional(
    z.string().check(
      z.regex(clientIdPattern, {
        error: 'An id has 1 to 63 small letters, digits and hyphens, and begins with none of the last.',
      }),
    ),
  ),
  secret: z.optional(
    z
      .string()
      .check(z.regex(/^[!-~]{8,200}$/, { error: 'A secret has 8 to 200 characters of ASCII that can be seen.' })),
  ),
  scopes: z.optional(z.array(z.enum(knownScopes))),
  permissions: z.optional(z.array(z.enum(permissions))),
  transfers,
})

const Reset = object({ transfers, reseed: z.optional(z.boolean()) })

export const clientRows = [
  controlRow('GET', '/control/clients', 'Every client, without its secret.', {}, (_, { clients }) => ({
    body: { clients: clients.all() },
  })),

  controlRow(
    'POST',
    '/control/clients',
    'Makes a client with a world of its own: {id?, secret?, scopes?, permissions?, transfers?}. The secret is told only here.',
    { body: NewClientForm },
    ({ body }, { clients, customers }) => {
      const client: NewClient = {
        id: body.id ?? `client-${randomBytes(6).toString('hex')}`,
        secret: body.secret ?? randomBytes(24).toString('base64url'),
        scopes: [...new Set(body.scopes ?? knownScopes)],
        permissions: [...new Set(body.permissions ?? permissions)],
      }
      if (clients.find(client.id)) {
        const message = `There is a client ${client.id} already.`
        throw new ProblemError(409, 'already-exists', message, { errors: [{ field: 'id', message }] })
      }
      // The world before the client: what a killed service left under this id is nobody's, and goes.
      customers.reset(client, { transfers: body.transfers })
      clients.add(client)
      return { status: 201, body: client }
    },
  ),

  controlRow(
    'DELETE',
    '/control/clients/{id}',
    'Throws a client away with its tokens and its world.',
    {},
    ({ path }, door) => {
      const client = clientAt(path, door)
      if (client.id === demoClient.id)
        throw new ProblemError(403, 'not-permitted', `${demoClient.id} is always there.`, {
          detail: 'Reset it, or make a client of your own.',
        })
      door.clients.remove(client.id)
      door.customers.remove(client)
      return { body: {} }
    },
  ),

  controlRow(
    'POST',
    '/control/clients/{id}/reset',
    'Begins anew, as seeded, on the clock of the wall, without stress; tokens stay good: {transfers?, reseed?}. The seeded past may end up to a day ago; with reseed it ends now.',
    { body: Reset },
    ({ path, body }, door) => {
      const client = clientAt(path, door)
      door.customers.reset(client, body)
      return { body: { id: client.id } }
    },
  ),
]

/** What every profile has of every asset. */
function everyBalance({ store }: World) {
  return profiles.flatMap((profile) =>
    Object.values(assets).map((asset: Asset) => {
      const { balance, held } = balanceOf(store, profile.id, asset)
      const text = (units: bigint) => decimalOf(units, asset.scale, asset.least)
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

const everyPrice = ({ now }: World) =>
  markets.map((market) => {
    const { bid, ask } = quoteAt(market, now)
    return { market, bid: priceText(market, bid), ask: priceText(market, ask) }
  })

const readingRow = (name: string, does: string, read: (world: World) => object) =>
  controlRow('GET', `/control/clients/{id}/${name}`, does, {}, ({ path }, door) => ({
    body: { [name.replace('-', '_')]: read(customerAt(path, door).world()) },
  }))

const Decision = object({ status: z.enum(['COMPLETED', 'FAILED']) })

/** Ends a transfer that waits, by its own clock's present moment. */
function decide(path: Record<string, string>, status: 'COMPLETED' | 'FAILED', door: ControlDoor) {
  const id = (path.transfer ?? '').toLowerCase()
  return customerAt(path, door).change((world) => {
    const { store } = world
    const row = store.first('SELECT seq FROM transfers WHERE id = ?', id)
    const transfer = store.transfer(id)
    if (!row || !transfer) throw notFound('transfer', id)
    const refusal = (detail: string) =>
      new ProblemError(409, 'business-rule', 'The transfer cannot be decided.', { detail })
    // The opening balances hold nothing for it, so its end would change what it never was a part of.
    if (Number(row.seq) <= Number(store.meta('transfers')))
      throw refusal('It belongs to the seeded past, which does not move.')
    if (transfer.status !== 'PENDING') throw refusal(`It is ${transfer.status} already.`)
    finish(world, transfer, { status, status_details: undefined })
    return store.transfer(id) ?? transfer
  })
}

export const recordRows = [
  readingRow('orders', 'Every order as it is now.', ({ store }) => everyOrder(store)),
  readingRow('fiat-accounts', 'Every fiat account as it is now.', ({ store }) => everyAccount(store)),
  readingRow('rules', 'Every orchestration rule.', ({ store }) => everyRule(store)),
  readingRow('balances', 'What each profile has of each asset, and what of it is held.', everyBalance),
  readingRow('prices', 'Bid and ask of each market now.', everyPrice),
  controlRow(
    'POST',
    '/control/clients/{id}/transfers/{transfer}',
    'Decides a transfer that waits, such as one that ends in .77 or .88: {status: COMPLETED or FAILED}.',
    { body: Decision },
    ({ path, body }, door) => ({ body: decide(path, body.status, door) }),
  ),
]

const fastest = 86_400

function number(least: number, most: number, unit: string) {
  const error = `Give a number of ${unit} from ${least} to ${most}.`
  return z.number({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
}

const ClockSetting = object({
  now: z.optional(Timestamp),
  forward_seconds: z.optional(number(0, endOfTime / 1000, 'seconds')),
  speed: z.optional(number(0, fastest, 'seconds a second')),
}).check(
  z.refine(({ now, forward_seconds }) => now === undefined || forward_seconds === undefined, {
    path: ['forward_seconds'],
    error: 'Give now or forward_seconds, not both.',
  }),
)

const shownBy = ({ clock }: Customer) => ({ now: new Date(clock.now()).toISOString(), speed: clock.speed })

/** Milliseconds since 1970 that the clock is to show; undefined where it only goes on. */
function momentOf({ now, forward_seconds }: z.infer<typeof ClockSetting>, { clock }: Customer): number | undefined {
  if (now === undefined && forward_seconds === undefined) return undefined
  const field = now === undefined ? 'forward_seconds' : 'now'
  const moment = now === undefined ? clock.now() + Math.round((forward_seconds ?? 0) * 1000) : Date.parse(now)
  if (moment < clock.now()) {
    const shown = new Date(clock.now()).toISOString()
    throw misfit([{ field, message: `The clock shows ${shown} and only goes forwards; reset the client to go back.` }])
  }
  if (moment > endOfTime) throw misfit([{ field, message: 'The clock ends with the year 2199.' }])
  return moment
}

const RequestsQuery = object({
  operation: z.optional(z.enum(stressed)),
  ref_id: z.optional(z.string()),
  since: z.optional(Timestamp),
})

export const switchRows = [
  controlRow(
    'GET',
    '/control/clients/{id}/clock',
    'What its clock shows, and how fast it goes.',
    {},
    (asked, door) => ({
      body: shownBy(customerAt(asked.path, door)),
    }),
  ),

  controlRow(
    'PUT',
    '/control/clients/{id}/clock',
    'Sets its clock, forwards only, or its speed: {now?, forward_seconds?, speed?}; speed 1 is the wall, 0 stands still.',
    { body: ClockSetting },
    ({ path, body }, door) => {
      const customer = customerAt(path, door)
      customer.setClock({ now: momentOf(body, customer), speed: body.speed })
      return { body: shownBy(customer) }
    },
  ),

  controlRow('GET', '/control/clients/{id}/stress', 'Its stress switches as they are now.', {}, ({ path }, door) => ({
    body: customerAt(path, door).stress.settings,
  })),

  controlRow(
    'PUT',
    '/control/clients/{id}/stress',
    'Sets all its stress switches; what is left out is off, so {} ends all stress.',
    { body: StressSettings },
    ({ path, body }, door) => {
      const { stress } = customerAt(path, door)
      stress.set(body)
      return { body: stress.settings }
    },
  ),

  controlRow(
    'GET',
    '/control/clients/{id}/requests',
    'The requests that arrived with its credentials, the earliest first; filters: operation, ref_id, since.',
    { query: RequestsQuery },
    ({ path, query }, door) => {
      const { requests } = customerAt(path, door)
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

  controlRow('DELETE', '/control/clients/{id}/requests', 'Empties that log.', {}, ({ path }, door) => {
    customerAt(path, door).requests.clear()
    return { body: {} }
  }),
]
