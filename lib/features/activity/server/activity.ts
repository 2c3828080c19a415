/** The console's own API: its recorded requests, and the presets of its forms. */

import type { NewNote } from '../../../api/intent-input'
import { activityRows } from '../../../api/intent-operations'
import type { IntentDetail } from '../../../api/intents'
import { type OrderReferences, type OwnFill, type OwnOrder, referenceDays } from '../../../api/order-references'
import { countSecrets, secretRefused } from '../../../api/pasted/pasted-identifiers'
import { compareDecimals } from '../../../domain/decimals'
import { holdsNumber } from '../../../domain/found-numbers'
import { isObject } from '../../../domain/json'
import { isTimestamp } from '../../../domain/values'
import type { Environment } from '../../../provider/environments'
import { writesOf } from '../../../provider/operations'
import { orderAmount } from '../../../provider/order-terms'
import { ProblemError } from '../../../provider/problem'
import { orderFill } from '../../../provider/record-names'
import type { RequestContext } from '../../../server/auth/request-context'
import type { Session } from '../../../server/auth/sessions'
import { microseconds } from '../../../server/clock'
import type { ServerCore } from '../../../server/core'
import { type RouteDependencies, refuse } from '../../../server/http/console-routes'
import { mapInPieces } from '../../../server/work/fair-queue'
import type { WriteCore } from '../../../server/writes/core'
import { sendPrepared } from '../../../server/writes/execute'
import { intentDetail, intentPage } from '../../../server/writes/intent-pages'
import { intentRow, time } from '../../../server/writes/intent-view'
import { knownMembersOf } from '../../../server/writes/newest-record'
import { currentState, withState } from '../../../server/writes/problems'
import { resolve } from '../../../server/writes/resolve'
import { applyDeadline, type ReadIntent } from '../../../server/writes/rows'
import type { Asked, ConsoleHandlers } from '../../handlers'
import { createPresets, type Presets } from './presets'

const day = 86_400_000_000

/** How many of the newest orders are read, in all markets; and how many are shown. */
const read = 2_000
const shown = 3

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The last 90 days of own orders in a market. */
export async function orderReferences(
  { clock, ledger: { rows } }: Pick<WriteCore, 'clock' | 'ledger'>,
  environment: Environment,
  market: string,
  session: Session,
): Promise<OrderReferences> {
  const now = microseconds(clock)
  const found = await rows
    .query()
    .where('environment', '=', environment)
    .where('operation', 'in', writesOf('order'))
    .where('state', '=', 'confirmed')
    .where('created_at', '>=', now - referenceDays * day)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(read)
    .execute()

  function ownOrder(row: ReadIntent): OwnOrder[] {
    const body: unknown = JSON.parse(rows.bodyOf(row) ?? 'null')
    const amount = orderAmount(body)
    if (!isObject(body) || body.market !== market || !amount) return []
    const members = knownMembersOf(rows, row)
    const known = orderFill(members).fill ?? {}
    const side = textOf(body.side)
    const isFilled = known.price !== undefined && known.amount !== undefined
    const modified = textOf(members.modified_at)
    const filledAt = isTimestamp(modified) ? modified : (time(row.latest_at ?? row.settled_at) ?? '')
    return [
      {
        id: row.id,
        at: time(row.sent_at ?? row.created_at) ?? '',
        side,
        amount: amount.text,
        isQuote: typeof body.base_amount !== 'string',
        ...(typeof body.price === 'string' && { price: body.price }),
        ...(row.record_status && { status: row.record_status }),
        ...(isFilled && {
          fill: { id: row.id, at: filledAt, side, amount: known.amount ?? '', price: known.price ?? '' },
        }),
      },
    ]
  }

  const orders = (await mapInPieces(session.subject, found, ownOrder)).flat()
  const fills = orders.flatMap(({ fill }) => fill ?? []).sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const weekAgo = (now - 7 * day) / 1000
  const week = fills.filter(({ at }) => Date.parse(at) >= weekAgo)
  const [last] = fills
  const amounts = orders.filter(({ isQuote }) => !isQuote).map(({ amount }) => amount)
  const largest = most(amounts)
  return {
    orders: orders.slice(0, shown),
    ...(last && { last_fill: last }),
    ...(week.length > 0 && { week: rangeOf(week) }),
    ...(largest !== undefined && { largest }),
  }
}

const inOrder = (decimals: readonly string[]) => [...decimals].sort((one, other) => compareDecimals(one, other) ?? 0)
const most = (decimals: readonly string[]) => inOrder(decimals).at(-1)

function rangeOf(fills: readonly OwnFill[]) {
  const prices = inOrder(fills.map(({ price }) => price))
  return { fills: fills.length, lowest: prices.at(0) ?? '', highest: prices.at(-1) ?? '' }
}

type ActivityDependencies = RouteDependencies & { writes: WriteCore; presets: Presets }

type OnIntentAsked = Pick<Asked<'getIntent'>, 'context' | 'values' | 'environment' | 'session'>

type OnIntent = { context: RequestContext; row: ReadIntent; session: Session }

/** @returns the handlers of these operations */
function createActivity(core: ActivityDependencies) {
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
      if (!isDone && !(await ledger.actions.withdraw(row.id, session)))
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
      if (!(await ledger.actions.note(row.id, { hasHappened: happened, status }, { ...history, person }, session)))
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

/** @returns also `presets`, by which others name what people see */
export function registerActivity(core: ServerCore) {
  const presets = createPresets(core.database, core.clock, core.encryption)
  return {
    presets,
    handlers: createActivity({ ...core, presets }),
    retention: [{ name: 'presets', step: () => presets.removeOld(core.settings.retention.presets) }],
  }
}
