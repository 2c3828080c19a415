/** What the database says of the work that all consoles share, for their metrics: the same in every one of them. */
import { sql } from 'kysely'
import { type IntentState, intentStates } from '../../../api/intents'
import type { Database } from '../../../database/open'
import { sharedNow } from '../../../database/tables'
import { type Environment, environments } from '../../../provider/environments'
import { type Clock, microseconds } from '../../../server/clock'
import { recent } from '../../../server/recent'
import type { Sample } from '../../../server/telemetry/metrics'
import { hasPassed } from '../../../server/writes/states'
import { exportStates, isActiveExport } from '../../exports/interface'

/** Milliseconds for which figures are used again: of open work, and of settled requests, whose count takes longer. */
const freshMillis = 5_000
const settledMillis = 60_000

const openStates: readonly IntentState[] = ['prepared', 'waiting', 'sent', 'unknown']
const settledStates = intentStates.filter((state) => !openStates.includes(state))

type Counted = { environment: string; state: string; count: number | string }

/** A count for each state of each environment, 0 where there is none. */
const countsOf = (
  name: Sample['name'],
  shown: readonly Environment[],
  states: readonly string[],
  rows: readonly Counted[],
): Sample[] =>
  shown.flatMap((environment) =>
    states.map((state) => {
      const row = rows.find((one) => one.environment === environment && one.state === state)
      return { name, labels: { environment, state }, value: Number(row?.count ?? 0) }
    }),
  )

/** The greatest age of each environment's rows, in seconds, 0 where there is none. */
const agesOf = (
  name: Sample['name'],
  shown: readonly Environment[],
  rows: readonly { environment: string; age: number | string | null }[],
): Sample[] =>
  shown.map((environment) => {
    const own = rows.filter((row) => row.environment === environment)
    return { name, labels: { environment }, value: Math.max(0, ...own.map(({ age }) => Number(age ?? 0))) / 1_000_000 }
  })

export type FiguresDependencies = {
  database: Database
  clock: Clock
  /** The environments that have series although nothing happened in them. */
  shown?: readonly Environment[]
  /** Bytes that the files of all exports may take. */
  exportStorage: number
}

export function createFigures({ database, clock, shown = environments, exportStorage }: FiguresDependencies) {
  const now = () => sharedNow(database, microseconds(clock))
  const count = sql<number>`count(*)`.as('count')

  /** Requests that are not settled; one that was sent and is overdue counts as unknown, as everywhere. */
  async function openIntents(): Promise<Sample[]> {
    const isOverdue = sql`state = 'sent' and ${hasPassed('deadline_at', now())}`
    const rows = await database
      .selectFrom('intent')
      .select([
        'environment',
        sql<string>`case when ${isOverdue} then 'unknown' else state end`.as('counts_as'),
        count,
        sql<number>`${now()} - min(sent_at)`.as('age'),
      ])
      .where('environment', 'in', environments)
      .where('state', 'in', openStates)
      .groupBy(['environment', sql.ref('counts_as')])
      .execute()
    const counted = rows.map(({ counts_as: state, ...row }) => ({ ...row, state }))
    const unknown = counted.filter(({ state }) => state === 'unknown')
    return [
      ...countsOf('mintdesk_intents', shown, openStates, counted),
      ...agesOf('mintdesk_intent_oldest_unknown_seconds', shown, unknown),
    ]
  }

  async function settledIntents(): Promise<Sample[]> {
    const rows = await database
      .selectFrom('intent')
      .select(['environment', 'state', count])
      .where('environment', 'in', environments)
      .where('state', 'in', settledStates)
      .groupBy(['environment', 'state'])
      .execute()
    return countsOf('mintdesk_intents', shown, settledStates, rows)
  }

  async function exportJobs(): Promise<Sample[]> {
    const rows = await database
      .selectFrom('export_job')
      .select([
        ...(['environment', 'state'] as const),
        count,
        sql<number>`${now()} - min(created_at)`.as('age'),
        sql<number>`sum(stored_bytes)`.as('bytes'),
      ])
      .groupBy(['environment', 'state'])
      .execute()
    const unfinished = rows.filter(({ state }) => isActiveExport(state))
    return [
      ...countsOf('mintdesk_export_jobs', shown, exportStates, rows),
      ...agesOf('mintdesk_export_oldest_unfinished_seconds', shown, unfinished),
      {
        name: 'mintdesk_export_storage_bytes',
        labels: {},
        value: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
      },
      { name: 'mintdesk_export_storage_limit_bytes', labels: {}, value: exportStorage },
    ]
  }

  async function lastBackup(): Promise<Sample[]> {
    const row = await database
      .selectFrom('last_backup')
      .select(sql<number>`${now()} - made_at`.as('age'))
      .executeTakeFirst()
    return row
      ? [{ name: 'mintdesk_backup_age_seconds', labels: {}, value: Math.max(0, Number(row.age)) / 1_000_000 }]
      : []
  }

  async function readings(): Promise<Sample[]> {
    const rows = await database
      .selectFrom('list_reading')
      .select(['environment', sql<number>`${now()} - read_at`.as('age')])
      .where('list', '=', 'transfer')
      .where('read_at', '>', 0)
      .execute()
    return rows.map(({ environment, age }) => ({
      name: 'mintdesk_live_lag_seconds',
      labels: { environment },
      value: Math.max(0, Number(age)) / 1_000_000,
    }))
  }

  async function webhooks(): Promise<Sample[]> {
    const behind = await database
      .selectFrom('webhook')
      .innerJoin('webhook_outbox as outbox', (join) =>
        join
          .onRef('outbox.environment', '=', 'webhook.environment')
          .onRef('outbox.client_id', '=', 'webhook.client_id'),
      )
      .select([
        'webhook.environment',
        sql<number>`last_sequence - position`.as('events'),
        (eb) =>
          eb
            .selectFrom('webhook_event as event')
            .select(sql<number>`${now()} - min(event.at)`.as('age'))
            .whereRef('event.environment', '=', 'webhook.environment')
            .whereRef('event.client_id', '=', 'webhook.client_id')
            .whereRef('event.sequence', '=', sql<number>`position + 1`)
            .as('age'),
      ])
      .where('webhook.is_on', '=', 1)
      .execute()
    const backlog = shown.map((environment): Sample => {
      const own = behind.filter((row) => row.environment === environment)
      const value = own.reduce((sum, { events }) => sum + Number(events), 0)
      return { name: 'mintdesk_webhook_backlog_events', labels: { environment }, value }
    })
    return [...backlog, ...agesOf('mintdesk_webhook_backlog_seconds', shown, behind)]
  }

  const settled = recent(clock, settledMillis, settledIntents)
  const open = recent(clock, freshMillis, async () =>
    (await Promise.all([openIntents(), exportJobs(), readings(), webhooks(), lastBackup()])).flat(),
  )
  /** @throws the database's error */
  return async (): Promise<Sample[]> => (await Promise.all([open(), settled()])).flat()
}
