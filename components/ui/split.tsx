import type { ReactNode } from 'react'

const part =
  'inline-flex h-7 items-center gap-1.5 px-2 text-ink-2 not-first:border-l not-first:border-hairline-strong max-sm:h-10'
const chosen = 'bg-pressed font-label text-ink'

/** Classes of one part of a split control. */
export const splitPart = (isChosen: boolean) => `${part} ${isChosen ? chosen : 'hover:bg-hover'}`

/** A few choices side by side, of which one is in force. */
export function Split({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these act at once
    <div role="group" aria-label={name} className="inline-flex overflow-hidden rounded-2 border border-control">
      {children}
    </div>
  )
}
