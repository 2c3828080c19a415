'use client'
import { useQuery } from '@tanstack/react-query'
import { Select } from '@/components/forms/fields'
import type { NotedRecord, Person } from '@/lib/api/console/noted-records'
import { peopleQuery } from '@/lib/browser/record-notes'

type AssigneeProps = {
  id: string
  record: NotedRecord
  /** Chosen now; also where the list of people does not have them any more. */
  assignee?: Person
  /** The subject of the chosen person; "" for nobody. */
  value: string
  error?: string
  isOptional?: boolean
  onChange: (subject: string) => void
}

/** A person who signed in here and may see the record; the reader first. Two of one name show their subjects. */
export function AssigneeField({ id, record, assignee, value, error, isOptional, onChange }: AssigneeProps) {
  const { data: people = [], isError } = useQuery({ ...peopleQuery(record.environment, record.kind), retry: false })
  const isKnown = assignee === undefined || people.some(({ subject }) => subject === assignee.subject)
  const choices = isKnown ? people : [...people, assignee]
  const frame = {
    ...{ id, label: 'Assign to', isOptional, error },
    hint: isError ? 'The list of people could not be loaded.' : undefined,
  }
  const options = choices.map(({ subject, name, is_me }) => {
    const isRepeated = choices.some((other) => other.name === name && other.subject !== subject)
    return { value: subject, label: is_me ? `Me (${name})` : isRepeated ? `${name}, ${subject}` : name }
  })
  return <Select {...{ frame, options, value }} blank="No one" onChoose={onChange} />
}
