import { Fragment, type ReactNode } from 'react'
import { formatJson } from '@/lib/browser/format-json'

/** A name and its value; undefined is shown as "none". `note` follows the name: the field's own name, for engineers. */
export type Fact = [name: string, value: ReactNode | undefined, note?: string]

const row = 'min-h-(--row-tight) border-b border-hairline py-1 print:break-inside-avoid'

/** A definition list in two columns. */
export function Facts({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl
      className={`grid grid-cols-[112px_minmax(0,1fr)] sm:grid-cols-[minmax(120px,max-content)_minmax(0,1fr)] ${className}`}
    >
      {facts.map(([name, value, note]) => (
        <Fragment key={note ?? name}>
          <dt className={`${row} pr-5 text-ink-3`}>
            {name}
            {note && (
              <span className="block font-mono text-xs text-ink-3 max-sm:[overflow-wrap:anywhere] sm:ml-2 sm:inline">
                {note}
              </span>
            )}
          </dt>
          <dd className={`${row} flex min-w-0 flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]`}>
            {value ?? <span className="text-ink-3">none</span>}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

type ItemProps = {
  /** The icon of its status. */
  mark: ReactNode
  title: ReactNode
  /** Its time. */
  end?: ReactNode
  children?: ReactNode
}

/** An entry of a timeline, joined to the next by a line; the parent is a list. */
export function TimelineItem({ mark, title, end, children }: ItemProps) {
  return (
    <li className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-hairline-strong not-last:before:content-['']">
      {mark}
      <b className="font-label [overflow-wrap:anywhere]">{title}</b>
      <span className="text-ink-2">{end}</span>
      <div className="col-span-2 col-start-2 text-ink-2">{children}</div>
    </li>
  )
}

/** A member's name at the beginning of its line. Splitting at it leaves the names at odd places. */
const memberName = /^([ \t]*"(?:[^"\\]|\\.)*")(?=:)/m

/** Formatted JSON in a box that scrolls sideways; numbers keep every digit. @param label names it for screen readers */
export function JsonBox({ text, label }: { text: string; label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be scrollable by keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-2 border border-hairline bg-sunken px-4 py-3 text-ink-2"
    >
      <pre className="font-mono text-sm leading-[19px]">
        {formatJson(text)
          .split(memberName)
          .map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
            <span key={at} className={at % 2 === 1 ? 'text-ink' : undefined}>
              {part}
            </span>
          ))}
      </pre>
    </section>
  )
}
