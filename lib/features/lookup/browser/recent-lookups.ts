/** Identifiers that a person looked up on this device, the latest first; removed at sign-out. They never hold a secret. */

import { storedJson, storeText } from '../../../browser/stored-text'
import type { Environment } from '../../../provider/environments'

type Owner = { person: string; environment: Environment }

const prefix = 'mintdesk:lookups:'
const nameOf = ({ person, environment }: Owner) => `${prefix}${environment}:${person}`

/** How many are kept. */
const maximum = 10
/** Longer texts are no single identifier. */
export const maximumShared = 200

/** What is remembered was recognised as an identifier; this is the second line of defence. */
const stellarKey = /S[A-Z2-7]{55}/

/** The latest first; none where the browser forbids storage. */
export function recentLookups(owner: Owner): string[] {
  const stored = storedJson('localStorage', nameOf(owner))
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, maximum) : []
}

/** Puts an identifier first. @param text as pasted, recognised as an identifier */
export function rememberLookup(owner: Owner, text: string): void {
  const kept = text.trim()
  if (kept === '' || kept.length > maximumShared || stellarKey.test(kept)) return
  const others = recentLookups(owner).filter((one) => one !== kept)
  storeText('localStorage', nameOf(owner), JSON.stringify([kept, ...others].slice(0, maximum)))
}

/** Forgets those of one person in one environment, or without an owner everyone's: at sign-out. */
export function clearRecentLookups(owner?: Owner): void {
  try {
    const names = owner ? [nameOf(owner)] : Object.keys(window.localStorage).filter((name) => name.startsWith(prefix))
    for (const name of names) window.localStorage.removeItem(name)
  } catch {
    // A browser that forbids storage stored nothing.
  }
}
