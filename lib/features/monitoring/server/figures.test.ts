import { randomUUID } from 'node:crypto'
import { beforeEach, expect, vi } from 'vitest'
import { microseconds } from '../../../server/clock'
import type { Sample } from '../../../server/telemetry/metrics'
import { shiftedClock } from '../../../server/testing'
import { describeOnBothDatabases } from '../../../server/writes/testing'
import { createFigures } from './figures'

const second = 1_000_000

describeOnBothDatabases(
  'What the database says of shared work',
  ({ test, database, record, set, clock: seeded }) => {
    beforeEach(async () => {
      for (const table of ['last_backup', 'export_job', 'webhook', 'webhook_event', 'webhook_outbox'] as const)
        await database().deleteFrom(table).execute()
    })
    const read = (clock = seeded) =>
      createFigures({ database: database(), clock, shown: ['sandbox'], exportStorage: 4_096 })()
    /** The values of a gauge by its labels but the environment's. */
    const valuesOf = (samples: Sample[], name: Sample['name'], environment = 'sandbox') =>
      Object.fromEntries(
        samples
          .filter((sample) => sample.name === name && sample.labels.environment === environment)
          .map(({ labels, value }) => [labels.state ?? '', value]),
      )
    const ago = (seconds: number) => microseconds(seeded) - seconds * second

    async function intent(columns: object): Promise<void> {
      const id = randomUUID()
      await record(id)
      await set(id, columns)
    }
    async function job(state: 'waiting' | 'running' | 'complete', created: number, stored_bytes = 0): Promise<void> {
      await database()
        .insertInto('export_job')
        .values({
          id: randomUUID(),
          environment: 'sandbox',
          client_id: 'demo-client',
          subject: 's',
          person: 'p',
          request: '',
          file: 'f',
          from_ms: 0,
          to_ms: 1,
          state,
          created_at: created,
          stored_bytes,
        })
        .execute()
    }

    test('counts requests by state, an overdue one as unknown, and tells the age of the oldest unknown', async () => {
      await intent({ state: 'prepared' })
      await intent({ state: 'sent', sent_at: ago(1), deadline_at: ago(-10) })
      await intent({ state: 'sent', sent_at: ago(300), deadline_at: ago(270) })
      await intent({ state: 'unknown', sent_at: ago(1_200) })
      await intent({ state: 'unknown', sent_at: ago(60), client_id: 'an-earlier-client' })
      await intent({ state: 'confirmed', sent_at: ago(9_000) })
      await intent({ state: 'confirmed', sent_at: ago(9_000) })
      const samples = await read()
      const counts = { prepared: 1, waiting: 0, sent: 1, unknown: 3, confirmed: 2, refused: 0 }
      expect(valuesOf(samples, 'mintdesk_intents')).toEqual(counts)
      const age = valuesOf(samples, 'mintdesk_intent_oldest_unknown_seconds')['']
      expect(age).toBeGreaterThanOrEqual(1_200)
      expect(age).toBeLessThan(1_210)
    })

    test('is 0 where nothing waits', async () => {
      await intent({ state: 'confirmed', sent_at: ago(9_000) })
      const samples = await read()
      const isCount = ({ name }: Sample) => !/^mintdesk_(?:intents|export_storage_limit_bytes)$/.test(name)
      expect(samples.filter((sample) => isCount(sample) && sample.value !== 0)).toEqual([])
      expect(samples.map(({ labels }) => labels.environment)).not.toContain('production')
      expect(samples.map(({ name }) => name)).not.toContain('mintdesk_backup_age_seconds')
    })

    test('counts exports by state and tells the age of the oldest that is not finished', async () => {
      await job('complete', ago(90_000))
      await job('running', ago(4_000))
      await job('waiting', ago(10))
      const samples = await read()
      const counts = { waiting: 1, running: 1, complete: 1, failed: 0, cancelled: 0 }
      expect(valuesOf(samples, 'mintdesk_export_jobs')).toEqual(counts)
      const age = valuesOf(samples, 'mintdesk_export_oldest_unfinished_seconds')['']
      expect(age).toBeGreaterThanOrEqual(4_000)
      expect(age).toBeLessThan(4_010)
    })

    test('tells what the files of exports take and may take, and the age of the last backup', async () => {
      await job('complete', ago(90_000), 1_000)
      await job('running', ago(4_000), 24)
      await database()
        .insertInto('last_backup')
        .values({ id: 1, made_at: ago(7_200) })
        .execute()
      const samples = await read()
      const of = (wanted: Sample['name']) => samples.filter(({ name }) => name === wanted)
      expect(of('mintdesk_export_storage_bytes')).toMatchObject([{ value: 1_024, labels: {} }])
      expect(of('mintdesk_export_storage_limit_bytes')).toMatchObject([{ value: 4_096, labels: {} }])
      const [backup] = of('mintdesk_backup_age_seconds')
      expect(backup?.value).toBeGreaterThanOrEqual(7_200)
      expect(backup?.value).toBeLessThan(7_210)
    })

    test('tells how far webhooks that are on are behind', async () => {
      const owner = { environment: 'sandbox', client_id: 'demo-client' }
      await database()
        .insertInto('webhook_outbox')
        .values({ ...owner, mark: 0, last_sequence: 5, lease_id: null, lease_until: 0 })
        .execute()
      for (const sequence of [1, 2, 3, 4, 5])
        await database()
          .insertInto('webhook_event')
          .values({
            ...owner,
            sequence,
            key: `k${sequence}`,
            kind: 'transfer.failed',
            at: ago(1_000 - sequence),
            body: '',
          })
          .execute()
      const webhook = (position: number, is_on: number) =>
        database()
          .insertInto('webhook')
          .values({
            ...owner,
            id: randomUUID(),
            name: 'n',
            url: 'u',
            events: '',
            view: null,
            zone: 'UTC',
            secret: '',
            subject: 's',
            person: 'p',
            created_at: 0,
            is_on,
            off_because: null,
            position,
            failures: 0,
            failing_since: null,
            retry_at: 0,
            last_at: null,
            last_status: null,
            last_problem: null,
            lease_id: null,
            lease_until: 0,
          })
          .execute()
      await webhook(5, 1)
      await webhook(2, 1)
      await webhook(0, 0)
      const samples = await read()
      expect(valuesOf(samples, 'mintdesk_webhook_backlog_events')).toEqual({ '': 3 })
      const age = valuesOf(samples, 'mintdesk_webhook_backlog_seconds')['']
      expect(age).toBeGreaterThanOrEqual(997)
      expect(age).toBeLessThan(1_007)
    })

    test('is read every five seconds at most, and settled requests every minute', async () => {
      const clock = shiftedClock(seeded)
      const asked = vi.spyOn(database(), 'selectFrom')
      const figures = createFigures({ database: database(), clock, exportStorage: 1 })
      const times = async () => {
        await Promise.all(Array.from({ length: 50 }, figures))
        return asked.mock.calls.length
      }
      try {
        const [intents, settled, jobs, readings, webhooks, backup] = [1, 1, 1, 1, 1, 1]
        expect(await times()).toBe(intents + settled + jobs + readings + webhooks + backup)
        clock.shift += 4_000
        expect(await times()).toBe(6)
        clock.shift += 1_100
        expect(await times()).toBe(6 + intents + jobs + readings + webhooks + backup)
        clock.shift += 60_000
        expect(await times()).toBe(11 + 6)
      } finally {
        asked.mockRestore()
      }
    })
  },
  { usesService: false },
)
