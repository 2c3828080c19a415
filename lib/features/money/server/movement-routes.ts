/** The addresses of movements. */

import { activityReaders } from '../../../api/intents'
import { keyOf } from '../../../api/movement-links'
import type { Json } from '../../../domain/json'
import { uuidPattern } from '../../../domain/values'
import { ProblemError } from '../../../provider/problem'
import { ruleRoute } from '../../../provider/record-names'
import type { Session } from '../../../server/auth/sessions'
import type { ServerCore } from '../../../server/core'
import { refuse } from '../../../server/http/console-routes'
import type { Change } from '../../../server/records/versions'
import type { Owner } from '../../../server/upstream/upstream'
import type { Asked, ConsoleHandlers } from '../../handlers'
import { type Ahead, aheadOf, hasRun } from '../ahead'
import { comparisonOf } from '../comparison'
import type { ChangedPlan, MovementAnswer, MovementComparison, PlannedMovement } from '../interface'
import { dueOf } from '../lateness'
import { clockSkew } from '../plans'
import { type Station, stationsOf } from '../stations'
import { type MovementSources, movementEvents } from './movement-events'
import { listMovements, returnedOf } from './movement-list'
import {
  type AnyAsked,
  createPlanReading,
  type MovementDependencies,
  mostDeposits,
  noRuns,
  type Planned,
} from './movement-plans'
import { incompleteText, readMovement } from './movement-reading'
import {
  depositWindow,
  type KnownRule,
  knownRules,
  requestsOf,
  type SentDeposit,
  sentDeposit,
  wiresOf,
  wireType,
} from './movement-requests'
import { begunProblem, cameProblem, ruledProblem, secondText, withdrawnProblem } from './movement-store'

/** Milliseconds for which what earlier movements of a profile took is not looked up again. */
const comparedFor = 600_000
const mostCompared = 50
const unreadChanges = 'More has changed at the provider than was read just now, so its money may have come.'
/** Earlier movements of a profile that a new one is compared with. */
const mostEarlier = 300

/** @returns the handlers of these operations */
export function createMovements(core: MovementDependencies) {
  const { writes, movements: store, records, team } = core
  const { clock } = writes
  const { pagesOf, runsOfPlan, readNewest, waitingPlans, planOf, candidatesOf } = createPlanReading(core)
  /** Earlier movements of a profile, as stations, by client and profile. */
  const earlier = new Map<string, { at: number; movements: Promise<Station[][]> }>()

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
      transfer,
      amount,
      asset,
      at: created_at ?? '',
      status: status ?? '',
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
      const is_withdrawn = await writes.ledger.actions.withdraw(id, session)
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
            records,
            owner,
            foresight,
            earlierOf: (profile) => earlierOf(owner, profile),
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

/** Who reads rules for webhooks. */
const itself = { subject: 'webhooks', roles: ['treasury' as const] }

/** @returns also `eventsOfMovements`, of which webhooks tell */
export function registerMoney(core: ServerCore & Pick<MovementDependencies, 'movements' | 'team'>) {
  const { writes, records, movements, settings, keptDays } = core
  const sources: MovementSources = {
    records,
    routesOf: async (environment) => (await knownRules(writes, environment, itself)).map(({ route }) => route),
    urlOf: (environment, id) => `${settings.origin}/${environment}/money/${id}`,
  }
  return {
    eventsOfMovements: (owner: Owner, changes: readonly Change[]) => movementEvents(sources, owner, changes),
    handlers: createMovements(core),
    retention: [{ name: 'movements', step: async () => movements.removeOld((await keptDays()).requests) }],
  }
}
