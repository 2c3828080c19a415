'use client'

import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormDescription, FormSession } from '@/components/forms/description'
import { Disclosure, FieldRow, FieldSet, OptionsField, SelectField, TextField } from '@/components/forms/fields'
import { useFormFacts } from '@/components/forms/form-context'
import { FormPage, ReviewPage } from '@/components/forms/form-page'
import { ProfileField } from '@/components/forms/profile-field'
import { ruleAssets } from '@/lib/api/rules'
import { useFiatAccountNames } from './fiat-account'
import { type Names, rulePhrases } from './labels'
import { ruleReview } from './rule-review'
import {
  addressErrors,
  addressWarnings,
  blankRule,
  type DestinationKind,
  type RuleValues,
  ruleBody,
  ruleField,
  ruleNetworks,
  ruleValuesOf,
  ruleWarnings,
  type SourceKind,
} from './rule-values'

/** @param accounts names of fiat accounts, for the review */
const formWith = (accounts: Names): FormDescription<RuleValues> => ({
  operation: 'createRule',
  place: 'rules/new',
  title: 'New rule',
  thing: 'rule',
  blank: blankRule,
  inputOf: (values, { intent }) => ({ body: ruleBody(values, intent) }),
  valuesOf: ({ body }) => ruleValuesOf(body),
  fieldOf: ruleField,
  moreErrors: addressErrors,
  warningsOf: (values, context) => ({ ...ruleWarnings(values), ...addressWarnings(values, context) }),
  reviewOf: (values, context) => ruleReview(values, context, accounts),
  Fields: RuleFields,
  Aside: RuleInWords,
})
const ruleForm = formWith({})

/** The form of a rule. */
export const NewRule = ({ session }: { session: FormSession }) => <FormPage form={ruleForm} session={session} />

/** The rule before it is sent. */
export function RuleReview({ session }: { session: FormSession }) {
  const accounts = useFiatAccountNames(session.environment)
  return <ReviewPage form={useMemo(() => formWith(accounts), [accounts])} session={session} />
}

const assetOptions = ruleAssets.map((asset) => ({ value: asset, word: asset }))

const sourceOptions: { value: SourceKind; word: string; says: string }[] = [
  { value: 'fiat', word: 'By wire', says: 'The provider makes a memo for the wires' },
  { value: 'crypto', word: 'On a network', says: 'The provider makes an address' },
  { value: 'profile', word: 'In a profile', says: 'Whatever comes into the profile' },
]

const destinationOptions: { value: DestinationKind; word: string; says: string }[] = [
  { value: 'none', word: 'Keep it', says: 'It stays in the profile of the rule' },
  { value: 'crypto', word: 'Send it', says: 'To an address on a network' },
  { value: 'fiat', word: 'Wire it', says: 'To a fiat account' },
  { value: 'profile', word: 'Move it', says: 'To another profile' },
]

const made = 'Left empty, the provider makes it.'

function Source() {
  const kind = useWatch<RuleValues, 'source_kind'>({ name: 'source_kind' })
  if (kind === 'profile') return <ProfileField name="source.profile.profile_id" label="Profile that it arrives in" />
  if (kind === 'crypto') {
    const names = ['source.crypto.address', 'source.crypto.address_id']
    return (
      <>
        <NetworkField name="source.crypto.network" label="Network that it arrives on" />
        <Disclosure title="Address that the provider makes" names={names}>
          <TextField name="source.crypto.address" label="Address" isOptional isMono hint={made} />
          <TextField name="source.crypto.address_id" label="Address id" isOptional isMono hint={made} />
        </Disclosure>
      </>
    )
  }
  return (
    <>
      <FieldRow>
        <TextField name="source.fiat.network" label="Network" list="fiat-networks" />
        <TextField name="source.fiat.account_type" label="Account type" list="account-types" />
      </FieldRow>
      <Suggestions id="fiat-networks" values={['WIRE']} />
      <Suggestions id="account-types" values={['ABA', 'SWIFT']} />
      <Disclosure
        title="Memo and deposit instructions that the provider makes"
        names={['source.fiat.memo_id', 'source.fiat.deposit_instructions_id']}
      >
        <TextField name="source.fiat.memo_id" label="Memo id" isOptional isMono hint={made} />
        <TextField
          name="source.fiat.deposit_instructions_id"
          label="Deposit instructions id"
          isOptional
          isMono
          hint={made}
        />
      </Disclosure>
    </>
  )
}

