'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { useZone } from '@/components/ui/time'
import { presetsQuery } from '@/lib/browser/intents'
import type { FormContext, FormSession } from './description'
import type { Errors } from './validation'

type FormState = { facts: FormContext; errors: Errors; warnings: Errors }

const Context = createContext<FormState | undefined>(undefined)

function useFormState(): FormState {
  const state = use(Context)
  if (!state) throw new Error('The fields of a form stand inside its page only.')
  return state
}

/** Gives the fields what the form knows of them beside their values. */
export function FormStateProvider({ children, ...state }: FormState & { children: ReactNode }) {
  return <Context value={state}>{children}</Context>
}

/** What the form knows beside its values: environment, intent, names of profiles, zone. */
export const useFormFacts = () => useFormState().facts

/** Every error and warning by field, for parts that hold several. */
export function useAllNotes(): { errors: Errors; warnings: Errors } {
  const { errors, warnings } = useFormState()
  return { errors, warnings }
}

/** What is wrong with one field, and what is odd about it. */
export function useNotes(name: string): { error?: string; warning?: string } {
  const { errors, warnings } = useFormState()
  return { error: errors[name], warning: warnings[name] }
}

/** Names that people here gave to profiles; none while they are read, and none where that fails. */
export function useProfileNames(environment: FormSession['environment']): Readonly<Record<string, string>> {
  const { data } = useQuery({ ...presetsQuery(environment, 'profile'), staleTime: 60_000 })
  return useMemo(() => Object.fromEntries((data ?? []).map(({ key, value }) => [key, value])), [data])
}

/** What a form knows beside its values, for any moment (ms since 1970). */
export function useReviewFacts(
  { environment, requiresIdentity }: FormSession,
  intent: string,
): (now: number) => FormContext {
  const { zone } = useZone()
  const profileNames = useProfileNames(environment)
  return useCallback(
    (now) => ({ environment, intent, profileNames, requiresIdentity, now, zone }),
    [environment, intent, profileNames, requiresIdentity, zone],
  )
}
