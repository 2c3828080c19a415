import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'

const button = cva(
  'inline-flex items-center gap-1.5 rounded-2 border font-label text-balance no-underline transition-colors duration-(--fast) print:hidden',
  {
    variants: {
      kind: {
        outline: 'border-control text-ink hover:bg-hover',
        primary: 'border-env bg-env text-env-on hover:border-env-hover hover:bg-env-hover',
        /** Outlined on a phone, which has no pointer to find it with. */
        plain:
          'text-ink-2 hover:bg-hover hover:text-ink max-sm:border-hairline-strong max-sm:bg-surface sm:border-transparent',
        danger: 'border-bad bg-surface text-bad hover:bg-hover',
        /** Unavailable; the reason is next to the button. */
        off: 'cursor-not-allowed border-hairline-strong bg-sunken text-ink-3',
      },
      size: {
        medium: 'min-h-11 text-md sm:min-h-[30px] sm:text-base',
        small: 'min-h-11 text-base sm:min-h-[26px]',
        /** As high as a text field. */
        field: 'min-h-11 text-md sm:min-h-9 sm:text-base',
        /** Fills its column. */
        large: 'min-h-[46px] w-full text-lg sm:min-h-[38px] sm:text-md',
        /** Fills a phone's width, and only its own elsewhere. */
        action: 'min-h-[46px] w-full text-lg sm:min-h-[38px] sm:w-auto sm:text-md',
        /** The one thing that a page is for. */
        loud: 'min-h-[46px] w-full text-lg sm:min-h-11 sm:w-auto',
        icon: 'size-11 text-md sm:size-[30px] sm:text-base',
        smallIcon: 'size-11 text-md sm:size-7 sm:text-base',
      },
      align: { center: 'justify-center', start: 'flex-wrap justify-start gap-y-0.5 text-left' },
      isPressed: { true: 'bg-pressed', false: '' },
      /** Whether a long label wraps on a wide screen too. */
      isWrapping: {
        true: 'max-w-full py-1 leading-tight whitespace-normal [overflow-wrap:anywhere]',
        false: 'leading-tight whitespace-normal sm:leading-none sm:whitespace-nowrap',
      },
    },
    compoundVariants: [
      { kind: 'outline', isPressed: false, class: 'bg-surface' },
      { size: ['medium', 'small', 'field', 'large'], kind: ['outline', 'primary', 'danger', 'off'], class: 'px-3' },
      { size: ['medium', 'small', 'field', 'large'], kind: 'plain', class: 'px-2' },
      { size: 'action', class: 'px-4' },
      { size: 'loud', class: 'px-6' },
    ],
    defaultVariants: { kind: 'outline', size: 'medium', align: 'center', isPressed: false, isWrapping: false },
  },
)

/** Classes of a button, also for a link that looks like one. */
export const buttonClass = button

/** A button that does not submit a form unless its type says so. */
export function Button(props: ComponentProps<'button'> & VariantProps<typeof button>) {
  const { kind, size, align, isPressed, isWrapping, className, type = 'button', ...rest } = props
  return <button type={type} className={button({ kind, size, align, isPressed, isWrapping, className })} {...rest} />
}

const segment = cva(
  'inline-flex min-h-11 items-center gap-1.5 px-3 text-ink-2 first:rounded-l-[4px] last:rounded-r-[4px] not-first:border-l not-first:border-hairline-strong focus-visible:-outline-offset-2 sm:min-h-7 sm:px-2',
  {
    variants: {
      isChosen: {
        // Forced colours have one background only, so the chosen segment takes the selection colours.
        true: 'bg-pressed font-label text-ink forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none',
        false: 'hover:bg-hover',
      },
    },
  },
)

/** Classes of one segment of a SegmentedControl. */
export const segmentClass = (isChosen: boolean) => segment({ isChosen })

/** A row of joined links or buttons. For a choice of one value, use ToggleGroup. */
export function SegmentedControl({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form; these act at once
    <div role="group" aria-label={name} className="inline-flex rounded-2 border border-control print:hidden">
      {children}
    </div>
  )
}
