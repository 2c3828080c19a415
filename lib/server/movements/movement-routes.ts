/** The addresses of movements. */
import { activityReaders } from '../../api/console/intents'
import { type Ahead, aheadOf } from '../../api/console/movements/ahead'
import { assignedRuns, clockSkew } from '../../api/console/movements/assignment'
import { comparisonOf } from '../../api/console/movements/comparison'
import { keyOf, movementsAmong } from '../../api/console/movements/matching'
import type { MovementAnswer, MovementComparison, PlannedMovement } from '../../api/console/movements/movement'
import { type Station, stationsOf } from '../../api/console/movements/stations'
import type { Environment } from '../../api/environments'
import { ProblemError } from '../../api/problem'
import type { DecodedTransfer } from '../../api/provider/reading'
import { ruleRoute } from '../../api/provider/record-names'
import type { Json } from '../../domain/json'
import { uuidPattern } from '../../domain/values'
import { atSecond } from '../../domain/wall-clock'
import type { Session } from '../auth/sessions'
import { type Asked, type ConsoleHandlers, type RouteDependencies, refuse } from '../http/console-routes'
import type { WriteCore } from '../writes/core'
import { listedOf } from '../writes/intent-view'
import { applyDeadline } from '../writes/rows'
import { listMovements } from './movement-list'
import { type Near, readMovement, type TransferPages, transferPages } from './movement-reading'
import {
  depositWindow,
  type KnownRule,
  knownRules,
  requestsOf,
  runsOf,
  sentDeposit,
  wiresOf,
} from './movement-requests'
import type { MovementStore } from './movement-store'

type MovementDependencies = RouteDependencies & { writes: WriteCore; movements: MovementStore }

const mostRows = 1_000
/** Milliseconds for which what earlier movements of a profile took is not asked for again. */
const comparedFor = 600_000
const mostCompared = 50

/** Of a plan whose rule is not there yet, nothing can have moved. */
type PlanRead = { near: Near; run?: string; unplanned: NonNullable<MovementAnswer['unplanned']> }

