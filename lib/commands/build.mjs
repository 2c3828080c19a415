// @ts-check
/**
 * `npm run build`: console and sandbox, from their sources, without any variable. --if-changed: only where these are
 * others than last time.
 */
import { buildAll, installPackages } from './set-up.mjs'

installPackages()
await buildAll({ always: !process.argv.includes('--if-changed') })
console.log('Built: .next (console), .build/sandbox.mjs (sandbox)')
