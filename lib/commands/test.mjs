// @ts-check
/** `npm test` runs every check and test and closes with one line. `npm run check` runs the static checks. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { startPostgres } from './postgres.mjs'
import { installPackages, program, root } from './set-up.mjs'

const isStatic = process.argv.includes('--static')
const reports = mkdtempSync(join(tmpdir(), 'mintdesk-reports-'))
const count = { passed: 0, failed: 0, skipped: 0 }
let isStopped = false

const started = Date.now()
/** @param {number} from */
const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`
/** @param {string} name @param {number} began */
const say = (name, began) => console.log(`${name}: ${seconds(began)} (${seconds(started)} since the start)`)

/**
 * Runs a Node program to its end.
 * @param {string[]} words @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{isGood: boolean, text: string}>} its output, where that is not shown at once
 */
function ended(words, options = {}) {
  if (isStopped) return Promise.resolve({ isGood: false, text: 'Stopped.' })
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { cwd: root, ...options })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
        text += part
      })
    child.on('close', (code) => resolve({ isGood: code === 0, text }))
  })
}

/**
 * Runs a check that counts as one: it passes or fails.
 * @param {string} name @param {string[]} words @returns {Promise<boolean>}
 */
async function check(name, words) {
  const began = Date.now()
  const { isGood, text } = await ended(words)
  count[isGood ? 'passed' : 'failed'] += 1
  if (!isGood) console.log(`${name} failed:\n${text}`)
  say(name, began)
  return isGood
}

/**
 * Runs tests that count themselves.
 * @param {string} name @param {(report: string) => string[]} words @param {Record<string, string>} env
 * @param {(report: string) => {passed: number, failed: number, skipped: number}} read
 * @param {'inherit' | 'pipe'} stdio  `pipe` shows the output at the end, so that two runs do not mix their lines
 */
async function tests(name, words, env, read, stdio = 'inherit') {
  const began = Date.now()
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const { isGood, text } = await ended(words(report), {
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  if (text) console.log(text)
  try {
    const found = read(readFileSync(report, 'utf8'))
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) count[key] += found[key]
    // A runner that fails without a failed test has not run them all.
    if (!isGood && found.failed === 0) count.failed += 1
  } catch {
    console.log(`${name} left no report.`)
    count.failed += 1
  }
  say(name, began)
}

/**
 * @typedef {{numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: {status: string, assertionResults: unknown[]}[]}} VitestReport
 * @typedef {{stats: {expected: number, unexpected: number, flaky: number, skipped: number}, errors: unknown[]}} PlaywrightReport
 */

/** A file that could not even be read counts as one failure. @param {string} text */
function readVitest(text) {
  /** @type {VitestReport} */
  const report = JSON.parse(text)
  const unread = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** A test that passes only when tried again has failed. @param {string} text */
function readPlaywright(text) {
  /** @type {PlaywrightReport} */
  const { stats, errors } = JSON.parse(text)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

/** @param {string[]} words @returns {(report: string) => string[]} */
const vitest =
  (...words) =>
  (report) => [
    ...[program('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...words,
  ]
const playwright = () => [program('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts']

async function staticChecks() {
  await check('Route types', [program('next/dist/bin/next'), 'typegen'])
  await check('Types', [program('typescript/bin/tsc'), '-p', '.'])
  await check('Lint', [program('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'])
  await check('Dead code', [program('knip/bin/knip.js')])
}

/**
 * Two chains of about the same length, so that both cores are busy to the end: checks, build and browser tests in one;
 * unit, component and HTTP tests in the other.
 */
async function everything() {
  const postgres = await startPostgres()
  const env = { TEST_DATABASE_URL: postgres.url ?? '', CHROMIUM_PATH: await findBrowser() }
  try {
    const build = [join(root, 'lib/commands/build.mjs'), '--if-changed']
    const built = staticChecks().then(() => check('Build', build))
    const inBrowser = built.then(async (isBuilt) => {
      if (isBuilt) await tests('browser tests', playwright, env, readPlaywright, 'pipe')
    })
    await tests('unit tests', vitest('--project=unit'), env, readVitest)
    await tests('component tests', vitest('--project=component'), env, readVitest)
    if (await built) await tests('HTTP tests', vitest('--project=http'), env, readVitest)
    await inBrowser
  } finally {
    postgres.stop()
  }
}

installPackages()
// Ctrl-C ends the running checks and starts no other; what was started for them is still cleaned up.
process.on('SIGINT', () => {
  isStopped = true
})
if (isStatic) {
  await staticChecks()
  const rules = ['architecture', 'dependencies', 'regular-expressions'].map((name) => `lib/${name}.test.ts`)
  await tests('unit tests', vitest('--project=unit', ...rules), {}, readVitest)
} else await everything()
rmSync(reports, { recursive: true, force: true })
const { passed, failed, skipped } = count
console.log(`\nTotal: ${seconds(started)}`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
