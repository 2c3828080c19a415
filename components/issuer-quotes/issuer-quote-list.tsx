'use client'
/** The list of issuer quote executions. Spec, "Issuer quote execution": the provider states neither meaning nor units. */
import { Boxes, CircleCheck, CircleDashed, CircleDot, Clock, OctagonX, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { ListFilters } from '@/components/filters/description'
import { type Column, idColumn, statusColumn } from '@/components/list/column'
import { pageRead } from '@/components/list/list-read'
import { type ListDescription, RecordList } from '@/components/list/record-list'
import { profileColumn, useProfileNames } from '@/components/profiles/profile-names'
import { Amount } from '@/components/ui/amount'
import type { StatusStyle } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import { type IssuerQuoteExecution, IssuerQuoteQuery, issuerQuoteStatuses } from '@/lib/api/issuer-quotes'
import { unmetIssuerQuoteFilters } from '@/lib/api/matching'
import { type DecodedIssuerQuote, readIssuerQuotePage } from '@/lib/api/reading'
import type { TimeNames } from '@/lib/browser/list-filters'
import { operation } from '@/lib/browser/operation'

type QuoteColumn = Column<DecodedIssuerQuote>
type Known = DecodedIssuerQuote['known']

const statusStyles = {
  PENDING: { tone: 'wait', icon: Clock, label: 'Pending' },
  COMPLETE: { tone: 'ok', icon: CircleCheck, label: 'Complete' },
  FAILED: { tone: 'bad', icon: OctagonX, label: 'Failed', isLoud: true },
} as const satisfies Record<(typeof issuerQuoteStatuses)[number], StatusStyle>

/** An unknown status is shown as received; a row without required fields says so. */
function statusStyle({ known, missing }: DecodedIssuerQuote): StatusStyle {
  const status = known.status ?? ''
  const style = issuerQuoteStatuses.map((name) => (name === status ? statusStyles[name] : undefined)).find(Boolean)
  if (missing.length > 0)
    return { tone: 'wait', icon: TriangleAlert, label: 'Incomplete row', why: style?.label ?? status, isLoud: true }
  return style ?? { tone: 'off', icon: CircleDashed, label: status }
}

/** A signed decimal as received, without a unit. */
const figures = (key: string, name: string, read: (known: Known) => string | undefined): QuoteColumn => ({
  key,
  name,
  unit: 'as received',
  amount: ({ known }) => {
    const text = read(known)
    return text === undefined ? undefined : { text }
  },
})

const profileOf = ({ known }: DecodedIssuerQuote) => known.profile_id

const columns: readonly QuoteColumn[] = [
  { key: 'created', name: 'Created', sort: 'CREATED_AT', card: 'when', time: ({ known }) => known.created_at },
  { key: 'asset_type', name: 'Asset type', card: 'what', text: ({ known }) => known.asset_type },
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

const created: TimeNames = {
  names: ['created_range.begin', 'created_range.end'],
  from: 'created_range.begin',
  to: 'created_range.end',
}

/** Spec, List issuer quote executions: every filter, in any combination. The range includes both ends. */
export const issuerQuoteFilters: ListFilters = {
  plural: 'issuer quotes',
  emptyText: 'Executions of issuer quotes appear here as soon as the provider creates them.',
  rules: { alone: [], free: ['profile_id', 'status'], times: [created] },
  filters: [
    { kind: 'time', name: created.from, label: 'Created', icon: Clock, time: created, isEndInclusive: true },
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      icon: CircleDot,
      groups: { '': issuerQuoteStatuses.map((value) => ({ value, label: statusStyles[value].label })) },
    },
    {
      kind: 'ids',
      name: 'profile_id',
      label: 'Profile',
      icon: Boxes,
      singular: 'profile',
      plural: 'profiles',
      idKind: 'id',
      maximum: 1,
      hint: 'The provider accepts one profile here.',
    },
  ],
}

const issuerQuotes: ListDescription<IssuerQuoteExecution, IssuerQuoteQuery> = {
  title: 'Issuer quotes',
  subtitle: 'Executions of issuer quotes, as the provider reports them',
  footnote: 'Figures as received: the provider does not state the units of principal, fee and token amounts.',
  filters: issuerQuoteFilters,
  query: IssuerQuoteQuery,
  read: (environment, query) =>
    pageRead(operation(environment, 'listIssuerQuotes', { query }), readIssuerQuotePage, query),
  unmet: unmetIssuerQuoteFilters,
  columns,
  idOf: ({ known }) => known.id,
}

export function IssuerQuoteList({ environment }: { environment: Environment }) {
  const { names, isLoading } = useProfileNames(environment)
  const list = useMemo(() => {
    const named = profileColumn(names, profileOf, 8)
    return { ...issuerQuotes, isLoading, columns: columns.map((column) => (column.key === named.key ? named : column)) }
  }, [names, isLoading])
  return <RecordList environment={environment} list={list} />
}
