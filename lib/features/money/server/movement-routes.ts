/** The addresses of movements. */

import { activityReaders } from '../../../api/intents'
import { keyOf, type Matched } from '../../../api/movement-links'
import { paddedList } from '../../../database/list-lengths'
import { compareDecimals } from '../../../domain/decimals'
import type { Json } from '../../../domain/json'
import { uuidPattern } from '../../../domain/values'
import { atSecond } from '../../../domain/wall-clock'
import { nearest } from '../../../provider/field-errors'
import { ProblemError } from '../../../provider/problem'
import { ruleRoute } from '../../../provider/record-names'
import { fiatDepositTypes } from '../../../provider/transfer-terms'
import type { Session } from '../../../server/auth/sessions'
import { refuse } from '../../../server/http/console-routes'
import { type TransferPages, transferPages } from '../../../server/records/page-rows'
import type { Owner } from '../../../server/upstream/upstream'
import type { WriteCore } from '../../../server/writes/core'
import { listedOf } from '../../../server/writes/intent-view'
import { applyDeadline } from '../../../server/writes/rows'
import type { Asked, ConsoleHandlers } from '../../handlers'
import type { TeamSettings } from '../../team/interface'
import { type Ahead, aheadOf, hasRun } from '../ahead'
import { comparisonOf } from '../comparison'
import type {
  Candidate,
  ChangedPlan,
  MovementAnswer,
  MovementComparison,
  PlanJoin,
  PlannedMovement,
  WaitingPlan,
} from '../interface'
import { dueOf } from '../lateness'
import { assignedRuns, clockSkew } from '../plans'
import { type Station, stationsOf } from '../stations'
import { listMovements, returnedOf } from './movement-list'
import { incompleteText, type MovementRecords, readMovement } from './movement-reading'
import {
  depositWindow,
  type KnownRule,
  knownRules,
  requestsOf,
  runsOf,
  type SentDeposit,
  sentDeposit,
  wiresOf,
  wireType,
} from './movement-requests'
import {
  begunProblem,
  cameProblem,
  type MovementStore,
  ruledProblem,
  secondText,
  withdrawnProblem,
} from './movement-store'

export type MovementDependencies = {
  writes: WriteCore
  movements: MovementStore
  records: MovementRecords
  /** What the desk has set, such as when money is late. */
  team: { settings: () => Promise<TeamSettings> }
}

