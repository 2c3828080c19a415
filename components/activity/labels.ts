import { Ban, CircleCheck, CircleQuestionMark, Pencil, Send, TriangleAlert } from 'lucide-react'
import { shorten } from '@/components/ui/copy'
import type { StatusStyle } from '@/components/ui/status'
import type { Intent, IntentState, WriteName } from '@/lib/api/intents'
import { ownStatus } from './record-status'

/** `act` names it in a list, `thing` in a sentence, `a` with its article. */
type OperationWords = { act: string; thing: string; a: string }

export const operationLabels: Record<WriteName, OperationWords> = {
  createOrder: { act: 'Create order', thing: 'order', a: 'an order' },
  createFiatAccount: { act: 'Create fiat account', thing: 'fiat account', a: 'a fiat account' },
  updateFiatAccount: { act: 'Update fiat account', thing: 'change', a: 'a change' },
  createRule: { act: 'Create rule', thing: 'rule', a: 'a rule' },
  initiateSandboxFiatDeposit: { act: 'Simulate deposit', thing: 'deposit', a: 'a deposit' },
}

export const stateLabels: Record<IntentState, string> = {
  prepared: 'Prepared',
  sent: 'Sent',
  confirmed: 'Confirmed',
  refused: 'Refused',
  unknown: 'Unknown',
}

const looks: Record<IntentState, Pick<StatusStyle, 'tone' | 'icon' | 'isLoud'>> = {
  prepared: { tone: 'off', icon: Pencil },
  sent: { tone: 'busy', icon: Send },
  confirmed: { tone: 'ok', icon: CircleCheck },
  refused: { tone: 'bad', icon: Ban },
  unknown: { tone: 'unknown', icon: CircleQuestionMark, isLoud: true },
}

/** Whether a person ended it before it ever left: the provider had nothing to refuse. */
export const isWithdrawn = ({ state, sent_at, answer_status }: Intent): boolean =>
  state === 'refused' && sent_at === undefined && answer_status === undefined

/** How an intent's state looks. Only what is not known and what contradicts itself has a coloured word. */
export function stateStyle(intent: Intent): StatusStyle {
  const { state, is_conflict } = intent
  if (isWithdrawn(intent)) return { ...looks.prepared, icon: Ban, word: 'Withdrawn' }
  // Another record does not settle what is unknown.
  if (is_conflict && state !== 'unknown') return { tone: 'bad', icon: TriangleAlert, word: 'Conflict', isLoud: true }
  if (state === 'confirmed' && intent.is_by_reference) return { ...looks.confirmed, tone: 'wait', word: 'Confirmed' }
  return { ...looks[state], word: stateLabels[state] }
}

/** How the provider answered, or why that is not known. */
export function answerWords(intent: Intent): string {
  const words = outcomeWords(intent)
  return intent.is_earlier_credential ? `${earlierWords(intent)}; ${words}` : words
}

/** Marks what another client id has sent. */
const earlierWords = ({ sent_at }: Intent) => `${sent_at ? 'sent' : 'recorded'} with an earlier client id`

function outcomeWords(intent: Intent): string {
  const { state, answer_status: status, reason, noted_by } = intent
  const record = ownStatus(intent)
  if (intent.is_conflict)
    return state === 'unknown' ? 'the provider answered with something else' : `${status ?? 409}, different record`
  if (state === 'prepared') return 'never sent'
  if (state === 'sent') return 'no answer yet'
  if (state === 'unknown') return reason ?? (status === undefined ? 'no answer' : `${status}, unknown`)
  if (isWithdrawn(intent)) return reason ?? 'never sent'
  if (noted_by) return record ? `${record}, noted` : `noted by ${noted_by}`
  if (state === 'confirmed') return record ?? (intent.is_by_reference ? 'by reference only' : 'done')
  return record ?? ([status, reason].filter(Boolean).join(', ') || 'no reason given')
}

/** A reference as it is read: one that Mintdesk made is the intent's id, and cut as ids are. */
export const referenceText = ({ id, ref_id }: Pick<Intent, 'id' | 'ref_id'>) =>
  ref_id === id ? shorten(ref_id, 8) : ref_id

