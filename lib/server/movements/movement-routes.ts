/** The addresses of movements. */

import { activityReaders } from '../../api/console/intents'
import { type Ahead, aheadOf } from '../../api/console/movements/ahead'
import { comparisonOf } from '../../api/console/movements/comparison'
import { dueOf } from '../../api/console/movements/lateness'
import { keyOf } from '../../api/console/movements/matching'
import type {
  MovementAnswer,
  MovementComparison,
  PlannedMovement,
  UnplannedRun,
  WaitingPlan,
} from '../../api/console/movements/movement'
import { assignedRuns, clockSkew } from '../../api/console/movements/plans'
import { type Station, stationsOf } from '../../api/console/movements/stations'
import type { TeamSettings } from '../../api/console/team'
import { nearest } from '../../api/field-errors'
import { ProblemError } from '../../api/problem'
import type { DecodedTransfer } from '../../api/provider/reading'
import { ruleRoute } from '../../api/provider/record-names'
import { fiatDepositTypes } from '../../api/provider/transfer-terms'
import { paddedList } from '../../database/list-lengths'
import { compareDecimals } from '../../domain/decimals'
import type { Json } from '../../domain/json'
import { uuidPattern } from '../../domain/values'
import { atSecond } from '../../domain/wall-clock'
import type { Session } from '../auth/sessions'
import { type Asked, type ConsoleHandlers, refuse } from '../http/console-routes'
import type { Owner } from '../upstream/upstream'
import type { WriteCore } from '../writes/core'
import { listedOf } from '../writes/intent-view'
import { applyDeadline } from '../writes/rows'
import { listMovements } from './movement-list'
import {
  incompleteText,
  type MovementRecords,
  readMovement,
  type TransferPages,
  transferPages,
} from './movement-reading'
import {
  depositWindow,
  type KnownRule,
  knownRules,
  requestsOf,
  runsOf,
  sentDeposit,
  wiresOf,
} from './movement-requests'
import { type MovementStore, withdrawnProblem } from './movement-store'

export type MovementDependencies = {
  writes: WriteCore
  movements: MovementStore
  records: MovementRecords
  /** What the desk has set, such as when money is late. */
  team: { settings: () => Promise<TeamSettings> }
}

const mostRows = 1_000
const week = 7 * 86_400_000
/** Milliseconds for which what earlier movements of a profile took is not looked up again. */
const comparedFor = 600_000
const mostCompared = 50
/** Earlier movements of a profile that a new one is compared with. */
const mostEarlier = 300
/** Plans of which a list says that their money has not come, and for how long, ms. */
const mostWaiting = 50
const plannedFor = 30 * 86_400_000
type Run = ReturnType<typeof runsOf>[number]
/** What was read of the runs of a plan's rule. Of a rule that is not there yet, nothing. */
type PlanRuns = { plans: readonly PlannedMovement[]; assigned: ReadonlyMap<string, Run>; unplanned: readonly Run[] }
const noRuns: PlanRuns = { plans: [], assigned: new Map(), unplanned: [] }

