'use client'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { checkInput } from '@/lib/api/check'
import type { FieldError } from '@/lib/api/field-errors'
import { ProblemError } from '@/lib/api/problem'
import type { FormContext, FormDescription, Messages } from './description'

/** Maps errors of an input to form fields; several errors of one field are joined. */
function errorsByField<Values extends FieldValues>(
  form: FormDescription<Values>,
  values: Values,
  found: readonly FieldError[],
): Messages {
  const errors: Record<string, string> = {}
  for (const { field, message } of found) {
    const name = form.fieldFor?.(field, values) ?? field
    const before = errors[name]
    errors[name] = before && before !== message ? `${before} ${message}` : message
  }
  return errors
}

/** Every error that keeps these values from being sent; empty if none does. */
export function errorsOf<Values extends FieldValues>(
  form: FormDescription<Values>,
  values: Values,
  context: FormContext,
): Messages {
  const own = form.errors?.(values, context) ?? {}
  try {
    checkInput(form.operation, form.toInput(values, context))
    return own
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    const { errors = [], title } = thrown.problem
    const found = errors.length > 0 ? errors : [{ field: '', message: title }]
    // The form's own errors are more precise: they see the text as typed.
    return { ...errorsByField(form, values, found), ...own }
  }
}

/**
 * Errors and warnings of a form. Everything is checked on submit; after that, fields that failed are checked again
 * whenever a field is left.
 * @param initial the values that the form started with
 */
export function useValidation<Values extends FieldValues>(
  form: FormDescription<Values>,
  methods: UseFormReturn<Values>,
  element: RefObject<HTMLFormElement | null>,
  initial: Values,
  contextAt: (now: number) => FormContext,
) {
  const [errors, setErrors] = useState<Messages>({})
  const [tries, setTries] = useState(0)
  const [warnings, setWarnings] = useState(() => warningsOf(initial))
  /** Values (as JSON) that the provider refused: their errors stay until the values change. */
  const refused = useRef(new Map<string, string>())
  const valueJson = (name: string) => JSON.stringify(name === '' ? '' : methods.getValues(name as Path<Values>))

  /** The warnings of fields that have been visited or filled in. */
  function warningsOf(values: Values): Messages {
    const found = Object.entries(form.warnings(values, contextAt(Date.now())))
    const isReached = (name: string) =>
      methods.getFieldState(name as Path<Values>).isTouched ||
      JSON.stringify(get(values, name)) !== JSON.stringify(get(form.blank, name))
    return Object.fromEntries(found.filter(([name]) => isReached(name)))
  }

  function commit() {
    const values = structuredClone(methods.getValues())
    setWarnings(warningsOf(values))
    setErrors((before) => {
      if (Object.keys(before).length === 0) return before
      const current = errorsOf(form, values, contextAt(Date.now()))
      const remaining = Object.entries(before).flatMap(([name, message]) => {
        const isUnchanged = refused.current.get(name) === valueJson(name)
        const text = current[name] ?? (isUnchanged ? message : undefined)
        return text ? [[name, text]] : []
      })
      return Object.fromEntries(remaining)
    })
  }
  useFieldCommit(methods, element, commit)

  function showErrors(found: Messages) {
    setErrors(found)
    if (Object.keys(found).length > 0) setTries((before) => before + 1)
  }

  return {
    errors,
    warnings,
    tries,
    /** Checks everything. @returns whether the values can be sent */
    check: () => {
      commit()
      refused.current.clear()
      const found = errorsOf(form, methods.getValues(), contextAt(Date.now()))
      showErrors(found)
      return Object.keys(found).length === 0
    },
    /** Shows the errors of a refusal together with the form's own. */
    showRefusal: (refusal: readonly FieldError[]) => {
      const values = methods.getValues()
      const found = errorsByField(form, values, refusal)
      refused.current = new Map(Object.keys(found).map((name) => [name, valueJson(name)]))
      showErrors({ ...errorsOf(form, values, contextAt(Date.now())), ...found })
    },
    clear: () => {
      setErrors({})
      commit()
    },
  }
}

/**
 * Reports when a person leaves a field or makes a choice, or a button sets a value. It waits while a pointer is down: a
 * message that appears under the pointer would move the button away and lose the press.
 */
function useFieldCommit<Values extends FieldValues>(
  methods: UseFormReturn<Values>,
  form: RefObject<HTMLFormElement | null>,
  onCommit: () => void,
): void {
  const commit = useEffectEvent(onCommit)
  useEffect(() => {
    let isPointerDown = false
    let isPending = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = () => {
      isPending = false
      commit()
    }
    const reportSoon = () => {
      if (isPointerDown) isPending = true
      else report()
    }
    const leave = ({ target }: Event) => {
      if (target instanceof Element && form.current?.contains(target)) reportSoon()
    }
    const press = ({ target }: PointerEvent) => {
      // A select's native list may swallow the end of the press.
      isPointerDown = !(target instanceof HTMLSelectElement)
    }
    const release = () => {
      isPointerDown = false
      // The click follows this event.
      if (isPending) timer = setTimeout(report)
    }
    const listening = new AbortController()
    const { signal } = listening
    // On the window, after React: a render between the browser's "change" and React's would undo the choice.
    for (const type of ['change', 'focusout']) window.addEventListener(type, leave, { signal })
    window.addEventListener('pointerdown', press, { capture: true, signal })
    // A pointer released outside the window sends no event; the next key ends the press too.
    for (const type of ['pointerup', 'pointercancel', 'keydown'])
      window.addEventListener(type, release, { capture: true, signal })
    // Values set by a button have no event of their own (react-hook-form's `type`).
    const callback = ({ type }: { type?: string }) => type ?? reportSoon()
    const unsubscribe = methods.subscribe({ formState: { values: true }, callback })
    return () => {
      clearTimeout(timer)
      listening.abort()
      unsubscribe()
    }
  }, [methods, form])
}
