/** Asks this console which transfers have some identifiers, and opens one that was found. */

import type { QueryClient } from '@tanstack/react-query'
import { transferRead } from '@/components/records/transfer-reads'
import { callConsole } from '@/lib/browser/operation'
import { isObject } from '@/lib/domain/json'
import type { LookupIdentifier, LookupRequest } from '@/lib/features/lookup/input'
import type { LookupAnswer } from '@/lib/features/lookup/interface'
import { lookupRows } from '@/lib/features/lookup/operations'
import type { Environment } from '@/lib/provider/environments'
import { ProblemError } from '@/lib/provider/problem'
import type { DecodedTransfer } from '@/lib/provider/reading'

/** `at` is ms since 1970. */
export type Asked = LookupAnswer & { at: number; requestId: string }

/**
 * @param identifiers at most `maximumLookup`
 * @returns one result for each, in their order
 * @throws ProblemError; AbortError where the signal ended it
 */
export async function askLookup(
  environment: Environment,
  identifiers: readonly LookupIdentifier[],
  signal?: AbortSignal,
): Promise<Asked> {
  const body: LookupRequest = { identifiers: [...identifiers] }
  const { body: json, at, requestId } = await callConsole(environment, lookupRows.lookup, { body }, { signal })
  const isComplete = isObject(json) && Array.isArray(json.results) && json.results.length === identifiers.length
  // A captive portal answers 200 too.
  if (!isComplete)
    throw new ProblemError(502, 'console-unreachable', 'Mintdesk was not reached: a server in between answered.', {
      detail: 'Check the connection and ask again.',
    })
  return { ...json, at, requestId }
}

/** The address of a transfer's page; undefined if the provider sent it without an id. */
export const transferHref = (environment: Environment, { known: { id } }: DecodedTransfer) =>
  id && `/${environment}/transfers/${encodeURIComponent(id)}`

/** Gives the transfer's page what was found, so that it shows at once and is then read in full. */
export function keepForPage(
  client: QueryClient,
  environment: Environment,
  transfer: DecodedTransfer,
  { at, requestId }: Pick<Asked, 'at' | 'requestId'>,
): void {
  const { queryKey } = transferRead(environment, transfer.known.id ?? '')
  // Out of date from the start: the page reads the transfer itself, with its exact text.
  client.setQueryData(queryKey, { transfer, at, requestId }, { updatedAt: 1 })
}
