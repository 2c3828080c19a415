'use client'
/** The forms of filters that only Mintdesk has: a range of amounts, and a text. */
import {
  ArrowDownUp,
  Banknote,
  Braces,
  Coins,
  Globe,
  Hourglass,
  type LucideIcon,
  MapPin,
  MessageSquare,
  NotebookPen,
  Tag,
} from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { meaningFixes, shownAmount } from '@/components/forms/amount-meanings'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { ownValueError } from '@/lib/api/own-filters'
import { compareDecimals, negated } from '@/lib/domain/decimals'
import { amountError, isAmount, normalizeAmount, withoutDoubt } from '@/lib/domain/normalize-input'
import type { RangeFilter, TextFilter } from './description'
import { FilterForm, type FormProps, useFilterDraft } from './filter-form'

/** Icons of the menu, which lists do not load. */
export const ownIcons: Readonly<Record<string, LucideIcon>> = {
  'x.amount.gte': Banknote,
  'x.asset': Coins,
  'x.direction': ArrowDownUp,
  'x.network': Globe,
  'x.destination_address': MapPin,
  'x.metadata': Braces,
  'x.ref_ids': Tag,
  'x.memo': MessageSquare,
  'x.note': NotebookPen,
  'x.pending_over': Hourglass,
}

/** An amount as it is written in the URL, with its sign; other text trimmed. */
function amountOf(text: string): string {
  const [, minus = '', rest = ''] = /^([-−]?)(.*)$/s.exec(text.trimStart()) ?? []
  const amount = normalizeAmount(rest)
  return minus && isAmount(rest) ? negated(amount) : `${minus}${amount}`
}

function amountErrorOf(text: string, isSigned: boolean): string | undefined {
  if (text.trim() === '') return undefined
  const amount = amountOf(text)
  const isNegative = amount.startsWith('-')
  const error = amountError(isNegative ? amount.slice(1) : amount, 'amount', '')
  if (error) return error
  return isNegative && !isSigned ? 'Enter an amount without a sign. The direction is a filter of its own.' : undefined
}

/** An amount as its field shows it. */
const shownOf = (text: string) => shownAmount(text, (one) => (amountErrorOf(one, true) ? undefined : amountOf(one)))

/** The lowest and the highest amount, both inclusive and exact. */
export function RangeForm({ filter, path, params, submitLabel, onApply }: FormProps<RangeFilter>) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  // An address has exact amounts.
  const applied = [filter.name, filter.to].map((name) => shownOf(withoutDoubt(params.get(name) ?? '')))
  const { draft, change } = useFilterDraft(path, filter.name, applied)
  const [[from = '', to = ''], setTexts] = useState(draft ?? applied)
  const [isSubmitted, setSubmitted] = useState(false)
  const isEmpty = (compareDecimals(amountOf(from), amountOf(to)) ?? 0) > 0
  const errors = {
    from: amountErrorOf(from, filter.isSigned === true),
    to:
      amountErrorOf(to, filter.isSigned === true) ??
      (isEmpty ? 'The highest amount must not be less than the lowest.' : undefined),
  }
  const write = (next: [string, string]) => {
    setTexts(next)
    change(next)
  }
  const field = (part: 'from' | 'to', label: string, text: string, write: (text: string) => void) => (
    <Field
      id={`${id}${part}`}
      label={label}
      isOptional
      error={isSubmitted ? errors[part] : undefined}
      fixes={isSubmitted && meaningFixes(text, errors[part], (meaning) => write(shownOf(meaning)))}
      value={text}
      inputMode={filter.isSigned ? undefined : 'decimal'}
      autoComplete="off"
      onChange={({ target }) => write(target.value)}
      onBlur={() => shownOf(text) !== text && write(shownOf(text))}
    />
  )
  return (
    <FilterForm
      ref={form}
      submitLabel={submitLabel}
      onSubmit={() => {
        setSubmitted(true)
        const wrong = errors.from ? 'from' : errors.to ? 'to' : undefined
        if (wrong) return document.getElementById(`${id}${wrong}`)?.focus()
        change()
        const value = (text: string) => (text.trim() ? [amountOf(text)] : [])
        onApply({ [filter.name]: value(from), [filter.to]: value(to) })
      }}
      onClear={from || to ? () => write(['', '']) : undefined}
    >
      <div className="grid gap-3 px-2 pt-1 pb-3">
        {field('from', 'At least', from, (text) => write([text, to]))}
        {field('to', 'At most', to, (text) => write([from, text]))}
        {filter.hint && <p className="text-sm text-ink-3">{filter.hint}</p>}
      </div>
    </FilterForm>
  )
}

