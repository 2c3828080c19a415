'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Bell, Check, CircleAlert, Stamp } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { digestOf, IdentityNote } from '@/components/forms/identity-note'
import { FormButtons, useWrite, WriteError } from '@/components/forms/small-form'
import { NamedProfile, profileLabel, useProfileNames } from '@/components/records/profile-names'
import { moneyText } from '@/components/records/transfer-labels'
import { spanText } from '@/components/records/usual-times'
import { updateIntentCache, useIntentAction } from '@/components/requests/queries'
import { destinationText as ruleDestinationText, sourceText } from '@/components/requests/record-texts'
import { RequestJson } from '@/components/requests/request-json'
import { useFiatAccountNames } from '@/components/rules/labels'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import { announce, focusHeading, useFocusAfter } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'
import { Section } from '@/components/ui/section'
import { Note, toneClass } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { type Approval, type ApprovalFacts, hoursText, reminderMinutes, scopeTexts } from '@/lib/api/approval'
import type { IntentDetail } from '@/lib/api/intents'
import { plannedSum } from '@/lib/api/planned'
import { withdraw } from '@/lib/browser/intents'
import { namesText } from '@/lib/browser/labels'
import { withIdentity } from '@/lib/browser/step-up'
import { compareDecimals, percentOf, sumOf } from '@/lib/domain/decimals'
import type { Json } from '@/lib/domain/json'
import { decide } from '@/lib/features/approvals/browser/policies'
import type { NewDecision } from '@/lib/features/approvals/input'
import { ruleRoute } from '@/lib/provider/record-names'
import type { Moved } from '@/lib/provider/summaries'
import { destinationText, difference, mainAmount, profileIn, questionKinds, reasonText } from './approval-texts'

type PanelProps = {
  intent: IntentDetail
  now: number
  /** Whether a person opened its page: then whoever asked for it sees that. */
  isOpened: boolean
  /** What it is for, where another page made it; nothing is drawn below before that is there. */
  children: ReactNode
  isWhole: boolean
}

/** Why a request waits or waited, what was said of it, and what this person may do. */
export default function ApprovalPanel({ intent, now, isOpened, children, isWhole }: PanelProps) {
  const { environment, id, operation, approval, state, is_mine } = intent
  const isOpen = state === 'waiting'
  // Each record is an act in the audit log, and a second one would say nothing more.
  const isRecorded = !isOpened || approval?.is_opened
  const digest = isOpen && approval?.may_decide && !isRecorded ? approval.digest : undefined
  useEffect(() => {
    // Nobody waits for that to be recorded.
    if (digest) decide(environment, id, { kind: 'open', digest }).catch(() => undefined)
  }, [environment, id, digest])
  if (!approval) return null
  const { facts, requirements, decisions, plans } = approval
  const to = facts && !plans && destinationText(operation, facts.moved)
  const profile = facts && !plans && profileIn(facts.moved)
  return (
    <>
      {(profile || to) && (
        <p className="mt-3">
          {profile && (
            <>
              For <NamedProfile environment={environment} id={profile} />{' '}
            </>
          )}
          {to && (
            <>
              {profile ? 'to' : 'To'} {to}
            </>
          )}
        </p>
      )}
      {decisions.map(
        ({ at, person, lost_role }) =>
          lost_role && (
            <p key={at} className={`${toneClass.wait} mt-3 text-tone`}>
              {person}’s approval no longer counts:{' '}
              {lost_role.at ? (
                <>
                  role lost <Time value={lost_role.at} now={now} withZone />
                </>
              ) : (
                'they may not approve it any more'
              )}
              .
            </p>
          ),
      )}
      {requirements.length > 0 && (
        <Section title={whyTitle(intent)} more={is_mine ? undefined : alternatives(intent)}>
          <ul>
            {requirements.map((requirement) => (
              <Reason key={requirement.rule} tone="wait">
                {reasonText(requirement, facts, plans !== undefined)}
                {requirement.count > 1 && `; ${requirement.count} people must agree`}
              </Reason>
            ))}
            {facts?.destination?.similar_to && (
              <Reason tone="bad">
                Its address looks like another one that was paid before: {facts.destination.similar_to}
              </Reason>
            )}
          </ul>
          {facts?.limits.map((limit) => (
            <Limit key={`${limit.per} ${limit.hours} ${limit.asset}`} limit={limit} />
          ))}
        </Section>
      )}
      <Questions intent={intent} />
      {children}
      {isWhole && (
        <>
          {facts?.last && <Comparison intent={intent} facts={facts} last={facts.last} now={now} />}
          {facts && !facts.last && isOpen && (
            <p className="mt-6 text-ink-2">It is the first of its kind here, so there is nothing to compare it with.</p>
          )}
          {isOpen && (
            <>
              <div className="mt-6 border-t border-hairline">
                <RequestJson intent={intent} />
              </div>
              {approval.may_decide && <Decide intent={intent} />}
              {is_mine && <Own intent={intent} now={now} />}
            </>
          )}
        </>
      )}
    </>
  )
}

