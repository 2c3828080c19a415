'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { digestOf, IdentityNote } from '@/components/forms/identity-note'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { useFocusAfter, useRestoredFocus } from '@/components/ui/focus'
import { ReadNotices } from '@/components/ui/problem'
import { EmptyState, Fold, Section, SkeletonLines } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { timeBy } from '@/lib/browser/clocks'
import { deleteFormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { countText } from '@/lib/browser/labels'
import {
  activatePolicy,
  policiesQuery,
  proposePolicy,
  simulatePolicy,
  withdrawPolicy,
} from '@/lib/features/approvals/browser/policies'
import type { Policies, PolicyVersion, Simulation } from '@/lib/features/approvals/interface'
import type { Policy, PolicyRule } from '@/lib/features/approvals/policy'
import { peopleQuery } from '@/lib/features/notes/browser/record-notes'
import type { Environment } from '@/lib/provider/environments'
import { DestinationEditor, Destinations } from './destinations'
import { PolicyRuleForm } from './policy-rule-form'
import { ruleText } from './policy-texts'
import { StandIns } from './stand-ins'

type PageProps = { environment: Environment; person: string; mayChange: boolean }

const noPolicy: Policy = { rules: [], stand_ins: [] }

/** The active policy, what is proposed, and the draft of the next version. */
export function PoliciesPage({ environment, person, mayChange }: PageProps) {
  const { shown, at, problem, problemAt, onRetry, isLate } = useRead(policiesQuery(environment), 15_000)
  const { data: people = [] } = useQuery(peopleQuery(environment, 'order'))
  const nameOf = (subject: string) => people.find((one) => one.subject === subject)?.name ?? subject
  const [isEditing, setEditing] = useState(() => readFormDraft(draftKey(environment, person)) !== undefined)
  const page = useRef<HTMLDivElement>(null)
  const draft = useRef<HTMLDivElement>(null)
  useFocusAfter(!isEditing, () => draft.current?.querySelector('button'))
  useFocusAfter(isEditing, () => page.current?.querySelector('button'))
  const now = timeBy('console', at ?? 0)
  const active = shown?.versions.find(({ state }) => state === 'active')
  const proposed = shown?.versions.find(({ state }) => state === 'proposed')
  const earlier = shown?.versions.filter((one) => one !== active && one !== proposed) ?? []
  const rules = (policy: Policy) => <Rules policy={policy} nameOf={nameOf} />
  return (
    // A box of its own, or the margin of what comes would move it.
    <div ref={page} className="-mt-3 flow-root max-w-[760px]">
      <ReadNotices what="The policy" at={at} problem={problem} problemAt={problemAt} onRetry={onRetry} />
      {isLate && !problem && <SkeletonLines widths={[420, 380, 460]} />}
      {shown && !active && !proposed && !isEditing && (
        <EmptyState
          title="No policy is active"
          actions={
            mayChange && (
              <Button kind="primary" onClick={() => setEditing(true)}>
                Write a policy
              </Button>
            )
          }
        >
          <p>Whoever may send a request sends it alone, whatever its amount.</p>
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
        <Proposal {...{ environment, proposed, mayChange }} hasOther={shown.has_other_admin}>
          {rules(proposed.policy)}
        </Proposal>
      )}
      {isEditing && shown && mayChange && (
        <div ref={draft}>
          <Draft
            {...{ environment, person, nameOf }}
            people={people}
            policies={shown}
            base={active?.policy ?? noPolicy}
            onClose={() => setEditing(false)}
          />
        </div>
      )}
      {shown && <Destinations {...{ environment, now }} policies={shown} />}
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
          Mintdesk holds what is sent through it. Whoever has the provider's credentials can send without it.
        </p>
      )}
    </div>
  )
}

const draftKey = (environment: Environment, person: string) => ({ environment, person, path: 'settings/policies' })

