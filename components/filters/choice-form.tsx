'use client'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ChoiceFilter } from './description'
import type { FormProps } from './filter-menu'
import { useKeptForm } from './kept-form'
import { isSame } from './pasted'
import { SubmitRow } from './submit-row'

/** Any of some values. Nothing changes until it is applied, so that three choices are one step back, not three. */
export function ChoiceForm({ filter, path, params, submitWords, onApply }: FormProps<ChoiceFilter>) {
  const inForce = params.getAll(filter.name)
  const kept = useKeptForm(path, filter.name, inForce)
  const [values, setValues] = useState(kept.draft ?? inForce)
  const id = useId()
  const known = Object.values(filter.groups).flat()
  const set = (next: string[]) => {
    // In the list's order, so that the same choice gives the same address.
    const sorted = known.map(({ value }) => value).filter((value) => next.includes(value))
    const isBack = isSame(
      sorted,
      known.map(({ value }) => value).filter((value) => inForce.includes(value)),
    )
    setValues(isBack ? inForce : sorted)
    kept.hold(isBack ? undefined : sorted)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        kept.hold(undefined)
        onApply({ [filter.name]: values })
      }}
    >
      {Object.entries(filter.groups).map(([group, choices]) => {
        const all = choices.map(({ value }) => value)
        const isFull = all.every((value) => values.includes(value))
        return (
          <fieldset key={group} aria-label={group ? undefined : filter.word}>
            {group && (
              <legend className="flex w-full items-center px-2 pt-2 text-sm font-label text-ink-3">
                {group}
                <button
                  type="button"
                  className="ml-auto min-h-6 rounded-1 px-1 font-text underline hover:text-ink max-sm:min-h-9"
                  aria-label={`${isFull ? 'None' : 'All'} of ${group}`}
                  onClick={() => set(isFull ? values.filter((one) => !all.includes(one)) : [...values, ...all])}
                >
                  {isFull ? 'None' : 'All'}
                </button>
              </legend>
            )}
            {choices.map(({ value, word }) => (
              <label
                key={value}
                htmlFor={`${id}${value}`}
                className="flex min-h-7 items-center gap-2 rounded-2 px-2 hover:bg-pressed max-sm:min-h-11"
              >
                <input
                  id={`${id}${value}`}
                  type="checkbox"
                  className="check"
                  checked={values.includes(value)}
                  onChange={({ target }) =>
                    set(target.checked ? [...values, value] : values.filter((one) => one !== value))
                  }
                />
                {word}
              </label>
            ))}
          </fieldset>
        )
      })}
      <SubmitRow>
        <Button type="submit" kind="primary">
          {submitWords}
        </Button>
        {values.length > 0 && (
          <Button kind="plain" onClick={() => set([])}>
            Clear
          </Button>
        )}
      </SubmitRow>
    </form>
  )
}
