// @ts-check
/**
 * Tests for one's own loop. `npm run test:unit` and `npm run test:component` take what vitest takes, such as a path.
 * `npm run test:e2e -- name` builds if anything has changed and runs e2e/name.spec.ts or e2e/http/name.test.ts; what
 * follows the name goes to the runner, such as -g "a title".
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { startPostgres } from './postgres.mjs'
import { buildAll, giveUp, installPackages, program, root, run } from './set-up.mjs'

const [part, ...words] = process.argv.slice(2)
const vitest = [program('vitest/vitest.mjs'), 'run']

/** @param {string} folder @param {string} ending @returns {string[]} */
const named = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))

/** @param {string | undefined} name @returns {string[]} the command that runs the tests of this name */
function endToEnd(name = '') {
  const [pages, http] = [named('e2e', '.spec.ts'), named('e2e/http', '.test.ts')]
  if (pages.includes(name))
    return [
      ...[program('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list'],
      ...[`e2e/${name}.spec.ts`, ...words.slice(1)],
    ]
  if (http.includes(name)) return [...vitest, '--project=http', `e2e/http/${name}.test.ts`, ...words.slice(1)]
  return giveUp(`Name one of: ${[...pages, ...http].join(', ')}. For example: npm run test:e2e -- ${pages[0]}`)
}

installPackages()
const command =
  part === 'unit'
    ? [...vitest, '--project=unit', ...words]
    : part === 'component'
      ? [...vitest, '--project=component', ...words]
      : endToEnd(words[0])
if (part === 'e2e') await buildAll()
const postgres = part === 'component' ? undefined : await startPostgres()
const env = {
  ...process.env,
  ...(postgres && { TEST_DATABASE_URL: postgres.url ?? '' }),
  ...(part !== 'unit' && { CHROMIUM_PATH: await findBrowser() }),
}
const isGood = run(process.execPath, command, { env })
postgres?.stop()
process.exit(isGood ? 0 : 1)
