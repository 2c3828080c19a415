/** The endpoints of control: clients, their records, clock, stress switches and request log. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { isBankingDay } from '../../domain/banking-days'
import { nanoseconds } from '../../domain/values'
import { NewFiatDeposit } from '../../provider/deposits'
import { markets } from '../../provider/order-terms'
import { ProblemError } from '../../provider/problem'
import { ruleAssets } from '../../provider/rule-terms'
import type { Transfer } from '../../provider/transfers'
import { Amount, FilledText, object, Timestamp, whole } from '../../provider/value-schemas'
import { clientIdPattern, demoClient, knownScopes, type NewClient, permissions } from '../clients'
import { latestTime } from '../clock'
import { receiveDeposit, receiveWire } from '../deposits'
import { balanceOf } from '../engine/balances'
import { allAccounts, decideAccount, findAccount } from '../engine/fiat-accounts'
import { priceText, quoteAt } from '../engine/markets'
import { decideOrder, isOpen, orderOutcomes } from '../engine/order-lifecycle'
import { allOrders, findOrder, orderAnswer } from '../engine/order-rows'
import { allRules } from '../engine/rules'
import type { Snapshot } from '../engine/schedule'
import {
  approveTransfer,
  finishTransfer,
  holdTransfer,
  isReturnable,
  reserveSeeded,
  returnTransfer,
  waitNames,
} from '../engine/settlement'
import { notFound } from '../handlers'
import { type Asset, assets, decimalOf } from '../money'
import { profiles } from '../seed/parties'
import type { Tenant } from '../tenants'
import { clientAt, endpoint, invalidRequest, tenantAt } from './endpoint'
import { StressSettings, stressTargets } from './stress-settings'

/** Seeding more blocks the service for seconds. */
const mostTransfers = 50_000
const transfers = z.optional(whole(0, mostTransfers))

