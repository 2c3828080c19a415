/**
 * Rehearsals: what a person lets happen in a sandbox, as calls to its control. The panel shows the call of each and the
 * console makes it, for the client that it has there and for no other.
 */

import type { FiatAccount } from '../../provider/fiat-accounts'
import type { Order } from '../../provider/orders'
import type { Transfer } from '../../provider/transfers'

/** A call to control; `path` follows the client's. */
export type ControlCall = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object }

/** What a rehearsal can be given. Control checks all but the target. */
export type RehearsalValues = {
  /** The id of the record that it changes. */
  target?: string
  amount?: string
  memo?: string
  /** Of a deposit: what arrives, and the address of a rule or the profile at which it does. */
  asset?: string
  address?: string
  profile_id?: string
  /** Whether what arrives stays pending until it is decided. */
  keep_pending?: boolean
}

/** The kinds of records that can be changed, as parts of control's paths. */
export type TargetKind = 'transfers' | 'fiat-accounts' | 'orders'

type Row = {
  /** The kind of its target. */
  on?: TargetKind
  /** It goes on until it is used up or ended, and takes the place of the one before. */
  isFault?: true
  call: (values: RehearsalValues) => ControlCall
}

const decision = (on: TargetKind, body: object, action = ''): Row => ({
  on,
  call: ({ target = '' }) => ({ method: 'POST', path: `/${on}/${encodeURIComponent(target)}${action}`, body }),
})
const clock = (body: object): Row => ({ call: () => ({ method: 'PUT', path: '/clock', body }) })
const fault = (body: object): Row => ({ isFault: true, call: () => ({ method: 'PUT', path: '/stress', body }) })

/** Calls that a fault without an end meets. */
const endless = 1_000_000

export const rehearsals = {
  letWireArrive: {
    call: ({ amount, memo, keep_pending }: RehearsalValues): ControlCall => ({
      method: 'POST',
      path: '/wires',
      body: { amount, memo, ...(keep_pending && { keep_pending }) },
    }),
  },
  letDepositArrive: {
    call: ({ amount, asset, address, profile_id, keep_pending }: RehearsalValues): ControlCall => ({
      method: 'POST',
      path: '/deposits',
      body: { amount, asset, address, profile_id, ...(keep_pending && { keep_pending }) },
    }),
  },

  settleTransfer: decision('transfers', { status: 'COMPLETED' }),
  failTransfer: decision('transfers', { status: 'FAILED' }),
  holdTransfer: decision('transfers', {}, '/hold'),
  askForTravelRule: decision('transfers', { secondary_status: 'TRAVEL_RULE_INFO_REQUESTED' }, '/hold'),
  approveTransfer: decision('transfers', {}, '/approve'),
  returnTransfer: decision('transfers', {}, '/return'),

  approveAccount: decision('fiat-accounts', { status: 'APPROVED' }),
  rejectAccount: decision('fiat-accounts', { status: 'REJECTED' }),

  fillOrder: decision('orders', { outcome: 'FILLED' }),
  halfFillOrder: decision('orders', { outcome: 'HALF_FILLED' }),
  expireOrder: decision('orders', { outcome: 'EXPIRED' }),

  forwardHour: clock({ forward_seconds: 3_600 }),
  forwardDay: clock({ forward_seconds: 86_400 }),
  forwardBusinessDay: clock({ forward_business_days: 1 }),
  pauseClock: clock({ speed: 0 }),
  runClock: clock({ speed: 1 }),

  loseAnswer: fault({ drop: [{ operation: 'write' }] }),
  cutAnswer: fault({ cut: [{ operation: 'write' }] }),
  failRequest: fault({ fail: [{ operation: 'write', status: 500 }] }),
  refuseForTravelRule: fault({
    fail: [{ operation: 'createRule', status: 403, kind: 'travel-rule-information-required' }],
  }),
  limitRate: fault({ rate_limit: [{ per_second: 0, retry_after_seconds: 30 }] }),
  slowDown: fault({ latency: [{ millis: 3_000 }] }),
  refuseToken: fault({ fail: [{ status: 401, times: endless }] }),
  endFaults: { call: (): ControlCall => ({ method: 'PUT', path: '/stress', body: {} }) },
} satisfies Record<string, Row>

export type RehearsalName = keyof typeof rehearsals
export const rehearsalNames = Object.keys(rehearsals) as RehearsalName[]
export const rehearsalRow = (name: RehearsalName): Row => rehearsals[name]

/** What there is to rehearse with. Records are the newest ones, without what a person may not see elsewhere. */
export type Rehearsing = {
  clock: { now: string; speed: number }
  /** The fault that is on. */
  fault?: RehearsalName
  transfers: Pick<Transfer, 'id' | 'type' | 'amount' | 'asset' | 'status' | 'secondary_status'>[]
  fiat_accounts: (Pick<FiatAccount, 'id' | 'status'> & { name?: string })[]
  orders: Pick<Order, 'id' | 'side' | 'market' | 'base_amount' | 'quote_amount'>[]
  /** Rules, each with the memo, the address or the profile from which it takes money. */
  rules: { name: string; asset: string; memo?: string; address?: string; network?: string; profile_id?: string }[]
}

/** How a rehearsal's call was answered. */
export type Rehearsed = { status: number; millis: number }
