'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { areDraftsCleared, type DraftKey } from '@/lib/browser/draft-storage'
import {
  deleteFormDraft,
  type FormDraft,
  idsIn,
  newIntentId,
  readFormDraft,
  renewIds,
  saveFormDraft,
  subscribeFormDrafts,
} from '@/lib/browser/form-drafts'
import type { FormStore } from './form-store'

/** Which write a form is about, how far it got, and what happened to the one before. */
type Write = Pick<FormDraft, 'intent' | 'attempt' | 'isChanged' | 'previous' | 'reason'>
const writeOf = ({ intent, attempt, isChanged, previous, reason }: Write): Write => ({
  intent,
  attempt,
  isChanged,
  previous,
  reason,
})

export type InitialDraft<Values> = Write & Pick<FormDraft, 'errors'> & { values: Values; savedAt?: number }

/** `savedAt` is undefined while there is no draft; `errors` are those that sending found. */
type DraftState = Pick<FormDraft, 'errors'> & { write: Write; savedAt?: number; isStored: boolean }

/** Milliseconds between the last key and saving. */
const saveDelay = 300

/**
 * Saves the input, and follows an attempt that is still being sent from the review.
 * @param isBlank whether a form with these values needs no draft
 */
export function useDraft<Values extends object>(
  key: DraftKey,
  form: FormStore<Values>,
  initial: InitialDraft<Values>,
  isBlank: (values: Values) => boolean,
) {
  const { errors, savedAt } = initial
  const [state, setState] = useState<DraftState>({ write: writeOf(initial), errors, savedAt, isStored: true })
  // Several changes can come before the next render.
  const latest = useRef(state)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function update(changes: Partial<DraftState>) {
    latest.current = { ...latest.current, ...changes }
    setState(latest.current)
  }
  function cancelTimer() {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  function store() {
    const savedAt = Date.now()
    const isStored = saveFormDraft(key, { ...latest.current.write, values: form.values(), savedAt })
    update({ savedAt, isStored })
  }
  /** Takes over the outcome of an attempt made on the review. @returns whether there was one */
  function takeOutcome() {
    const { write, savedAt, errors } = latest.current
    if (savedAt === undefined || areDraftsCleared()) return false
    const stored = readFormDraft(key)
    if (stored && stored.intent === write.intent && stored.attempt === write.attempt) return false
    if (stored) update({ write: writeOf(stored), errors: stored.errors ?? errors })
    // It was sent and its draft deleted: from here on the form is about another write.
    else if (write.attempt === 'sending')
      update({ write: { intent: newIntentId(), previous: { intent: write.intent, outcome: 'sent' } } })
    if (latest.current.write.intent !== write.intent) {
      const kept = idsIn(stored?.values)
      const values = renewIds(form.values(), (id) => !kept.includes(id))
      if (values !== form.values()) form.change(values)
    }
    return true
  }
  function save() {
    cancelTimer()
    // Sign-out cleared the storage: nothing may be written after it.
    if (areDraftsCleared()) return
    takeOutcome()
    store()
  }
  function remove() {
    cancelTimer()
    update({ savedAt: undefined, isStored: true })
    deleteFormDraft(key)
  }
  /** Makes the form about another write. */
  function replaceWrite(write: Write) {
    update({ write })
    if (latest.current.savedAt !== undefined) store()
  }

  const change = useEffectEvent(() => {
    const { write, savedAt } = latest.current
    if (write.attempt && !write.isChanged) update({ write: { ...write, isChanged: true } })
    if (isBlank(form.values())) return remove()
    // The first change is saved at once, so that a form is either saved or untouched.
    if (savedAt === undefined) return save()
    cancelTimer()
    timer.current = setTimeout(save, saveDelay)
  })
  const flush = useEffectEvent(() => {
    if (timer.current !== undefined) save()
  })
  const follow = useEffectEvent(() => {
    if (takeOutcome()) store()
  })
  useEffect(() => {
    const unsubscribeValues = form.subscribe(() => change())
    const unsubscribeDrafts = subscribeFormDrafts(follow)
    window.addEventListener('pagehide', flush)
    return () => {
      unsubscribeValues()
      unsubscribeDrafts()
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [form])

  return { ...state, save, remove, replaceWrite }
}
