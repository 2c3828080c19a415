/** Exports in words. */
import { CircleCheck, CircleSlash, CircleX, Clock, LoaderCircle } from 'lucide-react'
import { filterChips, type Zone } from '@/components/filters/chips'
import type { ListFilters } from '@/components/filters/description'
import { issuerQuoteFilters } from '@/components/records/issuer-quote-reads'
import { transferFilters } from '@/components/records/transfer-reads'
import type { StatusStyle } from '@/components/ui/status'
import type { ExportFormat, ExportJob, ExportPeriod, ExportState } from '@/lib/features/exports/interface'
import type { ScannedList } from '@/lib/provider/scanned-lists'

/** A list's page below the environment, and its filters. */
export const exportedPages: Record<ScannedList, { segment: string; filters: ListFilters }> = {
  listTransfers: { segment: 'transfers', filters: transferFilters },
  listIssuerQuotes: { segment: 'issuer-quotes', filters: issuerQuoteFilters },
}

export const stateStyles: Record<ExportState, StatusStyle> = {
  waiting: { tone: 'wait', icon: Clock, label: 'Waiting' },
  running: { tone: 'busy', icon: LoaderCircle, label: 'Running' },
  complete: { tone: 'ok', icon: CircleCheck, label: 'Ready' },
  failed: { tone: 'bad', icon: CircleX, label: 'Failed', isLoud: true },
  cancelled: { tone: 'off', icon: CircleSlash, label: 'Cancelled' },
}

export const formatNames: Record<ExportFormat, string> = { csv: 'CSV', ndjson: 'NDJSON' }

export const periodNames: Record<ExportPeriod, string> = { day: 'Daily', week: 'Weekly', month: 'Monthly' }
export const closedPeriods: Record<ExportPeriod, string> = {
  day: 'each day',
  week: 'each week, Monday to Sunday,',
  month: 'each month',
}

/** `590.9 MB`, in units of 1,000. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9]
  return `${(bytes / size).toFixed(bytes < 1e4 ? 1 : bytes < 1e6 ? 0 : 1)} ${unit}`
}

/** `Status is Failed; Created in October 2026, UTC`; empty if there is no filter. */
export const filterText = (filters: ListFilters, search: string, zone: Zone) =>
  filterChips(filters, new URLSearchParams(search), zone)
    .map(({ field, operator, value }) => `${field} ${operator} ${value}`)
    .join('; ')

/** How much of its time an export has written, 0 to 1; undefined if it has no beginning. */
export function progressOf({ from, to, reached }: Pick<ExportJob, 'from' | 'to' | 'reached'>) {
  if (from === undefined || reached === undefined) return undefined
  const whole = Date.parse(to) - Date.parse(from)
  return whole <= 0 ? undefined : Math.min(1, (Date.parse(to) - Date.parse(reached)) / whole)
}
