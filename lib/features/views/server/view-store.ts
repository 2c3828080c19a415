/** Saved views and pins, as the database keeps them. Names and query strings are encrypted at rest. */

import { sql } from 'kysely'
import { type Database, ofOwner } from '../../../database/open'
import type { SavedViewTable } from '../../../database/tables'
import { withoutFoundNumbers } from '../../../domain/found-numbers'
import { ProblemError } from '../../../provider/problem'
import { isWriter } from '../../../server/auth/access'
import type { Session } from '../../../server/auth/sessions'
import type { Clock } from '../../../server/clock'
import { timeOf } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import type { Owner } from '../../../server/upstream/upstream'
import type { RetentionStep } from '../../../server/work/retention'
import { createEventClock } from '../../../server/writes/events'
import type { ViewInput } from '../input'
import {
  maximumPins,
  maximumSharedViews,
  maximumViews,
  offeredViews,
  type SavedView,
  type StarterView,
  type ViewPin,
  viewListsFor,
  viewSearch,
} from '../interface'
import { viewsRows } from '../operations'

const removedAtOnce = 100

const noSuchView = () => new ProblemError(404, 'no-such-view', 'This view no longer exists.')

export const sharers = viewsRows.saveView.sharing ?? []

/** Whether a person may share views, and change those that are shared. */
export const mayShare = ({ roles }: Pick<Session, 'roles'>) => roles.some((role) => sharers.includes(role))

const mayChange = ({ subject, is_shared }: SavedViewTable, session: Session) =>
  is_shared === 1
    ? mayShare(session) && (subject === session.subject || session.roles.includes('admin'))
    : subject === session.subject

const refusedTo = ({ subject, person }: SavedViewTable, session: Session, what: 'change' | 'delete') =>
  subject === session.subject
    ? new ProblemError(403, 'not-permitted', `Only an admin can ${what} this view, because your role only reads.`, {
        detail: 'Others use it: you shared it before. Nothing was changed.',
      })
    : new ProblemError(403, 'not-permitted', `Only ${person} or an admin can ${what} this view.`, {
        detail: 'Save it as a view of your own instead. Nothing was changed.',
      })

/** As in notes: whole account numbers only for those who may write, and who wrote them. */
const shownName = (name: string, session: Session) => (isWriter(session) ? name : withoutFoundNumbers(name))

/** @property chosenStarters the desk's starter views; undefined if it has chosen none */
type Core = {
  database: Database
  clock: Clock
  encryption: Encryption
  chosenStarters: () => Promise<StarterView[] | undefined>
}

export class ViewStore {
  readonly #database: Database
  readonly #nextTime: () => number
  readonly #encryption: Encryption
  readonly #chosenStarters: Core['chosenStarters']

  constructor({ database, clock, encryption, chosenStarters }: Core) {
    this.#database = database
    this.#nextTime = createEventClock(clock)
    this.#encryption = encryption
    this.#chosenStarters = chosenStarters
  }

