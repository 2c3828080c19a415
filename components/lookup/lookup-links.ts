/** Where a look-up leads: to the only transfer that it found, or to its page. */
import type { QueryClient } from '@tanstack/react-query'
import { transferRead } from '@/components/records/transfer-reads'
import { maximumShared, rememberLookup } from '@/lib/features/lookup/browser/recent-lookups'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { isOwnField, readingThatMatched } from './labels'
import type { Lookup, LookupState } from './lookup-query'

export type Place = { environment: Environment; person: string }

/** The address of a transfer's page; undefined if the provider sent it without an id. */
export const transferHref = (environment: Environment, { known: { id } }: DecodedTransfer) =>
  id && `/${environment}/transfers/${encodeURIComponent(id)}`

/** The only identifier of a look-up. */
export const onlyIdentifier = ({ begun: { rows }, omitted }: Lookup) =>
  rows.length === 1 && omitted === 0 ? rows[0]?.pasted : undefined

/** The text that may be in an address: one identifier, short, and no secret. */
export function sharedText(lookup: Lookup): string | undefined {
  if (lookup.letter) return undefined
  const text = lookup.text.trim()
  const isShort = text !== '' && text.length <= maximumShared && !/[\r\n]/.test(text)
  return isShort && onlyIdentifier(lookup)?.identifier ? text : undefined
}

/** The text that this tab keeps over a reload: an e-mail is not stored anywhere, and one identifier is in the address. */
export const textOutlasting = (lookup: Lookup): string =>
  lookup.letter || sharedText(lookup) !== undefined ? '' : lookup.text

/** Where a look-up is shown. */
export function lookupHref(lookup: Lookup): string {
  const text = sharedText(lookup)
  return `/${lookup.environment}/lookup${text === undefined ? '' : `?${new URLSearchParams({ q: text })}`}`
}

/**
 * The transfer that a look-up found, if it is the only match of the only identifier; its page shows it at once. What only
 * part of an identifier matches may be another one, so a person opens it themselves; what an e-mail says is compared first.
 * @returns its address, and which reading matched
 */
export function onlyMatch(
  client: QueryClient,
  lookup: Lookup,
  { rows: [row] }: LookupState,
): { href: string; found: string } | undefined {
  const { environment } = lookup
  const [transfer] = row?.transfers ?? []
  if (lookup.letter || !onlyIdentifier(lookup) || row?.result !== 'found' || !transfer || row.transfers.length > 1)
    return undefined
  // Before our own database has all of them, others may have the same memo or amount, or go to the same address.
  if (row.records?.since !== undefined && isOwnField(row.answer?.field)) return undefined
  const href = transferHref(environment, transfer)
  if (!href) return undefined
  const read = { transfer, at: row.at ?? Date.now(), requestId: row.requestId ?? '' }
  // Out of date from the start: the page reads the transfer itself, with its exact text.
  client.setQueryData(transferRead(environment, transfer.known.id ?? '').queryKey, read, { updatedAt: 1 })
  return { href, found: `Found by ${readingThatMatched(row)}` }
}

/** Remembers the identifier of a look-up on this device, unless there are several or none. */
export function rememberRun(place: Place, lookup: Lookup): void {
  const only = onlyIdentifier(lookup)
  if (only?.identifier) rememberLookup(place, only.text)
}