/** The form that asks for the same again, below the environment. */
export function formOf({ operation, path }: { operation: WriteName; path: Record<string, string> }): string {
  if (operation === 'updateFiatAccount') return `fiat-accounts/${encodeURIComponent(path.id ?? '')}/edit`
  return newForms[operation]
}

/** The empty forms, below the environment. */
export const newForms: Record<Exclude<WriteName, 'updateFiatAccount'>, string> = {
  createOrder: 'orders/new',
  createFiatAccount: 'fiat-accounts/new',
  createRule: 'rules/new',
  initiateSandboxFiatDeposit: 'deposits/new',
}

/** Whether a person's word settled it, because no answer of the provider ever did. */
export function isSettledByNote({ state, noted_by, answer_status: status }: Intent): boolean {
  const isAnswered = status !== undefined && status !== 408 && status < 500
  return (state === 'confirmed' || state === 'refused') && noted_by !== undefined && !isAnswered
}

/** `says` is what is known, `next` what a person can do; "" where there is nothing to do. */
export type Meaning = { says: string; next: string }

/** @param mayAct whether this person may send, check and note */
export function meaningOf(intent: Intent, mayAct: boolean): Meaning {
  const { state, operation, noted_by, reason, is_conflict } = intent
  const { thing } = operationLabels[operation]
  if (state === 'prepared') {
    const whose = intent.is_mine ? 'You can send it now.' : `Only ${intent.person}, who prepared it, can send it.`
    return { says: `This ${thing} was never sent.`, next: intent.is_earlier_credential ? '' : whose }
  }
  if (state === 'sent')
    return { says: `This ${thing} is on its way.`, next: "This page waits for the provider's answer." }
  if (is_conflict && state === 'unknown')
    return {
      says: 'The provider answered with something else.',
      next: [reason, `Whether this ${thing} happened is unknown: ask the provider.`].filter(Boolean).join(' '),
    }
  if (is_conflict) {
    const next =
      state === 'refused'
        ? `This ${thing} was not created. To request it anyway, duplicate it under another reference.`
        : 'Ask the provider which record is valid.'
    return { says: reason ?? 'The provider has another record under this reference.', next }
  }
  if (state === 'unknown')
    return {
      says: `It is unknown whether this ${thing} happened.`,
      next: [reason, mayAct ? '' : 'Treasury and admin can check the outcome.'].filter(Boolean).join(' '),
    }
  if (isWithdrawn(intent)) return { says: reason ?? `This ${thing} was withdrawn.`, next: 'It was never sent.' }
  if (isSettledByNote(intent)) {
    const happened = state === 'confirmed' ? 'it happened' : 'it did not happen'
    return { says: `${noted_by} noted that ${happened}.`, next: 'The provider has not confirmed this.' }
  }
  if (state === 'refused') {
    return ownStatus(intent)
      ? { says: reason ?? `The provider rejected this ${thing}.`, next: 'Its record is below.' }
      : { says: `The provider refused this ${thing}.`, next: reason ?? 'It gave no reason.' }
  }
  if (intent.is_by_reference) {
    const mayCheck = mayAct && !intent.is_earlier_credential
    return {
      says: 'Confirmed by reference only.',
      next: `The provider has a record under this reference but has not shown it.${mayCheck ? ' Check the status to see the record.' : ''}`,
    }
  }
  return { says: confirmedWords[operation], next: confirmedNext[operation] }
}

const confirmedWords: Record<Intent['operation'], string> = {
  createOrder: 'The provider has this order.',
  createFiatAccount: 'The provider has this fiat account.',
  updateFiatAccount: 'The provider accepted the change.',
  createRule: 'The provider has this rule.',
  initiateSandboxFiatDeposit: 'The provider accepted the deposit.',
}

const confirmedNext: Record<Intent['operation'], string> = {
  createOrder: '',
  createFiatAccount: 'The provider reviews it before money can be sent to it.',
  updateFiatAccount: 'The provider reviews the account again before money can be sent to it.',
  createRule: 'It now runs automatically.',
  initiateSandboxFiatDeposit: 'Its transfers appear below.',
}
