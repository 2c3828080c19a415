/** A person's preferences in this browser, in cookies so that the server renders the page correctly at once. */

/** Every preference with its values, the default first. */
export const preferences = {
  theme: ['system', 'light', 'dark'],
  density: ['default', 'tight', 'roomy'],
  /** How times are shown. */
  times: ['utc', 'local', 'relative'],
  /** Whether single-key shortcuts work (WCAG 2.1.4). */
  keys: ['on', 'off'],
  /** Whether the browser notifies of what needs attention, and whether a notification has type and amount. */
  notifications: ['off', 'plain', 'detailed'],
} as const
export type PreferenceName = keyof typeof preferences
export type Preference<Name extends PreferenceName> = (typeof preferences)[Name][number]
export type Preferences = { [Name in PreferenceName]: Preference<Name> }

export const preferenceCookie = (name: PreferenceName) => `mintdesk-${name}`

/** @param cookie the value of a cookie by its name; an unknown value means the default */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const read = (name: PreferenceName) => {
    const values: readonly string[] = preferences[name]
    const value = cookie(preferenceCookie(name))
    return value !== undefined && values.includes(value) ? value : values[0]
  }
  // Each value is one of the preference's own.
  const names = Object.keys(preferences) as PreferenceName[]
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Preferences
}

const year = 31_536_000

/** Saves a preference for a year; the default needs no cookie. */
export function savePreference<Name extends PreferenceName>(name: Name, value: Preference<Name>): void {
  const isDefault = value === preferences[name][0]
  const life = isDefault ? 0 : year
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${preferenceCookie(name)}=${isDefault ? '' : value}; path=/; max-age=${life}; samesite=lax`
}
