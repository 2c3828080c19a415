'use client'
import { createContext, type ReactNode, use } from 'react'
import type { FormContext } from './description'
import type { Errors } from './form-errors'

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
