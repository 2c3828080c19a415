/** The requests made here that belong to a movement, by what they share with its transfers. */
import { keyOf, movementsAmong, namedBy } from '../../api/console/movements/matching'
import type { MovementRequest } from '../../api/console/movements/movement'
import type { Environment } from '../../api/environments'
import { idKey } from '../../api/provider/matching'
import { writesOf } from '../../api/provider/operations'
import type { DecodedTransfer } from '../../api/provider/reading'
import type { RuleRoute } from '../../api/provider/record-names'
import { sideOf } from '../../api/provider/transfer-money'
import { paddedList } from '../../database/list-lengths'
import { isObject } from '../../domain/json'
import { uuidPattern } from '../../domain/values'
import type { Session } from '../auth/sessions'
import { mapInPieces } from '../fair-queue'
import type { WriteCore } from '../writes/core'
import { intentOf, listedOf } from '../writes/intent-view'
import { applyDeadline, type ReadIntent } from '../writes/rows'

/** The newest rules, whose marks are compared: each is decrypted. */
const mostRules = 200
const mostRows = 100

export type Mark = 'memo' | 'address' | 'account' | 'profile'

/**
 * How a transfer shows that a rule moved it; undefined if it does not. Of a rule that takes from a profile, a conversion
 * there between its two assets does: nothing but rules converts.
 * @param byKey the transfers of the movement
 */
export function markOf(
  transfer: DecodedTransfer,
  route: RuleRoute,
  byKey: ReadonlyMap<string, DecodedTransfer>,
): Mark | undefined {
  const { memo, destination_address: address, fiat_account_id: account, type, profile_id, asset } = transfer.known
  if (sideOf(transfer.known) === 'CREDIT') {
    if (memo && memo === route.memo) return 'memo'
    return type === 'CRYPTO_DEPOSIT' && address && address === route.source_address ? 'address' : undefined
  }
  if (
    account &&
    memo &&
    memo === route.destination_memo &&
    idKey(account) === idKey(route.destination_account_id ?? '')
  )
    return 'account'
  const isThere = profile_id !== undefined && profile_id === route.source_profile_id && asset === route.source_asset
  const into = byKey.get(namedBy(transfer).to ?? '')?.known
  return isThere && into && into.asset === route.destination_asset && into.asset !== asset ? 'profile' : undefined
}

/** A rule that was created here, as its list shows it. */
export type KnownRule = { row: ReadIntent; route: RuleRoute }

/** The newest confirmed rules of an environment. @throws the driver's error */
export async function knownRules(
  { ledger: { rows } }: WriteCore,
  environment: Environment,
  session: Session,
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
  const byKey = new Map(transfers.map((one) => [keyOf(one), one]))
  for (const { row, route } of rules) {
    const by = transfers.map((transfer) => markOf(transfer, route, byKey)).find((mark) => mark !== undefined)
    if (by) found.set(row.id, { row, by })
  }
  return [...found.values()]
    .sort((one, other) => one.row.created_at - other.row.created_at)
    .map(({ row, by }) => {
      const { id, operation, state, summary, person, created_at, record_id, record_status } = intentOf(
        core,
        row,
        session,
      )
      const listed = listedOf(rows, applyDeadline(row), session)
      return {
        ...{ id, operation, state, summary, person, created_at, by },
        ...(record_id && { record_id }),
        ...(record_status && { record_status }),
        ...(listed.record_name && { record_name: listed.record_name }),
        ...(listed.route && { route: listed.route }),
      }
    })
}

/** The runs of a rule among these transfers, oldest first: one for each movement, by the first transfer that shows it. */
export const runsOf = (transfers: readonly DecodedTransfer[], route: RuleRoute) =>
  movementsAmong(transfers).flatMap((movement) => {
    const byKey = new Map(movement.transfers.map((one) => [keyOf(one), one]))
    const first = movement.transfers.find((one) => markOf(one, route, byKey) !== undefined)
    const { amount, total, asset, created_at: at, status } = first?.known ?? {}
    const arrived = first && sideOf(first.known) === 'DEBIT' ? total : amount
    return first && arrived && asset && at
      ? [{ key: keyOf(first), amount: arrived, asset, at, status: status ?? '' }]
      : []
  })
