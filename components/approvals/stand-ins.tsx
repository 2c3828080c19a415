'use client'
import { type FormEvent, useId, useState } from 'react'
import { Select } from '@/components/forms/fields'
import { FormButtons } from '@/components/forms/small-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Time } from '@/components/ui/time'
import type { StandIn } from '@/lib/features/approvals/policy'

type StandInsProps = {
  people: readonly { subject: string; name: string }[]
  standIns: StandIn[]
  onChange: (standIns: StandIn[]) => void
}

const blank = { absent: '', by: '', from: '', until: '' }
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Who stands in for whom, from the beginning of one day to the end of another, in UTC. */
export function StandIns({ people, standIns, onChange }: StandInsProps) {
  const id = useId()
  const [values, setValues] = useState<typeof blank>()
  const [isTried, setTried] = useState(false)
  const nameOf = (subject: string) => people.find((one) => one.subject === subject)?.name ?? subject
  if (people.length < 2) return null
  const options = people.map(({ subject, name }) => ({ value: subject, label: name }))
  const errors = values && {
    absent: values.absent ? undefined : 'Choose who is away.',
    by: !values.by ? 'Choose who stands in.' : values.by === values.absent ? 'Choose someone else.' : undefined,
    from: isDay(values.from) ? undefined : 'Enter a day.',
    until: isDay(values.until) && values.until >= values.from ? undefined : 'Enter the last day.',
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!values || !errors || Object.values(errors).some(Boolean)) return
    const { absent, by, from, until } = values
    const end = new Date(Date.parse(`${until}T00:00:00Z`) + 86_400_000).toISOString()
    onChange([...standIns, { absent, by, from: `${from}T00:00:00.000Z`, until: end }])
    setValues(undefined)
    setTried(false)
  }
  const errorOf = (name: keyof typeof blank) => (isTried ? errors?.[name] : undefined)
  return (
    <section className="mt-6">
      <h3>Stand-ins</h3>
      <ul>
        {standIns.map((one) => (
          <li
            key={`${one.absent} ${one.by} ${one.from}`}
            className="flex flex-wrap items-center gap-2 border-b border-hairline py-2"
          >
            <span className="min-w-0 flex-1">
              {nameOf(one.by)} for {nameOf(one.absent)}, <Time value={one.from} /> to{' '}
              <Time value={one.until} withZone />
            </span>
            <Button size="small" kind="plain" onClick={() => onChange(standIns.filter((other) => other !== one))}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {values ? (
        <form noValidate onSubmit={submit} aria-label="Stand-in" className="mt-3 grid max-w-[560px] gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              frame={{ id: `${id}absent`, label: 'Away', error: errorOf('absent') }}
              blank="Choose"
              options={options}
              value={values.absent}
              onChoose={(absent) => setValues({ ...values, absent })}
            />
            <Select
              frame={{ id: `${id}by`, label: 'Stands in', error: errorOf('by') }}
              blank="Choose"
              options={options}
              value={values.by}
              onChoose={(by) => setValues({ ...values, by })}
            />
            <Field
              id={`${id}from`}
              label="From (UTC)"
              type="date"
              error={errorOf('from')}
              value={values.from}
              onChange={({ target }) => setValues({ ...values, from: target.value })}
            />
            <Field
              id={`${id}until`}
              label="Last day (UTC)"
              type="date"
              error={errorOf('until')}
              value={values.until}
              onChange={({ target }) => setValues({ ...values, until: target.value })}
            />
          </div>
          <FormButtons
            label="Keep the stand-in"
            pending="Keeping…"
            isPending={false}
            onCancel={() => setValues(undefined)}
          />
        </form>
      ) : (
        <Button className="mt-3" onClick={() => setValues(blank)}>
          Add a stand-in
        </Button>
      )}
    </section>
  )
}
