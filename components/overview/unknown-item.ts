'use client'
import { useUnknown } from '@/components/requests/unknown-count'
import { activityReaders, type Intent } from '@/lib/api/intents'
import { countText } from '@/lib/browser/labels'
import type { Environment } from '@/lib/provider/environments'
import { writeRowOf } from '@/lib/provider/operations'
import type { Role } from '@/lib/provider/roles'

/** The requests with an unknown outcome, for those who may see them. */
export function useUnknownItem(environment: Environment, roles: readonly Role[]) {
  const isAllowed = roles.some((role) => activityReaders.includes(role))
  const { intents, isMore, problem, isClosed, isSuccess, refetch } = useUnknown(environment, { isAllowed })
  const isOpen = isAllowed && !isClosed
  return {
    intents,
    isMore,
    problem,
    isSettled: !isAllowed || isSuccess || problem !== undefined,
    isShown: isOpen && (intents.length > 0 || problem !== undefined),
    isNone: isOpen && isSuccess && intents.length === 0 && !problem,
    refresh: () => void (isAllowed && refetch()),
  }
}

export type UnknownItem = ReturnType<typeof useUnknownItem>

/** `2 orders, 1 fiat account` */
export function requestsText(intents: readonly Pick<Intent, 'operation'>[]): string {
  const counts = new Map<string, number>()
  for (const { operation } of intents) {
    const { noun } = writeRowOf(operation)
    counts.set(noun, (counts.get(noun) ?? 0) + 1)
  }
  return [...counts].map(([noun, count]) => countText(count, noun)).join(', ')
}
