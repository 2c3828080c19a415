/** The console's own API: its recorded requests, and the presets of its forms. */
import { holdsNumber } from '../../api/found-numbers'
import { IntentQuery, NewNote, NewPreset, PresetKind } from '../../api/intent-input'
import { activityReaders, activityWriters } from '../../api/intents'
import { countSecrets, secretRefused } from '../../api/pasted/pasted-identifiers'
import { ProblemError } from '../../api/problem'
import { roles } from '../../api/roles'
import { object } from '../../api/value-schemas'
import type { Session } from '../auth/sessions'
import type { RequestContext } from '../http/request-context'
import type { WriteCore } from '../writes/core'
import { sendPrepared } from '../writes/execute'
import { currentState, withState } from '../writes/problems'
import { resolve } from '../writes/resolve'
import { applyDeadline, type ReadIntent } from '../writes/rows'
import {
  type Asked,
  bodyBy,
  createHandlers,
  type HandlerDependencies,
  type InEnvironment,
  type Permissions,
  queryBy,
  refuse,
} from './handlers'
import { intentDetail, intentPage } from './intent-pages'
import { intentRow } from './intent-view'
import type { Presets } from './presets'

export type ActivityDependencies = HandlerDependencies & { writes: WriteCore; presets: Presets }

type OfIntent = InEnvironment & { id: string }

const reading = { title: 'Activity', roles: activityReaders }
const writing = { title: 'Changing requests', roles: activityWriters }
const activity: Permissions = { read: reading, write: writing }
/** The names of profiles stand in lists that every role reads. */
const profileNames: Permissions = { read: { title: 'Profile names', roles }, write: writing }

const PresetQuery = object({ kind: PresetKind })
const PresetPlace = object({ kind: PresetKind, key: NewPreset.shape.key })

type OnIntent = { context: RequestContext; row: ReadIntent; session: Session }

/** @returns the handlers of these addresses, by what they do */
export function createActivity(core: ActivityDependencies) {
  const { access, writes, presets } = core
  const { ledger } = writes

  const handlerFor = createHandlers(core)
  const handler = <Values extends InEnvironment>(
    operation: string,
    handle: (asked: Asked<Values>) => Promise<unknown>,
    permissions = activity,
  ) => handlerFor(operation, permissions, handle)

  /**
   * A handler that acts on an intent and answers with its state afterwards; every failure has its state as well.
   * @param read reads the body, before anything else is looked at
   */
  const actOn = <Body = undefined>(
    operation: string,
    act: (on: OnIntent, body: Body) => Promise<void>,
    read?: (context: RequestContext) => Promise<Body>,
  ) =>
    handler<OfIntent>(operation, async ({ context, values, environment, session }) => {
      const body = await read?.(context)
      const row = await intentRow(writes, environment, values.id)
      try {
        // Handlers that use a body read one.
        await act({ context, row, session }, body as Body)
        return await intentDetail(writes, environment, row.id, session)
      } catch (failure) {
        throw withState(failure, await currentState(writes, row.id), row.id)
      }
    })

  return {
    listIntents: handler('listIntents', ({ context, environment, session }) =>
      intentPage(writes, environment, queryBy(IntentQuery, context), session),
    ),

    getIntent: handler<OfIntent>('getIntent', ({ values, environment, session }) =>
      intentDetail(writes, environment, values.id, session),
    ),

    resolveIntent: actOn('resolveIntent', ({ context, row, session }) =>
      resolve(writes, row, { session, isBackground: !context.isPersonal, timing: context.upstream }),
    ),

    sendIntent: actOn('sendIntent', ({ context, row, session }) =>
      sendPrepared(writes, row, session, context.upstream),
    ),

    withdrawIntent: actOn('withdrawIntent', async ({ row, session }) => {
      // It is withdrawn already if the request is repeated because its answer was lost.
      const isDone = row.state === 'refused' && row.sent_at === null
      if (!isDone && !(await ledger.withdraw(row.id, session.name)))
        throw new ProblemError(409, 'already-sent', 'Only a request that was never sent can be withdrawn.')
    }),

    noteIntent: actOn<NewNote>(
      'noteIntent',
      async ({ row, session }, { happened, status, words }) => {
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
        if (!(await ledger.note(row.id, { hasHappened: happened, status }, { ...history, person })))
          throw new ProblemError(409, 'not-noted', 'The status changed; review your note.', {
            detail: 'The provider has since reported the outcome, or the request was never sent. Nothing was recorded.',
          })
      },
      (context) => bodyBy(NewNote, context),
    ),

    listPresets: handler(
      'listPresets',
      async ({ context, owner, session }) => {
        const { kind } = queryBy(PresetQuery, context)
        if (kind !== 'profile') access.requireRole(context, session, reading)
        return { entries: await presets.list(owner, kind, session) }
      },
      profileNames,
    ),

    savePreset: handler('savePreset', async ({ context, owner, session }) => {
      const { kind } = queryBy(PresetQuery, context)
      const preset = await bodyBy(NewPreset, context)
      // A template's name is stored in plain text; a profile's id may be digits.
      if (kind === 'metadata-template' && holdsNumber(preset.key))
        refuse([{ field: 'key', message: 'Enter a name without an account number, like Payroll.' }])
      await presets.save(owner, kind, preset, session)
      return { entries: await presets.list(owner, kind, session) }
    }),

    removePreset: handler('removePreset', async ({ context, owner, session }) => {
      const { kind, key } = queryBy(PresetPlace, context)
      await presets.remove(owner, kind, key)
      return { entries: await presets.list(owner, kind, session) }
    }),
  }
}
