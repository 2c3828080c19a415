/**
 * Finds out which request created the record that the provider shows with a 409: this one, another request of this
 * console, or one from elsewhere. The evidence is the record's id, its reference, and its creation time against the time
 * at which each request was sent.
 */
import type { Environment } from '../../api/environments'
import { exactJson } from '../../api/exact-json'
import type { WriteName } from '../../api/operations'
import type { Problem } from '../../api/problem'
import { nanoseconds } from '../../api/values'
import type { IntentTable } from '../../database/tables'
import { microseconds, wait } from '../clock'
import type { WriteCore } from './core'
import { membersOf, type WriteOutcome } from './outcome'
import { applyDeadline, type ReadIntent } from './rows'
import { maximumWriteTime } from './states'

/** Milliseconds between two looks at an intent that another call is checking. */
const lookEvery = 100
/** Milliseconds for which a check waits for another one with the same reference. */
const waitForOther = 4_000

/** Microseconds by which the provider's measured clock may be wrong: its `Date` has whole seconds. */
const measureError = 2_000_000
/** Microseconds between two moments whose order no error of a clock can have reversed. */
const certain = 60_000_000

/** A moment on the provider's clock, in microseconds; undefined if it is not known. */
type Moment = number | undefined

/** When the record in an answer was created, by its own account. */
export function createdAt(name: WriteName, answer: unknown): Moment {
  const { created_at } = membersOf(name, answer)
  const created = typeof created_at === 'string' ? nanoseconds(created_at) : undefined
  return created === undefined ? undefined : Number(created / 1000n)
}

/** An intent with the reference. `sentAt` is on the provider's clock. */
export type Candidate = {
  id: string
  state: IntentTable['state']
  recordId: string | null
  sentAt: number
  /** The same on the clock that all consoles share, by which they agree on which was first. */
  claimedAt: number
  /** A check of its outcome is under way, which can create the record. */
  isChecked: boolean
}

/**
 * `own`: created by this intent. `another`: by another intent of this console. `earlier`: before this one was sent, so
 * elsewhere. `unclear`: another may have created it. `checked`: unclear until the check of another has ended.
 */
export type RecordOwner = 'own' | 'another' | 'earlier' | 'unclear' | 'checked'

export type Case = {
  mine: Candidate
  /** Whether its reference was generated here, so that no one else can have used it. */
  isOwnReference: boolean
  isReplay: boolean
  /** Whether its first answer was a 409, which more likely means an older record than its own. */
  wasAnswered409: boolean
  record: { id: string; createdAt: Moment }
  others: readonly Candidate[]
}

/** Whether a record was created before a moment. */
const isBefore = (created: Moment, moment: number, tolerance: number) =>
  created !== undefined && created < moment - tolerance

/** Whether a record may come from a sending at a moment that took as long as it may. */
const isWithin = (created: Moment, sentAt: number) =>
  created !== undefined && created < sentAt + maximumWriteTime * 1000 + measureError

/** Decides whose record it is. Of intents that are all unknown, the one sent first has it once it is checked. */
export function findRecordOwner({ mine, isOwnReference, isReplay, wasAnswered409, record, others }: Case): RecordOwner {
  if (mine.recordId === record.id) return 'own'
  if (others.some(({ recordId }) => recordId === record.id)) return 'another'
  if (isBefore(record.createdAt, mine.sentAt, certain)) {
    const isNoted = others.some(({ state, recordId }) => state === 'confirmed' && recordId === null)
    return isOwnReference ? 'unclear' : isNoted ? 'another' : 'earlier'
  }
  if (!isOwnReference && wasAnswered409 && record.createdAt === undefined) return 'unclear'
  // An intent that has another record, or was sent after this record was created, did not create it.
  const candidates = others.filter(
    ({ recordId, sentAt }) => recordId === null && !isBefore(record.createdAt, sentAt, measureError),
  )
  // One that is noted as executed, or confirmed by reference, owns a record created before this intent was sent.
  const settled = candidates.filter(({ state }) => state === 'confirmed')
  if (settled.length > 0 && isBefore(record.createdAt, mine.sentAt, measureError)) return 'another'
  // No one else can have used a generated reference, whatever the clocks say.
  if (!isOwnReference && isBefore(record.createdAt, mine.sentAt, measureError)) return 'unclear'
  if (settled.length > 0 && record.createdAt === undefined) return 'unclear'
  if (settled.some(({ sentAt }) => sentAt > mine.sentAt || isWithin(record.createdAt, sentAt))) return 'unclear'
  const open = candidates.filter(({ state }) => state !== 'confirmed')
  if (open.length === 0) return 'own'
  const isFirst = open.every(
    (one) =>
      one.state === 'unknown' &&
      (mine.claimedAt < one.claimedAt || (mine.claimedAt === one.claimedAt && mine.id < one.id)),
  )
  if (!isReplay || !isFirst) return 'unclear'
  return open.some(({ isChecked }) => isChecked) ? 'checked' : 'own'
}

