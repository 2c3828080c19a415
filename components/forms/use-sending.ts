'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { WriteName } from '@/lib/api/intents'
import type { ProblemError } from '@/lib/api/problem'
import {
  type DraftPlace,
  type FormDraft,
  newIntentId,
  readFormDraft,
  saveFormDraft,
  settleFormDraft,
} from '@/lib/browser/form-drafts'
import { sendWrite, type WriteInput } from '@/lib/browser/intents'
import { type Following, followingOf } from './following'

/** Where a press stands: nothing pressed, on its way since a moment (ms since 1970), over, or stopped by a problem. */
export type Sending =
  | { step: 'idle' }
  | { step: 'sending'; since: number }
  | { step: 'done' }
  | { step: 'stopped'; error: ProblemError; following: Following; at: number }

/** Sends a draft once, and goes where its answer leads. */
export function useSending(operation: WriteName, place: DraftPlace, first: FormDraft) {
  const router = useRouter()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(first)
  const [sending, setSending] = useState<Sending>({ step: 'idle' })
  const isOnWay = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const { environment } = place
  const form = `/${environment}/${place.place}`

  function keep(next: FormDraft) {
    setDraft(next)
    // The form may have been opened again meanwhile, and hold something else by now: nothing typed there is lost.
    const stored = readFormDraft(place)
    if (stored?.intent !== draft.intent) return
    const { values, savedAt } = stored
    const isSame = JSON.stringify(values) === JSON.stringify(draft.values)
    saveFormDraft(place, isSame ? next : { ...next, values, savedAt, isChanged: next.attempt !== undefined })
  }

  function leadToResult() {
    settleFormDraft(place, draft.intent, draft.values)
    void queries.invalidateQueries({ queryKey: [environment, 'intents'] })
    void queries.invalidateQueries({ queryKey: [environment, 'intent', draft.intent] })
    if (!isShown.current) return
    setSending({ step: 'done' })
    router.replace(`/${environment}/activity/${draft.intent}`)
  }

  /** Here `draft` is what it was before the press. */
  function stop(error: ProblemError) {
    const following = followingOf(error)
    if (following.to === 'result') return leadToResult()
    const { intent, attempt, isChanged, earlier, errors: _, ...rest } = draft
    const why = following.to === 'stay' ? following.why : undefined
    if (why === 'person-changed') {
      keep(draft)
      if (isShown.current) setSending({ step: 'stopped', error, following, at: Date.now() })
      return
    }
    const isTaken = following.to === 'fields' && following.isTaken
    const isOver = following.to === 'fields' ? following.isOver : why === 'refused'
    const write: Partial<FormDraft> & { intent: string } = isOver
      ? { intent: newIntentId(), earlier: { intent, end: isTaken ? 'taken' : 'refused' } }
      : why === 'kept'
        ? { intent, earlier, attempt: 'prepared' }
        : {
            intent,
            earlier,
            attempt: why === 'unheard' ? 'sending' : attempt,
            isChanged: why === 'reused' || isChanged,
          }
    keep({ ...rest, ...write, ...(following.to === 'fields' && { errors: following.errors }) })
    if (!isShown.current) return
    setSending({ step: 'stopped', error, following, at: Date.now() })
    if (following.to === 'fields') router.replace(form)
  }

  async function send(input: WriteInput) {
    if (isOnWay.current) return announce('It is on its way already. Pressing again does nothing.')
    isOnWay.current = true
    setSending({ step: 'sending', since: Date.now() })
    // Whoever comes back to this form must know that it may have been sent.
    keep({ ...draft, attempt: 'sending' })
    try {
      await sendWrite(environment, operation, input, draft.intent)
      leadToResult()
    } catch (thrown) {
      isOnWay.current = false
      const error = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))
      if (error) stop(error)
    }
  }

  /** Another write with the same values, where this intent was spent on something else. */
  function renew() {
    const { intent, savedAt } = draft
    const next: FormDraft = { values: draft.values, savedAt, intent: newIntentId(), earlier: { intent, end: 'sent' } }
    setDraft(next)
    const stored = readFormDraft(place)
    if (stored?.intent === intent || stored?.earlier?.intent === intent) saveFormDraft(place, next)
    setSending({ step: 'idle' })
  }

  return { draft, sending, send, renew }
}
