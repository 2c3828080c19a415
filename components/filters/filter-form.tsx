'use client'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { observedValues } from '@/lib/browser/observed-values'
import {
  type Choice,
  type ChoiceFilter,
  choiceValues,
  type Filter,
  type FilterProps,
  isListed,
  isSameValues,
  namesOf,
} from './description'
import { readDraft, saveDraft } from './filter-drafts'

/** New values of a filter by its parameters. */
export type FilterValues = Record<string, readonly string[]>

export type FormProps<Kind extends Filter> = FilterProps & {
  filter: Kind
  submitLabel: string
  onApply: (values: FilterValues) => void
  /** After a link in the form was followed. */
  onClose: () => void
}

/**
 * A filter form's unapplied input: saved when the form closes, restored when it opens again.
 * @param applied the values in the URL; a draft that was typed when others were applied is ignored
 */
export function useFilterDraft(path: string, name: string, applied: readonly string[]) {
  const [draft] = useState(() => {
    const saved = readDraft(path, name)
    return saved && isSameValues(saved.base, applied) ? saved.values : undefined
  })
  const [base] = useState([...applied])
  const pending = useRef<{ values?: string[] }>(undefined)
  useEffect(() => {
    const save = () => {
      if (!pending.current) return
      const { values } = pending.current
      saveDraft(path, name, values && { values, base })
    }
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [path, name, base])
  return {
    draft,
    /** Call with each change; without values nothing is left to restore. */
    change: (values?: string[]) => {
      pending.current = { values }
    },
    /** Closing the form leaves the saved draft as it is. */
    release: () => {
      pending.current = undefined
    },
  }
}

type FilterFormProps = {
  /** Without it there is no button that applies. */
  submitLabel?: string
  onSubmit: () => void
  /** Without it there is nothing to clear. */
  onClear?: () => void
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** The form of a filter; its buttons stay in view while it scrolls. */
export function FilterForm({ submitLabel, onSubmit, onClear, ref, children }: FilterFormProps) {
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <p className="sticky low:static -bottom-4 z-1 -mx-1.5 -mb-4 flex flex-wrap gap-2 border-t border-hairline bg-raised px-3.5 pt-2 pb-5 sm:-bottom-1.5 sm:-mb-1.5 sm:pb-2">
        {submitLabel && (
          <Button type="submit" kind="primary">
            {submitLabel}
          </Button>
        )}
        {onClear && (
          <Button kind="plain" onClick={onClear}>
            Clear
          </Button>
        )}
      </p>
    </form>
  )
}

const valuesOf = (choices: readonly Choice[]) => choices.map(({ value }) => value)

/** The title of the values that records had and the provider does not list. */
const observedTitle = 'Seen in the last 90 days'

/** The choices of a filter, and below them what was seen or is applied without being one of them. */
function groupsOf(filter: ChoiceFilter, path: string, applied: readonly string[]): ChoiceFilter['groups'] {
  if (!filter.observed) return filter.groups
  const seen = [...observedValues(path, filter.name, Date.now()), ...applied].filter(
    (value) => !isListed(filter, value),
  )
  if (seen.length === 0) return filter.groups
  return { ...filter.groups, [observedTitle]: [...new Set(seen)].map((value) => ({ value, label: value })) }
}

/** Any of some values. Only Apply changes the list, so that several choices are one step of the history. */
export function ChoiceForm({ filter, path, params, submitLabel, onApply }: FormProps<ChoiceFilter>) {
  const applied = namesOf(filter).flatMap((name) => params.getAll(name))
  const [groups] = useState(() => groupsOf(filter, path, applied))
  const { draft, change } = useFilterDraft(path, filter.name, applied)
  const [values, setValues] = useState(draft ?? applied)
  const id = useId()
  // In the list's order, so that the same choice always gives the same URL.
  const sorted = (chosen: readonly string[]) =>
    Object.values(groups).flatMap((group) => valuesOf(group).filter((value) => chosen.includes(value)))
  const choose = (chosen: readonly string[]) => {
    const next = sorted(chosen)
    const isUnchanged = isSameValues(next, sorted(applied))
    setValues(isUnchanged ? applied : next)
    change(isUnchanged ? undefined : next)
  }
  return (
    <FilterForm
      submitLabel={submitLabel}
      onSubmit={() => {
        change()
        onApply(choiceValues(filter, values))
      }}
      onClear={values.length > 0 ? () => choose([]) : undefined}
    >
      {Object.entries(groups).map(([group, choices]) => {
        const all = valuesOf(choices)
        const isFull = all.every((value) => values.includes(value))
        return (
          <fieldset key={group} aria-label={group ? undefined : filter.label}>
            {group && (
              <legend className="flex w-full items-center px-2 pt-2 text-sm font-label text-ink-3">
                {group}
                <button
                  type="button"
                  className="ml-auto min-h-9 rounded-1 px-1 font-text underline hover:text-ink sm:min-h-6"
                  aria-label={`${isFull ? 'None' : 'All'} of ${group}`}
                  onClick={() => choose(isFull ? values.filter((value) => !all.includes(value)) : [...values, ...all])}
                >
                  {isFull ? 'None' : 'All'}
                </button>
              </legend>
            )}
            {choices.map(({ value, label }) => (
              <label
                key={value}
                htmlFor={`${id}${value}`}
                className="flex min-h-11 items-center gap-2 rounded-2 px-2 hover:bg-pressed sm:min-h-7"
              >
                <Checkbox
                  id={`${id}${value}`}
                  checked={values.includes(value)}
                  onChange={({ target }) =>
                    choose(target.checked ? [...values, value] : values.filter((one) => one !== value))
                  }
                />
                {label}
              </label>
            ))}
          </fieldset>
        )
      })}
    </FilterForm>
  )
}
