/**
 * Keyed digests of what leads to a sending: of a request's row, all columns together, and of each decision on it. Whoever
 * writes to the database without the key can make neither; an older version of a row is told by its marks (marks.ts).
 */

import type { ApprovalDecisionTable, IntentTable } from '../../database/tables'
import { ProblemError } from '../../provider/problem'
import type { Encryption } from '../encryption/encryption'

/** Whoever changed it had no key of this console; or its digest was made with a key that is gone. */
export const alteredRequest = () =>
  new ProblemError(409, 'request-altered', 'This request is not what was recorded.', {
    detail:
      'It was changed in the database, or recorded with an earlier FINGERPRINT_KEY. Nothing was sent. Tell your administrator, and enter the request again only if it was not executed.',
  })

const texts = [
  ...(['id', 'environment', 'client_id', 'operation', 'subject', 'person', 'fingerprint', 'summary'] as const),
  ...(['state', 'claim_id', 'noted_by', 'needed_id'] as const),
] as const
const numbers = [
  ...(['created_at', 'sent_at', 'sent_at_service', 'answer_status', 'restored_at'] as const),
  ...(['policy_version', 'approve_by', 'revision', 'mark'] as const),
] as const

export type DigestedIntent = Pick<IntentTable, (typeof texts)[number] | (typeof numbers)[number]>

const contentsOf = (row: DigestedIntent) => [
  'request',
  ...texts.map((name) => row[name]),
  ...numbers.map((name) => (row[name] === null ? null : Number(row[name]))),
]

export const rowDigest = (encryption: Encryption, row: DigestedIntent): string =>
  encryption.fingerprintOf(contentsOf(row))

/** Whether a console wrote the row as it is, now or earlier. */
export const isGenuineRow = (encryption: Encryption, row: DigestedIntent & Pick<IntentTable, 'row_digest'>): boolean =>
  row.row_digest !== null && encryption.isFingerprintOf(contentsOf(row), row.row_digest)

/** Whether two versions of a row differ in nothing of the digest, but for the mark. */
export const hasEqualDigest = (one: DigestedIntent, other: DigestedIntent): boolean =>
  JSON.stringify(contentsOf({ ...one, mark: null })) === JSON.stringify(contentsOf({ ...other, mark: null }))

/** What a person decides on: these contents, of this edit. The same contents after another edit are another version. */
export const versionOf = ({ fingerprint, revision }: Pick<IntentTable, 'fingerprint' | 'revision'>): string =>
  revision ? `${fingerprint}.${revision}` : fingerprint

type DigestedDecision = Omit<ApprovalDecisionTable, 'person' | 'row_digest'>

const decided = ({ id, intent_id, subject, kind, digest, at }: DigestedDecision) => [
  'decision',
  ...[id, intent_id, subject, kind, digest, Number(at)],
]

export const decisionDigest = (encryption: Encryption, decision: DigestedDecision): string =>
  encryption.fingerprintOf(decided(decision))

/** Whether the person decided this, on this request. */
export const isGenuineDecision = (
  encryption: Encryption,
  decision: DigestedDecision & Pick<ApprovalDecisionTable, 'row_digest'>,
): boolean => encryption.isFingerprintOf(decided(decision), decision.row_digest)
