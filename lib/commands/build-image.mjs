// @ts-check
/**
 * Builds what the image holds into .build/image: Next's standalone server with its files, the sandbox and the operator's
 * commands, each in one file with the packages that it needs. The Dockerfile runs it after `npm ci`. It needs no variable.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { heavyPages } from './page-weights.mjs'
import { buildConsole, bundle, giveUp, root } from './set-up.mjs'

const image = join(root, '.build', 'image')
buildConsole({ MINTDESK_STANDALONE: '1' })
const heavy = heavyPages()
if (heavy.length > 0) giveUp(heavy.join('\n'))

rmSync(image, { recursive: true, force: true })
mkdirSync(image, { recursive: true })
/** @param {string} from below the root @param {string} to below the image's folder */
const copy = (from, to) => cpSync(join(root, from), join(image, to), { recursive: true, verbatimSymlinks: true })
copy('.next/standalone', '.')
// Next takes what it might load: in the image Node has its own SQLite, and there are no pictures to resize.
for (const unused of [
  'node_modules/@photostructure',
  '.next/node_modules/@photostructure',
  'node_modules/@img',
  'node_modules/sharp',
])
  rmSync(join(image, unused), { recursive: true, force: true })
copy('.next/static', '.next/static')
copy('public', 'public')
copy('lib/commands/container.mjs', 'container.mjs')
copy('LICENSE', 'LICENSE')
// The sandbox serves these two files of it under /docs/.
for (const file of ['package.json', 'LICENSE', 'NOTICE', 'swagger-ui.css', 'swagger-ui-bundle.js'])
  copy(`node_modules/swagger-ui-dist/${file}`, `node_modules/swagger-ui-dist/${file}`)
await bundle('lib/sandbox/main.ts', join(image, 'sandbox.mjs'), 'bundle')
await bundle('lib/operate/operate.ts', join(image, 'operate.mjs'), 'bundle')
