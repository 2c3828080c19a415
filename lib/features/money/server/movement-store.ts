/** What people say of movements: those they plan, and transfers that they join. */
import type { Transaction } from 'kysely'
import type { MovementJoin } from '../../../api/movement-links'
import { paddedList } from '../../../database/list-lengths'
import { type Database, ofOwner } from '../../../database/open'
import type { MovementJoinTable, PlannedMovementTable, Tables } from '../../../database/tables'
import { atSecond } from '../../../domain/wall-clock'
import type { Environment } from '../../../provider/environments'
import { ProblemError } from '../../../provider/problem'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import type { MovementSets } from '../../../server/records/movement-sets'
import type { Owner } from '../../../server/upstream/upstream'
import type { RetentionStep } from '../../../server/work/retention'
import type { NewMovement, PlanChange } from '../input'
import type { PlanJoin, PlannedMovement, Said, UndoneJoin } from '../interface'

/** Plans of one rule that are compared with its runs, and joins of one movement. */
const mostPlans = 1_000
const mostJoins = 100
const removedAtOnce = 100

const said = (at: number | null, person: string | null): Said | undefined =>
  at === null ? undefined : { person: person ?? '', at: timeOf(at) }

export const withdrawnProblem = ({ person }: Said) =>
  new ProblemError(409, 'movement-withdrawn', `${person} withdrew this movement.`, {
    detail: 'Plan another one. Nothing was changed or sent.',
  })

/** A time in a sentence. @param millis since 1970 */
export const secondText = (millis: number) => atSecond(millis).replace('T', ' ').replace('Z', ' UTC')

/** The database, or a transaction of it. */
type Reader = Pick<Database, 'selectFrom'>

/** What a plan is called in a sentence. */
const planText = ({ label, amount, rule }: PlannedMovement) =>
  `the plan of ${amount} ${rule.source_asset}${label ? `, “${label}”` : ''}`

const openIt = { detail: 'Open the movement to see where the money is. Nothing was changed.' }

export const begunProblem = () =>
  new ProblemError(409, 'movement-begun', 'Its money has come, so it can’t be withdrawn.', openIt)

export const cameProblem = () => new ProblemError(409, 'movement-begun', 'Its money has come by its rule.', openIt)

export const ruledProblem = (plan: PlannedMovement) =>
  new ProblemError(409, 'movement-begun', `This money came for ${planText(plan)}, by its rule.`, openIt)

const joinedProblem = ({ transfer, at, person }: PlanJoin, plan: PlannedMovement | undefined) =>
  new ProblemError(409, 'movement-joined', `${person} joined one of them already.`, {
    detail: `It is ${plan ? planText(plan) : 'a plan'} with transfer ${transfer}, joined at ${secondText(Date.parse(at))}. If that is wrong, undo it first. Nothing was changed.`,
  })

const joinOf = ({ transfer_id: transfer, other_id: other, person, at }: MovementJoinTable): MovementJoin => ({
  transfer,
  other,
  person,
  at: timeOf(at),
})

/** `sets`: the stored movements, which what people say changes. */
export type MovementStoreDependencies = { database: Database; clock: Clock; encryption: Encryption; sets: MovementSets }

