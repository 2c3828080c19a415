/** What helps to write a policy: which past requests it would have held, and where requests pay to. */
import { sumOf } from '../../../domain/decimals'
import { movedBy } from '../../../provider/check'
import { environments } from '../../../provider/environments'
import { isChange } from '../../../provider/operations'
import type { Session } from '../../../server/auth/sessions'
import { timeOf } from '../../../server/clock'
import type { Owner } from '../../../server/upstream/upstream'
import { mapInPieces } from '../../../server/work/fair-queue'
import type { IntentRows } from '../../../server/writes/rows'
import type { PaidDestination, Simulation } from '../interface'
import { destinationsIn, leastOf, limitsOf, listedHours, type Policy, requirementsOf } from '../policy'

/** Of a simulation. */
const simulatedDays = 90
const mostSimulated = 5_000
const mostAsked = 200
/** Executed requests whose destinations are shown. */
const mostPaid = 1_000

/** Where the newest executed requests of an environment pay to. */
export async function paidDestinations(
  intents: IntentRows,
  { environment, clientId }: Owner,
  { subject }: Session,
): Promise<PaidDestination[]> {
  const rows = await intents
    .query()
    .where((is) => is.and({ environment, client_id: clientId, state: 'confirmed' }))
    .orderBy('created_at', 'desc')
    .limit(mostPaid)
    .execute()
  const found = new Map<string, PaidDestination>()
  await mapInPieces(subject, rows, (row) => {
    const body = intents.bodyOf(row)
    if (body === undefined || isChange(row.operation)) return
    const at = timeOf(row.created_at)
    for (const to of destinationsIn(movedBy(row.operation, JSON.parse(row.path), JSON.parse(body)))) {
      if (to === undefined) continue
      const { last = at, requests = 0 } = found.get(to) ?? {}
      found.set(to, { to, first: at, last, requests: requests + 1 })
    }
  })
  return [...found.values()]
}

/**
 * What a policy would have required of recent requests. They are replayed in order, so that each uses up its share of a limit.
 * @param now milliseconds since 1970
 */
export async function simulatePolicy(
  intents: IntentRows,
  policy: Policy,
  { subject }: Session,
  now: number,
): Promise<Simulation> {
  const rows = await intents
    .query()
    .where('created_at', '>=', (now - simulatedDays * 86_400_000) * 1000)
    .where('state', '!=', 'refused')
    .orderBy('created_at', 'desc')
    .limit(mostSimulated)
    .execute()
  const uses: { key: string; at: number; amount: string }[] = []
  const destinations = new Map<string, number>()
  const asked: Simulation['asked'] = []
  const by_rule = Object.fromEntries(policy.rules.map(({ id }) => [id, 0]))
  let unread = 0
  await mapInPieces(subject, rows.reverse(), (row) => {
    const body = intents.bodyOf(row)
    const environment = environments.find((one) => one === row.environment)
    if (body === undefined || !environment) {
      unread += 1
      return
    }
    const moved = movedBy(row.operation, JSON.parse(row.path), JSON.parse(body))
    const write = { operation: row.operation, environment, person: row.subject, moved }
    const used: Record<string, string> = {}
    for (const { rule, of, asset, amount, hours } of limitsOf(policy, write)) {
      if (of === undefined) continue
      const key = JSON.stringify([rule, of, asset, row.environment])
      const since = row.created_at - hours * 3_600_000_000
      used[rule] = sumOf(uses.filter((one) => one.key === key && one.at >= since).map((one) => one.amount)) ?? '0'
      if (amount !== undefined) uses.push({ key, at: row.created_at, amount })
    }
    const hoursSince = (first: number | undefined) =>
      first === undefined ? undefined : (row.created_at - first) / 3_600_000_000
    const named = destinationsIn(moved)
    const approvedHours = leastOf(named.map((to) => hoursSince(to === undefined ? to : destinations.get(to))))
    // As if all that it lists had been approved long ago.
    const listed = listedHours(policy, write, 0, row.created_at / 1000)
    const requirements = requirementsOf(policy, write, {
      used,
      ...(approvedHours !== undefined && { approvedHours }),
      ...(listed !== undefined && { listedHours: listed }),
    })
    for (const to of isChange(row.operation) ? [] : named)
      if (to !== undefined && !destinations.has(to)) destinations.set(to, row.created_at)
    for (const { rule } of requirements) by_rule[rule] = (by_rule[rule] ?? 0) + 1
    const { id, summary, person } = row
    const at = timeOf(row.created_at)
    if (requirements.length > 0) asked.unshift({ id, summary, person, at, requirements })
  })
  const total = { weighed: rows.length - unread, days: simulatedDays, asked_total: asked.length }
  return { ...total, asked: asked.slice(0, mostAsked), by_rule, unread }
}
