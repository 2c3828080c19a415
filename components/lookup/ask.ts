/** Asks this console which transfers have some identifiers, and opens one that was found. */
import type { QueryClient } from '@tanstack/react-query'
import { transferRead } from '@/components/transfers/transfer-reads'
import { type LookupAnswer, maximumMatches } from '@/lib/api/console/lookup'
import type { LookupIdentifier, LookupRequest } from '@/lib/api/console/lookup-input'
import type { Environment } from '@/lib/api/environments'
import { ProblemError } from '@/lib/api/problem'
import { hashKey, idKey } from '@/lib/api/provider/matching'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { callConsole } from '@/lib/browser/operation'
import { isObject } from '@/lib/domain/json'

/** `at` is ms since 1970. */
export type Asked = LookupAnswer & { at: number; requestId: string }

/** Characters of a start or an end with which the server compares. */
const minimumPart = 4

/** Whether a whole identifier has the two ends of a shortened one. */
const fits = ({ start, end }: { start: string; end: string }, text: string): boolean =>
  text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end)

/** Whether a transfer's ID or hash does, of whatever it is a part. */
export const isCandidate = (
  part: Extract<LookupIdentifier, { kind: 'partial' }>,
  { known: { id, crypto_tx_hash: hash } }: DecodedTransfer,
): boolean =>
  Boolean(
    (part.of !== 'hash' && id && fits(part, idKey(id))) || (part.of !== 'uuid' && hash && fits(part, hashKey(hash))),
  )

/** With the transfers in loaded lists that a part of an identifier fits, because only this browser knows them. */
export function withLoaded(
  client: QueryClient,
  environment: Environment,
  identifier: LookupIdentifier,
): LookupIdentifier {
  if (identifier.kind !== 'partial') return identifier
  const { start, end } = identifier
  if (start.length < minimumPart && end.length < minimumPart) return identifier
  const lists = client.getQueriesData<{ items?: readonly DecodedTransfer[] }>({
    queryKey: [environment, 'listTransfers'],
  })
  const ids = lists
    .flatMap(([, list]) => (Array.isArray(list?.items) ? (list.items as DecodedTransfer[]) : []))
    .filter((one) => isCandidate(identifier, one))
    .flatMap(({ known }) => known.id ?? [])
  return ids.length === 0 ? identifier : { ...identifier, seen: [...new Set(ids)].slice(0, maximumMatches + 1) }
}

/**
 * @param client what this browser has loaded
 * @param identifiers at most `maximumLookup`
 * @returns one result for each, in their order
 * @throws ProblemError; AbortError where the signal ended it
 */
export async function askLookup(
  client: QueryClient,
  environment: Environment,
  identifiers: readonly LookupIdentifier[],
  signal?: AbortSignal,
): Promise<Asked> {
  const body: LookupRequest = { identifiers: identifiers.map((one) => withLoaded(client, environment, one)) }
  const { body: json, at, requestId } = await callConsole(environment, 'lookup', { body }, { signal })
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
