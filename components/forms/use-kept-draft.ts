'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import {
  type DraftPlace,
  dropFormDraft,
  type FormDraft,
  keepFormDraft,
  newIntentId,
  readFormDraft,
} from '@/lib/browser/form-drafts'

/** What a form begins with. */
export type Start<Values> = Pick<FormDraft, 'intent' | 'attempt' | 'errors' | 'refused'> & {
  values: Values
  savedAt?: number
}

/** Milliseconds after the last key within which a draft is kept. */
const pause = 300

/**
 * Keeps what is typed while it is typed.
 * @param blank the values of a form in which nothing was typed: they need no draft
 */
export function useKeptDraft<Values extends FieldValues>(
  place: DraftPlace,
  methods: UseFormReturn<Values>,
  start: Start<Values>,
  blank: Values,
) {
  const [saved, setSaved] = useState({ at: start.savedAt, isStored: true })
  const [intent, setIntent] = useState(start.intent)
  const held = useRef({ intent: start.intent, attempt: start.attempt, isKept: start.savedAt !== undefined })
  const { person, environment, place: page } = place

  const draft = useMemo(() => {
    const where: DraftPlace = { person, environment, place: page }
    const blankText = JSON.stringify(blank)
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      const { current } = held
      // Signing out clears the tab's storage: nothing may come back after it.
      if (current.isKept && !readFormDraft(where)) return
      const at = Date.now()
      const { intent, attempt } = current
      const isStored = keepFormDraft(where, { values: methods.getValues(), intent, savedAt: at, attempt })
      current.isKept = true
      setSaved({ at, isStored })
    }
    const drop = () => {
      clearTimeout(timer)
      timer = undefined
      dropFormDraft(where)
      held.current.isKept = false
      setSaved({ at: undefined, isStored: true })
    }
    /** Another write from here on: what was recorded before stays what it was. */
    const renew = () => {
      held.current.intent = newIntentId()
      held.current.attempt = undefined
      setIntent(held.current.intent)
    }
    const change = () => {
      if (held.current.attempt === 'prepared') renew()
      if (JSON.stringify(methods.getValues()) === blankText) return drop()
      // The first change is kept at once, so that a form is either kept or untouched.
      if (!held.current.isKept) return keep()
      clearTimeout(timer)
      timer = setTimeout(keep, pause)
    }
    const flush = () => {
      if (timer !== undefined) keep()
    }
    return { keep, drop, renew, change, flush }
  }, [person, environment, page, methods, blank])

  useEffect(() => {
    const end = methods.subscribe({ formState: { values: true }, callback: draft.change })
    window.addEventListener('pagehide', draft.flush)
    return () => {
      end()
      window.removeEventListener('pagehide', draft.flush)
      draft.flush()
    }
  }, [methods, draft])

  return { intent, savedAt: saved.at, isStored: saved.isStored, ...draft }
}
