/**
 * Every write happens at most once. Clients and a page in Chromium submit over connections that lose, repeat and cut
 * requests, on both sides of consoles that are killed with SIGKILL. Then the service's records and log are compared with
 * the ledger. EXACTLY_ONCE_SUBMISSIONS and EXACTLY_ONCE_KILLS set the amount.
 */
import { chromium } from '@playwright/test'
import { test } from 'vitest'
import { createRandom, type Random } from '../../lib/sandbox/random'
import { systemClock } from '../../lib/server/clock'
import { freshPostgres } from '../../lib/server/testing'
import { launchOptions } from '../browser-options.mjs'
import {
  type ConsoleRecords,
  checkAtEnd,
  checkAtRest,
  consoleRecordsOf,
  noFindings,
  readProviderState,
} from '../exactly-once-checks'
import { faults } from '../faulty-proxy'
import { type KillableConsoles, startKillableConsoles } from '../killable'
import { type Cookie, demoBrowser, sessionOf } from '../session'
import {
  httpSubmitter,
  nextSubmission,
  pageSubmitter,
  type Submission,
  type Submitter,
  submitRepeatedly,
  twinOf,
} from '../submissions'

const wanted = Number(process.env.EXACTLY_ONCE_SUBMISSIONS ?? 16)
const kills = Number(process.env.EXACTLY_ONCE_KILLS ?? 1)
const seed = Number(process.env.EXACTLY_ONCE_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** How many clients submit at any time, over HTTP and in the page. */
const httpClients = 8
const pageClients = 3

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Opens a page of the console with this session. */
async function openPage(origin: string, session: Cookie) {
  const browser = await chromium.launch(launchOptions)
  const context = await browser.newContext()
  await context.addCookies([{ ...session, url: origin }])
  const page = await context.newPage()
  await page.goto(`${origin}/sandbox/issuer-quotes`)
  return { page, close: () => browser.close() }
}

/** Submits and kills consoles until enough of both is done. @returns all submissions */
async function submitWhileKilling(
  stage: KillableConsoles,
  consoles: number,
  submitters: Submitter[],
  random: Random,
): Promise<Submission[]> {
  const submissions: Submission[] = []
  let begun = 0
  let killed = 0
  let isOver = false
  const client = async (press: Submitter) => {
    while (!isOver && (submissions.length < wanted || killed < kills)) {
      const submission = await nextSubmission(random, stage.newAccount)
      // Another form may use the same reference for the same order at the same time.
      const all = random.chance(0.15) ? [submission, ...twinOf(submission)] : [submission]
      submissions.push(...all)
      await Promise.all(all.map((one) => submitRepeatedly(one, press, random)))
    }
  }
  const answered = () => submissions.reduce((sum, { answers }) => sum + answers.length, 0)
  const killer = async (index: number) => {
    while (!isOver && begun < kills) {
      // Spread over all submissions, and counted in answers, so that a slow machine does as much in between.
      const from = (wanted * begun++) / kills
      const enough = answered() + 2 + random.below(12)
      while (!isOver && (submissions.length < from || answered() < enough)) await pause(20)
      await pause(random.below(200))
      await stage.kill(index)
      killed += 1
    }
  }
  const trouble = async () => {
    while (!isOver && killed < kills) {
      await pause(2_000 + random.below(4_000))
      await stage.service.close(random.below(800))
    }
  }
  try {
    await Promise.all([
      ...submitters.map(client),
      ...Array.from({ length: consoles }, (_, index) => killer(index)),
      trouble(),
    ])
  } finally {
    isOver = true
  }
  return submissions
}

const tally = (words: Iterable<string>) => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return JSON.stringify(counts)
}
const statesOf = (ledger: ConsoleRecords) => tally([...ledger.values()].map(({ state }) => state).sort())

const server = process.env.TEST_DATABASE_URL
const timeout = 240_000 + wanted * 1_000 + kills * 8_000

