/** Tells one webhook what has happened, event by event in their order, until it knows everything or refuses. */
import { randomUUID } from 'node:crypto'
import { type Dispatcher, request } from 'undici'
import { type ListRequest, unmetTerms } from '../../../api/list-request'
import { withoutSecrets } from '../../../api/pasted/pasted-identifiers'
import { currentHold } from '../../../database/hold'
import type { Database } from '../../../database/open'
import type { WebhookTable } from '../../../database/tables'
import { exactJson } from '../../../domain/exact-json'
import { ProblemError } from '../../../provider/problem'
import { readTransfer } from '../../../provider/reading'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import { secondsToWait } from '../../../server/upstream/retry-after'
import type { Owner } from '../../../server/upstream/upstream'
import { checkedList } from '../../checked-list'
import { maximumAnswer, type WebhookAnswer, webhookList } from '../interface'
import { type Attempt, Deliveries } from './deliveries'
import { type Endpoints, type Secret, withoutSecret } from './endpoints'
import { type Message, signedHeaders } from './message'
import { chatBody, chatTest, type NoticeSources } from './notice'
import type { Outbox, RecordedEvent } from './outbox'

/** Events that are read at once, and milliseconds after which the place is written. */
const eventsAtOnce = 100
const writtenEvery = 250
/** Milliseconds that a receiver may take for one message. */
const patience = 15_000
/** Microseconds before the first repeat, and at most between two. */
const firstPause = 500_000
const longestPause = 600_000_000
/** Microseconds after which a webhook that accepts nothing is turned off. */
const givesUpAfter = 5 * 86_400_000_000

export type DeliveryDependencies = {
  clock: Clock
  database: Database
  outbox: Outbox
  endpoints: Endpoints
  connections: Dispatcher
  notices: NoticeSources
}

/** Where messages go, and what signs them. */
type Target = Pick<WebhookTable, 'url' | 'format'> & { secrets: readonly Secret[] }

type Failure = { problem: string; retryIn?: number; isFinal?: boolean }

/** How a receiver answered: `failure` unless it accepted the message. */
type Answered = { status?: number; failure?: Failure; text?: string }

const unreadableEvent =
  "The console's secret has changed, or an event was changed in the database, so it cannot be read."

/** The body of a message. `sequence` counts the events of an environment, those of other kinds included. */
const textOf = ({ kind, at, sequence, data }: RecordedEvent, { environment }: Owner) =>
  `{"type":${JSON.stringify(kind)},"timestamp":"${timeOf(at)}","environment":"${environment}","sequence":${sequence},"data":${data}}`

/** Bytes of an answer that are read. */
const readAtMost = 16_384

/** The beginning of an answer as text, without secrets: neither ours, which it may repeat, nor what looks like one. */
function answerText(bytes: Buffer, secrets: readonly Secret[], signatures = ''): string {
  const own = [...secrets.map(({ secret }) => secret), ...signatures.split(' ')]
  const text = own
    .map((one) => one.replace(/^(?:whsec_|v1,)/, ''))
    .reduce((rest, one) => (one ? rest.replaceAll(one, '…') : rest), bytes.toString('utf8'))
  return withoutSecrets(text.slice(0, 4 * maximumAnswer)).slice(0, maximumAnswer)
}

const noSuchDelivery = () =>
  new ProblemError(404, 'no-such-delivery', 'This delivery is no longer kept.', {
    detail: 'Use "Send again" of the webhook to send everything since a time.',
  })

const invalidView = 'The filters of its view are no longer valid.'

/** What a webhook is told of, or why it cannot be told. */
function viewOf({ view, zone }: WebhookTable, now: number): { view?: ListRequest; problem?: string } {
  if (view === null) return {}
  const { request: asked } = checkedList(webhookList, new URLSearchParams(view), { now, zone })
  return asked ? { view: asked } : { problem: invalidView }
}

