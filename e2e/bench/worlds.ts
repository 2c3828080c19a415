/** Visitors' worlds: how long a stranger waits, and what a world costs. */
import { readFileSync } from 'node:fs'
import { type Browser as Chromium, chromium } from '@playwright/test'
import { contextOptions, launchOptions } from '../browser-options.mjs'
import { type Demo, startDemo } from '../processes'
import { type Browser, browserAt } from '../session'

/** Worlds at once at most (lib/console/worlds/worlds.ts). */
const full = 200

/** Requests from an address of its own, which the console counts (`TRUSTED_PROXY_HOPS=1`). */
function visitorAt(demo: Demo, index: number): Browser {
  const browser = browserAt(demo.console.url)
  const address = `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`
  const browse = (path: string, sent: Parameters<Browser>[1] = {}) =>
    browser(path, { ...sent, headers: { 'x-forwarded-for': address, ...sent.headers } })
  return Object.assign(browse, { cookies: browser.cookies })
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

const spread = (values: readonly number[]) =>
  `median ${quantile(values, 0.5).toFixed(0)}, p95 ${quantile(values, 0.95).toFixed(0)} ms`

/** Megabytes of a process in memory. */
const residentOf = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function timed(answer: () => Promise<Response>): Promise<number> {
  const began = performance.now()
  const { status } = await answer()
  if (status !== 200) throw new Error(`A world was answered with ${status}.`)
  return performance.now() - began
}

/** Makes, starts over and leaves worlds, one after the other. */
async function lives(demo: Demo, count: number, from: number) {
  const made: number[] = []
  const reset: number[] = []
  const removed: number[] = []
  for (let index = 0; index < count; index++) {
    const visitor = visitorAt(demo, from + index)
    made.push(await timed(() => visitor('/api/worlds', { method: 'POST', json: {} })))
    reset.push(await timed(() => visitor('/api/worlds/reset', { method: 'POST', json: {} })))
    removed.push(await timed(() => visitor('/api/worlds', { method: 'DELETE', json: {} })))
  }
  return `made ${spread(made)}; started over ${spread(reset)}; removed ${spread(removed)}`
}

/** Milliseconds until the sign-in page can be used, until the overview is shown, and until its first row is there. */
type Arrival = { signIn: number; shown: number; useful: number }

/** A stranger opens the sign-in page, and presses Try Mintdesk. */
async function arrive(browser: Chromium, demo: Demo, index: number): Promise<Arrival> {
  const headers = { 'x-forwarded-for': `203.0.113.${(index % 250) + 1}` }
  const context = await browser.newContext({ ...contextOptions, extraHTTPHeaders: headers })
  const page = await context.newPage()
  const opened = performance.now()
  await page.goto(`${demo.console.url}/sign-in`)
  const start = page.getByRole('button', { name: 'Try Mintdesk' })
  await start.and(page.locator(':enabled')).waitFor()
  const signIn = performance.now() - opened
  const pressed = performance.now()
  await start.click()
  // What to do first: the table of what needs attention has a row.
  await page.getByRole('heading', { level: 2, name: /Needs attention/ }).waitFor()
  const shown = performance.now() - pressed
  await page
    .getByRole('table', { name: /Needs attention/ })
    .getByRole('row')
    .nth(1)
    .waitFor()
  const useful = performance.now() - pressed
  await context.close()
  return { signIn, shown, useful }
}

export async function* benchWorlds(rounds: number): AsyncGenerator<string> {
  const demo = await startDemo(5_000, { DEMO_WORLDS: '1', DEMO_USERS: '1', TRUSTED_PROXY_HOPS: '1' })
  const browser = await chromium.launch(launchOptions)
  try {
    // The first one also prepares what the others are copied from, and everything is compiled.
    for (let index = 0; index < 3; index++) await arrive(browser, demo, 200 + index)
    const arrivals: Arrival[] = []
    for (let index = 0; index < rounds; index++) arrivals.push(await arrive(browser, demo, index))
    const signIn = arrivals.map((one) => one.signIn)
    yield `sign-in page: ${spread(signIn)}`
    for (const [what, values] of [
      ['the overview is shown', arrivals.map(({ shown }) => shown)],
      ['its first row is there', arrivals.map(({ useful }) => useful)],
    ] as const) {
      const ratio = quantile(values, 0.95) / quantile(signIn, 0.95)
      yield `from Try Mintdesk until ${what}: ${spread(values)}; p95 ${ratio.toFixed(2)}x of the sign-in page's`
    }
    yield `few worlds: ${await lives(demo, rounds, 0)}`
    const there = async () => {
      const { clients } = (await demo.control('GET', '/clients')) as { clients: { id: string }[] }
      return clients.filter(({ id }) => id.startsWith('world-')).length
    }
    const before = await there()
    const memory = () => [residentOf(demo.console.pid), residentOf(demo.sandbox.pid)] as const
    const [consoleBefore, sandboxBefore] = memory()
    for (let index = before; index < full - 1; index++)
      await timed(() => visitorAt(demo, 1_000 + index)('/api/worlds', { method: 'POST', json: {} }))
    const [consoleAfter, sandboxAfter] = memory()
    const each = (more: number) => (more / (full - 1 - before)).toFixed(2)
    yield `${full - 1} worlds: ${await lives(demo, rounds, 2_000)}`
    yield `memory for each idle world: console ${each(consoleAfter - consoleBefore)} MB, sandbox ${each(sandboxAfter - sandboxBefore)} MB`
  } finally {
    await browser.close()
    await demo.stop()
  }
}
