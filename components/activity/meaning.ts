/** What an intent's state means for whoever asked, and what to do next, in plain sentences. */
import type { Intent } from '@/lib/api/intents'
import { isWithdrawn, operationLabels } from './labels'
import { ownStatus } from './record-status'

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
