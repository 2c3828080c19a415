/**
 * What an answer to a write proves (docs/provider.md, "Writing"). Only a matching record confirms, only a refusal that cannot
 * follow an execution refuses; everything else is unknown.
 */

import { accountNumbersIn, withoutNumbers } from '../../domain/account-numbers'
import { exactJson, repeatedName } from '../../domain/exact-json'
import { withoutFoundNumbers } from '../../domain/found-numbers'
import { isJsonType, isObject, type Json, textOf } from '../../domain/json'
import { differences, isDecisive, likeness, missingProof, pathsIn, requiredProof } from '../../provider/differences'
import { isReplayable, type WriteName, writeRowOf } from '../../provider/operations'
import { type Problem, problemKind } from '../../provider/problem'
import { readRefusal } from '../../provider/reading'
import { isRefusedStatus, readRecord } from '../../provider/records'
import { refusalKind } from '../../provider/refusals'
import { isMalformed, isTimeout, isTooDeep, TooLong } from '../upstream/answers'
import { refusalFrom } from '../upstream/refusals'
import type { SendResult } from './send'

/** A write: `sent` is the body that was sent, `body` what a record is compared with, which later changes may have altered. */
export type SentWrite = { id: string; name: WriteName; path: Record<string, string>; body: unknown; sent?: unknown }

/** How a sending ended. `answer` is what the browser gets: a record or a problem, as JSON. */
export type WriteOutcome = {
  state: 'prepared' | 'confirmed' | 'refused' | 'unknown'
  /** One sentence for the history that names the evidence. */
  words: string
  reason?: string
  answerStatus?: number
  answer?: string
  isConflict?: boolean
  /** The provider says that the reference exists and has not shown its record, or only a part. */
  isByReference?: boolean
  recordId?: string
  recordStatus?: string
  /** The id of a record that does not prove the outcome, but may prove whose it is. */
  shownId?: string
}

/** @returns the value, or undefined if the text is not JSON */
function parsed(text: string): unknown {
  try {
    return exactJson(text)
  } catch {
    return undefined
  }
}

/** The members of a record in the one shape of its kind, including fields that the spec does not list. */
export function membersOf(name: WriteName, raw: unknown): Json {
  const record = readRecord(name, raw)
  return { ...record?.other, ...record?.known }
}

/** Control characters, which databases store differently, do not belong in a sentence. */
const oneLine = (text: string, most: number) => text.replace(/\p{Cc}+/gu, ' ').slice(0, most)

type RecordHead = { id?: string; status?: string; refId?: string }

/** Id, status and reference of a record as the ledger can store them; an id that cannot be one of this API is ignored. */
function headOf(name: WriteName, raw: unknown): RecordHead {
  const { id, status, ref_id } = membersOf(name, raw)
  const given = textOf(id)
  const isId = given !== undefined && given.length <= 255 && !/\p{Cc}/u.test(given)
  const word = textOf(status)
  return { id: isId ? given : undefined, status: word && withoutFoundNumbers(oneLine(word, 60)), refId: textOf(ref_id) }
}

/** The id of the record in an answer, bare or in a problem; undefined if there is none. */
export function recordIdIn(name: WriteName, sending: SendResult): string | undefined {
  const shown = 'received' in sending && !isTooDeep(sending.text) ? parsed(sending.text) : undefined
  if (!isObject(shown)) return undefined
  const existing = isObject(shown.meta) ? shown.meta.existing : undefined
  return headOf(name, isObject(existing) ? existing : shown).id
}

const unknown = (words: string, more: Partial<WriteOutcome> = {}): WriteOutcome => ({
  state: 'unknown',
  words,
  reason: words,
  ...more,
})

const refusedBy = (words: string, problem: Problem): WriteOutcome => ({
  state: 'refused',
  words,
  reason: words,
  answerStatus: problem.status,
  answer: JSON.stringify(problem),
})

