'use client'
import type { KeyboardEvent } from 'react'
import { segmentClass } from './button'

type ToggleGroupProps<Value extends string> = {
  /** Names the group for screen readers. */
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChange: (value: Value) => void
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * A choice of one value that takes effect at once: one Tab stop, arrow keys choose the next. On every page, so without
 * Radix, whose collections are 8 kB; buttons, because Enter on a native radio would submit the form around it.
 */
export function ToggleGroup<Value extends string>({ label, options, value, onChange }: ToggleGroupProps<Value>) {
  function moveByArrow(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const at = (options.findIndex(([one]) => one === value) + step + options.length) % options.length
    const next = options[at]
    const radio = event.currentTarget.children[at]
    if (next) onChange(next[0])
    if (radio instanceof HTMLElement) radio.focus()
  }
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveByArrow}
      className="inline-flex rounded-2 border border-control print:hidden"
    >
      {options.map(([one, name]) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === value}
          tabIndex={one === value ? 0 : -1}
          className={segmentClass(one === value)}
          onClick={() => onChange(one)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
