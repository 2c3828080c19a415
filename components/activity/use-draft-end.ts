'use client'
import { useEffect } from 'react'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { completeFormDraft } from '@/lib/browser/form-drafts'
import { formOf } from './labels'

/** Forgets the draft that an intent was made from, once the service has it: one who lost the answer comes here to learn that. */
export function useDraftEnd(environment: Environment, person: string, intent: IntentDetail | undefined): void {
  const place = intent?.state === 'confirmed' && intent.is_mine ? formOf(intent) : undefined
  const id = intent?.id
  useEffect(() => {
    if (place && id) completeFormDraft({ person, environment, path: place }, id)
  }, [person, environment, place, id])
}
