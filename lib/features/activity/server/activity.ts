/** The console's own API: its recorded requests, and the presets of its forms. */

import type { NewNote } from '../../../api/intent-input'
import { activityRows } from '../../../api/intent-operations'
import type { IntentDetail } from '../../../api/intents'
import { countSecrets, secretRefused } from '../../../api/pasted/pasted-identifiers'
import { holdsNumber } from '../../../domain/found-numbers'
import { ProblemError } from '../../../provider/problem'
import type { RequestContext } from '../../../server/auth/request-context'
import type { Session } from '../../../server/auth/sessions'
import { type RouteDependencies, refuse } from '../../../server/http/console-routes'
import type { WriteCore } from '../../../server/writes/core'
import { sendPrepared } from '../../../server/writes/execute'
import { intentDetail, intentPage } from '../../../server/writes/intent-pages'
import { intentRow } from '../../../server/writes/intent-view'
import { currentState, withState } from '../../../server/writes/problems'
import { resolve } from '../../../server/writes/resolve'
import { applyDeadline, type ReadIntent } from '../../../server/writes/rows'
import type { Asked, ConsoleHandlers } from '../../handlers'
import { orderReferences } from './order-references'
import type { Presets } from './presets'

export type ActivityDependencies = RouteDependencies & { writes: WriteCore; presets: Presets }

type OnIntentAsked = Pick<Asked<'getIntent'>, 'context' | 'values' | 'environment' | 'session'>

type OnIntent = { context: RequestContext; row: ReadIntent; session: Session }

/** @returns the handlers of these operations */
export function createActivity(core: ActivityDependencies) {
  const { access, writes, presets } = core
  const { ledger } = writes

  /** A handler that acts on an intent and answers with its state afterwards; every failure has its state as well. */
  const actOn =
    <Body>(act: (on: OnIntent, body: Body) => Promise<void>) =>
    async ({ context, values, body, environment, session }: OnIntentAsked & { body: Body }): Promise<IntentDetail> => {
      const row = await intentRow(writes, environment, values.id)
      context.intent = row.id
      try {
        await act({ context, row, session }, body)
        return await intentDetail(writes, environment, row.id, session)
      } catch (failure) {
        throw withState(failure, await currentState(writes, row.id), row.id)
      }
    }

  return {
    listIntents: ({ query, environment, session }) => intentPage(writes, environment, query, session),

    getIntent: async ({ context, values, environment, session }) => {
      const detail = await intentDetail(writes, environment, values.id, session)
      context.intent = detail.id
      return detail
    },

    resolveIntent: actOn(({ context, row, session }) =>
      resolve(writes, row, { session, isBackground: !context.isPersonal, timing: context.upstream }),
    ),

    sendIntent: actOn(({ context, row, session }) => sendPrepared(writes, row, session, context.upstream)),

    withdrawIntent: actOn(async ({ row, session }) => {
      // It is withdrawn already if the request is repeated because its answer was lost.
      const isDone = row.state === 'refused' && row.sent_at === null
      if (!isDone && !(await ledger.withdraw(row.id, session)))
        throw new ProblemError(409, 'already-sent', 'Only a request that was never sent can be withdrawn.')
    }),

    noteIntent: actOn<NewNote>(async ({ row, session }, { happened, status, words }) => {
      if (happened === false && status !== undefined)
        refuse([{ field: 'status', message: 'Leave out the status if the request did not go through.' }])
      if (countSecrets(words) > 0) refuse([{ field: 'words', message: secretRefused }])
      if (applyDeadline(row).state !== row.state) await ledger.expire(row)
      const outcome = happened === undefined ? '' : happened ? 'It went through. ' : 'It did not go through. '
      const { name: person } = session
      const history = ledger.newEvent({
        kind: 'noted',
        words: `${outcome}${status ? `Status ${status}. ` : ''}${words}`,
        person,
      })
      if (!(await ledger.note(row.id, { hasHappened: happened, status }, { ...history, person }, session)))
        throw new ProblemError(409, 'not-noted', 'The status changed; review your note.', {
          detail: 'The provider has since reported the outcome, or the request was never sent. Nothing was recorded.',
        })
    }),

    readOrderReferences: ({ query: { market }, environment, session }) =>
      orderReferences(writes, environment, market, session),

    listPresets: async ({ context, query: { kind }, owner, session }) => {
      // The names of profiles stand in lists that every role reads; templates belong to forms.
      if (kind === 'metadata-template') access.requireRole(context, session, activityRows.listIntents)
      return { entries: await presets.list(owner, kind, session) }
    },

    savePreset: async ({ context, query: { kind }, body: preset, owner, session }) => {
      if (kind !== 'statement-columns') access.requireRole(context, session, activityRows.removePreset)
      // A template's name is stored in plain text; a profile's id may be digits.
      if (kind === 'metadata-template' && holdsNumber(preset.key))
        refuse([{ field: 'key', message: 'Enter a name without an account number, like Payroll.' }])
      await presets.save(owner, kind, preset, session)
      return { entries: await presets.list(owner, kind, session) }
    },

    removePreset: async ({ query: { kind, key }, owner, session }) => {
      await presets.remove(owner, kind, key)
      return { entries: await presets.list(owner, kind, session) }
    },
  } satisfies Partial<ConsoleHandlers>
}
