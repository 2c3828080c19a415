'use client'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useId, useRef, useState, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
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
import { lazyPart } from '@/components/ui/lazy-part'
import { asProblem } from '@/components/ui/problem'
import { type Option, RadioGroup } from '@/components/ui/radio-group'
import { Fold } from '@/components/ui/section'
import type { Preset, PresetKind } from '@/lib/api/intents'
import { deletePreset, presetsQuery, savePreset } from '@/lib/browser/intents'
import { writeErrorText } from '@/lib/browser/send-write'
import { rowOf } from '@/lib/provider/operations'
import { exactIn, meaningFixes, shownAmount } from './amount-meanings'
import { useFormFacts, useFormPage, useFormState, useMessages } from './form-context'
import { focusField } from './form-error-summary'
import { textAt, useFieldState, useFormStore, useFormValue, valueAt } from './form-store'

/** `name` is the field's path in the form's values, and its id in the page. */
type Named = Omit<FrameProps, 'id' | 'error' | 'warning' | 'end'> & { name: string }

type InputProps = Pick<ComponentProps<typeof Field>, 'end' | 'action' | 'placeholder' | 'inputMode' | 'autoCapitalize'>

type TextFieldProps = Named &
  InputProps & {
    /** Aligned to the right, like the amounts of a column. */
    isAmount?: boolean
    isMono?: boolean
    /** How a typed text is shown once the field is left, or when Enter submits the form. */
    normalize?: (typed: string) => string
  }

