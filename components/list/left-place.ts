/** Where a reader stood in a list when they followed one of its rows: there they stand again when they come back. */

const name = 'mintdesk-left'

/** `address` is the list's path and query, `key` names the row, `top` is how far it was scrolled, CSS pixels. */
export type LeftPlace = { address: string; key: string; top: number }

export function keepPlace(place: LeftPlace): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(place))
  } catch {
    // A browser that stores nothing begins at the top.
  }
}

/** The place kept for this address; it is given once. */
export function takePlace(address: string): LeftPlace | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    sessionStorage.removeItem(name)
    return isPlace(kept) && kept.address === address ? kept : undefined
  } catch {
    return undefined
  }
}

const isPlace = (value: unknown): value is LeftPlace =>
  typeof value === 'object' &&
  value !== null &&
  'address' in value &&
  'key' in value &&
  typeof value.key === 'string' &&
  'top' in value &&
  typeof value.top === 'number'
