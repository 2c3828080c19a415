// @ts-check
/** `npm run bench`: ratios against something measured in the same run, because machines are noisy. */
import { join } from 'node:path'
import { buildAll, giveUp, installPackages, program, run } from './set-up.mjs'

installPackages()
await buildAll()
const words = [program('tsx/dist/cli.mjs'), join('e2e', 'bench', 'main.ts'), ...process.argv.slice(2)]
if (!run(process.execPath, words, { env: { ...process.env, NODE_ENV: 'production' } }))
  giveUp('The benchmark did not finish; see the error above.')
