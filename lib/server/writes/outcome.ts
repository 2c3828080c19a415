/**
 * What an answer to a write proves (service-facts, "Writing"). Only a record that matches confirms, only a refusal that
 * cannot follow an execution refuses; everything else is unknown.
 */
import { accountNumbersIn, withoutNumbers } from '../../api/account-numbers'
import { differences, isDecisive, missingProof, requiredProof } from '../../api/differences'
import { exactJson } from '../../api/exact-json'
import { isReplayable, type WriteName } from '../../api/intents'
import { isJsonType, isObject, type Json } from '../../api/json'
import { readRecord, rowOf } from '../../api/operations'
import type { Problem, ProblemError } from '../../api/problem'
import { readRefusal } from '../../api/reading'
import { refusalFrom } from '../answers'
import { isTimeout } from '../service'
import type { Sending } from './send'

/** A write: `sent` is the body that left, `body` what a record is compared with, where later changes made it another. */
export type SentWrite = { id: string; name: WriteName; path: Record<string, string>; body: unknown; sent?: unknown }

/** How a sending ended. `answer` is what the browser gets: a record or a problem, as JSON. */
export type WriteOutcome = {
  state: 'prepared' | 'confirmed' | 'refused' | 'unknown'
  /** One sentence for the history, which names the evidence. */
  words: string
  reason?: string
  answerStatus?: number
  answer?: string
  isConflict?: boolean
  /** The service says that the reference exists and has not shown what stands under it, or only a part. */
  isByReference?: boolean
  recordId?: string
  recordStatus?: string
  /** A record that does not prove the outcome, by its id: it may prove whose it is. */
  shownId?: string
}

/** @returns the value, or undefined where the text is no JSON */
function parsed(text: string): unknown {
  try {
    return exactJson(text)
  } catch {
    return undefined
  }
}

/** Levels of an answer beyond which it is no record of this interface, and no function that walks it is safe. */
const deepest = 64