/** A record of this write. A refusal is a 4xx or a record with a refused status (docs/provider.md, "Reading"). */
function byRecord(name: WriteName, { id, status }: RecordHead, answer: string, answerStatus: number, words: string) {
  const isRejected = isRefusedStatus(name, status ?? '')
  const rejected = `The provider accepted the ${writeRowOf(name).noun} and then rejected it.`
  const outcome: WriteOutcome = {
    state: isRejected ? 'refused' : 'confirmed',
    words: isRejected ? rejected : words,
    ...(isRejected && { reason: rejected }),
    answerStatus,
    answer,
    recordId: id,
    recordStatus: status,
  }
  return outcome
}

const listed = (names: readonly string[]) => `${names.join(', ')} ${names.length === 1 ? 'differs' : 'differ'}`

const referenceOf = (body: unknown) => (isObject(body) ? textOf(body.ref_id) : undefined)

/** Whether the reference was generated for this write, so that no one else can have used it. */
export const hasOwnReference = ({ id, body }: Pick<SentWrite, 'id' | 'body'>) => referenceOf(body) === id

const isOtherReference = ({ body }: SentWrite, { refId }: RecordHead) =>
  refId !== undefined && referenceOf(body) !== undefined && refId.trim() !== referenceOf(body)?.trim()

/** Statuses that no record of this API has once it was created (spec, "States and transitions"). */
const deniedStatuses = ['FAILED', 'FAILURE', 'ERROR', 'DECLINED', 'DENIED']
const isDenied = (status: unknown) => {
  if (status === undefined || status === null || status === '') return false
  if (typeof status === 'number') return status >= 400
  return typeof status !== 'string' || deniedStatuses.includes(status.trim().toUpperCase())
}

const problemMembers =
  /^(?:code|errors?|error_(?:code|description|message)|exception|failure(?:_reason)?|message|detail|title)$/i

/** Whether a 2xx body reports a problem: `{"code":"FAILED"}`, whatever else it has. */
const saysProblem = (members: Json) =>
  Object.entries(members).some(
    ([name, value]) =>
      (problemMembers.test(name) && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)) ||
      (/^(?:ok|success)$/i.test(name) && value === false),
  )

/** Members that an answer without a record may have, besides those of the request, without meaning that it failed. */
const harmless = ['id', 'transfer_id', 'request_id', 'ref_id', 'profile_id', 'customer_id', 'created_at', 'updated_at']
/** What its status may be, if it has one. */
const acceptedStatuses = ['PENDING', 'COMPLETED', 'ACCEPTED', 'CREATED', 'SUBMITTED', 'PROCESSING', 'SUCCESS', 'OK']

/** "Response: an empty JSON object": any other member may mean a failure. */
function saysMore(name: WriteName, body: Json, asked: unknown): boolean {
  const { status = 'OK', ...more } = body
  const isAccepted =
    typeof status === 'number' ? status < 400 : acceptedStatuses.includes(String(status).trim().toUpperCase())
  const known = [...harmless, ...(isObject(asked) ? Object.keys(asked) : [])]
  return (
    !isAccepted ||
    Object.keys(more).some((member) => !known.includes(member)) ||
    differences(name, {}, asked, more).length > 0
  )
}

/** The outcome of an operation that answers with no record. */
function acceptedOutcome({ name, body: asked }: SentWrite, status: number, text: string): WriteOutcome {
  const body = text.trim() === '' ? {} : parsed(text)
  if (!isObject(body))
    return unknown(`The provider answered ${status} with something that is not JSON.`, { answerStatus: status })
  if (saysMore(name, body, asked))
    return unknown(`The provider answered ${status} with something that may be an error.`, { answerStatus: status })
  return {
    state: 'confirmed',
    words: 'The provider accepted the request.',
    answerStatus: status,
    answer: text.trim() === '' ? '{}' : text,
  }
}

