'use client'
import { useId } from 'react'
import { segmentClass } from './button'

type ToggleGroupProps<Value extends string> = {
  /** Names the group for screen readers. */
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one value that takes effect at once, by native radio buttons: one Tab stop, arrow keys choose within it. */
export function ToggleGroup<Value extends string>({ label, options, value, onChange }: ToggleGroupProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="inline-flex rounded-2 border border-control print:hidden">
      {options.map(([one, text]) => (
        <label
          key={one}
          className={`${segmentClass(one === value)} relative has-focus-visible:outline-(length:--focus-width) has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus`}
        >
          <input
            type="radio"
            name={name}
            checked={one === value}
            onChange={() => onChange(one)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {text}
        </label>
      ))}
    </div>
  )
}
