// @ts-check
/**
 * `npm run campaign`: the tests that have no natural end, for longer than `npm test` has time for. Each is bounded by a
 * flag: --kills=200 (kill -9 of the sandbox under load), --requests=200000 (generated requests).
 */
import { giveUp, installPackages, program, run } from './set-up.mjs'

/** Flag, variable that the test reads, and how much without the flag. */
const bounds = /** @type {const} */ ([
  ['kills', 'SANDBOX_KILLS', 200],
  ['requests', 'SANDBOX_FUZZ', 200_000],
])
const env = { ...process.env }
for (const word of process.argv.slice(2)) {
  const known = bounds.some(([flag]) => new RegExp(`^--${flag}=[1-9]\\d*$`).test(word))
  if (!known)
    giveUp(`${word} is not understood. Flags: ${bounds.map(([flag, , most]) => `--${flag}=${most}`).join(' ')}`)
}
for (const [flag, variable, most] of bounds)
  env[variable] = process.argv.find((word) => word.startsWith(`--${flag}=`))?.split('=')[1] ?? String(most)

installPackages()
const words = [program('vitest/vitest.mjs'), 'run', 'lib/sandbox/kills.test.ts', 'lib/sandbox/description/fuzz.test.ts']
if (!run(process.execPath, words, { env })) giveUp('The campaign found something; it stands above.')
