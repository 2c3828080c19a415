/** Stored times are whole microseconds since 1970; requested times can have nanoseconds. */
import { nanoseconds } from '../domain/values'

/** Whole microseconds since 1970 of a valid time; finer digits are truncated. */
export function microsOf(text: string): number {
  // A fast path for what `timestampOf` writes: seeding reads two million of them.
  if (text.length === 27 && text.endsWith('Z'))
    return Date.parse(`${text.slice(0, 23)}Z`) * 1000 + Number(text.slice(23, 26))
  return Number((nanoseconds(text) ?? 0n) / 1000n)
}

/** RFC 3339 in UTC with six fraction digits, such as 2026-11-19T14:31:52.104882Z. */
export function timestampOf(micros: number): string {
  const millis = Math.floor(micros / 1000)
  return `${new Date(millis).toISOString().slice(0, -1)}${String(micros - millis * 1000).padStart(3, '0')}Z`
}

/** A time window in microseconds, both ends included; empty if `to` is before `from`. */
export type Window = { from: number; to: number }
export type Bounds = Partial<Record<'lt' | 'lte' | 'eq' | 'gte' | 'gt', string>>

const furthest = BigInt(Number.MAX_SAFE_INTEGER)
export const always: Window = { from: -Number(furthest), to: Number(furthest) }

const floor = (nanos: bigint) => (nanos - (((nanos % 1000n) + 1000n) % 1000n)) / 1000n
const ceiling = (nanos: bigint) => -floor(-nanos)
/** Clamps years beyond 2255 to a safe integer; no stored time is there. */
const clamped = (micros: bigint) => Number(micros > furthest ? furthest : micros < -furthest ? -furthest : micros)

/**
 * The exact window of comparisons: `gt x.1048821` starts at the microsecond .104883, and `eq` of a time between two
 * microseconds is empty.
 */
export function windowOf(bounds: Bounds): Window {
  let from = -furthest * 1000n
  let to = furthest * 1000n
  const notBefore = (micros: bigint) => {
    if (micros > from) from = micros
  }
  const notAfter = (micros: bigint) => {
    if (micros < to) to = micros
  }
  const at = (text: string | undefined) => (text === undefined ? undefined : nanoseconds(text))
  const [lt, lte, eq, gte, gt] = [bounds.lt, bounds.lte, bounds.eq, bounds.gte, bounds.gt].map(at)
  if (lt !== undefined) notAfter(ceiling(lt) - 1n)
  if (lte !== undefined) notAfter(floor(lte))
  if (gte !== undefined) notBefore(ceiling(gte))
  if (gt !== undefined) notBefore(floor(gt) + 1n)
  if (eq !== undefined) {
    notBefore(ceiling(eq))
    notAfter(floor(eq))
  }
  if (to < from) return { from: 1, to: 0 }
  return { from: clamped(from), to: clamped(to) }
}

export const isEmpty = ({ from, to }: Window) => to < from
export const isAlways = ({ from, to }: Window) => from === always.from && to === always.to
