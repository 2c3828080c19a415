/** The state machine on the rows of intents: each change is one transaction with its history, mark and audit line. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import type { ApprovalEnd } from '../../api/approval'
import { requestPrefix } from '../../api/audit'
import { unweighed } from '../../database/audit-triggers'
import type { Database } from '../../database/open'
import type { IntentTable, Tables } from '../../database/tables'
import type { Act, Audit } from '../audit/audit'
import type { Act as ConfirmedAct, StepUp } from '../auth/step-up'
import { type Clock, microseconds } from '../clock'
import type { Encryption, Place } from '../encryption/encryption'
import { columnText, createEventClock, type NewEvent } from './events'
import { Marks } from './marks'
import { alteredRequest, hasEqualDigest, isGenuineRow, rowDigest } from './row-digests'
import { IntentRows, isPlain } from './rows'
import { isIn, transitions, type WriteEvent } from './states'

export type Columns = UpdateObject<Tables, 'intent', 'intent'>

type Move = {
  id: string
  event: WriteEvent
  set: Columns
  history: NewEvent
  /** A condition in addition to the state: that the row is still the one that was read. */
  where?: ReturnType<typeof sql<boolean>>
  /** Whether the history is written even if the state had changed before: a late answer. */
  isAlwaysRecorded?: boolean
  /** Asked in the same transaction once the row is its own: if it says no, nothing is changed. @param before as it was */
  mayMove?: (within: Transaction<Tables>, before: IntentTable) => Promise<boolean>
}

/** Takes back the transaction of a move that may not be. */
class MoveRefused extends Error {}

export type MovesDependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  audit: Audit
  stepUp: StepUp
  /** Hears that a request was not sent because of what somebody did to the database. */
  announceAltered: (id: string, reason: 'request-altered' | 'record-set-back') => void
}

export class Moves {
  readonly rows: IntentRows
  readonly marks: Marks
  readonly database: Database
  readonly clock: Clock
  readonly encryption: Encryption
  readonly audit: Audit
  readonly stepUp: StepUp
  readonly #announceAltered: MovesDependencies['announceAltered']
  /** The time of a new history entry, microseconds; always later than the previous one. */
  readonly nextTime: () => number

  constructor({ database, clock, encryption, audit, stepUp, announceAltered }: MovesDependencies) {
    this.database = database
    this.clock = clock
    this.encryption = encryption
    this.audit = audit
    this.stepUp = stepUp
    this.#announceAltered = announceAltered
    this.nextTime = createEventClock(clock)
    this.marks = new Marks(encryption, clock)
    this.rows = new IntentRows(database, clock, encryption)
  }

  newEvent(event: Omit<NewEvent, 'id' | 'at'>): NewEvent {
    return { id: randomUUID(), at: this.nextTime(), ...event }
  }

