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
import { type ReadIntent, rowById, sharingReference } from './ledger'
import type { WriteOutcome } from './outcome'

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
  const made = isObject(record) ? nanoseconds(String(record.created_at ?? '')) : undefined
  return made === undefined ? undefined : Number(made / 1000n)
}

/** One intent under the reference. `sentAt` is on the service's clock. */
export type Contender = {
  id: string
  state: IntentTable['state']
  recordId: string | null
  sentAt: number
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
  /** When this intent was recorded, on the service's clock. */
  recordedAt: number
  /** Whether its reference was generated here: nobody else can have used it. */
  isOwnReference: boolean
  isReplay: boolean
  record: { id: string; madeAt: Moment }
  others: readonly Contender[]
}

/** Whether a record was made before somebody could have asked for it at a moment. */
const isBefore = (made: Moment, moment: number, tolerance: number) => made !== undefined && made < moment - tolerance

/** Decides whose record it is. Of those that are all unknown the first that was sent has it, once it is checked. */
export function makerOf({ mine, recordedAt, isOwnReference, isReplay, record, others }: Case): Maker {
  if (others.some(({ recordId }) => recordId === record.id)) return 'another'
  if (isBefore(record.madeAt, recordedAt, certain)) return isOwnReference ? 'unclear' : 'earlier'
  // Whoever has a record of its own, or was sent after this one was made, has not made it.
  const contenders = others.filter(
    ({ recordId, sentAt }) => recordId === null && !isBefore(record.madeAt, sentAt, measureError),
  )
  // One that a person noted as done, or that is confirmed by reference, claims what was made before this one was sent.
  const settled = contenders.filter(({ state }) => state === 'confirmed')
  if (settled.length > 0 && isBefore(record.madeAt, mine.sentAt, measureError)) return 'another'
  // Nobody else can have used a generated reference, however the clocks stand.
  if (!isOwnReference && isBefore(record.madeAt, recordedAt, measureError)) return 'unclear'
  if (settled.length > 0 && record.madeAt === undefined) return 'unclear'
  if (settled.some(({ sentAt }) => sentAt > mine.sentAt)) return 'unclear'
  const open = contenders.filter(({ state }) => state !== 'confirmed')
  if (open.length === 0) return 'own'
  const isFirst = open.every(
    (one) => one.state === 'unknown' && (mine.sentAt < one.sentAt || (mine.sentAt === one.sentAt && mine.id < one.id)),
  )
  if (!isReplay || !isFirst) return 'unclear'
  return open.some(({ isChecked }) => isChecked) ? 'checked' : 'own'
}

/** How many microseconds the service's clock was ahead when an intent was sent; as it is now where that is not known. */
function aheadAt({ sent_at, sent_at_service, environment }: IntentTable): number {
  if (sent_at !== null && sent_at_service !== null) return sent_at_service - sent_at
  return (serviceNow(environment as Environment) - Date.now()) * 1000
}

function contenderOf(row: ReadIntent): Contender {
  const { id, state, record_id, sent_at, asking_until } = row
  return {
    id,
    state,
    recordId: record_id,
    sentAt: (sent_at ?? 0) + aheadAt(row),
    isChecked: asking_until !== null && asking_until > Date.now() * 1000,
  }
}

async function caseOf(row: ReadIntent, record: Case['record'], isReplay: boolean): Promise<Case> {
  return {
    mine: contenderOf(row),
    recordedAt: row.created_at + aheadAt(row),
    isOwnReference: row.ref_id === row.id,
    isReplay,
    record,
    others: (await sharingReference(row)).map(contenderOf),
  }
}

const takenWords = {
  another: 'This reference was used before: another request of this desk made the record that stands under it.',
  earlier: 'This reference was used before: the record that stands under it was made before this request, by its time.',
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
  const { answerStatus, state, recordId, answer = '{}' } = outcome
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
  const reason = 'The provider has this record, and it is not clear which request made it.'
  return { state: 'unknown', words: reason, reason, answerStatus }
}
