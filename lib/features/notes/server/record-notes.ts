/** Notes on records: added and changed by events, so that nobody's text is overwritten. Texts are encrypted at rest. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, ofOwner } from '../../../database/open'
import type { RecordNoteEventTable, RecordNoteTable } from '../../../database/tables'
import { withoutFoundNumbers } from '../../../domain/found-numbers'
import { uuidPattern } from '../../../domain/values'
import type { Environment } from '../../../provider/environments'
import { ProblemError } from '../../../provider/problem'
import { rolesWith } from '../../../provider/roles'
import { isWriter } from '../../../server/auth/access'
import type { OwnRoles } from '../../../server/auth/own-roles'
import { createPeople, grantedRoles, type People } from '../../../server/auth/people'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import type { Encryption, Place } from '../../../server/encryption/encryption'
import type { Owner } from '../../../server/upstream/upstream'
import { mapInPieces } from '../../../server/work/fair-queue'
import type { RetentionStep } from '../../../server/work/retention'
import { createEventClock } from '../../../server/writes/events'
import { kindsFor, type NewRecordNote, type NoteChange, noteRoles } from '../input'
import {
  type AssignedNote,
  daysHandedOver,
  type HandedNote,
  maximumAssigned,
  maximumChanges,
  maximumCorrections,
  maximumNotes,
  type NotedKind,
  type NoteMark,
  type Person,
  type ReadNote,
  type RecordNote,
  type RecordNoteEvent,
} from '../interface'

/** People to choose from, at most: those who signed in last. */
const maximumPeople = 500
/** Ids in one statement. PostgreSQL and SQLite allow tens of thousands of parameters. */
const idsAtOnce = 500
/** Rows that one statement reads, because SQLite reads them on the thread of the process. */
const rowsAtOnce = 500
/** Notes whose changes one statement reads. */
const notesAtOnce = 10
const removedAtOnce = 100
const day = 86_400_000_000

/** The same record whichever way its UUID is spelled. */
const recordKey = (id: string) => (uuidPattern.test(id) ? id.toLowerCase() : id)

/** Parts of a list that one statement can name. */
const partsOf = <Item>(list: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(list.length / idsAtOnce) }, (_, part) =>
    list.slice(part * idsAtOnce, (part + 1) * idsAtOnce),
  )

/** Changes of a note, oldest first: the newest ones, and the newest correction. `total` counts all. */
type History = { events: RecordNoteEventTable[]; total: number }
const noHistory: History = { events: [], total: 0 }

const isOpen = sql<boolean>`(done_at is null and assignee_subject is not null)`

const noting = rolesWith('note')

type Core = { database: Database; clock: Clock; encryption: Encryption; hasDemoUsers: boolean; ownRoles?: OwnRoles }

