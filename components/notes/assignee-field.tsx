'use client'
import { useQuery } from '@tanstack/react-query'
import { Select } from '@/components/forms/fields'
import { DayField } from '@/components/ui/day-field'
import { peopleQuery } from '@/lib/features/notes/browser/record-notes'
import type { NotedRecord, Person } from '@/lib/features/notes/interface'

/** The subject of the person who is to act, "" for nobody, and the day by which, "" for none. */
export type Assignment = { assignee: string; due: string }

type AssigneeProps = {
  /** What the ids of the fields begin with. */
  id: string
  record: NotedRecord
  /** Chosen now; also where the list of people does not have them any more. */
  assignee?: Person
  value: Assignment
  errors?: { [Name in keyof Assignment]?: string | false }
  isOptional?: boolean
  onChange: (changes: Partial<Assignment>) => void
}

/**
 * A person who signed in here and may see the record, the reader first, and the day by which they are to act. Two of one
 * name show their subjects.
 */
export function AssigneeFields({ id, record, assignee, value, errors, isOptional, onChange }: AssigneeProps) {
  const { data: people = [], isError } = useQuery({ ...peopleQuery(record.environment, record.kind), retry: false })
  const isKnown = assignee === undefined || people.some(({ subject }) => subject === assignee.subject)
  const choices = isKnown ? people : [...people, assignee]
  const frame = {
    id: `${id}assignee`,
    label: 'Assign to',
    isOptional,
    error: errors?.assignee || undefined,
    hint: isError ? 'The list of people could not be loaded.' : undefined,
  }
  const options = choices.map(({ subject, name, is_me }) => {
    const isRepeated = choices.some((other) => other.name === name && other.subject !== subject)
    return { value: subject, label: is_me ? `Me (${name})` : isRepeated ? `${name}, ${subject}` : name }
  })
  return (
    <>
      <Select
        frame={frame}
        options={options}
        value={value.assignee}
        blank="No one"
        onChoose={(subject) => onChange({ assignee: subject })}
      />
      <DayField
        id={`${id}due`}
        label="Due day"
        isOptional
        error={errors?.due || undefined}
        value={value.due}
        onChange={(due) => onChange({ due })}
      />
    </>
  )
}
