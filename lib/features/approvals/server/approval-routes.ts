/** The addresses of approvals and policies, and what happens to requests that wait while nobody asks. */

import { policyRoles } from '../../../api/approval'
import { currentHold } from '../../../database/hold'
import { sumOf } from '../../../domain/decimals'
import { movedBy } from '../../../provider/check'
import { environments } from '../../../provider/environments'
import { isChange, type WriteName } from '../../../provider/operations'
import { ProblemError } from '../../../provider/problem'
import { createPeople, grantedRoles } from '../../../server/auth/people'
import type { Session } from '../../../server/auth/sessions'
import { microseconds, timeOf, wait } from '../../../server/clock'
import type { ServerCore } from '../../../server/core'
import { refuse } from '../../../server/http/console-routes'
import type { Settings } from '../../../server/settings'
import { traceOf } from '../../../server/telemetry/log'
import type { Owner } from '../../../server/upstream/upstream'
import { mapInPieces } from '../../../server/work/fair-queue'
import { checkWrite } from '../../../server/writes/checks'
import { digestOf, sendApproved } from '../../../server/writes/execute'
import { intentDetail } from '../../../server/writes/intent-pages'
import { intentRow } from '../../../server/writes/intent-view'
import { alteredRequest } from '../../../server/writes/row-digests'
import type { ConsoleHandlers } from '../../handlers'
import type { NewDecision } from '../input'
import type { PaidDestination, Policies, Simulation } from '../interface'
import { destinationsIn, leastOf, limitsOf, listedHours, type Policy, requirementsOf } from '../policy'
import type { Weighing } from './weighing'

/** Milliseconds between two looks at requests that wait, and how many one look takes. */
const lookEvery = 5_000
const mostAtOnce = 200
/** Milliseconds at most until one that could not be sent is tried again. */
const mostPause = 300_000
/** Of a simulation. */
const simulatedDays = 90
const mostSimulated = 5_000
const mostAsked = 200
/** Executed requests whose destinations are shown. */
const mostPaid = 1_000

type ApprovalDependencies = Pick<ServerCore, 'writes' | 'database' | 'clock' | 'log'> & {
  weighing: Weighing
  settings: Pick<Settings, 'hasDemoUsers'>
}

