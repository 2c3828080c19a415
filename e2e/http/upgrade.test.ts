/**
 * A later version migrates the database on PostgreSQL while consoles behind a balancer work on it, and are stopped and started
 * one after the other, and while programs submit: no request fails, none is executed twice, and none is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../lib/database/migrate'
import { migrations, type Step } from '../../lib/database/migrations'
import { limitsOfMigrations, openDatabase } from '../../lib/database/open'
import { createRandom, type Random } from '../../lib/sandbox/random'
import { systemClock } from '../../lib/server/clock'
import { freshPostgres } from '../../lib/server/testing'
import { startBalancer } from '../balancer'
import { checkAtEnd, checkAtRest, consoleRecordsOf, noFindings, readProviderState } from '../exactly-once-checks'
import { startCountedProvider } from '../killable'
import { demoVariables, freePort, type RunningProcess, startConsole } from '../processes'
import { demoBrowser, sessionOf } from '../session'
import { httpSubmitter, nextSubmission, type Submission } from '../submissions'

const isLong = process.env.UPGRADE_SUBMISSIONS !== undefined
const wanted = Number(process.env.UPGRADE_SUBMISSIONS ?? 30)
const seed = Number(process.env.UPGRADE_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** How many consoles there are, and how many programs submit at any time. */
const consoles = 2
const clients = 8
const server = process.env.TEST_DATABASE_URL

/** What the later version adds. */
const addedLater: Step = {
  up: async (database) => void (await sql`alter table intent add column added_later text`.execute(database)),
}

/** What the programs and the consoles saw. */
type Seen = { submissions: Submission[]; failed: string[]; exitCodes: (number | null)[]; rolls: number }

/** Submits until told to stop. Whatever is not answered, or answered as a failure of the console, has failed. */
async function submit(
  origin: string,
  cookie: string,
  random: Random,
  newAccount: () => Promise<string>,
  seen: Seen,
  isOver: () => boolean,
) {
  const press = httpSubmitter(origin, cookie)
  while (!isOver()) {
    const submission = await nextSubmission(random, newAccount)
    seen.submissions.push(submission)
    // Now and then the button is pressed twice.
    const presses = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => press(submission, 30_000))
    for (const answer of await Promise.all(presses)) {
      submission.attempts += 1
      if (answer) submission.answers.push(answer)
      if (!answer || answer.status >= 500)
        seen.failed.push(`${submission.name} ${submission.key}: ${JSON.stringify(answer)}`)
    }
    // A list is read as well, as pages do.
    const list = await fetch(`${origin}/api/sandbox/v2/transfer/transfers?limit=5`, { headers: { cookie } }).catch(
      () => undefined,
    )
    if (!list?.ok) seen.failed.push(`a list: ${list?.status}`)
    await list?.arrayBuffer()
  }
}

test.skipIf(!server)(
  `a migration by a later version and replaced consoles fail, lose and repeat no request (${wanted} submissions; needs PostgreSQL)`,
  { timeout: 240_000 + wanted * 1_000 },
  async () => {
    if (!server) return
    const began = performance.now()
    const random = createRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'mintdesk-upgrade-'))
    const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
    try {
      const database = await freshPostgres(server, systemClock, { isEmpty: true })
      endings.push(database.drop)
      const provider = await startCountedProvider(folder, random, () => undefined)
      endings.push(provider.stop)
      const { sandbox, control, service, left, newAccount } = provider
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const start = (own: number) =>
        startConsole({
          MINTDESK_DATA: folder,
          NEXTAUTH_URL: origin,
          ...demoVariables(service.url),
          DATABASE_URL: database.url,
          PORT: String(own),
          // A balancer passes requests on, which is then no longer this machine.
          DEMO_USERS: '1',
          SHUTDOWN_SECONDS: '20',
          SHUTDOWN_DELAY_SECONDS: '2',
        })
      const ports = await Promise.all(Array.from({ length: consoles }, freePort))
      // All at once: one of them migrates.
      const running: RunningProcess[] = await Promise.all(ports.map((own) => start(own)))
      endings.push(() => Promise.all(running.map((one) => one.stop())))
      const urls = running.map(({ url }) => url)
      const balancer = await startBalancer(port, urls)
      endings.push(balancer.stop)
      await balancer.untilReady(urls)

      const session = sessionOf(await demoBrowser(origin, 'treasury'))
      const cookie = `${session.name}=${session.value}`
      const seeded = await readProviderState(sandbox.url, control)
      const seen: Seen = { submissions: [], failed: [], exitCodes: [], rolls: 0 }

      /** Replaces one console after the other; in the short run only the first. */
      const roll = async () => {
        for (const [index, own] of ports.slice(0, isLong ? consoles : 1).entries()) {
          const old = running[index]
          if (old?.pid === undefined) throw new Error('It is not running.')
          process.kill(old.pid, 'SIGTERM')
          seen.exitCodes.push(await old.exited)
          const started = await start(own)
          running[index] = started
          await balancer.untilReady([started.url])
        }
        seen.rolls += 1
      }

      let isOver = false
      const submitting = Array.from({ length: clients }, () =>
        submit(origin, cookie, random, newAccount, seen, () => isOver),
      )
      try {
        const later = openDatabase({ databaseUrl: database.url, dataFolder: '' }, { limits: limitsOfMigrations })
        const steps = { ...migrations, '2099-01-01-added': addedLater }
        await migrate(later, { steps }).finally(() => later.destroy())
        do await roll()
        while (isLong && seen.submissions.length < wanted)
        while (seen.submissions.length < wanted) await new Promise((resolve) => setTimeout(resolve, 50))
      } finally {
        isOver = true
        await Promise.all(submitting)
      }

      await service.settled()
      const ledger = consoleRecordsOf(origin, cookie)
      const records = await ledger.read()
      const after = await readProviderState(sandbox.url, control)
      console.log(
        [
          `upgrade, seed ${seed}: ${seen.submissions.length} submissions, ${seen.rolls} rolls of ${consoles} consoles`,
          `  ${seen.failed.length} failed, exit codes ${seen.exitCodes.join(' ')}, ${balancer.failures.length} not passed on`,
          `  ${((performance.now() - began) / 1000).toFixed(1)} s`,
        ].join('\n'),
      )
      expect(seen.failed).toEqual([])
      expect(balancer.failures).toEqual([])
      expect(seen.exitCodes.filter((code) => code !== 0)).toEqual([])
      expect(checkAtRest(seen.submissions, records, after, left)).toEqual(noFindings())
      expect(checkAtEnd(seen.submissions, records, seeded, after)).toEqual(noFindings())
      expect(seen.submissions.length).toBeGreaterThanOrEqual(wanted)
    } finally {
      for (const end of endings.reverse()) await end()
    }
  },
)
