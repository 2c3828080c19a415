/** How long the provider asks to wait: seconds, an HTTP date, or nothing (docs/provider.md, "Errors"). */

/** Seconds beyond which Mintdesk asks again without being asked to. */
export const maximumWait = 3600

/** @returns the seconds that a `Retry-After` header names, which may be none or past; undefined if it names no time */
export function secondsAsked(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000)
  return text === '' || Number.isNaN(seconds) ? undefined : seconds
}

/**
 * @param header  the `Retry-After` header
 * @param inARow  how many refusals in a row this one makes, from 1: without a header the first waits 60 s, later ones 300 s
 * @param now     milliseconds since 1970
 * @returns whole seconds, 1 to 3600
 */
export function secondsToWait(header: string | null | undefined, inARow: number, now: number): number {
  const unstated = inARow > 1 ? 300 : 60
  return Math.min(maximumWait, Math.max(1, secondsAsked(header, now) ?? unstated))
}
