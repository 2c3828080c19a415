// @ts-check
/**
 * `npm run migrate` and the other operator's commands: bundles lib/operate/operate.ts and runs it with what .env files say
 * and what follows on the command line. Where only the build is, `node .build/operate.mjs NAME` does the same.
 */
import {
  bundleOperate,
  dataFolder,
  installPackages,
  operateBundle,
  readVariables,
  startNode,
} from '../commands/set-up.mjs'
import '../commands/watch-parent.mjs'

installPackages()
readVariables()
await bundleOperate()
const child = startNode([operateBundle, ...process.argv.slice(2)], { ...process.env, MINTDESK_DATA: dataFolder() })
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))