/** 2xx: confirmed by the record of the request, and by nothing else. */
function successOutcome(write: SentWrite, status: number, contentType: string, text: string): WriteOutcome {
  const { name, path, body } = write
  const open = (how: string) => unknown(`The provider answered ${status} ${how}.`, { answerStatus: status })
  if (status === 206) return open('with a part of its answer')
  if (repeatedName(text, Number.POSITIVE_INFINITY) !== undefined) return open('with a member that is there twice')
  if (writeRowOf(name).record === null) return acceptedOutcome(write, status, text)
  const raw = isJsonType(contentType) ? parsed(text) : undefined
  const head = headOf(name, raw)
  if (!isObject(raw) || head.id === undefined) return open('without a record')
  const shown = membersOf(name, raw)
  if (saysProblem({ ...raw, ...shown }) || isDenied(shown.status))
    return unknown(`The provider answered ${status}, but its answer reports an error.`, { answerStatus: status })
  const differing = differences(name, path, body, raw)
  const decisive = differing.filter((member) => isDecisive(name, member))
  if (decisive.length > 0) {
    const isReferenceOnly = decisive.every((member) => member === 'ref_id')
    const words = isReferenceOnly
      ? `The provider answered ${status} with a record that has another reference.`
      : `The provider answered ${status} with a different record: ${listed(decisive)}.`
    return unknown(words, { answerStatus: status, answer: text, isConflict: !isReferenceOnly })
  }
  const proofs = requiredProof(name, body)
  const { agrees } = likeness(name, path, body, raw)
  const showsNothing =
    proofs.length > 0
      ? missingProof(name, body, raw).length === proofs.length
      : agrees.every((member) => member === 'ref_id') && pathsIn(body).length > 0
  // An id alone may be that of the request, or of an error.
  if (showsNothing && !(isReplayable(name) && agrees.includes('ref_id')))
    return open('with an id, and nothing of a record')
  const words = 'The provider answered with the record.'
  // Unchanged: parsing and serialising could lose digits.
  const outcome = byRecord(name, head, text, status, words)
  // Its reference was accepted, and its record has not been seen.
  if (showsNothing) return { ...outcome, isByReference: true }
  if (differing.length === 0) return outcome
  return { ...outcome, isConflict: true, reason: `The provider recorded it differently: ${listed(differing)}.` }
}

/** A 409 without a record proves nothing, except one kind with a reference that only this write can have used. */
function unshownOutcome(write: SentWrite, kind: string): WriteOutcome {
  const more = { answerStatus: 409 }
  if (kind === 'already-exists' && hasOwnReference(write))
    return {
      ...more,
      state: 'confirmed',
      words: 'Confirmed by reference only: the provider has a record with this reference but did not return it.',
      isByReference: true,
    }
  if (kind === 'request-in-progress') return unknown('The provider is still processing an earlier attempt.', more)
  if (kind === 'already-exists')
    return unknown('The provider has a record with this reference but did not return it.', more)
  return unknown(
    'The provider answered 409 without a record, so it is not known whether the request was executed.',
    more,
  )
}

/** 409: the provider has a record with this reference. Is it the one that was requested? */
function conflictOutcome(write: SentWrite, kind: string, existing: unknown): WriteOutcome {
  const { name, path, body } = write
  const isOurs = hasOwnReference(write)
  const head = headOf(name, existing)
  if (!isReplayable(name) || !isObject(existing) || Object.keys(existing).length === 0)
    return unshownOutcome(write, kind)
  if (isOtherReference(write, head))
    return unknown('The provider returned a record with another reference, which proves nothing about this request.', {
      answerStatus: 409,
    })
  const differing = differences(name, path, body, existing)
  const decisive = differing.filter((member) => isDecisive(name, member))
  const answer = JSON.stringify(existing)
  if (decisive.length > 0) {
    const words = `The provider has a different record with this reference: ${listed(decisive)}.`
    // The provider may only write it differently: whose it is, its id and its time decide.
    return unknown(words, { answerStatus: 409, answer, isConflict: true, shownId: head.id })
  }
  if (head.id === undefined) return unshownOutcome(write, kind)
  const unshown = missingProof(name, body, existing)
  // A part proves only that the reference exists, and only if it names it.
  const provesReference = isOurs && kind === 'already-exists' && head.refId !== undefined
  if (unshown.length > 0 && !provesReference)
    return unknown(
      `The provider returned only part of the record with this reference, without ${unshown.join(', ')}.`,
      { answerStatus: 409, answer, shownId: head.id },
    )
  const words =
    unshown.length > 0
      ? 'Confirmed by reference: the provider returned part of its record.'
      : 'Confirmed by the record that the provider has with this reference.'
  const outcome = byRecord(name, head, answer, 409, words)
  if (unshown.length > 0) outcome.isByReference = true
  if (differing.length === 0) return outcome
  return { ...outcome, isConflict: true, reason: `The provider recorded it differently: ${listed(differing)}.` }
}

