import { Fragment, type ReactNode } from 'react'

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
