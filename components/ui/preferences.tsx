'use client'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { type Preference, type PreferenceName, type Preferences, savePreference } from '@/lib/browser/preferences'

type Setter = <Name extends PreferenceName>(name: Name, value: Preference<Name>) => void

const Context = createContext<{ all: Preferences; set: Setter } | undefined>(undefined)

/** What the look reads from the page itself. */
function dress(name: PreferenceName, value: string): void {
  const { dataset } = document.documentElement
  if (name === 'density') dataset.density = value
  if (name === 'keys') dataset.keys = value
  if (name !== 'theme') return
  if (value === 'system') delete dataset.theme
  else dataset.theme = value
}

/** Holds what this person set, as the server read it from the cookies. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [all, setAll] = useState(initial)
  const set = useCallback<Setter>((name, value) => {
    savePreference(name, value)
    dress(name, value)
    setAll((before) => ({ ...before, [name]: value }))
  }, [])
  const value = useMemo(() => ({ all, set }), [all, set])
  return <Context value={value}>{children}</Context>
}

/** One preference and what sets it, on every place of the page at once. */
export function usePreference<Name extends PreferenceName>(name: Name) {
  const context = use(Context)
  if (!context) throw new Error('Preferences are read inside PreferencesProvider only.')
  const { all, set } = context
  return [
    all[name] as Preference<Name>,
    useCallback((value: Preference<Name>) => set(name, value), [set, name]),
  ] as const
}

/** For `aria-keyshortcuts`: the key while single keys act, and none while they are turned off. */
export const useShortcut = (key: string | undefined) => (use(Context)?.all.keys === 'on' ? key : undefined)
