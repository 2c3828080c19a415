'use client'
import type { RowExport } from '@/components/exports/selection-bar'
import type { PeekProps } from '@/components/list/row-tools'
import { quoteName, statusStyle } from '@/components/records/issuer-quote-status'
import { NamedProfile } from '@/components/records/profile-names'
import { Amount } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { EmptyState } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Moment, Time } from '@/components/ui/time'
import { type DecodedIssuerQuote, issuerQuoteFields } from '@/lib/provider/reading'

/** The preview of an issuer quote: the provider has no other read of it than the list. */
export default function IssuerQuotePeek({ environment, id, row, at }: PeekProps<DecodedIssuerQuote>) {
  if (!row)
    return (
      <EmptyState title="Not on this page of the list">
        <p>{<ShortId id={id} what="quote ID" />} is not among these rows.</p>
      </EmptyState>
    )
  const { known, other, missing } = row
  const figures: Fact[] = (
    [
      ['Principal', known.principal],
      ['Fee', known.fee],
      ['Token principal', known.token_principal],
      ['Token price', known.token_price],
      ['Token fee', known.token_fee],
    ] as const
  ).map(([name, text]) => [name, text && <Amount key={name} text={text} isFree />])
  const facts: Fact[] = [
    ['Created', known.created_at && <Time value={known.created_at} clock="provider" withZone />],
    ...figures,
    ['Profile', known.profile_id && <NamedProfile environment={environment} id={known.profile_id} />],
    ['Reference', known.ref_id],
    ['Quote', known.id && <ShortId id={known.id} what="quote ID" shortcut="c" />],
    ...Object.entries(other).map(([name, value]): Fact => [name, JSON.stringify(value)]),
    ...(missing.length > 0 ? [['Missing', missing.join(', ')] satisfies Fact] : []),
  ]
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="text-2xl font-title">{quoteName(row)}</p>
      <p className="mt-2 mb-3">
        <Status {...statusStyle(row)} isLarge />
      </p>
      <Facts facts={facts} />
      <p className="mt-3 text-sm text-ink-3">
        As received
        {at && (
          <>
            , read <Moment at={at} now={at} />
          </>
        )}
        , without units
      </p>
    </div>
  )
}

/** @public Loaded with the preview. */
export const exported: RowExport<DecodedIssuerQuote> = {
  plural: 'issuer quotes',
  // In the spec's order.
  members: Object.keys(issuerQuoteFields),
  membersOf: ({ known }) => known,
  objectOf: ({ raw }) => raw,
}