const Reason = ({ tone, children }: { tone: 'wait' | 'bad'; children: ReactNode }) => (
  <li className={`${toneClass[tone]} flex items-center gap-2 border-b border-hairline py-2`}>
    <CircleAlert className="flex-none text-tone" />
    <span className="[overflow-wrap:anywhere]">{children}</span>
  </li>
)

const whyTitle = ({ state, approval }: IntentDetail) =>
  state !== 'waiting' ? 'Why it waited' : approval?.may_decide ? 'Why it needs you' : 'Why it waits'

/** Who else may decide. */
function alternatives({ approval }: IntentDetail): string | undefined {
  const names = approval?.approvers ?? []
  return names.length > 1 ? `${namesText(names)} can decide` : undefined
}

/** Why it was asked for, then what was asked, answered and said, oldest first. */
function Questions({ intent: { events } }: { intent: IntentDetail }) {
  const said = events
    .filter(({ kind }) => questionKinds.includes(kind))
    .sort((one, other) => Number(other.kind === 'reason') - Number(one.kind === 'reason'))
  if (said.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2">
      {said.map(({ at, words, person, kind }) => (
        <li key={at} className="rounded-2 border border-hairline bg-sunken px-4 py-3">
          <b>
            {person}
            {kind === 'reason' && ' wrote'}
          </b>{' '}
          <span className="text-sm text-ink-3">{<Time value={at} withZone />}</span>
          <p className="[overflow-wrap:anywhere]">{words}</p>
        </li>
      ))}
    </ul>
  )
}

function Limit({ limit }: { limit: ApprovalFacts['limits'][number] }) {
  const { amount, asset, hours, per, used, own } = limit
  const after = own === undefined ? undefined : (sumOf([used, own]) ?? used)
  const usedPart = Math.min(100, percentOf(used, amount) ?? 0)
  const ownPart = Math.min(100 - usedPart, (after === undefined ? 0 : (percentOf(after, amount) ?? 100)) - usedPart)
  const left = after === undefined ? undefined : difference(amount, after)
  const end = left?.startsWith('-')
    ? `${moneyText(left.slice(1), asset)} over`
    : left && `${moneyText(left, asset)} left`
  return (
    <div className="mt-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {scopeTexts[per]}, {moneyText(amount, asset)} in {hoursText(hours)}
        </span>
        <span className="text-ink-2">
          {moneyText(used, asset)} used{own !== undefined && ` + ${moneyText(own, asset)}`}
          {end && `, ${end}`}
        </span>
      </p>
      <div aria-hidden className="mt-1.5 flex h-1.5 overflow-hidden rounded-1 bg-pressed">
        <span className="bg-(--chart-debit)" style={{ width: `${usedPart}%` }} />
        <span className="ml-px bg-(--chart-credit)" style={{ width: `${Math.max(0, ownPart)}%` }} />
      </div>
    </div>
  )
}