export class MovementStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #encryption: Encryption
  readonly #sets: MovementSets

  constructor({ database, clock, encryption, sets }: MovementStoreDependencies) {
    this.#database = database
    this.#clock = clock
    this.#encryption = encryption
    this.#sets = sets
  }

  #plans(owner: Owner, reader: Reader = this.#database) {
    return reader.selectFrom('planned_movement').selectAll().where(ofOwner(owner))
  }

  /** One whose plan can no longer be decrypted is left out. */
  #shown({ id, person, at, plan, ...row }: PlannedMovementTable): PlannedMovement[] {
    const planned = this.#encryption.decryptJson<NewMovement>(plan, ['planned_movement', 'plan', id])
    if (!planned) return []
    const [withdrawn, sent] = [said(row.withdrawn_at, row.withdrawn_by), said(row.sent_at, row.sent_by)]
    return [{ ...planned, id, person, at: timeOf(at), ...(withdrawn && { withdrawn }), ...(sent && { sent }) }]
  }

  /** @throws the driver's error */
  async plan(owner: Owner, id: string, reader?: Reader): Promise<PlannedMovement | undefined> {
    const row = await this.#plans(owner, reader).where('id', '=', id.toLowerCase()).executeTakeFirst()
    return row && this.#shown(row)[0]
  }

  /** The newest plans with this rule, oldest first. @throws the driver's error */
  async plansOf(owner: Owner, ruleIntent: string): Promise<PlannedMovement[]> {
    const rows = await this.#plans(owner)
      .where('rule_intent', '=', ruleIntent.toLowerCase())
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostPlans)
      .execute()
    return rows.reverse().flatMap((row) => this.#shown(row))
  }

  /** The plans of rules that nobody withdrew, oldest first, by the request for the rule. @throws the driver's error */
  async plansOfRules(ruleIntents: readonly string[]): Promise<ReadonlyMap<string, PlannedMovement[]>> {
    if (ruleIntents.length === 0) return new Map()
    const rows = await this.#database
      .selectFrom('planned_movement')
      .selectAll()
      .where('rule_intent', 'in', paddedList([...new Set(ruleIntents)]))
      .where('withdrawn_at', 'is', null)
      .orderBy('at')
      .orderBy('id')
      .limit(mostPlans)
      .execute()
    const found = new Map<string, PlannedMovement[]>()
    for (const plan of rows.flatMap((row) => this.#shown(row)))
      found.set(plan.rule_intent, [...(found.get(plan.rule_intent) ?? []), plan])
    return found
  }

  /** The newest plans, newest first. @throws the driver's error */
  async newest(owner: Owner, limit: number): Promise<PlannedMovement[]> {
    const rows = await this.#plans(owner).orderBy('at', 'desc').limit(limit).execute()
    return rows.flatMap((row) => this.#shown(row))
  }

  /**
   * Records a plan; the same again changes nothing.
   * @param at by the provider's clock, by which its transfers will be: milliseconds since 1970
   * @throws ProblemError 409 if the id has another plan, or one that was withdrawn; the driver's error
   */
  async add(owner: Owner, id: string, input: NewMovement, session: Session, at: number): Promise<PlannedMovement> {
    const key = id.toLowerCase()
    const { environment, clientId: client_id } = owner
    const rule_intent = input.rule_intent.toLowerCase()
    const { subject, name: person } = session
    const plan = this.#encryption.encryptJson({ ...input, rule_intent }, ['planned_movement', 'plan', key])
    await this.#database
      .insertInto('planned_movement')
      .values({ id: key, environment, client_id, subject, person, at: at * 1000, rule_intent, plan })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const found = await this.plan(owner, key)
    const isSame = found && JSON.stringify(found) === JSON.stringify({ ...found, ...input, rule_intent })
    if (!isSame)
      throw new ProblemError(409, 'movement-reused', 'This movement was planned with other content.', {
        detail: 'Open the form again to plan another one. Nothing was changed or sent.',
      })
    if (found.withdrawn) throw withdrawnProblem(found.withdrawn)
    return found
  }

  /**
   * Records what a person says of a plan; of several who say the same, the first is named.
   * @param at by the provider's clock, milliseconds since 1970
   * @throws ProblemError 409 if a plan that is to be withdrawn was joined meanwhile; the driver's error
   */
  async change(owner: Owner, id: string, { action }: PlanChange, session: Session, at: number): Promise<void> {
    const [key, time, by] = [id.toLowerCase(), Math.round(at * 1000), session.name]
    await this.#database.transaction().execute(async (within) => {
      await this.#lockPlan(within, owner, key)
      const open = within
        .updateTable('planned_movement')
        .where(ofOwner(owner))
        .where('id', '=', key)
        .where('withdrawn_at', 'is', null)
      if (action === 'withdraw') {
        if ((await this.planJoins(owner, [key], within)).length > 0) throw begunProblem()
        await open.set({ withdrawn_at: time, withdrawn_by: by }).execute()
      } else if (action === 'sent')
        await open.where('sent_at', 'is', null).set({ sent_at: time, sent_by: by }).execute()
      else await open.set({ sent_at: null, sent_by: null }).execute()
    })
  }

  /** Lets nobody else join or change a plan until this transaction ends. */
  async #lockPlan(within: Transaction<Tables>, owner: Owner, id: string): Promise<PlannedMovement | undefined> {
    const row = await within
      .updateTable('planned_movement')
      .set(({ ref }) => ({ person: ref('person') }))
      .where(ofOwner(owner))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row && this.#shown(row)[0]
  }

  async #undoneRows(owner: Owner, keys: readonly string[]): Promise<MovementJoinTable[]> {
    // PostgreSQL has no empty list.
    if (keys.length === 0) return []
    return this.#database
      .selectFrom('movement_join')
      .selectAll()
      .where(ofOwner(owner))
      .where('undone_at', 'is not', null)
      .where((where) =>
        where.or([where('transfer_id', 'in', paddedList(keys)), where('other_id', 'in', paddedList(keys))]),
      )
      .limit(mostJoins)
      .execute()
  }

  /** The joins of these transfers that were undone. @throws the driver's error */
  async undoneJoins(owner: Owner, keys: readonly string[]): Promise<UndoneJoin[]> {
    return (await this.#undoneRows(owner, keys)).map((row) => ({
      ...joinOf(row),
      undone: said(row.undone_at, row.undone_by) as Said,
    }))
  }

  /** What people said that plans became, of these plans and transfers. @throws the driver's error */
  async planJoins(owner: Owner, keys: readonly string[], reader: Reader = this.#database): Promise<PlanJoin[]> {
    const joins = await this.#sets.joins(owner, keys, reader)
    if (joins.length === 0) return []
    const ends = [...new Set(joins.flatMap(({ transfer, other }) => [transfer, other]))]
    const rows = await reader
      .selectFrom('planned_movement')
      .select('id')
      .where(ofOwner(owner))
      .where('id', 'in', paddedList(ends))
      .execute()
    const plans = new Set(rows.map(({ id }) => id))
    return joins.flatMap(({ transfer, other, person, at }) => {
      const [plan, end] = plans.has(transfer) ? [transfer, other] : [other, transfer]
      return plans.has(plan) ? [{ plan, transfer: end, person, at }] : []
    })
  }

  /**
   * Records that two transfers, or a plan and a transfer, belong together; the first to say so is named, and after it was
   * undone the first to say so again. A movement is one plan's at most, and a plan one movement.
   * @throws ProblemError 409 if the plan was joined or withdrawn, or the transfers belong to another plan, or to two; the
   *         driver's error
   */
  async join(owner: Owner, transfer: string, other: string, session: Session): Promise<void> {
    const [transfer_id = '', other_id = ''] = [transfer.toLowerCase(), other.toLowerCase()].sort()
    const { environment, clientId: client_id } = owner
    const { subject, name: person } = session
    const said = { subject, person, at: microseconds(this.#clock), undone_at: null, undone_by: null }
    await this.#database.transaction().execute(async (within) => {
      await this.#sets.hold(within, owner)
      const plan = await this.#lockPlan(within, owner, transfer.toLowerCase())
      if (plan?.withdrawn) throw withdrawnProblem(plan.withdrawn)
      const members = await this.#sets.lock(within, owner, [transfer_id, other_id])
      const known = await this.planJoins(owner, [...(plan ? [plan.id] : []), ...members], within)
      const [first] = known
      if (first && (plan || known.some((one) => one.plan !== first.plan)))
        throw joinedProblem(first, await this.plan(owner, first.plan, within))
      await within
        .insertInto('movement_join')
        .values({ environment, client_id, transfer_id, other_id, ...said })
        .onConflict((conflict) =>
          conflict
            .columns(['environment', 'client_id', 'transfer_id', 'other_id'])
            .doUpdateSet(said)
            .where('movement_join.undone_at', 'is not', null),
        )
        .execute()
      await this.#sets.reconnect(within, owner, [transfer_id, other_id])
    })
  }

  /**
   * Records that two transfers do not belong together after all; the first to undo it is named.
   * @returns whether a person had joined them
   * @throws the driver's error
   */
  async undoJoin(owner: Owner, transfer: string, other: string, session: Session): Promise<boolean> {
    const [transfer_id = '', other_id = ''] = [transfer.toLowerCase(), other.toLowerCase()].sort()
    const isUndone = await this.#database.transaction().execute(async (within) => {
      await this.#sets.hold(within, owner)
      const { numUpdatedRows } = await within
        .updateTable('movement_join')
        .where(ofOwner(owner))
        .where('transfer_id', '=', transfer_id)
        .where('other_id', '=', other_id)
        .where('undone_at', 'is', null)
        .set({ undone_at: microseconds(this.#clock), undone_by: session.name })
        .executeTakeFirst()
      await this.#sets.reconnect(within, owner, [transfer_id, other_id])
      return numUpdatedRows > 0n
    })
    return isUndone || (await this.#undoneRows(owner, [transfer_id])).some((row) => row.other_id === other_id)
  }

  /** Removes plans and joins after so many days; 0 keeps them for ever. */
  async removeOld(days: number): Promise<RetentionStep> {
    if (days === 0) return { rows: 0, hasMore: false }
    const before = microseconds(this.#clock) - days * 86_400_000_000
    const old = this.#database
      .selectFrom('planned_movement')
      .select('at')
      .where('at', '<', before)
      .orderBy('at')
      .limit(removedAtOnce)
    const { numDeletedRows } = await this.#database
      .deleteFrom('planned_movement')
      .where('at', 'in', old)
      .executeTakeFirst()
    const joins = await this.#database
      .selectFrom('movement_join')
      .selectAll()
      .where('at', '<', before)
      .orderBy('at')
      .limit(removedAtOnce)
      .execute()
    for (const { environment, client_id, transfer_id, other_id } of joins) {
      const owner: Owner = { environment: environment as Environment, clientId: client_id }
      await this.#database.transaction().execute(async (within) => {
        await this.#sets.hold(within, owner)
        await within
          .deleteFrom('movement_join')
          .where((is) => is.and({ environment, client_id, transfer_id, other_id }))
          .execute()
        await this.#sets.reconnect(within, owner, [transfer_id, other_id])
      })
    }
    const rows = Number(numDeletedRows) + joins.length
    return { rows, hasMore: rows >= removedAtOnce }
  }
}
