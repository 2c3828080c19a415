'use client'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useZone } from '@/components/ui/time'
import { presetsQuery } from '@/lib/browser/intents'
import type { FormContext, FormSession } from './description'

/** Names that people here gave to profiles; none while they are read, and none where that fails. */
export function useProfileNames(environment: FormSession['environment']): Readonly<Record<string, string>> {
  const { data } = useQuery({ ...presetsQuery(environment, 'profile'), staleTime: 60_000 })
  return useMemo(() => Object.fromEntries((data ?? []).map(({ key, value }) => [key, value])), [data])
}

/** What a form knows beside its values, for any moment (ms since 1970). */
export function useReviewFacts(
  { environment, requiresIdentity }: FormSession,
  intent: string,
): (now: number) => FormContext {
  const { zone } = useZone()
  const profileNames = useProfileNames(environment)
  return useCallback(
    (now) => ({ environment, intent, profileNames, requiresIdentity, now, zone }),
    [environment, intent, profileNames, requiresIdentity, zone],
  )
}