const mostRows = 1_000
/** Milliseconds for which what our own database last read of the provider is not asked for again. */
const freshFor = 5_000
/** Deposits that are compared with a plan's memo or amount, and that are named. */
const mostDeposits = 1_000
/** Milliseconds for which what earlier movements of a profile took is not looked up again. */
const comparedFor = 600_000
const mostCompared = 50
const unreadChanges = 'More has changed at the provider than was read just now, so its money may have come.'
/** Earlier movements of a profile that a new one is compared with. */
const mostEarlier = 300
/** Plans of which a list says that their money has not come, and for how long, ms. */
const mostWaiting = 50
const plannedFor = 30 * 86_400_000
type Run = ReturnType<typeof runsOf>[number]
/** What was read of the runs of a plan's rule, and of what people said. Of a rule that is not there yet, no runs. */
type PlanRuns = { plans: readonly PlannedMovement[] } & ReturnType<typeof assignedRuns<Run>>
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
      ...{ order_by: 'UPDATED_AT', order: 'DESC', limit: mostRows },
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
          ...{ ...plan, due: dueOf(plan, same, assigned, bounds) },
          ...(rule_state !== 'confirmed' && { rule_state }),
          ...(rule_approval && { rule_approval }),
          ...(unplanned.some(({ fits }) => fits.includes(id)) && { has_candidates: true as const }),
        },
      ]
    })
    const unchecked = plans.length - known.length
    return { ...(waiting.length > 0 && { waiting }), ...(unchecked > 0 && { unchecked }) }
  }

  type Planned = { plan?: PlannedMovement; runs?: PlanRuns; joined?: PlanJoin; fits?: PlannedMovement[] }

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

  /** A sandbox deposit that was sent under this id; undefined for any other id. */
  async function depositOf({ environment, session }: AnyAsked, id: string) {
    if (environment !== 'sandbox' || !mayReadRequests(session)) return undefined
    const row = await writes.ledger.rows.byId(id.toLowerCase())
    return row?.environment === environment ? sentDeposit(writes, row) : undefined
  }

  /** The wire that a sandbox deposit was sent as, and others that it may be. */
  async function deposited(owner: Owner, deposit: SentDeposit) {
    const { at, memo } = deposit
    const [since, until] = [at - depositWindow.before, at + depositWindow.after]
    const found = await records.rows.movements.arrivals(owner, { types: [wireType], since, until, memo }, mostDeposits)
    const [wire, ...others] = wiresOf(found.reverse(), deposit)
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
    const own = (await store.plan(owner, id)) ?? (await store.plansOf(owner, id))[0]
    const deposit = own ? undefined : await depositOf(asked, id)
    const since = own && !own.withdrawn ? Date.parse(own.at) : deposit?.at
    const hasMore = since !== undefined && (await readNewest(asked, pages, since))
    const ownRuns = own && (await runsOfPlan(asked, own))
    const sent = deposit && (await deposited(owner, deposit))
    // A person may have said which transfer a plan became.
    const [said] = own ? await store.planJoins(owner, [own.id]) : []
    const start = own ? (said?.transfer ?? ownRuns?.assigned.get(own.id)?.key) : sent ? sent.run : id
    const found = start === undefined ? undefined : await readMovement(records, pages, owner, start)
    if (!own && !sent && !found) throw noMovement(asked)
    const { matched = { transfers: [], links: [] }, incomplete: unread = await incompleteText(records, owner) } =
      found ?? {}
    const incomplete = hasMore && !found ? unreadChanges : unread
    const { transfers } = matched
    const rules = await rulesRead
    const planned: Planned = own && ownRuns ? { plan: own, runs: ownRuns } : await planOf(asked, matched, rules)
    const { runs = noRuns, joined = said } = planned
    const plan = mayReadRequests(session) ? planned.plan : undefined
    if (!plan && !sent && transfers.length === 0) throw noMovement(asked)
    const unplanned = sent
      ? sent.unplanned
      : runs.unplanned.flatMap(({ key, movement: _, fits: __, ...run }) =>
          plan && Date.parse(run.at) >= Date.parse(plan.at) - clockSkew ? [{ transfer: key, ...run }] : [],
        )
    const keys = transfers.map(keyOf)
    const joins = await store.joins(owner, keys)
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
    const returns = await records.rows.movements.returnsOf(owner, transfers)
    const returned = returnedOf(matched, returns)
    const [sentBack] = returns.sent
    const candidates = isOpen ? await candidatesOf(owner, plan, runs, rules, plannedRoute(plan, rules).memo) : []
    const isChoice = candidates.some(({ by, plans }) => by === 'rule' && plans)
    const fits = mayReadRequests(session) ? planned.fits : undefined
    return {
      id: plan?.id ?? (transfers[0] ? keyOf(transfers[0]) : id),
      ...(plan && { plan }),
      transfers: transfers.map(({ raw }) => raw as MovementAnswer['transfers'][number]),
      joins,
      ...(undone.length > 0 && { undone }),
      // What may have come is not late: a person must say.
      ...(isOpen && !isChoice && { due: dueOf(plan, runs.plans, runs.assigned, await team.settings()) }),
      ...(requests && { requests }),
      ...(unplanned.length > 0 && { unplanned }),
      ...(candidates.length > 0 && { candidates }),
      ...(fits && { fits }),
      ...(plan &&
        joined &&
        transfers.length > 0 &&
        !hasRun(stations, routes) && { unrun: { person: joined.person, at: joined.at } }),
      ...(ahead.length > 0 && { ahead }),
      ...(comparison && { compared: comparison }),
      ...(returned.length > 0 && { returned }),
      ...(sentBack?.known.id && { returns: sentBack.known.id }),
      ...(incomplete && { incomplete }),
      calls: pages.calls,
    }
  }

  /**
   * Withdraws the request for the rule of a plan, unless another plan needs it or this person may not.
   * @returns undefined if there is none that was not sent
   */
  async function takeBack(
    owner: Owner,
    { id: plan, rule_intent: id }: PlannedMovement,
    session: Session,
  ): Promise<ChangedPlan['rule_request']> {
    const row = await writes.ledger.rows.byId(id)
    if (row?.state !== 'waiting' && row?.state !== 'prepared') return undefined
    const others = (await store.plansOf(owner, id)).filter((one) => one.id !== plan && !one.withdrawn)
    if (others.length > 0) return { id, is_withdrawn: false, reason: 'Another plan uses it.' }
    try {
      const is_withdrawn = await writes.ledger.withdraw(id, session)
      return { id, is_withdrawn, ...(!is_withdrawn && { reason: 'It was sent meanwhile.' }) }
    } catch (failure) {
      if (!(failure instanceof ProblemError)) throw failure
      const { title, detail } = failure.problem
      return { id, is_withdrawn: false, reason: [title, detail].filter(Boolean).join(' ') }
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

    /** @param of the transfers whose movements are meant, if not those of a page */
    listMovements: async (asked: Asked<'listMovements'>, of?: readonly string[]) => {
      const { environment, owner, query, session } = asked
      const mayRead = mayReadRequests(session)
      const rules = mayRead ? await knownRules(writes, environment, session) : []
      const foresight = { routes: rules.map(({ route }) => route), now: writes.upstreams.of(environment).now() }
      const [page, plans] = await Promise.all([
        listMovements(
          {
            ...{ records, owner, foresight, earlierOf: (profile) => earlierOf(owner, profile) },
            joinsOf: (keys) => (mayRead ? store.planJoins(owner, keys) : Promise.resolve([])),
          },
          query,
          of,
        ),
        mayRead && query.page_cursor === undefined && !of ? waitingPlans(asked) : {},
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
      if (body.action !== 'withdraw' && plan.withdrawn) throw withdrawnProblem(plan.withdrawn)
      const isWithdrawal = body.action === 'withdraw' && !plan.withdrawn
      if (isWithdrawal) {
        await readNewest(asked, pagesOf(asked), Date.parse(plan.at))
        const { assigned } = await runsOfPlan(asked, plan)
        if (assigned.has(plan.id)) throw begunProblem()
      }
      // Taken back first: a withdrawn plan must not wait for an approval that creates its rule.
      const before = isWithdrawal ? await takeBack(owner, plan, session) : undefined
      await store.change(owner, id, body, session, writes.upstreams.of(environment).now())
      // The other plan with its rule may have been withdrawn at the same moment.
      const rule_request = before && !before.is_withdrawn ? await takeBack(owner, plan, session) : before
      const changed: ChangedPlan = (await store.plan(owner, id)) ?? plan
      return { ...changed, ...(rule_request && { rule_request }) }
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
      const asked = { context, environment, owner, session }
      const pages = pagesOf(asked)
      const plan = await store.plan(owner, id)
      if (plan?.withdrawn) throw withdrawnProblem(plan.withdrawn)
      const isSelf = id.toLowerCase() === other.toLowerCase()
      // A join of what does not exist would be a claim about nothing.
      const ends = await Promise.all(
        (plan ? [other] : [id, other]).map(async (one) => (await readMovement(records, pages, owner, one))?.matched),
      )
      if (isSelf || ends.some((end) => end === undefined))
        refuse([{ field: 'other', message: 'Enter the ID of another transfer of this environment.' }])
      if (plan) await readNewest(asked, pages, Date.parse(plan.at))
      const rules = await knownRules(writes, environment, session)
      const planned = await Promise.all(ends.flatMap((end) => (end ? planOf(asked, end, rules) : [])))
      // What people said is compared where it is locked.
      const ruled = planned.flatMap(({ plan: its, joined }) => (its && !joined ? its : []))
      const [first] = ruled
      if (plan) {
        if ((await runsOfPlan(asked, plan)).assigned.has(plan.id)) throw cameProblem()
        const [came] = ends[0]?.transfers ?? []
        const at = Date.parse(came?.known.created_at ?? '')
        if (at < Date.parse(plan.at) - clockSkew)
          throw new ProblemError(409, 'movement-earlier', 'This money came before the plan was made.', {
            detail: `It came at ${secondText(at)}, and the plan was made at ${secondText(Date.parse(plan.at))}. Nothing was changed.`,
          })
      }
      const all = new Set(planned.flatMap((one) => one.plan?.id ?? []))
      if (first && (plan || all.size > 1)) throw ruledProblem(first)
      await store.join(owner, id, other, session)
      return {}
    },
  } satisfies Partial<ConsoleHandlers>
}
