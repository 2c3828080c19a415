'use client'
import { Calendar } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { parseTime } from '@/lib/browser/zoned-time'
import { Field } from './field'

type DayFieldProps = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'type' | 'action'> & {
  /** `2026-11-20`, or what was typed and is no day. */
  value: string
  onChange: (day: string) => void
}

/** A day, typed as people write it or chosen in a calendar. */
export function DayField({ value, onChange, ...field }: DayFieldProps) {
  // Until the field is left, so that what is typed does not change under the fingers.
  const [typed, setTyped] = useState<string>()
  return (
    <Field
      {...field}
      autoComplete="off"
      placeholder="2026-11-20"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(dayIn(target.value))
      }}
      onBlur={() => setTyped(undefined)}
      action={
        <DayPicker
          day={value}
          onPick={(day) => {
            setTyped(undefined)
            onChange(day)
          }}
        />
      }
    />
  )
}

/** `2026-11-20` of "20 Nov 2026"; a text that is no day stays as it is. */
function dayIn(text: string): string {
  const read = parseTime(text, 'UTC')
  return read.kind === 'time' ? read.time.slice(0, 10) : text
}

/** The browser's calendar, next to a text field that also takes "20 Nov 2026" or a pasted time. */
export function DayPicker({ day, onPick }: { day: string; onPick: (day: string) => void }) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <span className="relative -mr-1 flex">
      <button
        type="button"
        className="inline-flex size-6 items-center justify-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink"
        aria-label="Choose the day in a calendar"
        onClick={() => calendar.current?.showPicker()}
      >
        <Calendar />
      </button>
      <input
        ref={calendar}
        type="date"
        aria-hidden
        tabIndex={-1}
        className="pointer-events-none absolute inset-0 opacity-0"
        value={/^\d{4}-\d{2}-\d{2}$/.test(day.trim()) ? day.trim() : ''}
        onChange={({ target }) => onPick(target.value)}
      />
    </span>
  )
}
