/** A clock that can be set and sped up, made of the clock on the wall. */
import type { Store } from './store'

/** At `wall` the clock showed `shown`, both in milliseconds since 1970; it goes `speed` times as fast (0 stands still). */
type Setting = { wall: number; shown: number; speed: number }

/** No clock goes further (milliseconds since 1970): in microseconds it must stay a safe integer, with years to spare. */
export const endOfTime = Date.UTC(2199, 11, 31, 23, 59, 59)

export class Clock {
  readonly #store: Store
  readonly #wall: () => number
  #setting: Setting

  /** Goes on as it is kept in the store: a restart neither stops nor sets it. */
  constructor(store: Store, wall: () => number) {
    this.#store = store
    this.#wall = wall
    const kept = store.meta('clock')
    // Only `set` writes it.
    this.#setting = kept ? (JSON.parse(kept) as Setting) : { wall: 0, shown: 0, speed: 1 }
  }

  /** Milliseconds since 1970. */
  now(): number {
    const { wall, shown, speed } = this.#setting
    return Math.min(endOfTime, Math.floor(shown + (this.#wall() - wall) * speed))
  }

  get speed(): number {
    return this.#setting.speed
  }

  /** Sets the time it shows now (milliseconds since 1970), or its speed, or both. */
  set({ now = this.now(), speed = this.speed }: { now?: number; speed?: number }): void {
    this.#setting = { wall: this.#wall(), shown: now, speed }
    this.#store.setMeta('clock', JSON.stringify(this.#setting))
  }

  /** Milliseconds on the wall until it shows a moment; infinite where it never will. */
  until(moment: number): number {
    return moment <= this.now() ? 0 : (moment - this.now()) / this.speed
  }
}