/** Few rows, which need no list. */
const tableClass =
  'mt-2 w-full [&_:is(th,td)]:py-1.5 [&_:is(th,td)]:pr-3 [&_:is(th,td)]:text-left [&_tr]:border-b [&_tr]:border-hairline [&_thead]:text-sm [&_thead]:text-ink-3'

type ComparisonProps = {
  intent: IntentDetail
  facts: ApprovalFacts
  last: NonNullable<ApprovalFacts['last']>
  now: number
}

/** What is other than in the last request of the kind. */
function Comparison({ intent, facts, last, now }: ComparisonProps) {
  const { environment, person, operation, approval } = intent
  const own = mainAmount(intent)
  const lastAmounts = last.plans ? [plannedSum(last.plans)] : last.moved.amounts
  const before = lastAmounts.find((one) => one?.asset === own?.asset)?.amount
  const change = own && before !== undefined ? difference(own.amount, before) : undefined
  const text = (amount: string | false | undefined) => (amount && own ? moneyText(amount, own.asset) : 'not known')
  const [plan, lastPlan] = [approval?.plans?.[0], last.plans?.[0]]
  const { names: profiles } = useProfileNames(environment)
  const names = { profiles, accounts: useFiatAccountNames(environment, plan?.rule.destination?.fiat !== undefined) }
  const row = (name: string, one: string | undefined, other: string | undefined, isOther: string) =>
    one ? [{ name, one, other: other ?? 'none', what: one === other ? 'same' : isOther }] : []
  const profileText = (moved: Moved) => profileLabel(profileIn(moved) ?? '', profiles) || undefined
  const [rule, lastRule] = [plan, lastPlan].map((one) => (one ? ruleRoute(one.rule as Json) : {}))
  const isSame = change !== undefined && compareDecimals(change, '0') === 0
  const rows = [
    ...(own
      ? [
          {
            name: 'Amount',
            one: text(own.amount),
            other: text(before),
            what: isSame
              ? 'same'
              : change
                ? `${text(change.replace('-', ''))} ${change.startsWith('-') ? 'less' : 'more'}`
                : 'not known',
          },
        ]
      : []),
    ...(rule && lastRule && plan && lastPlan
      ? [
          ...row('From', sourceText(rule, names), sourceText(lastRule, names), 'Another source'),
          ...row('Into', plan.rule.destination_asset, lastPlan.rule.destination_asset, 'Another asset'),
          ...row('To', ruleDestinationText(rule, names), ruleDestinationText(lastRule, names), 'Another destination'),
          ...row('Called', plan.label || 'no name', lastPlan.label || 'no name', 'Another name'),
        ]
      : row(
          'To',
          destinationText(operation, facts.moved),
          destinationText(operation, last.moved),
          'Another destination',
        )),
    ...row('Profile', profileText(facts.moved), profileText(last.moved), 'Another profile'),
    ...row('Requested by', person, last.person, 'Another person'),
  ]
  return (
    <section className="mt-8">
      <h3>
        Against{' '}
        <Link className="underline" href={`/${environment}/activity/${encodeURIComponent(last.id)}`}>
          the last one
        </Link>
        , <Time value={last.at} now={now} withZone />
      </h3>
      <table className={tableClass}>
        <thead>
          <tr>
            {['', 'This request', 'The last one', 'Difference'].map((name) => (
              <th key={name} scope="col" className="font-label">
                {name || <span className="sr-only">What</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, one, other, what }) => (
            <tr key={name}>
              <th scope="row" className="font-text text-ink-2">
                {name}
              </th>
              {/* An amount may leave its asset for the next line, and never breaks within its digits. */}
              <td className={name === 'Amount' ? '' : '[overflow-wrap:anywhere]'}>{one}</td>
              <td className={`text-ink-2 ${name === 'Amount' ? '' : '[overflow-wrap:anywhere]'}`}>{other}</td>
              <td className={what === 'same' ? 'text-ink-3' : 'text-wait'}>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A decision as it is sent; what it did is shown by every page. */
function useDecision({ environment, id, approval }: IntentDetail, onDone: () => void) {
  const client = useQueryClient()
  return useWrite<IntentDetail, Pick<NewDecision, 'kind' | 'words'>>({
    mutationFn: (decision) =>
      withIdentity(() => decide(environment, id, { ...decision, digest: approval?.digest ?? '' })),
    onSuccess: (after) => {
      updateIntentCache(client, after)
      onDone()
      // Once it is decided its buttons are gone.
      focusHeading()
    },
    onError: () => void client.invalidateQueries({ queryKey: [environment, 'intent', id] }),
  })
}

type Step = 'approve' | 'decline' | 'ask' | undefined

function Decide({ intent }: { intent: IntentDetail }) {
  const { environment, approval } = intent
  const identity = approval?.identity
  // Back from company sign-in, the approval is one press away, or says why not.
  const isBack = identity?.confirmed_until ?? identity?.refused
  const [step, setStep] = useState<Step>(isBack ? 'approve' : undefined)
  const isUnconfirmed = digestOf(identity) !== undefined
  const approveKey = useShortcut('a')
  const { start, isPending, problem } = useDecision(intent, () => setStep(undefined))
  const amount = mainAmount(intent)
  const what = amount ? ` ${moneyText(amount.amount, amount.asset)}` : ''
  const isLast = approval?.missing.every(({ missing }) => missing === 1)
  const container = useRef<HTMLDivElement>(null)
  useFocusAfter(step !== undefined, () => container.current?.querySelector('button'))
  return (
    <div ref={container} className="mt-6 border-t border-hairline-strong pt-4">
      {step === undefined && (
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" size="action" {...approveKey} onClick={() => setStep('approve')}>
            <Check />
            Approve{what}
          </Button>
          <Button size="action" onClick={() => setStep('decline')}>
            Decline
          </Button>
          <Button size="action" onClick={() => setStep('ask')}>
            Ask {intent.person}
          </Button>
        </div>
      )}
      {step === 'approve' && (
        <Note
          tone="wait"
          icon={Stamp}
          actions={
            <>
              <Button
                kind="primary"
                aria-busy={isPending || undefined}
                onClick={() => start({ kind: 'approve' })}
                autoFocus
              >
                {isPending ? 'Approving…' : isUnconfirmed ? 'Confirm it is you and approve' : `Approve${what}`}
              </Button>
              <Button kind="plain" onClick={() => setStep(undefined)}>
                Back
              </Button>
            </>
          }
        >
          <p>
            <b>{isLast ? 'It is sent at once.' : 'It then still waits for others.'}</b> You approve exactly what is
            shown above. A change of it needs your approval again.
          </p>
          <IdentityNote environment={environment} identity={identity} className="mt-1" />
        </Note>
      )}
      {(step === 'decline' || step === 'ask') && (
        <WordsForm
          {...(step === 'decline'
            ? { label: 'Why do you decline?', submit: 'Decline', pending: 'Declining…' }
            : { label: `What do you want to know from ${intent.person}?`, submit: 'Ask', pending: 'Asking…' })}
          isPending={isPending}
          onSend={(words) => start({ kind: step, words })}
          onCancel={() => setStep(undefined)}
        />
      )}
      <WriteError problem={problem} className="mt-2" />
    </div>
  )
}

/** What the person who asked can do while it waits. */
function Own({ intent, now }: { intent: IntentDetail; now: number }) {
  const [isAnswering, setAnswering] = useState(false)
  const answer = useDecision(intent, () => setAnswering(false))
  const reminder = useDecision(intent, () => announce('Reminded'))
  const { waiting_for: approvers = [], decisions = [] } = intent.approval ?? {}
  const reminded = decisions.findLast(({ kind }) => kind === 'remind')
  const mayRemind = !reminded || now - Date.parse(reminded.at) >= reminderMinutes * 60_000
  const withdrawal = useIntentAction(intent, { kind: 'withdraw', run: withdraw })
  const container = useRef<HTMLDivElement>(null)
  useFocusAfter(isAnswering, () => container.current?.querySelector('button'))
  return (
    <>
      {approvers.length > 0 && <Approvers approvers={approvers} now={now} />}
      <div ref={container} className="mt-6 border-t border-hairline-strong pt-4">
        <p className="mb-3 text-ink-2">While it waits, its amount counts towards the limits.</p>
        {isAnswering ? (
          <WordsForm
            label={'What should the approvers know?'}
            submit={'Write'}
            pending={'Writing…'}
            isPending={answer.isPending}
            onSend={(words) => answer.start({ kind: 'answer', words })}
            onCancel={() => setAnswering(false)}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAnswering(true)}>Write to the approvers</Button>
            {approvers.length > 0 && mayRemind && (
              <Button aria-busy={reminder.isPending || undefined} onClick={() => reminder.start({ kind: 'remind' })}>
                <Bell />
                {reminder.isPending ? 'Reminding…' : `Remind ${approvers.length === 1 ? approvers[0]?.name : 'them'}`}
              </Button>
            )}
            <Button aria-busy={withdrawal.isPending || undefined} onClick={withdrawal.start}>
              {withdrawal.isPending ? 'Withdrawing…' : 'Withdraw'}
            </Button>
          </div>
        )}
        {reminded && (
          <p className="mt-3 text-sm text-ink-3">
            Reminded <Time value={reminded.at} now={now} withZone />
            {!mayRemind && `; again ${reminderMinutes} minutes later`}.
          </p>
        )}
        <WriteError problem={answer.problem ?? reminder.problem ?? withdrawal.problem} className="mt-2" />
      </div>
    </>
  )
}

type ApproversProps = { approvers: NonNullable<Approval['waiting_for']>; now: number }

/** Who can approve it: whether they opened it, and what they usually take. */
function Approvers({ approvers, now }: ApproversProps) {
  const hasUsual = approvers.some(({ usual_seconds }) => usual_seconds !== undefined)
  return (
    <Section title="Who can approve">
      <table className={`${tableClass} max-w-[640px]`}>
        <thead>
          <tr>
            <th scope="col">Approver</th>
            <th scope="col">Opened it</th>
            {hasUsual && <th scope="col">Usually decides in</th>}
          </tr>
        </thead>
        <tbody>
          {approvers.map(({ name, opened_at, usual_seconds }) => (
            <tr key={name}>
              <th scope="row" className="font-text">
                {name}
              </th>
              <td>
                {opened_at ? (
                  <Time value={opened_at} now={now} withZone />
                ) : (
                  <span className="text-ink-3">not yet</span>
                )}
              </td>
              {hasUsual && <td>{usual_seconds !== undefined && spanText(usual_seconds * 1000)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

type WordsProps = {
  label: string
  submit: string
  pending: string
  isPending: boolean
  onSend: (words: string) => void
  onCancel: () => void
}

function WordsForm({ label, submit, pending, isPending, onSend, onCancel }: WordsProps) {
  const id = useId()
  const [words, setWords] = useState('')
  const [isTried, setTried] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (words.trim()) onSend(words.trim())
  }
  return (
    <form noValidate onSubmit={send} aria-label={submit} className="grid max-w-[560px] gap-3">
      <TextArea
        id={id}
        label={label}
        rows={3}
        maxLength={500}
        value={words}
        autoFocus
        onChange={({ target }) => setWords(target.value)}
        {...(isTried && !words.trim() && { error: 'Enter a sentence.' })}
      />
      <FormButtons label={submit} pending={pending} isPending={isPending} onCancel={onCancel} />
    </form>
  )
}
