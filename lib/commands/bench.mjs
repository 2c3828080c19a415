// @ts-check
/** `npm run bench`: ratios against something measured in the same run, because machines are noisy. */
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { buildAll, giveUp, installPackages, program, run } from './set-up.mjs'

installPackages()
await buildAll()
const [only] = process.argv.flatMap((word) => (word.startsWith('--only=') ? [word.slice(7)] : []))
const env = { ...process.env, NODE_ENV: 'production' }
if (only === undefined || ['moves', 'scrolling'].includes(only))
  Object.assign(env, { CHROMIUM_PATH: await findBrowser() })
const words = [program('tsx/dist/cli.mjs'), join('e2e', 'bench', 'main.ts'), ...process.argv.slice(2)]
if (!run(process.execPath, words, { env })) giveUp('The benchmark did not finish; see the error above.')
