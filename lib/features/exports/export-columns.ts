/** What an export can be made of: its list, format and period, and the members of records that are columns. */

import { issuerQuoteFields, transferFields } from '../../provider/reading'
import type { ScannedList } from '../../provider/scanned-lists'

/** The lists that can be exported, by what files and sentences call them. */
export const exportedLists: Record<ScannedList, string> = {
  listTransfers: 'transfers',
  listIssuerQuotes: 'issuer quotes',
}

export const exportFormats = ['csv', 'ndjson'] as const
export const exportPeriods = ['day', 'week', 'month'] as const

/** Columns that are not named as their member is. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  created: ['created_at'],
  updated: ['updated_at'],
  status: ['status', 'secondary_status'],
  network: ['crypto_network'],
  profile: ['profile_id'],
  reference: ['ref_id'],
  hash: ['crypto_tx_hash'],
  transfer: ['id'],
  quote: ['id'],
  notional: ['notional_value'],
  group: ['group_id'],
  identity: ['identity_id'],
  account: ['account_id'],
  destination: ['destination_address'],
}

/** The members that the spec lists. */
export const listFields: Record<ScannedList, readonly string[]> = {
  listTransfers: Object.keys(transferFields),
  listIssuerQuotes: Object.keys(issuerQuoteFields),
}

/**
 * The members that columns show, in their order, after the id, without which a row is no one's.
 * @param keys of the columns; one that Mintdesk computes has no member
 */
export function shownMembers(list: ScannedList, keys: readonly string[]): string[] {
  const members = keys.flatMap((key) => membersOf[key] ?? [key]).filter((name) => listFields[list].includes(name))
  return [...new Set(['id', ...members])]
}

/** The column of members that the spec does not list, as JSON. */
export const otherFields = 'other_fields'

/** The members that are columns of a CSV; with all columns, none is lost. */
export const exportColumns = ({
  list,
  columns,
}: {
  list: ScannedList
  columns?: readonly string[] | undefined
}): readonly string[] => columns ?? [...listFields[list], otherFields]
