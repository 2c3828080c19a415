/** Removes what is past its life (docs/operating.md, "How long records are kept"): in the background, in small steps, rule by rule. */
import { type Clock, wait } from './clock'
import { type Log, traceOf } from './http/log'

/** `rows`: how many were removed or rewritten. `hasMore`: another step may find more. */
export type RetentionStep = { rows: number; hasMore: boolean }

/** How one kind of record is removed or rewritten. Several consoles may run the same rule at once. */
export type RetentionRule = {
  /** What the log calls it: "requests". */
  name: string
  /** One bounded, indexed statement or transaction: SQLite holds up the whole process meanwhile. */
  step: () => Promise<RetentionStep>
}

/** Milliseconds after the start, between two runs, and between two steps, in which requests are served. */
const firstAfter = 60_000
const every = 60 * 60_000
const pause = 25

export class Retention {
  readonly #clock: Clock
  readonly #log: Log
  readonly #rules: readonly RetentionRule[]
  readonly #end = new AbortController()
  #cancel = () => {}
  #running: Promise<void> = Promise.resolve()

  constructor({ clock, log }: { clock: Clock; log: Log }, rules: readonly RetentionRule[]) {
    this.#clock = clock
    this.#log = log
    this.#rules = rules
  }

  /** Runs now and then until `close`; the timer does not keep the process alive. */
  start(after = firstAfter): void {
    this.#cancel = this.#clock.after(after, () => {
      this.#running = this.run().then(() => {
        if (!this.#end.signal.aborted) this.start(every)
      })
    })
  }

  /** Applies every rule once. A rule that fails is logged, and tried again at the next run. */
  async run(): Promise<void> {
    for (const rule of this.#rules) await this.#apply(rule)
  }

  async #apply({ name, step }: RetentionRule): Promise<void> {
    const { signal } = this.#end
    let rows = 0
    try {
      for (let hasMore = !signal.aborted; hasMore; ) {
        const done = await step()
        rows += done.rows
        hasMore = done.hasMore && !signal.aborted
        if (hasMore) await wait(this.#clock, pause, signal)
      }
    } catch (error) {
      if (!signal.aborted) this.#log.warn({ event: 'retention-failed', rule: name, ...traceOf(error) }, 'retention')
    }
    if (rows > 0) this.#log.info({ event: 'retention', rule: name, rows }, 'retention')
  }

  /** Ends after the step that is running. */
  async close(): Promise<void> {
    this.#end.abort(new Error('The console is closed.'))
    this.#cancel()
    await this.#running
  }
}
