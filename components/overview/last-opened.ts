/** When a person last looked at the overview, as this browser remembers it. */

import { storedText, storeText } from '@/lib/browser/stored-text'
import type { Environment } from '@/lib/provider/environments'

/** Milliseconds after which who comes back looks anew: back from a transfer, they still see what was new before. */
const pause = 30 * 60_000

const nameOf = (environment: Environment, person: string) => `mintdesk:last-opened:${environment}:${person}`

/**
 * When this person last looked before they came to the page now, and notes that they look.
 * @param now ms since 1970, by the provider's clock
 * @returns undefined if this browser does not know
 */
export function lastOpened(environment: Environment, person: string, now: number): number | undefined {
  const name = nameOf(environment, person)
  // The end of the look before, "" if there was none, and when the page was last seen.
  const [before = '', seen = ''] = storedText('localStorage', name).split(' ')
  const isSameLook = seen !== '' && now - Number(seen) < pause
  const last = isSameLook ? before : seen
  storeText('localStorage', name, `${last} ${now}`)
  return last === '' || !Number.isFinite(Number(last)) ? undefined : Number(last)
}
