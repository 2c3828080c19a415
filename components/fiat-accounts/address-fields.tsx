'use client'
import { useWatch } from 'react-hook-form'
import { TextField } from '@/components/forms/fields'
import { FieldRow } from '@/components/forms/form-layout'
import { useIsHere } from '@/components/forms/use-is-here'
import { countries, countryName } from '@/lib/browser/bank-checks'

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
