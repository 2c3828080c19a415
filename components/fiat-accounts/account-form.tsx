'use client'
import type { FormDescription, FormSession, Review } from '@/components/forms/description'
import { Disclosure, FieldRow, FieldSet, TextField } from '@/components/forms/fields'
import { FormPage, ReviewPage } from '@/components/forms/form-page'
import { MetadataField } from '@/components/forms/metadata-field'
import { ShortId } from '@/components/ui/copy'
import { endOfNumber } from '@/lib/api/account-numbers'
import { metadataLine, ownerFacts, wireFacts } from './account-facts'
import { OwnerFields, WireFields } from './account-fields'
import {
  accountFieldOf,
  accountWarnings,
  blankNewAccount,
  type NewAccountValues,
  newAccountBody,
  newAccountErrors,
  newAccountValues,
  ownerAt,
  ownerName,
  wireAt,
} from './account-values'

function NewAccountFields() {
  return (
    <>
      <FieldSet>
        <OwnerFields name={ownerAt} />
      </FieldSet>
      <WireFields name={wireAt} />
      <FieldSet title="Details">
        <MetadataField />
        <Disclosure title="Identity, account, reference" names={['identity_id', 'account_id', 'ref_id']}>
          <p className="text-base text-ink-2">
            Identity and account of the user are asked of third-party integrations only.
          </p>
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

function NewAccountAside() {
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

const idOf = (text: string, what: string) => text.trim() && <ShortId id={text.trim()} what={what} />

export function newAccountReview(values: NewAccountValues, { intent }: { intent: string }): Review {
  const { fiat_account_owner: owner, fiat_network_instructions, ref_id, identity_id, account_id } = values
  const { wire } = fiat_network_instructions
  const number = wire.account_number.replace(/\s/g, '')
  const bank = wire.routing_details.bank_name.trim()
  const reference = ref_id.trim()
  const given = [
    { name: 'Metadata', value: metadataLine(values.metadata), field: 'metadata' },
    { name: 'Identity', value: idOf(identity_id, 'identity id'), field: 'identity_id' },
    { name: 'Account of the user', value: idOf(account_id, 'account id'), field: 'account_id' },
  ]
  return {
    act: `Register account${number && ` ${endOfNumber(number)}`}`,
    sentence: `Register ${number ? `account ${endOfNumber(number)}` : 'an account'}${bank && ` at ${bank}`}, owned by ${ownerName(owner)}, for wires.`,
    facts: [
      ...ownerFacts(owner, ownerAt),
      ...wireFacts(wire, wireAt),
      ...given.filter(({ value }) => value),
      {
        name: 'Reference',
        value: reference || (
          <>
            <ShortId id={intent} what="reference" />{' '}
            <span className="text-sm text-ink-3">generated for this account, kept on retry</span>
          </>
        ),
        field: 'ref_id',
      },
    ],
    next: [
      'The account is recorded in Mintdesk, then sent once.',
      'The provider reviews the account: it is Pending until the provider approves or rejects it.',
      'You can check the status for 23 hours.',
    ],
  }
}

const accountForm: FormDescription<NewAccountValues> = {
  operation: 'createFiatAccount',
  place: 'fiat-accounts/new',
  title: 'New fiat account',
  thing: 'fiat account',
  blank: blankNewAccount,
  inputOf: (values) => ({ body: newAccountBody(values) }),
  valuesOf: ({ body }) => newAccountValues(body),
  fieldOf: accountFieldOf,
  moreErrors: newAccountErrors,
  warningsOf: accountWarnings,
  reviewOf: newAccountReview,
  Fields: NewAccountFields,
  Aside: NewAccountAside,
}

/** The form of a new fiat account. */
export const NewFiatAccount = ({ session }: { session: FormSession }) => (
  <FormPage form={accountForm} session={session} />
)

/** The account before it is sent. */
export const FiatAccountReview = ({ session }: { session: FormSession }) => (
  <ReviewPage form={accountForm} session={session} />
)
