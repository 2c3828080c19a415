// @ts-check
/**
 * `npm run campaign` runs the soak tests. Each is bounded by a flag: --kills=200 (kill -9 of the sandbox under load),
 * --requests=200000 (generated requests to it), --bodies=1000000 (generated bodies for each form), --operations=10000
 * (generated operations that must keep every balance), --states=10000 (generated states of the filters),
 * --submissions=5000 and --exactly-once-kills=200 (writes over a bad network while consoles are killed), --attacks=20
 * (seconds of each attack on a console whose health is asked meanwhile), --mutants=100 (seeded mutants, from the first).
 * --engines=chromium,firefox,webkit names the browser engines in which all pages are walked; one that is not installed is
 * a failure. --only= names those to run, by their flags, with commas between.
 */
import { join } from 'node:path'
import { mutants } from '../../e2e/mutants/mutants.mjs'
import { findBrowser } from './browser.mjs'
import { findMutants } from './mutants.mjs'
import { startPostgres } from './postgres.mjs'
import { buildAll, giveUp, installPackages, program, run } from './set-up.mjs'

const exactlyOnce = 'e2e/http/exactly-once.test.ts'
const attacks = 'e2e/http/attacks.test.ts'
const seeded = 'e2e/mutants/'
/** Flag, variable that the test reads, how much without the flag, and the test. */
const bounds = /** @type {const} */ ([
  ['kills', 'SANDBOX_KILLS', 200, 'lib/sandbox/kills.test.ts'],
  ['requests', 'SANDBOX_FUZZ', 200_000, 'lib/sandbox/description/fuzz.test.ts'],
  ['bodies', 'AGREEMENT_BODIES', 1_000_000, 'e2e/agreement/'],
  ['operations', 'SANDBOX_OPERATIONS', 10_000, 'lib/sandbox/engine/balances.test.ts'],
  ['states', 'FILTER_STATES', 10_000, 'components/filters/round-trip.test.ts'],
  ['submissions', 'EXACTLY_ONCE_SUBMISSIONS', 5_000, exactlyOnce],
  ['exactly-once-kills', 'EXACTLY_ONCE_KILLS', 200, exactlyOnce],
  ['attacks', 'ATTACK_SECONDS', 20, attacks],
  ['mutants', 'MUTANTS', 100, seeded],
])
const engines = ['chromium', 'firefox', 'webkit']
const flags = [...bounds.map(([flag]) => flag), 'engines']
const words = process.argv.slice(2)
/** @param {string} name @returns {string | undefined} */
const given = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = given('only')?.split(',') ?? flags
const chosenEngines = given('engines')?.split(',') ?? engines
for (const word of words) {
  const [, name] = /^--([a-z-]+)=[1-9]\d{0,8}$/.exec(word) ?? []
  const isBound = bounds.some(([flag]) => flag === name)
  const isOnly = word.startsWith('--only=') && only.every((name) => flags.some((flag) => flag === name))
  const isEngines = word.startsWith('--engines=') && chosenEngines.every((name) => engines.includes(name))
  if (!isBound && !isOnly && !isEngines) {
    const known = [...bounds.map(([flag, , most]) => `--${flag}=${most}`), `--engines=${engines}`]
    giveUp(`${word} is not understood. Flags: ${known.join(' ')} --only=${flags.join(',')}`)
  }
}

/** A campaign picks random seeds and prints them. */
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, CAMPAIGN: '1' }
for (const [flag, variable, most] of bounds) Object.assign(env, { [variable]: given(flag) ?? String(most) })
const chosen = new Set(bounds.filter(([flag]) => only.includes(flag)).map(([, , , test]) => test))

installPackages()
let isGood = true
const postgres = await startPostgres()
const processes = { ...env, CHROMIUM_PATH: await findBrowser(), TEST_DATABASE_URL: postgres.url ?? '' }
const tests = [...chosen].filter((test) => test !== seeded)
const hasEngines = only.includes('engines')
if (tests.includes(exactlyOnce) || tests.includes(attacks) || hasEngines) await buildAll()
// Delays are measured without other tests beside them.
for (const group of [tests.filter((test) => test !== attacks), tests.filter((test) => test === attacks)]) {
  if (group.length > 0)
    isGood = run(process.execPath, [program('vitest/vitest.mjs'), 'run', ...group], { env: processes }) && isGood
}
if (chosen.has(seeded)) {
  // Mutants are found by the short runs that npm test has.
  const plain = {
    ...process.env,
    CHROMIUM_PATH: processes.CHROMIUM_PATH,
    TEST_DATABASE_URL: processes.TEST_DATABASE_URL,
  }
  isGood = findMutants(plain, mutants.slice(0, Number(given('mutants') ?? mutants.length))) && isGood
}
if (hasEngines) {
  const walk = [program('tsx/dist/cli.mjs'), join('e2e', 'engines', 'main.ts'), join('test-results', 'engines')]
  isGood = run(process.execPath, [...walk, ...chosenEngines], { env: processes }) && isGood
}
postgres.stop()
if (!isGood) giveUp('The campaign failed; see above.')
