'use client'
/** The draft of a policy's next version, and what it would have held. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IdentityNote } from '@/components/forms/identity-note'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { useRestoredFocus } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { deleteFormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { countText } from '@/lib/browser/labels'
import { policiesQuery, proposePolicy, simulatePolicy } from '@/lib/features/approvals/browser/policies'
import type { Policies } from '@/lib/features/approvals/interface'
import type { Policy, PolicyRule } from '@/lib/features/approvals/policy'
import type { Environment } from '@/lib/provider/environments'
import { DestinationEditor } from './destinations'
import { PolicyRuleForm } from './policy-rule-form'
import { newRuleId, templatesOf } from './policy-rule-values'
import { ruleText } from './policy-texts'
import { StandIns } from './stand-ins'

export const draftKey = (environment: Environment, person: string) => ({
  environment,
  person,
  path: 'settings/policies',
})

export const saveDraft = (key: ReturnType<typeof draftKey>, policy: Policy) =>
  saveFormDraft(key, { values: { policy }, intent: '', savedAt: Date.now() })

export const withRule = (policy: Policy, rule: Omit<PolicyRule, 'id'>): Policy => ({
  ...policy,
  rules: [...policy.rules, { ...rule, id: newRuleId() }],
})

type TemplatesProps = {
  environment: Environment
  /** Those that are there already are not offered. */
  rules?: readonly PolicyRule[]
  isFirstPrimary?: boolean
  onChoose: (rule: Omit<PolicyRule, 'id'>) => void
}

export const Templates = ({ environment, rules = [], isFirstPrimary, onChoose }: TemplatesProps) =>
  templatesOf(environment)
    .filter(({ rule }) => !rules.some((one) => ruleText(one, String) === ruleText(rule, String)))
    .map(({ title, rule }, at) => (
      <Button key={title} kind={isFirstPrimary && at === 0 ? 'primary' : 'outline'} onClick={() => onChoose(rule)}>
        {title}
      </Button>
    ))

type TextOf = (rule: PolicyRule) => string

type DraftProps = {
  environment: Environment
  person: string
  people: readonly { subject: string; name: string }[]
  textOf: TextOf
  policies: Policies
  base: Policy
  onClose: () => void
}

