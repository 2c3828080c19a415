import { Fragment, type ReactNode } from 'react'

/** A name and what it holds; undefined is shown as "none". `note` stands beside the name, for engineers. */
export type Fact = [name: string, value: ReactNode | undefined, note?: string]

/** A definition list set in two columns. */
export function Facts({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(([name, value, note]) => (
        <Fragment key={note ?? name}>
          <dt>
            {name}
            {note && (
              <span className="ml-2 font-mono text-xs text-ink-3 max-sm:ml-0 max-sm:block max-sm:[overflow-wrap:anywhere]">
                {note}
              </span>
            )}
          </dt>
          <dd>{value ?? <span className="text-ink-3">none</span>}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
