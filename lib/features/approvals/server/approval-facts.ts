/** What an approver must know of a request beside itself: limits, the last similar one, and whether its destination is new. */

import type { ApprovalFacts, UsedLimit } from '../../../api/approval'
import type { RulePlan } from '../../../api/planned'
import { isSimilarAddress } from '../../../domain/address-ends'
import { movedBy } from '../../../provider/check'
import type { Party } from '../../../provider/members'
import { isChange } from '../../../provider/operations'
import type { Moved } from '../../../provider/summaries'
import { timeOf } from '../../../server/clock'
import type { Weighed } from '../../../server/writes/approvals'
import type { IntentRows, ReadIntent } from '../../../server/writes/rows'
import { destinationsIn } from '../policy'

/** What people planned for the rules that requests create, by request. */
export type PlansOf = (intents: readonly string[]) => Promise<ReadonlyMap<string, RulePlan[]>>

/** Earlier requests of the same kind that are compared. */
const mostCompared = 200

const addressIn = (moved: Moved) => {
  const address = moved.parties.find(({ as, kind }) => as === 'destination' && kind === 'address')
  return /^address \S* (.+)$/.exec(address?.key ?? '')?.[1]
}

/** Whom and what a write names in one role, as one text. */
const namedAs = ({ parties }: Moved, role: Party['as']) =>
  JSON.stringify(parties.filter(({ as }) => as === role).map(({ key = '' }) => key))

/** @returns undefined if the request can no longer be read */
export async function approvalFacts(
  {
    rows,
    weighing,
  }: { rows: IntentRows; weighing: { limits(intent: Weighed, now: number): Promise<UsedLimit[]>; plansOf: PlansOf } },
  row: ReadIntent,
): Promise<ApprovalFacts | undefined> {
  const requestIn = (one: ReadIntent) => {
    const body = rows.bodyOf(one)
    return body === undefined ? undefined : { path: JSON.parse(one.path), body: JSON.parse(body) }
  }
  const movedIn = (one: ReadIntent): Moved | undefined => {
    const request = requestIn(one)
    return request && movedBy(one.operation, request.path, request.body)
  }
  const request = requestIn(row)
  const moved = movedIn(row)
  if (!moved || !request) return undefined
  // What others used since, and did since, says nothing of why it was decided.
  if (row.state !== 'waiting') return { moved, limits: [] }
  const limits = await weighing.limits({ ...row, ...request }, Number(row.now))
  const earlier = await rows
    .query()
    .where((is) => is.and({ environment: row.environment, client_id: row.client_id, operation: row.operation }))
    .where('state', '=', 'confirmed')
    .where('id', '!=', row.id)
    .orderBy('created_at', 'desc')
    .limit(mostCompared)
    .execute()
  const known = earlier.flatMap((one) => {
    const its = movedIn(one)
    return its ? [{ row: one, moved: its }] : []
  })
  const { market, side } = moved
  const isSame = (its: Moved, role: Party['as']) => namedAs(its, role) === namedAs(moved, role)
  const destinations = destinationsIn(moved)
  const there = known.filter((one) => isSame(one.moved, 'destination'))
  const alike = known.filter(
    ({ moved: its }) => its.market === market && its.side === side && isSame(its, 'owner') && isSame(its, 'source'),
  )
  const last = (destinations.length > 0 ? there : alike)[0] ?? alike[0]
  const plans = last && (await weighing.plansOf([last.row.id])).get(last.row.id)
  const own = addressIn(moved)
  const similar =
    own &&
    known
      .map((one) => addressIn(one.moved))
      .find((one) => one !== undefined && one !== own && isSimilarAddress(own, one))
  const first = there.at(-1)?.row.created_at
  return {
    moved,
    limits,
    ...(last && {
      last: {
        id: last.row.id,
        at: timeOf(last.row.created_at),
        person: last.row.person,
        summary: last.row.summary,
        moved: last.moved,
        ...(plans && { plans }),
      },
    }),
    ...(destinations.length > 0 &&
      !destinations.includes(undefined) &&
      !isChange(row.operation) && {
        destination: {
          ...(first !== undefined && { first_seen: timeOf(first) }),
          ...(similar && { similar_to: similar }),
        },
      }),
  }
}
