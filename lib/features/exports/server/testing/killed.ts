/** A process that works on exports until it is killed: `node … folder databaseUrl|"" job`. It prints how the job ended. */
import { systemClock } from '../../../../server/clock'
import { openExports } from './open'

const [folder = '', databaseUrl = '', job = ''] = process.argv.slice(2)
const exports = await openExports({ folder, clock: systemClock, ...(databaseUrl && { databaseUrl }) })
// Slow enough to be killed in the middle of a file.
await exports.beUsed()
process.stdout.write('started\n')
const { state, sha256, reason } = (await exports.ended(job)) ?? {}
await exports.close()
process.stdout.write(`${state} ${sha256} ${reason}\n`)
process.exit(0)