  /** Carries out an act in a transaction of the audit log, and remembers the marks that it added. */
  async act<Result>(work: (within: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    let own: Transaction<Tables> | undefined
    const result = await this.audit.act((within) => {
      own = within
      return work(within)
    })
    if (own) await this.marks.committed(this.database, own)
    return result
  }

  /** The row of an intent, which nobody else changes until the transaction ends. */
  lock(within: Transaction<Tables>, id: string): Promise<IntentTable | undefined> {
    return within
      .updateTable('intent')
      .set({ lease_until: sql<number | null>`lease_until` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  }

  /** Whether a row is the newest version that a console wrote of its request. */
  async isIntact(within: Kysely<Tables>, row: IntentTable): Promise<boolean> {
    return isGenuineRow(this.encryption, row) && this.marks.isNewest(within, row)
  }

  /**
   * @param isKnown whether it is intact, where that was asked just now
   * @throws ProblemError 409 if a row is not what its console wrote last, or the record of what was sent was set back
   */
  async requireIntact(within: Kysely<Tables>, row: IntentTable, isKnown?: boolean): Promise<void> {
    if (!(isKnown ?? (await this.isIntact(within, row)))) {
      this.#announceAltered(row.id, 'request-altered')
      throw alteredRequest()
    }
    await this.marks.requireUncut(within).catch((failure) => {
      this.#announceAltered(row.id, 'record-set-back')
      throw failure
    })
  }

  /**
   * Seals what a transaction made of a row, as the newest version of its request.
   * @param row as the last update returned it  @param before as it was; undefined if it is new. One that was altered stays
   *        so, and no version of it counts any more
   */
  mark(within: Transaction<Tables>, row: IntentTable, before?: IntentTable, isIntact = true): void {
    if (before && hasEqualDigest(row, before)) return
    const { id } = row
    const digested = { id, digestBy: (mark: number) => rowDigest(this.encryption, { ...row, mark }) }
    this.audit.mark(within, this.marks.next(within, id, isIntact ? digested : undefined))
  }

  /** Carries out one event of the state machine. @returns whether the intent was in a state that allows it */
  async move({ id, event, set, history, where, isAlwaysRecorded, mayMove }: Move): Promise<boolean> {
    const { from, to } = transitions[event]
    const moved = this.act(async (within) => {
      const before = await this.lock(within, id)
      if (!before) return false
      const isIntact = await this.isIntact(within, before)
      const after = await within
        .updateTable('intent')
        .set({ state: to, ...set })
        .where('id', '=', id)
        .where((is) => isIn(is, from))
        .$if(where !== undefined, (rows) => rows.where(where ?? sql<boolean>`1 = 1`))
        .returningAll()
        .executeTakeFirst()
      if (after && event === 'claim') await this.requireIntact(within, before, isIntact)
      if (after && mayMove && !(await mayMove(within, before))) throw new MoveRefused()
      if (after || isAlwaysRecorded) await this.append(within, id, history)
      if (after) this.mark(within, after, before, isIntact)
      return after !== undefined
    })
    return moved.catch((failure) => {
      // Another version of the policy may have been activated in this moment.
      if (failure instanceof MoveRefused || String(failure?.message).includes(unweighed)) return false
      throw failure
    })
  }

  /** The moment on the clock that all consoles share, microseconds. */
  async now(database: Kysely<Tables>): Promise<number> {
    const { now } = await database.selectNoFrom(this.rows.now().as('now')).executeTakeFirstOrThrow()
    return Number(now)
  }

  /** Uses up what confirmed who acts on an intent, and records it. @throws ProblemError 403 where that is needed and missing */
  async identify(within: Transaction<Tables>, id: string, act: Omit<ConfirmedAct, 'act'>): Promise<void> {
    const { name: person } = act.session
    for (const { id: from, at } of await this.stepUp.use(within, { ...act, act: id })) {
      const words = `${person} confirmed at company sign-in who they are.`
      await this.append(within, id, { id: `${from} ${id}`, at, kind: 'identified', words, person })
    }
  }

  stored(operation: string, text: string, place: Place): string {
    return isPlain(operation) ? this.encryption.encryptIfNumbered(text, place) : this.encryption.encrypt(text, place)
  }

  /**
   * Adds an entry to a history, unless it is there already; people and the provider write what they want into it. The audit
   * log has a line of each.
   */
  async append(within: Transaction<Tables>, intent: string, event: NewEvent, more: Partial<Act> = {}): Promise<void> {
    const { person, status, words, ...fixed } = event
    const encrypted = this.encryption.encrypt(words, ['intent_event', 'words', event.id])
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('intent_event')
      .values({ ...fixed, words: encrypted, intent_id: intent, person: person ?? null, status: status ?? null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    // A check is answered with 409 where the provider has a record with that reference.
    const isFound = event.kind === 'asked' && status === 409
    const isRefused = status !== undefined && status >= 400 && !isFound
    this.audit.note(within, {
      act: requestPrefix + event.kind,
      kind: 'intents',
      id: intent,
      outcome: event.kind === 'lost' ? 'unknown' : isRefused ? 'refused' : 'done',
      ...(status !== undefined && { detail: { status } }),
      ...more,
    })
  }

  async endUnsent(
    {
      id,
      event,
      ended,
      words,
      person,
    }: { id: string; event: 'withdraw' | 'decline'; ended: ApprovalEnd; words: string; person?: string },
    mayMove: (within: Transaction<Tables>, before: IntentTable) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    return this.move({
      id,
      event,
      set: { settled_at: microseconds(this.clock), reason: columnText(words), noted_by: null },
      history: this.newEvent({ kind: ended, words, ...(person !== undefined && { person }) }),
      mayMove: async (within, before) => {
        await within.updateTable('approval_request').set({ ended }).where('intent_id', '=', id).execute()
        return mayMove(within, before)
      },
    })
  }
}
