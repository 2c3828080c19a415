/**
 * What changes at the provider, as it happens: one stream for all parts of a tab. It is closed while the tab is hidden or
 * the browser offline, and goes on afterwards with what it missed.
 */

import { ownPath } from '../../../api/own-row'
import { noteAnswer } from '../../../browser/clocks'
import { type LiveStatus, liveStatus, noteLiveStatus } from '../../../browser/live-status'
import { exactJson } from '../../../domain/exact-json'
import type { Environment } from '../../../provider/environments'
import { type DecodedTransfer, readTransfer } from '../../../provider/reading'
import { type ChangeEvent, heartbeatMillis, type StateEvent } from '../interface'
import { liveRows } from '../operations'
import { isNewer } from './live-rows'

export type LiveNews =
  | { kind: 'change'; transfer: DecodedTransfer }
  /** Too much was missed: what is on screen may be out of date. */
  | { kind: 'reload' }

type Listener = (news: LiveNews) => void

/** Milliseconds for which the stream stays open without listeners: the next page may have some. */
const linger = 5_000
/** Milliseconds after which a first read counts as failing. */
const patience = 5_000
/** Milliseconds without a byte after which a connection counts as dead. */
const silence = heartbeatMillis * 2.5
/** Milliseconds until the next attempt; the last one repeats. */
const pauses = [1_000, 2_000, 5_000, 15_000, 30_000]
/** Transfers whose newest version is remembered. */
const mostKnown = 2_000

/** An event of a stream: `data` is JSON. */
type StreamEvent = { event: string; data: string; id?: string }

/** The events of a stream's text, and the rest that is not complete. Only fields that our server sends are read. */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  const events = parts.map((part) => {
    const fields = new Map(
      part.split('\n').map((line) => {
        const colon = line.indexOf(': ')
        return [line.slice(0, colon), line.slice(colon + 2)] as const
      }),
    )
    return { event: fields.get('event') ?? '', data: fields.get('data') ?? '{}', id: fields.get('id') }
  })
  return { events, rest }
}

/** How a connection ended: closed by us, or to be tried again after so many ms; `undefined` for the usual pause. */
type Ending = 'paused' | { after?: number }

class LiveStream {
  readonly #listeners = new Set<Listener>()
  /** Listeners that also listen while the tab is hidden. */
  #keepers = 0
  readonly #newest = new Map<string, DecodedTransfer>()
  #lastId: string | undefined
  #connection: AbortController | undefined
  #watching: AbortController | undefined
  #late: ReturnType<typeof setTimeout> | undefined
  #closing: ReturnType<typeof setTimeout> | undefined
  #attempt = 0

  constructor(private readonly environment: Environment) {}

  /** The newest versions that this tab was told of, by id. */
  get newest(): ReadonlyMap<string, DecodedTransfer> {
    return this.#newest
  }

