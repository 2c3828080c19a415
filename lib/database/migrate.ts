/**
 * Migrates the tables so that versions of the console can follow each other, in both directions, on one database that is in
 * use. A console works on the tables of a newer version unless a step has removed what it needs. Each step is one
 * transaction, with a lock that ends with it, so that both hold behind a pooler which gives each transaction another
 * connection.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { migrations, type Step } from './migrations'
import { isOnPostgres, type Tables } from './tables'

/** Why the tables cannot be used, as sentences for an operator. */
export class TablesError extends Error {}

export type MigrateOptions = {
  /** The steps that this version knows, oldest first. */
  steps?: Readonly<Record<string, Step>>
  /** Tells the operator what is happening; `warn` while this console waits. */
  say?: (sentence: string, level: 'info' | 'warn') => void
  /** Milliseconds to wait for another console, or for a table that is in use. */
  patience?: number
}

/** Milliseconds between two looks while this console waits. */
const lookEvery = 300

/** What no other program on the same server locks by: "mintdesk" in ASCII. */
const lockKey = '7883954068868395883'

/** A row for each step that was run, in a table that is called as that of Kysely's own migrator. */
type StepRow = { name: string; needs: string | null; needs_version: string | null }

type TableState = {
  /** Steps of this version that the database lacks, oldest first. */
  missing: string[]
  /** Whether a newer version has migrated the database. */
  isNewer: boolean
  /** Why this version can do nothing with the database. */
  refusal?: string
}

type DriverError = { code?: unknown; errcode?: unknown; message?: unknown }

const isMissingTable = ({ code, message }: DriverError) => code === '42P01' || /^no such table/.test(String(message))

/** Whether a lock was not granted in time: PostgreSQL's code, or SQLite's busy and locked. */
const isLocked = ({ code, errcode }: DriverError) => code === '55P03' || [5, 6].includes(Number(errcode) & 0xff)

async function readRows(database: Kysely<Tables>): Promise<StepRow[]> {
  return (await sql<StepRow>`select * from kysely_migration`.execute(database)).rows
}

/** Tables that no step of a released version made. */
const foreignProblem = (isPostgres: boolean) =>
  `This database was made by a development version of Mintdesk (0.3 or earlier), from which nothing is migrated. It was left as it is. Start with a new one: set ${isPostgres ? 'DATABASE_URL to an empty database' : 'MINTDESK_DATA to another folder, or move console.sqlite out of this one'}.`

const removalProblem = ({ name, needs_version: version }: StepRow) =>
  `A newer version of Mintdesk has removed from the database what this version needs (${name}). Start version ${version} or newer, or restore a backup from before that step.`

function stateOf(
  rows: readonly StepRow[],
  steps: MigrateOptions['steps'] = migrations,
  database: Kysely<Tables>,
): TableState {
  const run = new Set(rows.map(({ name }) => name))
  const [first = ''] = Object.keys(steps)
  const removal = rows.find(({ needs }) => needs && !Object.hasOwn(steps, needs))
  return {
    missing: Object.keys(steps).filter((name) => !run.has(name)),
    isNewer: rows.some(({ name }) => !Object.hasOwn(steps, name)),
    ...(removal && { refusal: removalProblem(removal) }),
    ...(rows.length > 0 && !run.has(first) && { refusal: foreignProblem(isOnPostgres(database)) }),
  }
}

/** @returns undefined while another console changes the table of steps itself */
async function readState(database: Kysely<Tables>, steps: MigrateOptions['steps']): Promise<TableState | undefined> {
  try {
    return stateOf(await readRows(database), steps, database)
  } catch (error) {
    if (isMissingTable(Object(error))) return stateOf([], steps, database)
    if (isLocked(Object(error))) return undefined
    throw error
  }
}

const isMigrating = 'Another console is migrating the database.'

const stepsOf = (count: number) => (count === 1 ? '1 step' : `${count} steps`)

const lackProblem = (missing: readonly string[]) =>
  `The database lacks ${stepsOf(missing.length)} that this version needs, the first of them ${missing[0]}.`

/**
 * Why this version cannot work on the tables, as a sentence, and whether migrating helps; undefined if it can.
 * @throws the driver's error
 */
