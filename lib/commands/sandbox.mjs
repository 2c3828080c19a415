// @ts-check
/** `npm run sandbox`: the service alone, for whoever builds against it. */
import { buildAll, dataFolder, installPackages, sandboxBundle, startNode } from './set-up.mjs'

installPackages()
await buildAll()
const child = startNode([sandboxBundle, ...process.argv.slice(2)], { ...process.env, MINTDESK_DATA: dataFolder() })
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 0))