type TextForm = {
  label: string
  hint: string
  /** Values to choose from, by their labels. */
  choices?: Readonly<Record<string, string>>
  /** Whether commas and spaces separate values. */
  isSplit?: true
}

const textForms: Readonly<Record<string, TextForm>> = {
  'x.asset': { label: 'Assets', hint: 'One or several, like USD, USDC.', isSplit: true },
  'x.metadata': { label: 'Key and value', hint: 'Like invoice=4711. A key alone finds every transfer that has it.' },
  'x.memo': { label: 'Memo contains', hint: '' },
  'x.note': { label: 'Note contains', hint: 'Searches everyone’s notes' },
  'x.pending_over': {
    label: 'Longer than',
    hint: 'Minutes, hours or days, like 90m, 4h or 2d.',
    choices: { '1h': '1 hour', '4h': '4 hours', '1d': '1 day', '3d': '3 days', '7d': '7 days' },
  },
}
const plainForm: TextForm = { label: 'Value', hint: '' }

/** One text, or several values between commas. */
export function TextForm({ filter, path, params, submitLabel, onApply }: FormProps<TextFilter>) {
  const id = useId()
  const { label, hint, choices = {}, isSplit } = textForms[filter.name] ?? plainForm
  const applied = params.getAll(filter.name)
  const [first, ...others] = applied
  const initial = isSplit ? applied.join(', ') : (first ?? '')
  const { draft, change } = useFilterDraft(path, filter.name, applied)
  const [text, setText] = useState(draft?.[0] ?? initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const valuesOf = (entered: string) => {
    if (isSplit) return [...new Set(entered.split(/[\s,;]+/).filter(Boolean))]
    const one = filter.name === 'x.pending_over' ? entered.replace(/\s/g, '').toLowerCase() : entered.trim()
    return one ? [one] : []
  }
  const [error] = valuesOf(text).flatMap((value) => ownValueError(filter.name, value) ?? [])
  const apply = (entered: string) => {
    change()
    // A link can ask for more pairs than the form shows.
    onApply({ [filter.name]: isSplit ? valuesOf(entered) : [...valuesOf(entered), ...others] })
  }
  const write = (next: string) => {
    setText(next)
    change(next === initial ? undefined : [next])
  }
  return (
    <FilterForm
      submitLabel={submitLabel}
      onSubmit={() => {
        setSubmitted(true)
        if (error) return document.getElementById(id)?.focus()
        apply(text)
      }}
      onClear={text ? () => write('') : undefined}
    >
      <div className="grid gap-3 px-2 pt-1 pb-3">
        {Object.keys(choices).length > 0 && (
          <div className="grid grid-cols-2 gap-1.5">
            {Object.entries(choices).map(([value, name]) => (
              <Button key={value} size="small" onClick={() => apply(value)}>
                {name}
              </Button>
            ))}
          </div>
        )}
        <Field
          id={id}
          label={label}
          hint={hint}
          error={isSubmitted ? error : undefined}
          value={text}
          autoComplete="off"
          onChange={({ target }) => write(target.value)}
        />
        {others.length > 0 && <p className="text-sm text-ink-3">Also {others.join(' and ')}.</p>}
      </div>
    </FilterForm>
  )
}
