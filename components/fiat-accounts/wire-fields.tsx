'use client'
import type { ReactNode } from 'react'
import { TextField } from '@/components/forms/fields'
import { FieldRow, FieldSet } from '@/components/forms/form-layout'
import { inCapitals, routingNumberTypes } from '@/lib/browser/bank-checks'
import { AddressFields } from './address-fields'

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
