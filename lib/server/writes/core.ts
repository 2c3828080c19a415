/** What the functions of this folder share: the parts that a console gives them. */
import type { IntentState } from '../../api/intents'
import type { Environment } from '../../provider/environments'
import type { Clock } from '../clock'
import type { Settings } from '../settings'
import type { Upstreams } from '../upstream/upstream'
import type { Ledger } from './ledger'

/** The answer to the browser: the provider's own, and the intent's state. */
export type WriteResult = { text: string; state: IntentState }

export type WriteCore = {
  settings: Settings
  clock: Clock
  upstreams: Upstreams
  ledger: Ledger
  /** Whether this copy may send: a restored one may not until it is released. */
  holds: {
    /** @throws ProblemError 409 while it is held */
    requireReleased(): Promise<void>
    /** @throws ProblemError 409 if another console may have sent this request or reference */
    requireNew(environment: Environment, id: string, reference: string | undefined): Promise<void>
  }
  /** Writes into the log, outside the database, that a request is about to leave. */
  announceSend: (sent: {
    environment: string
    operation: string
    intent: string
    subject: string
    /** What the log calls the request that sends it. */
    request_id?: string
  }) => void
  /** Hears that the provider may have something new. */
  carriedOut: (environment: Environment) => void
  /** The writes that this process is carrying out: repeated presses share their outcome. */
  running: Map<string, Promise<WriteResult>>
}
