// @ts-check
/** `npm test`: sets up what the checks need, runs every one, and closes with one line. `npm run check` runs the static ones. */
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

/** @param {string} name @param {number} began */
const say = (name, began) => console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`)

/**
 * Runs a Node program to its end.
 * @param {string[]} words @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{isGood: boolean, text: string}>} what it wrote, where that is not shown at once
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

/** A check that is one: it passes or fails. @param {string} name @param {string[]} words @returns {Promise<boolean>} */
async function check(name, words) {
  const began = Date.now()
  const { isGood, text } = await ended(words)
  count[isGood ? 'passed' : 'failed'] += 1
  if (!isGood) console.log(`${name} found something:\n${text}`)
  say(name, began)
  return isGood
}

/**
 * Tests that count themselves.
 * @param {string} name @param {string[]} words @param {Record<string, string>} env
 * @param {(report: string) => {passed: number, failed: number, skipped: number}} read
 */
async function tests(name, words, env, read) {
  const began = Date.now()
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const { isGood } = await ended(words, {
    stdio: 'inherit',
    env: { ...process.env, ...env, VITEST_REPORT: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
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

const vitest = (/** @type {string[]} */ ...words) => [
  program('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, 'unit-tests.json')}`,
  ...words,
]

async function staticChecks() {
  await check('Route types', [program('next/dist/bin/next'), 'typegen'])
  await check('Types', [program('typescript/bin/tsc'), '-p', '.'])
  await check('Lint', [program('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'])
  await check('Dead code', [program('knip/bin/knip.js')])
}

installPackages()
// Ctrl-C ends the running checks, and no other begins; what was started for them is still put away.
process.on('SIGINT', () => {
  isStopped = true
})
if (isStatic) {
  await staticChecks()
  await tests('unit tests', vitest('lib/architecture.test.ts'), {}, readVitest)
} else {
  const postgres = await startPostgres()
  const database = { TEST_DATABASE_URL: postgres.url ?? '' }
  try {
    const checkAndBuild = async () => {
      await staticChecks()
      return check('Build', [join(root, 'lib/commands/build.mjs'), '--if-changed'])
    }
    // Side by side: much of a check, and of a build, is one thread's work.
    const [isBuilt] = await Promise.all([checkAndBuild(), tests('unit tests', vitest(), database, readVitest)])
    if (isBuilt)
      await tests(
        'browser tests',
        [program('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
        { ...database, CHROMIUM_PATH: await findBrowser() },
        readPlaywright,
      )
  } finally {
    postgres.stop()
  }
}
rmSync(reports, { recursive: true, force: true })
const { passed, failed, skipped } = count
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