export function TextField({ name, isAmount, isMono, normalize, ...rest }: TextFieldProps) {
  const store = useFormStore()
  const { value, onType, onChoose, onBlur } = useFieldState(name)
  // Reads the newest text: a key may come before the next render.
  const showNormalized = () => normalize && onChoose(normalize(textAt(store.values(), name)))
  return (
    <Field
      id={name}
      autoComplete="off"
      spellCheck={false}
      className={isAmount ? 'text-right' : isMono ? 'font-mono' : ''}
      {...useMessages(name)}
      {...rest}
      name={name}
      value={value}
      onChange={({ target }) => onType(target.value)}
      onBlur={() => {
        showNormalized()
        onBlur()
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
type AmountFieldProps = Named & Pick<TextFieldProps, 'normalize'> & { unit: string }

/** A decimal amount, shown grouped once the field is left. An ambiguous one is asked back, with both answers. */
export function AmountField({ unit, ...rest }: AmountFieldProps) {
  const { set } = useFormStore()
  const typed = useFormValue((values) => textAt(values, rest.name))
  const { error } = useMessages(rest.name)
  return (
    <TextField
      inputMode="decimal"
      isAmount
      end={unit && <span className="whitespace-nowrap text-ink-3">{unit}</span>}
      fixes={meaningFixes(typed, error, (meaning) => {
        set(rest.name, meaning)
        // The button disappears.
        focusField(rest.name)
      })}
      // Text that is no amount, or names another currency, stays as typed so that the error can quote it.
      normalize={(typed) => shownAmount(typed, exactIn(unit))}
      {...rest}
    />
  )
}

type SelectFieldProps = Named & {
  options: readonly { value: string; label: string }[]
  /** The label of the empty choice; without it there is none. */
  blank?: string
  /** The value that applies where the chosen one is not among the options; the choice itself is kept. */
  inEffect?: string
}

export function SelectField({ name, options, blank, inEffect, ...rest }: SelectFieldProps) {
  const { value: chosen, onType, onBlur } = useFieldState(name)
  const frame = { id: name, ...useMessages(name), ...rest }
  return (
    <Select
      frame={frame}
      name={name}
      options={options}
      blank={blank}
      value={inEffect ?? chosen}
      onChoose={onType}
      onBlur={onBlur}
    />
  )
}

type SelectProps = Pick<SelectFieldProps, 'options' | 'blank'> &
  Pick<ComponentProps<'select'>, 'name' | 'value' | 'onBlur'> & { frame: FrameProps; onChoose: (value: string) => void }

/** The same without a form around it. */
export const Select = ({ frame, options, blank, onChoose, ...select }: SelectProps) => (
  <FieldFrame {...frame}>
    <div className={boxClass(frame, true)}>
      <select
        id={frame.id}
        className="h-full w-full min-w-0 rounded-2 bg-transparent pr-9 pl-3 text-ink"
        aria-invalid={frame.error ? true : undefined}
        aria-describedby={describedBy(frame)}
        onChange={({ target }) => onChoose(target.value)}
        {...select}
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute right-3" />
    </div>
  </FieldFrame>
)

type ComboboxFieldProps = Named & Pick<ComponentProps<typeof Combobox>, 'options' | 'link' | 'isMono' | 'placeholder'>

/** A text field with a list to choose from; any other text is accepted. */
export function ComboboxField({ name, ...rest }: ComboboxFieldProps) {
  return <Combobox id={name} {...useFieldState(name)} {...useMessages(name)} {...rest} />
}

type OptionsFieldProps = Named & { options: readonly Option[]; isAcross?: boolean }

export function OptionsField({ name, options, isAcross, ...rest }: OptionsFieldProps) {
  const { value, onType, onBlur } = useFieldState(name)
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
        value={value}
        onChange={onType}
        onBlur={onBlur}
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

type SaveFieldProps = Pick<ComponentProps<'input'>, 'defaultValue' | 'placeholder'> & {
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

/** Folded parts under each other. */
export const Folds = ({ children }: { children: ReactNode }) => <div className="grid gap-2">{children}</div>

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
  /** The fields inside: it counts those that are filled in, and opens when one of them has a message. */
  names: readonly string[]
  /** Follows the title instead of the count. */
  note?: string
  /** Follows the title while no field is filled. */
  hint?: string
  /** Starts closed although its fields are filled, because the form filled them. */
  isClosed?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** How many texts are filled in; of a list, how many items. */
const countFilled = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => {
    if (Array.isArray(value)) return sum + value.filter((item) => countFilled(Object.values(item)) > 0).length
    return sum + Number(typeof value === 'string' && value.trim() !== '')
  }, 0)

/** Fields that few people need, folded. */
export function Disclosure({ title, names, note, hint = '', isClosed = false, onToggle, children }: DisclosureProps) {
  const filled = useFormValue((values) => countFilled(names.map((name) => valueAt(values, name))))
  const { errors, warnings } = useFormState()
  const [isOpen, setOpen] = useState(() => !isClosed && filled > 0)
  const messages = [...Object.keys(errors), ...Object.keys(warnings)]
  const hasMessage = messages.some((at) => names.some((name) => at === name || at.startsWith(`${name}.`)))
  useEffect(() => {
    if (hasMessage) setOpen(true)
  }, [hasMessage])
  return (
    <Fold
      title={title}
      note={note ?? (filled > 0 ? `${filled} filled in` : hint)}
      open={isOpen || hasMessage}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        onToggle?.(currentTarget.open)
      }}
    >
      {children}
    </Fold>
  )
}

const LiveRequest = lazyPart('The request', () => import('./request-preview'))

/** What only engineers need, at the end of every form: these fields, and the request. */
export function Developer({ names, hint, children }: { names: readonly string[]; hint: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure title="Developer" names={names} hint={hint} onToggle={setOpen}>
      {children}
      <RequestTarget />
      {isOpen && <LiveRequest />}
    </Disclosure>
  )
}

/** The API call and the scope that it needs. */
export function RequestTarget() {
  const { method, path, scope } = rowOf(useFormPage().operation)
  return (
    <span className="text-sm">
      <span className="font-mono">
        {method} {breakable(path)}
      </span>
      , scope <span className="font-mono">{breakable(scope)}</span>
    </span>
  )
}

/** A path or a scope, which breaks between its words on a phone and never within one. */
const breakable = (name: string) =>
  name.split(/(?<=[/:_])/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a name have no other identity
    <Fragment key={at}>
      {word}
      <wbr />
    </Fragment>
  ))
