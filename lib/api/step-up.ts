/** A fresh sign-in at the company's provider, which confirms who a person is before an act in production. */

/** Where a page asks for it, with a `StepUpRequest`; the answer names the provider's page. */
export const stepUpAddress = '/api/auth/confirm-identity'

/** Acts that one sign-in confirms at most. */
export const mostConfirmed = 50

/** `digests` are those of the refusals `confirm-identity`; `return_to` is the page's own path. */
export type StepUpRequest = { digests: string[]; return_to: string }
export type StepUpStart = { url: string }

/**
 * What stands of it for an act that needs it: the act's digest, if it is known; until when it is confirmed; or why the last
 * sign-in did not confirm it.
 */
export type Identity = { digest?: string; confirmed_until?: string; refused?: string }
