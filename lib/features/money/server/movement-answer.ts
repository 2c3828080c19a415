/** What the page of a movement shows: its transfers, plan and requests, and how long earlier movements took. */
import { activityReaders } from '../../../api/intents'
import { keyOf } from '../../../api/movement-links'
import type { Json } from '../../../domain/json'
import { ProblemError } from '../../../provider/problem'
import { ruleRoute } from '../../../provider/record-names'
import type { Session } from '../../../server/auth/sessions'
import type { Owner } from '../../../server/upstream/upstream'
import { type Ahead, aheadOf, hasRun } from '../ahead'
import { comparisonOf } from '../comparison'
import type { MovementAnswer, MovementComparison, PlannedMovement } from '../interface'
import { dueOf } from '../lateness'
import { clockSkew } from '../plans'
import { type Station, stationsOf } from '../stations'
import { returnedOf } from './movement-list'
import {
  type AnyAsked,
  type createPlanReading,
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

/** Milliseconds for which what earlier movements of a profile took is not looked up again. */
const comparedFor = 600_000
const mostCompared = 50
const unreadChanges = 'More has changed at the provider than was read just now, so its money may have come.'
/** Earlier movements of a profile that a new one is compared with. */
const mostEarlier = 300

export const noMovement = ({ environment, session }: AnyAsked) =>
  new ProblemError(404, 'no-such-movement', 'No movement with this ID.', {
    detail: mayReadRequests(session)
      ? `Neither the provider nor Mintdesk has a transfer or plan with it in ${environment}.`
      : `The provider has no transfer with it in ${environment}. Your role does not see plans before their money comes.`,
  })

export const mayReadRequests = ({ roles }: Session) => roles.some((role) => activityReaders.includes(role))

/** The rule of a plan, as the provider knows it, else as it was asked for. */
const plannedRoute = ({ rule, rule_intent }: PlannedMovement, rules: readonly KnownRule[]) =>
  rules.find(({ row }) => row.id === rule_intent)?.route ?? ruleRoute(rule as Json).route ?? {}

export function createMovementAnswers(core: MovementDependencies, reading: ReturnType<typeof createPlanReading>) {
  const { writes, movements: store, records, team } = core
  const { clock } = writes
  const { pagesOf, runsOfPlan, readNewest, planOf, candidatesOf } = reading
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
    const joins = await records.rows.movements.joins(owner, keys)
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

  return { answer, earlierOf }
}
