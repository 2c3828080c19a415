/**
 * Weighs writes by the active policy, in the transactions that record and send them: so that of two that would pass a limit
 * together one waits, whichever console they came to.
 */

import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Approval, ApprovalFacts, WeighedRequest } from '../../../api/approval'
import { isRefusal, type Requirement, requirementsText, type UsedLimit } from '../../../api/approval'
import { paddedList } from '../../../database/list-lengths'
import type { Database } from '../../../database/open'
import type {
  ApprovalDecisionTable,
  ApprovalRequestTable,
  IntentTable,
  PersonTable,
  Tables,
} from '../../../database/tables'
import { sumOf } from '../../../domain/decimals'
import { movedBy } from '../../../provider/check'
import type { Environment } from '../../../provider/environments'
import { isChange, mayWrite } from '../../../provider/operations'
import { ProblemError } from '../../../provider/problem'
import { excess, type OwnRoles } from '../../../server/auth/own-roles'
import { areGenuine, demoSubject, grantedRoles } from '../../../server/auth/people'
import { timeOf } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import type { Approvals, Weighed, WeighedContent } from '../../../server/writes/approvals'
import { isGenuineDecision, versionOf } from '../../../server/writes/row-digests'
import type { IntentRows, ReadIntent } from '../../../server/writes/rows'
import { type ApprovalState, approvalState, type Decision, mayApprove, type RolesOf, type Waiting } from '../decisions'
import {
  destinationsIn,
  expiryOf,
  type LimitUse,
  leastOf,
  limitsOf,
  listedHours,
  requirementsOf,
  type StandIn,
  type WeighedWrite,
} from '../policy'
import { approvalFacts, type PlansOf } from './approval-facts'
import type { ActivePolicy, PolicyStore } from './policies'

const hour = 3_600_000_000

/** What a request waits for, as its row has it. The request's own row names it by `id`, so that no other takes its place. */
export type Needed = { id: string; version: number; requirements: Requirement[]; stand_ins: readonly StandIn[] }

/** A request to look at. */
type Open = Pick<IntentTable, 'id' | 'approve_by'>

/** People who are asked whether they may approve, and those whom a request names. */
const mostPeople = 1_000
const mostNamed = 5
/** Decisions of a person from which it is said what they usually take: the last ones, and how many at least. */
const mostTimed = 20
const leastTimed = 5

/** States in which a request uses up a limit although it was not sent. */
const unsent = ['prepared', 'waiting'] as const

export class Weighing implements Approvals<Needed> {
  readonly policies: PolicyStore
  readonly hasOwnRoles: boolean
  readonly plansOf: PlansOf

  constructor(
    private readonly database: Database,
    policies: PolicyStore,
    private readonly encryption: Encryption,
    private readonly hasDemoUsers: boolean,
    private readonly ownRoles: OwnRoles = {},
    plansOf: PlansOf = async () => new Map(),
  ) {
    this.plansOf = plansOf
    this.policies = policies
    this.hasOwnRoles = Object.keys(ownRoles).length > 0
  }

