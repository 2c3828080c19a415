import type { ComponentProps, ReactNode } from 'react'

const kinds = {
  outline: 'border-control bg-surface px-3 text-ink hover:bg-hover',
  primary: 'border-env bg-env px-3 text-env-on hover:border-env-hover hover:bg-env-hover',
  plain: 'border-transparent px-2 text-ink-2 hover:bg-hover hover:text-ink',
  /** For a link or button that is off: the reason stands beside it. */
  off: 'cursor-not-allowed border-hairline-strong bg-sunken px-3 text-ink-3',
}
const sizes = {
  bar: 'min-h-[30px] text-base max-sm:min-h-10 max-sm:text-md',
  note: 'min-h-[26px] text-base max-sm:min-h-9',
  large: 'min-h-[38px] w-full text-md max-sm:min-h-[46px] max-sm:text-lg',
  icon: 'size-[30px] px-0! text-base max-sm:size-10',
}

/** Classes of a button, for what is one by look: links too. */
export function buttonClass(kind: keyof typeof kinds = 'outline', size: keyof typeof sizes = 'bar'): string {
  return `inline-flex items-center justify-center gap-1.5 rounded-2 border font-label leading-none whitespace-nowrap no-underline transition-colors duration-(--fast) max-sm:leading-tight max-sm:whitespace-normal print:hidden ${kinds[kind]} ${sizes[size]}`
}

type ButtonProps = ComponentProps<'button'> & { kind?: keyof typeof kinds; size?: keyof typeof sizes }

/** A button; it never submits a form unless it says so. */
export function Button({ kind, size, className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(kind, size)} ${className}`} {...rest} />
}

const part =
  'inline-flex min-h-7 items-center gap-1.5 px-2 text-ink-2 first:rounded-l-[4px] last:rounded-r-[4px] not-first:border-l not-first:border-hairline-strong focus-visible:-outline-offset-2 max-sm:min-h-10 max-sm:px-3'
// System colours have one ground only: there the chosen part takes the colours of what is selected.
const chosen =
  'bg-pressed font-label text-ink forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

/** Classes of one part of a split control. */
export const segmentClass = (isChosen: boolean) => `${part} ${isChosen ? chosen : 'hover:bg-hover'}`

/** A few choices side by side, of which one is in force. */
export function SegmentedControl({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these act at once
    <div role="group" aria-label={name} className="inline-flex rounded-2 border border-control print:hidden">
      {children}
    </div>
  )
}
