// @ts-check
/** `npm run sandbox`: the sandbox alone, for client development; `-- --reset` deletes its data. */
import {
  bundleSandbox,
  dataFolder,
  installPackages,
  readElsewhere,
  readVariables,
  sandboxBundle,
  secretIn,
  startNode,
} from './set-up.mjs'
import './watch-parent.mjs'

installPackages()
readVariables((name) => /^(SANDBOX_(HOST|PORT|TRANSFERS|CONTROL_TOKEN)|MINTDESK_DATA)(_FILE|_COMMAND)?$/.test(name))
readElsewhere()
await bundleSandbox()
const { secret, place } = secretIn('SANDBOX_CONTROL_TOKEN')
console.log(`SANDBOX_CONTROL_TOKEN, which opens control, is in ${place}.`)
const child = startNode([sandboxBundle, ...process.argv.slice(2)], {
  ...process.env,
  MINTDESK_DATA: dataFolder(),
  SANDBOX_CONTROL_TOKEN: secret,
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 0))