for (const { engine, consoles } of [
  { engine: 'SQLite', consoles: 1 },
  { engine: 'PostgreSQL', consoles: 3 },
]) {
  const run = test.skipIf(engine === 'PostgreSQL' && !server)
  const amount = `${wanted} submissions and ${kills} kills`
  run.concurrent(
    `every write happens once on ${engine} with ${consoles} console(s), ${amount}`,
    { timeout },
    // Its own expect: the global one does not know which of two concurrent tests calls it.
    async ({ expect }) => {
      const began = performance.now()
      const random = createRandom(seed)
      const database =
        engine === 'PostgreSQL' && server ? await freshPostgres(server, systemClock, { isEmpty: true }) : undefined
      const stage = await startKillableConsoles(consoles, database?.url, random)
      let opened: Awaited<ReturnType<typeof openPage>> | undefined
      try {
        const session = sessionOf(await demoBrowser(stage.origin, 'treasury'))
        opened = await openPage(stage.origin, session)
        const cookie = `${session.name}=${session.value}`
        const byPage = await pageSubmitter(opened.page)
        const submitters = [
          ...Array.from({ length: httpClients }, () => httpSubmitter(stage.origin, cookie)),
          ...Array.from({ length: pageClients }, () => byPage),
        ]
        const seeded = await readProviderState(stage.sandbox.url, stage.control)
        const submissions = await submitWhileKilling(stage, consoles, submitters, random)
        const submitted = performance.now()
        stage.front.stopFaults()
        await stage.front.settled()
        const ledger = consoleRecordsOf(stage.origin, cookie)
        // A request whose console was killed becomes unknown at its deadline.
        await expect.poll(() => ledger.underWay(), { timeout: 60_000, interval: 500 }).toBe(0)
        await stage.service.settled()
        const atRest = await ledger.read()
        const left = new Map(stage.left)
        const before = await readProviderState(stage.sandbox.url, stage.control)
        stage.service.stopFaults()
        const { checked, sent } = await ledger.resolveOpen(atRest)
        const inTheEnd = await ledger.read()
        const after = await readProviderState(stage.sandbox.url, stage.control)

        const findings = [
          checkAtRest(submissions, atRest, before, left),
          checkAtEnd(submissions, inTheEnd, seeded, after),
        ]
        const attempts = submissions.reduce((sum, one) => sum + one.attempts, 0)
        console.log(
          [
            `${engine}, ${consoles} console(s), seed ${seed}: ${submissions.length} submissions, ${attempts} attempts, ${kills} kills`,
            `  at rest: ${statesOf(atRest)}; never arrived: ${submissions.length - atRest.size}`,
            `  ${checked} checked, ${sent} sent later; final states: ${statesOf(inTheEnd)}`,
            `  kinds: ${tally(submissions.map(({ name }) => name))}`,
            `  before the consoles: ${JSON.stringify(stage.front.happened)}`,
            `  behind them: ${JSON.stringify(stage.service.happened)}`,
            `  ${((submitted - began) / 1000).toFixed(1)} s of faults, ${((performance.now() - submitted) / 1000).toFixed(1)} s until every outcome was known`,
            ...findings
              .flatMap((found) =>
                Object.entries(found).map(([what, cases]) => cases.length > 0 && `  ${what}: ${cases.join('; ')}`),
              )
              .filter(Boolean),
          ].join('\n'),
        )
        expect(findings, stage.faults().join('\n')).toEqual([noFindings(), noFindings()])
        // A run without enough faults would prove nothing.
        expect(submissions.length).toBeGreaterThanOrEqual(wanted)
        expect(checked).toBeGreaterThan(0)
        const happened = faults.reduce(
          (sum, fault) => sum + stage.front.happened[fault] + stage.service.happened[fault],
          0,
        )
        expect(happened).toBeGreaterThan(wanted / 2)
      } finally {
        await opened?.close()
        await stage.stop()
        await database?.drop()
      }
    },
  )
}
