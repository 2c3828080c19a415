/** How an intent, its state, its record and its outcome are named and explained on screen. */
import { Ban, CircleCheck, CircleQuestionMark, Pencil, Send, Stamp, TriangleAlert } from 'lucide-react'
import { orderStatusStyle } from '@/components/records/order-labels'
import type { StatusStyle } from '@/components/ui/status'
import type { Intent, IntentState } from '@/lib/api/intents'
import { waitingFor } from '@/lib/api/waits'
import { shorten } from '@/lib/browser/identifiers'
import { capitalized, namesText } from '@/lib/browser/labels'
import { isChange, writeRowOf } from '@/lib/provider/operations'
import { readOrder } from '@/lib/provider/records'
import { styleOfStatus } from './record-status'

/** The last known status of an intent's own record; an intent refused because of another's record has none. */
export const ownStatus = ({ state, record_id, record_status }: Intent) =>
  state === 'refused' && record_id === undefined ? undefined : record_status

/** The style of that status; undefined if none is known. */
export function recordStatusStyle(intent: Intent): StatusStyle | undefined {
  const status = ownStatus(intent)
  const { record } = writeRowOf(intent.operation)
  if (!status || record === null) return undefined
  return record === 'order' ? orderStatusStyle(readOrder({ status })) : styleOfStatus(status)
}

export const stateStyles: Record<IntentState, StatusStyle> = {
  prepared: { label: 'Prepared', tone: 'off', icon: Pencil },
  waiting: { label: waitingFor('request'), tone: 'wait', icon: Stamp },
  sent: { label: 'Sent', tone: 'busy', icon: Send },
  confirmed: { label: 'Confirmed', tone: 'ok', icon: CircleCheck },
  refused: { label: 'Refused', tone: 'bad', icon: Ban },
  unknown: { label: 'Unknown', tone: 'unknown', icon: CircleQuestionMark, isLoud: true },
}

export const writersOnlyText = 'Treasury and admin can check the outcome.'

/** Whether a person ended it before it was sent: the provider had nothing to refuse. */
const isWithdrawn = ({ state, sent_at, answer_status }: Intent): boolean =>
  state === 'refused' && sent_at === undefined && answer_status === undefined

/** Whether only a person's note settled it, because the provider never answered. */
export function isSettledByNote({ state, noted_by, answer_status: status }: Intent): boolean {
  const isAnswered = status !== undefined && status !== 408 && status < 500
  return (state === 'confirmed' || state === 'refused') && noted_by !== undefined && !isAnswered
}

/**
 * Whether the page checks the status without being asked. The server says where the status may still change; the check
 * must also be unable to create anything.
 */
export const mayBeFollowed = (intent: Intent): boolean =>
  intent.may_follow === true && intent.state === 'confirmed' && !intent.is_conflict && !isSettledByNote(intent)

/** Whether the status of its record says all that its state does, and more. */
export const isShownByRecord = (intent: Intent): boolean =>
  intent.state === 'confirmed' &&
  recordStatusStyle(intent) !== undefined &&
  !(intent.is_conflict || intent.is_altered || intent.is_by_reference || isSettledByNote(intent))

/** How an intent's state looks. Only unknown outcomes and conflicts have a coloured word. */
export function stateStyle(intent: Intent): StatusStyle {
  const { state, is_conflict } = intent
  const found = capitalized(intent.approval?.state ?? 'withdrawn')
  if (intent.is_altered) return { tone: 'bad', icon: TriangleAlert, label: 'Altered', isLoud: true }
  if (state === 'waiting' && found !== 'Waiting') return { ...stateStyles.waiting, label: found }
  if (isWithdrawn(intent)) return { ...stateStyles.prepared, icon: Ban, label: found }
  // Another record does not settle an unknown outcome.
  if (is_conflict && state !== 'unknown') return { tone: 'bad', icon: TriangleAlert, label: 'Conflict', isLoud: true }
  return state === 'confirmed' && intent.is_by_reference
    ? { ...stateStyles.confirmed, tone: 'wait' }
    : stateStyles[state]
}

