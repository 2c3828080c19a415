// @ts-check
/** `npm test`: sets up what the checks need, runs every one, and closes with one line. `npm run check` runs the static ones. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { startPostgres } from './postgres.mjs'
import { buildAll, installPackages, program, root } from './set-up.mjs'

const isStatic = process.argv.includes('--static')
const reports = mkdtempSync(join(tmpdir(), 'mintdesk-reports-'))
const count = { passed: 0, failed: 0, skipped: 0 }

/** @param {string} name @param {number} began */
const say = (name, began) => console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`)

/** A check that is one: it passes or fails. @param {string} name @param {string[]} words */
function check(name, words) {
  const began = Date.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  count[status === 0 ? 'passed' : 'failed'] += 1
  if (status !== 0) console.log(`${name} found something:\n${stdout}${stderr}`)
  say(name, began)
}

/**
 * Tests that count themselves.
 * @param {string} name @param {string[]} words @param {Record<string, string>} env
 * @param {(report: string) => {passed: number, failed: number, skipped: number}} read
 */
function tests(name, words, env, read) {
  const began = Date.now()
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' })
  const { status } = spawnSync(process.execPath, words, {
    ...options,
    env: { ...process.env, ...env, VITEST_REPORT: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  try {
    const found = read(readFileSync(report, 'utf8'))
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) count[key] += found[key]
    // A runner that fails without a failed test has not run them all.
    if (status !== 0 && found.failed === 0) count.failed += 1
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

installPackages()
check('Route types', [program('next/dist/bin/next'), 'typegen'])
check('Types', [program('typescript/bin/tsc'), '-p', '.'])
check('Lint', [program('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'])
check('Dead code', [program('knip/bin/knip.js')])
// Ctrl-C ends the running check; what was started for it is still put away.
process.on('SIGINT', () => {})
if (isStatic) {
  tests('unit tests', vitest('lib/architecture.test.ts'), {}, readVitest)
} else {
  const postgres = await startPostgres()
  const database = { TEST_DATABASE_URL: postgres.url ?? '' }
  try {
    tests('unit tests', vitest(), database, readVitest)
    await buildAll()
    tests(
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
