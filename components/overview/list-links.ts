/** The addresses of the lists behind the figures on screen. */

import { hrefOf } from '@/lib/browser/list-url'
import type { Coverage, Overview, OverviewRange } from '@/lib/features/overview/interface'
import { quoteSearch, type Span, type TransferTerms, transferSearch } from '@/lib/features/overview/overview-links'

/** Undefined where the list cannot be filtered by a value. */
export type TransferHref = (terms: TransferTerms, span?: Span) => string | undefined
export type QuoteHref = (terms: Pick<TransferTerms, 'asset' | 'side'>) => string | undefined

/** Lists compare assets and networks without case. */
const key = (text: string) => text.trim().toLowerCase()

/** Whether a list that is filtered by a value has just the rows with it. */
const isOnly = (values: readonly string[], value = '') => values.filter((one) => key(one) === key(value)).length <= 1

const spanOf = ({ from }: OverviewRange, { completeFrom }: Coverage, to: number): Span => ({
  from: Math.min(Math.max(from, completeFrom), to),
  to,
})

/** @param path the environment's */
export function listLinks(path: string, range: OverviewRange, { transfers, quotes, to }: Overview) {
  const assets = transfers.byAsset.map(([asset]) => asset)
  const quoteAssets = quotes.byAsset.map(([asset]) => asset)
  const href = (list: string, search: URLSearchParams | undefined) => search && hrefOf(`${path}/${list}`, search)
  const transferHref: TransferHref = (terms, span = spanOf(range, transfers, to)) =>
    isOnly(assets, terms.asset) ? href('transfers', transferSearch(span, terms)) : undefined
  const quoteHref: QuoteHref = (terms) =>
    isOnly(quoteAssets, terms.asset) ? href('issuer-quotes', quoteSearch(spanOf(range, quotes, to), terms)) : undefined
  const { flowTypes: types } = transfers
  return {
    transferHref,
    /** Of what came in or went out. */
    flowHref: (terms: Pick<TransferTerms, 'asset' | 'side' | 'profile'>, span?: Span) =>
      types && transferHref({ status: 'COMPLETED', types, ...terms }, span),
    quoteHref,
    /** Of a type, and of its network if others of the type have one: a list cannot ask for those without. */
    settledHref: (type: string, network: string) => {
      const networks = transfers.settleTimes.flatMap((one) => (one.type === type ? one.network : []))
      if (network === '') return networks.length === 1 ? transferHref({ status: 'COMPLETED', type }) : undefined
      return isOnly(networks, network) ? transferHref({ status: 'COMPLETED', type, network }) : undefined
    },
  }
}

export type ListLinks = ReturnType<typeof listLinks>
