'use client'

import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import {
  boxClass,
  describedBy,
  Field,
  FieldFrame,
  FieldPrefix,
  FieldSuffix,
  type FrameProps,
  LabelText,
} from '@/components/ui/field'
import { isAmount, mismatchedCurrency, normalizeAmount } from '@/lib/browser/normalize-input'
import { useAllNotes, useNotes } from './form-context'

/** `name` is the field's path in the form's values, and its id in the page. */
type Named = Pick<FrameProps, 'label' | 'isOptional' | 'isLabelHidden' | 'hint' | 'ways' | 'meaning' | 'also'> & {
  name: string
}

/**
 * A field whose text is shown back as it will be sent, once it is left.
 * @param meant what a text that was typed is sent as
 */
function useShownBack(name: string, meant: ((typed: string) => string) | undefined) {
  const { register, getValues, setValue } = useFormContext<Record<string, string>>()
  const { onBlur, ...field } = register(name)
  const showBack = () => {
    const typed = getValues(name) ?? ''
    const sent = meant?.(typed) ?? typed
    if (sent !== typed) setValue(name, sent, { shouldDirty: true })
  }
  return {
    ...field,
    onBlur: (event: FocusEvent) => {
      showBack()
      return onBlur(event)
    },
    // Enter sends the form from within the field.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') showBack()
    },
  }
}

type TextFieldProps = Named &
  Pick<ComponentProps<'input'>, 'placeholder' | 'inputMode' | 'autoCapitalize' | 'list'> & {
    /** What stands in the box after the text: a unit, a counter. */
    end?: ReactNode
    /** A button in the box, at its end. */
    act?: ReactNode
    isMono?: boolean
    /** What a text that was typed is sent as, where that differs. */
    meant?: (typed: string) => string
  }

/** One line of text. */
export function TextField({ name, isMono, meant, ...rest }: TextFieldProps) {
  const field = useShownBack(name, meant)
  return (
    <Field
      id={name}
      autoComplete="off"
      spellCheck={false}
      className={isMono ? 'font-mono' : ''}
      {...useNotes(name)}
      {...rest}
      {...field}
    />
  )
}

type AmountFieldProps = Named & {
  /** The asset that it counts; '' where that is not chosen yet. */
  unit: string
}

/** A decimal amount; what was meant is shown back in plain digits once the field is left. */
export function AmountField({ name, unit, hint = 'A number, like 1250.00.', ...rest }: AmountFieldProps) {
  // What cannot be read, or says another money, stays as it was typed for the check to speak of.
  const meant = (typed: string) =>
    isAmount(typed) && !mismatchedCurrency(typed, unit) ? normalizeAmount(typed) : typed
  const field = useShownBack(name, meant)
  return (
    <Field
      id={name}
      inputMode="decimal"
      autoComplete="off"
      className="text-right"
      end={unit && <span className="whitespace-nowrap text-ink-3">{unit}</span>}
      hint={hint}
      {...useNotes(name)}
      {...rest}
      {...field}
    />
  )
}

type SelectFieldProps = Named & {
  options: readonly { value: string; word: string }[]
  /** The words of the empty choice; without them there is none. */
  blank?: string
}

/** One of several, in the browser's own list. */
export function SelectField({ name, options, blank, ...rest }: SelectFieldProps) {
  const { field } = useController<Record<string, string>>({ name })
  const frame = { id: name, ...useNotes(name), ...rest }
  return (
    <FieldFrame {...frame}>
      <div className={`relative ${boxClass(frame)} px-0!`}>
        <select
          id={name}
          className="h-full w-full min-w-0 rounded-2 bg-transparent pr-9 pl-3 text-ink"
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={describedBy(frame)}
          {...field}
        >
          {blank !== undefined && <option value="">{blank}</option>}
          {options.map(({ value, word }) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute right-3" />
      </div>
    </FieldFrame>
  )
}

/** `says` explains the word, `note` follows in grey, `off` is the reason why it cannot be chosen. */
export type Option = { value: string; word: string; says?: string; note?: string; off?: string }

/** `inEffect` is what holds where the choice does not fit; the choice itself is kept. */
type OptionsFieldProps = Named & { options: readonly Option[]; isAcross?: boolean; inEffect?: string }

/** One of a few, all of them in sight; what is off says why. */
export function OptionsField({ name, options, isAcross, inEffect, ...rest }: OptionsFieldProps) {
  const { field } = useController<Record<string, string>>({ name })
  const frame = { id: name, ...useNotes(name), ...rest }
  const open = options.filter(({ off }) => off === undefined)
  // Links to the field lead to the radio that the keyboard would reach.
  const chosen = inEffect ?? field.value
  const stop = (open.find(({ value }) => value === chosen) ?? open[0])?.value
  const isNamed = options.some(({ says, off }) => says ?? off)
  return (
    <div className="flex flex-col gap-1">
      <span id={`${name}-label`} className={rest.isLabelHidden ? 'sr-only' : 'text-md font-label'}>
        <LabelText {...frame} />
      </span>
      <FieldPrefix {...frame} />
      <div
        role="radiogroup"
        aria-labelledby={`${name}-label`}
        aria-describedby={describedBy(frame)}
        className={`options ${isAcross ? 'across' : ''} ${isNamed ? 'named' : ''} ${frame.error ? 'wrong' : ''}`}
      >
        {options.map(({ value, word, says, note, off }) => (
          <label key={value} className={off === undefined ? undefined : 'off'}>
            <input
              type="radio"
              className="radio"
              id={value === stop ? name : undefined}
              name={name}
              value={value}
              checked={chosen === value}
              disabled={off !== undefined}
              aria-invalid={frame.error ? true : undefined}
              onChange={() => field.onChange(value)}
              onBlur={field.onBlur}
            />
            {isNamed ? <b className={off === undefined ? '' : 'font-text'}>{word}</b> : <span>{word}</span>}
            {isNamed && (
              <span>
                {off ?? says}
                {note && <span className="text-ink-3"> {note}</span>}
              </span>
            )}
          </label>
        ))}
      </div>
      <FieldSuffix {...frame} />
    </div>
  )
}

/** Fields that belong together, under a title and a line. */
export function FieldSet({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 not-first:mt-8 not-first:border-t not-first:border-hairline not-first:pt-5">
      {title && <legend className="float-left mb-3 w-full text-lg font-title">{title}</legend>}
      <div className="clear-both grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </fieldset>
  )
}

/** Two fields side by side, under each other on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-4 max-sm:grid-cols-[minmax(0,1fr)] max-sm:gap-5">
      {children}
    </div>
  )
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && value !== false

type DisclosureProps = {
  title: string
  names: readonly string[]
  /** Closed at first though fields hold something, because what they hold was filled in for the person. */
  isClosed?: boolean
  children: ReactNode
}

/** Fields that few need: closed until they are asked for, or until one of them (`names`) holds something or is wrong. */
export function Disclosure({ title, names, isClosed = false, children }: DisclosureProps) {
  const { getValues } = useFormContext()
  const { errors, warnings } = useAllNotes()
  const [isOpen, setOpen] = useState(() => !isClosed && names.some((name) => isFilled(getValues(name))))
  const isCalled = names.some((name) => errors[name] ?? warnings[name])
  useEffect(() => {
    if (isCalled) setOpen(true)
  }, [isCalled])
  return (
    <details open={isOpen || isCalled} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-6 list-none items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current max-sm:min-h-10 [&::-webkit-details-marker]:hidden">
        {title}
      </summary>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </details>
  )
}
