'use client'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { type Preference, type PreferenceName, type Preferences, savePreference } from '@/lib/browser/preferences'

type Setter = <Name extends PreferenceName>(name: Name, value: Preference<Name>) => void

const Context = createContext<{ all: Preferences; set: Setter } | undefined>(undefined)

/** Stylesheets read these preferences from the root element. */
function applyToPage(name: PreferenceName, value: string): void {
  const { dataset } = document.documentElement
  if (name === 'density') dataset.density = value
  if (name === 'keys') dataset.keys = value
  if (name !== 'theme') return
  if (value === 'system') delete dataset.theme
  else dataset.theme = value
}

/** Provides the user's preferences, as the server read them from cookies. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [all, setAll] = useState(initial)
  const set = useCallback<Setter>((name, value) => {
    savePreference(name, value)
    applyToPage(name, value)
    setAll((before) => ({ ...before, [name]: value }))
  }, [])
  const value = useMemo(() => ({ all, set }), [all, set])
  return <Context value={value}>{children}</Context>
}

/** A preference and its setter; a change reaches every component at once. */
export function usePreference<Name extends PreferenceName>(name: Name) {
  const context = use(Context)
  if (!context) throw new Error('usePreference needs a PreferencesProvider.')
  const { all, set } = context
  return [
    all[name] as Preference<Name>,
    useCallback((value: Preference<Name>) => set(name, value), [set, name]),
  ] as const
}

/** For `aria-keyshortcuts`: the key, or nothing while single-key shortcuts are off. */
export const useShortcut = (key: string | undefined) => (use(Context)?.all.keys === 'on' ? key : undefined)