  listen(listener: Listener, isAlsoHidden: boolean): () => void {
    const tell: Listener = (news) => listener(news)
    this.#listeners.add(tell)
    if (isAlsoHidden) this.#keepers += 1
    clearTimeout(this.#closing)
    this.#watch()
    this.#update()
    return () => {
      if (!this.#listeners.delete(tell)) return
      if (isAlsoHidden) this.#keepers -= 1
      if (this.#listeners.size === 0) this.#closing = setTimeout(() => this.#stop(), linger)
      else this.#update()
    }
  }

  #watch(): void {
    if (this.#watching) return
    this.#watching = new AbortController()
    const update = () => {
      this.#attempt = 0
      this.#update()
    }
    document.addEventListener('visibilitychange', update, this.#watching)
    window.addEventListener('online', update, this.#watching)
    window.addEventListener('offline', update, this.#watching)
  }

  /** Closes the connection at once, and forgets what it said. */
  close(): void {
    clearTimeout(this.#closing)
    this.#stop()
    this.#newest.clear()
    this.#lastId = undefined
  }

  #stop(): void {
    this.#watching?.abort()
    this.#watching = undefined
    this.#disconnect()
    this.#set(undefined)
  }

  #disconnect(): void {
    clearTimeout(this.#late)
    this.#connection?.abort()
    this.#connection = undefined
  }

  /** Opens or closes the connection, as the tab now needs it. */
  #update(): void {
    const isWanted = navigator.onLine && (document.visibilityState === 'visible' || this.#keepers > 0)
    if (!isWanted) {
      this.#disconnect()
      this.#set('paused')
    } else if (!this.#connection) {
      this.#connection = new AbortController()
      void this.#run(this.#connection.signal)
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ending = await this.#read(signal).catch((): Ending => ({}))
      if (signal.aborted) return
      if (ending === 'paused') {
        this.#connection = undefined
        return this.#set('paused')
      }
      this.#set('reconnecting')
      const millis = ending.after ?? pauses[Math.min(this.#attempt, pauses.length - 1)] ?? 0
      this.#attempt += 1
      await new Promise<void>((resolve) => {
        // Spread reconnects so that they do not arrive at once.
        const timer = setTimeout(resolve, millis * (1 + Math.random() / 4))
        signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
      })
    }
  }

  /** One connection, until it ends. @throws what fetch throws */
  async #read(signal: AbortSignal): Promise<Ending> {
    const connection = new AbortController()
    const leave = () => connection.abort()
    signal.addEventListener('abort', leave, { once: true })
    let timer = setTimeout(leave, silence)
    try {
      const url = ownPath(this.environment, liveRows.followChanges, {})
      const response = await fetch(url, {
        headers: {
          accept: 'text/event-stream',
          'x-mintdesk-background': '1',
          ...(this.#lastId !== undefined && { 'last-event-id': this.#lastId }),
        },
        cache: 'no-store',
        signal: connection.signal,
      })
      noteAnswer(url, response)
      // The person must sign in again, or may not listen; a gateway's page is no stream.
      if (response.status === 401 || response.status === 403) return 'paused'
      if (response.status === 429) return { after: 1_000 * Number(response.headers.get('retry-after') ?? 60) }
      if (!response.ok || !response.body || !/event-stream/.test(response.headers.get('content-type') ?? '')) return {}
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      let text = ''
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(timer)
        timer = setTimeout(leave, silence)
        const { events, rest } = eventsIn(text + decoder.decode(part.value, { stream: true }))
        text = rest
        for (const event of events) {
          const ending = this.#take(event)
          if (ending) return ending
        }
      }
      return {}
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      connection.abort()
    }
  }

  #take({ event, data, id }: StreamEvent): Ending | undefined {
    const json = exactJson(data)
    if (id !== undefined) this.#lastId = id
    if (event === 'state') {
      this.#attempt = 0
      clearTimeout(this.#late)
      if ((json as StateEvent).state === 'live') this.#set('live')
      else if (liveStatus(this.environment) !== undefined) this.#set('reconnecting')
      // The console's first read takes a moment, in which nothing is known.
      else this.#late = setTimeout(() => this.#set('reconnecting'), patience)
    } else if (event === 'change') this.#note(readTransfer((json as ChangeEvent).record))
    else if (event === 'reload') this.#tell({ kind: 'reload' })
    else if (event === 'end')
      return /^(session|role)$/.test(String((json as { reason?: unknown }).reason)) ? 'paused' : {}
    return undefined
  }

  #note(transfer: DecodedTransfer): void {
    const { id } = transfer.known
    const known = id === undefined ? undefined : this.#newest.get(id)
    if (id === undefined || (known && !isNewer(transfer, known))) return
    this.#newest.delete(id)
    this.#newest.set(id, transfer)
    const [oldest] = this.#newest.keys()
    if (this.#newest.size > mostKnown && oldest !== undefined) this.#newest.delete(oldest)
    this.#tell({ kind: 'change', transfer })
  }

  #tell(news: LiveNews): void {
    for (const listener of this.#listeners) listener(news)
  }

  #set(status: LiveStatus): void {
    noteLiveStatus(this.environment, status)
  }
}

const streams = new Map<Environment, LiveStream>()

/** The stream of an environment; it is open while someone listens. */
export function liveStream(environment: Environment): LiveStream {
  const stream = streams.get(environment) ?? new LiveStream(environment)
  streams.set(environment, stream)
  return stream
}
