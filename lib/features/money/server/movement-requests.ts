/** The requests made here that belong to a movement, by what they share with its transfers. */

import { keyOf, type Matched, movementsAmong } from '../../../api/movement-links'
import { paddedList } from '../../../database/list-lengths'
import { compareDecimals } from '../../../domain/decimals'
import { isObject } from '../../../domain/json'
import { uuidPattern } from '../../../domain/values'
import type { Environment } from '../../../provider/environments'
import { idKey } from '../../../provider/matching'
import { writesOf } from '../../../provider/operations'
import type { DecodedTransfer } from '../../../provider/reading'
import type { RuleRoute } from '../../../provider/record-names'
import { sideOf } from '../../../provider/transfer-money'
import type { Session } from '../../../server/auth/sessions'
import { mapInPieces } from '../../../server/work/fair-queue'
import type { WriteCore } from '../../../server/writes/core'
import { intentOf, listedOf } from '../../../server/writes/intent-view'
import { applyDeadline, type ReadIntent } from '../../../server/writes/rows'
import { markOf } from '../ahead'
import type { MovementRequest } from '../interface'

/** The newest rules, whose marks are compared: each is decrypted. */
const mostRules = 200
const mostRows = 100

/** A rule that was created here, as its list shows it. */
export type KnownRule = { row: ReadIntent; route: RuleRoute }

/** The newest confirmed rules of an environment. @throws the driver's error */
export async function knownRules(
  { ledger: { rows } }: WriteCore,
  environment: Environment,
  session: Pick<Session, 'subject' | 'roles'>,
): Promise<KnownRule[]> {
  const found = await rows
    .query()
    .where('environment', '=', environment)
    .where('operation', 'in', writesOf('rule'))
    .where('state', '=', 'confirmed')
    .orderBy('created_at', 'desc')
    .limit(mostRules)
    .execute()
  const rules = await mapInPieces(session.subject, found, (row) => {
    const { route } = listedOf(rows, row, session)
    return route ? [{ row, route }] : []
  })
  return rules.flat()
}

/** What identifies a sandbox deposit, which has no reference; `at` is when it was sent, ms since 1970. */
export type SentDeposit = { amount: string; memo: string; at: number }

/** @returns undefined if the body cannot be decrypted, and for another request */
export function sentDeposit({ ledger: { rows } }: WriteCore, row: ReadIntent): SentDeposit | undefined {
  const body: unknown = isDeposit(row) ? JSON.parse(rows.bodyOf(row) ?? 'null') : undefined
  const { amount, memo_id: memo } = isObject(body) ? body : {}
  const at = (row.sent_at_service ?? row.sent_at ?? row.created_at) / 1000
  return typeof amount === 'string' && typeof memo === 'string' ? { amount, memo, at } : undefined
}

const isDeposit = ({ operation }: Pick<ReadIntent, 'operation'>) => writesOf(null).includes(operation)

/** A wire comes at most so long after its deposit was sent, and clocks differ, ms. */
export const depositWindow = { before: 60_000, after: 600_000 }

/** What a sandbox deposit comes as. */
export const wireType = 'WIRE_DEPOSIT'

/** The wires that a sandbox deposit may be: by memo, amount and time. */
export const wiresOf = (transfers: readonly DecodedTransfer[], { amount, memo, at }: SentDeposit) =>
  transfers.filter(({ known }) => {
    const since = Date.parse(known.created_at ?? '') - at
    return (
      known.type === wireType &&
      known.memo === memo &&
      compareDecimals(known.amount ?? '', amount) === 0 &&
      since >= -depositWindow.before &&
      since <= depositWindow.after
    )
  })

/** The sandbox deposits that may be these transfers. @throws the driver's error */
async function depositsOf(core: WriteCore, transfers: readonly DecodedTransfer[]): Promise<ReadIntent[]> {
  const wire = transfers.find(({ known }) => known.type === wireType)
  const at = Date.parse(wire?.known.created_at ?? '') * 1000
  if (!wire || Number.isNaN(at)) return []
  const rows = await core.ledger.rows
    .query()
    .where('environment', '=', 'sandbox')
    .where('operation', 'in', writesOf(null))
    .where('created_at', '>=', at - depositWindow.after * 1000)
    .where('created_at', '<=', at + depositWindow.before * 1000)
    .orderBy('created_at', 'desc')
    .limit(mostRows)
    .execute()
  return rows.filter((row) => {
    const deposit = sentDeposit(core, row)
    return deposit && wiresOf([wire], deposit).length > 0
  })
}

