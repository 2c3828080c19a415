/** One look-up of any number of identifiers: what is asked, what came back, and what is still to be asked. */
import { isAccessLost, isRateLimited } from '@/components/ui/problem'
import type { PastedIdentifier } from '@/lib/api/pasted/pasted-identifiers'
import type { RecordsExtent } from '@/lib/api/records'
import type { Letter } from '@/lib/features/lookup/browser/letter'
import type { LookupIdentifier } from '@/lib/features/lookup/input'
import { type LookupAnswer, type LookupResult, maximumLookup } from '@/lib/features/lookup/interface'
import { ProblemError, problemKind } from '@/lib/provider/problem'
import { type DecodedTransfer, readTransfer } from '@/lib/provider/reading'
import type { Asked } from './ask'

/** Every line has exactly one of these. */
export const lineResults = ['found', 'several', 'candidates', 'not-found', 'refused', 'failed', 'waiting'] as const
export type LineResult = (typeof lineResults)[number]

/** A line of the results. A new object whenever it changes. */
export type LookupRow = {
  /** Its place among the identifiers, from 0. */
  index: number
  pasted: PastedIdentifier
  result: LineResult
  answer?: LookupResult
  /** Which transfers our own database had by then. */
  records?: RecordsExtent | undefined
  transfers: readonly DecodedTransfer[]
  /** Why it failed, if nothing came back. */
  problem?: ProblemError
  /** Of the answer; ms since 1970. */
  at?: number
  requestId?: string
  /** The candidate that a person has chosen. */
  chosen?: DecodedTransfer
}

/** `paused`: cancelled, or stopped by a problem that also stops the rest. */
export type RunStatus = 'running' | 'paused' | 'done'

export type RunState = {
  rows: readonly LookupRow[]
  counts: Record<LineResult, number>
  status: RunStatus
  /** Calls made to the provider. */
  calls: number
  /** Milliseconds spent asking. */
  millis: number
  /** When the newest answer came, ms since 1970. */
  at?: number
  /** What stopped it, and when (ms since 1970). */
  problem?: ProblemError
  problemAt: number
}

/** Requests at a time. */
const maximumInFlight = 4
/** Milliseconds between two updates of the screen while many answers arrive. */
const publishEvery = 250

/** Whether a failure would meet every other request too: the person, the provider's limit, or the connection. */
const stopsAll = (error: ProblemError) =>
  isAccessLost(error) ||
  isRateLimited(error) ||
  problemKind(error.problem.type) === 'person-changed' ||
  (typeof navigator !== 'undefined' && navigator.onLine === false)

export type Ask = (identifiers: readonly LookupIdentifier[], signal: AbortSignal) => Promise<Asked>

export type RunInput = {
  /** As pasted, without secrets. */
  text: string
  identifiers: readonly PastedIdentifier[]
  /** Identifiers beyond the most that are looked up at once. */
  omitted: number
  /** What the text says beside its identifiers. */
  letter?: Letter
}