/** When an intent was sent, on the provider's clock: as measured then, otherwise as measured now. */
function sentAtService({ clock, upstreams }: WriteCore, { sent_at, sent_at_service, environment }: ReadIntent): number {
  const ahead = upstreams.of(environment as Environment).now() * 1000 - microseconds(clock)
  return sent_at_service ?? (sent_at ?? 0) + ahead
}

const candidateOf = (core: WriteCore, row: ReadIntent): Candidate => ({
  id: row.id,
  // An intent whose process died counts as unknown, whether that is recorded or not.
  state: applyDeadline(row).state,
  recordId: row.record_id,
  sentAt: sentAtService(core, row),
  claimedAt: row.sent_at ?? 0,
  isChecked: Boolean(row.is_checked),
})

async function caseOf(core: WriteCore, row: ReadIntent, record: Case['record'], isReplay: boolean): Promise<Case> {
  const { rows } = core.ledger
  return {
    mine: candidateOf(core, row),
    isOwnReference: row.ref_id === row.id,
    isReplay,
    wasAnswered409: !isReplay || (await rows.wasAnswered409(row.id)),
    record,
    others: (await rows.sharingReference(row)).map((other) => candidateOf(core, other)),
  }
}

const takenWords = {
  another: 'This reference was already used: another request from this console created the record.',
  earlier: 'This reference was already used: its record was created before this request was sent.',
} as const

/** The outcome of an intent whose reference belongs to another record. */
function taken(owner: keyof typeof takenWords, outcome: WriteOutcome, answer: unknown): WriteOutcome {
  const words = takenWords[owner]
  const problem: Problem = {
    type: '/problems/already-exists',
    title: words,
    status: 409,
    meta: { existing: answer },
    errors: [{ field: 'ref_id', message: 'This reference was already used.' }],
  }
  return {
    state: 'refused',
    words,
    reason: words,
    answerStatus: outcome.answerStatus,
    answer: JSON.stringify(problem),
  }
}

/** Decides whether the record of a 409 is this intent's own. @returns the outcome with that evidence */
export async function attributeRecord(
  core: WriteCore,
  outcome: WriteOutcome,
  row: IntentTable,
  isReplay: boolean,
): Promise<WriteOutcome> {
  const { rows } = core.ledger
  const { answerStatus, state, recordId, shownId, isByReference, answer = '{}' } = outcome
  const unclear = (words: string): WriteOutcome => ({ state: 'unknown', words, reason: words, answerStatus })
  // A person may have typed a generated reference again.
  if (answerStatus === 409 && isByReference && (await rows.sharingReference(row)).length > 0)
    return unclear('The provider has this reference, and another request was sent with it as well.')
  if (shownId !== undefined) {
    const isAnothers = (await rows.sharingReference(row)).some((other) => other.record_id === shownId)
    // Only as evidence: as an answer it would be shown as this request's record.
    return isAnothers ? taken('another', outcome, exactJson(answer)) : { ...outcome, answer: undefined }
  }
  if (answerStatus !== 409 || state === 'unknown' || recordId === undefined) return outcome
  const shown = exactJson(answer)
  const record = { id: recordId, createdAt: createdAt(row.operation, shown) }
  let owner: RecordOwner = 'unclear'
  // Only the intent sent first waits for the others, so no two wait for each other.
  for (let left = waitForOther / lookEvery; left > 0; left--) {
    // Read again: it was claimed after it was read.
    const now = await rows.byId(row.id)
    if (!now) return outcome
    owner = findRecordOwner(await caseOf(core, now, record, isReplay))
    if (owner !== 'checked') break
    await wait(core.clock, lookEvery)
  }
  if (owner === 'own') return outcome
  if (owner === 'another' || owner === 'earlier') return taken(owner, outcome, shown)
  return unclear('The provider has this record, and it is not clear which request created it.')
}
