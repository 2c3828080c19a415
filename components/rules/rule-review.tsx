/** What a person agrees to before a rule is sent. */
import {
  type FormContext,
  fact,
  filledFacts,
  type Review,
  type ReviewFact,
  sentenceText,
} from '@/components/forms/description'
import { ProfileId, referenceFact } from '@/components/forms/form-context'
import { CopyButton, ShortId } from '@/components/ui/copy'
import { normalizeAddress } from '@/lib/browser/normalize-input'
import { FiatAccount } from './fiat-account'
import { destinationLabels, type Names, networkValue, ruleSentence, sourceLabels } from './labels'
import type { RuleValues, SourceKind } from './rule-values'

/** Shown in full, because it is compared character by character. */
const inFull = (text: string, what: string) => (
  <>
    <span className="font-mono text-sm [overflow-wrap:anywhere]">{text}</span> <CopyButton text={text} what={what} />
  </>
)

function sourceFacts({ source_kind: kind, source }: RuleValues, names: Names): ReviewFact[] {
  const { fiat, crypto, profile } = source
  if (kind === 'profile')
    return [fact('In', 'source.profile.profile_id', profile.profile_id, (id) => <ProfileId id={id} names={names} />)]
  if (kind === 'crypto') {
    const address = normalizeAddress(crypto.address)
    return [
      fact('On', 'source.crypto.network', crypto.network, (network) => networkValue(network)),
      ...filledFacts([
        fact('At address', 'source.crypto.address', address, (text) => inFull(text, 'address')),
        fact('Address id', 'source.crypto.address_id', crypto.address_id, (id) => (
          <ShortId id={id} what="address id" />
        )),
      ]),
    ]
  }
  return [
    fact('Network', 'source.fiat.network', fiat.network),
    fact('Account type', 'source.fiat.account_type', fiat.account_type),
    ...filledFacts([
      fact('Memo id', 'source.fiat.memo_id', fiat.memo_id, (text) => inFull(text, 'memo id')),
      fact('Deposit instructions', 'source.fiat.deposit_instructions_id', fiat.deposit_instructions_id, (id) => (
        <ShortId id={id} what="deposit instructions id" />
      )),
    ]),
  ]
}

function destinationFacts(
  { destination_kind: kind, destination }: RuleValues,
  { profileNames, environment }: FormContext,
): ReviewFact[] {
  const { fiat, crypto, profile } = destination
  switch (kind) {
    case 'none':
      return []
    case 'profile':
      return [
        fact('To', 'destination.profile.profile_id', profile.profile_id, (id) => (
          <ProfileId id={id} names={profileNames} />
        )),
      ]
    case 'fiat':
      return [
        fact('To', 'destination.fiat.fiat_account_id', fiat.fiat_account_id, (id) => (
          <FiatAccount id={id} environment={environment} />
        )),
        fact('With memo', 'destination.fiat.memo', fiat.memo),
      ]
    case 'crypto':
      return [
        fact('To', 'destination.crypto.address', normalizeAddress(crypto.address), (text) => inFull(text, 'address')),
        fact('On network', 'destination.crypto.network', crypto.network, (network) => networkValue(network)),
      ]
  }
}

const answers: Record<SourceKind, string> = {
  fiat: "The provider's answer should include the memo for wires.",
  crypto: "The provider's answer should include the deposit address.",
  profile: "You'll see the rule as the provider recorded it.",
}

/** @param accounts names of fiat accounts */
export function ruleReview(values: RuleValues, context: FormContext, accounts: Names): Review {
  const { intent, profileNames } = context
  const { source_asset: from, destination_asset: to, source_kind, destination_kind } = values
  return {
    action: `Create rule ${from} to ${to}`,
    summary: sentenceText(ruleSentence(values, profileNames, accounts)),
    facts: [
      fact('Profile', 'profile_id', values.profile_id, (id) => <ProfileId id={id} names={profileNames} />),
      fact('Incoming asset', 'source_asset', from),
      fact('Arrives', 'source_kind', sourceLabels[source_kind].label),
      ...sourceFacts(values, profileNames),
      fact('Convert to', 'destination_asset', to),
      fact('Then', 'destination_kind', destinationLabels[destination_kind].label),
      ...destinationFacts(values, context),
      fact('Nickname', 'nickname', values.nickname),
      ...filledFacts([
        fact('Identity', 'identity_id', values.identity_id, (id) => <ShortId id={id} what="identity id" />),
        fact('Account', 'account_id', values.account_id, (id) => <ShortId id={id} what="account id" />),
      ]),
      referenceFact(values.ref_id, intent, 'rule'),
    ],
    nextSteps: [
      'The rule is recorded in Mintdesk, then sent once.',
      answers[source_kind],
      // service-facts, "Reading": the answer may say PENDING or REJECTED; a rule is read only by its reference.
      'Once accepted by the provider, the rule applies automatically whenever matching money arrives. For 23 hours you can look it up by its reference.',
      "It can't be changed or ended in Mintdesk.",
    ],
  }
}