const NewClientForm = object({
  id: z.optional(
    z
      .string()
      .check(
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

const { amount, memo_id: memo } = NewFiatDeposit.shape
const keep_pending = z.optional(z.boolean())
const Wire = object({ amount, memo, keep_pending })
const deposited = { amount: Amount, asset: z.enum(ruleAssets), keep_pending }
const toError = 'Give either the deposit address of a rule or a profile_id.'
const Deposit = object({ ...deposited, address: z.optional(FilledText), profile_id: z.optional(FilledText) }).check(
  z.refine(({ address, profile_id }) => (address === undefined) !== (profile_id === undefined), {
    path: ['address'],
    error: toError,
  }),
)

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

const cannotBe = (what: string, detail: string) =>
  new ProblemError(409, 'business-rule', `The ${what} cannot be changed like this.`, { detail })

/** An endpoint that changes a transfer at the current time of its clock. @param act returns what it made, if not the same one */
const transferEndpoint = <Body extends z.core.$ZodType>(
  action: string,
  does: string,
  body: Body,
  act: (snapshot: Snapshot, transfer: Transfer, body: z.output<Body>) => Transfer | undefined,
) =>
  endpoint(
    'POST',
    `/control/clients/{id}/transfers/{transfer}${action}`,
    does,
    { body },
    ({ path, body: given }, dependencies) => ({
      body: tenantAt(path, dependencies).change((snapshot) => {
        const id = (path.transfer ?? '').toLowerCase()
        const transfer = snapshot.store.transfer(id)
        if (!transfer) throw notFound('transfer', id)
        return act(snapshot, transfer, given) ?? snapshot.store.transfer(id) ?? transfer
      }),
    }),
  )

/** An endpoint that lets money arrive at the current time of its clock. */
const arrivalEndpoint = <Body extends z.core.$ZodType<{ keep_pending?: boolean | undefined }>>(
  name: string,
  does: string,
  body: Body,
  receive: (snapshot: Snapshot, body: z.output<Body>) => Transfer,
) =>
  endpoint('POST', `/control/clients/{id}/${name}`, does, { body }, ({ path, body: given }, dependencies) => ({
    status: 201,
    body: tenantAt(path, dependencies).change((snapshot) => {
      const transfer = receive(snapshot, given)
      if (given.keep_pending) holdTransfer(snapshot, transfer)
      return transfer
    }),
  }))

/** A pending transfer, with the hold of a debit. @throws ProblemError 409 */
function requirePending(snapshot: Snapshot, transfer: Transfer): Transfer {
  if (transfer.status !== 'PENDING') throw cannotBe('transfer', `It is already ${transfer.status}.`)
  reserveSeeded(snapshot, transfer)
  return transfer
}

/** The newest transfers that are pending, or that were made since the seed. */
function changeableTransfers({ store }: Snapshot): Transfer[] {
  const rows = store.all(
    "SELECT answer FROM transfers WHERE status = 'PENDING' OR seq > ? ORDER BY seq DESC LIMIT 50",
    Number(store.meta('transfers')),
  )
  // Only the store writes the column.
  return rows.map(({ answer }) => JSON.parse(store.transferJson(String(answer))) as Transfer)
}

export const recordEndpoints = [
  readEndpoint('orders', 'All orders.', ({ store }) => allOrders(store)),
  readEndpoint('fiat-accounts', 'All fiat accounts.', ({ store }) => allAccounts(store)),
  readEndpoint('rules', 'All orchestration rules.', ({ store }) => allRules(store)),
  readEndpoint('balances', 'Balances and holds of each profile by asset.', everyBalance),
  readEndpoint('prices', 'Current bid and ask of each market.', everyPrice),
  readEndpoint(
    'transfers',
    'The newest 50 transfers that are pending or that were made since the seed.',
    changeableTransfers,
  ),
  arrivalEndpoint(
    'wires',
    'Lets a wire arrive, which settles 3 s later, or with keep_pending once another call decides it: {amount, memo, keep_pending?}. The memo of a rule runs the rule.',
    Wire,
    (snapshot, { amount, memo }) => receiveWire(snapshot, amount, memo),
  ),
  arrivalEndpoint(
    'deposits',
    'Lets a deposit arrive in the same way, a stablecoin on a network or USD by wire: {amount, asset, address or profile_id, keep_pending?}. At the address of a rule it runs that rule, in a profile the first rule that takes the asset from it.',
    Deposit,
    (snapshot, { amount, asset, address, profile_id = '' }) =>
      receiveDeposit(snapshot, { amount, asset, ...(address === undefined ? { profile_id } : { address }) }),
  ),
  transferEndpoint(
    '',
    'Ends a pending transfer, such as one with an amount ending in .77 or .88: {status: COMPLETED or FAILED}.',
    object({ status: z.enum(['COMPLETED', 'FAILED']) }),
    (snapshot, transfer, { status }) =>
      void finishTransfer(snapshot, requirePending(snapshot, transfer), { status, status_details: undefined }),
  ),
  transferEndpoint(
    '/hold',
    `Keeps a pending transfer pending until another call decides it: {secondary_status?}, one of ${waitNames.join(' and ')}.`,
    object({ secondary_status: z.optional(z.enum(waitNames)) }),
    (snapshot, transfer, { secondary_status }) =>
      void holdTransfer(snapshot, requirePending(snapshot, transfer), secondary_status),
  ),
  transferEndpoint(
    '/approve',
    'Ends what a pending transfer waits for: it settles 4 s later, whatever its amount.',
    object({}),
    (snapshot, transfer) => void approveTransfer(snapshot, requirePending(snapshot, transfer)),
  ),
  transferEndpoint(
    '/return',
    'Sends the money of a completed wire or crypto withdrawal back, as a new transfer the other way, which it returns.',
    object({}),
    (snapshot, transfer) => {
      if (!isReturnable(transfer))
        throw cannotBe('transfer', 'Only completed wires and crypto withdrawals can be returned.')
      return returnTransfer(snapshot, transfer)
    },
  ),
  endpoint(
    'POST',
    '/control/clients/{id}/fiat-accounts/{account}',
    'Decides the review of a fiat account, also one that was decided before: {status: APPROVED or REJECTED}.',
    { body: object({ status: z.enum(['APPROVED', 'REJECTED']) }) },
    ({ path, body: { status } }, dependencies) => ({
      body: tenantAt(path, dependencies).change((snapshot) => {
        const id = (path.account ?? '').toLowerCase()
        const account = findAccount(snapshot.store, id)
        if (!account) throw notFound('fiat account', id)
        if (account.status === status) throw cannotBe('fiat account', `It is already ${status}.`)
        return decideAccount(snapshot, account, status)
      }),
    }),
  ),
  endpoint(
    'POST',
    '/control/clients/{id}/orders/{order}',
    'Fills an open order at its limit, or at the market without one, fills half of what is left, or lets it expire: {outcome: FILLED, HALF_FILLED or EXPIRED}.',
    { body: object({ outcome: z.enum(orderOutcomes) }) },
    ({ path, body: { outcome } }, dependencies) => ({
      body: tenantAt(path, dependencies).change((snapshot) => {
        const id = (path.order ?? '').toLowerCase()
        const order = findOrder(snapshot.store, id)
        if (!order) throw notFound('order', id)
        if (!isOpen(order)) throw cannotBe('order', `It is already ${order.status}.`)
        const decided = decideOrder(snapshot, order, outcome)
        if (!decided) throw cannotBe('order', 'The profile cannot pay for it, or too little of it is left.')
        return orderAnswer(decided)
      }),
    }),
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
  forward_business_days: z.optional(whole(1, 30)),
  speed: z.optional(number(0, fastest, 'seconds a second')),
}).check(
  z.refine(({ now, forward_seconds }) => now === undefined || forward_seconds === undefined, {
    path: ['forward_seconds'],
    error: 'Enter now or forward_seconds, not both.',
  }),
  z.refine(
    ({ now, forward_seconds, forward_business_days: days }) =>
      days === undefined || (now ?? forward_seconds) === undefined,
    { path: ['forward_business_days'], error: 'Enter forward_business_days alone, or leave it out.' },
  ),
)

/** The same time of day so many business days later, in milliseconds since 1970. */
function businessDaysLater(moment: number, days: number): number {
  const later = moment + 86_400_000
  const left = isBankingDay(later) ? days - 1 : days
  return left === 0 ? later : businessDaysLater(later, left)
}

const clockState = ({ clock }: Tenant) => ({ now: new Date(clock.now()).toISOString(), speed: clock.speed })

/** The requested time in milliseconds since 1970; undefined if it only continues. */
function requestedTime(setting: z.infer<typeof ClockSetting>, { clock }: Tenant): number | undefined {
  const { now, forward_seconds: seconds, forward_business_days: days } = setting
  if ((now ?? seconds ?? days) === undefined) return undefined
  const field = now !== undefined ? 'now' : days !== undefined ? 'forward_business_days' : 'forward_seconds'
  const forward = () =>
    days === undefined ? clock.now() + Math.round((seconds ?? 0) * 1000) : businessDaysLater(clock.now(), days)
  const moment = now === undefined ? forward() : Date.parse(now)
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
    'Moves its clock forward or sets its speed: {now?, forward_seconds?, forward_business_days?, speed?}; speed 1 is real time, 0 stops it. Business days are those of the Federal Reserve Banks, at the same time of day.',
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
    'Sets all its stress switches; omitted ones are off, so {} ends all stress. The operation "write" means every write.',
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
