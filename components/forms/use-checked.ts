'use client'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import type { FieldError } from '@/lib/api/sentences'
import type { FormContext, FormDescription } from './description'
import { atFields, type Errors, errorsOf } from './form-errors'
import { useSettled } from './use-settled'

/** Facts that change with time get the time at which they are used. */
type FactsAt = (now: number) => FormContext

/**
 * What is wrong and what is odd in a form: looked for when it is sent, and then, in the fields that failed, whenever a field
 * is left.
 * @param first the values that it begins with
 */
export function useChecked<Values extends FieldValues>(
  form: FormDescription<Values>,
  methods: UseFormReturn<Values>,
  element: RefObject<HTMLFormElement | null>,
  first: Values,
  factsAt: FactsAt,
) {
  const [errors, setErrors] = useState<Errors>({})
  const [tries, setTries] = useState(0)
  const [settled, setSettled] = useState(() => ({ values: first, at: Date.now() }))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  /** Values (as JSON) that somebody else found wrong: the message stays until they change. */
  const found = useRef(new Map<string, string>())
  const valueText = (name: string) => JSON.stringify(name === '' ? '' : methods.getValues(name as Path<Values>))

  const warnings = useMemo(() => {
    // A field that nobody has come to yet is empty, and not odd.
    const isMet = (name: string) =>
      left.has(name) || JSON.stringify(get(settled.values, name)) !== JSON.stringify(get(form.blank, name))
    const all = Object.entries(form.warningsOf(settled.values, factsAt(settled.at)))
    return Object.fromEntries(all.filter(([name]) => isMet(name)))
  }, [form, settled, factsAt, left])

  function settle() {
    const values = structuredClone(methods.getValues())
    const at = Date.now()
    setSettled({ values, at })
    setErrors((before) => {
      if (Object.keys(before).length === 0) return before
      const current = errorsOf(form, values, factsAt(at))
      const still = Object.entries(before).flatMap(([name, message]) => {
        const isFound = found.current.get(name) === valueText(name)
        const words = current[name] ?? (isFound ? message : undefined)
        return words ? [[name, words]] : []
      })
      return Object.fromEntries(still)
    })
  }
  const settleSoon = useSettled(element, (names) => {
    if (names.some((name) => !left.has(name))) setLeft(new Set([...left, ...names]))
    settle()
  })
  useEffect(
    // What is set by a button, and not typed, is settled as well.
    () => methods.subscribe({ formState: { values: true }, callback: ({ type }) => type ?? settleSoon() }),
    [methods, settleSoon],
  )

  function tell(wrong: Errors) {
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) setTries((before) => before + 1)
  }

  return {
    errors,
    warnings,
    tries,
    /** Looks at everything. @returns whether it can be sent */
    check: () => {
      settle()
      found.current.clear()
      const wrong = errorsOf(form, methods.getValues(), factsAt(Date.now()))
      tell(wrong)
      return Object.keys(wrong).length === 0
    },
    /** Shows what was found wrong elsewhere, beside what is wrong by now. */
    show: (others: readonly FieldError[]) => {
      const values = methods.getValues()
      const wrong = atFields(form, values, others)
      found.current = new Map(Object.keys(wrong).map((name) => [name, valueText(name)]))
      tell({ ...errorsOf(form, values, factsAt(Date.now())), ...wrong })
    },
    /** Forgets every error: another form begins. */
    clear: () => {
      setErrors({})
      settle()
    },
  }
}
