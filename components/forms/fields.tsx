'use client'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps, FocusEvent, KeyboardEvent, ReactNode } from 'react'
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
import { useNotes } from './form-state'

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
