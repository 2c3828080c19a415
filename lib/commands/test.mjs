// @ts-check
/**
 * `npm test` runs every check and test and closes with the tests that failed, those that needed a second try, each with its
 * cause, the ten files that took longest, and one line of counts. A process that a test leaves behind is a failure. `npm run check` runs the static checks.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser } from './browser.mjs'
import { clocks, datedTests, variablesOf } from './calendar.mjs'
import { groupMembers, leftBehind } from './left-behind.mjs'
import { startPostgres } from './postgres.mjs'
import { installPackages, program, root } from './set-up.mjs'

const isStatic = process.argv.includes('--static')
const reports = mkdtempSync(join(tmpdir(), 'mintdesk-reports-'))
const count = { passed: 0, skipped: 0 }
/** @type {Miss[]} */
const misses = []
/** Milliseconds of each test file. @type {Map<string, number>} */
const took = new Map()
/** @param {string} title @param {string} reason */
const fail = (title, reason) => misses.push({ title, reason, isFailed: true })
/** How many tests may need a second try: with more, something is wrong that a second try only hides. */
const mostSecondTries = 5
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
  if (isGood) count.passed += 1
  else {
    console.log(`${name} failed:\n${text}`)
    fail(name, text)
  }
  say(name, began)
  return isGood
}

/**
 * Runs tests that count themselves.
 * @param {string} name @param {(report: string) => string[]} words @param {Record<string, string>} env
 * @param {(report: string) => Outcome} read
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
    count.passed += found.passed
    count.skipped += found.skipped
    misses.push(...found.misses)
    for (const [file, millis] of found.took) took.set(file, (took.get(file) ?? 0) + millis)
    // A runner that fails without a failed test has not run them all.
    if (!isGood && !found.misses.some(({ isFailed }) => isFailed)) fail(name, 'not all of them ran')
  } catch {
    fail(name, 'left no report')
  }
  say(name, began)
}

/**
 * @typedef {{title: string, reason: string, isFailed: boolean}} Miss  a test that failed, or that passed only when it was tried again
 * @typedef {{passed: number, skipped: number, misses: Miss[], took: [file: string, millis: number][]}} Outcome
 * @typedef {{numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: {name: string,
 *   status: string, message: string, startTime: number, endTime: number, assertionResults: {fullName: string, status: string, failureMessages: string[]}[]}[]}} VitestReport
 * @typedef {{message: string, location?: {file: string, line: number}}} PlaywrightError
 * @typedef {{title: string, file: string, specs?: {title: string, tests: {status: string, results: {duration: number, error?: PlaywrightError}[]}[]}[],
 *   suites?: PlaywrightSuite[]}} PlaywrightSuite
 * @typedef {{stats: {expected: number, skipped: number}, errors: {message: string}[], suites: PlaywrightSuite[]}} PlaywrightReport
 */

/** A file that could not even be read counts as one failure. @param {string} text @returns {Outcome} */
function readVitest(text) {
  /** @type {VitestReport} */
  const report = JSON.parse(text)
  const misses = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    if (status === 'failed' && assertionResults.length === 0) return [{ title: file, reason: message, isFailed: true }]
    return assertionResults
      .filter((test) => test.status === 'failed' || (test.status === 'passed' && test.failureMessages.length > 0))
      .map((test) => ({
        title: `${file} > ${test.fullName}`,
        reason: test.failureMessages[0] ?? '',
        isFailed: test.status === 'failed',
      }))
  })
  /** @type {Outcome['took']} */
  const took = report.testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime])
  return { passed: report.numPassedTests, skipped: report.numPendingTests + report.numTodoTests, misses, took }
}

