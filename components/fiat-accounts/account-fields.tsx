'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ComboboxField, Disclosure, FieldRow, FieldSet, OptionsField, TextField } from '@/components/forms/fields'
import { useFormState } from '@/components/forms/form-context'
import { textAt, useFormStore, useFormValue, valueAt } from '@/components/forms/form-store'
import { Checkbox } from '@/components/ui/field'
import { bankAddressAt, numberAt, ownerAddressAt, ownerAt, routingAt } from './account-values'
import { addressMembers, countries, upperCased } from './bank-checks'

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
  const kind = useFormValue((values) => textAt(values, `${ownerAt}.kind`))
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

/** Known types of routing numbers; any other text is accepted. */
const routingOptions = [
  { value: 'ABA', label: 'ABA', note: 'United States' },
  { value: 'SWIFT', label: 'SWIFT', note: 'BIC, elsewhere' },
]

/** Its names are those of the body's members. */
function AddressFields({ name }: { name: string }) {
  const [options] = useState(() => countries().map(({ code, name }) => ({ value: code, label: name, code })))
  return (
    <>
      <FieldRow>
        <ComboboxField name={`${name}.country`} label="Country" placeholder="Search" options={options} />
        <TextField name={`${name}.city`} label="City" />
      </FieldRow>
      <FieldRow>
        <TextField name={`${name}.address1`} label="Address line 1" />
        <TextField name={`${name}.address2`} label="Address line 2" />
      </FieldRow>
      <FieldRow>
        <TextField name={`${name}.province`} label="Province or state" />
        <TextField name={`${name}.zip_code`} label="Postal code" />
      </FieldRow>
    </>
  )
}

const sameAddress = 'is-same-address'
const bankAddressNames = addressMembers.map((member) => `${bankAddressAt}.${member}`)

type Address = Readonly<Record<string, string>>
// Forms with these fields hold their texts under these names.
const addressAt = (values: unknown, path: string) => valueAt(values, path) as Address
const isEmpty = (address: Address) => Object.values(address).every((text) => text.trim() === '')
const isEqual = (one: Address, other: Address) => JSON.stringify(one) === JSON.stringify(other)

/** The bank's address, which can follow the owner's. Both are sent: the API has no such reference. */
function BankAddressFields() {
  const { values, set } = useFormStore()
  const { errors } = useFormState()
  const owner = useFormValue((all) => addressAt(all, ownerAddressAt))
  const bank = useFormValue((all) => addressAt(all, bankAddressAt))
  // Also after a draft is restored, because its two addresses are equal.
  const [isChosen, setChosen] = useState(() => !isEmpty(bank) && isEqual(bank, owner))
  /** What was typed before the owner's address replaced it. */
  const typed = useRef<Address>(undefined)
  const isSame = isChosen && !bankAddressNames.some((name) => errors[name])

  useEffect(() => {
    if (isChosen && !isEqual(addressAt(values(), bankAddressAt), owner)) set(bankAddressAt, owner)
  }, [isChosen, owner, values, set])

  function choose(isOn: boolean) {
    const before = typed.current
    if (isOn) typed.current = bank
    else if (before) set(bankAddressAt, before)
    setChosen(isOn)
  }
  return (
    <Disclosure
      title="Bank address"
      names={bankAddressNames}
      note={isSame && !isEmpty(owner) ? "same as the owner's address" : undefined}
    >
      <label htmlFor={sameAddress} className="flex min-h-6 items-center gap-2 max-sm:min-h-11">
        <Checkbox id={sameAddress} checked={isSame} onChange={({ target }) => choose(target.checked)} />
        Same as the owner's address
      </label>
      {/* Not removed, so that an error finds its field. */}
      <div className={isSame ? 'hidden' : 'contents'}>
        <AddressFields name={bankAddressAt} />
      </div>
    </Disclosure>
  )
}

/** Wire instructions: the account, its bank, and both addresses. */
export function WireFields({ numberHint }: { numberHint?: ReactNode }) {
  return (
    <>
      <FieldSet title="Owner address">
        <AddressFields name={ownerAddressAt} />
      </FieldSet>
      <FieldSet title="Account">
        <TextField name={numberAt} label="Account number" hint={numberHint} isMono />
        <FieldRow>
          <ComboboxField
            name={`${routingAt}.routing_number_type`}
            label="Routing number type"
            placeholder="ABA or SWIFT"
            options={routingOptions}
          />
          <TextField
            name={`${routingAt}.routing_number`}
            label="Routing number"
            placeholder="Nine digits, or a BIC"
            autoCapitalize="characters"
            normalize={upperCased}
            isMono
          />
        </FieldRow>
      </FieldSet>
      <FieldSet title="Bank">
        <TextField name={`${routingAt}.bank_name`} label="Bank name" />
        <BankAddressFields />
      </FieldSet>
    </>
  )
}