/** Asks in batches of 100, at most four at a time. A store for `useSyncExternalStore`. */
export class LookupRun {
  readonly text: string
  readonly omitted: number
  readonly letter: Letter | undefined
  readonly #ask: Ask
  readonly #rows: LookupRow[]
  /** The rows that are still to be asked. */
  #waiting: number[]
  #controller = new AbortController()
  #inFlight = 0
  #status: RunStatus = 'paused'
  #calls = 0
  #millis = 0
  #startedAt = 0
  #at: number | undefined
  #problem: ProblemError | undefined
  #problemAt = 0
  #state: RunState
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor({ text, identifiers, omitted, letter }: RunInput, ask: Ask) {
    this.text = text
    this.omitted = omitted
    this.letter = letter
    this.#ask = ask
    this.#rows = identifiers.map((pasted, index) => ({
      index,
      pasted,
      result: pasted.identifier ? 'waiting' : 'refused',
      transfers: [],
    }))
    this.#waiting = this.#rows.flatMap(({ index, pasted }) => (pasted.identifier ? [index] : []))
    if (this.#waiting.length === 0) this.#status = 'done'
    this.#state = this.#read()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly state = (): RunState => this.#state

  /** Waits until nothing is being asked. */
  settled(): Promise<void> {
    if (this.#status !== 'running') return Promise.resolve()
    return new Promise((resolve) => {
      const leave = this.subscribe(() => {
        if (this.#status === 'running') return
        leave()
        resolve()
      })
    })
  }

  /** Takes an answer to everything that was waiting, asked elsewhere: by the server, or by the box in the bar. */
  take(answer: LookupAnswer & { at: number; requestId?: string }, millis: number): this {
    const asked = this.#waiting.splice(0)
    this.#calls += answer.calls
    this.#millis += millis
    for (const [at, index] of asked.entries()) this.#settle(index, answer.results[at], answer)
    this.#status = 'done'
    this.#publish()
    return this
  }

  /** Takes the failure of such a request. */
  fail(problem: ProblemError): this {
    this.#stop(this.#waiting.splice(0), problem)
    this.#status = this.#waiting.length > 0 ? 'paused' : 'done'
    this.#publish()
    return this
  }

  /** Asks what is waiting; also after `cancel`, or after a problem stopped it. */
  resume(): void {
    if (this.#status === 'running' || this.#waiting.length === 0) return
    this.#controller = new AbortController()
    this.#problem = undefined
    this.#status = 'running'
    this.#startedAt = performance.now()
    this.#fill()
    this.#publish()
  }

  /** Ends the requests; what they asked is not asked yet. */
  cancel(): void {
    if (this.#status !== 'running') return
    this.#pause()
    this.#publish()
  }

  /** Asks again for the lines that failed, or for one of them. */
  askAgain(only?: LookupRow): void {
    for (const { index, result } of this.#rows) {
      if (result !== 'failed' || (only && index !== only.index)) continue
      this.#waiting.push(index)
      this.#change(index, { result: 'waiting' })
    }
    if (this.#status === 'running') this.#fill()
    else this.resume()
    this.#publish()
  }

  #fill(): void {
    while (this.#status === 'running' && this.#inFlight < maximumInFlight && this.#waiting.length > 0)
      void this.#askBatch(this.#waiting.splice(0, maximumLookup))
    if (this.#status !== 'running' || this.#inFlight > 0) return
    this.#millis += performance.now() - this.#startedAt
    this.#status = 'done'
    this.#publish()
  }

  async #askBatch(batch: readonly number[]): Promise<void> {
    const { signal } = this.#controller
    this.#inFlight += 1
    try {
      const answer = await this.#ask(
        batch.flatMap((index) => this.#rows[index]?.pasted.identifier ?? []),
        signal,
      )
      // An answer that came after all is worth keeping.
      this.#calls += answer.calls
      for (const [at, index] of batch.entries()) this.#settle(index, answer.results[at], answer)
    } catch (thrown) {
      if (signal.aborted) this.#waiting.unshift(...batch)
      else this.#stop(batch, thrown)
    }
    this.#inFlight -= 1
    if (this.#status === 'running') this.#fill()
    this.#publishSoon()
  }

  /** A failed batch. What would stop every other one too stops the run, and nothing of it counts as asked. */
  #stop(batch: readonly number[], thrown: unknown): void {
    const problem =
      thrown instanceof ProblemError
        ? thrown
        : new ProblemError(500, 'internal-error', 'Mintdesk could not read this answer.', { cause: thrown })
    if (stopsAll(problem)) {
      this.#waiting.unshift(...batch)
      this.#problem = problem
      this.#problemAt = Date.now()
      this.#pause()
      return
    }
    for (const index of batch) this.#change(index, { result: 'failed', answer: undefined, problem })
  }

  #pause(): void {
    if (this.#status !== 'running') return
    this.#status = 'paused'
    this.#millis += performance.now() - this.#startedAt
    this.#controller.abort()
  }

  #settle(
    index: number,
    answer: LookupResult | undefined,
    { at, requestId, records }: Pick<LookupAnswer, 'records'> & { at: number; requestId?: string },
  ): void {
    if (!answer) return
    this.#at = at
    const transfers = answer.transfers.map(readTransfer)
    // What part of an identifier matches may be another's.
    const isPart = this.#rows[index]?.pasted.identifier?.kind === 'partial' && transfers.length > 0
    const result = isPart && answer.verdict !== 'failed' ? 'candidates' : answer.verdict
    this.#change(index, { result, answer, transfers, records, at, requestId, problem: undefined })
  }

  /** Takes a person's choice among the candidates; undefined takes it back. */
  choose({ index }: LookupRow, chosen: DecodedTransfer | undefined): void {
    this.#change(index, { chosen })
    this.#publish()
  }

  #change(index: number, change: Partial<LookupRow>): void {
    const row = this.#rows[index]
    if (row) this.#rows[index] = { ...row, ...change }
  }

  #read(): RunState {
    const counts = Object.fromEntries(lineResults.map((result) => [result, 0])) as Record<LineResult, number>
    for (const { result } of this.#rows) counts[result] += 1
    const running = this.#status === 'running' ? performance.now() - this.#startedAt : 0
    return {
      rows: [...this.#rows],
      counts,
      status: this.#status,
      calls: this.#calls,
      millis: this.#millis + running,
      at: this.#at,
      problem: this.#problem,
      problemAt: this.#problemAt,
    }
  }

  #publish(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#state = this.#read()
    for (const listener of this.#listeners) listener()
  }

  /** Many answers in a row are drawn together. */
  #publishSoon(): void {
    if (this.#status !== 'running') this.#publish()
    else this.#timer ??= setTimeout(() => this.#publish(), publishEvery)
  }
}
