'use client'
import {
  type FormChecks,
  type FormDescription,
  type FormProps,
  fact,
  filledFacts,
  plain,
  type Review,
  type SentencePart,
  sentence,
  sentenceText,
} from '@/components/forms/description'
import { Developer, FieldRow, FieldSet, Folds, ReferenceField, TextField } from '@/components/forms/fields'
import { loadedLater } from '@/components/forms/form-checks'
import { referenceFact } from '@/components/forms/form-context'
import { FormPage, FormSummary } from '@/components/forms/form-page'
import { useFormValues } from '@/components/forms/form-store'
import { filledValues, metadataErrors, metadataText, textValuesFrom, toMetadata } from '@/components/forms/form-values'
import { MetadataField } from '@/components/forms/metadata-field'
import { ShortId } from '@/components/ui/copy'
import { lastFour } from '@/lib/domain/account-numbers'
import { OwnerFields, WireFields } from './account-fields'
import {
  type AccountTexts,
  accountFacts,
  accountFieldOf,
  accountTexts,
  accountWarnings,
  blankOwner,
  blankWire,
  numberAt,
  numberOf,
  ownerBody,
  ownerName,
  wireBody,
} from './account-values'

const blankReferences = { ref_id: '', identity_id: '', account_id: '' }
export type NewAccountValues = AccountTexts & typeof blankReferences

export const blankNewAccount: NewAccountValues = {
  fiat_account_owner: blankOwner,
  fiat_network_instructions: { wire: blankWire },
  metadata: [],
  ...blankReferences,
}

export const accountChecks = {
  errors({ fiat_network_instructions, metadata }) {
    const isEmpty = wireBody(fiat_network_instructions.wire) === undefined
    return { ...(isEmpty && { [numberAt]: 'Enter the account number.' }), ...metadataErrors(metadata) }
  },
  warnings: accountWarnings,
} satisfies FormChecks<NewAccountValues>

export const accountForm = {
  operation: 'createFiatAccount',
  blank: blankNewAccount,
  toInput({ fiat_account_owner, fiat_network_instructions, metadata, ...references }) {
    const pairs = toMetadata(metadata)
    return {
      body: {
        fiat_account_owner: ownerBody(fiat_account_owner),
        fiat_network_instructions: { wire: wireBody(fiat_network_instructions.wire) ?? {} },
        ...filledValues(references),
        ...(pairs && { metadata: pairs }),
      },
    }
  },
  fromInput: ({ body }) => ({ ...accountTexts(body), ...textValuesFrom(blankReferences, body), ref_id: '' }),
  fieldFor: accountFieldOf,
  review: newAccountReview,
  steps: () => [
    ['Sent once'],
    ['The provider reviews it', 'It is Pending until the provider approves or rejects it.'],
    ['You check its status', 'For 23 hours.'],
  ],
  Fields: NewAccountFields,
  Aside: NewAccountAside,
  ...loadedLater(async () => accountChecks),
} satisfies FormDescription<NewAccountValues>

export default function FiatAccountForm(props: FormProps) {
  return <FormPage form={accountForm} {...props} />
}

function NewAccountFields() {
  return (
    <>
      <FieldSet>
        <OwnerFields />
      </FieldSet>
      <WireFields />
      <FieldSet title="Details">
        <Folds>
          <MetadataField />
          <Developer names={['identity_id', 'account_id', 'ref_id']} hint="identity, user account, reference, API call">
            <FieldRow>
              <TextField name="identity_id" label="Identity" isOptional isMono />
              <TextField name="account_id" label="User account" isOptional isMono />
            </FieldRow>
            <ReferenceField />
          </Developer>
        </Folds>
      </FieldSet>
    </>
  )
}

function NewAccountAside() {
  const values = useFormValues<NewAccountValues>()
  return <FormSummary parts={registrationSentence(values)} />
}

/** "Register account ••0087 at Northgate Trust, owned by Ada Okafor, for wires." */
function registrationSentence(values: NewAccountValues): SentencePart[] {
  const number = numberOf(values) && lastFour(numberOf(values))
  const bank = values.fiat_network_instructions.wire.routing_details.bank_name.trim()
  const owner = ownerName(values.fiat_account_owner)
  const account = number ? sentence`account ${number}` : plain('an account')
  return sentence`Register ${account}${bank ? sentence` at ${bank}` : []}${owner ? sentence`, owned by ${owner},` : []} for wires.`
}

/** What a person agrees to before an account is registered. */
function newAccountReview(values: NewAccountValues, { intent }: { intent: string }): Review {
  const { ref_id, identity_id, account_id } = values
  const number = numberOf(values) && lastFour(numberOf(values))
  return {
    action: `Register account ${number}`.trim(),
    summary: sentenceText(registrationSentence(values)),
    facts: [
      ...accountFacts(values),
      ...filledFacts([fact('Metadata', 'metadata', metadataText(values.metadata) ?? '')]),
    ],
    developerFacts: [
      ...filledFacts([
        fact('Identity', 'identity_id', identity_id, (id) => <ShortId id={id} what="identity ID" />),
        fact('User account', 'account_id', account_id, (id) => <ShortId id={id} what="account ID" />),
      ]),
      referenceFact(ref_id, intent, 'account'),
    ],
  }
}
