/** The addresses of held copies: what is held, what was sent elsewhere, the reconciliation and the release. */

import { countSecrets, secretRefused } from '../../../api/pasted/pasted-identifiers'
import type { Database } from '../../../database/open'
import { environments } from '../../../provider/environments'
import { ProblemError } from '../../../provider/problem'
import type { Encryption } from '../../../server/encryption/encryption'
import { type RouteDependencies, refuse } from '../../../server/http/console-routes'
import type { Records } from '../../../server/records/records'
import type { Log } from '../../../server/telemetry/log'
import type { WriteCore } from '../../../server/writes/core'
import type { ConsoleHandlers } from '../../handlers'
import { reconciliationMinutes, unreadLists } from '../hold-terms'
import type { Holds } from './holds'
import { reconcile } from './reconciliation'

type HoldRoutes = RouteDependencies & {
  holds: Holds
  writes: WriteCore
  database: Database
  encryption: Encryption
  records: Records
  log: Log
}

const notHeld = () => new ProblemError(409, 'not-held', 'Mintdesk is not held.', { detail: 'Nothing was changed.' })

export function registerHold(core: HoldRoutes) {
  const { clock, holds, log, writes } = core
  const { settings } = writes
  const configured = environments.filter((name) => settings.credentials[name])

  return {
    handlers: {
      readHoldSummary: async () => ({ hold: await holds.summary() }),

      readHold: async () => ({ hold: await holds.newest() }),

      noteSentRequests: async ({ body: { requests }, environment }) => {
        const lower = requests.map((request) => ({ ...request, id: request.id.toLowerCase() }))
        return { added: await holds.noteSent(environment, lower) }
      },

      reconcileHold: async ({ context, session }) => {
        const hold = await holds.newest()
        if (!hold?.is_held) throw notHeld()
        const { signal } = context.request
        await reconcile({ ...core, ...writes, holds }, { hold, environments: configured, session, signal })
        return { hold: await holds.newest() }
      },

      releaseHold: async ({ body: { report: seen, statement, without_keys, without_lists }, session }) => {
        if (countSecrets(statement) > 0) refuse([{ field: 'statement', message: secretRefused }])
        const report = (await holds.newest())?.report
        if (report && clock.now() - Date.parse(report.at) > reconciliationMinutes * 60_000)
          throw new ProblemError(
            409,
            'report-changed',
            `The reconciliation is older than ${reconciliationMinutes} minutes.`,
            { detail: 'Reconcile again, look at the result, then release. Nothing was changed.' },
          )
        if (report && report.unreadable > 0 && without_keys !== true)
          throw new ProblemError(
            409,
            'keys-missing',
            'The keys of this console do not open the requests of the backup.',
            {
              detail: 'Add the keys with which the backup was made, then start the console again. Nothing was changed.',
            },
          )
        if (report && unreadLists(report).length > 0 && without_lists !== true)
          throw new ProblemError(409, 'lists-unread', 'Lists of the provider could not be read to their end.', {
            detail:
              'Requests that were sent after the backup may be on them. Reconcile again when the provider answers, or say that you release without them. Nothing was changed.',
          })
        await holds.release(seen, statement, session)
        log.info({ event: 'hold-released', subject: session.subject }, 'hold')
        return { hold: await holds.newest() }
      },
    } satisfies Partial<ConsoleHandlers>,
  }
}
