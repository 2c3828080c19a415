import type { ReactNode } from 'react'

type SectionProps = { title: string; more?: string; end?: ReactNode; children: ReactNode }

/** A part of a page under a title and a line. */
export function Section({ title, more, end, children }: SectionProps) {
  return (
    <section className="mt-8">
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-hairline pb-2">
        <h2>{title}</h2>
        {more && <span className="text-sm text-ink-3">{more}</span>}
        <span className="ml-auto">{end}</span>
      </header>
      {children}
    </section>
  )
}
