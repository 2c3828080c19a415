/** What a console gives every feature. */
import type { Database } from '../database/open'
import type { Environment } from '../provider/environments'
import type { Sessions } from './auth/sessions'
import type { StepUp } from './auth/step-up'
import type { Encryption } from './encryption/encryption'
import type { RouteDependencies } from './http/console-routes'
import type { RecordList } from './records/record-list'
import type { Records } from './records/records'
import type { Settings } from './settings'
import type { Upstreams } from './upstream/upstream'
import type { Bounds } from './work/bounds'
import type { WriteCore } from './writes/core'

export type ServerCore = RouteDependencies & {
  settings: Settings
  database: Database
  encryption: Encryption
  bounds: Bounds
  sessions: Sessions
  stepUp: StepUp
  upstreams: Upstreams
  records: Records
  recordList: RecordList
  writes: WriteCore
  /** Days for which requests and transfers are kept. @throws the database's error: what the desk wants kept longer would be gone */
  keptDays: () => Promise<{ requests: number; transfers: number }>
  /** Whether it is a world of a visitor's own. */
  isWorld: boolean
  /** The environments that are configured here. */
  environments: Environment[]
}
