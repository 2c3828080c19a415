'use client'
import { Banknote, CircleCheck, Info, OctagonX, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { newestRecord, RecordAge } from '@/components/activity/newest-record'
import { useProfileNames } from '@/components/forms/use-facts'
import { buttonClass } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Note } from '@/components/ui/note'
import { Section } from '@/components/ui/section'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { readRule } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import { useFiatAccountNames } from './fiat-account'
import { ruleFacts } from './rule-facts'
import { type Handing, handingOf } from './rule-handing'
import { networkWords, ruleSentence } from './rule-sentence'
import { ruleValuesOf } from './rule-values'

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

const looks = {
  needless: { tone: 'ok', icon: CircleCheck },
  missing: { tone: 'wait', icon: TriangleAlert },
  over: { tone: 'bad', icon: OctagonX },
} as const

type HandingProps = { handing: Handing; environment: Environment }

/** The memo or address, large and with its copy button, under the one sentence that says what to do with it. */
function HandingOver({ handing, environment }: HandingProps) {
  if (handing.is !== 'given') {
    return (
      <Note {...looks[handing.is]}>
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
