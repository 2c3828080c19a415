'use client'
import { chooseByKey } from './arrow-keys'
import { segmentClass } from './button'

type ToggleGroupProps<Value extends string> = {
  /** Names the group for screen readers. */
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChange: (value: Value) => void
}

/**
 * A choice of one value that takes effect at once: one Tab stop, arrow keys choose the next. It is on every page, so it
 * does without Radix (8 kB).
 */
export function ToggleGroup<Value extends string>({ label, options, value, onChange }: ToggleGroupProps<Value>) {
  const chosen = options.findIndex(([one]) => one === value)
  const choose = (at: number) => {
    const option = options[at]
    if (option) onChange(option[0])
  }
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => chooseByKey(event, 'both', chosen, choose)}
      className="inline-flex rounded-2 border border-control print:hidden"
    >
      {options.map(([one, name], at) => (
        // biome-ignore lint/a11y/useSemanticElements: Enter on a native radio would submit the form around it
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={at === chosen}
          tabIndex={at === Math.max(chosen, 0) ? 0 : -1}
          className={segmentClass(at === chosen)}
          onClick={() => onChange(one)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
