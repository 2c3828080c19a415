'use client'
import { type ReactNode, useMemo } from 'react'
import { get, type Path, useWatch } from 'react-hook-form'
import {
  type FormContext,
  type FormDescription,
  type FormProps,
  fact,
  filledFacts,
  type Review,
  type ReviewFact,
  sentenceText,
} from '@/components/forms/description'
import {
  Disclosure,
  FieldRow,
  FieldSet,
  OptionsField,
  ReferenceField,
  SelectField,
  Suggestions,
  TextField,
} from '@/components/forms/fields'
import { ProfileId, referenceFact, useFormFacts } from '@/components/forms/form-context'
import { FormPage, FormSummary } from '@/components/forms/form-page'
import { ProfileField } from '@/components/forms/profile-field'
import { CopyButton, ShortId } from '@/components/ui/copy'
import { ruleAssets } from '@/lib/api/rules'
import { normalizeAddress } from '@/lib/browser/normalize-input'
import {
  destinationLabels,
  FiatAccount,
  type Names,
  networkValue,
  ruleSentence,
  sourceLabels,
  useFiatAccountNames,
} from './labels'
import { ruleErrors, ruleWarnings } from './rule-messages'
import {
  blankRule,
  type DestinationKind,
  destinationKinds,
  type RuleValues,
  ruleBody,
  ruleField,
  ruleNetworks,
  ruleValuesFrom,
  type SourceKind,
  sourceKinds,
} from './rule-values'

const ruleForm = (accounts: Names): FormDescription<RuleValues> => ({
  operation: 'createRule',
  title: 'New rule',
  blank: blankRule,
  toInput: (values, { intent }) => ({ body: ruleBody(values, intent) }),
  fromInput: ({ body }) => ruleValuesFrom(body),
  fieldFor: ruleField,
  errors: ruleErrors,
  warnings: ruleWarnings,
  review: (values, context) => ruleReview(values, context, accounts),
  Fields: RuleFields,
  Aside: RuleSummary,
})

export function RuleForm({ session, step }: FormProps) {
  const accounts = useFiatAccountNames(session.environment, step === 'review')
  return <FormPage form={useMemo(() => ruleForm(accounts), [accounts])} session={session} step={step} />
}

const suggestions = (values: readonly string[]) => values.map((value) => ({ value }))
const assetOptions = ruleAssets.map((asset) => ({ value: asset, label: asset }))
const sourceOptions = sourceKinds.map((value) => ({ value, ...sourceLabels[value] }))
const destinationOptions = destinationKinds.map((value) => ({ value, ...destinationLabels[value] }))

/** The fields, in the order of the rule's sentence. */
function RuleFields() {
  const [sourceKind, destinationKind] = useWatch<RuleValues, ['source_kind', 'destination_kind']>({
    name: ['source_kind', 'destination_kind'],
  })
  return (
    <>
      <FieldSet>
        <ProfileField name="profile_id" label="Profile" hint="The profile whose account the rule applies to." />
      </FieldSet>
      <FieldSet title="When">
        <SelectField name="source_asset" label="Incoming asset" options={assetOptions} blank="Choose an asset" />
        <OptionsField name="source_kind" label="Arrives" options={sourceOptions} />
        {sourceKind === 'fiat' && <WireSourceFields />}
        {sourceKind === 'crypto' && <CryptoSourceFields />}
        {sourceKind === 'profile' && <ProfileField name="source.profile.profile_id" label="Incoming profile" />}
      </FieldSet>
      <FieldSet title="Then">
        <SelectField name="destination_asset" label="Convert to" options={assetOptions} blank="Choose an asset" />
        <OptionsField name="destination_kind" label="And" options={destinationOptions} />
        {destinationKind === 'crypto' && (
          <>
            <NetworkField name="destination.crypto.network" label="Destination network" />
            <TextField
              name="destination.crypto.address"
              label="Destination address"
              isMono
              hint="Compare every character: funds sent to a wrong address are lost."
            />
          </>
        )}
        {destinationKind === 'fiat' && <FiatDestinationFields />}
        {destinationKind === 'profile' && (
          <ProfileField name="destination.profile.profile_id" label="Destination profile" />
        )}
      </FieldSet>
      <FieldSet title="Details">
        <TextField name="nickname" label="Nickname" isOptional hint="A readable name, stored by the provider." />
        <Disclosure title="Identity, account, reference" names={['identity_id', 'account_id', 'ref_id']}>
          <FieldRow>
            <TextField name="identity_id" label="Identity" isOptional isMono />
            <TextField name="account_id" label="Account" isOptional isMono />
          </FieldRow>
          <ReferenceField />
        </Disclosure>
      </FieldSet>
    </>
  )
}

/** A value that the provider generates unless it is entered. */
const GeneratedField = ({ name, label }: { name: string; label: string }) => (
  <TextField name={name} label={label} isOptional isMono hint="If empty, the provider generates it." />
)

function WireSourceFields() {
  return (
    <>
      <FieldRow>
        <TextField name="source.fiat.network" label="Network" list="fiat-networks" />
        <TextField name="source.fiat.account_type" label="Account type" list="account-types" />
      </FieldRow>
      <Suggestions id="fiat-networks" options={suggestions(['WIRE'])} />
      <Suggestions id="account-types" options={suggestions(['ABA', 'SWIFT'])} />
      <Disclosure
        title="Memo and deposit instructions generated by the provider"
        names={['source.fiat.memo_id', 'source.fiat.deposit_instructions_id']}
      >
        <GeneratedField name="source.fiat.memo_id" label="Memo id" />
        <GeneratedField name="source.fiat.deposit_instructions_id" label="Deposit instructions id" />
      </Disclosure>
    </>
  )
}

