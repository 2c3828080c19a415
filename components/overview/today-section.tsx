'use client'
import { useMemo } from 'react'
import { Section } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import { dayText } from '@/lib/browser/clock'
import { minuteText } from './coverage'
import { FigureBones, FiguresBox } from './figures-box'
import type { Volume } from './volume'
import { FigureHead, placesStyle, SumCells } from './volume-table'

type TodayProps = { volume?: Volume; until: number; completeSince: number; isLate: boolean }

/** Today's volume by asset and direction, most transfers first. */
export function TodaySection({ volume, until, completeSince, isLate }: TodayProps) {
  const { zone } = useZone()
  const today = volume?.days.at(-1)
  const rows = useMemo(
    () => [...(today?.byAsset ?? [])].sort(([, few], [, many]) => many.transfers - few.transfers),
    [today],
  )
  const style = useMemo(() => placesStyle(rows.map(([, sums]) => sums)), [rows])
  const day = today && `${dayText(today.day)}, 00:00 to ${minuteText(until, until, zone)}`
  const isPart = today !== undefined && today.coverage !== 'whole'
  return (
    <Section title="Volume today" more={day}>
      {isPart && (
        <p className="mt-2 text-sm text-ink-3">
          Partial: loaded back to {minuteText(completeSince, until, zone)} only. Older transfers are not counted.
        </p>
      )}
      {today && rows.length === 0 ? (
        <p className="py-2 text-ink-3">No completed transfers{isPart ? ' in what was read' : ' yet'}.</p>
      ) : (
        <FiguresBox name="Volume today, figures">
          <table className="figures tight" aria-label="Volume today" style={style}>
            <thead>
              <tr>
                <th scope="col">Asset</th>
                <FigureHead>Credit</FigureHead>
                <FigureHead>Debit</FigureHead>
                <FigureHead>Net</FigureHead>
                <th scope="col" className="number">
                  Transfers
                </th>
              </tr>
            </thead>
            {today ? (
              <tbody>
                {rows.map(([asset, sums]) => (
                  <tr key={asset}>
                    <th scope="row">{asset}</th>
                    <SumCells sums={sums} />
                    <td className="number">{sums.transfers.toLocaleString('en-US')}</td>
                  </tr>
                ))}
              </tbody>
            ) : (
              isLate && <FigureBones rows={5} columns={5} />
            )}
          </table>
        </FiguresBox>
      )}
    </Section>
  )
}