/** What the transfers name: references, accounts, and records in their metadata. */
function namesIn(transfers: readonly DecodedTransfer[]): Map<string, MovementRequest['by']> {
  const names = new Map<string, MovementRequest['by']>()
  for (const { known } of transfers) {
    for (const [key, value] of isObject(known.metadata) ? Object.entries(known.metadata) : [])
      if (typeof value === 'string' && (uuidPattern.test(value) || /^(?:rule|order|account)_?id$/i.test(key)))
        names.set(idKey(value), 'metadata')
    if (known.fiat_account_id) names.set(idKey(known.fiat_account_id), 'account')
    if (known.ref_id) names.set(known.ref_id, 'reference')
  }
  return names
}

/**
 * Requests by the marks of rules, by references, and by the records that transfers name; oldest first.
 * @param planned the intents of a plan
 * @throws the driver's error
 */
export async function requestsOf(
  core: WriteCore,
  environment: Environment,
  session: Session,
  transfers: readonly DecodedTransfer[],
  rules: readonly KnownRule[],
  planned: readonly string[] = [],
): Promise<MovementRequest[]> {
  const { rows } = core.ledger
  const found = new Map<string, { row: ReadIntent; by: MovementRequest['by'] }>()
  const names = namesIn(transfers)
  const texts = [...names.keys()].slice(0, mostRows)
  const references = texts.flatMap((text) => rows.referencesAs(text))
  for (const [column, values] of [
    ['record_id', texts],
    ['ref_id', references],
    ['id', planned],
  ] as const) {
    if (values.length === 0) continue
    for (const row of await rows.query().where(column, 'in', paddedList(values)).limit(mostRows).execute()) {
      const name = row.record_id === null ? undefined : names.get(idKey(row.record_id))
      const by = column === 'id' ? 'plan' : column === 'ref_id' ? 'reference' : name
      if (row.environment === environment && by) found.set(row.id, { row, by })
    }
  }
  if (environment === 'sandbox')
    for (const row of await depositsOf(core, transfers)) found.set(row.id, { row, by: 'deposit' })
  const byKey = new Map(transfers.map((one) => [keyOf(one), one]))
  for (const { row, route } of rules) {
    const by = transfers.map((transfer) => markOf(transfer, route, byKey)).find((mark) => mark !== undefined)
    if (by) found.set(row.id, { row, by })
  }
  const approvals = await core.ledger.weighing.shown(
    [...found.values()].map(({ row }) => row),
    session.subject,
  )
  return [...found.values()]
    .sort((one, other) => one.row.created_at - other.row.created_at)
    .map(({ row, by }) => {
      const { id, operation, state, summary, person, created_at, record_id, record_status, reason } = intentOf(
        core,
        row,
        session,
      )
      const approval = approvals.get(row.id)
      const listed = listedOf(rows, applyDeadline(row), session)
      return {
        id,
        operation,
        state,
        summary,
        person,
        created_at,
        by,
        ...(record_id && { record_id }),
        ...(record_status && { record_status }),
        ...(listed.record_name && { record_name: listed.record_name }),
        ...(listed.route && { route: listed.route }),
        ...(approval && { approval, ...(reason && { reason }) }),
      }
    })
}

/**
 * The runs of a rule, by the first transfer that shows each: one for all that the provider's records prove to be together.
 * What people joined may be several.
 */
export const runsOf = (movements: readonly Matched[], route: RuleRoute) =>
  movements.flatMap(({ transfers }) =>
    movementsAmong(transfers).flatMap((proven) => {
      const byKey = new Map(proven.transfers.map((one) => [keyOf(one), one]))
      const first = proven.transfers.find((one) => markOf(one, route, byKey) !== undefined)
      const { amount, total, asset, created_at: at, status } = first?.known ?? {}
      const arrived = first && sideOf(first.known) === 'DEBIT' ? total : amount
      const movement = transfers[0] ? keyOf(transfers[0]) : ''
      return first && arrived && asset && at
        ? [{ key: keyOf(first), movement, amount: arrived, asset, at, status: status ?? '' }]
        : []
    }),
  )
