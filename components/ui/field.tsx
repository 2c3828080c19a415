'use client'

import { OctagonX, TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

export type FrameProps = {
  id: string
  label: string
  /** Said beside the label: it may be left empty. */
  isOptional?: boolean
  /** The label is only read aloud: what it names stands over several fields. */
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string
  /** What is odd and does not keep it from being sent, under the box. */
  warning?: string
  /** Ways out of the error, one click each. */
  ways?: ReactNode
  /** What the text is taken for, under the box. */
  meaning?: ReactNode
  /** What belongs to the text and stands inside the box after it: a unit, a counter. */
  end?: ReactNode
  /** The id of what is said about it elsewhere. */
  also?: string
}

/** For `aria-describedby`: what is said about a field, in the order in which it stands. */
export function describedBy({ id, hint, error, end, warning, meaning, also }: FrameProps): string | undefined {
  const said = { hint, error, end, warning, meaning }
  const ids = Object.entries(said).map(([part, words]) => words && `${id}-${part}`)
  return [...ids, also].filter(Boolean).join(' ') || undefined
}

const outline = (error: string | undefined, warning?: string) =>
  error ? 'border-2 border-bad' : warning ? 'border-wait' : 'border-control'

/** Classes of the box that something is typed into or chosen in. */
export const boxClass = ({ error, warning }: Pick<FrameProps, 'error' | 'warning'>) =>
  `field-box flex h-9 items-center gap-2 rounded-2 border bg-surface px-3 text-md max-sm:h-11 max-sm:text-lg ${outline(error, warning)}`

/** The words of a label, and whether the field may be left empty. */
export function LabelText({ label, isOptional }: Pick<FrameProps, 'label' | 'isOptional'>) {
  return (
    <>
      {label}
      {isOptional && <span className="font-text text-ink-3"> (optional)</span>}
    </>
  )
}

/** What is said about a field before it: a hint, an error, the ways out of the error. */
export function FieldPrefix({ id, hint, error, ways }: FrameProps) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-base text-ink-2">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-base font-label text-bad">
          <OctagonX className="mt-0.5" />
          <span className="min-w-0">{error}</span>
        </p>
      )}
      {ways && <div className="flex flex-wrap gap-2 pb-1">{ways}</div>}
    </>
  )
}

/** What is said about a field after it: a warning, and what was understood. */
export function FieldSuffix({ id, warning, meaning }: FrameProps) {
  return (
    <>
      {warning && (
        <p id={`${id}-warning`} className="flex items-start gap-1.5 text-base text-wait">
          <TriangleAlert className="mt-0.5" />
          <span className="min-w-0">{warning}</span>
        </p>
      )}
      {meaning && (
        <p id={`${id}-meaning`} className="text-sm text-ink-3">
          {meaning}
        </p>
      )}
    </>
  )
}

/** A labelled control: hint and error before it, warning and meaning after it. */
export function FieldFrame({ children, ...frame }: FrameProps & { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={frame.id} className={frame.isLabelHidden ? 'sr-only' : 'text-md font-label'}>
        <LabelText {...frame} />
      </label>
      <FieldPrefix {...frame} />
      {children}
      <FieldSuffix {...frame} />
    </div>
  )
}

type FieldProps = Omit<ComponentProps<'input'>, 'id'> &
  FrameProps & {
    /** A button inside the box, at its end. */
    act?: ReactNode
  }

/** A labelled text field: hint above, error in words, both told to screen readers. */
export function Field({
  id,
  label,
  isOptional,
  isLabelHidden,
  hint,
  error,
  warning,
  ways,
  meaning,
  end,
  also,
  act,
  className = '',
  ...input
}: FieldProps) {
  const frame = { id, label, isOptional, isLabelHidden, hint, error, warning, ways, meaning, end, also }
  return (
    <FieldFrame {...frame}>
      <div className={boxClass(frame)}>
        <input
          id={id}
          className={`h-full min-w-0 flex-1 bg-transparent text-ink ${className}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(frame)}
          {...input}
        />
        {end && (
          <span id={`${id}-end`} className="contents">
            {end}
          </span>
        )}
        {act}
      </div>
    </FieldFrame>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & FrameProps

/** The same for several lines. */
export function TextArea({ id, label, hint, error, ways, meaning, className = '', ...area }: TextAreaProps) {
  const frame = { id, label, hint, error, ways, meaning }
  return (
    <FieldFrame {...frame}>
      <textarea
        id={id}
        className={`field-box w-full rounded-2 border bg-surface px-3 py-2 text-ink max-sm:text-lg ${outline(error)} ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(frame)}
        {...area}
      />
    </FieldFrame>
  )
}

/**
 * What is wrong, above the form or list it is about; takes the focus when it appears.
 * @param focusKey a new value moves the focus here again, after a second failed try
 */
export function ErrorSummary({ focusKey, children }: { focusKey: unknown; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is the reason to move the focus
  useEffect(() => box.current?.focus(), [focusKey])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-2 border-2 border-bad px-4 py-3 [&_li]:mt-1 [&_li>a]:font-label [&_li>a]:text-bad [&_li>a]:underline"
    >
      <h2 className="text-lg">There is a problem</h2>
      {children}
    </div>
  )
}
