/**
 * Whose a record is that the service shows with a 409: this intent's, another intent's of this desk, or somebody else's.
 * The evidence is the record's id, its reference, and when it was made against when each intent was sent.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../api/environments'
import { exactJson } from '../../api/exact-json'
import { isObject } from '../../api/json'
import type { Problem } from '../../api/problem'
import { nanoseconds } from '../../api/values'
import type { IntentTable } from '../../database/tables'
import { serviceNow } from '../service'
import { asOfNow, type ReadIntent, rowById, sharingReference, wasTold409 } from './ledger'
import type { WriteOutcome } from './outcome'
import { longestWrite } from './states'

/** Milliseconds between two looks at an intent that another call is checking. */
const lookEvery = 100
/** Milliseconds for which a check waits for another one under the same reference. */
const waitForOther = 4_000

/** Microseconds by which the measured clock of the service may be wrong: its `Date` has whole seconds. */
const measureError = 2_000_000
/** Microseconds between two moments beyond which no error of a clock can have turned them round. */
const certain = 60_000_000

/** A moment on the service's clock, in microseconds; undefined where it is not known. */
type Moment = number | undefined

/** When a record was made, as it says itself. */
export function madeAt(answer: unknown): Moment {
  const record = isObject(answer) && isObject(answer.rule) ? answer.rule : answer
  const said = isObject(record) ? record.created_at : undefined
  const made = typeof said === 'string' ? nanoseconds(said) : undefined
  return made === undefined ? undefined : Number(made / 1000n)
}

/** One intent under the reference. `sentAt` is on the service's clock. */
export type Contender = {
  id: string
  state: IntentTable['state']
  recordId: string | null
  sentAt: number
  /** The same on the clock that all consoles share, by which they agree on who was first. */
  claimedAt: number
  /** Somebody checks its outcome at this moment, which can make the record. */
  isChecked: boolean
}

/**
 * `own`: this intent's. `another`: made by another intent of this desk. `earlier`: made before this one was recorded, so by
 * somebody else. `unclear`: another one may have made it. `checked`: unclear until the check of another has ended.
 */
export type Maker = 'own' | 'another' | 'earlier' | 'unclear' | 'checked'

export type Case = {
  mine: Contender
  /** Whether its reference was generated here: nobody else can have used it. */
  isOwnReference: boolean
  isReplay: boolean
  /** Whether its first answer was a 409, which more likely means an older record than one of its own. */
  isTold409: boolean
  record: { id: string; madeAt: Moment }
  others: readonly Contender[]
}

/** Whether a record was made before somebody could have asked for it at a moment. */
const isBefore = (made: Moment, moment: number, tolerance: number) => made !== undefined && made < moment - tolerance

/** Whether a record may be of a sending at a moment that took its time. */
const isWithin = (made: Moment, sentAt: number) =>
  made !== undefined && made < sentAt + longestWrite * 1000 + measureError

/** Decides whose record it is. Of those that are all unknown the first that was sent has it, once it is checked. */
export function makerOf({ mine, isOwnReference, isReplay, isTold409, record, others }: Case): Maker {
  if (mine.recordId === record.id) return 'own'
  if (others.some(({ recordId }) => recordId === record.id)) return 'another'
  if (isBefore(record.madeAt, mine.sentAt, certain)) {
    const isNoted = others.some(({ state, recordId }) => state === 'confirmed' && recordId === null)
    return isOwnReference ? 'unclear' : isNoted ? 'another' : 'earlier'
  }
  if (!isOwnReference && isTold409 && record.madeAt === undefined) return 'unclear'
  // Whoever has a record of its own, or was sent after this one was made, has not made it.
  const contenders = others.filter(
    ({ recordId, sentAt }) => recordId === null && !isBefore(record.madeAt, sentAt, measureError),
  )
  // One that a person noted as done, or that is confirmed by reference, claims what was made before this one was sent.
  const settled = contenders.filter(({ state }) => state === 'confirmed')
  if (settled.length > 0 && isBefore(record.madeAt, mine.sentAt, measureError)) return 'another'
  // Nobody else can have used a generated reference, however the clocks stand.
  if (!isOwnReference && isBefore(record.madeAt, mine.sentAt, measureError)) return 'unclear'
  if (settled.length > 0 && record.madeAt === undefined) return 'unclear'
  if (settled.some(({ sentAt }) => sentAt > mine.sentAt || isWithin(record.madeAt, sentAt))) return 'unclear'
  const open = contenders.filter(({ state }) => state !== 'confirmed')
  if (open.length === 0) return 'own'
  const isFirst = open.every(
    (one) =>
      one.state === 'unknown' &&
      (mine.claimedAt < one.claimedAt || (mine.claimedAt === one.claimedAt && mine.id < one.id)),
  )
  if (!isReplay || !isFirst) return 'unclear'
  return open.some(({ isChecked }) => isChecked) ? 'checked' : 'own'
}

