'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { announce } from '@/components/ui/announcer'
import { asProblem } from '@/components/ui/problem'
import type { WriteName } from '@/lib/api/intents'
import type { ProblemError } from '@/lib/api/problem'
import {
  type DraftPlace,
  dropFormDraft,
  type FormDraft,
  keepFormDraft,
  newIntentId,
  readFormDraft,
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
    // The form may have been opened again meanwhile, and hold something else by now.
    if (readFormDraft(place)?.intent === draft.intent) keepFormDraft(place, next)
  }

  function leadToResult() {
    if (readFormDraft(place)?.intent === draft.intent) dropFormDraft(place)
    void queries.invalidateQueries({ queryKey: [environment, 'intents'] })
    void queries.invalidateQueries({ queryKey: [environment, 'intent', draft.intent] })
    if (!isShown.current) return
    setSending({ step: 'done' })
    router.replace(`/${environment}/activity/${draft.intent}`)
  }

  function stop(error: ProblemError, before: FormDraft['attempt']) {
    const following = followingOf(error)
    if (following.to === 'result') return leadToResult()
    const { attempt: _, errors: __, refused: ___, ...rest } = draft
    const isOver = following.to === 'fields' ? following.isOver : following.to === 'stay' && following.why === 'refused'
    const attempt =
      following.to === 'stay' && following.why === 'kept'
        ? 'prepared'
        : following.to === 'stay' && following.why === 'unheard'
          ? 'sending'
          : before
    keep({
      ...rest,
      ...(isOver ? { intent: newIntentId() } : attempt && { attempt }),
      ...(following.to === 'fields' && { errors: following.errors }),
      ...(following.to === 'fields' && following.isTaken && { refused: draft.intent }),
    })
    if (!isShown.current) return
    setSending({ step: 'stopped', error, following, at: Date.now() })
    if (following.to === 'fields') router.replace(form)
  }

  async function send(input: WriteInput) {
    if (isOnWay.current) return announce('It is on its way already. Pressing again does nothing.')
    isOnWay.current = true
    setSending({ step: 'sending', since: Date.now() })
    const before = draft.attempt
    // Whoever comes back to this form must know that it may have been sent.
    keep({ ...draft, attempt: 'sending' })
    try {
      await sendWrite(environment, operation, input, draft.intent)
      leadToResult()
    } catch (thrown) {
      isOnWay.current = false
      const error = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))
      if (error) stop(error, before)
    }
  }

  /** Another write with the same values, where this intent was spent on something else. */
  function renew() {
    const { attempt: _, ...rest } = draft
    keep({ ...rest, intent: newIntentId() })
    setSending({ step: 'idle' })
  }

  return { draft, sending, send, renew }
}