  /** The views that a person sees: their own and shared ones, of lists that they may read, by name. */
  async of(owner: Owner, session: Session): Promise<SavedView[]> {
    const rows = await this.#in(owner)
      .where('list', 'in', viewListsFor(session.roles))
      .where((row) => row.or([row('subject', '=', session.subject), row('is_shared', '=', 1)]))
      .execute()
    return rows
      .flatMap((row) => this.#viewOf(row, session) ?? [])
      .sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1))
  }

  /** The starter views that the desk has chosen, of lists that the person may read; undefined if it has chosen none. */
  async chosenStarters(session: Session): Promise<StarterView[] | undefined> {
    const lists = viewListsFor(session.roles)
    return (await this.#chosenStarters())
      ?.filter(({ list }) => lists.includes(list))
      .map((view) => ({ ...view, name: shownName(view.name, session) }))
  }

  async #all(owner: Owner, session: Session): Promise<StarterView[]> {
    const lists = viewListsFor(session.roles)
    const starter_views = await this.chosenStarters(session)
    const offered = offeredViews({ views: await this.of(owner, session), starter_views })
    return offered.filter(({ list }) => lists.includes(list))
  }

  /** A view that the person sees; also a starter view. @throws ProblemError 404 */
  async find(owner: Owner, id: string, session: Session): Promise<StarterView> {
    const view = (await this.#all(owner, session)).find((one) => one.id === id.toLowerCase())
    if (!view) throw noSuchView()
    return view
  }

  /**
   * Adds or changes a view; a repeat changes nothing. What is refused, whenever that is, has changed nothing.
   * @throws ProblemError 400 for a name in use, another list or a full list, 403, 404, or 409 if the view was changed since
   */
  save(owner: Owner, id: string, input: ViewInput, session: Session): Promise<SavedView> {
    return this.#database.transaction().execute((within) => this.#save(within, owner, { id, input }, session))
  }

  async #save(
    within: Database,
    owner: Owner,
    { id, input }: { id: string; input: ViewInput },
    session: Session,
  ): Promise<SavedView> {
    const key = id.toLowerCase()
    const set = {
      name: this.#encryption.encrypt(input.name, ['saved_view', 'name', key]),
      search: this.#encryption.encrypt(viewSearch(new URLSearchParams(input.search)), ['saved_view', 'search', key]),
      is_shared: input.is_shared ? 1 : 0,
      changed_at: this.#nextTime(),
    }
    const before = await this.#row(owner, key, within)
    if (before && !this.#isVisible(before, session)) throw noSuchView()
    if (before && this.#isSame(before, input)) return this.#shown(before, session)
    if (before && !mayChange(before, session)) throw refusedTo(before, session, 'change')
    if (before && before.list !== input.list)
      throw new ProblemError(400, 'invalid-input', 'A view belongs to one list.', {
        detail: 'Nothing was changed.',
        errors: [{ field: 'list', message: 'Save it as a new view of the other list.' }],
      })
    await this.#checkLimits(within, owner, { id: key, input, before }, session)
    if (!before && input.changed_from !== undefined) throw noSuchView()
    if (before) {
      const { numUpdatedRows } = await within
        .updateTable('saved_view')
        .set(set)
        .where('id', '=', key)
        // Nobody's change is overwritten unseen.
        .where('changed_at', '=', timeOf(before.changed_at) === input.changed_from ? before.changed_at : -1)
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        throw new ProblemError(409, 'view-changed', 'This view was changed in the meantime.', {
          detail: 'Open it again to see the change, or save yours as a new view. Nothing was changed.',
        })
    } else {
      const { environment, clientId: client_id } = owner
      const { subject, name: person } = session
      await within
        .insertInto('saved_view')
        .values({ id: key, environment, client_id, list: input.list, subject, person, ...set })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
    const row = await this.#row(owner, key, within)
    if (!row || !this.#isSame(row, input))
      throw new ProblemError(409, 'view-changed', 'This view was saved elsewhere at the same moment.', {
        detail: 'Open it again to see what was saved. Nothing was changed.',
      })
    return this.#shown(row, session)
  }

  /**
   * Deletes a view. Pins stay a while, so that restoring the view restores them. One that is gone is no error.
   * @throws ProblemError 403
   */
  async remove(owner: Owner, id: string, session: Session): Promise<void> {
    const row = await this.#row(owner, id.toLowerCase())
    if (!row || !this.#isVisible(row, session)) return
    if (!mayChange(row, session)) throw refusedTo(row, session, 'delete')
    await this.#database.deleteFrom('saved_view').where('id', '=', row.id).execute()
  }

  /** A person's pins of views that they still see, in the order in which they were made: at two consoles, maybe at once. */
  async pins(owner: Owner, session: Session): Promise<ViewPin[]> {
    const views = await this.#all(owner, session)
    const rows = await this.#pins(owner, session).selectAll().orderBy('pinned_at').orderBy('view_id').execute()
    return rows
      .filter(({ view_id }) => views.some(({ id }) => id === view_id))
      .map(({ view_id, opened_at }) => ({ view: view_id, opened_at: timeOf(opened_at) }))
  }

  /**
   * Pins a view for a person.
   * @param at the provider's time, ms since 1970: what is new is counted from here
   * @throws ProblemError 400 or 404
   */
  async pin(owner: Owner, id: string, session: Session, at: number): Promise<void> {
    const { id: view_id } = await this.find(owner, id, session)
    const pins = await this.pins(owner, session)
    if (pins.some(({ view }) => view === view_id)) return
    if (pins.length >= maximumPins)
      throw new ProblemError(400, 'too-many-pins', `You can pin ${maximumPins} views.`, {
        detail: 'Unpin another view first.',
      })
    const { environment, clientId: client_id } = owner
    await this.#database
      .insertInto('view_pin')
      .values({
        environment,
        client_id,
        view_id,
        subject: session.subject,
        pinned_at: this.#nextTime(),
        opened_at: Math.round(at * 1000),
      })
      .onConflict((conflict) => conflict.columns(['environment', 'client_id', 'subject', 'view_id']).doNothing())
      .execute()
  }

  async unpin(owner: Owner, id: string, session: Session): Promise<void> {
    await this.#database
      .deleteFrom('view_pin')
      .where(ofOwner(owner))
      .where('subject', '=', session.subject)
      .where('view_id', '=', id.toLowerCase())
      .execute()
  }

  /** Notes that a person saw a pinned view. @param at the provider's time, ms since 1970 */
  async opened(owner: Owner, id: string, session: Session, at: number): Promise<void> {
    const opened_at = Math.round(at * 1000)
    await this.#database
      .updateTable('view_pin')
      .set({ opened_at })
      .where(ofOwner(owner))
      .where('subject', '=', session.subject)
      .where('view_id', '=', id.toLowerCase())
      // Of two tabs the later one counts.
      .where('opened_at', '<', opened_at)
      .execute()
  }

  /**
   * Removes the private views and the pins of people who are no longer known here (`person`, which goes after so many days
   * without a sign-in). Shared views stay.
   */
  async removeOld(): Promise<RetentionStep> {
    const known = this.#database.selectFrom('person').select('subject')
    const gone = await this.#database
      .selectFrom('saved_view')
      .select('id')
      .where('is_shared', '=', 0)
      .where('subject', 'not in', known)
      .limit(removedAtOnce)
      .execute()
    const ids = gone.map(({ id }) => id)
    if (ids.length > 0) await this.#database.deleteFrom('saved_view').where('id', 'in', ids).execute()
    const pins = await this.#database.deleteFrom('view_pin').where('subject', 'not in', known).executeTakeFirst()
    return { rows: ids.length + Number(pins.numDeletedRows), hasMore: ids.length === removedAtOnce }
  }

  #in(owner: Owner, on: Database = this.#database) {
    return on.selectFrom('saved_view').selectAll().where(ofOwner(owner))
  }

  #pins(owner: Owner, { subject }: Session) {
    return this.#database.selectFrom('view_pin').where(ofOwner(owner)).where('subject', '=', subject)
  }

  #row(owner: Owner, id: string, on?: Database): Promise<SavedViewTable | undefined> {
    return this.#in(owner, on).where('id', '=', id).executeTakeFirst()
  }

  #isVisible({ subject, is_shared, list }: SavedViewTable, session: Session): boolean {
    return (subject === session.subject || is_shared === 1) && viewListsFor(session.roles).includes(list)
  }

  #opened(row: SavedViewTable, column: 'name' | 'search'): string | undefined {
    return this.#encryption.decrypt(row[column], ['saved_view', column, row.id])
  }

  #isSame(row: SavedViewTable, { name, list, search, is_shared }: ViewInput): boolean {
    return (
      row.list === list &&
      (row.is_shared === 1) === is_shared &&
      this.#opened(row, 'name') === name &&
      this.#opened(row, 'search') === viewSearch(new URLSearchParams(search))
    )
  }

  /** @throws ProblemError 400 */
  async #checkLimits(
    on: Database,
    owner: Owner,
    { id, input, before }: { id: string; input: ViewInput; before: SavedViewTable | undefined },
    session: Session,
  ): Promise<void> {
    const { name, list, is_shared } = input
    const subject = before?.subject ?? session.subject
    const own = (await this.#in(owner, on).where('subject', '=', subject).execute()).filter((row) => row.id !== id)
    if (own.some((row) => row.list === list && this.#opened(row, 'name') === name))
      throw new ProblemError(400, 'invalid-input', 'A view of this name exists.', {
        errors: [{ field: 'name', message: 'You have a view with this name. Enter another one.' }],
      })
    const tooMany = (detail: string) =>
      new ProblemError(400, 'too-many-views', 'This view was not saved.', { detail: `${detail} Delete one first.` })
    if (!before && own.length >= maximumViews) throw tooMany(`You can have ${maximumViews} views.`)
    if (!is_shared || before?.is_shared === 1) return
    const { shared } = await on
      .selectFrom('saved_view')
      .select(sql<number>`count(*)`.as('shared'))
      .where(ofOwner(owner))
      .where('is_shared', '=', 1)
      .executeTakeFirstOrThrow()
    if (Number(shared) >= maximumSharedViews) throw tooMany(`There can be ${maximumSharedViews} shared views.`)
  }

  /** @returns undefined if it can no longer be decrypted */
  #viewOf(row: SavedViewTable, session: Session): SavedView | undefined {
    const [name, search] = [this.#opened(row, 'name'), this.#opened(row, 'search')]
    if (name === undefined || search === undefined) return undefined
    const is_me = row.subject === session.subject
    return {
      id: row.id,
      list: row.list,
      search,
      name: is_me ? name : shownName(name, session),
      is_shared: row.is_shared === 1,
      owner: { name: row.person, is_me },
      may_change: mayChange(row, session),
      changed_at: timeOf(row.changed_at),
    }
  }

  #shown(row: SavedViewTable, session: Session): SavedView {
    const view = this.#viewOf(row, session)
    if (!view) throw noSuchView()
    return view
  }
}
