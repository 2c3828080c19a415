'use client'
import { Banknote, CircleCheck, OctagonX, TriangleAlert } from 'lucide-react'
import { sentenceText } from '@/components/forms/description'
import { NamedProfile, profileLabel, useProfileNames } from '@/components/records/profile-names'
import { newestRecord, RecordFacts } from '@/components/requests/newest-record'
import { ButtonLink } from '@/components/ui/button-link'
import { CopyButton, ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import { hrefOf } from '@/lib/browser/list-url'
import { isObject } from '@/lib/domain/json'
import type { Environment } from '@/lib/provider/environments'
import { type DecodedRule, readRule } from '@/lib/provider/records'
import { type Names, networkValue, ruleNetworkLabel, ruleSentence, useFiatAccountNames } from './labels'
import { ruleValuesFrom, sourceKinds } from './rule-values'

/** The newest known record of a rule, and how to pay in with it. */
export default function RuleOutcome({ intent, environment }: { intent: IntentDetail; environment: Environment }) {
  const { names } = useProfileNames(environment)
  const newest = newestRecord(intent)
  const rule = readRule(newest?.record)
  const values = ruleValuesFrom(rule.known)
  const accounts = useFiatAccountNames(environment, values.destination_kind === 'fiat')
  const { status: _, ...other } = rule.other
  if (intent.state !== 'confirmed') return null
  if (!newest) {
    return (
      <Note tone="wait" title="The provider has not returned this rule.">
        Mintdesk doesn't know its memo or deposit address.
      </Note>
    )
  }
  return (
    <>
      <PaymentDetailsView details={paymentDetails(rule, names)} environment={environment} />
      <Section title="Rule">
        <p className="mt-3 mb-2 text-md [overflow-wrap:anywhere]">
          {sentenceText(ruleSentence(values, names, accounts))}
        </p>
        <RecordFacts
          facts={ruleFacts(rule, environment)}
          record={{ ...rule, other }}
          newest={newest}
          statusAt={intent.status_at}
        />
      </Section>
    </>
  )
}

/** The memo or address that a payment needs, or why there is none. */
export type PaymentDetails =
  | { kind: 'memo' | 'address'; instruction: string; reason: string; text: string; network: string; asset: string }
  | { kind: 'none-needed' | 'missing' | 'inactive'; title: string; text?: string }

/** Read from the provider's answer alone: "the service generates address, ids and memo_id". */
export function paymentDetails(rule: DecodedRule, names: Names): PaymentDetails {
  const { known } = rule
  const status = statusOf(rule)
  if (status === 'REJECTED' || status === 'DELETED') {
    const title = `The provider has ${status.toLowerCase()} this rule.`
    return { kind: 'inactive', title, text: "Payments don't trigger it." }
  }
  const { source, source_asset: asset } = ruleValuesFrom(known)
  const kind = sourceKinds.find((one) => isObject(known.source?.[one]))
  if (kind === 'profile') {
    const profile = profileLabel(source.profile.profile_id, names) || 'the profile'
    return { kind: 'none-needed', title: `${asset || 'Money'} that arrives in ${profile} triggers the rule.` }
  }
  const { memo_id: memo, network: wireNetwork } = source.fiat
  if (kind === 'fiat' && memo)
    return {
      kind: 'memo',
      instruction: `Include this memo in every ${asset ? `${asset} ` : ''}wire for this rule.`,
      reason: 'A wire with another memo does not trigger the rule.',
      text: memo,
      network: wireNetwork,
      asset,
    }
  const { address, network } = source.crypto
  if (kind === 'crypto' && address)
    return {
      kind: 'address',
      instruction: `Send ${asset || 'the asset'} to this address${network && ` on ${ruleNetworkLabel(network)}`}.`,
      reason: 'Deposits to it trigger the rule. Funds in another asset or on another network may be lost.',
      text: address,
      network,
      asset,
    }
  const missing = { fiat: 'no memo', crypto: 'no deposit address', none: 'neither a memo nor a deposit address' }
  const text = 'Ask the provider for it before anyone pays in.'
  return { kind: 'missing', title: `The answer has ${missing[kind ?? 'none']}.`, text }
}

const noteStyles = {
  'none-needed': { tone: 'ok', icon: CircleCheck },
  missing: { tone: 'wait', icon: TriangleAlert },
  inactive: { tone: 'bad', icon: OctagonX },
} as const

function PaymentDetailsView({ details, environment }: { details: PaymentDetails; environment: Environment }) {
  if (!('instruction' in details)) {
    return (
      <Note {...noteStyles[details.kind]} title={details.title}>
        {details.text}
      </Note>
    )
  }
  const { kind, instruction, reason, text, network, asset } = details
  const what = kind === 'memo' ? 'memo' : 'deposit address'
  const facts: Fact[] = [
    [
      kind === 'memo' ? 'Memo' : 'Deposit address',
      <span key="text" className="text-md font-title">
        <span className="font-mono [overflow-wrap:anywhere]">{text}</span> <CopyButton text={text} what={what} />
      </span>,
    ],
    ['Asset', asset || undefined],
    ['Network', network && networkValue(network, /^wire$/i.test(network) ? 'Wire' : undefined)],
  ]
  return (
    <>
      <Note tone="busy">
        <p>
          <b>{instruction}</b>
        </p>
        <p>{reason}</p>
      </Note>
      <Facts facts={facts} className="mt-3" />
      {kind === 'memo' && environment === 'sandbox' && (
        <p className="mt-4 flex flex-wrap items-center gap-3">
          <ButtonLink
            kind="primary"
            href={hrefOf(`/${environment}/deposits/new`, new URLSearchParams({ 'x.memo': text }))}
          >
            <Banknote />
            Send a test wire
          </ButtonLink>
        </p>
      )}
    </>
  )
}

/** The spec lists no status for rules; answers have one in the rule or next to it (docs/provider.md, "Reading"). */
const statusOf = ({ other }: DecodedRule) => (typeof other.status === 'string' ? other.status : undefined)

/** The rule as recorded; the page has its status and id. Members that the spec does not list keep their names. */
function ruleFacts(rule: DecodedRule, environment: Environment): Fact[] {
  const { known } = rule
  const { source, destination, source_kind, destination_kind } = ruleValuesFrom(known)
  const id = (text: string | undefined, what: string) => text && <ShortId id={text} what={what} />
  const filled = (optional: Fact[]) => optional.filter(([, value]) => value)
  return [
    ['Nickname', known.nickname],
    ['Profile', known.profile_id && <NamedProfile environment={environment} id={known.profile_id} />],
    ...filled([
      ['Address ID', source_kind === 'crypto' && id(source.crypto.address_id, 'address ID')],
      ['Deposit instructions', id(source.fiat.deposit_instructions_id, 'deposit instructions ID')],
      ['Account type', source.fiat.account_type],
      ['To address', destination_kind === 'crypto' && id(destination.crypto.address, 'destination address')],
      ['To fiat account', id(destination.fiat.fiat_account_id, 'fiat account ID')],
      ['With memo', destination.fiat.memo],
      ['Identity', id(known.identity_id, 'identity ID')],
      ['Account', id(known.account_id, 'account ID')],
    ]),
    ['Created', known.created_at && <Time value={known.created_at} clock="provider" withZone />],
  ]
}