export function registerApprovals({ weighing, writes, database, clock, log, settings }: ApprovalDependencies) {
  const { hasDemoUsers } = settings
  const { ledger } = writes
  const { stepUp } = ledger
  const { policies } = weighing
  const ending = new AbortController()
  /** Approved requests that could not be sent, and until when they are left alone, steady ms. */
  const kept = new Map<string, { count: number; until: number }>()
  let looking: Promise<void> = Promise.resolve()
  /** The last one of a look that took as many as it may: many wait for a second approval, and the next look goes on after it. */
  let looked: Awaited<ReturnType<typeof weighing.open>>[number] | undefined

  /**
   * Sends a request that is approved, or ends one whose time is over. One that could not be sent keeps its approval; its
   * history says why, and it is tried again until its time is over.
   * @returns whether it did either
   */
  async function settle(id: string): Promise<boolean> {
    const row = await ledger.rows.byId(id)
    // A held copy does not know whether its time is over, or what was sent meanwhile.
    if (row?.state !== 'waiting' || (await currentHold(database))) return false
    const standing = await weighing.stateOf(database, row, Number(row.now))
    const isLate = row.approve_by !== null && Number(row.approve_by) <= Number(row.now)
    if (standing ? standing.state.state === 'expired' : isLate) return ledger.actions.expireApproval(id)
    const isAltered = !standing || !ledger.rows.isGenuine(row)
    if (!isAltered && !standing.mayBeSent) {
      if (standing.state.state === 'approved')
        await ledger.notePause(id, `${row.person}, who asked for it, may not send it any more.`)
      return false
    }
    const { count = 0, until = 0 } = kept.get(id) ?? {}
    if (clock.steady() < until) return false
    try {
      if (isAltered) throw alteredRequest()
      await sendApproved(writes, row)
      kept.delete(id)
      return true
    } catch (failure) {
      kept.set(id, { count: count + 1, until: clock.steady() + Math.min(mostPause, lookEvery * 2 ** count) })
      const why = failure instanceof ProblemError ? failure.problem : undefined
      await ledger.notePause(
        id,
        [why?.title, why?.detail].filter(Boolean).join(' ') || 'Something went wrong in Mintdesk.',
      )
      log.warn({ event: 'approved-not-sent', intent: id, ...traceOf(failure) }, 'approvals')
      return false
    }
  }

  /** What another console, or this one before it stopped, left to be sent or ended. Never throws. */
  async function look(limit = mostAtOnce): Promise<void> {
    try {
      const open = await weighing.open(microseconds(clock), limit, looked)
      looked = open.length < limit ? undefined : open.at(-1)
      for (const { id } of open) {
        if (ending.signal.aborted) return
        // It stays where it is, and is tried again: what keeps it is in its history.
        await settle(id).catch((failure) =>
          log.warn({ event: 'approval-not-settled', intent: id, ...traceOf(failure) }, 'approvals'),
        )
      }
    } catch (failure) {
      log.warn({ event: 'approvals-not-read', ...traceOf(failure) }, 'approvals')
    }
  }

  const otherAdmins = async ({ subject }: Session) => {
    const { encryption } = ledger
    const people = await createPeople(database, encryption, hasDemoUsers)
      .withAccess()
      .select(['subject', 'roles', 'roles_digest'])
      .execute()
    return people.some(
      (one) =>
        one.subject !== subject &&
        grantedRoles(encryption, one, writes.settings.ownRoles).some((role) => policyRoles.includes(role)),
    )
  }

  /** Where the newest executed requests of an environment pay to. */
  async function paid({ environment, clientId }: Owner, { subject }: Session): Promise<PaidDestination[]> {
    const rows = await ledger.rows
      .query()
      .where((is) => is.and({ environment, client_id: clientId, state: 'confirmed' }))
      .orderBy('created_at', 'desc')
      .limit(mostPaid)
      .execute()
    const found = new Map<string, PaidDestination>()
    await mapInPieces(subject, rows, (row) => {
      const body = ledger.rows.bodyOf(row)
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

  async function shown(owner: Owner, session: Session): Promise<Policies> {
    const has_other_admin = await otherAdmins(session)
    const versions = await policies.versions(database, session.subject)
    const identityOf = await stepUp.identities(undefined, session)
    const identity = identityOf()
    return {
      has_other_admin,
      ...(identity && { identity }),
      paid: await paid(owner, session),
      versions: versions.map(({ isOwn, ...one }) => ({
        ...one,
        ...(one.state === 'proposed' && {
          may_activate: !has_other_admin || !isOwn,
          ...(identity && { identity: identityOf(policies.digestOf('activate', one)) }),
        }),
      })),
    }
  }

  /** What a policy would have asked for of the requests of the last days, in their order: each uses up what it would have. */
  async function simulate(policy: Policy, { subject }: Session): Promise<Simulation> {
    const rows = await ledger.rows
      .query()
      .where('created_at', '>=', (clock.now() - simulatedDays * 86_400_000) * 1000)
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
      const body = ledger.rows.bodyOf(row)
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

  return {
    settle,
    look,
    /** Looks at what waits now and then; the timer does not keep the process alive. */
    start(pause = lookEvery) {
      looking = (async () => {
        while (!ending.signal.aborted) {
          await look()
          await wait(clock, pause, ending.signal).catch(() => undefined)
        }
      })()
    },
    async close() {
      ending.abort()
      await looking
    },
    handlers: {
      decideIntent: async ({ values, body, context, environment, session }) => {
        const row = await intentRow(writes, environment, values.id)
        context.intent = row.id
        await writes.holds.requireReleased()
        const { kind, digest, words }: NewDecision = body
        await ledger.actions.decide(row, { kind, digest, ...(words && { words }) }, session)
        if (kind === 'approve') await settle(row.id)
        return intentDetail(writes, environment, row.id, session)
      },

      weighRequest: async ({ body: { operation, path = {}, body }, environment, owner, session }) => {
        const weighed = {
          id: '',
          environment,
          client_id: owner.clientId,
          operation,
          subject: session.subject,
          path,
          body,
        }
        const identity = (await stepUp.identities(environment, session))(digestIn({ operation, path, body }))
        return { ...(await weighing.preview(weighed, clock.now() * 1000)), ...(identity && { identity }) }

        /** None of what would be refused anyway. */
        function digestIn(input: { operation: WriteName; path: Record<string, string>; body: unknown }) {
          try {
            const checked = checkWrite(writes.settings, environment, operation, input)
            return digestOf(writes, { id: '', environment, name: operation, input: checked, session })
          } catch {
            return undefined
          }
        }
      },

      listPolicies: ({ owner, session }) => shown(owner, session),

      proposePolicy: async ({ values: { id: version }, body, owner, session }) => {
        const number = Number(version)
        if (!Number.isSafeInteger(number) || number < 1)
          refuse([{ field: 'id', message: 'Enter the number of the next version.' }])
        await policies.propose(database, number, body, session)
        return shown(owner, session)
      },

      activatePolicy: async ({ values: { id: version }, owner, session }) => {
        await policies.activate(database, Number(version), session, !(await otherAdmins(session)))
        return shown(owner, session)
      },

      withdrawPolicy: async ({ values: { id: version }, owner, session }) => {
        await policies.withdraw(database, Number(version), session)
        return shown(owner, session)
      },

      simulatePolicy: ({ body, session }) => simulate(body, session),
    } satisfies Partial<ConsoleHandlers>,
  }
}
