/**
 * Finds out which request created the record that the provider shows with a 409: this one, another request of this
 * console, or one from elsewhere. The evidence is the record's id, its reference, and its creation time against the time
 * at which each request was sent.
 */

import type { IntentTable } from '../../database/tables'
import { exactJson } from '../../domain/exact-json'
import { nanoseconds } from '../../domain/values'
import { isCloser, type Likeness, likeness } from '../../provider/differences'
import type { Environment } from '../../provider/environments'
import { isChange, type WriteName } from '../../provider/operations'
import type { Problem } from '../../provider/problem'
import { microseconds, wait } from '../clock'
import type { WriteCore } from './core'
import { expectedBody } from './newest-record'
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
  /** How far the record is what it asked for; undefined if its body cannot be read. */
  likeness?: Likeness
}

/**
 * `own`: created by this intent. `another`: by another intent of this console. `earlier`: before this one was sent, so
 * elsewhere. `unclear`: another may have created it. `checked`: unclear until the check of another has ended.
 */
export type RecordOwner = 'own' | 'another' | 'earlier' | 'unclear' | 'checked'

export type Case = {
  name: WriteName
  /** The provider's time. */
  now: number
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

/** Whether one of two that may have created a record is shown by it to have done so. */
const isToldFrom = (name: WriteName, one: Candidate, other: Candidate) =>
  one.likeness !== undefined && other.likeness !== undefined && isCloser(name, one.likeness, other.likeness)

/** What the evidence says, each fact by itself. */
function factsOf({ name, now, mine, isOwnReference, isReplay, wasAnswered409, record, others }: Case) {
  const created = record.createdAt
  // An intent that has another record, or was sent after this record was created, did not create it.
  const candidates = others.filter(
    ({ recordId, sentAt }) => recordId === null && !isBefore(created, sentAt, measureError),
  )
  const rivals = candidates.filter((other) => !isToldFrom(name, mine, other))
  // One that is noted as executed, or confirmed by reference, has settled.
  const settled = rivals.filter(({ state }) => state === 'confirmed')
  const open = rivals.filter(({ state }) => state !== 'confirmed')
  const isAfterMine = (one: Candidate) =>
    mine.claimedAt < one.claimedAt || (mine.claimedAt === one.claimedAt && mine.id < one.id)
  return {
    isOwnReference,
    isForeignReference: !isOwnReference,
    isReplay,
    wasAnswered409,
    isUndated: created === undefined,
    hasThisRecord: mine.recordId === record.id,
    anotherHasThisRecord: others.some(({ recordId }) => recordId === record.id),
    isFromTheFuture: isBefore(now, created ?? now, certain),
    isCertainlyOlder: isBefore(created, mine.sentAt, certain),
    isOlder: isBefore(created, mine.sentAt, measureError),
    anotherIsNoted: others.some(({ state, recordId }) => state === 'confirmed' && recordId === null),
    aCandidateHasSettled: candidates.some(({ state }) => state === 'confirmed'),
    isLikerAnother: candidates.some((other) => isToldFrom(name, other, mine)),
    aRivalHasSettled: settled.length > 0,
    aSettledRivalFits: settled.some(({ sentAt }) => sentAt > mine.sentAt || isWithin(created, sentAt)),
    hasNoOpenRival: open.length === 0,
    isFirstOfOpen: open.every((one) => one.state === 'unknown' && isAfterMine(one)),
    anOpenRivalIsChecked: open.some(({ isChecked }) => isChecked),
  }
}

type Fact = keyof ReturnType<typeof factsOf>

/**
 * Whose record it is: the first line of which all facts hold. Of several that may have created it, it belongs to the one
 * whose members it has; if nothing tells them apart, it belongs to none.
 */
const ownership: readonly { if: readonly Fact[]; owner: RecordOwner }[] = [
  { if: ['hasThisRecord'], owner: 'own' },
  { if: ['anotherHasThisRecord'], owner: 'another' },
  // One that was not yet created is none of this API.
  { if: ['isFromTheFuture'], owner: 'unclear' },
  // No one else can have used a generated reference, whatever the clocks say.
  { if: ['isCertainlyOlder', 'isOwnReference'], owner: 'unclear' },
  { if: ['isCertainlyOlder', 'anotherIsNoted'], owner: 'another' },
  { if: ['isCertainlyOlder'], owner: 'earlier' },
  { if: ['isForeignReference', 'wasAnswered409', 'isUndated'], owner: 'unclear' },
  // One that has settled owns a record created before this intent was sent.
  { if: ['aCandidateHasSettled', 'isOlder'], owner: 'another' },
  { if: ['isForeignReference', 'isOlder'], owner: 'unclear' },
  { if: ['isLikerAnother'], owner: 'another' },
  { if: ['aRivalHasSettled', 'isUndated'], owner: 'unclear' },
  { if: ['aSettledRivalFits'], owner: 'unclear' },
  { if: ['hasNoOpenRival'], owner: 'own' },
  // Only the intent sent first waits, so no two wait for each other.
  { if: ['isReplay', 'isFirstOfOpen', 'anOpenRivalIsChecked'], owner: 'checked' },
]

export function findRecordOwner(asked: Case): RecordOwner {
  const facts = factsOf(asked)
  return ownership.find((line) => line.if.every((fact) => facts[fact]))?.owner ?? 'unclear'
}

/** Why a record in a 2xx is not the one that was just created; undefined if it may be. */
export function notCreatedNow({ name, now, mine, record, others }: Case): string | undefined {
  if (others.some(({ recordId }) => recordId === record.id) || others.some((other) => isToldFrom(name, other, mine)))
    return 'The provider answered with the record of another request with this reference.'
  if (isBefore(record.createdAt, mine.sentAt, certain))
    return 'The provider answered with a record that was created before this request was sent.'
  if (isBefore(now, record.createdAt ?? now, certain)) return 'The provider answered with a record from the future.'
  return undefined
}

/** When an intent was sent, on the provider's clock: as measured then, otherwise as measured now. */
function sentAtService({ clock, upstreams }: WriteCore, { sent_at, sent_at_service, environment }: ReadIntent): number {
  const ahead = upstreams.of(environment as Environment).now() * 1000 - microseconds(clock)
  return sent_at_service ?? (sent_at ?? 0) + ahead
}

async function candidateOf(core: WriteCore, row: ReadIntent, shown: unknown, recordId: string): Promise<Candidate> {
  const { rows } = core.ledger
  const body = rows.bodyOf(row)
  const expected = body === undefined ? undefined : await expectedBody(rows, row, body, recordId)
  return {
    id: row.id,
    // An intent whose process died counts as unknown, whether that is recorded or not.
    state: applyDeadline(row).state,
    recordId: row.record_id,
    sentAt: sentAtService(core, row),
    claimedAt: row.sent_at ?? 0,
    isChecked: Boolean(row.is_checked),
    ...(expected !== undefined && { likeness: likeness(row.operation, JSON.parse(row.path), expected, shown) }),
  }
}

async function caseOf(
  core: WriteCore,
  row: ReadIntent,
  record: Case['record'],
  shown: unknown,
  isReplay: boolean,
): Promise<Case> {
  const { rows } = core.ledger
  const sharing = await rows.sharingReference(row)
  return {
    name: row.operation,
    now: core.upstreams.of(row.environment as Environment).now() * 1000,
    mine: await candidateOf(core, row, shown, record.id),
    isOwnReference: row.ref_id === row.id,
    isReplay,
    wasAnswered409: !isReplay || (await rows.wasAnswered409(row.id)),
    record,
    others: await Promise.all(sharing.map((other) => candidateOf(core, other, shown, record.id))),
  }
}

const takenWords = {
  another: 'This reference was already used: another request from this console created the record.',
  earlier: 'This reference was already used: its record was created before this request was sent.',
} as const

/** The outcome of an intent whose reference belongs to another record. */
function taken(owner: keyof typeof takenWords, outcome: WriteOutcome, answer: unknown): WriteOutcome {
  const words = [takenWords[owner], outcome.isConflict && outcome.reason].filter(Boolean).join(' ')
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
    isConflict: outcome.isConflict,
    answerStatus: outcome.answerStatus,
    answer: JSON.stringify(problem),
  }
}

