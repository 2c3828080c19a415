'use client'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState, useTransition } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Button } from '@/components/ui/button'
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
import { asProblem } from '@/components/ui/problem'
import { type Option, RadioGroup } from '@/components/ui/radio-group'
import type { Preset, PresetKind } from '@/lib/api/intents'
import { deletePreset, presetsQuery, savePreset, writeErrorText } from '@/lib/browser/intents'
import { isAmount, mismatchedCurrency, normalizeAmount } from '@/lib/browser/normalize-input'
import { useFormFacts, useFormState, useMessages } from './form-context'

/** `name` is the field's path in the form's values, and its id in the page. */
type Named = Omit<FrameProps, 'id' | 'error' | 'warning' | 'end'> & { name: string }

type InputProps = Pick<
  ComponentProps<typeof Field>,
  'end' | 'action' | 'placeholder' | 'inputMode' | 'autoCapitalize' | 'list'
>

type TextFieldProps = Named &
  InputProps & {
    /** Aligned to the right, like the amounts of a column. */
    isAmount?: boolean
    isMono?: boolean
    /** What a typed text is sent as; shown when the field is left, or when Enter submits the form. */
    normalize?: (typed: string) => string
  }

export function TextField({ name, isAmount, isMono, normalize, ...rest }: TextFieldProps) {
  const { register, getValues, setValue } = useFormContext<Record<string, string>>()
  const { onBlur, ...field } = register(name)
  const showNormalized = () => {
    const typed = getValues(name) ?? ''
    const normalized = normalize?.(typed) ?? typed
    if (normalized !== typed) setValue(name, normalized, { shouldDirty: true })
  }
  return (
    <Field
      id={name}
      autoComplete="off"
      spellCheck={false}
      className={isAmount ? 'text-right' : isMono ? 'font-mono' : ''}
      {...useMessages(name)}
      {...rest}
      {...field}
      onBlur={(event) => {
        showNormalized()
        return onBlur(event)
      }}
      onKeyDown={({ key }) => key === 'Enter' && showNormalized()}
    />
  )
}

/** The reference of a write; without one, the intent's id is sent. */
export function ReferenceField() {
  const { intent } = useFormFacts()
  const hint = (
    <>
      If empty, this one is generated: <span className="font-mono text-sm">{intent}</span>
    </>
  )
  return <TextField name="ref_id" label="Reference" isOptional isMono hint={hint} />
}

/** `unit` is the asset's name, or '' until one is chosen. */
type AmountFieldProps = Named & { unit: string }

/** A decimal amount, shown in plain digits once the field is left. */
export function AmountField({ unit, hint = 'A number, like 1250.00.', ...rest }: AmountFieldProps) {
  return (
    <TextField
      inputMode="decimal"
      isAmount
      end={unit && <span className="whitespace-nowrap text-ink-3">{unit}</span>}
      hint={hint}
      // Text that is no amount, or names another currency, stays as typed so that the error can quote it.
      normalize={(typed) => (isAmount(typed) && !mismatchedCurrency(typed, unit) ? normalizeAmount(typed) : typed)}
      {...rest}
    />
  )
}

type ListOption = { value: string; label?: string }

const optionElements = (options: readonly ListOption[]) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

type SelectFieldProps = Named & {
  options: readonly ListOption[]
  /** The label of the empty choice; without it there is none. */
  blank?: string
}

export function SelectField({ name, options, blank, ...rest }: SelectFieldProps) {
  const { field } = useController<Record<string, string>>({ name })
  const frame = { id: name, ...useMessages(name), ...rest }
  return (
    <FieldFrame {...frame}>
      <div className={boxClass(frame, true)}>
        <select
          id={name}
          className="h-full w-full min-w-0 rounded-2 bg-transparent pr-9 pl-3 text-ink"
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={describedBy(frame)}
          {...field}
        >
          {blank !== undefined && <option value="">{blank}</option>}
          {optionElements(options)}
        </select>
        <ChevronDown className="pointer-events-none absolute right-3" />
      </div>
    </FieldFrame>
  )
}

/** `inEffect` is the value that applies where the chosen one is unavailable; the choice itself is kept. */
type OptionsFieldProps = Named & { options: readonly Option[]; isAcross?: boolean; inEffect?: string }

