/**
 * When values are bound to their place. A console from before that cannot open them, so a database that such consoles know
 * is given a day: for an upgrade, and to go back. Then older consoles refuse to start on it.
 */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import type { Clock } from '../clock'

/** The step by which a version shows that it opens bound values, and the first version that has it. */
const binding = { step: '2026-11-24-bound-values', version: '0.3.0' }
/** Milliseconds from that step until values are bound. */
const patience = 24 * 60 * 60_000

/** When values are bound on a database: milliseconds since 1970, which may have passed. */
export async function bindingTime(database: Database): Promise<number> {
  const { rows } = await sql<{ timestamp: string; needs: string | null }>`
    select timestamp, needs from kysely_migration where name = ${binding.step}`.execute(database)
  const [step] = rows
  if (!step) return Number.POSITIVE_INFINITY
  if (step.needs !== null) return 0
  // A console that has started on it has recorded a key.
  const known = await database.selectFrom('known_key').select('name').limit(1).executeTakeFirst()
  return known ? Date.parse(step.timestamp) + patience : 0
}

/** Whether values are to be bound from now on. If so, older consoles refuse this database from now on. */
export async function beginBinding(database: Database, clock: Clock): Promise<boolean> {
  if ((await bindingTime(database)) > clock.now()) return false
  await sql`update kysely_migration set needs = ${binding.step}, needs_version = ${binding.version}
    where name = ${binding.step} and needs is null`.execute(database)
  return true
}
