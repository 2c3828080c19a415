'use client'
import { useMemo, useState } from 'react'
import { settlingOf } from '@/components/transfers/settling'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { Amount } from '@/components/ui/amount'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { durationText } from '@/lib/browser/clock'
import { endingsOf } from './endings'
import type { TransferEntry } from './entries'
import { FigureBones, FiguresBox, ShowAll } from './figures-box'

/** `entries` were created in the days that are shown; undefined while nothing was read. */
type OutcomeProps = { entries?: readonly TransferEntry[]; span: string; isLate: boolean }

/** Types that are shown at once; the others, with fewer transfers, follow on demand. */
const shortened = 8
const nothing = 'No completed transfers read yet.'

/** How long completed transfers took by type, by the only two times that the service tells. */
export function SettleSection({ entries, span, isLate }: OutcomeProps) {
  const rows = useMemo(() => (entries ? settlingOf(entries) : []), [entries])
  const [isAll, setAll] = useState(false)
  const shown = isAll ? rows : rows.slice(0, shortened)
  return (
    <Section title="Time to settle" more={span}>
      {entries && rows.length === 0 ? (
        <p className="py-2 text-ink-3">{nothing}</p>
      ) : (
        <FiguresBox name="Time to settle, figures">
          <table className="figures" aria-label="Time to settle">
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col" className="number">
                  Transfers
                </th>
                <th scope="col" className="number">
                  Median
                </th>
                <th scope="col" className="number">
                  95 %
                </th>
              </tr>
            </thead>
            {entries ? (
              <tbody>
                {shown.map(({ type, transfers, median, most }) => (
                  <tr key={type}>
                    <th scope="row">{type}</th>
                    <td className="number text-ink-3">{transfers.toLocaleString('en-US')}</td>
                    <td className="number">{durationText(median)}</td>
                    <td className="number">{durationText(most)}</td>
                  </tr>
                ))}
              </tbody>
            ) : (
              isLate && <FigureBones rows={6} columns={4} />
            )}
          </table>
        </FiguresBox>
      )}
      {rows.length > shortened && (
        <ShowAll isAll={isAll} some={`${shortened} types`} all={`all ${rows.length} types`} onChange={setAll} />
      )}
      <p className="mt-2 text-sm text-ink-3">Completed transfers read, from creation to last update.</p>
    </Section>
  )
}

/** How many of the transfers that were read have each status. */
export function EndedSection({ entries, span, isLate }: OutcomeProps) {
  const rows = useMemo(() => (entries ? endingsOf(entries) : []), [entries])
  return (
    <Section title="Transfers by status" more={span}>
      <FiguresBox name="Transfers by status, figures">
        <table className="figures" aria-label="Transfers by status" style={{ '--places': 2 } as React.CSSProperties}>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col" className="number">
                Transfers
              </th>
              <th scope="col" className="number">
                Share
              </th>
            </tr>
          </thead>
          {entries ? (
            <tbody>
              {rows.map(({ status, transfers, share }) => (
                <tr key={status}>
                  <th scope="row">
                    <Status {...transferStatusStyle({ known: { status } })} isLoud={false} />
                  </th>
                  <td className="number">{transfers.toLocaleString('en-US')}</td>
                  <td className="number">
                    <Amount text={share} /> %
                  </td>
                </tr>
              ))}
            </tbody>
          ) : (
            isLate && <FigureBones rows={3} columns={3} />
          )}
        </table>
      </FiguresBox>
      <p className="mt-2 text-sm text-ink-3">Of the transfers read, by their status at that time.</p>
    </Section>
  )
}
