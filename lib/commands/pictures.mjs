// @ts-check
/**
 * `npm run pictures` takes the pictures of README and of the sign-in page from the demo, so that they show what is there;
 * `npm run pictures -- preview` only those with that name.
 */
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { buildAll, giveUp, installPackages, program, run } from './set-up.mjs'

installPackages()
await buildAll()
const env = { ...process.env, CHROMIUM_PATH: await findBrowser() }
if (
  !run(process.execPath, [program('tsx/dist/cli.mjs'), join('e2e', 'pictures', 'take.ts'), ...process.argv.slice(2)], {
    env,
  })
)
  giveUp('The pictures were not taken; see the error above.')