/** Only of what is JSON: there every string is closed, and the pattern is linear. */
function isTooDeep(text: string): boolean {
  if (parsed(text) === undefined) return false
  let depth = 0
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (part === '[' || part === '{') depth += 1
    else if (part === ']' || part === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}

/** The members of a record in the one shape of its kind; a rule's status is no field of the spec. */
export function membersOf(name: WriteName, raw: unknown): Json {
  const record = readRecord(name, raw)
  return { ...record?.other, ...record?.known }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Control characters, which databases keep differently, have no place in a sentence. */
const oneLine = (text: string, most: number) => text.replace(/\p{Cc}+/gu, ' ').slice(0, most)

type RecordHead = { id?: string; status?: string; refId?: string }

/** Id, status and reference of a record as the ledger can keep them; an id that is no id of this interface is none. */
function headOf(name: WriteName, raw: unknown): RecordHead {
  const { id, status, ref_id } = membersOf(name, raw)
  const given = textOf(id)
  const isId = given !== undefined && given.length <= 255 && !/\p{Cc}/u.test(given)
  const word = textOf(status)
  return { id: isId ? given : undefined, status: word && oneLine(word, 60), refId: textOf(ref_id) }
}

/** The id of the record that an answer shows, alone or in a problem; undefined where it shows none. */
export function shownIdOf(name: WriteName, sending: Sending): string | undefined {
  const shown = 'sent' in sending && !isTooDeep(sending.text) ? parsed(sending.text) : undefined
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

const refusedBy = (words: string, problem: Problem, isConflict = false): WriteOutcome => ({
  state: 'refused',
  words,
  reason: words,
  isConflict,
  answerStatus: problem.status,
  answer: JSON.stringify(problem),
})

/** A record of this write. A refusal is a 4xx or a 200 with REJECTED (service-facts, "Reading"). */
function byRecord(name: WriteName, { id, status }: RecordHead, answer: string, answerStatus: number, words: string) {
  const isRejected = name === 'createOrder' && status === 'REJECTED'
  const rejected = 'The provider accepted the order and then rejected it.'
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

/** Whether the reference was generated for this one write, so that nobody else can have used it. */
export const hasOwnReference = ({ id, body }: Pick<SentWrite, 'id' | 'body'>) => referenceOf(body) === id

const isOtherReference = ({ body }: SentWrite, { refId }: RecordHead) =>
  refId !== undefined && referenceOf(body) !== undefined && refId.trim() !== referenceOf(body)?.trim()

/** Statuses that no record of this interface has where it was made (spec, "States and transitions"). */
const deniedStatuses = ['FAILED', 'FAILURE', 'ERROR', 'DECLINED', 'DENIED']
const isDenied = (status: unknown) =>
  typeof status === 'number' ? status >= 400 : deniedStatuses.includes(String(status).toUpperCase())

/** Whether a 2xx body speaks of a problem all the same: `{"code":"FAILED"}`. */
const saysProblem = (body: Json) =>
  ['code', 'error', 'errors', 'error_description', 'message', 'detail', 'title'].some(
    (name) => Object.hasOwn(body, name) && body[name] !== null && body[name] !== '',
  )

/** What the answer to a deposit may say beside what was asked, without meaning that it failed. */
const harmless = ['id', 'transfer_id', 'request_id', 'ref_id', 'profile_id', 'customer_id', 'created_at', 'updated_at']

/** "Response: an empty JSON object": anything that it says of its own may be a failure. */
function saysMore(body: Json, asked: unknown): boolean {
  const { status, ...more } = body
  const isOdd = isDenied(status) || String(status).toUpperCase() === 'REJECTED'
  const known = [...harmless, ...(isObject(asked) ? Object.keys(asked) : [])]
  return isOdd || Object.keys(more).some((name) => !known.includes(name))
}

function depositOutcome(asked: unknown, status: number, text: string): WriteOutcome {
  const body = text.trim() === '' ? {} : parsed(text)
  if (!isObject(body))
    return unknown(`The provider answered ${status} with something that is not JSON.`, { answerStatus: status })
  if (saysMore(body, asked))
    return unknown(`The provider answered ${status} with something that may be an error.`, { answerStatus: status })
  return {
    state: 'confirmed',
    words: 'The provider accepted it.',
    answerStatus: status,
    answer: text.trim() === '' ? '{}' : text,
  }
}

/** 2xx: confirmed by the record of what was asked, and by nothing else. */
function successOutcome(write: SentWrite, status: number, contentType: string, text: string): WriteOutcome {
  const { name, path, body } = write
  if (name === 'initiateSandboxFiatDeposit') return depositOutcome(body, status, text)
  const raw = isJsonType(contentType) ? parsed(text) : undefined
  const head = headOf(name, raw)
  if (!isObject(raw) || head.id === undefined)
    return unknown(`The provider answered ${status} without a record.`, { answerStatus: status })
  const proofs = requiredProof(body)
  const showsNothing = proofs.length > 0 && missingProof(name, body, raw).length === proofs.length
  // An id of a request, and a code of an error: `{"id":"req-1","code":"FAILED"}`.
  if (showsNothing && (saysProblem(raw) || isDenied(head.status)))
    return unknown(`The provider answered ${status}, but its answer speaks of an error.`, { answerStatus: status })
  const differing = differences(name, path, body, raw)
  const decisive = differing.filter(isDecisive)
  if (decisive.length > 0) {
    const isReferenceOnly = decisive.every((member) => member === 'ref_id')
    const words = isReferenceOnly
      ? `The provider answered ${status} with the record of another reference.`
      : `The provider answered ${status} with another record: ${listed(decisive)}.`
    return unknown(words, { answerStatus: status, answer: text, isConflict: !isReferenceOnly })
  }
  const words = 'The provider answered with the record.'
  // As it came: what is read and written anew may lose digits.
  const outcome = byRecord(name, head, text, status, words)
  // An id alone: it was accepted, and the record is still to be seen.
  if (showsNothing && isReplayable(name)) return { ...outcome, isByReference: true }
  if (differing.length === 0) return outcome
  return { ...outcome, isConflict: true, reason: `The provider recorded it differently: ${listed(differing)}.` }
}

/** 409 without a record proves nothing, but for one kind under a reference that only this write can have used. */
function unshownOutcome(write: SentWrite, kind: string): WriteOutcome {
  const more = { answerStatus: 409 }
  if (kind === 'already-exists' && hasOwnReference(write))
    return {
      ...more,
      state: 'confirmed',
      words: 'Confirmed by reference only: the provider has a record under it and has not shown it.',
      isByReference: true,
    }
  if (kind === 'request-in-progress') return unknown('The provider is still working on an earlier sending.', more)
  if (kind === 'already-exists')
    return unknown('The provider has a record under this reference and did not show it.', more)
  return unknown('The provider answered 409 without a record, which does not say whether it was done.', more)
}

/** 409: the service has a record under this reference. Is it the one that was asked for? */
function conflictOutcome(write: SentWrite, kind: string, problem: ProblemError['problem']): WriteOutcome {
  const { name, path, body } = write
  const existing = problem.meta?.existing
  const isOurs = hasOwnReference(write)
  const head = headOf(name, existing)
  if (!isReplayable(name) || !isObject(existing) || Object.keys(existing).length === 0)
    return unshownOutcome(write, kind)
  if (isOtherReference(write, head))
    return unknown('The provider showed the record of another reference, which proves nothing.', { answerStatus: 409 })
  const differing = differences(name, path, body, existing)
  const decisive = differing.filter(isDecisive)
  const answer = JSON.stringify(existing)
  if (decisive.length > 0) {
    const words = `The provider has another record under this reference: ${listed(decisive)}.`
    return isOurs || head.id === undefined
      ? unknown(words, { answerStatus: 409, answer, isConflict: true })
      : refusedBy(words, { ...problem, title: words }, true)
  }
  if (head.id === undefined) return unshownOutcome(write, kind)
  const unshown = missingProof(name, body, existing)
  // A part proves no more than that the reference exists, and that only where it says so.
  const provesReference = isOurs && kind === 'already-exists' && head.refId !== undefined
  if (unshown.length > 0 && !provesReference)
    return unknown(
      `The provider showed only a part of the record under this reference, without ${unshown.join(', ')}.`,
      { answerStatus: 409, answer, shownId: head.id },
    )
  const words =
    unshown.length > 0
      ? 'Confirmed by reference: the provider showed a part of its record.'
      : 'Confirmed by the record that the provider has under this reference.'
  const outcome = byRecord(name, head, answer, 409, words)
  if (unshown.length > 0) outcome.isByReference = true
  if (differing.length === 0) return outcome
  return { ...outcome, isConflict: true, reason: `The provider recorded it differently: ${listed(differing)}.` }
}

/**
 * A sentence of the service without the account numbers that it may quote: sentences are not kept sealed. One that was
 * cut may end within a number.
 */
const discreet = (text: string, { body, sent }: SentWrite) =>
  withoutNumbers(oneLine(text, 1_000), accountNumbersIn([body, sent])).replace(/[\d\s.-]{1,300}…$/, '…')

/** Statuses that gateways and firewalls answer with as well, who know nothing of what the service did. */
const gatewayStatuses = [403, 429]

function answeredOutcome(write: SentWrite, sending: Extract<Sending, { sent: unknown }>): WriteOutcome {
  const { sent, contentType } = sending
  const status = sent.answer.statusCode
  // Nothing of ours is kept of what a service echoes.
  const whole = sent.secrets.reduce((said, secret) => said.replaceAll(secret, '[removed]'), sending.text)
  const text = isTooDeep(whole) ? 'null' : whole
  if (status >= 200 && status <= 299) return successOutcome(write, status, contentType, text)
  const open = `The provider answered ${status}, which does not say whether it was done.`
  // 408, 499 and 5xx leave open what was done before them; a redirect may stand for success (303).
  if (status === 408 || status === 499 || status < 400 || status > 499) return unknown(open, { answerStatus: status })
  if (gatewayStatuses.includes(status) && !(isJsonType(contentType) && isObject(parsed(text))))
    return unknown(`${status} was answered, but not by the provider's API: it may have been done before.`, {
      answerStatus: status,
    })
  const { problem } = refusalFrom(sent, text, rowOf(write.name))
  if (status === 409) return conflictOutcome(write, readRefusal(contentType, text).kind, problem)
  const detail = problem.detail && discreet(problem.detail, write)
  const words = discreet(problem.errors?.[0]?.message || problem.detail || problem.title, write)
  return refusedBy(words, { ...problem, ...(detail && { detail }) })
}

/** @returns what an answer, or its absence, proves of the write. Never throws: what cannot be judged is unknown */
export function outcomeOf(write: SentWrite, sending: Sending): WriteOutcome {
  if (!('sent' in sending)) {
    if (!sending.hasLeft) return { state: 'prepared', words: 'The provider was not reached; nothing was sent.' }
    return unknown(
      isTimeout(sending.cause)
        ? 'It was sent, and no answer came in time.'
        : 'It was sent, and the connection broke before an answer came.',
    )
  }
  try {
    return answeredOutcome(write, sending)
  } catch {
    // An answer of any shape must not keep its outcome from being recorded.
    const { statusCode } = sending.sent.answer
    return unknown(`The provider answered ${statusCode} with something that Mintdesk cannot read.`, {
      answerStatus: statusCode,
    })
  }
}
