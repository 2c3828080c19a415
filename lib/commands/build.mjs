// @ts-check
/**
 * `npm run build`: builds console and sandbox without any variable. With --if-changed, only those whose sources have changed
 * since the last build.
 */
import { buildAll, installPackages } from './set-up.mjs'

installPackages()
await buildAll({ always: !process.argv.includes('--if-changed') })
console.log('Built: .next (console), .build/sandbox.mjs (sandbox)')
