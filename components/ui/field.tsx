'use client'
import { cva } from 'class-variance-authority'
import { OctagonX, TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'

export type FrameProps = {
  id: string
  label: string
  /** Adds "(optional)" to the label. */
  isOptional?: boolean
  /** For screen readers only: a visible label covers several fields. */
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string
  /** Unusual but allowed; shown under the box. */
  warning?: string
  /** Buttons that correct the error. */
  fixes?: ReactNode
  /** How the text was understood; shown under the box. */
  meaning?: ReactNode
  /** A unit or counter after the text, inside the box. */
  end?: ReactNode
  /** The id of another element that describes the field. */
  describedById?: string
}

/** The ids for `aria-describedby`, in reading order. */
export function describedBy({ id, hint, error, end, warning, meaning, describedById }: FrameProps): string | undefined {
  const parts = { hint, error, end, warning, meaning }
  const ids = Object.entries(parts).map(([part, text]) => text && `${id}-${part}`)
  return [...ids, describedById].filter(Boolean).join(' ') || undefined
}

const box = cva(
  'rounded-2 bg-surface focus-within:outline-(length:--focus-width) focus-within:-outline-offset-1 focus-within:outline-focus',
  {
    variants: {
      state: { valid: 'border border-control', warning: 'border border-wait', error: 'border-2 border-bad' },
      shape: {
        line: 'flex h-11 items-center gap-2 text-lg sm:h-9 sm:text-md [&_:is(input,select)]:outline-none [&_input]:placeholder:font-sans [&_input]:placeholder:text-ink-3 [&_input]:placeholder:opacity-100 [&_select]:cursor-pointer [&_select]:appearance-none',
        lines: 'w-full px-3 py-2 text-ink max-sm:text-lg',
      },
      /** Whether the control itself reaches to the border, as a select does. */
      isFlush: { true: 'relative', false: '' },
    },
    compoundVariants: [{ shape: 'line', isFlush: false, class: 'px-3' }],
    defaultVariants: { shape: 'line', isFlush: false },
  },
)

const stateOf = ({ error, warning }: Pick<FrameProps, 'error' | 'warning'>) =>
  error ? 'error' : warning ? 'warning' : 'valid'

/** Classes of the box around an input or select. */
export const boxClass = (frame: Pick<FrameProps, 'error' | 'warning'>, isFlush = false): string =>
  box({ state: stateOf(frame), isFlush })

export function LabelText({ label, isOptional }: Pick<FrameProps, 'label' | 'isOptional'>) {
  return (
    <>
      {label}
      {isOptional && <span className="font-text text-ink-3"> (optional)</span>}
    </>
  )
}

/** Before the control: hint, error, and buttons that correct it. */
export function FieldPrefix({ id, hint, error, fixes }: FrameProps) {
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
      {fixes && <div className="flex flex-wrap gap-2 pb-1">{fixes}</div>}
    </>
  )
}

/** After the control: a warning, and how the text was understood. */
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

/** A labelled control with everything that describes it. */
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
    action?: ReactNode
  }

/** A labelled text field. */
export function Field(props: FieldProps) {
  const { id, error, end, action, className = '', ...rest } = props
  const { label, isOptional, isLabelHidden, hint, warning, fixes, meaning, describedById, ...input } = rest
  return (
    <FieldFrame {...props}>
      <div className={boxClass(props)}>
        <input
          id={id}
          className={`h-full min-w-0 flex-1 bg-transparent text-ink ${className}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          {...input}
        />
        {end && (
          <span id={`${id}-end`} className="contents">
            {end}
          </span>
        )}
        {action}
      </div>
    </FieldFrame>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & FrameProps

/** A labelled field for several lines. */
export function TextArea(props: TextAreaProps) {
  const { id, label, isOptional, isLabelHidden, hint, error, fixes, meaning, describedById, className, ...area } = props
  return (
    <FieldFrame {...props}>
      <textarea
        id={id}
        className={box({ state: stateOf(props), shape: 'lines', className })}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(props)}
        {...area}
      />
    </FieldFrame>
  )
}

/** A checkbox in the colours of the environment. */
export function Checkbox({ className = '', ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className={`relative inline-flex size-3.5 flex-none ${className}`}>
      <input
        type="checkbox"
        className="peer size-full appearance-none rounded-1 border border-control bg-surface checked:border-env checked:bg-env forced-colors:checked:border-[Highlight] forced-colors:checked:bg-[Highlight] forced-colors:checked:forced-color-adjust-none forced-colors:aria-disabled:checked:bg-[GrayText]"
        {...input}
      />
      <svg
        viewBox="0 0 14 14"
        className="pointer-events-none absolute inset-0 hidden fill-none stroke-env-on stroke-2 [stroke-linecap:round] [stroke-linejoin:round] peer-checked:block"
        aria-hidden="true"
      >
        <path d="m3.5 7.5 2.5 2.5 4.5-5.5" />
      </svg>
    </span>
  )
}

/**
 * The errors of a form or list, above it; takes the focus when it appears.
 * @param focusKey a new value moves the focus here again, as after a second failed attempt
 */
export function ErrorSummary({ focusKey, children }: { focusKey: unknown; children: ReactNode }) {
  const summary = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is the reason to move the focus
  useLayoutEffect(() => summary.current?.focus(), [focusKey])
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      className="rounded-2 border-2 border-bad px-4 py-3 [&_li]:mt-1 [&_li>a]:font-label [&_li>a]:text-bad [&_li>a]:underline"
    >
      <h2 className="text-lg">There is a problem</h2>
      {children}
    </div>
  )
}