/** The beginning of a body; what follows is not kept. Never fails: what matters of an answer is its status. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of body) {
      parts.push(part)
      size += part.length
      if (size >= readAtMost) break
    }
  } catch {
    // It ends here.
  }
  return Buffer.concat(parts)
}

const pauseAfter = (failures: number) => Math.min(longestPause, firstPause * 2 ** Math.min(failures, 20))

function problemOf(error: unknown): string {
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string }
  if (code === 'INSIDE_ADDRESS') return 'The address leads to a private network, so nothing was sent.'
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'The receiver did not answer within 15 s.'
  return `The receiver could not be reached${/^[A-Z_0-9]{3,40}$/.test(code) ? ` (${code})` : ''}.`
}

export class Delivery {
  readonly deliveries: Deliveries

  constructor(private readonly dependencies: DeliveryDependencies) {
    this.deliveries = new Deliveries(dependencies.database)
  }

  /** Sends what a webhook does not know yet. It is told by one console at a time. @param now of the provider, ms since 1970 */
  async deliver(
    owner: Owner,
    due: Pick<WebhookTable, 'id'>,
    holder: string,
    { now, signal }: { now: number; signal: AbortSignal },
  ) {
    const { endpoints, outbox, clock } = this.dependencies
    const row = await endpoints.claim(due, holder)
    if (!row) return
    const target: Target = { url: row.url, format: row.format, secrets: endpoints.secretsOf(row) }
    const { view, problem = target.secrets.length === 0 ? withoutSecret : undefined } = viewOf(row, now)
    let position = Number(row.position)
    let written = clock.steady()
    let isOn = true
    let attempts: Attempt[] = []
    const noteAttempts = async () => {
      const noted = attempts
      attempts = []
      await this.deliveries.note(row, noted)
    }
    try {
      if (problem !== undefined) {
        await endpoints.advance(row, holder, { position, attempt: { problem }, retryIn: 0, offBecause: problem })
        return
      }
      while (isOn && !signal.aborted) {
        const events = await outbox.after(owner, position, eventsAtOnce)
        if (events.length === 0) return
        let status: number | undefined
        for (const event of events) {
          if (signal.aborted) break
          if (this.#isTold(row, view, event)) {
            const { failure, ...sent } = await this.#send(owner, target, event, signal)
            if (signal.aborted && failure) break
            const { sequence } = event
            attempts.push({ sequence, at: microseconds(clock), status: sent.status, problem: failure?.problem })
            if (failure) {
              await noteAttempts()
              await this.#fail(row, holder, position, { ...failure, status: sent.status })
              return
            }
            status = sent.status
          }
          position = event.sequence
          if (clock.steady() - written < writtenEvery) continue
          await noteAttempts()
          isOn = await endpoints.advance(row, holder, { position, ...(status && { attempt: { status } }) })
          written = clock.steady()
          if (!isOn) return
        }
        await noteAttempts()
        isOn = await endpoints.advance(row, holder, { position, ...(status && { attempt: { status } }) })
      }
    } finally {
      await endpoints.release(row, holder)
    }
  }

  #isTold({ events }: WebhookTable, view: ListRequest | undefined, { kind, data }: RecordedEvent): boolean {
    if (!events.split(' ').includes(kind)) return false
    if (!view || data === undefined) return true
    const { transfer, movement } = exactJson(data) as { transfer?: unknown; movement?: { transfers: unknown[] } }
    const transfers = movement?.transfers ?? (transfer === undefined ? [] : [transfer])
    // A request belongs to no list of transfers.
    return transfers.length === 0 || transfers.some((one) => unmetTerms(view, readTransfer(one)).length === 0)
  }

  async #send(owner: Owner, target: Target, event: RecordedEvent, signal: AbortSignal): Promise<Answered> {
    if (event.data === undefined) return { failure: { problem: unreadableEvent, isFinal: true } }
    return this.#post(target, await this.#messageOf(owner, target, event), signal)
  }

  async #messageOf(owner: Owner, { format }: Pick<WebhookTable, 'format'>, event: RecordedEvent): Promise<Message> {
    const { notices } = this.dependencies
    return { id: event.id, text: format ? await chatBody(format, notices, owner, event) : textOf(event, owner) }
  }

  /** Sends a message that tells of nothing, beside the others and once, also while the webhook is off. */
  test(owner: Owner, row: WebhookTable, signal: AbortSignal): Promise<WebhookAnswer> {
    const { clock, notices } = this.dependencies
    const timestamp = new Date(clock.now()).toISOString()
    const text = row.format
      ? chatTest(row.format, notices, owner, row.id)
      : JSON.stringify({ type: 'webhook.test', timestamp, environment: owner.environment, data: {} })
    return this.#sendOnce(row, { id: `msg_${randomUUID()}`, text }, signal)
  }

  /**
   * Sends an event that was sent before once more, beside the others, also while the webhook is off.
   * @throws ProblemError 404; 409 in a copy that is held
   */
  async resend(owner: Owner, row: WebhookTable, sequence: number, signal: AbortSignal): Promise<WebhookAnswer> {
    const { clock, database } = this.dependencies
    if (await currentHold(database))
      throw new ProblemError(409, 'copy-held', 'This is a restored copy, which sends nothing before its release.')
    const answer = await this.#sendOnce(row, await this.#delivered(owner, row, sequence), signal)
    const { status, problem } = answer
    await this.deliveries.note(row, [{ sequence, at: microseconds(clock), status, problem }])
    return answer
  }

  /** The body of a delivery. @throws ProblemError 404; 409 if it cannot be read */
  async bodyOf(owner: Owner, id: string, sequence: number): Promise<string> {
    const row = await this.dependencies.endpoints.find(owner, id)
    if (!row) throw noSuchDelivery()
    return (await this.#delivered(owner, row, sequence)).text
  }

  async #delivered(owner: Owner, row: WebhookTable, sequence: number): Promise<Message> {
    if (!Number.isSafeInteger(sequence) || !(await this.deliveries.has(owner, row.id, sequence))) throw noSuchDelivery()
    const [event] = await this.dependencies.outbox.after(owner, sequence - 1, 1)
    if (event?.sequence !== sequence) throw noSuchDelivery()
    if (event.data === undefined) throw new ProblemError(409, 'not-readable', unreadableEvent)
    return this.#messageOf(owner, row, event)
  }

  async #sendOnce(row: WebhookTable, message: Message, signal: AbortSignal): Promise<WebhookAnswer> {
    const { clock, endpoints } = this.dependencies
    const target: Target = { url: row.url, format: row.format, secrets: endpoints.secretsOf(row) }
    const began = clock.steady()
    const { status, failure, text } =
      target.secrets.length === 0
        ? ({ failure: { problem: withoutSecret } } as Answered)
        : await this.#post(target, message, signal, true)
    return {
      at: new Date(clock.now()).toISOString(),
      millis: Math.round(clock.steady() - began),
      ...(status !== undefined && { status }),
      ...(failure && { problem: failure.problem }),
      ...(text && { answer: text }),
    }
  }

  /** @param readsAnswer only where a person asks: it may be anything */
  async #post(target: Target, message: Message, signal: AbortSignal, readsAnswer = false): Promise<Answered> {
    const { clock, connections: dispatcher } = this.dependencies
    const now = microseconds(clock)
    const signing = target.secrets.flatMap(({ secret, until = now + 1 }) => (until > now ? secret : []))
    const sent = signedHeaders(message, signing, Math.floor(clock.now() / 1000))
    try {
      const { statusCode, headers, body } = await request(target.url, {
        method: 'POST',
        body: message.text,
        dispatcher,
        headers: sent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      })
      const text = readsAnswer ? answerText(await beginningOf(body), target.secrets, sent['webhook-signature']) : ''
      if (!readsAnswer) await body.dump({ limit: readAtMost }).catch(() => undefined)
      const answered = { status: statusCode, text }
      if (statusCode >= 200 && statusCode < 300) return answered
      const problem = `The receiver answered ${statusCode}.`
      if (statusCode === 410)
        return { ...answered, failure: { problem: 'The receiver answered 410: it wants no more.', isFinal: true } }
      const asked = headers['retry-after']
      const retryIn = asked === undefined ? {} : { retryIn: secondsToWait(String(asked), 1, clock.now()) * 1_000_000 }
      return { ...answered, failure: { problem, ...retryIn } }
    } catch (error) {
      return { failure: { problem: problemOf(error) } }
    }
  }

  async #fail(
    row: WebhookTable,
    holder: string,
    position: number,
    failure: Failure & { status?: number },
  ): Promise<void> {
    const { problem, status, isFinal } = failure
    // Progress since the row was read means that it was a first failure.
    const failures = position > Number(row.position) ? 0 : row.failures
    const since = position > Number(row.position) ? null : row.failing_since
    const { endpoints, clock } = this.dependencies
    if (position > Number(row.position)) await endpoints.advance(row, holder, { position })
    const isHopeless = since !== null && microseconds(clock) - Number(since) > givesUpAfter
    const offBecause = isFinal ? problem : isHopeless ? `No message was accepted for five days. ${problem}` : undefined
    await endpoints.advance(row, holder, {
      position,
      attempt: { problem, ...(status !== undefined && { status }) },
      retryIn: failure.retryIn ?? pauseAfter(failures),
      ...(offBecause !== undefined && { offBecause }),
    })
  }
}
