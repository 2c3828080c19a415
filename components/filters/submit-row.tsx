import type { ReactNode } from 'react'

/** What ends a form in the menu: it stays in sight while the form scrolls. */
export function SubmitRow({ children }: { children: ReactNode }) {
  return (
    <p className="sticky -bottom-1.5 z-1 -mx-1.5 -mb-1.5 flex flex-wrap gap-2 border-t border-hairline bg-raised px-3.5 py-2 max-sm:-bottom-4 max-sm:-mb-4 max-sm:pb-5">
      {children}
    </p>
  )
}
