'use client'

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { checkInput } from '@/lib/api/check'
import { ProblemError } from '@/lib/api/problem'
import type { FieldError } from '@/lib/api/sentences'
import type { FormContext, FormDescription } from './description'

/** Errors as sentences by the field that they stand at; '' is the form as a whole. */
export type Errors = Readonly<Record<string, string>>

/** Errors of an input put at the fields of the form; several at one field are said together. */
export function errorsByField<Values extends FieldValues>(
  form: FormDescription<Values>,
  values: Values,
  found: readonly FieldError[],
): Errors {
  const errors: Record<string, string> = {}
  for (const { field, message } of found) {
    const place = form.fieldOf?.(field, values) ?? field
    const before = errors[place]
    errors[place] = before && before !== message ? `${before} ${message}` : message
  }
  return errors
}

/** Everything that keeps these values from being sent, by field; of nothing where they can be. */
export function errorsOf<Values extends FieldValues>(
  form: FormDescription<Values>,
  values: Values,
  context: FormContext,
): Errors {
  const more = form.moreErrors?.(values, context) ?? {}
  try {
    checkInput(form.operation, form.inputOf(values, context))
    return more
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    const { errors = [], title } = thrown.problem
    const found = errors.length > 0 ? errors : [{ field: '', message: title }]
    // What the form asks for knows more of what was typed than the schema of what would be sent.
    return { ...errorsByField(form, values, found), ...more }
  }
}

/** Facts that change with time get the time at which they are used. */
type FactsAt = (now: number) => FormContext

/**
 * What is wrong and what is odd in a form: looked for when it is sent, and then, in the fields that failed, whenever a field
 * is left.
 * @param first the values that it begins with
 */
export function useValidation<Values extends FieldValues>(
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
  const settleSoon = useFieldCommit(element, (names) => {
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
      const wrong = errorsByField(form, values, others)
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

/**
 * Tells when a person has finished with a field, and which fields were left since. While a pointer is down it waits: a
 * message that comes or goes under a press moves the button away, and the press would be lost.
 * @returns what asks for the same where a value was set by a button, in the same patience
 */
export function useFieldCommit(
  form: RefObject<HTMLFormElement | null>,
  act: (left: readonly string[]) => void,
): () => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const held = useRef({ isDown: false, isWaiting: false, left: [] as string[] })
  const tell = useCallback(() => {
    const names = held.current.left
    held.current.left = []
    held.current.isWaiting = false
    latest.current(names)
  }, [])
  const settle = useCallback(() => {
    if (held.current.isDown) held.current.isWaiting = true
    else tell()
  }, [tell])

  useEffect(() => {
    const element = form.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = ({ type, target }: Event) => {
      if (!(target instanceof Element) || !element.contains(target)) return
      if (type === 'focusout') held.current.left.push(target.getAttribute('name') ?? '')
      settle()
    }
    const press = ({ target }: PointerEvent) => {
      // The browser's own list of a select takes the pointer, and may keep its end to itself.
      held.current.isDown = !(target instanceof HTMLSelectElement)
    }
    const release = () => {
      held.current.isDown = false
      // The click comes after this event.
      if (held.current.isWaiting) timer = setTimeout(tell)
    }
    // The browser's own "change": at once for what is chosen, at the end of what is typed. Both are heard at the window,
    // after React: what is drawn anew before React hears of a choice puts the old one back.
    window.addEventListener('change', finish)
    window.addEventListener('focusout', finish)
    window.addEventListener('pointerdown', press, true)
    // A pointer that is let go outside the window is not heard of; a key says that it is over as well.
    const ends = ['pointerup', 'pointercancel', 'keydown'] as const
    for (const end of ends) window.addEventListener(end, release, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('change', finish)
      window.removeEventListener('focusout', finish)
      window.removeEventListener('pointerdown', press, true)
      for (const end of ends) window.removeEventListener(end, release, true)
    }
  }, [form, settle, tell])
  return settle
}