export function OptionsField({ name, options, isAcross, inEffect, ...rest }: OptionsFieldProps) {
  const { field } = useController<Record<string, string>>({ name })
  const frame = { id: name, ...useMessages(name), ...rest }
  return (
    <div className="flex flex-col gap-1">
      {!rest.isLabelHidden && (
        <span id={`${name}-label`} className="text-md font-label">
          <LabelText {...frame} />
        </span>
      )}
      <FieldPrefix {...frame} />
      <RadioGroup
        id={name}
        name={name}
        options={options}
        value={inEffect ?? field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        isAcross={isAcross}
        isInvalid={frame.error !== undefined}
        // A hidden label would be read before the group that has it as its name.
        {...(rest.isLabelHidden ? { 'aria-label': rest.label } : { 'aria-labelledby': `${name}-label` })}
        aria-describedby={describedBy(frame)}
      />
      <FieldSuffix {...frame} />
    </div>
  )
}

type SaveFieldProps = Pick<ComponentProps<'input'>, 'defaultValue' | 'placeholder' | 'autoFocus'> & {
  label: string
  hint: string
  action: string
  /** @returns the error to show, or undefined after success */
  onSave: (text: string) => Promise<string | undefined>
  onCancel?: () => void
}

/** A text of its own inside a form; Enter saves it, instead of submitting the form around it. Empty again once saved. */
export function SaveField({ action, onSave, onCancel, ...field }: SaveFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, startSaving] = useTransition()
  const [error, setError] = useState<string>()
  function save() {
    const { current } = input
    if (isBusy || !current) return
    startSaving(async () => {
      const problem = await onSave(current.value.trim())
      setError(problem)
      if (!problem) current.value = ''
    })
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-[1_1_180px]">
        <Field
          id={useId()}
          ref={input}
          autoComplete="off"
          error={error}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel?.()
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
          {...field}
        />
      </div>
      <div className="flex gap-2">
        <Button size="field" aria-busy={isBusy || undefined} onClick={save}>
          {action}
        </Button>
        {onCancel && (
          <Button kind="plain" size="field" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}

/** Saves and deletes presets of this environment. @returns the error to show, or undefined after success */
export function usePresetChanges(kind: PresetKind) {
  const { environment } = useFormFacts()
  const queries = useQueryClient()
  async function apply(change: Promise<Preset[]>): Promise<string | undefined> {
    try {
      queries.setQueryData(presetsQuery(environment, kind).queryKey, await change)
    } catch (thrown) {
      const problem = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))
      return problem ? writeErrorText(problem) : "The outcome isn't known. Reload the page to check."
    }
  }
  return {
    savePreset: (key: string, value: string) => apply(savePreset(environment, kind, { key, value })),
    deletePreset: (key: string) => apply(deletePreset(environment, kind, key)),
  }
}

/** Suggestions for a text field with this `list`: any text is accepted. */
export const Suggestions = ({ id, options }: { id: string; options: readonly ListOption[] }) => (
  <datalist id={id}>{optionElements(options)}</datalist>
)

/** Fields under a title, which names them as a group. */
export function FieldSet({ title, children }: { title?: string; children: ReactNode }) {
  const Part = title ? 'fieldset' : 'div'
  return (
    <Part className="min-w-0 not-first:mt-8 not-first:border-t not-first:border-hairline not-first:pt-5">
      {title && <legend className="float-left mb-3 w-full text-lg font-title">{title}</legend>}
      <div className="clear-both grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </Part>
  )
}

/** Two fields side by side; stacked on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-[repeat(2,minmax(0,1fr))] sm:gap-4">
      {children}
    </div>
  )
}

export const summaryClass =
  'inline-flex min-h-10 list-none items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-6 [&::-webkit-details-marker]:hidden'

type DisclosureProps = {
  title: string
  /** The fields inside: it opens when one of them holds something or has a message. */
  names: readonly string[]
  /** Starts closed although its fields are filled, because the form filled them. */
  isClosed?: boolean
  children: ReactNode
}

/** Fields that few people need. */
export function Disclosure({ title, names, isClosed = false, children }: DisclosureProps) {
  const { getValues } = useFormContext()
  const { errors, warnings } = useFormState()
  const [isOpen, setOpen] = useState(() => !isClosed && names.some((name) => Boolean(getValues(name))))
  const hasMessage = names.some((name) => errors[name] ?? warnings[name])
  useEffect(() => {
    if (hasMessage) setOpen(true)
  }, [hasMessage])
  return (
    <details open={isOpen || hasMessage} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={summaryClass}>{title}</summary>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </details>
  )
}
