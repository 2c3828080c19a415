// @ts-check
/**
 * `npm run pictures` takes the pictures of README and of the sign-in page from the demo, so that they show what is there;
 * `npm run pictures -- preview` only those with that name.
 */
import { join } from 'node:path'
import { pictureNames } from '../../e2e/pictures/names.mjs'
import { findBrowser } from './browser.mjs'
import { buildAll, giveUp, installPackages, program, run } from './set-up.mjs'

const unknown = process.argv.slice(2).filter((name) => !pictureNames.some((one) => one === name))
if (unknown.length > 0) giveUp(`No picture is called ${unknown.join(' or ')}. There are ${pictureNames.join(', ')}.`)

installPackages()
await buildAll()
const env = { ...process.env, CHROMIUM_PATH: await findBrowser() }
if (
  !run(process.execPath, [program('tsx/dist/cli.mjs'), join('e2e', 'pictures', 'take.ts'), ...process.argv.slice(2)], {
    env,
  })
)
  giveUp('The pictures were not taken; see the error above.')