/** @returns the handlers of these operations */
export function createMovements(core: MovementDependencies) {
  const { writes, movements: store, records, team } = core
  const { clock } = writes
  /** Earlier movements of a profile, as stations, by client and profile. */
  const earlier = new Map<string, { at: number; movements: Promise<Station[][]> }>()

  type AnyAsked = Pick<Asked<'readMovement'>, 'context' | 'environment' | 'owner' | 'session'>

  const pagesOf = ({ context, environment, session }: AnyAsked): TransferPages =>
    transferPages(writes.upstreams.of(environment), records, {
      caller: {
        kind: context.isPersonal ? 'read' : 'background',
        subject: session.subject,
        trace: context.upstream.trace,
      },
      ...{ clock, signal: context.request.signal, timing: context.upstream },
    })

  /**
   * What came of plans, whatever type of transfer it came as: the runs of their rules, since a week before, because older plans
   * may have taken older runs. What a person joined to a plan is that plan's, and no other's.
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
        const times = plans.map(({ at }) => Date.parse(at))
        const oldest = Math.min(...wanted.flatMap((one) => (one.rule_intent === row.id ? Date.parse(one.at) : [])))
        const since = Math.min(oldest, ...times.filter((at) => at > oldest - week)) - clockSkew
        const came = await records.rows.movements.ofRule(owner, route, since)
        const joins = await store.joins(
          owner,
          plans.map(({ id }) => id),
        )
        const joined = new Set(joins.flatMap(({ transfer, other }) => [transfer, other]))
        const open = plans.filter(({ id }) => !joined.has(id))
        const own = runsOf(came, route).filter(({ key }) => !joined.has(key))
        return [row.id, { plans, ...assignedRuns(open, own) }]
      }),
    )
    return new Map(runs)
  }

  /** The runs of one plan's rule. */
  const runsOfPlan = async (asked: AnyAsked, plan: PlannedMovement) =>
    (await runsOfPlans(asked, [plan])).get(plan.rule_intent) ?? noRuns

  /** Reads what changed on the profiles of a plan since our own database was last current: its money may just have come. */
  async function readNewest(asked: AnyAsked, { at, rule }: PlannedMovement) {
    const { to = 0 } = (await records.rows.reading(asked.owner)) ?? {}
    await pagesOf(asked).page({
      profile_ids: [...new Set([rule.profile_id, rule.source.profile?.profile_id ?? rule.profile_id])],
      'updated_at.gte': atSecond(Math.max(to, Date.parse(at)) - clockSkew),
      ...{ order_by: 'UPDATED_AT', order: 'DESC', limit: mostRows },
    })
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
    const joins = await store.joins(
      owner,
      newest.map(({ id }) => id),
    )
    const joined = new Set(joins.flatMap(({ transfer, other }) => [transfer, other]))
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
      const { plans: same, assigned } = runs.get(rule_intent) ?? noRuns
      const rule_state = states.get(rule_intent) ?? 'never-sent'
      if (assigned.has(id)) return []
      const rule_approval = approvals.get(rule_intent)
      return [
        {
          ...{ ...plan, due: dueOf(plan, same, assigned, bounds) },
          ...(rule_state !== 'confirmed' && { rule_state }),
          ...(rule_approval && { rule_approval }),
        },
      ]
    })
    const unchecked = plans.length - known.length
    return { ...(waiting.length > 0 && { waiting }), ...(unchecked > 0 && { unchecked }) }
  }

  /** The plan that a movement is, if one of its rules has plans. */
  async function planOf(asked: AnyAsked, transfers: readonly DecodedTransfer[], rules: KnownRule[]) {
    const keys = new Set(transfers.map(keyOf))
    for (const { transfer, other } of await store.joins(asked.owner, [...keys])) {
      const plan = await store.plan(asked.owner, keys.has(transfer) ? other : transfer)
      if (plan) return { plan, runs: undefined }
    }
    for (const { row, route } of rules) {
      if (runsOf(transfers, route).length === 0) continue
      const plans = await store.plansOf(asked.owner, row.id)
      const newest = plans.at(-1)
      if (!newest) continue
      const runs = await runsOfPlan(asked, newest)
      const plan = plans.find(({ id }) => keys.has(runs.assigned.get(id)?.key ?? ''))
      if (plan) return { plan, runs }
    }
    return undefined
  }

  /**
   * Money from a bank that may be a plan's although it does not bear its memo: its memo is nearly the same, or nobody's and
   * the amount is the plan's. Only a person may say that it is.
   */
  async function candidatesOf(
    pages: TransferPages,
    { amount, at }: PlannedMovement,
    rules: readonly KnownRule[],
    memo: string,
  ) {
    const { items } = await pages.page({
      ...{ type: [...fiatDepositTypes], 'created_at.gte': atSecond(Date.parse(at) - clockSkew) },
      ...{ order_by: 'CREATED_AT', order: 'ASC', limit: mostRows },
    })
    return items.flatMap(({ known }): UnplannedRun[] => {
      const { id: transfer, amount: came = '', asset = '', created_at = '', status = '', memo: its = '' } = known
      const isSame = compareDecimals(came, amount) === 0
      const isOfRule = rules.some(({ route }) => route.memo === its)
      const isNear = its !== '' && nearest(its, [memo]) !== undefined
      if (!transfer || isOfRule || !(isSame || isNear)) return []
      return [{ ...{ transfer, amount: came, asset, at: created_at, status }, ...(its && { memo: its }) }]
    })
  }

  /** The wire that a sandbox deposit was sent as, and others that it may be; undefined for any other id. */
  async function deposited({ environment, session }: AnyAsked, pages: TransferPages, id: string) {
    if (environment !== 'sandbox' || !mayReadRequests(session)) return undefined
    const row = await writes.ledger.rows.byId(id.toLowerCase())
    const deposit = row?.environment === environment ? sentDeposit(writes, row) : undefined
    if (!deposit) return undefined
    const { items } = await pages.page({
      'created_at.gte': atSecond(deposit.at - depositWindow.before),
      ...{ order_by: 'CREATED_AT', order: 'ASC', limit: mostRows },
    })
    const [wire, ...others] = wiresOf(items, deposit)
    const unplanned = others.map(({ known: { id: transfer = '', amount = '', asset = '', created_at, status } }) => ({
      ...{ transfer, amount, asset },
      ...{ at: created_at ?? '', status: status ?? '' },
    }))
    return { ...(wire && { run: keyOf(wire) }), unplanned }
  }

  /** What earlier movements of a profile took, as stations; looked up again after ten minutes. */
  function earlierOf(owner: Owner, profile: string): Promise<Station[][]> {
    const key = JSON.stringify([owner.environment, owner.clientId, profile])
    const known = earlier.get(key)
    if (known && clock.now() - known.at < comparedFor) return known.movements
    const movements = records.rows.movements
      .earlier(owner, profile, mostEarlier)
      .then((all) => all.map((one) => stationsOf(one)))
    movements.catch(() => earlier.delete(key))
    earlier.delete(key)
    earlier.set(key, { at: clock.now(), movements })
    const [oldest] = earlier.keys()
    if (earlier.size > mostCompared && oldest !== undefined) earlier.delete(oldest)
    return movements
  }

  /** What earlier movements of the same kind took. */
  async function compared(
    owner: Owner,
    stations: readonly Station[],
    ahead: readonly Ahead[],
  ): Promise<MovementComparison | undefined> {
    const profile = stations[0]?.transfers[0]?.known.profile_id ?? ahead[0]?.route.profile_id
    if (!profile || stations.length + ahead.length < 2) return undefined
    return comparisonOf([...stations, ...ahead], await earlierOf(owner, profile))
  }

  /** The rule of a plan, as the provider knows it, else as it was asked for. */
  const plannedRoute = ({ rule, rule_intent }: PlannedMovement, rules: readonly KnownRule[]) =>
    rules.find(({ row }) => row.id === rule_intent)?.route ?? ruleRoute(rule as Json).route ?? {}

  const noMovement = ({ environment, session }: AnyAsked) =>
    new ProblemError(404, 'no-such-movement', 'No movement with this ID.', {
      detail: mayReadRequests(session)
        ? `Neither the provider nor Mintdesk has a transfer or plan with it in ${environment}.`
        : `The provider has no transfer with it in ${environment}. Your role does not see plans before their money comes.`,
    })

  const mayReadRequests = ({ roles }: Session) => roles.some((role) => activityReaders.includes(role))

  async function answer(asked: AnyAsked, id: string): Promise<MovementAnswer> {
    const { environment, owner, session } = asked
    const pages = pagesOf(asked)
    // Read while the provider answers.
    const rulesRead = mayReadRequests(session) ? knownRules(writes, environment, session) : Promise.resolve([])
    rulesRead.catch(() => undefined)
    const own = await store.plan(owner, id)
    const ownRuns = own && (await runsOfPlan(asked, own))
    const sent = own ? undefined : await deposited(asked, pages, id)
    // A person may have said which transfer a plan became.
    const [joined] = own ? await store.joins(owner, [own.id]) : []
    const joinedKey = joined && (joined.transfer === own?.id ? joined.other : joined.transfer)
    const start = own ? (joinedKey ?? ownRuns?.assigned.get(own.id)?.key) : sent ? sent.run : id
    const found = start === undefined ? undefined : await readMovement(records, pages, owner, start)
    if (!own && !sent && !found) throw noMovement(asked)
    const { matched = { transfers: [], links: [] }, incomplete = await incompleteText(records, owner) } = found ?? {}
    const { transfers } = matched
    const rules = await rulesRead
    const planned = own && ownRuns ? { plan: own, runs: ownRuns } : await planOf(asked, transfers, rules)
    const { runs } = planned ?? {}
    const plan = mayReadRequests(session) ? planned?.plan : undefined
    if (!plan && !sent && transfers.length === 0) throw noMovement(asked)
    const unplanned = sent
      ? sent.unplanned
      : (runs?.unplanned ?? []).flatMap(({ key, ...run }) =>
          plan && Date.parse(run.at) >= Date.parse(plan.at) - clockSkew ? [{ transfer: key, ...run }] : [],
        )
    const keys = transfers.map(keyOf)
    const joins = (await store.joins(owner, keys)).filter(
      (one) => one.transfer !== joined?.transfer || one.other !== joined.other,
    )
    const undone = await store.undoneJoins(owner, plan ? [plan.id, ...keys] : keys)
    const stations = stationsOf(matched)
    const routes = [...(plan ? [plannedRoute(plan, rules)] : []), ...rules.map(({ route }) => route)]
    const requests = mayReadRequests(session)
      ? await requestsOf(writes, environment, session, transfers, rules, plan ? [plan.rule_intent] : [])
      : undefined
    const isOpen = plan !== undefined && transfers.length === 0 && !plan.withdrawn
    // Without its rule nothing will come of a plan, and for one that was withdrawn nobody waits.
    const isRefused = requests?.some(({ id: own, state }) => own === plan?.rule_intent && state === 'refused')
    const isOver = isRefused || (plan?.withdrawn && transfers.length === 0)
    const ahead = isOver
      ? []
      : aheadOf(stations, routes, plan && { amount: plan.amount, asset: plan.rule.source_asset })
    const comparison = await compared(owner, stations, ahead)
    const memo = isOpen && plannedRoute(plan, rules).memo
    const candidates = isOpen && memo ? await candidatesOf(pages, plan, rules, memo) : []
    return {
      id: plan?.id ?? (transfers[0] ? keyOf(transfers[0]) : id),
      ...(plan && { plan }),
      transfers: transfers.map(({ raw }) => raw as MovementAnswer['transfers'][number]),
      joins: joined && transfers.length > 0 ? [joined, ...joins] : joins,
      ...(undone.length > 0 && { undone }),
      ...(isOpen && { due: dueOf(plan, runs?.plans ?? [], runs?.assigned ?? new Map(), await team.settings()) }),
      ...(requests && { requests }),
      ...(unplanned.length > 0 && { unplanned }),
      ...(candidates.length > 0 && { candidates }),
      ...(ahead.length > 0 && { ahead }),
      ...(comparison && { compared: comparison }),
      ...(incomplete && { incomplete }),
      calls: pages.calls,
    }
  }

  const requireId = (id: string) =>
    uuidPattern.test(id) ||
    refuse([{ field: 'id', message: 'Enter a whole ID, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.' }])

  return {
    readMovement: (asked) => {
      requireId(asked.values.id)
      return answer(asked, asked.values.id)
    },

    listMovements: async (asked) => {
      const { environment, owner, query, session } = asked
      const mayRead = mayReadRequests(session)
      const rules = mayRead ? await knownRules(writes, environment, session) : []
      const foresight = { routes: rules.map(({ route }) => route), now: writes.upstreams.of(environment).now() }
      const [page, plans] = await Promise.all([
        listMovements({ records, owner, foresight, earlierOf: (profile) => earlierOf(owner, profile) }, query),
        mayRead && query.page_cursor === undefined ? waitingPlans(asked) : {},
      ])
      const incomplete = await incompleteText(records, owner)
      return { ...page, ...plans, ...(incomplete && { incomplete }) }
    },

    planMovement: async ({ values: { id }, body, context, environment, owner, session }) => {
      requireId(id)
      const upstream = writes.upstreams.of(environment)
      // Its transfers will have the provider's time. A provider that does not answer now keeps nobody from planning.
      if (upstream.knownTime() === undefined)
        await pagesOf({ context, environment, owner, session })
          .page({ limit: 1 })
          .catch(() => undefined)
      return store.add(owner, id, body, session, upstream.now())
    },

    changePlan: async ({ values: { id }, body, context, environment, owner, session }) => {
      requireId(id)
      const asked = { context, environment, owner, session }
      const plan = await store.plan(owner, id)
      if (!plan) throw noMovement(asked)
      if (body.action === 'withdraw' && !plan.withdrawn) {
        await readNewest(asked, plan)
        const { assigned } = await runsOfPlan(asked, plan)
        if (assigned.has(plan.id) || (await store.joins(owner, [plan.id])).length > 0)
          throw new ProblemError(409, 'movement-begun', 'Its money has come, so it can’t be withdrawn.', {
            detail: 'Open the movement to see where the money is. Nothing was changed.',
          })
      } else if (body.action !== 'withdraw' && plan.withdrawn) throw withdrawnProblem(plan.withdrawn)
      await store.change(owner, id, body, session, writes.upstreams.of(environment).now())
      return (await store.plan(owner, id)) ?? plan
    },

    undoJoin: async ({ values: { id, other }, owner, session }) => {
      requireId(id)
      if (!(await store.undoJoin(owner, id, other, session)))
        throw new ProblemError(404, 'no-such-movement', 'These two are not joined.', {
          detail: 'Reload the movement. Nothing was changed.',
        })
      return {}
    },

    joinMovement: async ({ values: { id }, body: { other }, context, environment, owner, session }) => {
      requireId(id)
      const pages = pagesOf({ context, environment, owner, session })
      // A join of what does not exist would be a claim about nothing.
      const plan = await store.plan(owner, id)
      if (plan?.withdrawn) throw withdrawnProblem(plan.withdrawn)
      const isPlan = plan !== undefined
      const { items } = await pages.page({ ids: isPlan ? [other] : [id, other], limit: 2 })
      const known = new Set(items.map(keyOf))
      if (id.toLowerCase() === other.toLowerCase() || known.size < (isPlan ? 1 : 2))
        refuse([{ field: 'other', message: 'Enter the ID of another transfer of this environment.' }])
      await store.join(owner, id, other, session)
      return {}
    },
  } satisfies Partial<ConsoleHandlers>
}
