/** What an answer to a write means: whether it happened, did not, or is not known (service-facts, "Writing"). */
import { accountNumbersIn, withoutNumbers } from '../api/account-numbers'
import { differences } from '../api/differences'
import { canBeFoundOut, type IntentState, type WriteName } from '../api/intents'
import { isObject } from '../api/json'
import { rowOf } from '../api/operations'
import type { ProblemError } from '../api/problem'
import { readFiatAccount, readOrder, readRefusal, readRule } from '../api/reading'
import { isJson, refusalFrom } from './answers'
import { isTimeout } from './service'
import type { Written } from './writes'

/** What was asked, as it was sent. `isReplay`: the same had been sent before, to find out. */
export type Asked = { id: string; name: WriteName; path: Record<string, string>; body: unknown; isReplay: boolean }

/** How a sending ended. `answer` is what the browser gets: a record or a problem, as JSON. */
export type Verdict = {
  state: IntentState
  /** What the history says of it. */
  words: string
  reason?: string
  answerStatus?: number
  answer?: string
  isConflict?: boolean
  recordId?: string
  recordStatus?: string
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The id and the status of a record, read loosely; a rule's status is no field of the spec. */
function readRecord(name: WriteName, raw: unknown): { id?: string; status?: string } {
  if (name === 'createOrder') return readOrder(raw).known
  if (name === 'createRule') {
    const { known, other } = readRule(raw)
    return { id: known.id, status: typeof other.status === 'string' ? other.status : undefined }
  }
  return name === 'initiateSandboxFiatDeposit' ? {} : readFiatAccount(raw).known
}

/** What a service says in one line: control characters, which no database takes alike, are nothing that is read. */
const oneLine = (text: string, most: number) => text.replace(/\p{Cc}+/gu, ' ').slice(0, most)

/** The same as the ledger can keep it: what is no id of this interface is none. */
function recordOf(name: WriteName, raw: unknown): { id?: string; status?: string } {
  const { id, status } = readRecord(name, raw)
  const isId = id !== undefined && id.length > 0 && id.length <= 255 && !/\p{Cc}/u.test(id)
  return { id: isId ? id : undefined, status: status && oneLine(status, 60) }
}

const unknown = (words: string, more: Partial<Verdict> = {}): Verdict => ({
  state: 'unknown',
  words,
  reason: words,
  ...more,
})

/** A record that the service has because of this write, or had under its reference. */
function verdictOfRecord(name: WriteName, text: string, answerStatus: number, words: string): Verdict {
  const { id, status } = recordOf(name, parsed(text))
  // A refusal is a 4xx or a 200 with REJECTED (service-facts, "Reading").
  const isRejected = name === 'createOrder' && status === 'REJECTED'
  return {
    state: isRejected ? 'refused' : 'confirmed',
    words: isRejected ? 'The service took the order and rejected it.' : words,
    ...(isRejected && { reason: 'The service took the order and rejected it.' }),
    answerStatus,
    answer: text,
    recordId: id,
    recordStatus: status,
  }
}

function verdictOfSuccess({ name }: Asked, status: number, contentType: string, text: string): Verdict {
  const isDeposit = name === 'initiateSandboxFiatDeposit'
  // "Response: an empty JSON object", which says no more than its status does.
  if (isDeposit && (text.trim() === '' || isObject(parsed(text))))
    return {
      state: 'confirmed',
      words: 'The service took it.',
      answerStatus: status,
      answer: text.trim() === '' ? '{}' : text,
    }
  const raw = isJson(contentType) ? parsed(text) : undefined
  const { id } = recordOf(name, raw)
  if (!isObject(raw) || id === undefined)
    return unknown(`The service answered ${status}, but with something that is not the record.`, {
      answerStatus: status,
    })
  // As it came: what is read and written anew may lose digits.
  return verdictOfRecord(name, text, status, 'The service answered with the record.')
}

/** Kinds of a 409 that say that the reference is taken, as services spell it. */
const isTakenKind = (kind: string) => /exist|duplicate|reuse|conflict/i.test(kind)

/** 409: the service has a record under this reference. Is it the one that was asked for? */
function verdictOfConflict(asked: Asked, kind: string, problem: ProblemError['problem']): Verdict {
  const { id, name, path, body, isReplay } = asked
  const existing = problem.meta?.existing
  // Nobody else can have used an id that was made for this one write.
  const isOurs = isObject(body) && body.ref_id === id
  const refused = (reason: string, isConflict: boolean): Verdict => ({
    state: 'refused',
    words: reason,
    reason,
    isConflict,
    answerStatus: 409,
    answer: JSON.stringify(problem),
  })
  if (!isObject(existing) || recordOf(name, existing).id === undefined) {
    if (isTakenKind(kind)) {
      if (isOurs)
        return {
          state: 'confirmed',
          words: 'The service has a record under this reference; it did not show it.',
          answerStatus: 409,
        }
      const words = 'The service has a record under this reference and does not show it.'
      return isReplay ? unknown(words, { answerStatus: 409 }) : refused(words, false)
    }
    const words = 'The service answered 409 and did not say that it has this.'
    // A kind of its own is a refusal of what was sent; of what was sent before it says nothing.
    return kind !== '' && !isReplay
      ? refused(discreet(problem.detail || problem.title, body), false)
      : unknown(words, { answerStatus: 409 })
  }
  const record = JSON.stringify(existing)
  const others = differences(name, path, body, existing)
  if (others.length === 0)
    return verdictOfRecord(name, record, 409, 'The service has exactly this under the reference.')
  const differ = `${others.join(', ')} differ${others.length === 1 ? 's' : ''}`
  if (!isOurs) return refused(`The service has another record under this reference: ${differ}.`, true)
  const words = `The service has this under its reference, not quite as it was asked for: ${differ}.`
  return { reason: words, ...verdictOfRecord(name, record, 409, words), isConflict: true }
}

/** A sentence of the service, without the account numbers that it may quote: what is said is not kept sealed. */
const discreet = (text: string, body: unknown) => withoutNumbers(oneLine(text, 1_000), accountNumbersIn(body))

/** @returns what an answer, or its absence, says of the write */
export function verdictOf(asked: Asked, written: Written): Verdict {
  if (!('sent' in written)) {
    if (!written.hasLeft)
      return { state: 'prepared', words: 'The service was not reached; nothing was sent.', reason: undefined }
    return unknown(
      isTimeout(written.cause)
        ? 'It was sent, and no answer came in time.'
        : 'It was sent, and the connection broke before an answer came.',
    )
  }
  const { sent, contentType } = written
  const status = sent.answer.statusCode
  // Nothing of ours is kept of what a service echoes.
  const text = sent.secrets.reduce((said, secret) => said.replaceAll(secret, '[removed]'), written.text)
  if (status >= 200 && status <= 299) return verdictOfSuccess(asked, status, contentType, text)
  // 408 and 5xx leave open what was done before them; a redirect may stand for success (303).
  if (status === 408 || status < 400 || status > 499)
    return unknown(`The service answered ${status}, which does not say whether it was done.`, { answerStatus: status })
  const { problem } = refusalFrom(sent, text, rowOf(asked.name))
  if (status === 409 && canBeFoundOut(asked.name))
    return verdictOfConflict(asked, readRefusal(contentType, text).kind, problem)
  const told = discreet(problem.errors?.[0]?.message || problem.detail || problem.title, asked.body)
  return {
    state: 'refused',
    words: told,
    reason: told,
    answerStatus: status,
    answer: JSON.stringify(problem),
  }
}
