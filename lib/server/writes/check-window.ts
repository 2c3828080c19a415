/** Whether the outcome of an intent may be checked by sending it again, and for how long. */

import { hoursToResolve } from '../../api/intents'
import type { IntentTable } from '../../database/tables'
import type { Environment } from '../../provider/environments'
import { isReplayable } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import type { CallOptions } from '../upstream/upstream'
import type { WriteCore } from './core'
import type { ReadIntent } from './rows'

const hour = 3_600_000
/** Milliseconds before the end of the 23 hours at which no check begins: it may take that long itself. */
const margin = 30_000
/** Milliseconds by which two clocks may disagree on how long ago a write was sent, including a `Date`'s rounding. */
const mostDisagreement = 60_000 + 2_000

/** Whether a check is safe now: for how many more milliseconds, or why not. */
export type CheckWindow =
  | { left: number }
  | { refusal: { kind: 'too-late' | 'clocks-disagree' | 'sent-before-restore'; sentence: string } }

/**
 * Only an intent that is unknown or confirmed has an outcome to check. A check of one that is noted as not executed would
 * execute it.
 */
const isCheckable = ({ state }: IntentTable) => state === 'unknown' || state === 'confirmed'

/** Whether an intent was sent with a client id that its environment no longer has. */
export const isOfEarlierCredential = (
  { settings }: Pick<WriteCore, 'settings'>,
  { environment, client_id }: IntentTable,
): boolean => settings.credentials[environment as Environment]?.clientId !== client_id

/** Someone may have settled it since the backup as not executed and entered it again: a check would execute it too. */
const restored = 'Mintdesk was restored from a backup in which this had no outcome.'
const isRestored = ({ state, restored_at }: IntentTable) => state === 'unknown' && restored_at !== null

/**
 * How long the identical body may still be sent again. A reference is free 24 h after its order closed, by the provider's
 * clock, so 23 h are counted by that clock and by the consoles'; if they disagree, one of them was set, and it is not known
 * which.
 * @returns undefined if a check is never safe
 */
export function checkWindow(core: WriteCore, row: ReadIntent): CheckWindow | undefined {
  const { operation, sent_at, sent_at_service, now } = row
  if (isRestored(row)) return { refusal: { kind: 'sent-before-restore', sentence: restored } }
  if (!isReplayable(operation) || !isCheckable(row) || sent_at === null) return undefined
  if (isOfEarlierCredential(core, row)) return undefined
  const known = core.upstreams.of(row.environment as Environment).knownTime()
  const ours = (now - sent_at) / 1000
  // A console that has just started does not know the provider's time; a check asks for it first.
  const theirs = known === undefined ? ours : known - (sent_at_service ?? sent_at) / 1000
  const left = hoursToResolve * hour - margin - Math.max(ours, theirs)
  if (left <= 0)
    return { refusal: { kind: 'too-late', sentence: `This was sent more than ${hoursToResolve} hours ago.` } }
  const apart = Math.abs(ours - theirs)
  if (apart <= mostDisagreement) return { left }
  const minutes = Math.round(apart / 60_000)
  const sentence = `The provider's clock and Mintdesk's clock differ by ${minutes} min about when this was sent.`
  return { refusal: { kind: 'clocks-disagree', sentence } }
}

/** @throws ProblemError 409 if a check would not be safe, or has nothing to check */
export async function requireSafe(core: WriteCore, row: ReadIntent, options: CallOptions): Promise<void> {
  const name = row.operation
  if (isRestored(row))
    throw new ProblemError(409, 'sent-before-restore', restored, {
      detail:
        'It may have been settled and entered again since, and a check would execute it a second time. Ask the provider, and record the outcome under Activity.',
    })
  if (!isReplayable(name) || !isCheckable(row) || row.sent_at === null) {
    throw new ProblemError(
      409,
      'check-unavailable',
      'The outcome of this request cannot be checked by sending it again.',
      {
        detail: isReplayable(name)
          ? 'Only a request that was sent, and is unknown or confirmed, can be checked.'
          : 'It has no reference, so sending it again would execute it again.',
      },
    )
  }
  if (isOfEarlierCredential(core, row)) {
    throw new ProblemError(409, 'earlier-credential', 'This request was sent with an earlier client ID.', {
      detail:
        'With the current one the provider would execute it again. Ask the provider, and record the outcome under Activity.',
    })
  }
  await core.upstreams.of(row.environment as Environment).askTime(name, options)
  const window = checkWindow(core, row)
  if (window === undefined || 'left' in window) return
  const { kind, sentence } = window.refusal
  throw new ProblemError(409, kind, sentence, {
    detail:
      'A reference can be reused 24 hours after its order closed, so checking now could create a duplicate. Nothing was sent.',
  })
}
