/** Where a look-up leads: to the only transfer that it found, or to its page. */
import type { QueryClient } from '@tanstack/react-query'
import { maximumShared, rememberLookup } from '@/lib/features/lookup/browser/recent-lookups'
import type { Environment } from '@/lib/provider/environments'
import { askLookup, keepForPage, transferHref } from './ask'
import { isOwnField, readingThatMatched } from './labels'
import { LookupRun, type RunInput } from './lookup-run'

export type Place = { environment: Environment; person: string }

/** @param input recognised already: by the server, in a file, or in a text */
export const runOf = (environment: Environment, input: RunInput) =>
  new LookupRun(input, (some, signal) => askLookup(environment, some, signal))

/** The only identifier of a look-up. */
export const onlyRow = (run: LookupRun) => {
  const { rows } = run.state()
  return rows.length === 1 && run.omitted === 0 ? rows[0] : undefined
}

/** The text that may be in an address: one identifier, short, and no secret. */
export function sharedText(run: LookupRun): string | undefined {
  if (run.letter) return undefined
  const text = run.text.trim()
  const isShort = text !== '' && text.length <= maximumShared && !/[\r\n]/.test(text)
  return isShort && onlyRow(run)?.pasted.identifier ? text : undefined
}

/** The text that this tab keeps over a reload: an e-mail is not stored anywhere, and one identifier is in the address. */
export const textOutlasting = (run: LookupRun): string => (run.letter || sharedText(run) !== undefined ? '' : run.text)

/** Where a look-up is shown. */
export function lookupHref(environment: Environment, run: LookupRun): string {
  const text = sharedText(run)
  return `/${environment}/lookup${text === undefined ? '' : `?${new URLSearchParams({ q: text })}`}`
}

/**
 * The transfer that a look-up found, if it is the only match of the only identifier; its page shows it at once. What only
 * part of an identifier matches may be another one, so a person opens it themselves; what an e-mail says is compared first.
 * @returns its address, and which reading matched
 */
export function onlyMatch(
  client: QueryClient,
  environment: Environment,
  run: LookupRun,
): { href: string; found: string } | undefined {
  const row = onlyRow(run)
  const [transfer] = row?.transfers ?? []
  if (run.letter || row?.result !== 'found' || !transfer || row.transfers.length > 1) return undefined
  // Before our own database has all of them, others may have the same memo or amount, or go to the same address.
  if (row.records?.since !== undefined && isOwnField(row.answer?.field)) return undefined
  const href = transferHref(environment, transfer)
  if (!href) return undefined
  keepForPage(client, environment, transfer, { at: row.at ?? Date.now(), requestId: row.requestId ?? '' })
  return { href, found: `Found by ${readingThatMatched(row)}` }
}

/** Remembers the identifier of a look-up on this device, unless there are several or none. */
export function rememberRun(place: Place, run: LookupRun): void {
  const row = onlyRow(run)
  if (row?.pasted.identifier) rememberLookup(place, row.pasted.text)
}
