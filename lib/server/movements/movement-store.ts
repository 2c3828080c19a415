/** What people say of movements: those they plan, and transfers that they join. */
import type { MovementJoin } from '../../api/console/movements/matching'
import type { PlannedMovement } from '../../api/console/movements/movement'
import type { NewMovement } from '../../api/console/movements/movement-input'
import { ProblemError } from '../../api/problem'
import { paddedList } from '../../database/list-lengths'
import { type Database, ofOwner } from '../../database/open'
import type { PlannedMovementTable } from '../../database/tables'
import type { Session } from '../auth/sessions'
import { type Clock, microseconds } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { RetentionStep } from '../retention'
import type { Owner } from '../upstream/upstream'

/** Plans of one rule that are compared with its runs, and joins of one movement. */
const mostPlans = 200
const mostJoins = 100
const removedAtOnce = 100

const timeOf = (micros: number) => new Date(micros / 1000).toISOString()

export type MovementStoreDependencies = { database: Database; clock: Clock; encryption: Encryption }

export class MovementStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #encryption: Encryption

  constructor({ database, clock, encryption }: MovementStoreDependencies) {
    this.#database = database
    this.#clock = clock
    this.#encryption = encryption
  }

  #plans(owner: Owner) {
    return this.#database.selectFrom('planned_movement').selectAll().where(ofOwner(owner))
  }

  /** One whose plan can no longer be decrypted is left out. */
  #shown({ id, person, at, plan }: PlannedMovementTable): PlannedMovement[] {
    const text = this.#encryption.decrypt(plan, ['planned_movement', 'plan', id])
    return text === undefined ? [] : [{ ...(JSON.parse(text) as NewMovement), id, person, at: timeOf(at) }]
  }

  /** @throws the driver's error */
  async plan(owner: Owner, id: string): Promise<PlannedMovement | undefined> {
    const row = await this.#plans(owner).where('id', '=', id.toLowerCase()).executeTakeFirst()
    return row && this.#shown(row)[0]
  }

  /** The newest plans with this rule, oldest first. @throws the driver's error */
  async plansOf(owner: Owner, ruleIntent: string): Promise<PlannedMovement[]> {
    const rows = await this.#plans(owner)
      .where('rule_intent', '=', ruleIntent.toLowerCase())
      .orderBy('at', 'desc')
      .limit(mostPlans)
      .execute()
    return rows.reverse().flatMap((row) => this.#shown(row))
  }

  /** The newest plans, newest first. @throws the driver's error */
  async newest(owner: Owner, limit: number): Promise<PlannedMovement[]> {
    const rows = await this.#plans(owner).orderBy('at', 'desc').limit(limit).execute()
    return rows.flatMap((row) => this.#shown(row))
  }

  /**
   * Records a plan; the same again changes nothing.
   * @throws ProblemError 409 if the id has another plan; the driver's error
   */
  async add(owner: Owner, id: string, input: NewMovement, session: Session): Promise<PlannedMovement> {
    const key = id.toLowerCase()
    const { environment, clientId: client_id } = owner
    const rule_intent = input.rule_intent.toLowerCase()
    const { subject, name: person } = session
    const plan = this.#encryption.encrypt(JSON.stringify({ ...input, rule_intent }), ['planned_movement', 'plan', key])
    await this.#database
      .insertInto('planned_movement')
      .values({ id: key, environment, client_id, subject, person, at: microseconds(this.#clock), rule_intent, plan })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const found = await this.plan(owner, key)
    const isSame = found && JSON.stringify(found) === JSON.stringify({ ...found, ...input, rule_intent })
    if (!isSame)
      throw new ProblemError(409, 'movement-reused', 'This movement was planned with other content.', {
        detail: 'Open the form again to plan another one. Nothing was changed or sent.',
      })
    return found
  }

  /** The joins of these transfers. @throws the driver's error */
  async joins(owner: Owner, keys: readonly string[]): Promise<MovementJoin[]> {
    const rows = await this.#database
      .selectFrom('movement_join')
      .selectAll()
      .where(ofOwner(owner))
      .where((where) =>
        where.or([where('transfer_id', 'in', paddedList(keys)), where('other_id', 'in', paddedList(keys))]),
      )
      .limit(mostJoins)
      .execute()
    return rows.map(({ transfer_id: transfer, other_id: other, person, at }) => ({
      ...{ transfer, other, person },
      at: timeOf(at),
    }))
  }

  /** Records that two transfers belong together; the first to say so is named. @throws the driver's error */
  async join(owner: Owner, transfer: string, other: string, session: Session): Promise<void> {
    const [transfer_id = '', other_id = ''] = [transfer.toLowerCase(), other.toLowerCase()].sort()
    const { environment, clientId: client_id } = owner
    const { subject, name: person } = session
    await this.#database
      .insertInto('movement_join')
      .values({ environment, client_id, transfer_id, other_id, subject, person, at: microseconds(this.#clock) })
      .onConflict((conflict) => conflict.columns(['environment', 'client_id', 'transfer_id', 'other_id']).doNothing())
      .execute()
  }

  /** Removes plans and joins after so many days; 0 keeps them for ever. */
  async removeOld(days: number): Promise<RetentionStep> {
    if (days === 0) return { rows: 0, hasMore: false }
    const before = microseconds(this.#clock) - days * 86_400_000_000
    let rows = 0
    for (const table of ['planned_movement', 'movement_join'] as const) {
      const old = this.#database
        .selectFrom(table)
        .select('at')
        .where('at', '<', before)
        .orderBy('at')
        .limit(removedAtOnce)
      const { numDeletedRows } = await this.#database.deleteFrom(table).where('at', 'in', old).executeTakeFirst()
      rows += Number(numDeletedRows)
    }
    return { rows, hasMore: rows >= removedAtOnce }
  }
}
