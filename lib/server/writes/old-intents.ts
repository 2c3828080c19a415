/**
 * Removes intents at the end of their life. Their ids stay, so that no repeat of one is executed a second time. An intent
 * is kept while its outcome or its record is open, and while another one that is kept concerns the same record.
 */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import type { IntentTable } from '../../database/tables'
import { writeNames } from '../../provider/operations'
import { recordOf } from '../../provider/records'
import { type Clock, microseconds } from '../clock'
import type { RetentionStep } from '../work/retention'
import { changesOfRecord, type IntentRows } from './rows'

/** Intents of one step. Each has a handful of events. */
const mostAtOnce = 50
const day = 86_400_000_000

/** Records that change without a further request: an open order, an account in review. */
const isOpenRecord = sql.join(
  writeNames.flatMap((name) => {
    const open = recordOf(name)?.openStatuses ?? []
    const statuses = sql.join(open.map((status) => sql.lit(status)))
    return open.length > 0 ? [sql`(operation = ${sql.lit(name)} and coalesce(record_status, '') in (${statuses}))`] : []
  }),
  sql` or `,
)

/** Whether no other intent has learned a newer status of the same record. */
const isLastStatus = sql`not exists (
  select 1 from intent later where later.record_id = intent.record_id
    and later.environment = intent.environment and later.status_at > intent.status_at
)`

/** Whether an intent must be kept, with all that concern its record. @param before microseconds since 1970 */
const mustStay = (before: number) => sql<boolean>`(
  state not in ('confirmed', 'refused')
  or coalesce(settled_at, ${before}) >= ${before} or coalesce(status_at, 0) >= ${before}
  or coalesce(latest_at, 0) >= ${before} or coalesce(lease_until, 0) >= ${before}
  or exists (select 1 from intent_event event where event.intent_id = intent.id and event.at >= ${before})
  or (state = 'confirmed' and (${isOpenRecord}) and ${isLastStatus})
)`

type Candidate = Pick<IntentTable, 'id' | 'environment' | 'operation' | 'settled_at' | 'record_id' | 'ref_id'>

/** The paths of the requests that change the record of an intent. */
const pathsOfChanges = ({ operation, record_id }: Candidate) => changesOfRecord(operation, record_id).paths

/** @param days how many they are kept; 0: for ever. Asked at each step */
export function createOldIntents({
  database,
  clock,
  rows,
  days,
}: {
  database: Database
  clock: Clock
  rows: IntentRows
  days: () => Promise<number>
}) {
  /** The last intent of the page before; those that must stay are not read again in one run. */
  let after: { at: number; id: string } = { at: -1, id: '' }

  /** Before when an intent is old: by the clock of the consoles and by this one's, of which either may be wrong. */
  async function limit(life: number): Promise<number> {
    const { now } = await database.selectNoFrom(rows.now().as('now')).executeTakeFirstOrThrow()
    return Math.min(Number(now), microseconds(clock)) - life
  }

  /** Removes the old ones of the next page of settled intents, oldest first. */
  async function step(): Promise<RetentionStep> {
    const life = (await days()) * day
    if (life === 0) return { rows: 0, hasMore: false }
    const before = await limit(life)
    const { at, id } = after
    const page = await database
      .selectFrom('intent')
      .select(['id', 'environment', 'operation', 'settled_at', 'record_id', 'ref_id'])
      .select(mustStay(before).as('stays'))
      .where('settled_at', '<', before)
      .where(sql<boolean>`(settled_at, id) > (${at}, ${id})`)
      .orderBy('settled_at')
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const last = page.at(-1)
    const hasMore = page.length === mostAtOnce && last !== undefined
    after = hasMore ? { at: last.settled_at ?? 0, id: last.id } : { at: -1, id: '' }
    const old = page.filter(({ stays }) => !stays)
    const isNeeded = await neededBy(old, before)
    const free = old.filter((row) => !isNeeded(row)).map((row) => row.id)
    return { rows: await remove(free, before), hasMore }
  }

  /** Whether another intent that stays has the same record or reference, or changes the record. */
  async function neededBy(page: readonly Candidate[], before: number): Promise<(row: Candidate) => boolean> {
    const found = new Set<string>()
    const keep = async (column: 'record_id' | 'ref_id' | 'path', values: (string | null)[]) => {
      const known = [...new Set(values)].filter((value) => value !== null)
      if (known.length === 0) return
      const kept = await database
        .selectFrom('intent')
        .select(['environment', column])
        .distinct()
        .where(column, 'in', known)
        .where(mustStay(before))
        .execute()
      for (const row of kept) found.add(JSON.stringify([row.environment, column, row[column]]))
    }
    await keep(
      'record_id',
      page.map((row) => row.record_id),
    )
    await keep(
      'ref_id',
      page.map((row) => row.ref_id),
    )
    await keep('path', page.flatMap(pathsOfChanges))
    return (row) =>
      [['record_id', row.record_id], ['ref_id', row.ref_id], ...pathsOfChanges(row).map((path) => ['path', path])].some(
        ([column, value]) => found.has(JSON.stringify([row.environment, column, value])),
      )
  }

  async function remove(ids: readonly string[], before: number): Promise<number> {
    if (ids.length === 0) return 0
    return database.transaction().execute(async (within) => {
      // Locks them: a person may have added a note since they were read.
      const locked = await within
        .updateTable('intent')
        .set({ lease_until: null })
        .where('id', 'in', ids)
        .where(sql<boolean>`not ${mustStay(before)}`)
        .returning(['id', 'environment'])
        .execute()
      if (locked.length === 0) return 0
      const free = locked.map(({ id }) => id)
      const removed = locked.map(({ id, environment }) => ({ id, environment, removed_at: microseconds(clock) }))
      await within
        .insertInto('removed_intent')
        .values(removed)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      await within.deleteFrom('intent_event').where('intent_id', 'in', free).execute()
      for (const table of ['approval_request', 'approval_decision', 'limit_use'] as const)
        await within.deleteFrom(table).where('intent_id', 'in', free).execute()
      await within.deleteFrom('intent').where('id', 'in', free).execute()
      return free.length
    })
  }

  return { step }
}
