/**
 * The one thread of a process is shared fairly. Long work is done in pieces of a few milliseconds, one between two turns of
 * the event loop, and people take turns: however much one of them asks for, a request of another waits for one piece.
 */

import { setImmediate } from 'node:timers'
import { Tally } from '../../domain/tally'

/** Who waits; people are served in turn. */
export class FairQueue {
  readonly #byPerson = new Map<string, (() => void)[]>()

  of = (subject: string): number => this.#byPerson.get(subject)?.length ?? 0

  get isEmpty(): boolean {
    return this.#byPerson.size === 0
  }

  /** How many are served before a new one of this person. */
  ahead(subject: string): number {
    const own = this.of(subject)
    return [...this.#byPerson.values()].reduce((sum, { length }) => sum + Math.min(length, own + 1), 0)
  }

  /** @param served is called as soon as it is served @throws the signal's reason, after leaving the queue */
  wait(subject: string, signal?: AbortSignal, served?: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        served?.()
        resolve()
      }
      const leave = () => {
        const left = (this.#byPerson.get(subject) ?? []).filter((one) => one !== start)
        if (left.length > 0) this.#byPerson.set(subject, left)
        else this.#byPerson.delete(subject)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      const own = this.#byPerson.get(subject)
      if (own) own.push(start)
      else this.#byPerson.set(subject, [start])
    })
  }

  /** Serves the first of the first person who is accepted; the person then goes to the end. @returns whether anybody was */
  serve(accepts: (subject: string) => boolean = () => true): boolean {
    for (const [subject, waiting] of this.#byPerson) {
      if (!accepts(subject)) continue
      const start = waiting.shift()
      this.#byPerson.delete(subject)
      if (waiting.length > 0) this.#byPerson.set(subject, waiting)
      start?.()
      return true
    }
    return false
  }
}

const pieces = new FairQueue()
let isScheduled = false

function serve(): void {
  isScheduled = false
  pieces.serve()
  schedule()
}

function schedule(): void {
  if (isScheduled || pieces.isEmpty) return
  isScheduled = true
  setImmediate(serve)
}

/** Resolves when a person's next piece of work may be done: one in each turn of the event loop, people in turn. */
export function untilServed(subject: string): Promise<void> {
  const served = pieces.wait(subject)
  schedule()
  return served
}

/** Milliseconds of work in one piece. */
const pieceMillis = 5

/**
 * Does the steps of a generator in pieces. Each step is short and bounded.
 * @returns what the generator returns @throws what it throws; the signal's reason
 */
export async function inPieces<Result>(
  subject: string,
  steps: Iterator<unknown, Result, undefined>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    await untilServed(subject)
    signal?.throwIfAborted()
    const begun = performance.now()
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (performance.now() - begun < pieceMillis)
  }
}

/** Maps a list in pieces. @param work on one item, short and bounded */
export function mapInPieces<Item, Result>(
  subject: string,
  items: Iterable<Item>,
  work: (item: Item) => Result,
  signal?: AbortSignal,
): Promise<Result[]> {
  function* steps() {
    const results: Result[] = []
    for (const item of items) yield results.push(work(item))
    return results
  }
  return inPieces(subject, steps(), signal)
}

/** Places for long work: so many at once, and so many of one person. Whoever finds none waits, people in turn. */
export class Places {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #taken = new Tally()
  readonly #waiting = new FairQueue()

  constructor({ all, ofOne }: { all: number; ofOne: number }) {
    this.#most = all
    this.#mostOfOne = ofOne
  }

  /** @returns what gives the place back, which may be called again @throws the signal's reason */
  async take(subject: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const count = () => this.#taken.add(subject)
    if (this.#isFree(subject)) count()
    else await this.#waiting.wait(subject, signal, count)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#taken.add(subject, -1)
      while (this.#waiting.serve((one) => this.#isFree(one)));
    }
  }

  #isFree(subject: string): boolean {
    return this.#taken.total < this.#most && this.#taken.of(subject) < this.#mostOfOne
  }
}
