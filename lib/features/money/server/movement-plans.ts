/** What came of plans: the runs of their rules, and money of which a person may say that it is theirs. */
import { keyOf, type Matched } from '../../../api/movement-links'
import { paddedList } from '../../../database/list-lengths'
import { compareDecimals } from '../../../domain/decimals'
import { atSecond } from '../../../domain/wall-clock'
import { nearest } from '../../../provider/field-errors'
import { fiatDepositTypes } from '../../../provider/transfer-terms'
import type { Session } from '../../../server/auth/sessions'
import { type TransferPages, transferPages } from '../../../server/records/page-rows'
import type { Owner } from '../../../server/upstream/upstream'
import type { WriteCore } from '../../../server/writes/core'
import { listedOf } from '../../../server/writes/intent-view'
import { applyDeadline } from '../../../server/writes/rows'
import type { Asked } from '../../handlers'
import type { TeamSettings } from '../../team/interface'
import type { Candidate, PlanJoin, PlannedMovement, WaitingPlan } from '../interface'
import { dueOf } from '../lateness'
import { assignedRuns, clockSkew } from '../plans'
import type { MovementRecords } from './movement-reading'
import { type KnownRule, runsOf } from './movement-requests'
import type { MovementStore } from './movement-store'

export type MovementDependencies = {
  writes: WriteCore
  movements: MovementStore
  records: MovementRecords
  /** What the desk has set, such as when money is late. */
  team: { settings: () => Promise<TeamSettings> }
}

/** What is known of who asks about movements. */
export type AnyAsked = Pick<Asked<'readMovement'>, 'context' | 'environment' | 'owner' | 'session'>

const mostRows = 1_000
/** Milliseconds for which what our own database last read of the provider is not asked for again. */
const freshFor = 5_000
/** Deposits that are compared with a plan's memo or amount, and that are named. */
export const mostDeposits = 1_000
/** Plans of which a list says that their money has not come, and for how long, ms. */
const mostWaiting = 50
const plannedFor = 30 * 86_400_000
type Run = ReturnType<typeof runsOf>[number]
/** What was read of the runs of a plan's rule, and of what people said. Of a rule that is not there yet, no runs. */
type PlanRuns = { plans: readonly PlannedMovement[] } & ReturnType<typeof assignedRuns<Run>>
export const noRuns: PlanRuns = { plans: [], assigned: new Map(), unplanned: [] }
/** The plan that a movement is and its runs, or those that wait and that it fits. */
export type Planned = { plan?: PlannedMovement; runs?: PlanRuns; joined?: PlanJoin; fits?: PlannedMovement[] }

