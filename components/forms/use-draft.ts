'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import {
  areDraftsCleared,
  type DraftKey,
  deleteFormDraft,
  type FormDraft,
  newIntentId,
  readFormDraft,
  saveFormDraft,
  subscribeFormDrafts,
} from '@/lib/browser/form-drafts'

/** Which write a form is about, how far it came, and what became of the one before. */
type Write = Pick<FormDraft, 'intent' | 'attempt' | 'isChanged' | 'earlier'>
const writeOf = ({ intent, attempt, isChanged, earlier }: Write): Write => ({ intent, attempt, isChanged, earlier })

/** What a form begins with. */
export type InitialDraft<Values> = Write & Pick<FormDraft, 'errors'> & { values: Values; savedAt?: number }

/** Milliseconds after the last key within which a draft is kept. */
const pause = 300

/**
 * Keeps what is typed while it is typed, and hears what became of a sending that was still on its way.
 * @param blank the values of a form in which nothing was typed: they need no draft
 */
export function useDraft<Values extends FieldValues>(
  place: DraftKey,
  methods: UseFormReturn<Values>,
  start: InitialDraft<Values>,
  blank: Values,
) {
  const [saved, setSaved] = useState({ at: start.savedAt, isStored: true })
  const [write, setWrite] = useState(() => writeOf(start))
  const [errors, setErrors] = useState(start.errors)
  const held = useRef({ write, isKept: start.savedAt !== undefined })
  const { person, environment, place: page } = place

  const draft = useMemo(() => {
    const where: DraftKey = { person, environment, place: page }
    const blankText = JSON.stringify(blank)
    let timer: ReturnType<typeof setTimeout> | undefined
    const store = () => {
      const at = Date.now()
      const isStored = saveFormDraft(where, { ...held.current.write, values: methods.getValues(), savedAt: at })
      held.current.isKept = true
      setSaved({ at, isStored })
    }
    const setHeld = (next: Write) => {
      held.current.write = next
      setWrite(next)
    }
    /** Takes over how a sending ended that began on the review. @returns whether one did */
    const hear = () => {
      const { write, isKept } = held.current
      if (!isKept || areDraftsCleared()) return false
      const stored = readFormDraft(where)
      if (stored && stored.intent === write.intent && stored.attempt === write.attempt) return false
      if (stored) {
        setHeld(writeOf(stored))
        if (stored.errors) setErrors(stored.errors)
      } else if (write.attempt === 'sending') {
        // It was sent, and its draft forgotten. What stands here is another write from here on.
        setHeld({ intent: newIntentId(), earlier: { intent: write.intent, end: 'sent' } })
      }
      return true
    }
    const listen = () => {
      if (hear()) store()
    }
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      // Signing out clears the tab's storage: nothing may come back after it.
      if (areDraftsCleared()) return
      hear()
      store()
    }
    const drop = () => {
      clearTimeout(timer)
      timer = undefined
      held.current.isKept = false
      deleteFormDraft(where)
      setSaved({ at: undefined, isStored: true })
    }
    /** Makes the form one of another write. */
    const become = (next: Write) => {
      setHeld(next)
      if (held.current.isKept) store()
    }
    const change = () => {
      const { write } = held.current
      if (write.attempt && !write.isChanged) setHeld({ ...write, isChanged: true })
      if (JSON.stringify(methods.getValues()) === blankText) return drop()
      // The first change is kept at once, so that a form is either kept or untouched.
      if (!held.current.isKept) return keep()
      clearTimeout(timer)
      timer = setTimeout(keep, pause)
    }
    const flush = () => {
      if (timer !== undefined) keep()
    }
    return { keep, drop, become, change, flush, listen }
  }, [person, environment, page, methods, blank])

  useEffect(() => {
    const endOfValues = methods.subscribe({ formState: { values: true }, callback: draft.change })
    const endOfDrafts = subscribeFormDrafts(draft.listen)
    window.addEventListener('pagehide', draft.flush)
    return () => {
      endOfValues()
      endOfDrafts()
      window.removeEventListener('pagehide', draft.flush)
      draft.flush()
    }
  }, [methods, draft])

  return { write, errors, savedAt: saved.at, isStored: saved.isStored, ...draft }
}
