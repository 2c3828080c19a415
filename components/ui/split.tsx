import type { ReactNode } from 'react'

const part =
  'inline-flex min-h-7 items-center gap-1.5 px-2 text-ink-2 first:rounded-l-[4px] last:rounded-r-[4px] not-first:border-l not-first:border-hairline-strong focus-visible:-outline-offset-2 max-sm:min-h-10 max-sm:px-3'
// System colours have one ground only: there the chosen part takes the colours of what is selected.
const chosen =
  'bg-pressed font-label text-ink forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

/** Classes of one part of a split control. */
export const splitPart = (isChosen: boolean) => `${part} ${isChosen ? chosen : 'hover:bg-hover'}`

/** A few choices side by side, of which one is in force. */
export function Split({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these act at once
    <div role="group" aria-label={name} className="inline-flex rounded-2 border border-control print:hidden">
      {children}
    </div>
  )
}
