/** The list of issuer quotes: its filters, and how a page of it is read. */

import type { ListFilters, TimeFilter } from '@/components/filters/description'
import { amountFilter, textFilter } from '@/components/filters/description'
import { type ListSource, pageRead } from '@/components/list/list-read'
import { operation } from '@/lib/browser/operation'
import type { IssuerQuoteExecution, IssuerQuoteQuery } from '@/lib/provider/issuer-quotes'
import { type DecodedIssuerQuote, readIssuerQuote, readIssuerQuotePage } from '@/lib/provider/reading'
import { listRules } from '@/lib/provider/scanned-lists'
import { maximumValues } from '@/lib/provider/transfer-terms'
import { statuses } from './issuer-quote-status'

const rules = listRules.listIssuerQuotes

const issuances = [
  { value: 'MINTED', label: 'Minted' },
  { value: 'REDEEMED', label: 'Redeemed' },
]

/** Spec, List issuer quote executions: every filter, in any combination; the range includes both ends. Then Mintdesk's own. */
export const issuerQuoteFilters: ListFilters = {
  plural: 'issuer quotes',
  emptyText: 'Executions of issuer quotes appear here as soon as the provider creates them.',
  rules,
  filters: [
    ...rules.times.map(
      (time): TimeFilter => ({
        kind: 'time',
        name: time.from,
        label: 'Created',
        icon: 'created',
        time,
        isEndInclusive: true,
      }),
    ),
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      icon: 'status',
      groups: { '': statuses.map(([value, { label }]) => ({ value, label })) },
      observed: { name: 'x.any_status', of: ({ status }: DecodedIssuerQuote['known']) => status },
    },
    {
      kind: 'ids',
      name: 'profile_id',
      label: 'Profile',
      icon: 'profile',
      singular: 'profile',
      plural: 'profiles',
      idKind: 'id',
      maximum: 1,
      hint: 'The provider accepts one profile here.',
    },
    amountFilter('Principal', { isSigned: true, hint: 'As received: it can be negative.' }),
    textFilter('x.asset', 'Asset type', 'is'),
    { kind: 'choice', name: 'x.issuance', label: 'Issuance', groups: { '': issuances } },
    {
      kind: 'ids',
      name: 'x.ref_ids',
      label: 'Reference',
      idKind: 'text',
      singular: 'reference',
      plural: 'references',
      maximum: maximumValues,
    },
    textFilter('x.pending_over', 'Pending', 'longer than'),
  ],
}

export const issuerQuoteSource: ListSource<IssuerQuoteExecution, IssuerQuoteQuery> = {
  operation: 'listIssuerQuotes',
  filters: issuerQuoteFilters,
  read: (environment, query) =>
    pageRead(operation(environment, 'listIssuerQuotes', { query }), readIssuerQuotePage, query),
  decode: readIssuerQuote,
  idOf: ({ known }) => known.id,
}
