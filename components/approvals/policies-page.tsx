'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { digestOf, IdentityNote } from '@/components/forms/identity-note'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { profileLabel, useProfileNames } from '@/components/records/profile-names'
import { Button } from '@/components/ui/button'
import { useFocusAfter, useRestoredFocus } from '@/components/ui/focus'
import { ReadNotices } from '@/components/ui/problem'
import { EmptyState, Fold, Section, SkeletonLines } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { timeBy } from '@/lib/browser/clocks'
import { readFormDraft } from '@/lib/browser/form-drafts'
import { activatePolicy, policiesQuery, withdrawPolicy } from '@/lib/features/approvals/browser/policies'
import type { Policies, PolicyVersion } from '@/lib/features/approvals/interface'
import type { Policy, PolicyRule } from '@/lib/features/approvals/policy'
import { peopleQuery } from '@/lib/features/notes/browser/record-notes'
import type { Environment } from '@/lib/provider/environments'
import { Destinations } from './destinations'
import { Draft, draftKey, saveDraft, Templates, withRule } from './policy-draft'
import { ruleText } from './policy-texts'

type PageProps = { environment: Environment; person: string; mayChange: boolean }

const noPolicy: Policy = { rules: [], stand_ins: [] }

/** The active policy, what is proposed, and the draft of the next version. */
export function PoliciesPage({ environment, person, mayChange }: PageProps) {
  const { shown, at, problem, problemAt, onRetry, isLate } = useRead(policiesQuery(environment), 15_000)
  const { data: people = [] } = useQuery(peopleQuery(environment, 'order'))
  const nameOf = (subject: string) => people.find((one) => one.subject === subject)?.name ?? subject
  const { names } = useProfileNames(environment)
  const profileName = (id: string) => profileLabel(id, names)
  const key = draftKey(environment, person)
  const [isEditing, setEditing] = useState(() => readFormDraft(key) !== undefined)
  const draft = useRef<HTMLDivElement>(null)
  useFocusAfter(!isEditing, () => draft.current?.querySelector('button'))
  const now = timeBy('console', at ?? 0)
  const active = shown?.versions.find(({ state }) => state === 'active')
  const proposed = shown?.versions.find(({ state }) => state === 'proposed')
  const page = useRestoredFocus<HTMLDivElement>(`${active?.version} ${proposed?.version}`, 'button')
  useFocusAfter(isEditing, () => page.ref.current?.querySelector('button'))
  const earlier = shown?.versions.filter((one) => one !== active && one !== proposed) ?? []
  const textOf = (rule: PolicyRule) => ruleText(rule, nameOf, profileName)
  const rules = (policy: Policy) => <Rules policy={policy} textOf={textOf} nameOf={nameOf} />
  const begin = (rule: Omit<PolicyRule, 'id'>) => {
    saveDraft(key, withRule(active?.policy ?? noPolicy, rule))
    setEditing(true)
  }
  return (
    // A box of its own, or the margin of what comes would move it.
    <div {...page} className="-mt-3 flow-root max-w-[1180px]">
      <ReadNotices what="The policy" at={at} problem={problem} problemAt={problemAt} onRetry={onRetry} />
      {isLate && !problem && <SkeletonLines widths={[420, 380, 460]} className="mt-8" />}
      {shown && !active && !proposed && !isEditing && (
        <EmptyState
          title="No policy yet"
          actions={
            mayChange && (
              <>
                <Templates environment={environment} isFirstPrimary onChoose={begin} />
                <Button kind="plain" onClick={() => setEditing(true)}>
                  Something else
                </Button>
              </>
            )
          }
        >
          <p>
            Anyone who may send requests can send any amount alone.
            {mayChange && ' Begin with a rule that most desks have:'}
          </p>
        </EmptyState>
      )}
      {active && (
        <Section
          title={`Version ${active.version}, active`}
          end={
            mayChange &&
            !isEditing && (
              <Button size="small" onClick={() => setEditing(true)}>
                Change
              </Button>
            )
          }
        >
          {rules(active.policy)}
          <p className="mt-2 text-sm text-ink-3">
            Activated by {active.activated_by}
            {active.activated_at && (
              <>
                , <Time value={active.activated_at} now={now} withZone />
              </>
            )}
            ; written by {active.person}
          </p>
        </Section>
      )}
      {proposed && shown && (
        <Proposal
          environment={environment}
          proposed={proposed}
          mayChange={mayChange}
          isEditing={isEditing}
          hasOther={shown.has_other_admin}
        >
          {rules(proposed.policy)}
        </Proposal>
      )}
      {isEditing && shown && mayChange && (
        <div ref={draft}>
          <Draft
            environment={environment}
            person={person}
            textOf={textOf}
            people={people}
            policies={shown}
            base={active?.policy ?? noPolicy}
            onClose={() => setEditing(false)}
          />
        </div>
      )}
      {shown && <Destinations environment={environment} now={now} policies={shown} />}
      {earlier.length > 0 && (
        <Fold title="Earlier versions" className="mt-8">
          {earlier.map((one) => (
            <Section key={one.version} title={`Version ${one.version}`} more={`${one.state}, by ${one.person}`}>
              {rules(one.policy)}
            </Section>
          ))}
        </Fold>
      )}
      {shown && (
        <p className="mt-8 text-sm text-ink-3">
          Policies cover requests made in Mintdesk, not those made directly at the provider.
        </p>
      )}
    </div>
  )
}

