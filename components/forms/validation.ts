'use client'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from '@/components/ui/browser-state'
import type { FieldError } from '@/lib/provider/field-errors'
import type { FormContext, FormDescription, Messages } from './description'
import { type FormStore, valueAt } from './form-store'

/** What of a form its checks need. */
type CheckedForm<Values extends object> = Pick<
  FormDescription<Values>,
  'operation' | 'blank' | 'toInput' | 'fieldFor' | 'loadChecks'
>

async function loadChecks<Values extends object>(form: CheckedForm<Values>) {
  const [schemas, checks] = await Promise.all([import('./draft-errors'), form.loadChecks()])
  return { ...schemas, checks }
}

/**
 * Errors and warnings of a form. Everything is checked on submit; after that, fields that failed are checked again
 * whenever a field is left.
 * @param initial the values that the form started with
 */
export function useValidation<Values extends object>(
  form: CheckedForm<Values>,
  store: FormStore<Values>,
  element: RefObject<HTMLFormElement | null>,
  initial: Values,
  contextAt: (now: number) => FormContext,
) {
  const [errors, setErrors] = useState<Messages>({})
  const [tries, setTries] = useState(0)
  const [warnings, setWarnings] = useState<Messages>({})
  const [settled, setSettled] = useState(initial)
  /** Values (as JSON) that the provider refused: their errors stay until the values change. */
  const refused = useRef(new Map<string, string>())
  /** Loaded before anything is checked. */
  const loaded = useRef<Awaited<ReturnType<typeof loadChecks<Values>>>>(undefined)
  const isChecking = useRef(false)
  const load = async () => {
    loaded.current ??= await loadChecks(form)
    return loaded.current
  }
  /** Warnings appear with it; a failure shows when the form is checked. */
  function preload() {
    load().then(
      () => setWarnings(warningsOf(store.values())),
      () => undefined,
    )
  }
  // At once for a draft: its warnings must not push fields away that are already being read.
  const open = useEffectEvent(() => (initial === form.blank ? whenIdle(preload) : preload()))
  useLayoutEffect(() => open(), [])
  // Warnings of fields above push the focused control down, where a bar may cover it; late ones come all at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new warnings are the reason
  useLayoutEffect(() => {
    const focused = element.current?.querySelector(':focus-visible')
    focused?.scrollIntoView({ block: 'nearest' })
  }, [warnings, element])
  const valueJson = (name: string) => JSON.stringify(name === '' ? '' : valueAt(store.values(), name))

  /** The warnings of fields that have been visited or filled in. */
  function warningsOf(values: Values): Messages {
    const found = Object.entries(loaded.current?.checks.warnings(values, contextAt(Date.now())) ?? {})
    const isReached = (name: string) =>
      store.isVisited(name) || JSON.stringify(valueAt(values, name)) !== JSON.stringify(valueAt(form.blank, name))
    return Object.fromEntries(found.filter(([name]) => isReached(name)))
  }

  function commit() {
    const values = store.values()
    setSettled(values)
    if (loaded.current) setWarnings(warningsOf(values))
    else preload()
    setErrors((before) => {
      if (Object.keys(before).length === 0 || !loaded.current) return before
      const { errorsOf, checks } = loaded.current
      const current = errorsOf(form, checks, values, contextAt(Date.now()))
      const remaining = Object.entries(before).flatMap(([name, message]) => {
        const isUnchanged = refused.current.get(name) === valueJson(name)
        const text = current[name] ?? (isUnchanged ? message : undefined)
        return text ? [[name, text]] : []
      })
      return Object.fromEntries(remaining)
    })
  }
  useFieldCommit(store, element, commit)

  function showErrors(found: Messages) {
    setErrors(found)
    if (Object.keys(found).length > 0) setTries((before) => before + 1)
  }

  return {
    errors,
    warnings,
    settled,
    tries,
    /** Checks everything. @returns whether the values can be sent */
    check: async (): Promise<boolean> => {
      if (isChecking.current) return false
      isChecking.current = true
      commit()
      refused.current.clear()
      const checked = await load().catch(() => undefined)
      isChecking.current = false
      const found = checked
        ? checked.errorsOf(form, checked.checks, store.values(), contextAt(Date.now()))
        : { '': 'The form could not be checked. Check the connection and try again.' }
      showErrors(found)
      return Object.keys(found).length === 0
    },
    /** Shows the errors of a refusal together with the form's own. */
    showRefusal: async (refusal: readonly FieldError[]) => {
      const { errorsByField, errorsOf, checks } = await load()
      const values = store.values()
      const found = errorsByField(form, values, refusal)
      refused.current = new Map(Object.keys(found).map((name) => [name, valueJson(name)]))
      showErrors({ ...errorsOf(form, checks, values, contextAt(Date.now())), ...found })
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
function useFieldCommit<Values extends object>(
  store: FormStore<Values>,
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
    const unsubscribe = store.subscribe((change) => change === 'set' && reportSoon())
    return () => {
      clearTimeout(timer)
      listening.abort()
      unsubscribe()
    }
  }, [store, form])
}
