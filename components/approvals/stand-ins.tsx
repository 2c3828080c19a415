'use client'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Select } from '@/components/forms/fields'
import { FormButtons } from '@/components/forms/small-form'
import { Button } from '@/components/ui/button'
import { DayField } from '@/components/ui/day-field'
import { useFocusAfter } from '@/components/ui/focus'
import { Time } from '@/components/ui/time'
import { midnightOf } from '@/lib/domain/wall-clock'
import type { StandIn } from '@/lib/features/approvals/policy'

type StandInsProps = {
  people: readonly { subject: string; name: string }[]
  standIns: StandIn[]
  onChange: (standIns: StandIn[]) => void
  isOpen: boolean
  /** Opens and closes its form; absent while another one is open. */
  onOpen: ((isOpen: boolean) => void) | undefined
}

const isDay = (text: string) => midnightOf(text) !== undefined

/** Who stands in for whom, from the beginning of one day to the end of another, in UTC. */
export function StandIns({ people, standIns, onChange, isOpen, onOpen }: StandInsProps) {
  const section = useRef<HTMLElement>(null)
  useFocusAfter(isOpen, () => section.current?.querySelector<HTMLElement>(':scope > button'))
  const nameOf = (subject: string) => people.find((one) => one.subject === subject)?.name ?? subject
  if (people.length < 2 || (standIns.length === 0 && !onOpen)) return null
  return (
    <section ref={section} className="mt-6">
      <h3 className="font-label">Stand-ins</h3>
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
            {onOpen && (
              <Button size="small" kind="plain" onClick={() => onChange(standIns.filter((other) => other !== one))}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <StandInForm
          people={people}
          onAdd={(one) => {
            onChange([...standIns, one])
            onOpen?.(false)
          }}
          onCancel={() => onOpen?.(false)}
        />
      ) : (
        onOpen && (
          <Button className="mt-3" onClick={() => onOpen(true)}>
            Add a stand-in
          </Button>
        )
      )}
    </section>
  )
}

type FormProps = Pick<StandInsProps, 'people'> & { onAdd: (standIn: StandIn) => void; onCancel: () => void }

function StandInForm({ people, onAdd, onCancel }: FormProps) {
  const id = useId()
  const [values, setValues] = useState({ absent: '', by: '', from: '', until: '' })
  const [isTried, setTried] = useState(false)
  const { absent, by, from, until } = values
  const errors = {
    absent: !absent && 'Choose who is away.',
    by: !by ? 'Choose who stands in.' : by === absent && 'Choose someone else.',
    from: !isDay(from) && 'Enter a day.',
    until: !(isDay(until) && until >= from) && 'Enter the last day.',
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.entries(errors).flatMap(([field, error]) => (error ? [field] : []))
    if (first) return document.getElementById(`${id}${first}`)?.focus()
    const end = new Date(Date.parse(`${until}T00:00:00Z`) + 86_400_000).toISOString()
    onAdd({ absent, by, from: `${from}T00:00:00.000Z`, until: end })
  }
  const frame = (name: keyof typeof values, label: string) => ({
    id: `${id}${name}`,
    label,
    error: (isTried && errors[name]) || undefined,
  })
  const person = (name: 'absent' | 'by', label: string) => (
    <Select
      frame={frame(name, label)}
      blank="Choose"
      options={people.map(({ subject, name }) => ({ value: subject, label: name }))}
      value={values[name]}
      onChoose={(chosen) => setValues({ ...values, [name]: chosen })}
    />
  )
  const day = (name: 'from' | 'until', label: string) => (
    <DayField
      {...frame(name, label)}
      value={values[name]}
      onChange={(chosen) => setValues({ ...values, [name]: chosen })}
    />
  )
  return (
    <form noValidate onSubmit={submit} aria-label="Stand-in" className="mt-3 grid max-w-[560px] gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {person('absent', 'Away')}
        {person('by', 'Stands in')}
        {day('from', 'From (UTC)')}
        {day('until', 'Last day (UTC)')}
      </div>
      <FormButtons label="Keep the stand-in" pending="Keeping…" isPending={false} onCancel={onCancel} />
    </form>
  )
}