/**
 * A sentence of the provider without the account numbers that it may quote, because sentences are not encrypted. A truncated
 * one may end within a number.
 */
const discreet = (text: string, { body, sent }: SentWrite) =>
  withoutFoundNumbers(withoutNumbers(oneLine(text, 1_000), accountNumbersIn([body, sent]))).replace(
    /[\d\s.-]{1,300}…$/,
    '…',
  )

/** Statuses that gateways and firewalls use as well, which do not know what the provider did. */
const gatewayStatuses = [403, 429]

function answeredOutcome(write: SentWrite, sending: Extract<SendResult, { received: unknown }>): WriteOutcome {
  const { received, contentType } = sending
  const status = received.answer.statusCode
  // The provider may echo our secrets.
  const text = isTooDeep(sending.text) ? 'null' : received.secrets.removedFrom(sending.text)
  if (status >= 200 && status <= 299) return successOutcome(write, status, contentType, text)
  const open = `The provider answered ${status}, so it is not known whether the request was executed.`
  // 408, 499 and 5xx leave open what was executed before; a redirect may mean success (303).
  if (status === 408 || status === 499 || status < 400 || status > 499) return unknown(open, { answerStatus: status })
  if (gatewayStatuses.includes(status) && !(isJsonType(contentType) && isObject(parsed(text))))
    return unknown(
      `The answer ${status} did not come from the provider's API, so the request may have been executed.`,
      { answerStatus: status },
    )
  const { problem } = refusalFrom(received, text, writeRowOf(write.name))
  if (status === 409 && repeatedName(text, Number.POSITIVE_INFINITY) !== undefined)
    return unknown('The provider answered 409 with a member that is there twice.', { answerStatus: status })
  if (status === 409) return conflictOutcome(write, readRefusal(contentType, text).kind, problem.meta?.existing)
  const detail = problem.detail && discreet(problem.detail, write)
  const said = problem.meta?.service_detail
  const meta = typeof said === 'string' ? { ...problem.meta, service_detail: discreet(said, write) } : problem.meta
  const isKnown = refusalKind({ status, kind: problemKind(problem.type) }) !== undefined
  const reason = isKnown
    ? `${problem.title} ${problem.detail}`
    : problem.errors?.[0]?.message || problem.detail || problem.title
  return refusedBy(discreet(reason, write), { ...problem, meta, ...(detail && { detail }) })
}

function whyUnanswered(cause: unknown): string {
  if (isTimeout(cause)) return 'It was sent, but no complete answer arrived in time.'
  if (cause instanceof TooLong) return 'It was sent, and the answer was too long to be read.'
  if (isMalformed(cause)) return 'It was sent, and the answer could not be read.'
  return 'It was sent, but the connection broke before a complete answer arrived.'
}

/** @returns what an answer, or its absence, proves of the write. Never throws: an answer that cannot be judged is unknown */
export function outcomeOf(write: SentWrite, sending: SendResult): WriteOutcome {
  if (!('received' in sending)) {
    if (!sending.hasLeft) return { state: 'prepared', words: 'The provider was not reached. Nothing was sent.' }
    return unknown(whyUnanswered(sending.cause))
  }
  try {
    return answeredOutcome(write, sending)
  } catch {
    // No answer may prevent its outcome from being recorded.
    const { statusCode } = sending.received.answer
    return unknown(`The provider answered ${statusCode} with something that Mintdesk cannot read.`, {
      answerStatus: statusCode,
    })
  }
}
