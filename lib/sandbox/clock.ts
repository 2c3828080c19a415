/** A clock that can be set and sped up, based on the wall clock. */
import type { Store } from './store'

/** At wall time `wall` the clock showed `shown`, both in milliseconds since 1970; it runs `speed` times as fast (0: stopped). */
type Setting = { wall: number; shown: number; speed: number }

/** The latest time of any clock, in milliseconds since 1970; in microseconds it is still a safe integer. */
export const latestTime = Date.UTC(2199, 11, 31, 23, 59, 59)

export class Clock {
  #setting: Setting

  /** Continues from the store: a restart neither stops nor sets it. */
  constructor(
    private readonly store: Store,
    private readonly wall: () => number,
  ) {
    const kept = store.meta('clock')
    // Only `set` writes it.
    this.#setting = kept ? (JSON.parse(kept) as Setting) : { wall: 0, shown: 0, speed: 1 }
  }

  /** Milliseconds since 1970. */
  now(): number {
    const { wall, shown, speed } = this.#setting
    return Math.min(latestTime, Math.floor(shown + (this.wall() - wall) * speed))
  }

  get speed(): number {
    return this.#setting.speed
  }

  /** Sets the time (milliseconds since 1970), the speed, or both. */
  set({ now = this.now(), speed = this.speed }: { now?: number; speed?: number }): void {
    this.#setting = { wall: this.wall(), shown: now, speed }
    this.store.setMeta('clock', JSON.stringify(this.#setting))
  }

  /** Wall-clock milliseconds until it shows a time; infinite if it never will. */
  until(moment: number): number {
    return moment <= this.now() ? 0 : (moment - this.now()) / this.speed
  }
}
