'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { isForward, presetNames, presets, readTime, type TimeRange } from '@/lib/browser/time-range'

type TimeFormProps = { params: URLSearchParams; onApply: (range: Partial<TimeRange>) => void }

const noTime = 'Write a time such as 2026-11-18 14:32, or paste one.'
const unit = <span className="text-ink-3">UTC</span>

/** A range of creation times: a preset that becomes absolute when chosen, or two times as written or pasted. */
export function TimeForm({ params, onApply }: TimeFormProps) {
  const [from, setFrom] = useState(params.get('created_at.gte') ?? '')
  const [to, setTo] = useState(params.get('created_at.lt') ?? '')
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const range = { gte: from.trim() ? readTime(from) : undefined, lt: to.trim() ? readTime(to, true) : undefined }
    const wrong = {
      from: from.trim() && !range.gte ? noTime : undefined,
      to: to.trim() && !range.lt ? noTime : isForward(range) ? undefined : 'To must be later than From.',
    }
    setErrors(wrong)
    if (!wrong.from && !wrong.to) return onApply(range)
    event.currentTarget.querySelector<HTMLInputElement>(wrong.from ? '#created-from' : '#created-to')?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="px-2 pb-2">
      <div className="flex flex-wrap gap-2 pt-1 pb-3">
        {presetNames.map((name) => (
          <Button key={name} size="note" onClick={() => onApply(presets[name](Date.now()))}>
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </Button>
        ))}
      </div>
      <div className="grid gap-4 border-t border-hairline pt-3">
        <Field
          id="created-from"
          label="From"
          hint="UTC, such as 2026-11-18 14:32; other zones as +01:00"
          error={errors.from}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          autoComplete="off"
          end={unit}
        />
        <Field
          id="created-to"
          label="To"
          hint="Up to, but not with; a day alone counts whole"
          error={errors.to}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          autoComplete="off"
          end={unit}
        />
        <p>
          <Button type="submit" kind="primary">
            Apply
          </Button>
        </p>
      </div>
    </form>
  )
}
