/** Leads a page to company sign-in where an act needs a person who has just confirmed who they are, and back. */
import { type StepUpRequest, type StepUpStart, stepUpAddress } from '../api/step-up'
import { ProblemError, problemKind } from '../provider/problem'
import { request } from './operation'

/** Milliseconds until a page that did not leave after all says so. */
const leavesWithin = 10_000

/** The digest of an act that was refused until the person has confirmed it; undefined for every other failure. */
export function digestToConfirm(error: unknown): string | undefined {
  if (!(error instanceof ProblemError) || problemKind(error.problem.type) !== 'confirm-identity') return undefined
  const { digest } = error.problem.meta ?? {}
  return typeof digest === 'string' ? digest : undefined
}

/**
 * Leads to company sign-in, which leads back to this page. Ends if the person comes back by the browser's button.
 * @param digests of the acts that it confirms
 * @throws ProblemError if it cannot be asked
 */
export async function leadToSignIn(digests: readonly string[]): Promise<void> {
  const { pathname, search } = window.location
  const asked: StepUpRequest = { digests: [...digests], return_to: `${pathname}${search}` }
  const { answer } = await request(stepUpAddress, {
    method: 'POST',
    isRead: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  const link = document.createElement('a')
  link.href = (answer.json as StepUpStart).url
  // A form's draft is kept, so it does not ask before it is left.
  link.dataset.leave = 'free'
  document.body.append(link)
  link.click()
  link.remove()
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true })
    setTimeout(resolve, leavesWithin)
  })
}

/** Does what production may ask a fresh sign-in for, or leads there; the page's next press does it then. */
export async function withIdentity<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    const digest = digestToConfirm(error)
    if (digest !== undefined) await leadToSignIn([digest])
    throw error
  }
}