/** Decides whether the record in an answer is this intent's own. @returns the outcome with that evidence */
export async function attributeRecord(
  core: WriteCore,
  outcome: WriteOutcome,
  row: IntentTable,
  isReplay: boolean,
): Promise<WriteOutcome> {
  const { rows } = core.ledger
  const { answerStatus, recordId, shownId = recordId, isByReference, answer = '{}' } = outcome
  const unclear = (words: string): WriteOutcome => ({ state: 'unknown', words, reason: words, answerStatus })
  // A person may have typed a generated reference again.
  if (answerStatus === 409 && isByReference && (await rows.sharingReference(row)).length > 0)
    return unclear('The provider has this reference, and another request was sent with it as well.')
  // A change has an older record, whose id it names.
  if (shownId === undefined || isChange(row.operation)) return outcome
  const shown = exactJson(answer)
  const record = { id: shownId, createdAt: createdAt(row.operation, shown) }
  let owner: RecordOwner = 'unclear'
  let others: readonly Candidate[] = []
  // Only the intent sent first waits for the others, so no two wait for each other.
  for (let left = waitForOther / lookEvery; left > 0; left--) {
    // Read again: it was claimed after it was read.
    const now = await rows.byId(row.id)
    if (!now) return outcome
    const asked = await caseOf(core, now, record, shown, isReplay)
    if (answerStatus !== 409) {
      const why = notCreatedNow(asked)
      return why === undefined ? outcome : { ...unclear(why), answer, isConflict: outcome.isConflict }
    }
    others = asked.others
    owner = findRecordOwner(asked)
    if (owner !== 'checked') break
    await wait(core.clock, lookEvery)
  }
  // Without its reference, what a refusal shows may be anything: a market, an account.
  const isNamed = outcome.state !== 'unknown' || membersOf(row.operation, shown).ref_id !== undefined
  const isAnothers = owner === 'another' && others.some((other) => other.recordId === shownId)
  if (isAnothers || (isNamed && (owner === 'another' || owner === 'earlier')))
    return taken(isAnothers || owner === 'another' ? 'another' : 'earlier', outcome, shown)
  // A part of a record is only evidence: as an answer it would be shown as this request's record.
  if (outcome.state === 'unknown') return outcome.isConflict ? outcome : { ...outcome, answer: undefined }
  if (owner === 'own') return outcome
  return unclear('The provider has this record, and it is not clear which request created it.')
}
