'use client'
import type { FormDescription, FormSession, FormStep, Review } from '@/components/forms/description'
import { Disclosure, FieldRow, FieldSet, TextField } from '@/components/forms/fields'
import { FormPage } from '@/components/forms/form-page'
import { metadataText } from '@/components/forms/form-values'
import { MetadataField } from '@/components/forms/metadata-field'
import { ReferenceValue } from '@/components/forms/review-form'
import { ShortId } from '@/components/ui/copy'
import { endOfNumber } from '@/lib/api/account-numbers'
import { accountFacts } from './account-facts'
import { OwnerFields, WireFields } from './account-fields'
import {
  accountFieldOf,
  accountWarnings,
  blankNewAccount,
  type NewAccountValues,
  newAccountBody,
  newAccountErrors,
  newAccountValues,
  numberOf,
  ownerName,
} from './account-values'

const accountForm: FormDescription<NewAccountValues> = {
  operation: 'createFiatAccount',
  title: 'New fiat account',
  blank: blankNewAccount,
  toInput: (values) => ({ body: newAccountBody(values) }),
  fromInput: ({ body }) => newAccountValues(body),
  fieldFor: accountFieldOf,
  errors: newAccountErrors,
  warnings: accountWarnings,
  review: newAccountReview,
  Fields: NewAccountFields,
  Aside: WireRequirements,
}

export const FiatAccountForm = ({ session, step }: { session: FormSession; step: FormStep }) => (
  <FormPage form={accountForm} session={session} step={step} />
)

function NewAccountFields() {
  return (
    <>
      <FieldSet>
        <OwnerFields />
      </FieldSet>
      <WireFields />
      <FieldSet title="Details">
        <MetadataField />
        <Disclosure title="Identity, account, reference" names={['identity_id', 'account_id', 'ref_id']}>
          <p className="text-base text-ink-2">Only third-party integrations need the user's identity and account.</p>
          <FieldRow>
            <TextField name="identity_id" label="Identity" isOptional isMono />
            <TextField name="account_id" label="Account of the user" isOptional isMono />
          </FieldRow>
          <TextField
            name="ref_id"
            label="Reference"
            isOptional
            hint="If empty, one is generated for this account and kept on retry."
          />
        </Disclosure>
      </FieldSet>
    </>
  )
}

function WireRequirements() {
  return (
    <section>
      <h2>What a wire needs</h2>
      <p className="mt-1 text-ink-2">
        Banks usually need at least the country and city of an address, using characters that wires support. Mintdesk
        warns about unusual values and sends them as entered.
      </p>
    </section>
  )
}

export function newAccountReview(values: NewAccountValues, { intent }: { intent: string }): Review {
  const { fiat_account_owner: owner, fiat_network_instructions, ref_id, identity_id, account_id } = values
  const number = numberOf(values) && endOfNumber(numberOf(values))
  const bank = fiat_network_instructions.wire.routing_details.bank_name.trim()
  const id = (text: string, what: string) => text.trim() && <ShortId id={text.trim()} what={what} />
  const optional = [
    { name: 'Metadata', value: metadataText(values.metadata), field: 'metadata' },
    { name: 'Identity', value: id(identity_id, 'identity id'), field: 'identity_id' },
    { name: 'Account of the user', value: id(account_id, 'account id'), field: 'account_id' },
  ]
  return {
    action: `Register account ${number}`.trim(),
    summary: `Register ${number ? `account ${number}` : 'an account'}${bank && ` at ${bank}`}, owned by ${ownerName(owner)}, for wires.`,
    facts: [
      ...accountFacts(values),
      ...optional.filter(({ value }) => value),
      {
        name: 'Reference',
        value: <ReferenceValue typed={ref_id} intent={intent} noun="account" />,
        field: 'ref_id',
      },
    ],
    nextSteps: [
      'The account is recorded in Mintdesk, then sent once.',
      'The provider reviews the account: it is Pending until the provider approves or rejects it.',
      'You can check the status for 23 hours.',
    ],
  }
}