/** @param {string} text @returns {Outcome} */
function readPlaywright(text) {
  /** @type {PlaywrightReport} */
  const { stats, errors, suites } = JSON.parse(text)
  const misses = errors.map(({ message }) => ({ title: 'browser tests', reason: message, isFailed: true }))
  /** @type {Outcome['took']} */
  const took = []
  /** @param {PlaywrightSuite} suite */
  const collect = ({ file, specs = [], suites: inner = [] }) => {
    for (const { title, tests: runs } of specs) {
      for (const { results } of runs) for (const { duration } of results) took.push([`e2e/${file}`, duration])
      for (const { status, results } of runs.filter(({ status }) => status === 'unexpected' || status === 'flaky')) {
        const { message = '', location } = results.find(({ error }) => error)?.error ?? {}
        const place = location ? `${relative(root, location.file)}:${location.line}` : `e2e/${file}`
        misses.push({ title: `${place} > ${title}`, reason: message, isFailed: status === 'unexpected' })
      }
    }
    inner.forEach(collect)
  }
  suites.forEach(collect)
  const again = misses.filter(({ isFailed }) => !isFailed).length
  return { passed: stats.expected + again, skipped: stats.skipped, misses, took }
}

/** The first lines of a reason, without colours. @param {string} reason */
const beginning = (reason) =>
  stripVTControlCharacters(reason)
    .split('\n')
    .slice(0, 14)
    .map((line) => `  ${line.slice(0, 200)}`)
    .join('\n')

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
 * Each phase keeps both cores busy by itself. Beside each other, two would only wait for the processor, and what waits too
 * long fails; so only those that mostly wait for something else are laid beside one that computes.
 */
async function everything() {
  const postgres = await startPostgres()
  const env = { TEST_DATABASE_URL: postgres.url ?? '', CHROMIUM_PATH: await findBrowser() }
  const unit = async () => {
    await tests('unit tests', vitest('--project=unit'), env, readVitest)
    for (const clock of await clocks(2)) {
      const variables = { ...env, ...variablesOf(clock) }
      await tests(`unit tests on ${clock.name}`, vitest('--project=unit', ...datedTests), variables, readVitest)
    }
  }
  const build = async () => {
    await staticChecks()
    return check('Build', [join(root, 'lib/commands/build.mjs'), '--if-changed'])
  }
  try {
    const [isBuilt] = await Promise.all([build(), unit()])
    if (isBuilt) await tests('browser tests', playwright, env, readPlaywright)
    await Promise.all([
      tests('component tests', vitest('--project=component'), env, readVitest),
      isBuilt && tests('HTTP tests', vitest('--project=http'), env, readVitest, 'pipe'),
    ])
  } finally {
    postgres.stop()
  }
}

installPackages()
const before = groupMembers()
// Ctrl-C ends the running checks and starts no other; what was started for them is still cleaned up.
process.on('SIGINT', () => {
  isStopped = true
})
if (isStatic) {
  await staticChecks()
  const rules = ['architecture', 'dependencies', 'regular-expressions'].map((name) => `lib/${name}.test.ts`)
  await tests('unit tests', vitest('--project=unit', ...rules), {}, readVitest)
} else await everything()
for (const { pid, args } of await leftBehind(before)) {
  fail(`left running: ${args}`, 'A test started this process and ended without it; it is killed now.')
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
rmSync(reports, { recursive: true, force: true })
const failed = misses.filter(({ isFailed }) => isFailed)
const again = misses.filter(({ isFailed }) => !isFailed)
const slowest = [...took].sort(([, one], [, other]) => other - one).slice(0, 10)
if (slowest.length > 0) console.log('\nThe files that took longest:')
for (const [file, millis] of slowest) console.log(`${(millis / 1000).toFixed(1).padStart(6)} s  ${file}`)
// Last, because a long log is often shown by its end.
for (const { title, reason } of again) console.log(`Passed at the second try: ${title}\n${beginning(reason)}`)
for (const { title, reason } of failed) console.log(`Failed: ${title}\n${beginning(reason)}`)
console.log(`\nTotal: ${seconds(started)}`)
const counts = [`${count.passed} passed`, `${failed.length} failed`]
if (count.skipped > 0) counts.push(`${count.skipped} skipped`)
if (again.length > 0) counts.push(`${again.length} at the second try (at most ${mostSecondTries})`)
console.log(counts.join(', '))
process.exit(failed.length === 0 && again.length <= mostSecondTries ? 0 : 1)
