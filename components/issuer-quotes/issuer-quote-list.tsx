'use client'
/** The list of issuer quote executions. Spec, "Issuer quote execution": the provider states neither meaning nor units. */
import { useMemo } from 'react'
import { ExportPart, latePanels } from '@/components/exports/list-parts'
import { type Column, idColumn, statusColumn } from '@/components/list/column'
import { type ListDescription, RecordList } from '@/components/list/record-list'
import { issuerQuoteSource } from '@/components/records/issuer-quote-reads'
import { issuanceText, quoteName, statusStyle } from '@/components/records/issuer-quote-status'
import { profileColumn, useProfileNames } from '@/components/records/profile-names'
import { Amount } from '@/components/ui/amount'
import { ViewsControl } from '@/components/views/views-control'
import { shorten } from '@/lib/browser/identifiers'
import type { Environment } from '@/lib/provider/environments'
import type { IssuerQuoteExecution, IssuerQuoteQuery } from '@/lib/provider/issuer-quotes'
import { unmetIssuerQuoteFilters } from '@/lib/provider/matching'
import type { DecodedIssuerQuote } from '@/lib/provider/reading'

type QuoteColumn = Column<DecodedIssuerQuote>
type Known = DecodedIssuerQuote['known']

/** A signed decimal as received, without a unit. */
const figures = (key: string, name: string, read: (known: Known) => string | undefined): QuoteColumn => ({
  key,
  name,
  amount: ({ known }) => {
    const text = read(known)
    return text === undefined ? undefined : { text }
  },
})

const profileOf = ({ known }: DecodedIssuerQuote) => known.profile_id

const columns: readonly QuoteColumn[] = [
  { key: 'created', name: 'Created', sort: 'CREATED_AT', card: 'when', time: ({ known }) => known.created_at },
  { key: 'issuance', name: 'Kind', text: issuanceText },
  {
    key: 'asset_type',
    name: 'Asset type',
    card: 'what',
    text: ({ known }) => known.asset_type,
    cell: (quote) => (
      <>
        <span className="sm:hidden">{quoteName(quote)}</span>
        <span className="max-sm:hidden">{quote.known.asset_type}</span>
      </>
    ),
  },
  {
    ...figures('principal', 'Principal', ({ principal }) => principal),
    card: 'main',
    cell: ({ known }) =>
      known.principal !== undefined && (
        <>
          <span className="font-text text-ink-3 sm:hidden">Principal </span>
          <Amount text={known.principal} />
        </>
      ),
  },
  figures('fee', 'Fee', ({ fee }) => fee),
  figures('token_principal', 'Token principal', ({ token_principal }) => token_principal),
  figures('token_price', 'Token price', ({ token_price }) => token_price),
  figures('token_fee', 'Token fee', ({ token_fee }) => token_fee),
  statusColumn(statusStyle),
  profileColumn({}, profileOf, 8),
  {
    key: 'reference',
    name: 'Reference',
    text: ({ known }) => known.ref_id,
    cell: ({ known }) => known.ref_id && <span className="text-ink-2">{known.ref_id}</span>,
  },
  idColumn('quote', 'Quote', ({ known }) => known.id, { head: 8, copyLabel: 'quote ID', shortcut: 'c' }),
]

const issuerQuotes: ListDescription<IssuerQuoteExecution, IssuerQuoteQuery> = {
  ...issuerQuoteSource,
  title: 'Issuer quotes',
  footnote: 'Figures as received, without units',
  views: 'issuer-quotes',
  Views: ViewsControl,
  Export: ExportPart,
  unmet: unmetIssuerQuoteFilters,
  columns,
  tools: {
    noun: 'issuer quote',
    nameOf: (quote) => `${quoteName(quote)} ${shorten(quote.known.id ?? '', 8)}`,
    ...latePanels(() => import('./issuer-quote-peek')),
  },
}

export function IssuerQuoteList({ environment }: { environment: Environment }) {
  const { names, isLoading } = useProfileNames(environment)
  const list = useMemo(() => {
    const named = profileColumn(names, profileOf, 8)
    return { ...issuerQuotes, isLoading, columns: columns.map((column) => (column.key === named.key ? named : column)) }
  }, [names, isLoading])
  return <RecordList environment={environment} list={list} />
}