  /** What other requests used up of a limit of this one. */
  async #used(
    within: Kysely<Tables>,
    { id, environment, client_id }: Pick<IntentTable, 'id' | 'environment' | 'client_id'>,
    { rule, asset, hours }: LimitUse,
    of: string,
    now: number,
  ): Promise<string> {
    const rows = await within
      .selectFrom('limit_use')
      .innerJoin('intent', 'intent.id', 'limit_use.intent_id')
      .select('limit_use.amount')
      .where('limit_use.rule', '=', rule)
      .where('limit_use.scope', 'in', this.encryption.references(of))
      .where('limit_use.asset', '=', asset)
      .where((is) => is.and({ 'limit_use.environment': environment, 'limit_use.client_id': client_id }))
      .where('intent.id', '!=', id)
      .where('intent.state', '!=', 'refused')
      .where((is) => is.or([is('intent.state', 'in', unsent), is('limit_use.at', '>=', now - hours * hour)]))
      .execute()
    return sumOf(rows.map(({ amount }) => amount)) ?? '0'
  }

  /** Hours since the first request to a destination was sent with approval. */
  async #approvedHours(
    within: Kysely<Tables>,
    { environment, client_id }: Weighed,
    destination: string | undefined,
    now: number,
  ) {
    if (destination === undefined) return undefined
    const row = await within
      .selectFrom('approval_request')
      .innerJoin('intent', 'intent.id', 'approval_request.intent_id')
      .select((of) => of.fn.min('intent.sent_at').as('at'))
      .where('approval_request.destination', 'in', this.encryption.references(destination))
      .where('intent.state', 'in', ['sent', 'unknown', 'confirmed'])
      .where((is) => is.and({ environment, client_id }))
      .executeTakeFirst()
    return row?.at == null ? undefined : (now - Number(row.at)) / hour
  }

  /**
   * Compares a write with how far its person's roles go, where a company narrows them (ROLES).
   * @throws ProblemError 403 that says what the limit is
   */
  async requireWithin(within: Kysely<Tables>, { operation, subject, path, body }: WeighedContent): Promise<void> {
    if (!this.hasOwnRoles) return
    const person = await within
      .selectFrom('person')
      .select(['subject', 'roles', 'roles_digest'])
      .where('subject', '=', subject)
      .executeTakeFirst()
    const reason =
      person && areGenuine(this.encryption, person)
        ? excess(person.roles, this.ownRoles, operation, movedBy(operation, path, body))
        : 'What your role allows is not known here any more. Sign in again.'
    if (reason === undefined) return
    throw new ProblemError(403, 'not-permitted', 'This request goes beyond what your role allows.', {
      detail: `${reason} Nothing was sent.`,
    })
  }

  /** What a policy asks for a write, and what it uses up. Nothing is changed. */
  async #ask(within: Kysely<Tables>, { policy, activated }: ActivePolicy, intent: Weighed, now: number) {
    const { environment, operation, subject, path, body } = intent
    const moved = movedBy(operation, path, body)
    const write: WeighedWrite = { operation, environment: environment as Environment, person: subject, moved }
    const uses = limitsOf(policy, write)
    const used: Record<string, string> = {}
    const limits: UsedLimit[] = []
    for (const use of uses) {
      if (use.of === undefined) continue
      const one = await this.#used(within, intent, use, use.of, now)
      const limit = policy.rules.find(({ id }) => id === use.rule)?.limit
      used[use.rule] = one
      if (limit) limits.push({ ...limit, used: one, ...(use.amount !== undefined && { own: use.amount }) })
    }
    const destinations = destinationsIn(moved)
    const hours: (number | undefined)[] = []
    for (const one of destinations) hours.push(await this.#approvedHours(within, intent, one, now))
    const approvedHours = leastOf(hours)
    const listed = listedHours(policy, write, activated, now / 1000)
    const findings = {
      used,
      ...(approvedHours !== undefined && { approvedHours }),
      ...(listed !== undefined && { listedHours: listed }),
    }
    // To approve a change of an account approves no payment to it.
    const destination = destinations.length === 1 && !isChange(operation) ? destinations[0] : undefined
    return { uses, limits, destination, requirements: requirementsOf(policy, write, findings) }
  }

  async activeVersion(): Promise<number | null> {
    return (await this.policies.active(this.database))?.version ?? null
  }

  facts(rows: IntentRows, row: ReadIntent): Promise<ApprovalFacts | undefined> {
    return approvalFacts({ rows, weighing: this }, row)
  }

  /** What the active policy would ask for now, and who could approve it; nothing is recorded. */
  async preview(intent: Weighed, now: number): Promise<WeighedRequest> {
    const active = await this.policies.active(this.database)
    if (!active) return { requirements: [], approvers: [], limits: [] }
    const { requirements, limits } = await this.#ask(this.database, active, intent, now)
    const people = await this.#people()
    const roles = new Map(people.map((person) => [person.subject, this.#rolesIn(person)]))
    const waiting = { requester: intent.subject, stand_ins: active.policy.stand_ins }
    const may = (one: string) =>
      requirements.some((needed) => mayApprove(waiting, needed, one, (subject) => roles.get(subject) ?? [], now / 1000))
    const approvers = people.filter(({ subject }) => may(subject)).map(({ name }) => name)
    return { requirements, approvers: approvers.slice(0, mostNamed), limits }
  }

  /** The rolling limits that a request uses up under the active policy. */
  async limits(intent: Weighed, now: number): Promise<UsedLimit[]> {
    const active = await this.policies.active(this.database)
    return active ? (await this.#ask(this.database, active, intent, now)).limits : []
  }

  /**
   * Weighs a request by the active policy, and records what it uses up and waits for.
   * @param kept what an earlier version asked for: a newer one takes nothing back from a request that waits already
   * @param now of the clock that all consoles share, microseconds
   * @returns the policy's version, if one is active, and whether the request waits
   * @throws ProblemError 409 `policy-refused` if the policy refuses it; 503
   */
  async weigh(
    within: Kysely<Tables>,
    intent: Weighed,
    now: number,
    kept: Needed | undefined = undefined,
  ): Promise<{ version: number | null; requirements: Requirement[]; approveBy?: number; neededId?: string }> {
    await this.requireWithin(within, intent)
    const active = await this.policies.lockActive(within)
    const { id, environment, client_id } = intent
    await within.deleteFrom('limit_use').where('intent_id', '=', id).execute()
    const none = { uses: [], destination: undefined, requirements: [] }
    const { uses, destination, requirements } = active ? await this.#ask(within, active, intent, now) : none
    const refusals = requirements.filter(isRefusal)
    if (refusals.length > 0)
      throw new ProblemError(409, 'policy-refused', 'The policy refuses this request, so nothing was sent.', {
        detail: requirementsText(refusals),
      })
    const known = uses.flatMap(({ rule, of, asset, amount }) =>
      of === undefined || amount === undefined
        ? []
        : [
            {
              intent_id: id,
              rule,
              environment,
              client_id,
              scope: this.encryption.reference(of),
              asset,
              amount,
              at: now,
            },
          ],
    )
    if (known.length > 0) await within.insertInto('limit_use').values(known).execute()
    const rules = new Set(requirements.map(({ rule }) => rule))
    const all = [...requirements, ...(kept?.requirements ?? []).filter(({ rule }) => !rules.has(rule))]
    const version = active?.version ?? null
    if (all.length === 0) {
      await within.deleteFrom('approval_request').where('intent_id', '=', id).execute()
      return { version, requirements: [] }
    }
    const needed: Needed = {
      id: randomUUID(),
      version: active?.version ?? kept?.version ?? 0,
      requirements: all,
      stand_ins: active?.policy.stand_ins ?? kept?.stand_ins ?? [],
    }
    const hours = active ? expiryOf(active.policy, requirements) : Number.POSITIVE_INFINITY
    const row = {
      needed: this.encryption.encryptJson(needed, ['approval_request', 'needed', id]),
      destination: destination === undefined ? null : this.encryption.reference(destination),
      ended: null,
    }
    await within
      .insertInto('approval_request')
      .values({ ...row, intent_id: id })
      .onConflict((conflict) => conflict.column('intent_id').doUpdateSet(row))
      .execute()
    const approveBy = Number.isFinite(hours) ? now + hours * hour : now
    return { version, requirements: all, approveBy, neededId: needed.id }
  }

  /** What a request waits for; undefined if it cannot be read any more, or is not what its row names. */
  #neededOf(
    { intent_id, needed }: ApprovalRequestTable,
    { needed_id }: Pick<IntentTable, 'needed_id'>,
  ): Needed | undefined {
    const opened = this.encryption.decryptJson<Needed>(needed, ['approval_request', 'needed', intent_id])
    return opened && opened.id === needed_id ? opened : undefined
  }

  /** What a request waits for; undefined if that is nothing, or is not what its row names. */
  async neededBy(within: Kysely<Tables>, row: Pick<IntentTable, 'id' | 'needed_id'>): Promise<Needed | undefined> {
    if (row.needed_id === null) return undefined
    const request = await within
      .selectFrom('approval_request')
      .selectAll()
      .where('intent_id', '=', row.id)
      .executeTakeFirst()
    return request && this.#neededOf(request, row)
  }

  #rolesIn(person: Pick<PersonTable, 'subject' | 'roles' | 'roles_digest'>) {
    return grantedRoles(this.encryption, person, this.ownRoles)
  }

  /** The roles of people now; none for those who left, or are demo users where there are none. */
  async rolesOf(database: Kysely<Tables>, subjects: readonly string[]): Promise<RolesOf> {
    const wanted = [...new Set(subjects)].filter((one) => this.hasDemoUsers || !one.startsWith(demoSubject))
    const rows =
      wanted.length === 0
        ? []
        : await database
            .selectFrom('person')
            .select(['subject', 'roles', 'roles_digest'])
            .where('subject', 'in', wanted)
            .execute()
    const known = new Map(rows.map((person) => [person.subject, this.#rolesIn(person)]))
    return (subject) => known.get(subject) ?? []
  }

  /**
   * What stands of a request's approval, by the people and the time of now.
   * @returns undefined if it waits for nothing
   */
  async stateOf(
    database: Kysely<Tables>,
    row: Pick<IntentTable, 'id' | 'subject' | 'fingerprint' | 'revision' | 'operation' | 'approve_by' | 'needed_id'>,
    now: number,
  ): Promise<Standing | undefined> {
    const { id, subject, operation, approve_by } = row
    const request = await database
      .selectFrom('approval_request')
      .selectAll()
      .where('intent_id', '=', id)
      .executeTakeFirst()
    const needed = request && this.#neededOf(request, row)
    if (!needed) return undefined
    const recorded = await database
      .selectFrom('approval_decision')
      .selectAll()
      .where('intent_id', '=', id)
      .orderBy('at')
      .execute()
    const decisions: Decision[] = recorded.filter((one) => isGenuineDecision(this.encryption, one))
    const { requirements, stand_ins } = needed
    const expires = Number(approve_by) / 1000
    const waiting: Waiting = { requester: subject, digest: versionOf(row), requirements, stand_ins, expires, decisions }
    const named = [...decisions.map((one) => one.subject), ...stand_ins.map(({ absent }) => absent)]
    const rolesOf = await this.rolesOf(database, [subject, ...named])
    const state = approvalState(waiting, rolesOf, now / 1000)
    return { state, waiting, rolesOf, mayBeSent: state.state === 'approved' && mayWrite(operation, rolesOf(subject)) }
  }

  /** The people who have access now, by name. */
  #people() {
    const people = this.database
      .selectFrom('person')
      .select(['subject', 'name', 'roles', 'roles_digest'])
      .where('roles', '<>', '')
    return people
      .$if(!this.hasDemoUsers, (all) => all.where('subject', 'not like', `${demoSubject}%`))
      .orderBy('name')
      .limit(mostPeople)
      .execute()
  }

  /** When each of these people opened a request, and what they usually take to decide, if they have decided often enough. */
  async #waitingFor(
    people: readonly { subject: string; name: string }[],
    own: readonly Pick<ApprovalDecisionTable, 'subject' | 'kind' | 'at'>[],
  ): Promise<NonNullable<Approval['waiting_for']>> {
    const shown: NonNullable<Approval['waiting_for']> = []
    for (const { subject, name } of people) {
      const opened = own.find((one) => one.subject === subject && one.kind === 'open')
      const decided = await this.database
        .selectFrom('approval_decision')
        .innerJoin('intent', 'intent.id', 'approval_decision.intent_id')
        .select(['approval_decision.at', 'intent.created_at'])
        .where('approval_decision.subject', '=', subject)
        .where('approval_decision.kind', 'in', ['approve', 'decline'])
        .orderBy('approval_decision.at', 'desc')
        .limit(mostTimed)
        .execute()
      const seconds = decided
        .map(({ at, created_at }) => (Number(at) - Number(created_at)) / 1_000_000)
        .sort((one, other) => one - other)
      shown.push({
        name,
        ...(opened && { opened_at: timeOf(opened.at) }),
        ...(seconds.length >= leastTimed && { usual_seconds: Math.round(seconds[seconds.length >> 1] ?? 0) }),
      })
    }
    return shown
  }

  /** When the roles of people became others, microseconds. */
  async #roleChanges(subjects: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (subjects.length === 0) return new Map()
    const rows = await this.database
      .selectFrom('person')
      .select(['subject', 'roles_since'])
      .where('subject', 'in', paddedList([...new Set(subjects)]))
      .execute()
    return new Map(rows.map((row) => [row.subject, Number(row.roles_since)]))
  }

  /** What rows show of their approval, for a person who reads them; those that nobody had to approve are left out. */
  async shown(rows: readonly ReadIntent[], subject: string, isDetailed = false): Promise<Map<string, Approval>> {
    const weighed = rows.filter(({ policy_version }) => policy_version !== null)
    const found = new Map<string, Approval>()
    if (weighed.length === 0) return found
    const ids = paddedList(weighed.map(({ id }) => id))
    const requests = await this.database
      .selectFrom('approval_request')
      .selectAll()
      .where('intent_id', 'in', ids)
      .execute()
    if (requests.length === 0) return found
    const recorded = await this.database
      .selectFrom('approval_decision')
      .selectAll()
      .where('intent_id', 'in', ids)
      .orderBy('at')
      .execute()
    const decisions = recorded.filter((one) => isGenuineDecision(this.encryption, one))
    const plans = await this.plansOf(requests.map(({ intent_id }) => intent_id))
    const people = await this.#people()
    const roles = new Map(people.map((person) => [person.subject, this.#rolesIn(person)]))
    const rolesOf: RolesOf = (one) => roles.get(one) ?? []
    const changed = await this.#roleChanges(decisions.map((one) => one.subject))
    for (const request of requests) {
      const row = weighed.find(({ id }) => id === request.intent_id)
      const needed = row && this.#neededOf(request, row)
      if (!needed) continue
      const version = versionOf(row)
      const { requirements, stand_ins } = needed
      const own = decisions.filter(({ intent_id }) => intent_id === row.id)
      const expires = Number(row.approve_by) / 1000
      const waiting: Waiting = {
        requester: row.subject,
        digest: version,
        requirements,
        stand_ins,
        expires,
        decisions: own,
      }
      const now = Number(row.now) / 1000
      const standing = approvalState(waiting, rolesOf, now)
      const mayMeet = (one: string) => (requirement: Requirement) => mayApprove(waiting, requirement, one, rolesOf, now)
      const isOpen = row.state === 'waiting' && standing.state === 'waiting'
      const missing = isOpen ? standing.missing : []
      const may = (one: string) => missing.some(mayMeet(one))
      const approved = new Set(
        own.flatMap((one) => (one.kind === 'approve' && one.digest === version ? [one.subject] : [])),
      )
      const able = people.filter((one) => may(one.subject) && !approved.has(one.subject)).slice(0, mostNamed)
      found.set(row.id, {
        // What was sent had all that it needed, whoever left since. What a restored copy has not sent may have been sent elsewhere.
        state: request.ended ?? (row.state === 'waiting' || row.sent_at === null ? standing.state : 'approved'),
        version: needed.version,
        requirements,
        missing,
        ...(plans.has(row.id) && { plans: plans.get(row.id) }),
        expires_at: new Date(expires).toISOString(),
        digest: version,
        decisions: own.map(({ subject: by, person, kind, at, digest }) => {
          const isVoid = row.state === 'waiting' && kind === 'approve' && !requirements.some(mayMeet(by))
          const lost = changed.get(by) ?? 0
          return {
            person,
            kind,
            is_current: digest === version,
            at: timeOf(at),
            ...(by === subject && { is_mine: true as const }),
            ...(isVoid && { lost_role: lost > Number(at) ? { at: timeOf(lost) } : {} }),
          }
        }),
        approvers: able.map(({ name }) => name),
        ...(isOpen && isDetailed && row.subject === subject && { waiting_for: await this.#waitingFor(able, own) }),
        may_decide: may(subject) && !approved.has(subject),
        ...(own.some((one) => one.kind === 'open' && one.subject === subject && one.digest === version) && {
          is_opened: true,
        }),
      })
    }
    return found
  }

  /**
   * Requests that wait although their time is over, or someone approved them: the next ones to look at.
   * @param after the last one that was looked at; undefined to begin
   */
  open(now: number, limit: number, after?: Open): Promise<Open[]> {
    const approved = this.database.selectFrom('approval_decision').select('intent_id').where('kind', '=', 'approve')
    return this.database
      .selectFrom('intent')
      .select(['id', 'approve_by'])
      .where('state', '=', 'waiting')
      .where((is) => is.or([is('approve_by', '<=', now), is('id', 'in', approved)]))
      .$if(after !== undefined, (all) =>
        all.where((is) => is(is.refTuple('approve_by', 'id'), '>', is.tuple(after?.approve_by ?? 0, after?.id ?? ''))),
      )
      .orderBy('approve_by')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** Whether a person may decide on a request: one who may help to meet what it needs. */
  async mayDecide(database: Kysely<Tables>, { waiting }: Standing, subject: string, now: number): Promise<boolean> {
    const rolesOf = await this.rolesOf(database, [subject, ...waiting.stand_ins.map(({ absent }) => absent)])
    return waiting.requirements.some((one) => mayApprove(waiting, one, subject, rolesOf, now / 1000))
  }
}

/** What stands of a request's approval. */
export type Standing = { state: ApprovalState; waiting: Waiting; rolesOf: RolesOf; mayBeSent: boolean }
