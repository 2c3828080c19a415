/** Reads of lists page by page, at most two at a time, so that they do not delay anything else. */
import type { Environment } from '@/lib/api/environments'
import type { Input } from '@/lib/api/operations'
import { ProblemError } from '@/lib/api/problem'
import { type DecodedPage, type Place, readIssuerQuotePage, readTransferPage } from '@/lib/api/reading'
import { call } from '@/lib/browser/operation'
import { createConcurrencyLimit } from '@/lib/browser/request-limits'

const limited = createConcurrencyLimit(2)

/** `isBackground`: no person waits for it, so it neither extends the session nor uses the calls reserved for people. */
type ReadOptions = { place: Place; signal?: AbortSignal; isBackground?: boolean }
/** `isRepeated`: the page's cursor was already used, so what follows is unknown. */
type ReadPage<Known> = DecodedPage<Known> & { at: number; isRepeated: boolean }
type List = 'listTransfers' | 'listIssuerQuotes'

const pageFetcher =
  <Name extends List, Known>(name: Name, decode: (json: unknown, place: Place) => DecodedPage<Known>) =>
  async (
    environment: Environment,
    query: NonNullable<Input<Name>['query']>,
    { place, ...options }: ReadOptions,
  ): Promise<ReadPage<Known>> => {
    const answer = await limited(options.signal, () => call(environment, name, { query } as Input<Name>, options))
    try {
      const page = decode(answer.json, place)
      const { next_page_cursor: cursor } = answer.json as { next_page_cursor?: unknown }
      const isKnownCursor = typeof cursor === 'string' && place.cursors.includes(cursor)
      return { ...page, at: answer.at, isRepeated: isKnownCursor && page.items.length >= place.limit }
    } catch (thrown) {
      if (thrown instanceof ProblemError)
        Object.assign(thrown.problem, { meta: { answered_by: 'service' }, request_id: answer.requestId })
      throw thrown
    }
  }

/** One page of List transfers. @throws ProblemError, also if the answer holds no list */
export const fetchTransfers = pageFetcher('listTransfers', readTransferPage)
/** One page of List issuer quote executions. @throws ProblemError, also if the answer holds no list */
export const fetchIssuerQuotes = pageFetcher('listIssuerQuotes', readIssuerQuotePage)
