/** Reads of transfers, at most two at a time, so that they do not delay anything else. */

import { call } from '@/lib/browser/operation'
import { createConcurrencyLimit } from '@/lib/browser/request-limits'
import type { Environment } from '@/lib/provider/environments'
import { ProblemError } from '@/lib/provider/problem'
import { type DecodedPage, type Place, readTransferPage } from '@/lib/provider/reading'
import type { Transfer, TransferQuery } from '@/lib/provider/transfers'

export const limited = createConcurrencyLimit(2)

/** `isBackground`: no person waits for it, so it neither extends the session nor uses the calls reserved for people. */
type ReadOptions = { place: Place; signal?: AbortSignal; isBackground?: boolean }

type ReadPage = DecodedPage<Transfer> & { at: number }

/** One page of List transfers, and when it was read. @throws ProblemError, also if the answer holds no list */
export async function fetchTransfers(
  environment: Environment,
  query: TransferQuery,
  { place, ...options }: ReadOptions,
): Promise<ReadPage> {
  const answer = await limited(options.signal, () => call(environment, 'listTransfers', { query }, options))
  try {
    const page = readTransferPage(answer.json, place)
    return { ...page, at: answer.at }
  } catch (thrown) {
    if (thrown instanceof ProblemError)
      Object.assign(thrown.problem, { meta: { answered_by: 'service' }, request_id: answer.requestId })
    throw thrown
  }
}