type RulesProps = { policy: Policy; textOf: (rule: PolicyRule) => string; nameOf: (subject: string) => string }

function Rules({ policy, textOf, nameOf }: RulesProps) {
  if (policy.rules.length === 0) return <p className="mt-3 text-ink-2">No rule: nothing needs approval.</p>
  return (
    <ul>
      {policy.rules.map((rule) => (
        <li key={rule.id} className="border-b border-hairline py-2">
          {textOf(rule)}
        </li>
      ))}
      {policy.stand_ins.map(({ absent, by, from, until }) => (
        <li key={`${absent} ${by} ${from}`} className="border-b border-hairline py-2 text-ink-2">
          {nameOf(by)} stands in for {nameOf(absent)}, <Time value={from} withZone /> to <Time value={until} withZone />
        </li>
      ))}
    </ul>
  )
}

type ProposalProps = {
  environment: Environment
  proposed: PolicyVersion
  mayChange: boolean
  hasOther: boolean
  /** A draft below has the one primary button then. */
  isEditing: boolean
  children: React.ReactNode
}

function Proposal({ environment, proposed, mayChange, hasOther, isEditing, children }: ProposalProps) {
  const client = useQueryClient()
  const { version, person, at, may_activate, identity } = proposed
  const done = (after: Policies) => client.setQueryData(policiesQuery(environment).queryKey, after)
  const activation = useWrite({ mutationFn: () => activatePolicy(environment, version), onSuccess: done })
  const withdrawal = useWrite({ mutationFn: () => withdrawPolicy(environment, version), onSuccess: done })
  const actions = mayChange && (
    <>
      {may_activate && (
        <Button
          kind={isEditing ? 'outline' : 'primary'}
          aria-busy={activation.isPending || undefined}
          onClick={() => activation.start()}
        >
          {digestOf(identity) === undefined ? 'Activate' : 'Confirm it is you and activate'} version {version}
        </Button>
      )}
      <Button aria-busy={withdrawal.isPending || undefined} onClick={() => withdrawal.start()}>
        Withdraw
      </Button>
    </>
  )
  return (
    <Section title={`Version ${version}, proposed`}>
      <Note
        tone="wait"
        icon={ShieldCheck}
        className="mt-3"
        title={may_activate ? 'It takes effect once it is activated.' : 'Another admin must activate it.'}
        actions={actions}
      >
        Proposed by {person}, <Time value={at} withZone />
        {hasOther ? '' : '. There is no other admin, so you may activate your own'}.
      </Note>
      {mayChange && may_activate && <IdentityNote environment={environment} identity={identity} />}
      {children}
      <WriteError problem={activation.problem ?? withdrawal.problem} className="mt-2" />
    </Section>
  )
}
