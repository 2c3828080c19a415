/** What the tests of our own database of transfers share: a provider with a history, seen at a time that a test sets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { migrate, openDatabase } from '../../database/open'
import { ProblemError } from '../../provider/problem'
import type { Clock } from '../clock'
import { Encryption } from '../encryption/encryption'
import { recordedLog } from '../testing'
import type { UpstreamAnswer } from '../upstream/answers'
import { Secrets } from '../upstream/secrets'
import type { Upstream } from '../upstream/upstream'
import { Follower } from './follower'
import { Records } from './records'

/** A version of a record. `at` is its time and `visibleAt` when it is listed, ms since 1970. */
export type Version = { id: number; at: number; visibleAt: number; status: string }

/** Those of each record. */
export function byId<One extends { id: unknown }>(all: readonly One[]): One[][] {
  const groups = new Map<unknown, One[]>()
  for (const one of all) groups.set(one.id, [...(groups.get(one.id) ?? []), one])
  return [...groups.values()]
}

/** A clock that moves only where a test says so. */
export function standingClock(start: number): Clock & { move: (millis: number) => Promise<void>; time: number } {
  type Timer = { at: number; act: () => void }
  const timers = new Set<Timer>()
  const clock = {
    time: start,
    now: () => clock.time,
    steady: () => clock.time,
    after(millis: number, act: () => void) {
      const timer = { at: clock.time + millis, act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    /** Moves on, timer by timer; what each starts has ended before the next. */
    async move(millis: number) {
      const end = clock.time + millis
      for (;;) {
        await settled()
        const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
        if (!next) break
        timers.delete(next)
        clock.time = Math.max(clock.time, next.at)
        next.act()
      }
      clock.time = Math.max(clock.time, end)
      await settled()
    },
  }
  return clock
}

/** Lets everything run that waits for no timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export const uuidOf = (number: number) => `c${number.toString(16).padStart(7, '0')}-a3c3-4634-ac3c-6b12b7b33cb5`

type Query = {
  limit: number
  page_cursor?: string
  ids?: readonly string[]
  order?: 'ASC' | 'DESC'
  'updated_at.gte'?: string
  'created_at.lt'?: string
  'created_at.gte'?: string
}
type Listed = { at: number; id: number; record: object }

const secrets = new Secrets([])

export type TestProvider = ReturnType<typeof followedProvider>

/** A provider that lists the newest visible version of each record by its update or creation, and a way to it. */
export function followedProvider(clock: Clock & { time: number }) {
  const provider = {
    versions: [] as Version[],
    queries: [] as Query[],
    /** Milliseconds that the next read takes. */
    latency: () => 0,
    /** What the next read fails with. */
    failure: (): Error | undefined => undefined,
    /** Which of a record's visible versions is listed; the newest unless a test says otherwise. */
    listed: (visible: readonly Version[]): Version | undefined =>
      [...visible].sort((one, other) => other.at - one.at)[0],
    /** What becomes of a page before it is sent. */
    rewrite: (page: { items: object[]; next_page_cursor: string }): object => page,
  }

  /** The records in the order of a query: `at` is the time that it sorts by. */
  function rows(query: Query): Listed[] {
    const isByCreation = query['created_at.lt'] !== undefined
    const from = Date.parse((isByCreation ? query['created_at.gte'] : query['updated_at.gte']) ?? '1970-01-01')
    const to = Date.parse(query['created_at.lt'] ?? '9999-01-01')
    const sign = query.order === 'DESC' ? -1 : 1
    return byId(provider.versions.filter(({ visibleAt }) => visibleAt <= clock.time))
      .flatMap((versions) => {
        const version = provider.listed(versions)
        if (!version) return []
        const { id, at, status } = version
        const created = Math.min(...versions.map((one) => one.at))
        const times = { created_at: new Date(created).toISOString(), updated_at: new Date(at).toISOString() }
        return { id, at: isByCreation ? created : at, record: { id: uuidOf(id), status, ...times, amount: '1.00' } }
      })
      .filter(({ id, at }) => (query.ids ? query.ids.includes(uuidOf(id)) : at >= from && at < to))
      .sort((one, other) => sign * (one.at - other.at || one.id - other.id))
  }

  const read = async (_: string, { query }: { query?: object }): Promise<UpstreamAnswer> => {
    const { limit, page_cursor, order } = query as Query
    provider.queries.push(query as Query)
    clock.time += provider.latency()
    const failure = provider.failure()
    if (failure) throw failure
    const [at = 0, id = 0] = page_cursor?.split(' ').map(Number) ?? []
    const sign = order === 'DESC' ? -1 : 1
    const isAfter = (row: Listed) => sign * (row.at - at) > 0 || (row.at === at && sign * (row.id - id) > 0)
    const after = rows(query as Query).filter((row) => page_cursor === undefined || isAfter(row))
    const items = after.slice(0, limit)
    const last = items.at(-1)
    const next_page_cursor = after.length > limit && last ? `${last.at} ${last.id}` : ''
    const page = provider.rewrite({ items: items.map(({ record }) => record), next_page_cursor })
    const answer = {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: Readable.from([Buffer.from(JSON.stringify(page))]),
    } as unknown as Dispatcher.ResponseData
    return { answer, secrets, limitedInARow: 0, at: clock.time, isTimed: true }
  }
  const upstream = {
    read,
    now: () => clock.time,
    knownTime: () => clock.time,
    environment: 'sandbox',
    rate: { millisToSpare: () => 0 },
    owner: { environment: 'sandbox', clientId: 'demo-client' },
  } as unknown as Upstream
  return Object.assign(provider, { upstream })
}

export const providerAway = (seconds?: number) =>
  new ProblemError(seconds === undefined ? 502 : 429, 'rate-limited', 'The provider asked Mintdesk to wait.', {
    headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
  })

/** A database of its own, a provider, and consoles that follow it, at a time that a test sets. */
export async function openFollowed(start: number) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-records-'))
  const database = openDatabase({ dataFolder: folder }, { isDurable: false })
  await migrate(database)
  const clock = standingClock(start)
  const provider = followedProvider(clock)
  const recorded = recordedLog()
  const encryption = new Encryption({ secret: 'a-secret-of-the-tests' })
  const open: Follower[] = []
  const recordsOf = () => new Records({ database, clock, encryption, log: recorded.log })
  return {
    database,
    clock,
    provider,
    recorded,
    encryption,
    recordsOf,
    /** Starts a console that follows. @param limit rows of a page of history */
    follow({ limit = 10, pause, records = recordsOf() }: { limit?: number; pause?: number; records?: Records } = {}) {
      const { upstream } = provider
      const follower = new Follower({ upstream, records, clock, log: recorded.log, limit, ...(pause && { pause }) })
      open.push(follower)
      follower.start()
      return follower
    },
    /** Moves on, and lets the database answer. */
    async pass(millis: number) {
      for (let left = millis; left > 0; left -= 500) await clock.move(Math.min(500, left))
    },
    async close() {
      await Promise.all(open.map((follower) => follower.close()))
      await database.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
