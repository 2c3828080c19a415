'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { areDraftsCleared, type DraftKey } from '@/lib/browser/draft-storage'
import {
  deleteFormDraft,
  type FormDraft,
  newIntentId,
  readFormDraft,
  saveFormDraft,
  subscribeFormDrafts,
} from '@/lib/browser/form-drafts'

/** Which write a form is about, how far it got, and what happened to the one before. */
type Write = Pick<FormDraft, 'intent' | 'attempt' | 'isChanged' | 'previous'>
const writeOf = ({ intent, attempt, isChanged, previous }: Write): Write => ({ intent, attempt, isChanged, previous })

/** What a form starts with. */
export type InitialDraft<Values> = Write & Pick<FormDraft, 'errors'> & { values: Values; savedAt?: number }

/** Milliseconds between the last key and saving. */
const saveDelay = 300

/**
 * Saves the input, and follows an attempt that is still being sent from the review.
 * @param blank a form with these values needs no draft
 */
export function useDraft<Values extends FieldValues>(
  key: DraftKey,
  methods: UseFormReturn<Values>,
  initial: InitialDraft<Values>,
  blank: Values,
) {
  const [saved, setSaved] = useState({ at: initial.savedAt, isStored: true })
  const [write, setWrite] = useState(() => writeOf(initial))
  const [errors, setErrors] = useState(initial.errors)
  const current = useRef({ write, isSaved: initial.savedAt !== undefined })

  const draft = useMemo(() => {
    const blankJson = JSON.stringify(blank)
    let timer: ReturnType<typeof setTimeout> | undefined
    const cancelTimer = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const store = () => {
      const at = Date.now()
      const isStored = saveFormDraft(key, { ...current.current.write, values: methods.getValues(), savedAt: at })
      current.current.isSaved = true
      setSaved({ at, isStored })
    }
    const setCurrent = (next: Write) => {
      current.current.write = next
      setWrite(next)
    }
    /** Takes over the outcome of an attempt made on the review. @returns whether there was one */
    const takeOutcome = () => {
      const { write, isSaved } = current.current
      if (!isSaved || areDraftsCleared()) return false
      const stored = readFormDraft(key)
      if (stored && stored.intent === write.intent && stored.attempt === write.attempt) return false
      if (stored) {
        setCurrent(writeOf(stored))
        if (stored.errors) setErrors(stored.errors)
      } else if (write.attempt === 'sending') {
        // It was sent and its draft deleted: from here on the form is about another write.
        setCurrent({ intent: newIntentId(), previous: { intent: write.intent, outcome: 'sent' } })
      }
      return true
    }
    const save = () => {
      cancelTimer()
      // Sign-out cleared the storage: nothing may be written after it.
      if (areDraftsCleared()) return
      takeOutcome()
      store()
    }
    const remove = () => {
      cancelTimer()
      current.current.isSaved = false
      deleteFormDraft(key)
      setSaved({ at: undefined, isStored: true })
    }
    const change = () => {
      const { write } = current.current
      if (write.attempt && !write.isChanged) setCurrent({ ...write, isChanged: true })
      if (JSON.stringify(methods.getValues()) === blankJson) return remove()
      // The first change is saved at once, so that a form is either saved or untouched.
      if (!current.current.isSaved) return save()
      cancelTimer()
      timer = setTimeout(save, saveDelay)
    }
    return {
      save,
      remove,
      change,
      /** Makes the form about another write. */
      replaceWrite: (next: Write) => {
        setCurrent(next)
        if (current.current.isSaved) store()
      },
      flush: () => {
        if (timer !== undefined) save()
      },
      follow: () => {
        if (takeOutcome()) store()
      },
    }
  }, [key, methods, blank])

  useEffect(() => {
    const unsubscribeValues = methods.subscribe({ formState: { values: true }, callback: draft.change })
    const unsubscribeDrafts = subscribeFormDrafts(draft.follow)
    window.addEventListener('pagehide', draft.flush)
    return () => {
      unsubscribeValues()
      unsubscribeDrafts()
      window.removeEventListener('pagehide', draft.flush)
      draft.flush()
    }
  }, [methods, draft])

  return { write, errors, savedAt: saved.at, isStored: saved.isStored, ...draft }
}