/** The next version, kept in this tab until it is proposed. */
export function Draft({ environment, person, people, textOf, policies, base, onClose }: DraftProps) {
  const client = useQueryClient()
  const key = draftKey(environment, person)
  const [policy, setPolicy] = useState<Policy>(() => {
    const draft = readFormDraft(key)
    return draft ? (restoreShape({ policy: base }, draft.values).policy as Policy) : base
  })
  /** Which form is open: of a rule by its id, of a new one, or of a part. */
  const [form, setForm] = useState<string | undefined>(() =>
    policy.rules.length === 0 && !readFormDraft(key) ? 'new' : undefined,
  )
  const next = (policies.versions[0]?.version ?? 0) + 1
  const change = (after: Policy) => {
    setPolicy(after)
    saveDraft(key, after)
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
  const ids = policy.rules.map(({ id }) => id)
  const focus = useRestoredFocus<HTMLDivElement>(
    [form, ...ids, policy.destinations?.length, policy.stand_ins.length].join(),
    form ? 'form :is(button, input, select)' : 'button',
  )
  const save = (rule: PolicyRule) => {
    const rules = ids.includes(rule.id)
      ? policy.rules.map((one) => (one.id === rule.id ? rule : one))
      : [...policy.rules, rule]
    change({ ...policy, rules })
    setForm(undefined)
  }
  const ruleForm = (rule?: PolicyRule) => (
    <PolicyRuleForm
      environment={environment}
      person={person}
      rule={rule}
      people={people}
      onSave={save}
      onCancel={() => setForm(undefined)}
    />
  )
  const part = (name: string) => ({
    isOpen: form === name,
    onOpen: form && form !== name ? undefined : (isOpen: boolean) => setForm(isOpen ? name : undefined),
  })
  return (
    <Section title={`Version ${next}, draft`} more="kept in this tab until it is proposed">
      <div {...focus} className="gap-x-12 xl:grid xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">
          <ul>
            {policy.rules.map((rule) => (
              <li key={rule.id} className="border-b border-hairline py-2">
                {form === rule.id ? (
                  ruleForm(rule)
                ) : (
                  <div className="flex flex-wrap items-center gap-2">
                    <span className="min-w-0 flex-1 basis-72">{textOf(rule)}</span>
                    {!form && (
                      <span className="flex flex-none gap-2">
                        <Button size="small" onClick={() => setForm(rule.id)}>
                          Edit
                        </Button>
                        <Button
                          size="small"
                          kind="plain"
                          onClick={() => change({ ...policy, rules: policy.rules.filter((one) => one !== rule) })}
                        >
                          Remove
                        </Button>
                      </span>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ul>
          {form === 'new' && ruleForm()}
          {!form && (
            <div className="mt-3 flex flex-wrap gap-2">
              <Templates
                environment={environment}
                rules={policy.rules}
                onChoose={(rule) => change(withRule(policy, rule))}
              />
              <Button onClick={() => setForm('new')}>Another rule</Button>
            </div>
          )}
        </div>
        <SimulationResult environment={environment} policy={policy} textOf={textOf} />
        <div className="min-w-0">
          <DestinationEditor
            environment={environment}
            person={person}
            {...part('destination')}
            destinations={policy.destinations ?? []}
            paid={policies.paid}
            onChange={(destinations) => change({ ...policy, destinations })}
          />
          <StandIns
            people={people}
            {...part('stand-in')}
            standIns={policy.stand_ins}
            onChange={(stand_ins) => change({ ...policy, stand_ins })}
          />
          {!form && (
            <div className="mt-6 flex flex-wrap gap-2 border-t border-hairline pt-4">
              <Button kind="primary" aria-busy={proposal.isPending || undefined} onClick={() => proposal.start()}>
                Propose version {next}
              </Button>
              <Button kind="plain" onClick={close}>
                Discard the draft
              </Button>
            </div>
          )}
          <IdentityNote environment={environment} identity={policies.identity} />
          <WriteError problem={proposal.problem} className="mt-2" />
        </div>
      </div>
    </Section>
  )
}

type ResultProps = { environment: Environment; policy: Policy; textOf: TextOf }

/** The newest requests that are shown. */
const mostShown = 20

/** What the draft would have held, updated after each change. */
function SimulationResult({ environment, policy, textOf }: ResultProps) {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [environment, 'simulation', policy] as const,
    queryFn: ({ signal }) => simulatePolicy(environment, policy, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { weighed = 0, days = 90, asked_total = 0, asked = [], by_rule = {}, unread = 0 } = data ?? {}
  const silent = policy.rules.filter(({ id }) => by_rule[id] === 0)
  return (
    <aside
      aria-label="Simulation"
      aria-busy={isPlaceholderData || undefined}
      className="mt-6 min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:mt-3"
    >
      <h3 className="font-label">In the last {days} days</h3>
      <WriteError problem={asProblem(error)} className="mt-2" />
      <p role="status">
        {data && `It would have held ${asked_total.toLocaleString('en-US')} of ${countText(weighed, 'request')}.`}
        {!data && !error && 'Checking requests…'}
      </p>
      {unread > 0 && <p className="text-ink-2">{countText(unread, 'request')} could not be read.</p>}
      {silent.map((rule) => (
        <p key={rule.id} className="mt-2 text-wait">
          Never matched: {textOf(rule)}
        </p>
      ))}
      <ul className="mt-2">
        {asked.slice(0, mostShown).map(({ id, summary, person, at }) => (
          <li key={id} className="border-b border-hairline py-1">
            <Link className="underline" href={`/${environment}/activity/${encodeURIComponent(id)}`}>
              {summary}
            </Link>
            , {person}, <Time value={at} withZone />
          </li>
        ))}
      </ul>
      {asked_total > mostShown && <p className="mt-2 text-sm text-ink-3">These are the newest {mostShown}.</p>}
    </aside>
  )
}
