import { ChevronRight } from 'lucide-react'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'

type PageHeaderProps = {
  title: string
  /** Whether the page is about something of what it heads, which has the heading of the page. */
  isOfList?: boolean
  subtitle?: string
  beside?: ReactNode
  children?: ReactNode
}

/** A page's heading, with what is `beside` it; the children are at the other end of its line. */
export function PageHeader({ title, isOfList, subtitle, beside, children }: PageHeaderProps) {
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 sm:mb-4 sm:flex-nowrap sm:items-start sm:gap-4">
      <div className="min-w-0">
        {isOfList ? <h2 className="text-xl leading-(--leading-xl)">{title}</h2> : <h1 tabIndex={-1}>{title}</h1>}
        {/* Wide enough for a date, which is known only in the browser. */}
        {subtitle !== undefined && (
          <p className={`min-h-4 text-sm text-ink-3 max-sm:sr-only ${beside ? '' : 'lg:min-w-80'}`}>{subtitle}</p>
        )}
      </div>
      {beside}
      {/* As wide as there is room: a box that grows to the left would be a layout shift. */}
      <div className="flex min-h-11 flex-1 items-center justify-end gap-1 sm:min-h-0 sm:gap-2 sm:flex-wrap">
        {children}
      </div>
    </div>
  )
}

type SectionProps = {
  title: string
  more?: string
  end?: ReactNode
  /** As high as a head with controls, in a section next to one. */
  isTall?: boolean
  className?: string
  children: ReactNode
}

/** A titled part of a page. */
export function Section({ title, more, end, isTall, className = '', children }: SectionProps) {
  return (
    <section className={`mt-8 min-w-0 ${className}`}>
      <header
        className={`flex flex-wrap gap-x-3 border-b border-hairline pb-2 ${isTall ? 'min-h-[39px] items-center' : 'items-baseline'}`}
      >
        <h2>{title}</h2>
        {more && <span className="min-w-0 text-sm text-ink-3 [overflow-wrap:anywhere]">{more}</span>}
        <span className="ml-auto">{end}</span>
      </header>
      {children}
    </section>
  )
}

type FoldProps = Pick<ComponentProps<'details'>, 'open' | 'onToggle' | 'className'> & {
  title: string
  /** Follows the title. */
  note?: ReactNode
  children: ReactNode
}

/** A part that few people need. */
export function Fold({ title, note, children, ...details }: FoldProps) {
  return (
    <details {...details}>
      <summary className="-ml-1 inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-1 text-md font-label sm:min-h-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="text-ink-2 in-[[open]>summary]:rotate-90" />
        <span>{title}</span> <span className="ml-1 text-base font-text text-ink-3">{note}</span>
      </summary>
      <div className="mt-3 mb-2 grid grid-cols-[minmax(0,1fr)] gap-5 border-l border-hairline pl-4">{children}</div>
    </details>
  )
}

type EmptyStateProps = { title: ReactNode; children?: ReactNode; actions?: ReactNode }

/** An empty state: a title, a sentence, one or two actions. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="px-6 py-12 text-center text-ink-2">
      <h2 className="mb-0.5 text-ink">{title}</h2>
      {children && <div className="mx-auto max-w-[52ch]">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

/** A grey bar where text will be. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      className={`inline-block h-2 max-w-full rounded-[4px] bg-pressed align-middle forced-colors:border forced-colors:border-[GrayText] ${className}`}
      style={style}
    />
  )
}

/** Grey bars where lines will be, none wider than their place. @param widths px */
export const SkeletonLines = ({ widths, className = '' }: { widths: readonly number[]; className?: string }) => (
  <div aria-hidden className={`grid grid-cols-1 gap-4 ${className}`}>
    {widths.map((width) => (
      <Skeleton key={width} style={{ width }} />
    ))}
  </div>
)

type SkeletonRowsProps = { rows: number; cells: readonly (string | undefined)[]; card?: string }

/**
 * Placeholder rows as high as the rows to come. `cells` holds the class of each column's cell, `card` that of rows which
 * are cards on a phone.
 */
export function SkeletonRows({ rows, cells, card }: SkeletonRowsProps) {
  return (
    <tbody aria-hidden className={card && 'block sm:table-row-group'}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <tr key={row} className={card}>
          {cells.map((className, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <td key={column} className={className}>
              <Skeleton style={{ width: `${40 + ((row * 37 + column * 23) % 36)}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
