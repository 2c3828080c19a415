'use client'
import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import { timeBy } from '@/lib/browser/clocks'
import { countText } from '@/lib/browser/labels'
import { csvOf, csvType, saveFile } from '@/lib/browser/save-file'
import type { MovementPage } from '@/lib/features/money/interface'
import type { Money } from '@/lib/features/money/stations'
import type { Environment } from '@/lib/provider/environments'
import { type ListedMovement, movementsRead, rowsOf } from './movement-rows'

const heads = [
  ...[
    'began_at',
    'ended_at',
    'movement',
    'state',
    'amount_in',
    'asset_in',
    'amount_out',
    'asset_out',
    'also_in',
    'also_out',
    'fees',
  ],
  ...['unexplained', 'profile_id', 'memo', 'transfers', 'id', 'transfer_ids'],
]

const moniesText = (monies: readonly Money[] = []) => monies.map(({ amount, asset }) => `${amount} ${asset}`).join(', ')

const cellsOf = (row: ListedMovement) => [
  row.started ?? '',
  row.ended ?? '',
  row.name,
  row.waits ? 'planned' : row.state,
  { amount: row.in?.amount ?? '' },
  row.in?.asset ?? '',
  { amount: row.out?.amount ?? '' },
  row.out?.asset ?? '',
  moniesText(row.in_also),
  moniesText(row.out_also),
  moniesText(row.fees),
  { amount: row.unexplained ?? '' },
  row.profile_id ?? '',
  row.memo ?? '',
  String(row.transfers),
  row.id,
  // By which each transfer of an export of transfers finds its movement.
  row.stops.flatMap(({ key, other }) => [key, ...(other ? [other] : [])]).join(' '),
]

export const movementsCsv = (rows: readonly ListedMovement[]) => csvOf([heads, ...rows.map(cellsOf)])

const pageSize = 700

/**
 * Saves every movement of the list as CSV, read page by page until its end; what is read when a person stops is saved as
 * well, and says so in its name.
 * @param query the filters of the list
 */
export function ExportMovements({ environment, query }: { environment: Environment; query: object }) {
  const [count, setCount] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const reading = useRef<AbortController>(undefined)
  const run = async () => {
    const { page_cursor: _, limit: __, ...filters } = query as Record<string, unknown>
    const rows: ListedMovement[] = []
    const controller = new AbortController()
    const { signal } = controller
    reading.current = controller
    setProblem(undefined)
    setCount(0)
    let isWhole = false
    try {
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const asked = { ...filters, limit: pageSize, ...(cursor && { page_cursor: cursor }) }
        const page: MovementPage & { at: number } = await movementsRead(environment, asked).queryFn({ signal })
        rows.push(...rowsOf(page, timeBy('provider', page.at, environment)))
        setCount(rows.length)
        cursor = page.next_page_cursor || undefined
      }
      isWhole = true
    } catch (error) {
      if (!signal.aborted)
        setProblem(asProblem(error as Error)?.problem.title ?? 'The list could not be read to its end.')
    }
    setCount(undefined)
    if (rows.length === 0) return
    saveFile(`movements-${environment}${isWhole ? '' : '-part'}.csv`, csvType, movementsCsv(rows))
    announce(`Saved ${countText(rows.length, 'movement')}.`)
  }
  return (
    <>
      {problem && (
        <span role="alert" className="text-sm">
          {problem} What was read is saved.
        </span>
      )}
      {count === undefined ? (
        <Button onClick={() => void run()}>
          <Download />
          Export<span className="max-lg:sr-only"> CSV</span>
        </Button>
      ) : (
        <Button onClick={() => reading.current?.abort()}>
          <X />
          Stop after {countText(count, 'movement')}
        </Button>
      )}
    </>
  )
}