export async function tablesProblem(
  database: Kysely<Tables>,
  steps?: MigrateOptions['steps'],
): Promise<{ text: string; isLacking?: true } | undefined> {
  const state = await readState(database, steps)
  if (!state) return { text: isMigrating }
  if (state.refusal) return { text: state.refusal }
  if (state.missing.length === 0) return undefined
  return { text: lackProblem(state.missing), isLacking: true }
}

/**
 * Runs the next missing step in a transaction of its own.
 * @returns its name; 'none' if none is missing; 'locked' if another console is running one, or uses its tables
 * @throws Error naming the step that failed
 */
async function runNext(database: Kysely<Tables>, steps: Readonly<Record<string, Step>>): Promise<string> {
  const isPostgres = isOnPostgres(database)
  return database.connection().execute(async (on) => {
    let name: string | undefined
    const run = (text: string) => sql.raw(text).execute(on)
    try {
      // SQLite's only lock of writes, taken here: one that is asked for later may be refused without waiting.
      await run(isPostgres ? 'begin' : 'begin immediate')
      if (isPostgres) {
        const { rows } = await sql<{ isOurs: boolean }>`
          select pg_try_advisory_xact_lock(${sql.lit(lockKey)}) as "isOurs"`.execute(on)
        if (!rows[0]?.isOurs) {
          await run('rollback')
          return 'locked'
        }
      }
      await run(`create table if not exists kysely_migration
        (name text primary key, timestamp text not null, needs text, needs_version text)`)
      const { missing } = stateOf(await readRows(on), steps, on)
      name = missing[0]
      const step = steps[name ?? '']
      if (name && step) {
        await step.up(on as unknown as Kysely<unknown>)
        const now = new Date().toISOString()
        await sql`insert into kysely_migration (name, timestamp, needs, needs_version)
          values (${name}, ${now}, ${step.needs?.step ?? null}, ${step.needs?.version ?? null})`.execute(on)
      }
      await run('commit')
      return name ?? 'none'
    } catch (error) {
      await run('rollback').catch(() => undefined)
      if (isLocked(Object(error))) return 'locked'
      throw new Error(`The database could not be migrated${name ? ` (${name})` : ''}.`, { cause: error })
    }
  })
}

/**
 * Migrates the tables to this version. Several consoles may do so at once: each step is run by one of them.
 * @throws TablesError if the database is no released version's, if a newer one has removed what this one needs, or if waiting
 * takes too long
 * @throws Error naming the step that failed, with the driver's error as its cause
 */
export async function migrate(
  database: Kysely<Tables>,
  { steps = migrations, say = () => undefined, patience = 600_000 }: MigrateOptions = {},
): Promise<void> {
  const until = performance.now() + patience
  let waited = false
  for (let count = 0; ; ) {
    const state = await readState(database, steps)
    if (state?.refusal) throw new TablesError(state.refusal)
    if (state?.missing.length === 0) {
      if (count > 0) say(`The database was migrated (${stepsOf(count)}).`, 'info')
      else if (waited) say('The database has been migrated.', 'info')
      if (state.isNewer) say('A newer version of Mintdesk has migrated the database. This version works on it.', 'info')
      return
    }
    let name = state ? '' : 'locked'
    while (name !== 'none' && name !== 'locked') {
      name = await runNext(database, steps)
      if (Object.hasOwn(steps, name)) count += 1
    }
    if (name === 'none') continue
    if (performance.now() > until)
      throw new TablesError('The database could not be migrated, because another program has been locking its tables.')
    if (!waited)
      say('Another console is migrating the database, or using a table that changes. Waiting for it.', 'warn')
    waited = true
    await pause(lookEvery)
  }
}

/**
 * Waits until the tables are those of this version or a newer one, without migrating them (MIGRATE=0).
 * @throws TablesError if they are not after that time, or never can be
 */
export async function awaitTables(
  database: Kysely<Tables>,
  { steps = migrations, say = () => undefined, patience = 60_000 }: MigrateOptions = {},
): Promise<void> {
  const until = performance.now() + patience
  for (let isSaid = false; ; isSaid = true) {
    const state = await readState(database, steps)
    if (state?.refusal) throw new TablesError(state.refusal)
    if (state?.missing.length === 0) return
    const todo = 'MIGRATE=0 leaves them to you: run "npm run migrate" of this version.'
    const problem = state ? `${lackProblem(state.missing)} ${todo}` : isMigrating
    if (performance.now() > until) throw new TablesError(problem)
    if (!isSaid) say(`${problem} Waiting for it.`, 'warn')
    await pause(lookEvery)
  }
}