function Destination() {
  const kind = useWatch<RuleValues, 'destination_kind'>({ name: 'destination_kind' })
  if (kind === 'none') return null
  if (kind === 'profile') return <ProfileField name="destination.profile.profile_id" label="Profile that it moves to" />
  if (kind === 'fiat') return <FiatDestination />
  return (
    <>
      <NetworkField name="destination.crypto.network" label="Network that it leaves on" />
      <TextField
        name="destination.crypto.address"
        label="Address that it goes to"
        isMono
        hint="Compare every character: what is sent to a wrong address is gone."
      />
    </>
  )
}

/** What networks rules take is not documented: ours are suggestions, and any text goes. */
function NetworkField({ name, label }: { name: string; label: string }) {
  return (
    <>
      <TextField name={name} label={label} list={`${name}-known`} autoCapitalize="characters" />
      <Suggestions id={`${name}-known`} values={ruleNetworks} />
    </>
  )
}

function FiatDestination() {
  const { environment } = useFormFacts()
  const chosen = useWatch<RuleValues, 'destination.fiat.fiat_account_id'>({ name: 'destination.fiat.fiat_account_id' })
  const accounts = useFiatAccountNames(environment)
  return (
    <>
      <TextField
        name="destination.fiat.fiat_account_id"
        label="Fiat account"
        isMono
        list="fiat-accounts"
        hint="Its id. Accounts registered here are suggested."
        meaning={Object.hasOwn(accounts, chosen.trim()) ? accounts[chosen.trim()] : undefined}
      />
      <datalist id="fiat-accounts">
        {Object.entries(accounts).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <TextField name="destination.fiat.memo" label="Memo of the wire" isOptional />
    </>
  )
}

function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

/** The fields of a rule, in the order in which its sentence is read. */
export function RuleFields() {
  return (
    <>
      <FieldSet>
        <ProfileField name="profile_id" label="Profile" hint="The owner of the account that the rule works for." />
      </FieldSet>
      <FieldSet title="When">
        <SelectField name="source_asset" label="Asset that arrives" options={assetOptions} blank="Choose an asset" />
        <OptionsField name="source_kind" label="It arrives" options={sourceOptions} />
        <Source />
      </FieldSet>
      <FieldSet title="Then">
        <SelectField name="destination_asset" label="Convert it to" options={assetOptions} blank="Choose an asset" />
        <OptionsField name="destination_kind" label="And" options={destinationOptions} />
        <Destination />
      </FieldSet>
      <FieldSet title="Details">
        <TextField name="nickname" label="Nickname" isOptional hint="A name for people, kept by the provider." />
        <Disclosure title="Identity, account, reference" names={['identity_id', 'account_id', 'ref_id']}>
          <FieldRow>
            <TextField name="identity_id" label="Identity" isOptional isMono />
            <TextField name="account_id" label="Account" isOptional isMono />
          </FieldRow>
          <TextField
            name="ref_id"
            label="Reference"
            isOptional
            hint="Left empty, one is made for this rule and kept on retry."
          />
        </Disclosure>
      </FieldSet>
    </>
  )
}

/** The rule as one sentence, following what is filled in. */
export function RuleInWords() {
  const { environment, profileNames } = useFormFacts()
  // Every field of this form is registered with a text, so that nothing of the values is missing.
  const values = useWatch<RuleValues>() as RuleValues
  const accounts = useFiatAccountNames(environment, values.destination_kind === 'fiat')
  return (
    <section>
      <h2 className="mb-2">In words</h2>
      <p className="text-md leading-[22px] [overflow-wrap:anywhere]">
        {rulePhrases(values, profileNames, accounts).map(({ text, isChosen }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence have no other name
          isChosen ? <b key={index}>{text}</b> : text,
        )}
      </p>
    </section>
  )
}
