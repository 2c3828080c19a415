/**
 * A rolling upgrade and its rollback, N → N+1 → N, on PostgreSQL behind a balancer, while programs submit: no request fails,
 * none is executed twice, and none is lost. N+1 is a build of its own with one more migration in UPGRADE_BUILD, as
 * `npm run campaign -- --only=upgrade` makes it. Without it one console goes on working on the tables of N+1, and another is
 * started on them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../lib/database/migrate'
import { migrations, type Step } from '../../lib/database/migrations'
import { limitsOfMigrations, openDatabase } from '../../lib/database/open'
import { createRandom, type Random } from '../../lib/sandbox/random'
import { startBalancer } from '../balancer'
import { launchOptions } from '../browser-options.mjs'
import { checkAtEnd, checkAtRest, consoleRecordsOf, noFindings, readProviderState } from '../exactly-once-checks'
import { createTemporaryDatabase, startCountedProvider } from '../killable'
import { demoVariables, freePort, type RunningProcess, startConsole } from '../processes'
import { type Cookie, demoBrowser, sessionOf } from '../session'
import { httpSubmitter, nextSubmission, type Submission } from '../submissions'

const nextBuild = process.env.UPGRADE_BUILD || undefined
const wanted = Number(process.env.UPGRADE_SUBMISSIONS ?? 30)
const seed = Number(process.env.UPGRADE_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** How many consoles there are, and how many programs submit at any time. */
const consoles = nextBuild ? 3 : 2
const clients = 8
const server = process.env.TEST_DATABASE_URL

/** What N+1 adds. */
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

/** Opens a form in a browser and fills half of it in. */
async function openForm(origin: string, session: Cookie): Promise<{ browser: Browser; page: Page; faults: string[] }> {
  const browser = await chromium.launch(launchOptions)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ ...session, url: origin }])
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  // The page has asked already whether to leave.
  page.on('dialog', (dialog) => {
    faults.push(`asked again: ${dialog.type()}`)
    void dialog.accept()
  })
  await page.goto(`${origin}/sandbox/orders/new`)
  await page.getByRole('radio', { name: 'Sell' }).check()
  await page.getByLabel('Market').selectOption('BTCUSD')
  await page.getByLabel('Amount to sell').fill('0.0455')
  await page.getByText(/^Draft saved in this tab/).waitFor()
  return { browser, page, faults }
}

/** Goes from the half-filled form to another page and back. */
async function leaveAndReturn(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click()
  await page
    .getByRole('dialog', { name: 'Leave this order?' })
    .getByRole('button', { name: 'Leave, keep draft' })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Transfers' }).waitFor()
  await page.goBack()
  return page.getByLabel('Amount to sell').inputValue()
}

const amount = `${wanted} submissions, ${nextBuild ? 'two builds' : 'one build'}`
test.skipIf(!server)(
  `a rolling upgrade and its rollback fail, lose and repeat no request (${amount}; needs PostgreSQL)`,
  { timeout: 240_000 + wanted * 1_000 },
  async () => {
    if (!server) return
    const began = performance.now()
    const random = createRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'mintdesk-upgrade-'))
    const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
    try {
      const database = await createTemporaryDatabase(server)
      endings.push(database.drop)
      const provider = await startCountedProvider(folder, random, () => undefined)
      endings.push(provider.stop)
      const { sandbox, control, service, left, newAccount } = provider
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const start = (own: number, build?: string) =>
        startConsole(
          {
            MINTDESK_DATA: folder,
            NEXTAUTH_URL: origin,
            ...demoVariables(service.url),
            DATABASE_URL: database.url,
            PORT: String(own),
            // A balancer passes requests on, which is then no longer this machine.
            DEMO_USERS: '1',
            SHUTDOWN_SECONDS: '20',
            SHUTDOWN_DELAY_SECONDS: '2',
          },
          build,
        )
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
      const roll = async (build?: string) => {
        for (const [index, own] of ports.slice(0, nextBuild ? consoles : 1).entries()) {
          const old = running[index]
          if (old?.pid === undefined) throw new Error('It is not running.')
          process.kill(old.pid, 'SIGTERM')
          seen.exitCodes.push(await old.exited)
          const started = await start(own, build)
          running[index] = started
          await balancer.untilReady([started.url])
        }
        seen.rolls += 1
      }

      let isOver = false
      const submitting = Array.from({ length: clients }, () =>
        submit(origin, cookie, random, newAccount, seen, () => isOver),
      )
      const opened = nextBuild ? await openForm(origin, session) : undefined
      if (opened) endings.push(() => opened.browser.close())
      const kept: string[] = []
      try {
        if (nextBuild) {
          do {
            await roll(nextBuild)
            if (opened && seen.rolls === 1) kept.push(await leaveAndReturn(opened.page))
            await roll()
            if (opened && seen.rolls === 2) kept.push(await leaveAndReturn(opened.page))
          } while (seen.submissions.length < wanted)
        } else {
          // What N+1 does when it starts; the consoles of N work on.
          const upgraded = openDatabase({ databaseUrl: database.url, dataFolder: '' }, { limits: limitsOfMigrations })
          const steps = { ...migrations, '2099-01-01-added': addedLater }
          await migrate(upgraded, { steps }).finally(() => upgraded.destroy())
          await roll()
          while (seen.submissions.length < wanted) await new Promise((resolve) => setTimeout(resolve, 50))
        }
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
      if (opened) expect([kept, opened.faults]).toEqual([['0.0455', '0.0455'], []])
    } finally {
      for (const end of endings.reverse()) await end()
    }
  },
)
