'use client'
import { useMemo } from 'react'
import { useDelayed } from '@/components/ui/now'
import { Section } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import { thisMonth } from '@/lib/browser/clock'
import { coverageText } from './coverage'
import type { QuoteEntry } from './entries'
import { FigureBones, FiguresBox } from './figures-box'
import { mintedOf } from './minted'
import { Figure, FigureHead, placesStyle } from './volume-table'
import { isShown, WalkNotes } from './walk-notes'
import type { Walk } from './walks'

/** What was issued and taken back this month, as far as the sign of `token_principal` tells. */
export function MintedSection({ walk }: { walk: Walk<QuoteEntry> }) {
  const { zone } = useZone()
  const { walked } = walk
  const isReady = walked !== undefined && isShown(walk)
  const isLate = useDelayed(!isReady && walk.isReading)
  const month = useMemo(() => walked && thisMonth(walked.startedAt, zone), [walked, zone])
  const minted = useMemo(
    () => walked && month && mintedOf(walked.entries.filter(({ at = -1 }) => at >= month.start)),
    [walked, month],
  )
  const rows = minted?.assets ?? []
  const style = useMemo(
    () => placesStyle(rows.map(({ above, below }) => ({ credit: above, debit: below, net: '0' }))),
    [rows],
  )
  const coverage = walked && month && minted && (
    <>
      {coverageText(walked, {
        start: month.start,
        zone,
        noun: minted.quotes === 1 ? 'complete issuer quote' : 'complete issuer quotes',
        counted: minted.quotes,
        state: walk.state,
      })}{' '}
      {minted.incomplete > 0 && `${minted.incomplete} lack an asset or a number and are left out. `}By the sign of{' '}
      <span className="font-mono">token_principal</span>, whose meaning the provider does not document.
    </>
  )
  return (
    <Section title="Minted and redeemed" more={month?.name}>
      {isReady && rows.length === 0 && <p className="py-2 text-ink-3">No complete issuer quotes this month.</p>}
      {(rows.length > 0 || isLate) && (
        <FiguresBox name="Minted and redeemed, figures">
          <table className="figures" aria-label="Minted and redeemed" style={style}>
            <thead>
              <tr>
                <th scope="col">Asset</th>
                <FigureHead>Minted</FigureHead>
                <FigureHead>Redeemed</FigureHead>
              </tr>
            </thead>
            {isReady ? (
              <tbody>
                {rows.map(({ asset, above, below }) => (
                  <tr key={asset}>
                    <th scope="row">{asset}</th>
                    <td className="number credit">
                      <Figure text={above} />
                    </td>
                    <td className="number debit">
                      <Figure text={below} />
                    </td>
                  </tr>
                ))}
              </tbody>
            ) : (
              <FigureBones rows={3} columns={3} />
            )}
          </table>
        </FiguresBox>
      )}
      <WalkNotes walk={walk} what="issuer quotes" coverage={coverage} />
    </Section>
  )
}