/** How the provider answered, or why that is unknown. */
export function responseText(intent: Intent): string {
  const { state, answer_status: status, reason, noted_by, sent_at } = intent
  const record = ownStatus(intent)
  const text = () => {
    if (intent.is_conflict)
      return state === 'unknown' ? 'the provider returned a different record' : `${status ?? 409}, different record`
    if (intent.is_altered) return 'changed in the database'
    if (state === 'prepared') return 'never sent'
    if (state === 'waiting') return reason ?? waitingText(intent)
    if (state === 'sent') return 'no answer yet'
    if (state === 'unknown') return reason ?? (status === undefined ? 'no answer' : `${status}, unknown`)
    if (isWithdrawn(intent)) return reason ?? 'never sent'
    if (noted_by) return record ? `${record}, noted` : `noted by ${noted_by}`
    if (state === 'confirmed') return record ?? (intent.is_by_reference ? 'by reference only' : 'accepted')
    return record ?? ([status, reason].filter(Boolean).join(', ') || 'no reason given')
  }
  return intent.is_earlier_credential ? `${sent_at ? 'sent' : 'recorded'} with an earlier client ID; ${text()}` : text()
}

/** Who must approve a request that waits: "waiting for Tomas Brandt or Maren Vick", "waiting for you". */
export function waitingText({ approval }: Pick<Intent, 'approval'>): string {
  const names = approval?.approvers ?? []
  if (approval?.state === 'approved') return 'approved, about to be sent'
  if (approval?.may_decide) return 'waiting for you'
  return `waiting for ${names.length > 0 ? namesText(names) : 'an approver'}`
}

/** A reference that Mintdesk generated is the intent's id, and shortened as ids are. */
export const referenceText = ({ id, ref_id }: Pick<Intent, 'id' | 'ref_id'>) =>
  ref_id === id ? shorten(ref_id, 8) : ref_id

/**
 * An intent's outcome, and what a person can do next; "" if there is nothing to do.
 * @param canAct whether this person may send, check and record what happened
 */
export function explain(intent: Intent, canAct: boolean): [statement: string, nextStep: string] {
  const { state, operation, noted_by, reason, is_conflict, is_earlier_credential } = intent
  const { noun, afterwards } = writeRowOf(operation)
  const isUnknown = `This ${noun} may or may not have gone through.`
  if (intent.is_altered)
    return [
      `This ${noun} was changed in the database, and not by Mintdesk.`,
      'It is not sent or checked. It may have been sent before: ask the provider before you enter it again, and tell your administrator.',
    ]
  if (state === 'prepared') {
    const sender = intent.is_mine ? 'You can send it now.' : `Only ${intent.person}, who prepared it, can send it.`
    return [`This ${noun} was never sent.`, is_earlier_credential ? '' : sender]
  }
  if (state === 'waiting')
    return reason ? ['Nothing was sent yet.', reason] : [`${capitalized(waitingText(intent))}.`, 'Nothing was sent.']
  if (state === 'sent') return [`This ${noun} has been sent.`, "Waiting for the provider's answer."]
  if (state === 'unknown' && is_conflict)
    return [
      "The provider's record differs from this request.",
      [reason, isUnknown, 'Ask the provider.'].filter(Boolean).join(' '),
    ]
  if (state === 'unknown') return [isUnknown, [reason, canAct ? '' : writersOnlyText].filter(Boolean).join(' ')]
  if (is_conflict) {
    const duplicate = `This ${noun} was not created. To request it anyway, duplicate it under another reference.`
    return [
      reason ?? 'The provider has another record under this reference.',
      state === 'refused' ? duplicate : 'Ask the provider which record is valid.',
    ]
  }
  if (isWithdrawn(intent)) return [reason ?? `This ${noun} was withdrawn.`, 'It was never sent.']
  if (isSettledByNote(intent)) {
    const result = state === 'confirmed' ? 'went through' : 'did not go through'
    return [`${noted_by} noted that it ${result}.`, 'The provider has not confirmed this.']
  }
  if (state === 'refused' && ownStatus(intent))
    return [reason ?? `The provider rejected this ${noun}.`, 'The record is below.']
  if (state === 'refused') return [`The provider refused this ${noun}.`, reason ?? 'It gave no reason.']
  if (intent.is_by_reference) {
    const check = canAct && !is_earlier_credential ? ' Check the status to see the record.' : ''
    return [
      'Confirmed by reference only.',
      `The provider has a record under this reference but has not returned it.${check}`,
    ]
  }
  return [`${capitalized(noun)} ${doneWord(intent)}.`, afterwards?.[ownStatus(intent) ?? ''] ?? '']
}

/** What the provider has done: "Order filled." */
function doneWord(intent: Intent): string {
  const { record } = writeRowOf(intent.operation)
  if (record === null || isChange(intent.operation)) return 'accepted'
  if (record === 'rule' && ownStatus(intent) === 'ACTIVE') return 'active'
  if (record !== 'order') return 'created'
  return ownStatus(intent) === 'FILLED' ? 'filled' : 'placed'
}