function Rules({ policy, nameOf }: { policy: Policy; nameOf: (subject: string) => string }) {
  if (policy.rules.length === 0) return <p className="mt-3 text-ink-2">No rule: nothing needs approval.</p>
  return (
    <ul>
      {policy.rules.map((rule) => (
        <li key={rule.id} className="border-b border-hairline py-2">
          {ruleText(rule, nameOf)}
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
  children: React.ReactNode
}

function Proposal({ environment, proposed, mayChange, hasOther, children }: ProposalProps) {
  const client = useQueryClient()
  const { version, person, at, may_activate, identity } = proposed
  const done = (after: Policies) => client.setQueryData(policiesQuery(environment).queryKey, after)
  const activation = useWrite({ mutationFn: () => activatePolicy(environment, version), onSuccess: done })
  const withdrawal = useWrite({ mutationFn: () => withdrawPolicy(environment, version), onSuccess: done })
  const actions = mayChange && (
    <>
      {may_activate && (
        <Button kind="primary" aria-busy={activation.isPending || undefined} onClick={() => activation.start()}>
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

type DraftProps = {
  environment: Environment
  person: string
  people: readonly { subject: string; name: string }[]
  nameOf: (subject: string) => string
  policies: Policies
  base: Policy
  onClose: () => void
}

/** The next version, kept in this tab until it is proposed. */
function Draft({ environment, person, people, nameOf, policies, base, onClose }: DraftProps) {
  const client = useQueryClient()
  const key = draftKey(environment, person)
  const [policy, setPolicy] = useState<Policy>(() => {
    const draft = readFormDraft(key)
    return draft ? (restoreShape({ policy: base }, draft.values).policy as Policy) : base
  })
  const [edited, setEdited] = useState<string | 'new'>()
  const next = (policies.versions[0]?.version ?? 0) + 1
  const change = (after: Policy) => {
    setPolicy(after)
    saveFormDraft(key, { values: { policy: after }, intent: '', savedAt: Date.now() })
  }
  const close = () => {
    deleteFormDraft(key)
    onClose()
  }
  const proposal = useWrite({
    mutationFn: () => proposePolicy(environment, next, policy),
    onSuccess: (after) => {
      client.setQueryData(policiesQuery(environment).queryKey, after)
      close()
    },
  })
  const simulation = useWrite<Simulation>({ mutationFn: () => simulatePolicy(environment, policy) })
  const focus = useRestoredFocus<HTMLDivElement>(
    [edited, ...policy.rules.map(({ id }) => id)].join(),
    edited ? 'form :is(input, select)' : 'button',
  )
  const save = (rule: PolicyRule) => {
    const isKnown = policy.rules.some(({ id }) => id === rule.id)
    const rules = isKnown ? policy.rules.map((one) => (one.id === rule.id ? rule : one)) : [...policy.rules, rule]
    change({ ...policy, rules })
    setEdited(undefined)
  }
  const form = (rule?: PolicyRule) => (
    <PolicyRuleForm
      environment={environment}
      rule={rule}
      people={people}
      onSave={save}
      onCancel={() => setEdited(undefined)}
    />
  )
  return (
    <Section title={`Version ${next}, draft`} more="kept in this tab until it is proposed">
      <div {...focus}>
        <ul>
          {policy.rules.map((rule) => (
            <li key={rule.id} className="border-b border-hairline py-2">
              {edited === rule.id ? (
                form(rule)
              ) : (
                <div className="flex flex-wrap items-center gap-2">
                  <span className="min-w-0 flex-1 basis-72">{ruleText(rule, nameOf)}</span>
                  <Button size="small" onClick={() => setEdited(rule.id)}>
                    Edit
                  </Button>
                  <Button
                    size="small"
                    kind="plain"
                    onClick={() => change({ ...policy, rules: policy.rules.filter((one) => one !== rule) })}
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
        {edited === 'new' ? (
          form()
        ) : (
          <Button className="mt-3" onClick={() => setEdited('new')}>
            Add a rule
          </Button>
        )}
      </div>
      <DestinationEditor
        environment={environment}
        destinations={policy.destinations ?? []}
        paid={policies.paid}
        onChange={(destinations) => change({ ...policy, destinations })}
      />
      <StandIns
        people={people}
        standIns={policy.stand_ins}
        onChange={(stand_ins) => change({ ...policy, stand_ins })}
      />
      <div className="mt-6 flex flex-wrap gap-2 border-t border-hairline pt-4">
        <Button kind="primary" aria-busy={proposal.isPending || undefined} onClick={() => proposal.start()}>
          Propose version {next}
        </Button>
        <Button aria-busy={simulation.isPending || undefined} onClick={() => simulation.start()}>
          {simulation.isPending ? 'Simulating…' : 'Simulate'}
        </Button>
        <Button kind="plain" onClick={close}>
          Discard the draft
        </Button>
      </div>
      <IdentityNote environment={environment} identity={policies.identity} />
      <WriteError problem={proposal.problem ?? simulation.problem} className="mt-2" />
      {simulation.data && <SimulationResult {...{ environment, policy, nameOf }} result={simulation.data} />}
    </Section>
  )
}

type ResultProps = {
  environment: Environment
  policy: Policy
  nameOf: (subject: string) => string
  result: Simulation
}

function SimulationResult({ environment, policy, nameOf, result }: ResultProps) {
  const { weighed, days, asked, by_rule, unread } = result
  const silent = policy.rules.filter(({ id }) => !by_rule[id])
  return (
    <div role="status" className="mt-4">
      <h3>
        It would have asked for {asked.length} of {countText(weighed, 'request')} of the last {days} days
      </h3>
      {unread > 0 && <p className="text-ink-2">{countText(unread, 'request')} could not be read.</p>}
      {silent.map((rule) => (
        <p key={rule.id} className="text-wait">
          Never matched: {ruleText(rule, nameOf)}
        </p>
      ))}
      <ul className="mt-2">
        {asked.slice(0, 20).map(({ id, summary, person, at }) => (
          <li key={id} className="border-b border-hairline py-1">
            <Link className="underline" href={`/${environment}/activity/${encodeURIComponent(id)}`}>
              {summary}
            </Link>
            , {person}, <Time value={at} withZone />
          </li>
        ))}
      </ul>
    </div>
  )
}
