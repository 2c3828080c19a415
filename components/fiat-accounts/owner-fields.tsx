'use client'
import { useWatch } from 'react-hook-form'
import { OptionsField, TextField } from '@/components/forms/fields'
import { FieldRow } from '@/components/forms/form-layout'

const kinds = [
  { value: 'person', word: 'A person' },
  { value: 'institution', word: 'An institution' },
]

/** The name of an owner of this kind. */
export function OwnerNameFields({ name, kind }: { name: string; kind: unknown }) {
  if (kind === 'institution')
    return <TextField name={`${name}.institution_details.name`} label="Name of the institution" />
  if (kind !== 'person') return null
  return (
    <FieldRow>
      <TextField name={`${name}.person_details.first_name`} label="First name" />
      <TextField name={`${name}.person_details.last_name`} label="Last name" />
    </FieldRow>
  )
}

/** Exactly one owner: a person or an institution. @param name where it stands in the form */
export function OwnerFields({ name }: { name: string }) {
  const kind: unknown = useWatch({ name: `${name}.kind` })
  return (
    <>
      <OptionsField name={`${name}.kind`} label="Owner" options={kinds} isAcross />
      <OwnerNameFields name={name} kind={kind} />
    </>
  )
}
