/** Removes what is past its life (docs/reference.md, "How long records are kept"): in the background, in small steps, rule by rule. */
import { setMaxListeners } from 'node:events'
import { type Clock, wait } from '../clock'
import { type Log, traceOf } from '../telemetry/log'

/** `rows`: how many were removed or rewritten. `hasMore`: another step may find more. `isBusy`: another console is at it. */
export type RetentionStep = { rows: number; hasMore: boolean; isBusy?: boolean }

/** How one kind of record is removed or rewritten. Several consoles may run the same rule at once. */
export type RetentionRule = {
  /** What the log calls it: "requests". */
  name: string
  /** One bounded, indexed statement or transaction: SQLite holds up the whole process meanwhile. */
  step: () => Promise<RetentionStep>
}

/** Milliseconds after the start, between two runs of a rule, and between two steps, in which requests are served. */
const firstAfter = 60_000
const every = 60 * 60_000
const pause = 25
/** Milliseconds until a rule that failed is tried again, at first and at most: a database may restart within seconds. */
const [soonest, latest] = [5_000, 600_000]
/** Milliseconds until a rule is tried again that another console is at, which may end at any time. */
const busyAgain = 30_000

export class Retention {
  readonly #clock: Clock
  readonly #log: Log
  readonly #end = new AbortController()
  #cancel = () => {}
  #running: Promise<unknown> = Promise.resolve()
  /** The step before, and the pause behind it. */
  #before: Promise<unknown> = Promise.resolve()

  constructor(
    { clock, log }: { clock: Clock; log: Log },
    private readonly rules: readonly RetentionRule[],
  ) {
    // Each rule waits for its turn and listens to it meanwhile: a fixed number, which may be more than Node's limit of ten.
    setMaxListeners(0, this.#end.signal)
    this.#clock = clock
    this.#log = log
  }

  /** Runs each rule now and then until `close`; the timers do not keep the process alive. */
  start(): void {
    this.#cancel = this.#clock.after(firstAfter, () => {
      this.#running = Promise.all(this.rules.map((rule) => this.#repeat(rule)))
    })
  }

  async #repeat(rule: RetentionRule): Promise<void> {
    const { signal } = this.#end
    let failures = 0
    while (!signal.aborted) {
      const outcome = await this.#run(rule)
      failures = outcome === 'failed' ? failures + 1 : 0
      const after = { done: every, busy: busyAgain, failed: Math.min(latest, soonest * 2 ** (failures - 1)) }
      await wait(this.#clock, after[outcome], signal).catch(() => undefined)
    }
  }

  /** Takes steps of a rule until it finds nothing more. A failure is logged. */
  async #run({ name, step }: RetentionRule): Promise<'done' | 'busy' | 'failed'> {
    const { signal } = this.#end
    let rows = 0
    try {
      let done: RetentionStep
      do {
        done = await this.#inTurn(step)
        rows += done.rows
      } while (done.hasMore && !signal.aborted)
      return done.isBusy ? 'busy' : 'done'
    } catch (error) {
      if (!signal.aborted) this.#log.warn({ event: 'retention-failed', rule: name, ...traceOf(error) }, 'retention')
      return 'failed'
    } finally {
      if (rows > 0) this.#log.info({ event: 'retention', rule: name, rows }, 'retention')
    }
  }

  /** One step at a time, of each rule in turn: none waits until another has gone through its whole table. */
  #inTurn(step: RetentionRule['step']): Promise<RetentionStep> {
    const { signal } = this.#end
    const taken = this.#before.then(() => {
      signal.throwIfAborted()
      return step()
    })
    const over = () => wait(this.#clock, pause, signal).catch(() => undefined)
    this.#before = taken.then(over, over)
    return taken
  }

  /** Ends after the step that is running. */
  async close(): Promise<void> {
    this.#end.abort(new Error('The console is closed.'))
    this.#cancel()
    await this.#running
  }
}
