'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { ShallowLink } from '@/components/ui/address'
import type { Column } from './column'
import { type Ordering, wantedBy } from './ordering'

/** A column's name; times name their zone, because cells do not. */
export const headText = <Row,>(column: Column<Row>, zone: string) =>
  'time' in column ? `${column.name}, ${zone}` : column.name

type ColumnHeadProps<Row> = { column: Column<Row>; ordering: Ordering; zone: string }

/** The head of a column: a link that sorts by it where the provider can. */
export function ColumnHead<Row>({ column, ordering, zone }: ColumnHeadProps<Row>) {
  const text = headText(column, zone)
  if (!column.sort) return text
  const { is } = ordering
  const isSorted = is.by === column.sort
  const Arrow = is.order === 'DESC' ? ArrowDown : ArrowUp
  const wanted = wantedBy(column.sort, is)
  const to = ordering.to(wanted)
  const inside = (
    <>
      {text}
      {isSorted && <Arrow className="ml-1 size-3.5" />}
    </>
  )
  if (to.why !== undefined) return <span title={to.why}>{inside}</span>
  return (
    <ShallowLink
      href={to.href}
      className="sort"
      title={`Sort by ${column.name.toLowerCase()}, ${wanted.order === 'DESC' ? 'newest' : 'oldest'} first`}
    >
      {inside}
    </ShallowLink>
  )
}
