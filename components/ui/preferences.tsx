'use client'
import { createContext, type Dispatch, type ReactNode, type SetStateAction, use, useState } from 'react'
import { type Preference, type PreferenceName, type Preferences, savePreference } from '@/lib/browser/preferences'

const Context = createContext<[Preferences, Dispatch<SetStateAction<Preferences>>] | undefined>(undefined)

/** Provides the user's preferences, as the server read them from cookies. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  return <Context value={useState(initial)}>{children}</Context>
}

/** Stylesheets read these preferences from the root element. */
function applyToPage(name: PreferenceName, value: string): void {
  const { dataset } = document.documentElement
  if (name === 'density') dataset.density = value
  if (name === 'keys') dataset.keys = value
  if (name !== 'theme') return
  if (value === 'system') delete dataset.theme
  else dataset.theme = value
}

/** A preference and its setter; a change reaches every component at once. */
export function usePreference<Name extends PreferenceName>(name: Name) {
  const context = use(Context)
  if (!context) throw new Error('usePreference needs a PreferencesProvider.')
  const [all, setAll] = context
  const set = (value: Preference<Name>) => {
    savePreference(name, value)
    applyToPage(name, value)
    setAll((before) => ({ ...before, [name]: value }))
  }
  return [all[name] as Preference<Name>, set] as const
}

/** Whether single-key shortcuts are on. */
export const useHasKeys = () => use(Context)?.[0].keys === 'on'

/**
 * Props of an element that a key presses; several keys are separated by spaces. The key handler and the command palette find it by `data-key`; screen readers
 * name the key unless single-key shortcuts are off.
 */
export function useShortcut(key: string | undefined) {
  return { 'data-key': key, 'aria-keyshortcuts': useHasKeys() ? key : undefined }
}
