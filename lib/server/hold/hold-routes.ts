/** The addresses of held copies: what is held, what was sent elsewhere, the reconciliation and the release. */
import { environments } from '../../api/environments'
import { NewRelease, SentRequests } from '../../api/hold-input'
import { holdRoles, reconciliationMinutes } from '../../api/holds'
import { activityReaders } from '../../api/intents'
import { countSecrets, secretRefused } from '../../api/pasted/pasted-identifiers'
import { ProblemError } from '../../api/problem'
import { roles } from '../../api/roles'
import type { Database } from '../../database/open'
import {
  bodyBy,
  createHandlers,
  type HandlerDependencies,
  type InEnvironment,
  type Permissions,
  refuse,
} from '../activity/handlers'
import type { Log } from '../http/log'
import type { ListScans } from '../reading/list-scans'
import type { WriteCore } from '../writes/core'
import { reconcile } from './reconciliation'

type HoldRoutes = HandlerDependencies & { writes: WriteCore; database: Database; scans: ListScans; log: Log }

const releasing = { title: 'Releasing a restored copy', roles: holdRoles }
const permissions: Permissions = { read: { title: 'Restores', roles: activityReaders }, write: releasing }
/** Every page asks whether it is held. */
const everyone: Permissions = { read: { title: 'Restores', roles }, write: releasing }

const notHeld = () => new ProblemError(409, 'not-held', 'Mintdesk is not held.', { detail: 'Nothing was changed.' })

/** @returns the handlers of these addresses, by what they do */
export function createHoldRoutes(core: HoldRoutes) {
  const { clock, database, log, scans, writes } = core
  const { holds, ledger, settings } = writes
  const handler = createHandlers(core)
  const configured = environments.filter((name) => settings.credentials[name])

  return {
    readSummary: handler<InEnvironment>('readHoldSummary', everyone, async () => ({ hold: await holds.summary() })),

    readHold: handler<InEnvironment>('readHold', permissions, async () => ({ hold: await holds.newest() })),

    noteSent: handler<InEnvironment>('noteSentRequests', permissions, async ({ context, environment }) => {
      const { requests } = await bodyBy(SentRequests, context)
      const lower = requests.map((request) => ({ ...request, id: request.id.toLowerCase() }))
      return { added: await holds.noteSent(environment, lower) }
    }),

    reconcile: handler<InEnvironment>('reconcile', permissions, async ({ context, session }) => {
      const hold = await holds.newest()
      if (!hold?.is_held) throw notHeld()
      const { signal } = context.request
      await reconcile({ clock, database, ledger, holds, scans }, { hold, environments: configured, session, signal })
      return { hold: await holds.newest() }
    }),

    release: handler<InEnvironment>('release', permissions, async ({ context, session }) => {
      const { report: seen, statement, without_keys } = await bodyBy(NewRelease, context)
      if (countSecrets(statement) > 0) refuse([{ field: 'statement', message: secretRefused }])
      const report = (await holds.newest())?.report
      if (report && clock.now() - Date.parse(report.at) > reconciliationMinutes * 60_000)
        throw new ProblemError(
          409,
          'report-changed',
          `The reconciliation is older than ${reconciliationMinutes} minutes.`,
          {
            detail: 'Reconcile again, look at the result, then release. Nothing was changed.',
          },
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
      await holds.release(seen, statement, session)
      log.info({ event: 'hold-released', subject: session.subject }, 'hold')
      return { hold: await holds.newest() }
    }),
  }
}
