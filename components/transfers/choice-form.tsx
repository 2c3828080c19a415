'use client'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'

/** A value of the API and its word on screen. */
export type Choice = { value: string; word: string }

type ChoiceFormProps = {
  name: string
  /** Choices by the title of their group; "" has none. */
  groups: Record<string, readonly Choice[]>
  chosen: readonly string[]
  onApply: (values: string[]) => void
}

/** Any of some values. Nothing changes until it is applied, so that three choices are one step back, not three. */
export function ChoiceForm({ name, groups, chosen, onApply }: ChoiceFormProps) {
  const [values, setValues] = useState(chosen)
  const id = useId()
  const known = Object.values(groups).flat()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onApply(known.map(({ value }) => value).filter((value) => values.includes(value)))
      }}
    >
      {Object.entries(groups).map(([group, choices]) => (
        <fieldset key={group} aria-label={group ? undefined : name}>
          {group && <legend className="px-2 pt-2 text-sm font-label text-ink-3">{group}</legend>}
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
                  setValues(target.checked ? [...values, value] : values.filter((one) => one !== value))
                }
              />
              {word}
            </label>
          ))}
        </fieldset>
      ))}
      <p className="sticky -bottom-1.5 -mx-1.5 flex gap-2 border-t border-hairline bg-raised px-3.5 pt-2 pb-2">
        <Button type="submit" kind="primary">
          Apply
        </Button>
        {values.length > 0 && (
          <Button kind="plain" onClick={() => setValues([])}>
            Clear
          </Button>
        )}
      </p>
    </form>
  )
}
