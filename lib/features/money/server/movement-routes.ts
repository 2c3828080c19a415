/** The addresses of movements. */

import { uuidPattern } from '../../../domain/values'
import { ProblemError } from '../../../provider/problem'
import type { Session } from '../../../server/auth/sessions'
import type { ServerCore } from '../../../server/core'
import { refuse } from '../../../server/http/console-routes'
import type { Change } from '../../../server/records/versions'
import type { Owner } from '../../../server/upstream/upstream'
import type { Asked, ConsoleHandlers } from '../../handlers'
import type { ChangedPlan, PlannedMovement } from '../interface'
import { clockSkew } from '../plans'
import { createMovementAnswers, mayReadRequests, noMovement } from './movement-answer'
import { type MovementSources, movementEvents } from './movement-events'
import { listMovements } from './movement-list'
import { createPlanReading, type MovementDependencies } from './movement-plans'
import { incompleteText, readMovement } from './movement-reading'
import { knownRules } from './movement-requests'
import { begunProblem, cameProblem, ruledProblem, secondText, withdrawnProblem } from './movement-store'

/** @returns the handlers of these operations */
export function createMovements(core: MovementDependencies) {
  const { writes, movements: store, records } = core
  const reading = createPlanReading(core)
  const { pagesOf, runsOfPlan, readNewest, waitingPlans, planOf } = reading
  const { answer, earlierOf } = createMovementAnswers(core, reading)

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