/** @returns what the handlers of movements ask of plans */
export function createPlanReading({ writes, movements: store, records, team }: MovementDependencies) {
  const pagesOf = ({ context, environment, session }: AnyAsked): TransferPages =>
    transferPages(writes.upstreams.of(environment), records, {
      caller: {
        kind: context.isPersonal ? 'read' : 'background',
        subject: session.subject,
        trace: context.upstream.trace,
      },
      clock: writes.clock,
      signal: context.request.signal,
      timing: context.upstream,
    })

  /**
   * What came of plans, whatever type of transfer it came as: the runs of their rules, since the oldest plan of each, because
   * older plans may have taken older runs. What a person joined to a plan is that plan's, and no other's.
   * @returns by rule
   */
  async function runsOfPlans({ environment, owner, session }: AnyAsked, wanted: readonly PlannedMovement[]) {
    const { rows } = writes.ledger
    const intents = [...new Set(wanted.map(({ rule_intent }) => rule_intent))]
    const found = await rows.query().where('id', 'in', paddedList(intents)).execute()
    const runs = await Promise.all(
      found.map(async (row): Promise<[string, PlanRuns]> => {
        const { route } = row.environment === environment ? listedOf(rows, applyDeadline(row), session) : {}
        if (!route) return [row.id, noRuns]
        const plans = await store.plansOf(owner, row.id)
        const since = Math.min(...[...plans, ...wanted].map(({ at }) => Date.parse(at))) - clockSkew
        const came = await records.rows.movements.ofRule(owner, route, since)
        const keys = came.flatMap(({ transfers }) => transfers.map(keyOf))
        const joins = await store.planJoins(owner, [...plans.map(({ id }) => id), ...keys])
        const [joinedPlans, joined] = [
          new Set(joins.map(({ plan }) => plan)),
          new Set(joins.map((one) => one.transfer)),
        ]
        const open = plans.filter(({ id }) => !joinedPlans.has(id))
        const own = came.filter(({ transfers }) => !transfers.some((one) => joined.has(keyOf(one))))
        return [row.id, { plans, ...assignedRuns(open, runsOf(own, route)) }]
      }),
    )
    return new Map(runs)
  }

  /** The runs of one plan's rule. */
  const runsOfPlan = async (asked: AnyAsked, plan: PlannedMovement) =>
    (await runsOfPlans(asked, [plan])).get(plan.rule_intent) ?? noRuns

  /**
   * Reads what changed since our own database was last current, unless that is only seconds ago: the money of a plan may just
   * have come.
   * @param since ms since 1970, before which nothing matters
   * @returns whether there is more
   */
  async function readNewest({ owner }: AnyAsked, pages: TransferPages, since: number): Promise<boolean> {
    const { to = 0, age = freshFor } = (await records.rows.reading(owner)) ?? {}
    if (age < freshFor) return false
    const { next } = await pages.page({
      'updated_at.gte': atSecond(Math.max(to, since) - clockSkew),
      order_by: 'UPDATED_AT',
      order: 'DESC',
      limit: mostRows,
    })
    return next !== undefined
  }

  /** The requests that create the rules of plans: their states, and what they wait for. One that was never sent has neither. */
  async function ruleStates(plans: readonly PlannedMovement[], { subject }: Session) {
    const intents = [...new Set(plans.map(({ rule_intent }) => rule_intent))]
    const query = writes.ledger.rows.query().where('id', 'in', paddedList(intents))
    const rows = intents.length > 0 ? await query.execute() : []
    const approvals = await writes.ledger.weighing.shown(
      rows.filter(({ state }) => state === 'waiting'),
      subject,
    )
    return { states: new Map(rows.map((row) => [row.id, applyDeadline(row).state])), approvals }
  }

  /** The plans of the last 30 days whose money has not come, and how many could not be looked up. */
  async function waitingPlans(asked: AnyAsked) {
    const { environment, owner, session } = asked
    const since = writes.upstreams.of(environment).now() - plannedFor
    const newest = (await store.newest(owner, mostWaiting)).filter(({ at }) => Date.parse(at) >= since)
    // What a person said a plan became is listed as that.
    const joins = await store.planJoins(
      owner,
      newest.map(({ id }) => id),
    )
    const joined = new Set(joins.map(({ plan }) => plan))
    const { states, approvals } = await ruleStates(newest, session)
    const bounds = await team.settings()
    // Without its rule no money can come.
    const plans = newest.filter(
      ({ id, rule_intent, withdrawn }) => !withdrawn && !joined.has(id) && states.get(rule_intent) !== 'refused',
    )
    if (plans.length === 0) return {}
    const runs = await runsOfPlans(asked, plans)
    const from = (await records.rows.reading(owner))?.from ?? Number.POSITIVE_INFINITY
    // What came before is still being read: it cannot be said to be missing.
    const known = plans.filter(({ at }) => Date.parse(at) - clockSkew >= from)
    const waiting = known.flatMap((plan): WaitingPlan[] => {
      const { id, rule_intent } = plan
      const { plans: same, assigned, unplanned } = runs.get(rule_intent) ?? noRuns
      const rule_state = states.get(rule_intent) ?? 'never-sent'
      if (assigned.has(id)) return []
      const rule_approval = approvals.get(rule_intent)
      return [
        {
          ...plan,
          due: dueOf(plan, same, assigned, bounds),
          ...(rule_state !== 'confirmed' && { rule_state }),
          ...(rule_approval && { rule_approval }),
          ...(unplanned.some(({ fits }) => fits.includes(id)) && { has_candidates: true as const }),
        },
      ]
    })
    const unchecked = plans.length - known.length
    return { ...(waiting.length > 0 && { waiting }), ...(unchecked > 0 && { unchecked }) }
  }

  /** The plan that a movement is, by a person's word or by its rule; or those that wait and that it fits. */
  async function planOf(asked: AnyAsked, { transfers }: Matched, rules: KnownRule[]): Promise<Planned> {
    const keys = new Set(transfers.map(keyOf))
    const [joined] = await store.planJoins(asked.owner, [...keys])
    const said = joined && (await store.plan(asked.owner, joined.plan))
    if (said) return { plan: said, joined }
    const fits: PlannedMovement[] = []
    for (const { row, route } of rules) {
      if (runsOf([{ transfers, links: [] }], route).length === 0) continue
      const plans = await store.plansOf(asked.owner, row.id)
      const newest = plans.at(-1)
      if (!newest) continue
      const runs = await runsOfPlan(asked, newest)
      const plan = plans.find(({ id }) => keys.has(runs.assigned.get(id)?.key ?? ''))
      if (plan) return { plan, runs }
      const ids = runs.unplanned.flatMap((run) => (keys.has(run.key) ? run.fits : []))
      fits.push(...plans.filter(({ id, withdrawn }) => ids.includes(id) && !withdrawn))
    }
    return { ...(fits.length > 0 && { fits }) }
  }

  /**
   * Money that may be a plan's: what came by its rule and is no plan's, and what came from a bank without a rule's memo, but
   * with nearly its memo or the plan's amount. Only a person may say that it is.
   */
  async function candidatesOf(
    owner: Owner,
    plan: PlannedMovement,
    { plans, unplanned }: PlanRuns,
    rules: readonly KnownRule[],
    memo: string | undefined,
  ): Promise<Candidate[]> {
    const since = Date.parse(plan.at) - clockSkew
    const ofRule = unplanned.flatMap(({ key: transfer, movement: _, fits, ...run }): Candidate[] => {
      if (Date.parse(run.at) < since) return []
      const others = plans.filter(({ id, withdrawn }) => fits.includes(id) && id !== plan.id && !withdrawn)
      return [{ transfer, ...run, by: 'rule', ...(others.length > 0 && { plans: others }) }]
    })
    if (!memo) return ofRule
    const filter = { types: fiatDepositTypes, since }
    const [alike, near] = await Promise.all([
      records.rows.movements.arrivals(owner, { ...filter, amount: plan.amount }, mostDeposits),
      records.rows.movements.arrivals(owner, filter, mostDeposits),
    ])
    const deposits = new Map([...near, ...alike].map((one) => [keyOf(one), one]))
    const joins = await store.planJoins(owner, [...deposits.keys()])
    for (const { transfer } of joins) deposits.delete(transfer)
    const others = [...deposits.values()].flatMap(({ known }): Candidate[] => {
      const { id: transfer, amount: came = '', asset = '', created_at = '', status = '', memo: its = '' } = known
      const isSame = compareDecimals(came, plan.amount) === 0
      const isOfRule = rules.some(({ route }) => route.memo === its)
      const isNear = its !== '' && nearest(its, [memo]) !== undefined
      if (!transfer || isOfRule || !(isSame || isNear)) return []
      const by = isNear ? 'memo' : 'amount'
      return [{ transfer, amount: came, asset, at: created_at, status, by, ...(its && { memo: its }) }]
    })
    return [...ofRule, ...others.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))]
  }

  return { pagesOf, runsOfPlan, readNewest, waitingPlans, planOf, candidatesOf }
}
