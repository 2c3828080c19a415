/**
 * Keyed digests of what leads to a sending: of a request's row, all columns together, and of each decision on it. Whoever
 * writes to the database without the key can make neither; an older version of a row is told by its marks (marks.ts).
 */
import { ProblemError } from '../../api/problem'
import type { ApprovalDecisionTable, IntentTable } from '../../database/tables'
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

export type SealedIntent = Pick<IntentTable, (typeof texts)[number] | (typeof numbers)[number]>

const contentsOf = (row: SealedIntent) => [
  'request',
  ...texts.map((name) => row[name]),
  ...numbers.map((name) => (row[name] === null ? null : Number(row[name]))),
]

export const sealOf = (encryption: Encryption, row: SealedIntent): string => encryption.fingerprintOf(contentsOf(row))

/** Whether a console wrote the row as it is, now or earlier. */
export const isSealed = (encryption: Encryption, row: SealedIntent & Pick<IntentTable, 'seal'>): boolean =>
  row.seal !== null && encryption.isFingerprintOf(contentsOf(row), row.seal)

/** Whether two versions of a row differ in nothing that is sealed, but for the mark. */
export const isSealedAlike = (one: SealedIntent, other: SealedIntent): boolean =>
  JSON.stringify(contentsOf({ ...one, mark: null })) === JSON.stringify(contentsOf({ ...other, mark: null }))

/** What a person decides on: these contents, of this edit. The same contents after another edit are another version. */
export const versionOf = ({ fingerprint, revision }: Pick<IntentTable, 'fingerprint' | 'revision'>): string =>
  revision ? `${fingerprint}.${revision}` : fingerprint

type SealedDecision = Omit<ApprovalDecisionTable, 'person' | 'seal'>

const decided = ({ id, intent_id, subject, kind, digest, at }: SealedDecision) => [
  'decision',
  ...[id, intent_id, subject, kind, digest, Number(at)],
]

export const sealOfDecision = (encryption: Encryption, decision: SealedDecision): string =>
  encryption.fingerprintOf(decided(decision))

/** Whether the person decided this, on this request. */
export const isGenuineDecision = (
  encryption: Encryption,
  decision: SealedDecision & Pick<ApprovalDecisionTable, 'seal'>,
): boolean => encryption.isFingerprintOf(decided(decision), decision.seal)
