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

type ItemProps = {
  /** The icon that says how it stands. */
  mark: ReactNode
  title: ReactNode
  /** When it was. */
  end?: ReactNode
  children?: ReactNode
}

/** One of several things in the order of time, joined to the next by a line; stands in a list. */
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
