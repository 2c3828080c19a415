import { Fragment, type ReactNode } from 'react'

/** A name and what it holds; undefined is shown as "none". */
export type Fact = [name: string, value: ReactNode | undefined]

/** A definition list set in two columns. */
export function Facts({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <span className="text-ink-3">none</span>}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