function CryptoSourceFields() {
  return (
    <>
      <NetworkField name="source.crypto.network" label="Incoming network" />
      <Disclosure
        title="Address generated by the provider"
        names={['source.crypto.address', 'source.crypto.address_id']}
      >
        <GeneratedField name="source.crypto.address" label="Address" />
        <GeneratedField name="source.crypto.address_id" label="Address id" />
      </Disclosure>
    </>
  )
}

/** The networks of rules are not documented: known ones are suggested, any text is accepted. */
function NetworkField({ name, label }: { name: string; label: string }) {
  return (
    <>
      <TextField name={name} label={label} list={`${name}-known`} autoCapitalize="characters" />
      <Suggestions id={`${name}-known`} options={suggestions(ruleNetworks)} />
    </>
  )
}

function FiatDestinationFields() {
  const { environment } = useFormFacts()
  const id = useWatch<RuleValues, 'destination.fiat.fiat_account_id'>({ name: 'destination.fiat.fiat_account_id' })
  const accounts = useFiatAccountNames(environment)
  return (
    <>
      <TextField
        name="destination.fiat.fiat_account_id"
        label="Fiat account"
        isMono
        list="fiat-accounts"
        hint="Its id. Accounts registered here are suggested."
        meaning={Object.hasOwn(accounts, id.trim()) ? accounts[id.trim()] : undefined}
      />
      <Suggestions id="fiat-accounts" options={Object.entries(accounts).map(([value, label]) => ({ value, label }))} />
      <TextField name="destination.fiat.memo" label="Wire memo" isOptional />
    </>
  )
}

function RuleSummary() {
  const { environment, profileNames } = useFormFacts()
  // Every field has a value from the start, so that the values are complete.
  const values = useWatch<RuleValues>() as RuleValues
  const accounts = useFiatAccountNames(environment, values.destination_kind === 'fiat')
  return <FormSummary parts={ruleSentence(values, profileNames, accounts)} />
}

const shortId = (what: string) => (id: string) => <ShortId id={id} what={what} />
/** Shown in full, because it is compared character by character. */
const inFull = (what: string) => (text: string) => (
  <>
    <span className="font-mono text-sm [overflow-wrap:anywhere]">{text}</span> <CopyButton text={text} what={what} />
  </>
)
const address = (text: string) => inFull('address')(normalizeAddress(text))
const network = (text: string) => networkValue(text)

function ruleFacts(values: RuleValues, { profileNames, environment, intent }: FormContext): ReviewFact[] {
  const line = (name: string, field: Path<RuleValues>, show?: (text: string) => ReactNode) =>
    fact(name, field, get(values, field), show)
  const profile = (id: string) => <ProfileId id={id} names={profileNames} />
  const fiatAccount = (id: string) => <FiatAccount id={id} environment={environment} />
  const sourceFacts: Record<SourceKind, ReviewFact[]> = {
    profile: [line('In', 'source.profile.profile_id', profile)],
    crypto: [
      line('On', 'source.crypto.network', network),
      ...filledFacts([
        line('At address', 'source.crypto.address', address),
        line('Address id', 'source.crypto.address_id', shortId('address id')),
      ]),
    ],
    fiat: [
      line('Network', 'source.fiat.network'),
      line('Account type', 'source.fiat.account_type'),
      ...filledFacts([
        line('Memo id', 'source.fiat.memo_id', inFull('memo id')),
        line('Deposit instructions', 'source.fiat.deposit_instructions_id', shortId('deposit instructions id')),
      ]),
    ],
  }
  const destinationFacts: Record<DestinationKind, ReviewFact[]> = {
    none: [],
    profile: [line('To', 'destination.profile.profile_id', profile)],
    fiat: [line('To', 'destination.fiat.fiat_account_id', fiatAccount), line('With memo', 'destination.fiat.memo')],
    crypto: [
      line('To', 'destination.crypto.address', address),
      line('On network', 'destination.crypto.network', network),
    ],
  }
  return [
    line('Profile', 'profile_id', profile),
    line('Incoming asset', 'source_asset'),
    line('Arrives', 'source_kind', () => sourceLabels[values.source_kind].label),
    ...sourceFacts[values.source_kind],
    line('Convert to', 'destination_asset'),
    line('Then', 'destination_kind', () => destinationLabels[values.destination_kind].label),
    ...destinationFacts[values.destination_kind],
    line('Nickname', 'nickname'),
    ...filledFacts([
      line('Identity', 'identity_id', shortId('identity id')),
      line('Account', 'account_id', shortId('account id')),
    ]),
    referenceFact(values.ref_id, intent, 'rule'),
  ]
}

const answers: Record<SourceKind, string> = {
  fiat: "The provider's answer should include the memo for wires.",
  crypto: "The provider's answer should include the deposit address.",
  profile: "You'll see the rule as the provider recorded it.",
}

/** What a person agrees to before a rule is sent. @param accounts names of fiat accounts */
export function ruleReview(values: RuleValues, context: FormContext, accounts: Names): Review {
  return {
    action: `Create rule ${values.source_asset} to ${values.destination_asset}`,
    summary: sentenceText(ruleSentence(values, context.profileNames, accounts)),
    facts: ruleFacts(values, context),
    nextSteps: [
      'The rule is recorded in Mintdesk, then sent once.',
      answers[values.source_kind],
      // service-facts, "Reading": the answer may say PENDING or REJECTED; a rule is read only by its reference.
      'Once accepted by the provider, the rule applies automatically whenever matching money arrives. For 23 hours you can look it up by its reference.',
      "It can't be changed or ended in Mintdesk.",
    ],
  }
}
