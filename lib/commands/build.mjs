// @ts-check
/** `npm run build`: console and sandbox, from their sources, without any variable. */
import { buildAll, installPackages } from './set-up.mjs'

installPackages()
await buildAll({ always: true })
console.log('Built: .next (console), .build/sandbox.mjs (sandbox)')
