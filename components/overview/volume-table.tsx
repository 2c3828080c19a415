'use client'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { Amount, placesOf } from '@/components/ui/amount'
import { writeQuery } from '@/lib/api/query-string'
import { type Day, dayText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { FigureBones, FiguresBox, ShowAll } from './figures-box'
import { type DayVolume, type Sums, sumsIn } from './volume'

/** Days that stand beside the chart; the others follow on demand. */
const shortened = 10

const atSecond = (millis: number) => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z')

/** The list of a day's completed transfers: what its sums are made of. @param path the environment's */
export const dayHref = (path: string, { start, end }: Day) =>
  hrefOf(
    `${path}/transfers`,
    writeQuery({
      statuses: ['COMPLETED'],
      'created_at.gte': atSecond(start),
      'created_at.lt': atSecond(end),
      order_by: 'CREATED_AT',
      order: 'DESC',
    }),
  )

/** An amount in a column; nothing at all is quiet. */
export const Figure = ({ text }: { text: string }) =>
  text === '0' ? (
    <span className="amount text-ink-3">
      0<span className="fraction" />
    </span>
  ) : (
    <Amount text={text} />
  )

/** A column's head. */
export const FigureHead = ({ children }: { children: string }) => (
  <th scope="col" className="number">
    {children}
  </th>
)

// A column of whole numbers keeps no room for a fraction, not even for its point.
const placesIn = (texts: readonly string[]) => placesOf(texts) || -0.45

/** The widths of the fractions that keep the points of each column under each other. */
export const placesStyle = (sums: readonly Pick<Sums, 'credit' | 'debit' | 'net'>[]) =>
  ({
    '--credit-places': placesIn(sums.map(({ credit }) => credit)),
    '--debit-places': placesIn(sums.map(({ debit }) => debit)),
    '--net-places': placesIn(sums.map(({ net }) => net)),
  }) as React.CSSProperties

const words = { whole: '', part: 'in part', none: '' }

type TableProps = {
  /** Oldest first. */
  days: readonly DayVolume[]
  totals?: Map<string, Sums>
  asset?: string
  path: string
  /** The day that the pointer is on in the chart. */
  pointed?: number
  isLate: boolean
}

/** The figures of the chart, newest day first, each day a link to its transfers. */
export function VolumeTable({ days, totals, asset, path, pointed, isLate }: TableProps) {
  const [isAll, setAll] = useState(false)
  const total = asset && totals ? sumsIn(totals, asset) : undefined
  const style = useMemo(() => {
    const all = asset ? days.map(({ byAsset }) => sumsIn(byAsset, asset)) : []
    return placesStyle(total ? [...all, total] : all)
  }, [days, asset, total])
  const newestFirst = days.map((day, index) => ({ ...day, index })).reverse()
  const shown = isAll ? newestFirst : newestFirst.slice(0, shortened)
  const whole = days.filter(({ coverage }) => coverage === 'whole').length
  return (
    <>
      <FiguresBox name="Volume per day, figures">
        <table className="figures tight" aria-label="Volume per day" style={style}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <FigureHead>Credit</FigureHead>
              <FigureHead>Debit</FigureHead>
              <FigureHead>Net</FigureHead>
            </tr>
          </thead>
          {asset && total ? (
            <>
              <tbody>
                {shown.map(({ day, coverage, isRunning, byAsset, index }) => {
                  const sums = sumsIn(byAsset, asset)
                  const more = [words[coverage], isRunning && 'so far'].filter(Boolean).join(', ')
                  return (
                    <tr key={day.start} data-at={pointed === index || undefined}>
                      <th scope="row">
                        <Link prefetch={false} href={dayHref(path, day)} className="font-text hover:underline">
                          {dayText(day)}
                        </Link>
                        {more && <span className="text-ink-3"> {more}</span>}
                      </th>
                      {coverage === 'none' ? (
                        <td colSpan={3} className="text-right text-ink-3">
                          not read
                        </td>
                      ) : (
                        <SumCells sums={sums} />
                      )}
                    </tr>
                  )
                })}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{whole === days.length ? `${days.length} days` : 'What was read'}</th>
                  <SumCells sums={total} />
                </tr>
              </tfoot>
            </>
          ) : (
            isLate && <FigureBones rows={shortened} columns={4} />
          )}
        </table>
      </FiguresBox>
      {total && days.length > shortened && (
        <ShowAll isAll={isAll} some={`${shortened} days`} all={`all ${days.length} days`} onChange={setAll} />
      )}
    </>
  )
}

/** Credit, debit and net in three cells. */
export const SumCells = ({ sums: { credit, debit, net } }: { sums: Sums }) => (
  <>
    <td className="number credit">
      <Figure text={credit} />
    </td>
    <td className="number debit">
      <Figure text={debit} />
    </td>
    <td className="number net">
      <Figure text={net} />
    </td>
  </>
)
