/** How the preferences that are switched on a page are called, for its switches and the command palette. */
import type { Preference } from '@/lib/browser/preferences'

type Options<Name extends 'theme' | 'times' | 'density'> = readonly (readonly [
  value: Preference<Name>,
  label: string,
])[]

export const themes: Options<'theme'> = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
]

export const times: Options<'times'> = [
  ['utc', 'UTC'],
  ['local', 'Local'],
  ['relative', 'Relative'],
]

export const densities: Options<'density'> = [
  ['roomy', 'Roomy'],
  ['default', 'Default'],
  ['tight', 'Tight'],
]

/** What a choice is called: "Theme". */
export const preferenceNames = { theme: 'Theme', times: 'Times in', density: 'Row height' } as const
