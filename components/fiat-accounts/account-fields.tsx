'use client'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldRow, FieldSet, OptionsField, Suggestions, TextField } from '@/components/forms/fields'
import { useHydrated } from '@/components/ui/browser-state'
import { countries, countryName, routingNumberTypes, upperCased } from '@/lib/browser/bank-checks'
import { bankAddressAt, numberAt, ownerAddressAt, ownerAt, routingAt } from './account-values'

const kinds = [
  { value: 'person', label: 'A person' },
  { value: 'institution', label: 'An institution' },
]

/** The name fields of an owner of this kind. */
export function OwnerNameFields({ kind }: { kind: unknown }) {
  if (kind === 'institution') return <TextField name={`${ownerAt}.institution_details.name`} label="Institution name" />
  if (kind !== 'person') return null
  return (
    <FieldRow>
      <TextField name={`${ownerAt}.person_details.first_name`} label="First name" />
      <TextField name={`${ownerAt}.person_details.last_name`} label="Last name" />
    </FieldRow>
  )
}

/** `blank` is the label of an option for no owner. */
type OwnerFieldsProps = { label?: string; blank?: string }

export function OwnerFields({ label = 'Owner', blank }: OwnerFieldsProps) {
  const kind: unknown = useWatch({ name: `${ownerAt}.kind` })
  const options = blank === undefined ? kinds : [{ value: '', label: blank }, ...kinds]
  return (
    <>
      <OptionsField
        name={`${ownerAt}.kind`}
        label={label}
        isOptional={blank !== undefined}
        options={options}
        isAcross
      />
      <OwnerNameFields kind={kind} />
    </>
  )
}

function AddressFields({ name }: { name: string }) {
  const country: unknown = useWatch({ name: `${name}.country` })
  // Country names come from the browser; the server may spell them differently.
  const isHydrated = useHydrated()
  const options = isHydrated ? countries().map(({ code, name }) => ({ value: code, label: name })) : []
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
      <Suggestions id={`${name}.countries`} options={options} />
      <TextField name={`${name}.address1`} label="Address line 1" />
      <TextField name={`${name}.address2`} label="Address line 2" />
      <FieldRow>
        <TextField name={`${name}.province`} label="Province or state" />
        <TextField name={`${name}.zip_code`} label="Postal code" />
      </FieldRow>
    </>
  )
}

/** Wire instructions: the account, its bank, and both addresses. */
export function WireFields({ numberHint }: { numberHint?: ReactNode }) {
  return (
    <>
      <FieldSet title="Account">
        <TextField name={numberAt} label="Account number" hint={numberHint} isMono />
        <FieldRow>
          <TextField
            name={`${routingAt}.routing_number_type`}
            label="Routing number type"
            hint="ABA in the United States, SWIFT elsewhere."
            list={`${routingAt}.types`}
            autoCapitalize="characters"
          />
          <TextField
            name={`${routingAt}.routing_number`}
            label="Routing number"
            hint="Nine digits, or the bank’s BIC."
            autoCapitalize="characters"
            normalize={upperCased}
            isMono
          />
        </FieldRow>
        <Suggestions id={`${routingAt}.types`} options={routingNumberTypes.map((value) => ({ value }))} />
      </FieldSet>
      <FieldSet title="Bank">
        <TextField name={`${routingAt}.bank_name`} label="Bank name" />
        <AddressFields name={bankAddressAt} />
      </FieldSet>
      <FieldSet title="Owner address">
        <AddressFields name={ownerAddressAt} />
      </FieldSet>
    </>
  )
}
