'use client'

import { Banknote, CircleCheck, CircleDashed, CircleOff, Clock, Info, OctagonX, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { newestRecord } from '@/components/activity/newest-record'
import { RecordAge } from '@/components/activity/record-age'
import { useProfileNames } from '@/components/forms/form-context'
import { buttonClass } from '@/components/ui/button'
import { CopyButton, ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Note } from '@/components/ui/note'
import { Section } from '@/components/ui/section'
import { Status, type StatusStyle } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { isObject } from '@/lib/api/json'
import { type DecodedRule, readRule } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import { useFiatAccountNames } from './fiat-account'
import { type Names, networkWords, profileWords, ruleSentence } from './labels'
import { ruleValuesOf, sourceKinds } from './rule-values'

type OutcomeProps = { intent: IntentDetail; environment: Environment }

/** What came of a rule, from the provider's answers alone: what to pay in with, and the rule as it was last seen. */
export function RuleOutcome({ intent, environment }: OutcomeProps) {
  const names = useProfileNames(environment)
  const newest = newestRecord(intent)
  const seen = readRule(newest?.record)
  const values = ruleValuesOf(seen.known)
  const accounts = useFiatAccountNames(environment, values.destination_kind === 'fiat')
  if (intent.state !== 'confirmed') return null
  if (!newest) {
    return (
      <Note tone="wait" icon={TriangleAlert}>
        <p>
          <b>The provider has not shown this rule.</b> Its memo or deposit address is not known here.
        </p>
      </Note>
    )
  }
  return (
    <>
      <HandingOver handing={handingOf(seen, names)} environment={environment} />
      <Section title="Rule">
        <p className="mt-3 mb-2 text-md leading-[22px] [overflow-wrap:anywhere]">
          {ruleSentence(values, names, accounts)}
        </p>
        <Facts facts={ruleFacts(seen, names)} />
        <RecordAge newest={newest} />
      </Section>
    </>
  )
}

const noticeStyles = {
  needless: { tone: 'ok', icon: CircleCheck },
  missing: { tone: 'wait', icon: TriangleAlert },
  over: { tone: 'bad', icon: OctagonX },
} as const

type HandingProps = { handing: Handing; environment: Environment }

/** The memo or address, large and with its copy button, under the one sentence that says what to do with it. */
function HandingOver({ handing, environment }: HandingProps) {
  if (handing.is !== 'given') {
    return (
      <Note {...noticeStyles[handing.is]}>
        <p>
          <b>{handing.title}</b> {handing.text}
        </p>
      </Note>
    )
  }
  const { todo, why, name, text, what, network, asset } = handing
  const facts: Fact[] = [
    [
      name,
      <span key="giving" className="text-md font-title">
        <span className="font-mono [overflow-wrap:anywhere]">{text}</span> <CopyButton text={text} what={what} />
      </span>,
    ],
    ['Asset', asset || undefined],
    ['Network', network && networkOf(network)],
  ]
  return (
    <>
      <Note tone="busy" icon={Info}>
        <p>
          <b>{todo}</b>
        </p>
        <p>{why}</p>
      </Note>
      <Facts facts={facts} className="mt-3" />
      {what === 'memo' && environment === 'sandbox' && (
        <p className="mt-4 flex flex-wrap items-center gap-3">
          <Link
            prefetch={false}
            className={buttonClass('primary')}
            href={hrefOf(`/${environment}/deposits/new`, new URLSearchParams({ 'x.memo': text }))}
          >
            <Banknote />
            Simulate a deposit to it
          </Link>
          <span className="text-ink-2">Sandbox only; in production a bank sends the wire.</span>
        </p>
      )}
    </>
  )
}

/** Words for those who read, and the name as the service spells it where that differs. */
function networkOf(network: string): ReactNode {
  const words = /^wire$/i.test(network) ? 'Wire' : networkWords(network)
  if (words === network) return network
  return (
    <>
      {words} <span className="font-mono text-sm text-ink-2">{network}</span>
    </>
  )
}

const looks: Record<string, StatusStyle> = {
  ACTIVE: { tone: 'ok', icon: CircleCheck, word: 'Active' },
  PENDING: { tone: 'wait', icon: Clock, word: 'Pending' },
  REJECTED: { tone: 'bad', icon: OctagonX, word: 'Rejected', isLoud: true },
  DELETED: { tone: 'off', icon: CircleOff, word: 'Deleted' },
}

/** How a rule's status looks; one that is not known stays as it came. */
export const ruleStatusStyle = (status: string): StatusStyle =>
  (Object.hasOwn(looks, status) ? looks[status] : undefined) ?? { tone: 'off', icon: CircleDashed, word: status }

/** A rule's status is no field of the spec; it was seen in the rule and beside it (service-facts, "Reading"). */
export const statusOf = ({ other }: DecodedRule) => (typeof other.status === 'string' ? other.status : undefined)

const idOf = (text: string | undefined, what: string) => text && <ShortId id={text} what={what} />

/** The rule as the provider keeps it; fields that the spec does not list under their own names. */
export function ruleFacts(seen: DecodedRule, names: Names): Fact[] {
  const { known, other, missing } = seen
  const { source, destination, source_kind, destination_kind } = ruleValuesOf(known)
  const status = statusOf(seen)
  const rest = Object.entries(other).filter(([name]) => name !== 'status')
  const some: Fact[] = [
    ['Address id', source_kind === 'crypto' && idOf(source.crypto.address_id, 'address id')],
    ['Deposit instructions', idOf(source.fiat.deposit_instructions_id, 'deposit instructions id')],
    ['Account type', source.fiat.account_type],
    ['To address', destination_kind === 'crypto' && idOf(destination.crypto.address, 'destination address')],
    ['To fiat account', idOf(destination.fiat.fiat_account_id, 'fiat account id')],
    ['With memo', destination.fiat.memo],
    ['Identity', idOf(known.identity_id, 'identity id')],
    ['Account', idOf(known.account_id, 'account id')],
  ]
  return [
    ['Rule', idOf(known.id, 'rule id')],
    ...(status ? [['Status', <Status key="status" {...ruleStatusStyle(status)} />] as Fact] : []),
    ['Nickname', known.nickname],
    [
      'Profile',
      known.profile_id && (
        <>
          {Object.hasOwn(names, known.profile_id) && `${names[known.profile_id]} `}
          <ShortId id={known.profile_id} what="profile id" />
        </>
      ),
    ],
    ...some.filter(([, value]) => value),
    ['Created', known.created_at && <Time value={known.created_at} withZone />],
    ...(missing.length > 0 ? [['Missing', missing.join(', ')] as Fact] : []),
    ...rest.map(([name, value]): Fact => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ]
}

/** A memo or an address, and the one sentence that says what to do with it; or why there is none. */
export type Handing =
  | { is: 'given'; todo: string; why: string; name: string; what: string; text: string; network: string; asset: string }
  | { is: 'needless' | 'missing' | 'over'; title: string; text: string }

export function handingOf(seen: DecodedRule, names: Names): Handing {
  const { known } = seen
  const status = statusOf(seen)
  if (status === 'REJECTED' || status === 'DELETED')
    return {
      is: 'over',
      title: `The provider has ${status === 'REJECTED' ? 'rejected' : 'deleted'} this rule.`,
      text: 'Nothing that is paid in runs it.',
    }
  const { source, source_asset: asset } = ruleValuesOf(known)
  const kind = sourceKinds.find((one) => isObject(known.source?.[one]))
  if (kind === 'profile') {
    const where = profileWords(source.profile.profile_id, names) || 'the profile'
    return {
      is: 'needless',
      title: 'Nothing has to be handed to anybody.',
      text: `${asset || 'Money'} that arrives in ${where} runs the rule.`,
    }
  }
  const { memo_id: memo } = source.fiat
  if (kind === 'fiat' && memo)
    return {
      is: 'given',
      todo: `Put this memo into the wire that brings the ${asset || 'money'}.`,
      why: 'The rule finds its money by the memo: a wire with another one does not run it.',
      ...{ name: 'Memo', what: 'memo', text: memo, network: source.fiat.network, asset },
    }
  const { address, network } = source.crypto
  if (kind === 'crypto' && address)
    return {
      is: 'given',
      todo: `Send ${asset || 'the asset'} to this address${network && ` on ${networkWords(network)}`}.`,
      why: 'What arrives there runs the rule. Another asset or network may be lost.',
      ...{ name: 'Deposit address', what: 'deposit address', text: address, network, asset },
    }
  const lacks =
    kind === 'fiat' ? 'no memo' : kind === 'crypto' ? 'no deposit address' : 'neither memo nor deposit address'
  return {
    is: 'missing',
    title: `The answer has ${lacks}.`,
    text: 'Nothing here says what a deposit has to carry; ask the provider for it before anyone pays in.',
  }
}
