import type { ReactNode } from 'react'

/** A place with nothing in it: one title, one sentence, one or two acts. */
export function Empty({ title, children, acts }: { title: ReactNode; children?: ReactNode; acts?: ReactNode }) {
  return (
    <div className="px-6 py-12 text-center text-ink-2">
      <h2 className="mb-0.5 text-ink">{title}</h2>
      {children && <div className="mx-auto max-w-[52ch]">{children}</div>}
      {acts && <div className="mt-4 flex flex-wrap justify-center gap-2">{acts}</div>}
    </div>
  )
}