/** @returns the handlers of these operations */
export function createMovements(core: MovementDependencies) {
  const { writes, movements: store } = core
  const { clock } = writes
  /** Earlier movements of a profile, as stations, by client and profile. */
  const earlier = new Map<string, { at: number; movements: Station[][] }>()

  type AnyAsked = Pick<Asked<'readMovement'>, 'context' | 'environment' | 'owner' | 'session'>

  const pagesOf = ({ context, environment, session }: AnyAsked): TransferPages =>
    transferPages(writes.upstreams.of(environment), {
      caller: {
        kind: context.isPersonal ? 'read' : 'background',
        subject: session.subject,
        trace: context.upstream.trace,
      },
      ...{ clock, signal: context.request.signal, timing: context.upstream },
    })

  /** The transfers since a plan, its run among them, and runs that no plan explains. */
  async function planned(
    { environment, owner, session }: AnyAsked,
    pages: TransferPages,
    plan: PlannedMovement,
  ): Promise<PlanRead> {
    const { rows } = writes.ledger
    const row = await rows.byId(plan.rule_intent)
    const { route } = row?.environment === environment ? listedOf(rows, applyDeadline(row), session) : {}
    if (!route) return { near: { transfers: [], profiles: [] }, unplanned: [] }
    const plans = await store.plansOf(owner, plan.rule_intent)
    const profile = plan.rule.profile_id
    // Older plans of the rule may have taken older runs.
    const first = plans.find((one) => Date.parse(one.at) > Date.parse(plan.at) - 7 * 86_400_000) ?? plan
    const since = atSecond(Date.parse(first.at) - clockSkew)
    const page = await pages.page({
      ...{ profile_ids: [profile], 'updated_at.gte': since },
      ...{ order_by: 'UPDATED_AT', order: 'ASC', limit: mostRows },
    })
    const runs = runsOf(page.items, route).sort((one, other) => (one.at < other.at ? -1 : 1))
    const { assigned, unplanned } = assignedRuns(plans, runs)
    return {
      near: { transfers: page.items, profiles: [profile] },
      run: assigned.get(plan.id)?.key,
      unplanned: unplanned
        .filter(({ at }) => Date.parse(at) >= Date.parse(plan.at) - clockSkew)
        .map(({ key, ...run }) => ({ transfer: key, ...run })),
    }
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
    return { near: { transfers: items, profiles: [] }, ...(wire && { run: keyOf(wire) }), unplanned }
  }

  /** What earlier movements of the same kind took; the provider is asked at most every ten minutes. */
  async function compared(
    { owner }: AnyAsked,
    pages: TransferPages,
    stations: readonly Station[],
    ahead: readonly Ahead[],
  ): Promise<MovementComparison | undefined> {
    const profile = stations[0]?.transfers[0]?.known.profile_id ?? ahead[0]?.route.profile_id
    if (!profile || stations.length + ahead.length < 2) return undefined
    const key = JSON.stringify([owner.environment, owner.clientId, profile])
    const known = earlier.get(key)
    const isFresh = known && clock.now() - known.at < comparedFor
    const read = isFresh
      ? known
      : {
          at: clock.now(),
          movements: movementsAmong(
            (await pages.page({ profile_ids: [profile], order_by: 'CREATED_AT', order: 'DESC', limit: mostRows }))
              .items,
          )
            .filter(({ transfers }) => transfers.length > 1)
            .map(stationsOf),
        }
    earlier.delete(key)
    earlier.set(key, read)
    const [oldest] = earlier.keys()
    if (earlier.size > mostCompared && oldest !== undefined) earlier.delete(oldest)
    return comparisonOf([...stations, ...ahead], read.movements)
  }

  /** The rule of a plan, as the provider knows it, else as it was asked for. */
  const plannedRoute = ({ rule, rule_intent }: PlannedMovement, rules: readonly KnownRule[]) =>
    rules.find(({ row }) => row.id === rule_intent)?.route ?? ruleRoute(rule as Json).route ?? {}

  const noMovement = (environment: Environment) =>
    new ProblemError(404, 'no-such-movement', 'No movement with this ID.', {
      detail: `Neither the provider nor Mintdesk has a transfer or plan with it in ${environment}.`,
    })

  const mayReadRequests = ({ roles }: Session) => roles.some((role) => activityReaders.includes(role))

  async function answer(asked: AnyAsked, id: string): Promise<MovementAnswer> {
    const { environment, owner, session } = asked
    const pages = pagesOf(asked)
    const joinsOf = (keys: readonly string[]) => store.joins(owner, keys)
    const own = await store.plan(owner, id)
    let plan = own
    let read = own ? await planned(asked, pages, own) : undefined
    let found = read?.run ? await readMovement(pages, read.run, joinsOf, read.near) : undefined
    if (!own) {
      read = await deposited(asked, pages, id)
      found = read?.run ? await readMovement(pages, read.run, joinsOf, read.near) : undefined
      found ??= read ? undefined : await readMovement(pages, id, joinsOf)
      if (!found && !read) throw noMovement(environment)
    }
    const matched = found ? found.matched : { transfers: [], links: [] }
    const { transfers } = matched
    const rules = mayReadRequests(session) ? await knownRules(writes, environment, session) : []
    if (!own && rules.length > 0) {
      const started = rules.find(({ route }) => runsOf(transfers, route).length > 0)
      const plans = started ? await store.plansOf(owner, started.row.id) : []
      const keys = new Set(transfers.map(keyOf))
      for (const one of plans.slice(-1)) {
        // The newest plan of the rule reads the runs of all.
        const near = await planned(asked, pages, one)
        const runs = started ? runsOf(near.near.transfers, started.route) : []
        const { assigned } = assignedRuns(
          plans,
          runs.sort((a, b) => (a.at < b.at ? -1 : 1)),
        )
        plan = plans.find(({ id: planId }) => keys.has(assigned.get(planId)?.key ?? ''))
        if (plan) read = { ...near, unplanned: [] }
      }
    }
    const stations = stationsOf(matched)
    const requests = mayReadRequests(session)
      ? await requestsOf(writes, environment, session, transfers, rules, plan ? [plan.rule_intent] : [])
      : undefined
    const routes = [...(plan ? [plannedRoute(plan, rules)] : []), ...rules.map(({ route }) => route)]
    const ahead = aheadOf(stations, routes, plan && { amount: plan.amount, asset: plan.rule.source_asset })
    const comparison = await compared(asked, pages, stations, ahead)
    return {
      id: plan?.id ?? (transfers[0] ? keyOf(transfers[0]) : id),
      ...(plan && { plan }),
      transfers: transfers.map(({ raw }) => raw as MovementAnswer['transfers'][number]),
      joins: await store.joins(owner, transfers.map(keyOf)),
      ...(requests && { requests }),
      ...(read && read.unplanned.length > 0 && { unplanned: read.unplanned }),
      ...(ahead.length > 0 && { ahead }),
      ...(comparison && { compared: comparison }),
      ...(found?.incomplete && { incomplete: found.incomplete }),
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

    listMovements: (asked) => listMovements(pagesOf(asked), asked.query, (keys) => store.joins(asked.owner, keys)),

    planMovement: ({ values: { id }, body, owner, session }) => {
      requireId(id)
      return store.add(owner, id, body, session)
    },

    joinMovement: async ({ values: { id }, body: { other }, context, environment, owner, session }) => {
      requireId(id)
      const pages = pagesOf({ context, environment, owner, session })
      // A join of what does not exist would be a claim about nothing.
      const { items } = await pages.page({ ids: [id, other], limit: 2 })
      const known = new Set(items.map((one: DecodedTransfer) => keyOf(one)))
      if (id.toLowerCase() === other.toLowerCase() || known.size < 2)
        refuse([{ field: 'other', message: 'Enter the ID of another transfer of this environment.' }])
      await store.join(owner, id, other, session)
      return {}
    },
  } satisfies Partial<ConsoleHandlers>
}