/** When an intent was sent, on the service's clock: as it told it then, else by what it tells now. */
function sentAtService({ sent_at, sent_at_service, environment, now }: ReadIntent): number {
  const ahead = serviceNow(environment as Environment) * 1000 - now
  return sent_at_service ?? (sent_at ?? 0) + ahead
}

const contenderOf = (row: ReadIntent): Contender => ({
  id: row.id,
  // One whose process died counts as unknown, written down or not.
  state: asOfNow(row).state,
  recordId: row.record_id,
  sentAt: sentAtService(row),
  claimedAt: row.sent_at ?? 0,
  isChecked: Boolean(row.is_checked),
})

async function caseOf(row: ReadIntent, record: Case['record'], isReplay: boolean): Promise<Case> {
  return {
    mine: contenderOf(row),
    isOwnReference: row.ref_id === row.id,
    isReplay,
    isTold409: !isReplay || (await wasTold409(row.id)),
    record,
    others: (await sharingReference(row)).map(contenderOf),
  }
}

const takenWords = {
  another: 'This reference was used before: another request of this desk made the record that stands under it.',
  earlier: 'This reference was used before: the record that stands under it was made before this request was sent.',
} as const

function taken(maker: keyof typeof takenWords, outcome: WriteOutcome, answer: unknown): WriteOutcome {
  const words = takenWords[maker]
  const problem: Problem = {
    type: '/problems/already-exists',
    title: words,
    status: 409,
    meta: { existing: answer },
    errors: [{ field: 'ref_id', message: 'This reference was used before.' }],
  }
  return {
    state: 'refused',
    words,
    reason: words,
    answerStatus: outcome.answerStatus,
    answer: JSON.stringify(problem),
  }
}

/** Decides whether the record of a 409 is this intent's own. @returns the outcome as that evidence leaves it */
export async function attributed(outcome: WriteOutcome, row: IntentTable, isReplay: boolean): Promise<WriteOutcome> {
  const { answerStatus, state, recordId, shownId, isByReference, answer = '{}' } = outcome
  const unclear = (words: string): WriteOutcome => ({ state: 'unknown', words, reason: words, answerStatus })
  // Somebody may have typed a generated reference after all, to try again.
  if (answerStatus === 409 && isByReference && (await sharingReference(row)).length > 0)
    return unclear('The provider has this reference, and another request was sent under it as well.')
  if (shownId !== undefined) {
    const isAnothers = (await sharingReference(row)).some((other) => other.record_id === shownId)
    // Only as a proof of whose it is: as an answer it would be shown as this request's.
    return isAnothers ? taken('another', outcome, exactJson(answer)) : { ...outcome, answer: undefined }
  }
  if (answerStatus !== 409 || state === 'unknown' || recordId === undefined) return outcome
  const shown = exactJson(answer)
  const record = { id: recordId, madeAt: madeAt(shown) }
  let maker: Maker = 'unclear'
  // Only the first that was sent waits for the others, so no two wait for each other.
  for (let left = waitForOther / lookEvery; left > 0; left--) {
    // Read anew: it was claimed after it was read.
    const now = await rowById(row.id)
    if (!now) return outcome
    maker = makerOf(await caseOf(now, record, isReplay))
    if (maker !== 'checked') break
    await pause(lookEvery)
  }
  if (maker === 'own') return outcome
  if (maker === 'another' || maker === 'earlier') return taken(maker, outcome, shown)
  return unclear('The provider has this record, and it is not clear which request made it.')
}
