/** A console's reader of the provider and nothing else, to be killed: `node … folder databaseUrl|"" provider`. */
import { openDatabase } from '../lib/database/open'
import { systemClock as clock } from '../lib/server/clock'
import { Encryption } from '../lib/server/encryption/encryption'
import { Follower } from '../lib/server/records/follower'
import { Records } from '../lib/server/records/records'
import { silentLog as log, settingsFor } from '../lib/server/testing'
import { Upstreams } from '../lib/server/upstream/upstream'

const [dataFolder = '', databaseUrl = '', provider = ''] = process.argv.slice(2)
const database = openDatabase({ dataFolder, ...(databaseUrl && { databaseUrl }) })
const records = new Records({ database, clock, encryption: new Encryption({ secret: 'a-secret-of-the-tests' }), log })
const settings = settingsFor({ baseUrl: provider, authUrl: provider })
const upstream = new Upstreams({ settings, clock }).of('sandbox')
new Follower({ upstream, records, clock, log, pause: 50, limit: 20 }).start()
// Between two reads nothing else keeps a process alive whose database has no connection.
setInterval(() => undefined, 60_000)
