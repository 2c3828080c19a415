/** How long the provider asks to wait: seconds, an HTTP date, or nothing (service-facts, "Errors"). */

/**
 * @param header  the `Retry-After` header
 * @param inARow  how many refusals in a row this one makes, from 1: without a header the first waits 60 s, later ones 300 s
 * @param now     milliseconds since 1970
 * @returns whole seconds, 1 to 3600
 */
export function secondsToWait(header: string | null | undefined, inARow: number, now: number): number {
  const text = header?.trim() ?? ''
  const unstated = inARow > 1 ? 300 : 60
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000)
  if (text === '' || Number.isNaN(seconds)) return unstated
  return Math.min(3600, Math.max(1, seconds))
}
