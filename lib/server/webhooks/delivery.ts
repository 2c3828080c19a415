/** Tells one webhook what has happened, event by event in their order, until it knows everything or refuses. */
import { randomUUID } from 'node:crypto'
import { type Dispatcher, request } from 'undici'
import { checkedList } from '../../api/console/checked-list'
import { type ListRequest, unmetTerms } from '../../api/console/list-request'
import { type WebhookTest, webhookList } from '../../api/console/webhooks'
import { readTransfer } from '../../api/provider/reading'
import type { WebhookTable } from '../../database/tables'
import { exactJson } from '../../domain/exact-json'
import { type Clock, microseconds } from '../clock'
import { secondsToWait } from '../upstream/retry-after'
import type { Owner } from '../upstream/upstream'
import { type Endpoints, type Secret, withoutSecret } from './endpoints'
import { type Message, signedHeaders } from './message'
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

export type DeliveryDependencies = { clock: Clock; outbox: Outbox; endpoints: Endpoints; connections: Dispatcher }

/** Where messages go, and what signs them. */
type Target = { url: string; secrets: readonly Secret[] }

type Failure = { problem: string; status?: number; retryIn?: number; isFinal?: boolean }

const unreadableEvent =
  "The console's secret has changed, or an event was changed in the database, so it cannot be read."

/** The body of a message. `sequence` counts the events of an environment, those of other kinds included. */
const textOf = ({ kind, at, sequence, data }: RecordedEvent, { environment }: Owner) =>
  `{"type":${JSON.stringify(kind)},"timestamp":"${new Date(at / 1000).toISOString()}","environment":"${environment}","sequence":${sequence},"data":${data}}`

const invalidView = 'The filters of its view are no longer valid.'

/** What a webhook is told of, or why it cannot be told. */
function viewOf({ view, zone }: WebhookTable, now: number): { view?: ListRequest; problem?: string } {
  if (view === null) return {}
  const { request: asked } = checkedList(webhookList, new URLSearchParams(view), { now, zone })
  return asked ? { view: asked } : { problem: invalidView }
}

const pauseAfter = (failures: number) => Math.min(longestPause, firstPause * 2 ** Math.min(failures, 20))

function problemOf(error: unknown): string {
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string }
  if (code === 'INSIDE_ADDRESS') return 'The address leads to a private network, so nothing was sent.'
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'The receiver did not answer within 15 s.'
  return `The receiver could not be reached${/^[A-Z_0-9]{3,40}$/.test(code) ? ` (${code})` : ''}.`
}

export class Delivery {
  readonly #dependencies: DeliveryDependencies

  constructor(dependencies: DeliveryDependencies) {
    this.#dependencies = dependencies
  }

  /** Sends what a webhook does not know yet. It is told by one console at a time. @param now of the provider, ms since 1970 */
  async deliver(
    owner: Owner,
    due: Pick<WebhookTable, 'id'>,
    holder: string,
    { now, signal }: { now: number; signal: AbortSignal },
  ) {
    const { endpoints, outbox, clock } = this.#dependencies
    const row = await endpoints.claim(due, holder)
    if (!row) return
    const target: Target = { url: row.url, secrets: endpoints.secretsOf(row) }
    const { view, problem = target.secrets.length === 0 ? withoutSecret : undefined } = viewOf(row, now)
    let position = Number(row.position)
    let written = clock.steady()
    let isOn = true
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
            const sent = await this.#send(owner, target, event, signal)
            if (signal.aborted && typeof sent !== 'number') break
            if (typeof sent !== 'number') {
              await this.#fail(row, holder, position, sent)
              return
            }
            status = sent
          }
          position = event.sequence
          if (clock.steady() - written < writtenEvery) continue
          isOn = await endpoints.advance(row, holder, { position, ...(status && { attempt: { status } }) })
          written = clock.steady()
          if (!isOn) return
        }
        isOn = await endpoints.advance(row, holder, { position, ...(status && { attempt: { status } }) })
      }
    } finally {
      await endpoints.release(row, holder)
    }
  }

  #isTold({ events }: WebhookTable, view: ListRequest | undefined, { kind, data }: RecordedEvent): boolean {
    if (!events.split(' ').includes(kind)) return false
    if (!view || data === undefined) return true
    const { transfer } = exactJson(data) as { transfer?: unknown }
    // A request belongs to no list of transfers.
    return transfer === undefined || unmetTerms(view, readTransfer(transfer)).length === 0
  }

  /** @returns the receiver's status if it accepted the message */
  async #send(owner: Owner, target: Target, event: RecordedEvent, signal: AbortSignal): Promise<number | Failure> {
    if (event.data === undefined) return { problem: unreadableEvent, isFinal: true }
    return this.#post(target, { id: event.id, text: textOf(event, owner) }, signal)
  }

  /** Sends a message that tells of nothing, beside the others and once, also while the webhook is off. */
  async test({ environment }: Owner, row: WebhookTable, signal: AbortSignal): Promise<WebhookTest> {
    const { clock, endpoints } = this.#dependencies
    const target: Target = { url: row.url, secrets: endpoints.secretsOf(row) }
    if (target.secrets.length === 0) return { problem: withoutSecret }
    const timestamp = new Date(clock.now()).toISOString()
    const text = JSON.stringify({ type: 'webhook.test', timestamp, environment, data: {} })
    const sent = await this.#post(target, { id: `msg_${randomUUID()}`, text }, signal)
    if (typeof sent === 'number') return { status: sent }
    return { problem: sent.problem, ...(sent.status !== undefined && { status: sent.status }) }
  }

  async #post(target: Target, message: Message, signal: AbortSignal): Promise<number | Failure> {
    const { clock, connections: dispatcher } = this.#dependencies
    const now = microseconds(clock)
    const secrets = target.secrets.flatMap(({ secret, until = now + 1 }) => (until > now ? secret : []))
    try {
      const { statusCode, headers, body } = await request(target.url, {
        ...{ method: 'POST', body: message.text, dispatcher },
        headers: signedHeaders(message, secrets, Math.floor(clock.now() / 1000)),
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      })
      // What it says is not read: it may be anything.
      await body.dump({ limit: 16_384 }).catch(() => undefined)
      if (statusCode >= 200 && statusCode < 300) return statusCode
      const failure = { status: statusCode, problem: `The receiver answered ${statusCode}.` }
      if (statusCode === 410)
        return { ...failure, problem: 'The receiver answered 410: it wants no more.', isFinal: true }
      const asked = headers['retry-after']
      if (asked === undefined) return failure
      return { ...failure, retryIn: secondsToWait(String(asked), 1, clock.now()) * 1_000_000 }
    } catch (error) {
      return { problem: problemOf(error) }
    }
  }

  async #fail(row: WebhookTable, holder: string, position: number, failure: Failure): Promise<void> {
    const { problem, status, isFinal } = failure
    // Progress since the row was read means that it was a first failure.
    const failures = position > Number(row.position) ? 0 : row.failures
    const since = position > Number(row.position) ? null : row.failing_since
    const { endpoints, clock } = this.#dependencies
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