export class RecordNoteStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #nextTime: () => number
  readonly #encryption: Encryption
  readonly #people: People
  readonly #ownRoles: OwnRoles

  constructor(private readonly core: Core) {
    const { database, clock, encryption, hasDemoUsers, ownRoles = {} } = core
    this.#ownRoles = ownRoles
    this.#database = database
    this.#clock = clock
    this.#nextTime = createEventClock(clock)
    this.#encryption = encryption
    this.#people = createPeople(database, encryption, hasDemoUsers)
  }

  #in(environment: Environment) {
    return this.#database.selectFrom('record_note').selectAll().where('environment', '=', environment)
  }

  /** The same notes as a snapshot has them. */
  on(snapshot: Database): RecordNoteStore {
    return new RecordNoteStore({ ...this.core, database: snapshot })
  }

  /**
   * The notes of many records, oldest first, under the ids that were asked for; their changes are not read. A record
   * without notes is not in the map. Whole account numbers only for a session that may write.
   * @param ids of transfers; for other kinds, of requests that created or changed the records
   */
  async ofRecords(
    environment: Environment,
    kind: NotedKind,
    ids: readonly string[],
    session: Session,
  ): Promise<Map<string, ReadNote[]>> {
    const places = await this.#placesOf(environment, kind, ids)
    const notes = new Map<string, ReadNote[]>()
    for (const part of partsOf([...places.keys()])) {
      const found = (await this.#at(environment, kind, part)).reverse()
      const corrections = await this.#historiesOf(found, 0)
      const read = await mapInPieces(session.subject, found, (row) => {
        const { events, earlier, ...note } = this.#noteOf(row, corrections.get(row.id), session)
        return { row, note }
      })
      for (const { row, note } of read)
        for (const asked of places.get(row.record_id) ?? []) {
          const list = notes.get(asked)
          if (list) list.push(note)
          else notes.set(asked, [note])
        }
    }
    return notes
  }

  /** The newest notes of a record with their changes, oldest first. @param limit how many */
  async newestOf(
    environment: Environment,
    kind: NotedKind,
    id: string,
    session: Session,
    limit: number,
  ): Promise<RecordNote[]> {
    const places = [...(await this.#placesOf(environment, kind, [id])).keys()]
    const found = (await this.#at(environment, kind, places, limit)).reverse()
    const histories = await this.#historiesOf(found, maximumChanges)
    return mapInPieces(session.subject, found, (row) => this.#noteOf(row, histories.get(row.id), session))
  }

  /** How many notes a record has. */
  async countOf(environment: Environment, kind: NotedKind, id: string): Promise<number> {
    const [mark] = await this.marks(environment, kind, [id])
    return mark?.count ?? 0
  }

  /** What a list shows of its rows' notes; records without notes have no mark. Opens no text. */
  async marks(
    environment: Environment,
    kind: NotedKind,
    ids: readonly string[],
    session?: Session,
  ): Promise<NoteMark[]> {
    const places = await this.#placesOf(environment, kind, ids)
    const marks = new Map<string, NoteMark>()
    for (const part of partsOf([...places.keys()])) {
      const groups = await this.#database
        .selectFrom('record_note')
        .select(['record_id', 'assignee_subject', 'assignee', isOpen.as('is_open')])
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('environment', '=', environment)
        .where('kind', '=', kind)
        .where('record_id', 'in', part)
        .groupBy(['record_id', 'assignee_subject', 'assignee', isOpen])
        .execute()
      for (const { record_id, assignee_subject, assignee, is_open, count } of groups)
        for (const id of places.get(record_id) ?? []) {
          const mark = marks.get(id) ?? { id, count: 0, open: 0, assignees: [], is_mine: false }
          marks.set(id, mark)
          mark.count += Number(count)
          if (!is_open || assignee === null) continue
          mark.open += Number(count)
          if (assignee_subject === session?.subject) mark.is_mine = true
          else if (!mark.assignees.includes(assignee)) mark.assignees.push(assignee)
        }
    }
    return [...marks.values()]
  }

  /**
   * The open notes that are assigned to the session's person, newest first, of kinds that they may read; one more than are
   * shown. An admin also gets those of people who have no access any more, because nobody else is shown them.
   */
  async assignedTo(environment: Environment, session: Session): Promise<AssignedNote[]> {
    const rows = await this.#in(environment)
      .where((note) =>
        session.roles.includes('admin')
          ? note.or([
              note('assignee_subject', '=', session.subject),
              note('assignee_subject', 'not in', this.#people.withAccess().select('subject')),
            ])
          : note('assignee_subject', '=', session.subject),
      )
      .where('done_at', 'is', null)
      .where('kind', 'in', kindsFor(session.roles))
      .orderBy('at', 'desc')
      .limit(maximumAssigned + 1)
      .execute()
    return this.#placed(rows, session, ({ assignee }) =>
      assignee && !assignee.is_me ? { assignee: assignee.name } : {},
    )
  }

  /** The notes of the session's person that are assigned to others, open or done not long ago, the last changed first. */
  async handedOver(environment: Environment, session: Session): Promise<HandedNote[]> {
    const rows = await this.#in(environment)
      .where('subject', '=', session.subject)
      .where('assignee_subject', '!=', session.subject)
      .where((note) =>
        note.or([note('done_at', 'is', null), note('done_at', '>=', microseconds(this.#clock) - daysHandedOver * day)]),
      )
      .where('kind', 'in', kindsFor(session.roles))
      .orderBy('changed_at', 'desc')
      .limit(maximumAssigned)
      .execute()
    return this.#placed(rows, session, ({ assignee, done }, row) => ({
      assignee: assignee?.name ?? '',
      changed_at: timeOf(row.changed_at),
      ...(done && { done }),
    }))
  }

  /** Notes with their places, and the statuses that their records have now. @param more what a list says of each besides */
  async #placed<More>(
    rows: readonly RecordNoteTable[],
    session: Session,
    more: (note: RecordNote, row: RecordNoteTable) => More,
  ) {
    const corrections = await this.#historiesOf(rows, 0)
    const statuses = await this.#statusesOf(rows)
    return mapInPieces(session.subject, rows, (row) => {
      const note = this.#noteOf(row, corrections.get(row.id), session)
      const { id, at, person, text, due } = note
      const now = statuses.get(row.record_id)
      const [status = '', secondary_status] = now?.status.split(' ') ?? []
      const isChanged = now && row.record_status !== null && now.status !== row.record_status
      return {
        id,
        at,
        person,
        kind: row.kind,
        record: row.record_id,
        ...(text !== undefined && { text }),
        ...(due !== undefined && { due }),
        ...(isChanged && {
          status_change: { status, ...(secondary_status && { secondary_status }), at: timeOf(now.at) },
        }),
        ...more(note, row),
      }
    })
  }

  /**
   * The last known status of each record: of a transfer the last one that was read, with its secondary status after a space;
   * of another record the one that its request knows. Records of which none is known are not in the map.
   */
  async #statusesOf(
    rows: readonly Pick<RecordNoteTable, 'environment' | 'kind' | 'record_id'>[],
    database: Pick<Database, 'selectFrom'> = this.#database,
  ): Promise<Map<string, { status: string; at: number }>> {
    const statuses = new Map<string, { status: string; at: number }>()
    const [environment] = rows.map((row) => row.environment)
    if (environment === undefined) return statuses
    const idsOf = (isTransfer: boolean) =>
      partsOf([...new Set(rows.flatMap((row) => ((row.kind === 'transfer') === isTransfer ? row.record_id : [])))])
    for (const part of idsOf(true)) {
      const states = await database
        .selectFrom('transfer')
        .select(['id', 'status', 'secondary_status', 'changed_at'])
        .where('environment', '=', environment)
        .where('id', 'in', part)
        .orderBy('changed_at')
        .execute()
      for (const { id, status, secondary_status, changed_at } of states)
        statuses.set(id, { status: `${status} ${secondary_status}`.trim(), at: Number(changed_at) })
    }
    for (const part of idsOf(false)) {
      const intents = await database
        .selectFrom('intent')
        .select(['id', 'state', 'record_status', 'status_at', 'settled_at', 'created_at'])
        .where('environment', '=', environment)
        .where('id', 'in', part)
        .execute()
      for (const { id, state, record_status, status_at, settled_at, created_at } of intents)
        statuses.set(id, { status: record_status ?? state, at: Number(status_at ?? settled_at ?? created_at) })
    }
    return statuses
  }

  /** People who may read a kind's notes and act on them, by name, the session's person first. */
  async people(kind: NotedKind, session: Session): Promise<Person[]> {
    const rows = await this.#people
      .withAccess()
      .select(['subject', 'name', 'roles', 'roles_digest'])
      .orderBy('signed_in_at', 'desc')
      .limit(maximumPeople)
      .execute()
    const others = rows
      .filter(({ subject }) => subject !== session.subject)
      .filter((person) => {
        const held = grantedRoles(this.#encryption, person, this.#ownRoles)
        return [noteRoles(kind), noting].every((needed) => held.some((role) => needed.includes(role)))
      })
      .map(({ subject, name }) => ({ subject, name, is_me: false }))
      .sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.subject < other.subject ? -1 : 1))
    return [{ subject: session.subject, name: session.name, is_me: true }, ...others]
  }

  /**
   * Adds a note; a repeat of the same id adds nothing.
   * @throws ProblemError 409 if the id belongs to another note, or if the record has as many notes as it may have
   */
  async add(owner: Owner, note: NewRecordNote & { assigned?: Person }, session: Session): Promise<RecordNote> {
    const { kind, text, assigned } = note
    const id = note.id.toLowerCase()
    const record = recordKey(note.record)
    const at = this.#nextTime()
    const status = (await this.#statusesOf([{ environment: owner.environment, kind, record_id: record }])).get(record)
    const isThere = (await this.find(owner.environment, id)) !== undefined
    if (!isThere && (await this.countOf(owner.environment, kind, note.record)) >= maximumNotes)
      throw new ProblemError(409, 'too-many-notes', `This record has ${maximumNotes} notes, as many as it can have.`, {
        detail: 'Correct one of your notes instead. Nothing was added.',
      })
    await this.#database
      .insertInto('record_note')
      .values({
        id,
        kind,
        at,
        environment: owner.environment,
        client_id: owner.clientId,
        record_id: record,
        subject: session.subject,
        person: session.name,
        changed_at: at,
        text: this.#encryption.encrypt(text, ['record_note', 'text', id]),
        assignee_subject: assigned?.subject ?? null,
        assignee: assigned?.name ?? null,
        due_day: note.due ?? null,
        record_status: status?.status ?? null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const row = await this.find(owner.environment, id)
    const isSame =
      row?.kind === kind &&
      row.record_id === record &&
      row.subject === session.subject &&
      this.#encryption.decrypt(row.text, ['record_note', 'text', id]) === text
    if (!row || !isSame)
      throw new ProblemError(409, 'note-reused', 'This note was added before, with another text.', {
        detail: 'The earlier text is kept. Add this one as a new note.',
      })
    return this.read(row, session)
  }

  /** Whether a movement was planned here with this id. */
  async isPlanned(owner: Owner, id: string): Promise<boolean> {
    const plan = this.#database.selectFrom('planned_movement').select('id').where(ofOwner(owner))
    return (await plan.where('id', '=', recordKey(id)).executeTakeFirst()) !== undefined
  }

  /** A note's row. */
  find(environment: Environment, id: string): Promise<RecordNoteTable | undefined> {
    return this.#in(environment).where('id', '=', id.toLowerCase()).executeTakeFirst()
  }

  /** A note with its newest changes. */
  async read(row: RecordNoteTable, session: Session): Promise<RecordNote> {
    const histories = await this.#historiesOf([row], maximumChanges)
    return this.#noteOf(row, histories.get(row.id), session)
  }

  /**
   * Changes a note and adds the change to its history, in one transaction. A repeat of the same id changes nothing, and
   * neither does a change to what already holds: of two people who mark a note as done, the first did.
   * @throws ProblemError 409 if it was corrected as often as it may be
   */
  async change(note: string, change: NoteChange & { assigned?: Person }, session: Session): Promise<void> {
    const { subject, name: person } = session
    const at = this.#nextTime()
    const id = change.id.toLowerCase()
    const assignee = change.assigned ?? null
    const place = ['record_note_event', 'text', id] as const
    const text = change.action === 'correct' ? this.#encryption.encrypt(change.text, place) : null
    await this.#database.transaction().execute(async (within) => {
      const event = { id, note_id: note, at, action: change.action, subject, person }
      const { numInsertedOrUpdatedRows: added } = await within
        .insertInto('record_note_event')
        .values({ ...event, assignee: assignee?.name ?? null, text })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow()
      if (added === 0n) return
      if (change.action === 'correct') {
        const { corrections } = await within
          .selectFrom('record_note_event')
          .select(({ fn }) => fn.countAll<number>().as('corrections'))
          .where('note_id', '=', note)
          .where('action', '=', 'correct')
          .executeTakeFirstOrThrow()
        if (Number(corrections) > maximumCorrections)
          throw new ProblemError(
            409,
            'too-many-corrections',
            `This note was corrected ${maximumCorrections} times, as often as it can be.`,
            { detail: 'Add a new note instead. Nothing was changed.' },
          )
      }
      const row = await within.selectFrom('record_note').selectAll().where('id', '=', note).executeTakeFirstOrThrow()
      const status = (await this.#statusesOf([row], within)).get(row.record_id)
      // A day means nothing without somebody who is to act.
      const asked = change.action === 'assign' && change.due !== undefined ? change.due : row.due_day
      const due = assignee ? asked : null
      const columns = {
        assign: { assignee_subject: assignee?.subject ?? null, assignee: assignee?.name ?? null, due_day: due },
        done: { done_at: at, done_by: person },
        reopen: { done_at: null, done_by: null },
        correct: {},
      }[change.action]
      const { numUpdatedRows } = await within
        .updateTable('record_note')
        .set({ ...columns, changed_at: at, record_status: status?.status ?? null })
        .where('id', '=', note)
        .$if(change.action === 'done', (row) => row.where('done_at', 'is', null))
        .$if(change.action === 'reopen', (row) => row.where('done_at', 'is not', null))
        .$if(change.action === 'assign', (row) =>
          row.where(
            sql<boolean>`(coalesce(assignee_subject, '') <> ${assignee?.subject ?? ''} or coalesce(due_day, '') <> ${due ?? ''})`,
          ),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 0n) await within.deleteFrom('record_note_event').where('id', '=', id).execute()
    })
  }

  /**
   * Removes notes with their histories so many days after their last change, and people who have not signed in for as long;
   * 0 keeps them for ever. An open note stays.
   */
  async removeOld(days: number): Promise<RetentionStep> {
    if (days === 0) return { rows: 0, hasMore: false }
    const before = microseconds(this.#clock) - days * day
    const old = await this.#database
      .selectFrom('record_note')
      .select('id')
      .where('changed_at', '<', before)
      .where(sql<boolean>`not ${isOpen}`)
      .orderBy('changed_at')
      .limit(removedAtOnce)
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length > 0)
      await this.#database.transaction().execute(async (within) => {
        await within.deleteFrom('record_note_event').where('note_id', 'in', ids).execute()
        await within.deleteFrom('record_note').where('id', 'in', ids).execute()
      })
    const people = this.#database.selectFrom('person').select('subject').where('signed_in_at', '<', before)
    const { numDeletedRows } = await this.#database
      .deleteFrom('person')
      .where('subject', 'in', people.limit(removedAtOnce))
      .executeTakeFirst()
    const rows = ids.length + Number(numDeletedRows)
    return { rows, hasMore: rows > 0 }
  }

  /**
   * Where the notes of records are, with the ids under which each was asked for. An order, account or rule has notes at every
   * request that created or changed it, also at one whose outcome was unknown when the note was written.
   */
  async #placesOf(
    environment: Environment,
    kind: NotedKind,
    ids: readonly string[],
  ): Promise<Map<string, readonly string[]>> {
    const places = new Map<string, Set<string>>()
    const add = (place: string, asked: string) => places.set(place, (places.get(place) ?? new Set()).add(asked))
    for (const id of ids) add(recordKey(id), id)
    if (kind !== 'transfer')
      for (const part of partsOf([...places.keys()])) {
        const related = await this.#database
          .selectFrom('intent as asked')
          .innerJoin('intent as other', 'other.record_id', 'asked.record_id')
          .select(['asked.id', 'other.id as other'])
          .where('asked.id', 'in', part)
          .where('asked.environment', '=', environment)
          .where('other.environment', '=', environment)
          .whereRef('other.id', '!=', 'asked.id')
          .execute()
        for (const { id, other } of related) for (const asked of [...(places.get(id) ?? [])]) add(other, asked)
      }
    return new Map([...places].map(([place, asked]) => [place, [...asked]]))
  }

  /** The notes at these places, newest first. @param limit of all together */
  async #at(
    environment: Environment,
    kind: NotedKind,
    places: readonly string[],
    limit = Number.POSITIVE_INFINITY,
  ): Promise<RecordNoteTable[]> {
    const found: RecordNoteTable[] = []
    for (;;) {
      const last = found.at(-1)
      const wanted = Math.min(rowsAtOnce, limit - found.length)
      const rows = await this.#in(environment)
        .where('kind', '=', kind)
        .where('record_id', 'in', places)
        .$if(last !== undefined, (query) =>
          query.where(sql<boolean>`(at < ${last?.at} or (at = ${last?.at} and id < ${last?.id}))`),
        )
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(wanted)
        .execute()
      found.push(...rows)
      if (rows.length < wanted || found.length >= limit) return found
      await setImmediate()
    }
  }

  /** The histories of notes. @param most the newest changes of each; 0 reads the newest correction alone */
  async #historiesOf(notes: readonly Pick<RecordNoteTable, 'id'>[], most: number): Promise<Map<string, History>> {
    const histories = new Map<string, History>()
    // Without the texts, which are read of the wanted ones alone.
    const ranked = this.#database
      .selectFrom('record_note_event')
      .select([
        'id',
        'note_id',
        'action',
        sql<number>`row_number() over (partition by note_id order by at desc)`.as('newest'),
        sql<number>`row_number() over (partition by note_id, action order by at desc)`.as('newest_alike'),
        sql<number>`count(*) over (partition by note_id)`.as('total'),
      ])
    for (let from = 0; from < notes.length; from += notesAtOnce) {
      const part = notes.slice(from, from + notesAtOnce).map(({ id }) => id)
      const wanted = await this.#database
        .selectFrom(ranked.where('note_id', 'in', part).as('event'))
        .select(['id', 'note_id', 'total'])
        .where(sql<boolean>`(newest <= ${most} or (newest_alike = 1 and action = 'correct'))`)
        .execute()
      for (const { note_id, total } of wanted) histories.set(note_id, { events: [], total: Number(total) })
      for (const ids of partsOf(wanted.map(({ id }) => id))) {
        const events = await this.#database.selectFrom('record_note_event').selectAll().where('id', 'in', ids).execute()
        for (const event of events) histories.get(event.note_id)?.events.push(event)
        await setImmediate()
      }
    }
    for (const { events } of histories.values()) events.sort((one, other) => one.at - other.at)
    return histories
  }

  #noteOf(row: RecordNoteTable, { events: history, total } = noHistory, session: Session): RecordNote {
    const shown = (stored: string, place: Place) => {
      const text = this.#encryption.decrypt(stored, place)
      return text === undefined || isWriter(session) ? text : withoutFoundNumbers(text)
    }
    const earlier = total - history.length
    const isFirstKnown = earlier === 0 || !history.some(({ action }) => action === 'correct')
    let text = isFirstKnown ? shown(row.text, ['record_note', 'text', row.id]) : undefined
    const events = history.map(({ id, at, action, person, assignee, text: corrected }): RecordNoteEvent => {
      const before = text
      if (corrected !== null) text = shown(corrected, ['record_note_event', 'text', id])
      return {
        id,
        at: timeOf(at),
        action,
        person,
        ...(assignee !== null && { assignee }),
        ...(corrected !== null && before !== undefined && { before }),
      }
    })
    const { id, at, person, subject, assignee_subject, assignee, due_day, done_at, done_by } = row
    return {
      id,
      at: timeOf(at),
      person,
      is_mine: subject === session.subject,
      ...(text !== undefined && { text }),
      ...(assignee_subject !== null && {
        assignee: {
          subject: assignee_subject,
          name: assignee ?? assignee_subject,
          is_me: assignee_subject === session.subject,
        },
      }),
      ...(due_day !== null && { due: due_day }),
      ...(done_at !== null && { done: { at: timeOf(done_at), person: done_by ?? '' } }),
      events,
      ...(earlier > 0 && { earlier }),
    }
  }
}
