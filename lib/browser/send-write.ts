/** Sends a write from the browser, and says what went wrong with one. */

import { type IntentState, intentStates, reasonHeader } from '../api/intents'
import type { Environment } from '../provider/environments'
import { pathOf, rowOf, type WriteName } from '../provider/operations'
import { ProblemError } from '../provider/problem'
import { type Answer, request } from './operation'

export type WriteInput = { path?: Record<string, string>; body: unknown }

const isState = (text: string | null): text is IntentState => intentStates.some((state) => state === text)

/** The state of a request, as an error adds it to what went wrong. */
const stateTexts: Record<IntentState, string> = {
  prepared: 'The request is recorded and has not been sent.',
  waiting: 'The request waits for approval and has not been sent.',
  sent: 'The request is on its way to the provider.',
  confirmed: 'The provider has confirmed the request.',
  refused: 'The request is closed: it was refused or withdrawn.',
  unknown: 'The request was sent, and its outcome is unknown.',
}

/** The state of the request of a failed write; undefined if the answer does not say. */
export function intentStateText({ problem }: ProblemError): string | undefined {
  const state = problem.meta?.intent_state
  return typeof state === 'string' && isState(state) ? stateTexts[state] : undefined
}

/** What went wrong with a write, and the state of its request if known. */
export const writeErrorText = (error: ProblemError): string =>
  [error.problem.title, error.problem.detail, intentStateText(error)].filter(Boolean).join(' ')

/**
 * Sends a write through the console's proxy, which executes an intent at most once.
 * @param reason for those who must approve it
 * @returns the service's answer and the intent's state: confirmed, or refused if the service recorded and rejected it
 * @throws ProblemError; `meta.intent_state` is the intent's state, if it was recorded
 */
export async function sendWrite(
  environment: Environment,
  operation: WriteName,
  { path, body }: WriteInput,
  intent: string,
  reason?: string,
): Promise<{ state: IntentState; answer: Answer }> {
  const { answer, headers } = await request(`/api/${environment}${pathOf(operation, path)}`, {
    method: rowOf(operation).method,
    headers: {
      'content-type': 'application/json',
      'x-mintdesk-intent': intent,
      ...(reason?.trim() && { [reasonHeader]: encodeURIComponent(reason.trim()) }),
    },
    body: JSON.stringify(body),
  })
  const state = headers.get('x-mintdesk-intent-state')
  if (isState(state)) return { state, answer }
  // A captive portal answers 200 too.
  throw new ProblemError(502, 'console-unreachable', 'Mintdesk was not reached: a server in between answered.', {
    detail: 'It is not known whether Mintdesk received this.',
  })
}
