'use client'

import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldRow, FieldSet, OptionsField, TextField } from '@/components/forms/fields'
import { useIsHere } from '@/components/forms/use-is-here'
import { countries, countryName, inCapitals, routingNumberTypes } from '@/lib/browser/bank-checks'

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

type WireFieldsProps = {
  /** Where the instructions stand in the form. */
  name: string
  /** What is said at the account number. */
  numberHint?: ReactNode
}

/** Wire instructions: the account, its bank, and where both are. */
export function WireFields({ name, numberHint }: WireFieldsProps) {
  const details = `${name}.routing_details`
  return (
    <>
      <FieldSet title="Account">
        <TextField name={`${name}.account_number`} label="Account number" hint={numberHint} isMono />
        <FieldRow>
          <TextField
            name={`${details}.routing_number_type`}
            label="Routing number type"
            hint="ABA in the United States, SWIFT elsewhere."
            list={`${details}.types`}
            autoCapitalize="characters"
          />
          <TextField
            name={`${details}.routing_number`}
            label="Routing number"
            hint="Nine digits, or the bank’s BIC."
            autoCapitalize="characters"
            meant={inCapitals}
            isMono
          />
        </FieldRow>
        <datalist id={`${details}.types`}>
          {routingNumberTypes.map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
      </FieldSet>
      <FieldSet title="Bank">
        <TextField name={`${details}.bank_name`} label="Bank name" />
        <AddressFields name={`${details}.bank_address`} />
      </FieldSet>
      <FieldSet title="Owner’s address">
        <AddressFields name={`${name}.fiat_account_owner_address`} />
      </FieldSet>
    </>
  )
}

/** Countries are suggestions: any text goes. Their names are the browser's own, which the server may spell otherwise. */
function Countries({ id }: { id: string }) {
  const isHere = useIsHere()
  return (
    <datalist id={id}>
      {isHere &&
        countries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </datalist>
  )
}

/** The six members of an address. @param name where it stands in the form */
export function AddressFields({ name }: { name: string }) {
  const country: unknown = useWatch({ name: `${name}.country` })
  return (
    <>
      <FieldRow>
        <TextField
          name={`${name}.country`}
          label="Country"
          list={`${name}.countries`}
          autoCapitalize="characters"
          meaning={typeof country === 'string' ? countryName(country) : undefined}
        />
        <TextField name={`${name}.city`} label="City" />
      </FieldRow>
      <Countries id={`${name}.countries`} />
      <TextField name={`${name}.address1`} label="Address line 1" />
      <TextField name={`${name}.address2`} label="Address line 2" />
      <FieldRow>
        <TextField name={`${name}.province`} label="Province or state" />
        <TextField name={`${name}.zip_code`} label="Postal code" />
      </FieldRow>
    </>
  )
}
