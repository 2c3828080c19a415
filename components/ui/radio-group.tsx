import { cva } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const optionBox = cva('grid overflow-hidden rounded-2', {
  variants: {
    isInvalid: { true: 'border-2 border-bad', false: 'border border-control' },
    layout: {
      rows: '',
      columns: 'sm:auto-cols-[minmax(0,1fr)] sm:grid-flow-col',
      // Labels and explanations align in columns, whatever the longest label.
      table: 'grid-cols-[28px_fit-content(42%)_minmax(0,1fr)] gap-x-2',
    },
  },
})

const optionRow = cva(
  'grid items-baseline gap-x-2 border-hairline p-3 not-first:border-t not-has-checked:hover:bg-hover has-checked:bg-env-tint has-focus-visible:outline-(length:--focus-width) has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus sm:py-2 forced-colors:has-checked:outline-2 forced-colors:has-checked:-outline-offset-2 forced-colors:has-checked:outline-[Highlight]',
  {
    variants: {
      layout: {
        rows: 'grid-cols-[16px_minmax(0,1fr)]',
        columns: 'grid-cols-[16px_minmax(0,1fr)] sm:not-first:border-t-0 sm:not-first:border-l',
        table: 'col-span-full grid-cols-subgrid',
      },
    },
  },
)

const radioClass =
  'mt-[3px] size-3.5 appearance-none self-start rounded-full border border-control bg-surface checked:border-4 checked:border-env-ink focus-visible:outline-none forced-colors:checked:border-[Highlight]'

/** `explanation` follows the label. */
export type Option = { value: string; label: string; explanation?: string }

type RadioGroupProps = {
  /** The id of the radio that Tab reaches, where links to the field lead. */
  id: string
  name: string
  options: readonly Option[]
  value: string | undefined
  onChange: (value: string) => void
  onBlur?: () => void
  isAcross?: boolean
  isInvalid?: boolean
} & Pick<ComponentProps<'div'>, 'aria-label' | 'aria-labelledby' | 'aria-describedby'>

/** Native radio buttons in a box. */
export function RadioGroup(props: RadioGroupProps) {
  const { id, name, options, value: chosen, onChange, onBlur, isAcross, isInvalid = false, ...described } = props
  const focusable = (options.find(({ value }) => value === chosen) ?? options[0])?.value
  const isTable = options.some(({ explanation }) => explanation)
  const layout = isAcross ? 'columns' : isTable ? 'table' : 'rows'
  return (
    <div role="radiogroup" {...described} className={optionBox({ isInvalid, layout })}>
      {options.map(({ value, label, explanation }) => (
        <label key={value} className={optionRow({ layout })}>
          <input
            type="radio"
            className={radioClass}
            id={value === focusable ? id : undefined}
            name={name}
            value={value}
            checked={chosen === value}
            aria-invalid={isInvalid || undefined}
            onChange={() => onChange(value)}
            onBlur={onBlur}
          />
          {isTable ? (
            <>
              <b className="min-w-12">{label}</b>
              <span>{explanation}</span>
            </>
          ) : (
            <span>{label}</span>
          )}
        </label>
      ))}
    </div>
  )
}
