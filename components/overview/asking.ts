/** The overview's reads: two at a time at most, so that nothing else has to wait for them. */
import type { Environment } from '@/lib/api/environments'
import type { Input } from '@/lib/api/operations'
import { ProblemError } from '@/lib/api/problem'
import { type DecodedPage, type Place, readIssuerQuotePage, readTransferPage } from '@/lib/api/reading'
import { type Answer, call } from '@/lib/browser/operation'
import { createConcurrencyLimit } from '@/lib/browser/request-limits'

const inTurn = createConcurrencyLimit(2)

/** `isBackground`: no person waits for it, so it neither prolongs the session nor takes the calls kept for people. */
type Asking = { place: Place; signal?: AbortSignal; isBackground?: boolean }

/** A page that was read; `isRepeated` says that its cursor led back, so that nobody knows what follows. */
export type ReadPage<Known> = DecodedPage<Known> & { at: number; isRepeated: boolean }

/** @throws ProblemError also where the answer holds no list: that is the service's fault, and never an empty list */
function readPage<Known>(
  answer: Answer,
  read: (raw: unknown, place: Place) => DecodedPage<Known>,
  place: Place,
): ReadPage<Known> {
  try {
    const page = read(answer.json, place)
    const { next_page_cursor: cursor } = answer.json as { next_page_cursor?: unknown }
    const isCursor = typeof cursor === 'string' && place.cursors.includes(cursor)
    return { ...page, at: answer.at, isRepeated: isCursor && page.items.length >= place.limit }
  } catch (thrown) {
    if (thrown instanceof ProblemError)
      Object.assign(thrown.problem, { meta: { answered_by: 'service' }, request_id: answer.requestId })
    throw thrown
  }
}

/** One page of List transfers. @throws ProblemError */
export async function fetchTransfers(
  environment: Environment,
  query: NonNullable<Input<'listTransfers'>['query']>,
  { place, signal, isBackground }: Asking,
) {
  const answer = await inTurn(signal, () => call(environment, 'listTransfers', { query }, { signal, isBackground }))
  return readPage(answer, readTransferPage, place)
}

/** One page of List issuer quote executions. @throws ProblemError */
export async function fetchIssuerQuotes(
  environment: Environment,
  query: NonNullable<Input<'listIssuerQuotes'>['query']>,
  { place, signal, isBackground }: Asking,
) {
  const answer = await inTurn(signal, () => call(environment, 'listIssuerQuotes', { query }, { signal, isBackground }))
  return readPage(answer, readIssuerQuotePage, place)
}
