/** The only error class, in the shape of RFC 9457 (problem+json). */
import type { FieldError } from './field-errors'

/** The kinds of problems in answers of the console and the sandbox: the last segment of `type`. */
export type ProblemKind =
  | 'invalid-input'
  | 'unauthenticated'
  | 'session-ended'
  | 'not-permitted'
  | 'insufficient-scope'
  | 'scope-not-granted'
  | 'not-found'
  | 'no-such-environment'
  | 'method-not-allowed'
  | 'not-same-origin'
  | 'intent-required'
  | 'intent-reused'
  | 'intent-removed'
  | 'request-altered'
  | 'record-set-back'
  | 'no-such-intent'
  | 'not-approved'
  | 'confirm-identity'
  | 'already-decided'
  | 'already-reminded'
  | 'request-changed'
  | 'policy-changed'
  | 'policy-refused'
  | 'settings-changed'
  | 'settings-unreadable'
  | 'policy-unreadable'
  | 'policy-newer'
  | 'copy-held'
  | 'sent-before-restore'
  | 'not-held'
  | 'report-changed'
  | 'keys-missing'
  | 'lists-unread'
  | 'unknown-outcome'
  | 'not-readable'
  | 'already-sent'
  | 'not-noted'
  | 'no-such-note'
  | 'note-reused'
  | 'too-many-notes'
  | 'too-many-corrections'
  | 'no-such-movement'
  | 'movement-reused'
  | 'movement-begun'
  | 'movement-joined'
  | 'movement-earlier'
  | 'movement-withdrawn'
  | 'no-such-session'
  | 'no-such-view'
  | 'view-changed'
  | 'too-many-presets'
  | 'too-many-views'
  | 'too-many-links'
  | 'no-such-link'
  | 'too-many-pins'
  | 'no-such-webhook'
  | 'no-such-delivery'
  | 'webhook-reused'
  | 'too-many-webhooks'
  | 'old-webhook-secret'
  | 'check-unavailable'
  | 'export-limit'
  | 'export-storage-full'
  | 'no-such-export'
  | 'too-late'
  | 'check-in-progress'
  | 'clocks-disagree'
  | 'clock-wrong'
  | 'earlier-credential'
  | 'person-changed'
  | 'database-unavailable'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'already-exists'
  | 'insufficient-funds'
  | 'travel-rule-information-required'
  | 'identity-verification-required'
  | 'unsupported-address'
  | 'expired'
  | 'rejected'
  | 'gone'
  | 'business-rule'
  | 'not-implemented'
  | 'rate-limited'
  | 'daily-limit'
  | 'demo-full'
  | 'token-refused'
  | 'token-rejected'
  | 'service-refused'
  | 'service-failed'
  | 'service-unreachable'
  | 'service-timeout'
  | 'service-answer-unreadable'
  | 'console-busy'
  | 'console-unreachable'
  | 'internal-error'

/** problem+json as we write it; `meta` holds members that only some kinds have. */
export type Problem = {
  type: string
  title: string
  status: number
  detail?: string
  meta?: Record<string, unknown>
  errors?: FieldError[]
  request_id?: string
}

export const problemType = (kind: ProblemKind) => `/problems/${kind}`

/** The kind of a problem: the last segment of its `type` ("" if absent). */
export const problemKind = (type: string | undefined) => type?.split('/').at(-1) ?? ''

/** The members of a problem that goes away after some seconds. */
export const overAfter = (seconds: number, answered_by: 'console' | 'service' = 'console') => ({
  meta: { answered_by, retry_after: seconds },
  headers: { 'retry-after': String(seconds) },
})

/** The error that all code throws; `headers` are sent with the answer (Allow, Retry-After, WWW-Authenticate). */
export class ProblemError extends Error {
  readonly problem: Problem
  readonly headers: Record<string, string>

  /**
   * @param status HTTP status, 400 to 599
   * @param kind   the last segment of `type`
   * @param title  what happened, in one sentence
   * @param more   `detail`, `meta`, `errors`, and headers of the answer
   */
  constructor(
    status: number,
    kind: ProblemKind,
    title: string,
    more: Pick<Problem, 'detail' | 'meta' | 'errors'> & { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(title, { cause: more.cause })
    const { headers, cause: _, ...rest } = more
    // Logs have the names of errors, and never their messages.
    this.name = kind
    this.problem = { type: problemType(kind), title, status, ...rest }
    this.headers = headers ?? {}
  }
}
