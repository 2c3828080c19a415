// @ts-check
/**
 * `npm run campaign` runs the soak tests. Each is bounded by a flag: --kills=200 (kill -9 of the sandbox under load),
 * --requests=200000 (generated requests to it), --bodies=1000000 (generated bodies for each form), --operations=10000
 * (generated operations that must keep every balance), --export=50 (kill -9 of exports), --states=10000 (generated states of the filters),
 * --restores=100 (restores of backups at random points of a run of submissions),
 * --wish-kills=100 (kill -9 of the console while people plan movements, make their rules and accounts, and send deposits),
 * --submissions=5000 and --exactly-once-kills=200 (writes over a bad network while consoles are killed), --attacks=20
 * (seconds of each attack on a console whose health is asked meanwhile), --upgrade=5000 (writes while a later version
 * migrates the database and two consoles are replaced), --webhooks=1000000 and --webhook-kills=200 (changes that a receiver is told of while it
 * is killed with -9), --record-kills=1000 (kill -9 of who reads the provider into our own database, and of PostgreSQL),
 * --mutants=20 (seeded mutants, from the first),
 * --audit=100000 (random tamperings with the audit log),
 * --approvals=10000 (decisions, edits, withdrawals and policies that meet), --approval-kills=100 (kill -9 of consoles
 * between its asking, its approval and its sending), --limits=10000 (attempts to pass rolling limits),
 * --visitors=50 and --visitor-kills=10 (visitors at once, each in a world, while the sandbox is killed with -9),
 * --statements=30000 (files that say one truth in every format) and --broken-statements=20000 (files that are cut and changed),
 * --chains=10000 (chains of the sandbox that the matcher of movements must find, whole and apart),
 * --go-live=1 (docs/go-live.md with its drills: a console killed, a backup restored, a key rotated),
 * --seeds=10 (rounds of all unit tests, each with property tests that draw other values, and every case on PostgreSQL too),
 * --calendar=39 (moments and zones in which all unit and HTTP tests see the time).
 * --engines=chromium,firefox,webkit names the browser engines in which all pages are walked; one that is not installed is
 * a failure. `image` builds and runs the image, and `pages` measures every page in every look and width, of which npm test
 * takes one of each kind; they have no bound. --only= names those to run, by their flags, with commas between. A campaign of
 * all of them that passes on a committed tree is what `npm run release` asks for.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutants } from '../../e2e/mutants/mutants.mjs'
import { findBrowser } from './browser.mjs'
import { mostClocks, runUnderClocks } from './calendar.mjs'
import { findMutants } from './mutants.mjs'
import { startPostgres } from './postgres.mjs'
import { buildAll, committedTree, giveUp, installPackages, passedCampaign, program, run } from './set-up.mjs'

const exactlyOnce = 'e2e/http/exactly-once.test.ts'
const wishes = 'e2e/http/wishes.test.ts'
const approvalKills = 'e2e/http/approvals.test.ts'
const attacks = 'e2e/http/attacks.test.ts'
const upgrade = 'e2e/http/upgrade.test.ts'
const webhooks = 'e2e/http/webhooks.test.ts'
const visitors = 'e2e/http/visitors.test.ts'
const goLive = 'e2e/http/go-live.test.ts'
const seeded = 'e2e/mutants/'
const otherSeeds = 'e2e/property-seed.ts'
const otherClocks = 'lib/commands/calendar.mjs'
/** Flag, variable that the test reads, how much without the flag, and the test. */
const bounds = /** @type {const} */ ([
  ['kills', 'SANDBOX_KILLS', 200, 'lib/sandbox/kills.test.ts'],
  ['requests', 'SANDBOX_FUZZ', 200_000, 'lib/sandbox/description/fuzz.test.ts'],
  ['bodies', 'AGREEMENT_BODIES', 1_000_000, 'e2e/agreement/'],
  ['operations', 'SANDBOX_OPERATIONS', 10_000, 'lib/sandbox/engine/balances.test.ts'],
  ['statements', 'STATEMENT_FILES', 30_000, 'lib/domain/statements/agreement.test.ts'],
  ['broken-statements', 'STATEMENT_BREAKS', 20_000, 'lib/domain/statements/fuzz.test.ts'],
  ['chains', 'MOVEMENT_CHAINS', 10_000, 'lib/sandbox/movements.test.ts'],
  ['audit', 'AUDIT_TAMPERINGS', 100_000, 'lib/server/audit/chain.test.ts'],
  ['approvals', 'APPROVAL_RACES', 10_000, 'lib/features/approvals/server/approvals.test.ts'],
  ['approval-kills', 'APPROVAL_KILLS', 100, approvalKills],
  ['limits', 'LIMIT_ATTEMPTS', 10_000, 'lib/features/approvals/server/limits.test.ts'],
  ['export', 'EXPORT_KILLS', 50, 'lib/features/exports/server/kills.test.ts'],
  ['restores', 'RESTORES', 100, 'lib/features/hold/server/restores.test.ts'],
  ['states', 'FILTER_STATES', 10_000, 'components/filters/round-trip.test.ts'],
  ['submissions', 'EXACTLY_ONCE_SUBMISSIONS', 5_000, exactlyOnce],
  ['exactly-once-kills', 'EXACTLY_ONCE_KILLS', 200, exactlyOnce],
  ['wish-kills', 'WISH_KILLS', 100, wishes],
  ['attacks', 'ATTACK_SECONDS', 20, attacks],
  ['upgrade', 'UPGRADE_SUBMISSIONS', 5_000, upgrade],
  ['webhooks', 'WEBHOOK_CHANGES', 1_000_000, webhooks],
  ['webhook-kills', 'WEBHOOK_KILLS', 200, webhooks],
  ['record-kills', 'RECORD_KILLS', 1_000, 'e2e/http/record-kills.test.ts'],
  ['visitors', 'VISITORS', 50, visitors],
  ['visitor-kills', 'VISITOR_KILLS', 10, visitors],
  ['mutants', 'MUTANTS', mutants.length, seeded],
  ['go-live', 'GO_LIVE_DRILLS', 1, goLive],
  ['seeds', 'SEEDS', 10, otherSeeds],
  ['calendar', 'CLOCKS', mostClocks, otherClocks],
])
const engines = ['chromium', 'firefox', 'webkit']
const flags = [...bounds.map(([flag]) => flag), 'engines', 'pages', 'image']
const words = process.argv.slice(2)
/** @param {string} name @returns {string | undefined} */
const given = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
// A part of one flag may be named as the command that it tests.
const only =
  given('only')
    ?.split(',')
    .map((name) => (name === 'restore' ? 'restores' : name)) ?? flags
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

