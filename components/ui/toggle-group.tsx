'use client'
import * as Radix from 'radix-ui/toggle-group'
import { segmentClass } from './button'

type ToggleGroupProps<Value extends string> = {
  /** Names the group for screen readers. */
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one value that takes effect at once: one Tab stop, arrow keys move within it. */
export function ToggleGroup<Value extends string>({ label, options, value, onChange }: ToggleGroupProps<Value>) {
  return (
    <Radix.Root
      type="single"
      aria-label={label}
      value={value}
      // Radix reports '' when the chosen option is pressed again; it stays chosen.
      onValueChange={(next) => next && onChange(next as Value)}
      className="inline-flex rounded-2 border border-control print:hidden"
    >
      {options.map(([one, name]) => (
        <Radix.Item key={one} value={one} className={segmentClass(one === value)}>
          {name}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
