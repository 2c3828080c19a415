'use client'
/** When rules ran last, and what came of it: from the newest transfers, in one read. */
import { useQuery } from '@tanstack/react-query'
import { transferStatusStyle } from '@/components/records/transfer-status'
import type { StatusStyle } from '@/components/ui/status'
import { type Answer, operation } from '@/lib/browser/operation'
import type { Environment } from '@/lib/provider/environments'
import { type DecodedTransfer, readTransferPage } from '@/lib/provider/reading'

/** How many of the newest transfers are searched: runs before them are not seen. */
export const searchedTransfers = 200

/** The deposit that started the run, and the status of the transfer that decides how the run stands. */
export type RuleRun = { transfer: string; at: string; status: StatusStyle }

const rankOf = ({ known: { status } }: DecodedTransfer) => (status === 'FAILED' ? 0 : status === 'COMPLETED' ? 2 : 1)

/**
 * The last run by the memo that started it. One failed transfer decides, then one that is not complete. How many transfers a
 * run will have is not known, so it says how many it has.
 */
export function ruleRunsIn(transfers: readonly DecodedTransfer[]): ReadonlyMap<string, RuleRun> {
  const runs = new Map<string, RuleRun>()
  for (const transfer of transfers) {
    const { id, memo, created_at, direction, group_id } = transfer.known
    // A withdrawal may carry a memo of ours, which triggers nothing.
    if (!id || !memo || !created_at || direction === 'DEBIT' || runs.has(memo)) continue
    const group = group_id ? transfers.filter(({ known }) => known.group_id === group_id) : [transfer]
    const [decisive = transfer] = [...group].sort((one, other) => rankOf(one) - rankOf(other))
    const style = transferStatusStyle(decisive)
    const status =
      group.length > 1
        ? { ...style, why: [style.why, `${group.length} transfers`].filter(Boolean).join(', ') }
        : { ...style, label: `Deposit ${style.label.toLowerCase()}` }
    runs.set(memo, { transfer: id, at: created_at, status })
  }
  return runs
}

const runsIn = ({ json }: Answer) => ruleRunsIn(readTransferPage(json, { limit: searchedTransfers, cursors: [] }).items)

/** The last run of each rule by its memo; undefined while loading or after an error. */
export function useRuleRuns(environment: Environment, isOn: boolean): ReadonlyMap<string, RuleRun> | undefined {
  return useQuery({
    ...operation(environment, 'listTransfers', { query: { limit: searchedTransfers } }),
    select: runsIn,
    enabled: isOn,
    staleTime: 60_000,
    retry: false,
  }).data
}
