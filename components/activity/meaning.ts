/** What an intent's state means for whoever asked, and what to do next, in plain sentences. */
import type { Intent } from '@/lib/api/intents'
import { isWithdrawn, operationWords } from './intent-words'
import { ownStatus } from './record-status'

/** Whether a person's word settled it, because no answer of the service ever did. */
export function isSettledByNote({ state, noted_by, answer_status: status }: Intent): boolean {
  const isAnswered = status !== undefined && status !== 408 && status < 500
  return (state === 'confirmed' || state === 'refused') && noted_by !== undefined && !isAnswered
}

/** `says` is what is known, `next` what a person can do; "" where there is nothing to do. */
export type Meaning = { says: string; next: string }

/** @param mayAct whether this person may send, find out and note */
export function meaningOf(intent: Intent, mayAct: boolean): Meaning {
  const { state, operation, noted_by, reason, is_conflict } = intent
  const { thing } = operationWords[operation]
  if (state === 'prepared') {
    const whose = intent.is_mine ? 'it may be sent now' : `only ${intent.person}, who prepared it, can send it`
    return { says: `This ${thing} was never sent.`, next: `Nothing has left Mintdesk; ${whose}.` }
  }
  if (state === 'sent')
    return { says: `This ${thing} is on its way.`, next: 'The answer of the service is awaited; this page follows it.' }
  if (is_conflict) {
    const next =
      state === 'refused'
        ? `Nothing was made of this ${thing}. Compare the two below; to ask for it all the same, do it again with another reference.`
        : 'Compare the two below, and look at the service itself.'
    return { says: reason ?? 'The service has another record under this reference.', next }
  }
  if (state === 'unknown')
    return {
      says: 'It is not known whether this happened.',
      next: [reason, mayAct ? '' : 'Treasury and admin can find out.'].filter(Boolean).join(' '),
    }
  if (isWithdrawn(intent)) return { says: reason ?? `This ${thing} was withdrawn.`, next: 'It never left Mintdesk.' }
  if (isSettledByNote(intent)) {
    const happened = state === 'confirmed' ? 'it happened' : 'it did not happen'
    return {
      says: `${noted_by} noted that ${happened}.`,
      next: "That is a person's word; no answer of the service told it.",
    }
  }
  if (state === 'refused') {
    return ownStatus(intent)
      ? { says: reason ?? `The service rejected this ${thing}.`, next: 'Its record is below.' }
      : { says: `The service refused this ${thing}.`, next: reason ?? 'It gave no reason.' }
  }
  return { says: confirmedWords[operation], next: confirmedNext[operation] }
}

const confirmedWords: Record<Intent['operation'], string> = {
  createOrder: 'The service has this order.',
  createFiatAccount: 'The service has this fiat account.',
  updateFiatAccount: 'The service took the change.',
  createRule: 'The service has this rule.',
  initiateSandboxFiatDeposit: 'The service took the deposit.',
}

const confirmedNext: Record<Intent['operation'], string> = {
  createOrder: '',
  createFiatAccount: 'It is reviewed there before money can go to it.',
  updateFiatAccount: 'The account is reviewed again before money can go to it.',
  createRule: 'It acts by itself from now on.',
  initiateSandboxFiatDeposit: 'What comes of it follows below.',
}
