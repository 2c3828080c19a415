// @ts-check
/**
 * `npm run build`: builds console, sandbox and operator's commands without any variable. With --if-changed, only if sources
 * have changed since the last build. A page that exceeds its budget of JavaScript fails it.
 */
import { heavyPages } from './page-weights.mjs'
import { buildAll, giveUp, installPackages } from './set-up.mjs'

installPackages()
await buildAll({ always: !process.argv.includes('--if-changed') })
const heavy = heavyPages()
if (heavy.length > 0) giveUp(heavy.join('\n'))
console.log('Built: .next (console), .build/sandbox.mjs (sandbox), .build/operate.mjs (operator)')
