import { OctagonX } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  id: string
  label: string
  hint?: ReactNode
  error?: string
  /** What stands inside the box after the text: a unit, a button. */
  end?: ReactNode
}

/** A labelled text field: hint above, error in words, both told to screen readers. */
export function Field({ id, label, hint, error, end, ...input }: FieldProps) {
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-md font-label">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-2">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 font-label text-bad">
          <OctagonX className="mt-0.5" />
          {error}
        </p>
      )}
      <div
        className={`field-box flex h-9 items-center gap-2 rounded-2 border bg-surface px-3 text-md max-sm:h-11 max-sm:text-lg ${error ? 'border-2 border-bad' : 'border-control'}`}
      >
        <input
          id={id}
          className="h-full min-w-0 flex-1 bg-transparent text-ink"
          aria-invalid={error ? true : undefined}
          aria-describedby={told || undefined}
          {...input}
        />
        {end}
      </div>
    </div>
  )
}
