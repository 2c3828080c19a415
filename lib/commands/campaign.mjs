// @ts-check
/**
 * `npm run campaign`: the tests that have no natural end, for longer than `npm test` has time for. Each is bounded by a
 * flag: --kills=200 (kill -9 of the sandbox under load), --requests=200000 (generated requests to it), --bodies=1000000
 * (generated bodies for each form), --submissions=5000 and --exactly-once-kills=200 (writes through broken lines while
 * consoles are killed). --only= names those to run, by their flags, with commas between.
 */
import { findBrowser } from './browser.mjs'
import { startPostgres } from './postgres.mjs'
import { buildAll, giveUp, installPackages, program, run } from './set-up.mjs'

const exactlyOnce = 'e2e/http/exactly-once.test.ts'
/** Flag, variable that the test reads, how much without the flag, and the test. */
const bounds = /** @type {const} */ ([
  ['kills', 'SANDBOX_KILLS', 200, 'lib/sandbox/kills.test.ts'],
  ['requests', 'SANDBOX_FUZZ', 200_000, 'lib/sandbox/description/fuzz.test.ts'],
  ['bodies', 'AGREEMENT_BODIES', 1_000_000, 'e2e/agreement/'],
  ['submissions', 'EXACTLY_ONCE_SUBMISSIONS', 5_000, exactlyOnce],
  ['exactly-once-kills', 'EXACTLY_ONCE_KILLS', 200, exactlyOnce],
])
const flags = bounds.map(([flag]) => flag)
const words = process.argv.slice(2)
/** @param {string} name @returns {string | undefined} */
const given = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = given('only')?.split(',') ?? flags
for (const word of words) {
  const isBound = flags.some((flag) => new RegExp(`^--${flag}=[1-9]\\d{0,8}$`).test(word))
  const isOnly = word.startsWith('--only=') && only.every((name) => flags.some((flag) => flag === name))
  if (!isBound && !isOnly) {
    const known = bounds.map(([flag, , most]) => `--${flag}=${most}`)
    giveUp(`${word} is not understood. Flags: ${known.join(' ')} --only=${flags.join(',')}`)
  }
}

/** Seeds are chosen anew in a campaign, and printed. */
const env = { ...process.env, CAMPAIGN: '1' }
for (const [flag, variable, most] of bounds) Object.assign(env, { [variable]: given(flag) ?? String(most) })
const chosen = new Set(bounds.filter(([flag]) => only.includes(flag)).map(([, , , test]) => test))

installPackages()
let isGood = true
const units = [...chosen].filter((test) => test !== exactlyOnce)
if (units.length > 0) isGood = run(process.execPath, [program('vitest/vitest.mjs'), 'run', ...units], { env })
if (chosen.has(exactlyOnce)) {
  await buildAll()
  const postgres = await startPostgres()
  const browser = { CHROMIUM_PATH: await findBrowser(), TEST_DATABASE_URL: postgres.url ?? '' }
  const playwright = [program('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', exactlyOnce]
  isGood = run(process.execPath, [...playwright, '--reporter=list'], { env: { ...env, ...browser } }) && isGood
  postgres.stop()
}
if (!isGood) giveUp('The campaign found something; it stands above.')
