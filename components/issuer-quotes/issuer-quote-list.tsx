'use client'
import type { ListDescription } from '@/components/list/description'
import { RecordList } from '@/components/list/record-list'
import type { Environment } from '@/lib/api/environments'
import { type IssuerQuoteExecution, IssuerQuoteQuery } from '@/lib/api/issuer-quotes'
import { unmetIssuerQuoteFilters } from '@/lib/api/matching'
import { readIssuerQuotePage } from '@/lib/api/reading'
import { operation } from '@/lib/browser/operation'
import { issuerQuoteFilters } from './issuer-quote-filters'
import { quoteColumns } from './quote-columns'

const quotes: ListDescription<IssuerQuoteExecution, IssuerQuoteQuery> = {
  title: 'Issuer quotes',
  subtitle: 'Executions of issuer quotes, as the provider reports them',
  footnote: 'Figures as received: the provider does not state the units of principal, fee and token amounts.',
  filters: issuerQuoteFilters,
  query: IssuerQuoteQuery,
  read: (environment, query) => operation(environment, 'listIssuerQuotes', { query }),
  readPage: readIssuerQuotePage,
  unmet: unmetIssuerQuoteFilters,
  // Spec: "sorted by creation time. Default DESC."
  sorting: {
    of: ({ order = 'DESC' }) => ({ by: 'CREATED_AT', order }),
    usual: () => ({ by: 'CREATED_AT', order: 'DESC' }),
    hasOrderBy: false,
    whyNot: () => undefined,
  },
  columns: quoteColumns,
  idOf: ({ known }) => known.id,
}

/** The list of issuer quote executions. */
export function IssuerQuoteList({ environment }: { environment: Environment }) {
  return <RecordList environment={environment} list={quotes} />
}
