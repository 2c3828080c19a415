/** How long a call may take, and the signal that ends it. */
import type { Clock } from '../clock'

/** Why a deadline's signal was aborted by time; any other reason comes from the caller. */
export class DeadlinePassed extends Error {
  constructor() {
    super('The deadline has passed.')
    this.name = 'DeadlinePassed'
  }
}

/** A moment until which something may be done. */
export class Deadline {
  readonly #steady: number
  readonly #wall: number
  readonly #caller: AbortSignal | undefined
  #controller: AbortController | undefined
  #free = () => {}

  /** @param caller ends it earlier: the signal of the browser's request */
  constructor(
    private readonly clock: Clock,
    millis: number,
    caller?: AbortSignal,
  ) {
    this.#steady = clock.steady() + millis
    this.#wall = clock.now() + millis
    this.#caller = caller
  }

  /**
   * Whole milliseconds left; 0 or less once it has passed. The steady clock counts if the wall clock is set back; the
   * wall clock counts if the machine was asleep.
   */
  get millisLeft(): number {
    return Math.ceil(Math.min(this.#steady - this.clock.steady(), this.#wall - this.clock.now()))
  }

  /** Aborted when the deadline passes or the caller has gone. Call `release` when the work is done. */
  get signal(): AbortSignal {
    this.#controller ??= this.#start()
    return this.#controller.signal
  }

  /** Frees the timer and the caller's signal; nothing is aborted afterwards. */
  release(): void {
    this.#free()
  }

  #start(): AbortController {
    const controller = new AbortController()
    const caller = this.#caller
    const leave = () => controller.abort(caller?.reason)
    const cancel = this.clock.after(Math.max(0, this.millisLeft), () => controller.abort(new DeadlinePassed()))
    this.#free = () => {
      cancel()
      caller?.removeEventListener('abort', leave)
    }
    if (caller?.aborted) leave()
    else caller?.addEventListener('abort', leave, { once: true })
    return controller
  }
}
