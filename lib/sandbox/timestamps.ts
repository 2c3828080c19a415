/** Times as the service keeps them: whole microseconds since 1970. What is asked may be finer, to the nanosecond. */
import { nanoseconds } from '../api/values'

/** Whole microseconds since 1970; what is finer is cut. The text must be a time that exists. */
export function microsOf(text: string): number {
  // What `timestampOf` writes is read without the detour over nanoseconds: seeding reads two million of them.
  if (text.length === 27 && text.endsWith('Z'))
    return Date.parse(`${text.slice(0, 23)}Z`) * 1000 + Number(text.slice(23, 26))
  return Number((nanoseconds(text) ?? 0n) / 1000n)
}

/** RFC 3339 in UTC with six fraction digits, such as 2026-11-19T14:31:52.104882Z. */
export function timestampOf(micros: number): string {
  const millis = Math.floor(micros / 1000)
  return `${new Date(millis).toISOString().slice(0, -1)}${String(micros - millis * 1000).padStart(3, '0')}Z`
}

/** A stretch of time in microseconds, both ends included; empty where `to` is before `from`. */
export type Window = { from: number; to: number }
export type Bounds = Partial<Record<'lt' | 'lte' | 'eq' | 'gte' | 'gt', string>>

const furthest = BigInt(Number.MAX_SAFE_INTEGER)
export const always: Window = { from: -Number(furthest), to: Number(furthest) }

const floor = (nanos: bigint) => (nanos - (((nanos % 1000n) + 1000n) % 1000n)) / 1000n
const ceiling = (nanos: bigint) => -floor(-nanos)
/** Years beyond 2255 do not fit a safe integer; nothing kept is there, so the furthest number stands for them. */
const clamped = (micros: bigint) => Number(micros > furthest ? furthest : micros < -furthest ? -furthest : micros)

/**
 * The window that comparisons leave, exactly: `gt x.1048821` begins at the microsecond .104883, and `eq` of a time
 * that no microsecond equals leaves an empty one.
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
