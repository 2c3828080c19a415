/** What a person set for this browser: kept in cookies, so that the server draws the page right the first time. */

/** Every preference with its values, the default first. */
export const preferences = {
  theme: ['system', 'light', 'dark'],
  density: ['default', 'tight', 'roomy'],
  /** How all times on the page are said. */
  times: ['utc', 'local', 'relative'],
  /** Whether single keys act (WCAG 2.1.4). */
  keys: ['on', 'off'],
} as const
export type PreferenceName = keyof typeof preferences
export type Preference<Name extends PreferenceName> = (typeof preferences)[Name][number]
export type Preferences = { [Name in PreferenceName]: Preference<Name> }

export const preferenceCookie = (name: PreferenceName) => `mintdesk-${name}`

/** @param cookie the value of a cookie by its name; what is no value of the preference counts as the default */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const read = (name: PreferenceName) => {
    const values: readonly string[] = preferences[name]
    const value = cookie(preferenceCookie(name))
    return value !== undefined && values.includes(value) ? value : values[0]
  }
  // Each value was just found among the preference's own.
  return { theme: read('theme'), density: read('density'), times: read('times'), keys: read('keys') } as Preferences
}

const year = 31_536_000

/** Keeps a preference for a year; a default needs no cookie. */
export function savePreference<Name extends PreferenceName>(name: Name, value: Preference<Name>): void {
  const isDefault = value === preferences[name][0]
  const life = isDefault ? 0 : year
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${preferenceCookie(name)}=${isDefault ? '' : value}; path=/; max-age=${life}; samesite=lax`
}
