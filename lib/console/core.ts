/** What a console gives its features: the core of the server, and the hooks that writes ask. */
import type { Dispatcher } from 'undici'
import { sentEvent } from '../api/sent-log'
import type { Database } from '../database/open'
import { PolicyStore } from '../features/approvals/server/policies'
import { Weighing } from '../features/approvals/server/weighing'
import { createHolds } from '../features/hold/server/holds'
import { MovementStore } from '../features/money/server/movement-store'
import { registerTeam } from '../features/team/server/team'
import { environments } from '../provider/environments'
import { scannedLists } from '../provider/scanned-lists'
import { Audit } from '../server/audit/audit'
import { createAuth } from '../server/auth/auth'
import type { Clock } from '../server/clock'
import { createClockCheck } from '../server/clock-check'
import type { ServerCore } from '../server/core'
import { Encryption } from '../server/encryption/encryption'
import { Follower } from '../server/records/follower'
import { RecordList } from '../server/records/record-list'
import { Records } from '../server/records/records'
import type { Settings } from '../server/settings'
import type { Log } from '../server/telemetry/log'
import type { Metrics } from '../server/telemetry/metrics'
import { Upstreams } from '../server/upstream/upstream'
import { createBounds } from '../server/work/bounds'
import type { WriteCore } from '../server/writes/core'
import { Ledger } from '../server/writes/ledger'

export type CoreDependencies = {
  settings: Settings
  /** Migrated to the newest version. */
  database: Database
  log: Log
  clock: Clock
  /** The connections of reads and token requests; by default one pool per environment. Each write opens its own. */
  dispatcher?: Dispatcher
  /** Where requests and calls are counted; undefined if nobody reads it. */
  metrics?: Metrics
}

/** Milliseconds between two looks of a world at what is to be done: of worlds there are many. */
export const worldPause = 30_000

export function createCore(dependencies: CoreDependencies) {
  const { settings, database, log, clock, dispatcher, metrics } = dependencies
  const encryption = new Encryption(settings)
  const bounds = createBounds({ database, clock, encryption, storage: settings.worldStorage })
  const audit = new Audit({ database, clock, log, encryption, bounds })
  const upstreams = new Upstreams({ settings, clock, dispatcher, metrics })
  const { production } = settings.credentials
  const providerTime = () => production && upstreams.of('production').knownTime()
  const clockCheck = createClockCheck({ database, clock, providerTime })
  const auth = createAuth({ settings, database, clock, log, dispatcher, encryption, audit, bounds, clockCheck })
  const { access, sessions, stepUp } = auth
  const records = new Records({ database, clock, log, encryption })
  const movements = new MovementStore({ database, clock, encryption, sets: records.rows.movements })
  const plansOf = (intents: readonly string[]) => movements.plansOfRules(intents)
  const policies = new PolicyStore(encryption, clock, stepUp)
  const { hasDemoUsers, ownRoles } = settings
  const weighing = new Weighing(database, policies, encryption, hasDemoUsers, ownRoles, plansOf)
  const ledger = new Ledger({
    database,
    clock,
    encryption,
    weighing,
    audit,
    stepUp,
    announceAltered: (intent, reason) => log.error({ event: reason, intent }, 'writes'),
  })
  const holds = createHolds({ database, clock, encryption, marks: ledger.marks })
  const isWorld = settings.world !== undefined
  const configured = environments.filter((name) => settings.credentials[name])
  const followers = new Map(
    configured.map((name) => {
      const following = { upstream: upstreams.of(name), records, clock, log, ...(isWorld && { pause: worldPause }) }
      return [name, scannedLists.map((list) => new Follower({ ...following, list }))]
    }),
  )
  const writes: WriteCore = {
    settings,
    clock,
    upstreams,
    ledger,
    holds,
    running: new Map(),
    announceSend: (sent) => log.info({ event: sentEvent, ...sent }, 'writes'),
    carriedOut: (name) => {
      for (const follower of followers.get(name) ?? []) follower.hurry()
    },
  }
  const team = registerTeam({ settings, database, clock, log, encryption })
  const core: ServerCore = {
    settings,
    database,
    clock,
    log,
    metrics,
    encryption,
    access,
    audit,
    bounds,
    sessions,
    stepUp,
    upstreams,
    records,
    recordList: new RecordList({ database, encryption }),
    writes,
    keptDays: team.keptDays,
    isWorld,
    environments: configured,
  }
  return { ...core, auth, clockCheck, followers, holds, movements, plansOf, team, weighing }
}
