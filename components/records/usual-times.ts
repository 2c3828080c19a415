'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { defaultUsual, minimumSample, roundedUp } from '@/lib/api/overdue'
import { durationText } from '@/lib/browser/clock'
import { callConsole } from '@/lib/browser/operation'
import { teamSettings } from '@/lib/browser/team'
import type { SettleTimes } from '@/lib/features/overview/interface'
import { overviewRows } from '@/lib/features/overview/operations'
import type { Environment } from '@/lib/provider/environments'
import { kindText } from './transfer-labels'

/** How long completed transfers of a kind (`Crypto withdrawal, Ethereum`) took from creation to last update, in ms. */
export type SettlementTime = { type: string; transfers: number; median: number; p95: number }

/** The usual times of an answer, by what people call their kinds. */
export const settlementTimes = (times: readonly SettleTimes[]): SettlementTime[] =>
  times.map(({ type, network, timed, median, p95 }) => ({
    type: kindText({ type, crypto_network: network || undefined }),
    transfers: timed,
    median,
    p95,
  }))

/** Settlement times by type, or `unavailable` if they could not be loaded. */
export type UsualTimes = readonly SettlementTime[] | 'unavailable'

/** Milliseconds after which any pending transfer is overdue, if the desk has set that. */
export const teamLimit = (): number | undefined => {
  const { overdue_hours } = teamSettings()
  return overdue_hours && overdue_hours * 3_600_000
}
export const defaultUsualText = () => `${(teamLimit() ?? defaultUsual) / 3_600_000} h`

export type UsualTime = { type: string; transfers: number; median: number; usual: number }

/** The kinds with a large enough sample, and the milliseconds after which a pending transfer of each is overdue. */
export const usualTimesByType = (times: UsualTimes): UsualTime[] =>
  (times === 'unavailable' ? [] : times)
    .filter(({ transfers }) => transfers >= minimumSample)
    .map(({ type, transfers, median, p95 }) => ({ type, transfers, median, usual: roundedUp(p95) }))

type Kind = { type?: string; crypto_network?: string }

/** Undefined if too few transfers of the kind were read to say: networks differ too much to stand in for one another. */
export const usualTimeOf = (times: UsualTimes, kind: Kind) =>
  usualTimesByType(times).find((usual) => usual.type === kindText(kind))

/** A duration without a second unit of zero: `6 h`. */
export const spanText = (millis: number) => durationText(millis).replace(/ 00? (?:s|min|h)$/, '')

/** `usually 1 h 45 min, 95 % within 6 h` */
export const usualTimeText = ({ median, usual }: UsualTime) =>
  `usually ${spanText(median)}, 95 % within ${spanText(usual)}`

/**
 * Query options, so that overview, list and transfer page use the same times.
 * @param isBackground whether no person waits for them
 */
export const usualTimesRead = (environment: Environment, isBackground = true) => ({
  queryKey: [environment, 'usual-times'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SettlementTime[]> => {
    const { body } = await callConsole(environment, overviewRows.readUsualTimes, {}, { signal, isBackground })
    return settlementTimes(body)
  },
  retry: false,
  // Usual times change slowly.
  staleTime: 600_000,
  refetchOnWindowFocus: false,
})

/** Undefined while the times load, or if they are not needed. */
export function useUsualTimes(environment: Environment, isWanted: boolean): UsualTimes | undefined {
  const { data, errorUpdateCount, isPaused } = useQuery({ ...usualTimesRead(environment), enabled: isWanted })
  if (!isWanted) return undefined
  // A failure counts until a read succeeds, so that a retry does not take back what the page says.
  return data ?? (errorUpdateCount > 0 || isPaused ? 'unavailable' : undefined)
}

/** The same if a page of this session has loaded them: never read for this. */
export const useKnownUsualTimes = (environment: Environment): UsualTimes | undefined =>
  useQuery<readonly SettlementTime[]>({ ...usualTimesRead(environment), queryFn: skipToken }).data
