'use client'
import { useMemo } from 'react'
import { useProfileNames } from '@/components/records/profile-names'
import { kindText, typeText } from '@/components/records/transfer-labels'
import { transferStatusStyle } from '@/components/records/transfer-status'
import { Amount } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/copy'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { durationText } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import type { Overview } from '@/lib/features/overview/interface'
import type { Environment } from '@/lib/provider/environments'
import { FiguresTable } from './figures-table'
import type { ListLinks } from './list-links'
import { statusCounts, successRate, sumsIn, withNet } from './slice-figures'

type SectionProps = {
  /** The days as text. */
  days: string
  /** Undefined while nothing is read. */
  overview?: Overview
  links?: ListLinks
  className?: string
}

const status = 'COMPLETED'

/** Rows that are shown at first. */
const shownRows = 10

/** Volume by asset and direction, most transfers first. */
export function AssetSection({ days, overview, links, className }: SectionProps) {
  return (
    <Section className={className} title="Volume by asset" more={days}>
      <FiguresTable
        name="Volume by asset"
        columns={['Asset', 'In', 'Out', 'Net', 'Transfers']}
        rows={overview?.transfers.byAsset.map(([asset, sums]) => {
          const { credit, debit, net, count } = withNet(sums)
          return {
            key: asset,
            cells: [
              { figure: credit, href: links?.flowHref({ asset, side: 'credit' }) },
              { figure: debit, href: links?.flowHref({ asset, side: 'debit' }) },
              net,
              { figure: count, href: links?.flowHref({ asset }) },
            ],
          }
        })}
        skeletonRows={5}
        empty="No completed transfers."
        maximum={shownRows}
        noun="assets"
        isTight
      />
    </Section>
  )
}

type ProfilesProps = SectionProps & { environment: Environment; asset?: string }

/** The profiles with the most completed transfers, and their volume in one asset. */
export function ProfilesSection({ days, overview, links, className, environment, asset = '' }: ProfilesProps) {
  const { names } = useProfileNames(environment)
  const { topProfiles = [], profiles = 0 } = overview?.transfers ?? {}
  const more = profiles > topProfiles.length ? `${topProfiles.length} of ${profiles.toLocaleString('en-US')}` : ''
  return (
    <Section className={className} title="Top profiles" more={[asset, more, days].filter(Boolean).join(', ')}>
      <FiguresTable
        name="Top profiles"
        columns={['Profile', 'Transfers', 'In', 'Out']}
        rows={
          overview &&
          topProfiles.map(({ profile, count, byAsset }) => {
            const { credit, debit } = sumsIn(byAsset, asset)
            const name = Object.hasOwn(names, profile) ? names[profile] : undefined
            return {
              key: profile,
              head: name ? <span title={profile}>{name}</span> : <ShortId id={profile} what="profile ID" />,
              cells: [
                { figure: count, href: links?.transferHref({ status, profile }) },
                { figure: credit, href: links?.flowHref({ profile, asset, side: 'credit' }) },
                { figure: debit, href: links?.flowHref({ profile, asset, side: 'debit' }) },
              ],
            }
          })
        }
        skeletonRows={5}
        empty="No completed transfers."
        isTight
      />
    </Section>
  )
}

/** Both directions of internal and platform transfers have the same label. */
function settledName(type: string, network: string): string {
  const name = kindText({ type, crypto_network: network || undefined })
  const [, side] = typeText(type) === type ? [] : (/_(DEBIT|CREDIT)$/.exec(type) ?? [])
  return side ? `${name}, ${side.toLowerCase()}` : name
}

/** How long completed transfers took by type, from the only two times that the provider reports. */
export function SettlementSection({ days, overview, links, className }: SectionProps) {
  const times = overview?.transfers.settleTimes
  const untimed = times?.reduce((sum, { count, timed }) => sum + count - timed, 0) ?? 0
  return (
    <Section className={className} title="Time to settle" more={days}>
      <FiguresTable
        name="Time to settle"
        columns={['Type', 'Transfers', 'Median', '95 %']}
        rows={times?.map(({ type, network, count, timed, median, p95 }) => ({
          key: `${type} ${network}`,
          head: settledName(type, network),
          cells: [
            { figure: count, href: links?.settledHref(type, network) },
            ...(timed > 0 ? [durationText(median), durationText(p95)] : ['unknown', 'unknown']),
          ],
        }))}
        skeletonRows={8}
        empty="No completed transfers."
        maximum={shownRows}
        noun="types"
      />
      {untimed > 0 && (
        <p className="mt-2 text-sm text-ink-3">
          {countText(untimed, 'transfer lacks', 'transfers lack')} a time of creation or update.
        </p>
      )}
    </Section>
  )
}

/** How transfers ended, and how many of those that ended completed. */
export function StatusSection({ days, overview, links, className }: SectionProps) {
  const rows = useMemo(() => overview && statusCounts(overview.transfers), [overview])
  const rate = overview && successRate(overview.transfers)
  const share = (text: string) => (
    <span key="share" className="[--places:2]">
      <Amount text={text} /> %
    </span>
  )
  return (
    <Section className={className} title="Transfers by status" more={days}>
      <FiguresTable
        name="Transfers by status"
        columns={['Status', 'Transfers', 'Share']}
        rows={rows?.map((row) => ({
          key: row.status,
          head: <Status {...transferStatusStyle({ known: { status: row.status } })} isLoud={false} />,
          cells: [{ figure: row.count, href: links?.transferHref({ status: row.status }) }, share(row.share)],
        }))}
        skeletonRows={3}
        total={
          rate && {
            key: 'Completed, of finished',
            cells: [
              `${rate.completed.toLocaleString('en-US')} of ${rate.ended.toLocaleString('en-US')}`,
              share(rate.share),
            ],
          }
        }
      />
    </Section>
  )
}

/** Issuance and redemption, by the sign of `token_principal`. */
export function IssuanceSection({ days, overview, links, className }: SectionProps) {
  const { byAsset, incomplete = 0 } = overview?.quotes ?? {}
  return (
    <Section className={className} title="Minted and redeemed" more={days}>
      <FiguresTable
        name="Minted and redeemed"
        columns={['Asset', 'Minted', 'Redeemed', 'Quotes']}
        rows={byAsset?.map(([asset, { credit, debit, count }]) => ({
          key: asset,
          cells: [
            { figure: credit, href: links?.quoteHref({ asset, side: 'credit' }) },
            { figure: debit, href: links?.quoteHref({ asset, side: 'debit' }) },
            { figure: count, href: links?.quoteHref({ asset }) },
          ],
        }))}
        skeletonRows={3}
        empty="No complete issuer quotes."
        maximum={shownRows}
        noun="assets"
      />
      {incomplete > 0 && (
        <p className="mt-2 text-sm text-ink-3">
          {countText(
            incomplete,
            'quote without an asset or valid number is',
            'quotes without an asset or valid number are',
          )}{' '}
          not included.
        </p>
      )}
    </Section>
  )
}