const imagePackages = 'buildah podman crun debootstrap caddy postgresql'

/** @returns what is not here that building and running the image takes */
function missingForImage() {
  const programs = ['buildah', 'podman', 'crun', 'debootstrap', 'caddy', 'openssl', 'unshare']
  const isHere = (/** @type {string} */ name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
  return [
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...programs.filter((name) => !isHere(name)),
    ...(postgres.url ? [] : ['PostgreSQL']),
  ]
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
const rounds = [seeded, otherSeeds, otherClocks]
const tests = [...chosen].filter((test) => !rounds.includes(test))
const hasEngines = only.includes('engines')
const hasPages = only.includes('pages')
if (
  tests.some((test) => /exactly-once|wishes|http.approvals|attacks|upgrade|visitors|go-live/.test(test)) ||
  hasEngines ||
  hasPages ||
  chosen.has(otherClocks)
)
  await buildAll()
// Delays are measured without other tests beside them.
const measured = [attacks, webhooks]
for (const group of [
  tests.filter((test) => !measured.includes(test)),
  ...measured.map((test) => tests.filter((one) => one === test)),
]) {
  if (group.length > 0)
    isGood = run(process.execPath, [program('vitest/vitest.mjs'), 'run', ...group], { env: processes }) && isGood
}
/** The short runs that npm test has. */
const plain = { ...process.env, CHROMIUM_PATH: processes.CHROMIUM_PATH, TEST_DATABASE_URL: processes.TEST_DATABASE_URL }
if (chosen.has(seeded)) {
  isGood = findMutants(plain, mutants.slice(0, Number(env.MUTANTS))) && isGood
}
for (let round = 1; chosen.has(otherSeeds) && round <= Number(env.SEEDS); round++) {
  const seed = String(Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`Round ${round} with PROPERTY_SEED=${seed}\n`)
  const unit = [program('vitest/vitest.mjs'), 'run', '--project', 'unit', '--silent']
  isGood = run(process.execPath, unit, { env: { ...plain, PROPERTY_SEED: seed } }) && isGood
}
if (chosen.has(otherClocks))
  isGood = (await runUnderClocks(Number(env.CLOCKS), ['--project=unit', '--project=http'], plain)) && isGood
if (hasEngines) {
  const walk = [program('tsx/dist/cli.mjs'), join('e2e', 'engines', 'main.ts'), join('test-results', 'engines')]
  isGood = run(process.execPath, [...walk, ...chosenEngines], { env: processes }) && isGood
}
if (hasPages) {
  const words = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list', 'layout.spec.ts', 'access.spec.ts']
  isGood = run(process.execPath, [program('@playwright/test/cli.js'), ...words], { env: processes }) && isGood
}
if (only.includes('image')) {
  const missing = missingForImage()
  if (missing.length === 0) {
    const image = [program('vitest/vitest.mjs'), 'run', '--project', 'image', '--disable-console-intercept']
    isGood = run(process.execPath, image, { env: processes }) && isGood
  } else {
    console.log(
      `The image is not built: missing ${missing.join(', ')}. On Debian, as root: apt-get install ${imagePackages}`,
    )
    // Whoever asked for it wants to know.
    isGood = isGood && !given('only')
  }
}
postgres.stop()
if (!isGood) giveUp('The campaign failed; see above.')
// What release.mjs asks for.
const commit = committedTree()
if (!given('only') && commit) writeFileSync(passedCampaign, commit)
