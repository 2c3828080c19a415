/** A person's preferences in this browser, in cookies so that the server renders the page correctly at once. */

/** The values of each preference. */
export type Preferences = {
  theme: 'light' | 'dark' | 'system'
  density: 'roomy' | 'default' | 'tight'
  /** How times are shown. */
  times: 'utc' | 'local' | 'relative'
  /** Whether single-key shortcuts work (WCAG 2.1.4). */
  keys: 'on' | 'off'
  /** Whether the browser notifies of what needs attention, and whether a notification has type and amount. */
  notifications: 'off' | 'plain' | 'detailed'
}
export type PreferenceName = keyof Preferences
export type Preference<Name extends PreferenceName> = Preferences[Name]

/** What pages call each preference and its options, in their order, and the option of those who chose none. */
export const preferences: {
  readonly [Name in PreferenceName]: {
    label: string
    initial: Preferences[Name]
    options: readonly (readonly [value: Preferences[Name], label: string])[]
  }
} = {
  theme: {
    label: 'Theme',
    initial: 'system',
    options: [
      ['light', 'Light'],
      ['dark', 'Dark'],
      ['system', 'System'],
    ],
  },
  density: {
    label: 'Row height',
    initial: 'default',
    options: [
      ['roomy', 'Roomy'],
      ['default', 'Default'],
      ['tight', 'Tight'],
    ],
  },
  times: {
    label: 'Times in',
    initial: 'utc',
    options: [
      ['utc', 'UTC'],
      ['local', 'Local'],
      ['relative', 'Relative'],
    ],
  },
  keys: {
    label: 'Single-key shortcuts',
    initial: 'on',
    options: [
      ['on', 'On'],
      ['off', 'Off'],
    ],
  },
  notifications: {
    label: 'Notifications',
    initial: 'off',
    options: [
      ['off', 'Off'],
      ['plain', 'On'],
      ['detailed', 'With amounts'],
    ],
  },
}

export const preferenceCookie = (name: PreferenceName) => `mintdesk-${name}`

/** @param cookie the value of a cookie by its name; an unknown value means the default */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const read = (name: PreferenceName) => {
    const { initial, options } = preferences[name]
    const saved = cookie(preferenceCookie(name))
    return options.find(([value]) => value === saved)?.[0] ?? initial
  }
  // Each value is one of the preference's own.
  const names = Object.keys(preferences) as PreferenceName[]
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Preferences
}

const year = 31_536_000

/** Saves a preference for a year; the default needs no cookie. */
export function savePreference<Name extends PreferenceName>(name: Name, value: Preference<Name>): void {
  const isDefault = value === preferences[name].initial
  const life = isDefault ? 0 : year
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${preferenceCookie(name)}=${isDefault ? '' : value}; path=/; max-age=${life}; samesite=lax`
}
