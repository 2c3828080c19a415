import type { ReactNode } from 'react'

type SectionProps = { title: string; more?: string; end?: ReactNode; children: ReactNode }

/** A titled part of a page. */
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

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** The former name of `actions`. */
  acts?: ReactNode
}

/** Shown where there is nothing: a title, a sentence, one or two actions. */
export function EmptyState({ title, children, acts, actions = acts }: EmptyStateProps) {
  return (
    <div className="px-6 py-12 text-center text-ink-2">
      <h2 className="mb-0.5 text-ink">{title}</h2>
      {children && <div className="mx-auto max-w-[52ch]">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
