/** Control of the embedded sandbox, as the console asks it. Its token stays here. */
import { type Dispatcher, request } from 'undici'
import type { ControlCall } from '../features/rehearsals/interface'
import { type Problem, ProblemError, type ProblemKind, problemKind } from '../provider/problem'

/** Milliseconds that control may take: a client's records are copied meanwhile. */
const patience = 15_000

export type ControlAddress = { baseUrl: string; token: string; dispatcher?: Dispatcher }

/** What control was asked for and how it answered. */
export type ControlAnswer = { status: number; body: unknown }

export const controlUnreachable = (cause: unknown) =>
  new ProblemError(503, 'service-failed', 'The built-in sandbox could not be reached.', {
    detail: 'Try again in a few seconds.',
    meta: { answered_by: 'console' },
    cause,
  })

/** Asks control for something, by its path below /control/clients. @throws ProblemError 503 if it does not answer */
export const createControl =
  ({ baseUrl, token, dispatcher }: ControlAddress) =>
  async (method: ControlCall['method'] | 'DELETE', path: string, body?: object): Promise<ControlAnswer> => {
    try {
      const answer = await request(`${baseUrl}/control/clients${path}`, {
        method,
        dispatcher,
        signal: AbortSignal.timeout(patience),
        headers: { 'x-sandbox-control-token': token, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.statusCode, body: JSON.parse(await answer.body.text()) }
    } catch (cause) {
      throw controlUnreachable(cause)
    }
  }
export type Control = ReturnType<typeof createControl>

/**
 * Control of one client alone, by paths below the client's.
 * @throws ProblemError with why control refused something, or 503
 */
export const controlOf = (control: Control, clientId: string) => async (call: ControlCall) => {
  const { method, path, body } = call
  const answer = await control(method, `/${encodeURIComponent(clientId)}${path}`, body)
  if (answer.status < 400) return answer
  // Control answers with what it documents.
  const { type, title, detail, errors } = answer.body as Problem
  const kind = problemKind(type) as ProblemKind
  // Its guard speaks to the operator.
  if (kind === 'not-permitted') throw controlUnreachable(new Error(title))
  throw new ProblemError(answer.status, kind, title, { detail, errors, meta: { answered_by: 'console' } })
}
export type ClientControl = ReturnType<typeof controlOf>
