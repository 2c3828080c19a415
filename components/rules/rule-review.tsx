/** What a person agrees to before a rule is sent. */
import type { ReactNode } from 'react'
import type { FormContext, Review, ReviewFact } from '@/components/forms/description'
import { CopyButton, ShortId } from '@/components/ui/copy'
import { normalizeAddress } from '@/lib/browser/normalize-input'
import { FiatAccount } from './fiat-account'
import { type Names, networkWords, ruleSentence } from './labels'
import type { RuleValues } from './rule-values'

/** A text that is compared character by character: never cut. */
const whole = (text: string, what: string): ReactNode | undefined =>
  text.trim() === '' ? undefined : (
    <>
      <span className="font-mono text-sm [overflow-wrap:anywhere]">{text.trim()}</span>{' '}
      <CopyButton text={text.trim()} what={what} />
    </>
  )

const id = (text: string, what: string): ReactNode | undefined =>
  text.trim() === '' ? undefined : <ShortId id={text.trim()} what={what} />

function profile(text: string, names: FormContext['profileNames']): ReactNode | undefined {
  const known = text.trim()
  const name = Object.hasOwn(names, known) ? names[known] : undefined
  if (known === '') return undefined
  return name ? (
    <>
      {name} <ShortId id={known} what="profile id" />
    </>
  ) : (
    <ShortId id={known} what="profile id" />
  )
}

const network = (text: string): ReactNode | undefined => {
  const words = networkWords(text)
  if (words === '') return undefined
  if (words === text.trim()) return words
  return (
    <>
      {words} <span className="font-mono text-sm text-ink-2">{text.trim()}</span>
    </>
  )
}

const arrives = { fiat: 'By wire', crypto: 'On a network', profile: 'In a profile' }
const leaves = { none: 'Keep it in the profile', crypto: 'Send it', fiat: 'Wire it', profile: 'Move it' }

/** Members that few fill in are shown only where they are. */
const given = (facts: readonly ReviewFact[]) => facts.filter(({ value }) => value !== undefined)

function sourceFacts({ source_kind: kind, source }: RuleValues, names: FormContext['profileNames']): ReviewFact[] {
  if (kind === 'profile')
    return [
      {
        name: 'In',
        value: profile(source.profile.profile_id, names),
        field: 'source.profile.profile_id',
      },
    ]
  if (kind === 'crypto') {
    const { network: on, address, address_id } = source.crypto
    return [
      { name: 'On', value: network(on), field: 'source.crypto.network' },
      ...given([
        { name: 'At address', value: whole(normalizeAddress(address), 'address'), field: 'source.crypto.address' },
        { name: 'Address id', value: id(address_id, 'address id'), field: 'source.crypto.address_id' },
      ]),
    ]
  }
  const { network: by, account_type, memo_id, deposit_instructions_id: instructions } = source.fiat
  return [
    { name: 'Network', value: by.trim() || undefined, field: 'source.fiat.network' },
    { name: 'Account type', value: account_type.trim() || undefined, field: 'source.fiat.account_type' },
    ...given([
      { name: 'Memo id', value: whole(memo_id, 'memo id'), field: 'source.fiat.memo_id' },
      {
        name: 'Deposit instructions',
        value: id(instructions, 'deposit instructions id'),
        field: 'source.fiat.deposit_instructions_id',
      },
    ]),
  ]
}

function destinationFacts(
  values: RuleValues,
  { profileNames: names, environment }: Pick<FormContext, 'profileNames' | 'environment'>,
): ReviewFact[] {
  const { destination_kind: kind, destination } = values
  if (kind === 'none') return []
  if (kind === 'profile')
    return [
      {
        name: 'To',
        value: profile(destination.profile.profile_id, names),
        field: 'destination.profile.profile_id',
      },
    ]
  if (kind === 'fiat') {
    const { fiat_account_id, memo } = destination.fiat
    const account = fiat_account_id.trim()
    return [
      {
        name: 'To',
        value: account ? <FiatAccount id={account} environment={environment} /> : undefined,
        field: 'destination.fiat.fiat_account_id',
      },
      { name: 'With memo', value: memo.trim() || undefined, field: 'destination.fiat.memo' },
    ]
  }
  return [
    {
      name: 'To',
      value: whole(normalizeAddress(destination.crypto.address), 'address'),
      field: 'destination.crypto.address',
    },
    { name: 'On network', value: network(destination.crypto.network), field: 'destination.crypto.network' },
  ]
}

const answered = {
  fiat: "The provider's answer should name the memo that wires must carry.",
  crypto: "The provider's answer should name the address that takes deposits.",
  profile: "You'll see the rule as the provider recorded it.",
}

/** The rule in words and member by member. @param accounts names of fiat accounts */
export function ruleReview(values: RuleValues, context: FormContext, accounts: Names): Review {
  const { intent, profileNames: names } = context
  const { source_asset: from, destination_asset: to, source_kind, destination_kind } = values
  const reference = values.ref_id.trim()
  return {
    act: `Create rule ${from} to ${to}`,
    sentence: ruleSentence(values, names, accounts),
    facts: [
      { name: 'Profile', value: profile(values.profile_id, names), field: 'profile_id' },
      { name: 'Asset that arrives', value: from, field: 'source_asset' },
      { name: 'It arrives', value: arrives[source_kind], field: 'source_kind' },
      ...sourceFacts(values, names),
      { name: 'Convert it to', value: to, field: 'destination_asset' },
      { name: 'Then', value: leaves[destination_kind], field: 'destination_kind' },
      ...destinationFacts(values, context),
      { name: 'Nickname', value: values.nickname.trim() || undefined, field: 'nickname' },
      ...given([
        { name: 'Identity', value: id(values.identity_id, 'identity id'), field: 'identity_id' },
        { name: 'Account', value: id(values.account_id, 'account id'), field: 'account_id' },
      ]),
      reference
        ? { name: 'Reference', value: reference, field: 'ref_id' }
        : {
            name: 'Reference',
            value: (
              <>
                <ShortId id={intent} what="reference" />{' '}
                <span className="text-sm text-ink-3">generated for this rule</span>
              </>
            ),
            field: 'ref_id',
          },
    ],
    next: [
      'The rule is recorded in Mintdesk, then sent once.',
      answered[source_kind],
      // service-facts, "Reading": the answer may say PENDING or REJECTED; a rule has no read but its reference.
      'Once accepted by the provider, the rule applies automatically whenever matching money arrives. For 23 hours you can look it up by its reference.',
      "It can't be changed or ended in Mintdesk.",
    ],
  }
}
