import { OctagonX } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type FrameProps = {
  id: string
  label: string
  hint?: ReactNode
  error?: string
  /** Ways out of the error, one click each. */
  ways?: ReactNode
  /** What the text is taken for, under the box. */
  meaning?: ReactNode
}

const told = ({ id, hint, error, meaning }: FrameProps) =>
  [hint && `${id}-hint`, error && `${id}-error`, meaning && `${id}-meaning`].filter(Boolean).join(' ') || undefined

const outline = (error: string | undefined) => (error ? 'border-2 border-bad' : 'border-control')

function Frame({ id, label, hint, error, ways, meaning, children }: FrameProps & { children: ReactNode }) {
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
          <span className="min-w-0">{error}</span>
        </p>
      )}
      {ways && <div className="flex flex-wrap gap-2 pb-1">{ways}</div>}
      {children}
      {meaning && (
        <p id={`${id}-meaning`} className="text-sm text-ink-3">
          {meaning}
        </p>
      )}
    </div>
  )
}

type FieldProps = Omit<ComponentProps<'input'>, 'id'> &
  FrameProps & {
    /** What stands inside the box after the text: a unit, a button. */
    end?: ReactNode
  }

/** A labelled text field: hint above, error in words, both told to screen readers. */
export function Field({ id, label, hint, error, ways, meaning, end, ...input }: FieldProps) {
  const frame = { id, label, hint, error, ways, meaning }
  return (
    <Frame {...frame}>
      <div
        className={`field-box flex h-9 items-center gap-2 rounded-2 border bg-surface px-3 text-md max-sm:h-11 max-sm:text-lg ${outline(error)}`}
      >
        <input
          id={id}
          className="h-full min-w-0 flex-1 bg-transparent text-ink"
          aria-invalid={error ? true : undefined}
          aria-describedby={told(frame)}
          {...input}
        />
        {end}
      </div>
    </Frame>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & FrameProps

/** The same for several lines. */
export function TextArea({ id, label, hint, error, ways, meaning, className = '', ...area }: TextAreaProps) {
  const frame = { id, label, hint, error, ways, meaning }
  return (
    <Frame {...frame}>
      <textarea
        id={id}
        className={`field-box w-full rounded-2 border bg-surface px-3 py-2 text-ink max-sm:text-lg ${outline(error)} ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={told(frame)}
        {...area}
      />
    </Frame>
  )
}
