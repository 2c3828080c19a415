'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import { type DecodedPage, type DecodedTransfer, readTransfer } from '@/lib/api/reading'
import { type Transfer, TransferPath } from '@/lib/api/transfers'
import { freshFor, listRead, transferRead } from './reads'
import { endsOf, isSameId, type Leg, legsOf } from './reconciliation'

/** One side as far as it was read; without transfer and error it is still on its way. */
export type LegState = Leg & { transfer?: DecodedTransfer; error?: ProblemError; onRetry?: () => void }

/** What was read of a group: rows that are none of its own are counted, never shown as sides. */
export type Group = { members: DecodedTransfer[]; strangers: number; hasMore: boolean }

const nothing: readonly DecodedTransfer[] = []
export const groupRead = (environment: Environment, groupId: string) => listRead(environment, { group_ids: [groupId] })

const calm = { retry: false, staleTime: freshFor, refetchOnWindowFocus: false } as const

function groupIn({ items, next }: DecodedPage<Transfer>, groupId: string): Group {
  // A name that the service does not know is ignored there, and everything comes (service-facts, "Reading").
  const members = items.filter(({ known }) => isSameId(known.group_id, groupId))
  return { members, strangers: items.length - members.length, hasMore: next !== undefined }
}

/**
 * Every side of the movement that a transfer belongs to: the ends that `auto_conversion` names, and the rest of its
 * `group_id`. They are read beside the page, which does not wait for them.
 */
export function useLegs(environment: Environment, transfer: DecodedTransfer) {
  const groupId = transfer.known.group_id
  const groupResult = useQuery({
    ...groupRead(environment, groupId ?? ''),
    ...calm,
    enabled: groupId !== undefined,
    select: (page) => groupIn(page, groupId ?? ''),
  })
  const { from, to } = endsOf(transfer)
  const ends = useMemo(() => [from, to].filter((id) => id !== undefined), [from, to])
  const results = useQueries({
    queries: ends.map((id) => ({
      ...transferRead(environment, id),
      ...calm,
      // What is no id of a transfer is not asked for.
      enabled: TransferPath.safeParse({ id }).success,
    })),
  })
  const group = groupResult.data
  const members = group?.members ?? nothing
  const memberIds = members.flatMap(({ known }) => (known.id ? [known.id] : []))
  const sides = legsOf(transfer, memberIds).map((leg): LegState => {
    if (leg.role === 'this') return { ...leg, transfer }
    const result = results[ends.findIndex((id) => isSameId(id, leg.id))]
    const member = members.find(({ known }) => isSameId(known.id, leg.id))
    const error = asProblem(result?.error ?? null)
    const own = result?.data && readTransfer(result.data.json)
    return { ...leg, transfer: own ?? member, error, onRetry: () => void result?.refetch() }
  })
  return {
    sides,
    group,
    groupId,
    groupError: asProblem(groupResult.error),
    isGroupPending: groupId !== undefined && groupResult.isPending,
    onGroupRetry: () => void groupResult.refetch(),
  }
}

export type Legs = ReturnType<typeof useLegs>
