'use client'
/** What is still to be done for a planned movement before its money comes. */
import { Ban, Banknote, Check, Clock, Send, Stamp, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { exampleWire, wireBody } from '@/components/fiat-accounts/account-values'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { dueText } from '@/components/records/overdue'
import { moneyText, networkLabel } from '@/components/records/transfer-labels'
import { spanText } from '@/components/records/usual-times'
import { amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { ConfirmDialog } from '@/components/ui/dialog'
import { type Fact, Facts } from '@/components/ui/facts'
import { announce } from '@/components/ui/focus'
import { Section } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { Time, useNow, useZone } from '@/components/ui/time'
import { approvedBy } from '@/lib/api/approval'
import { waitingFor } from '@/lib/api/waits'
import { namesText } from '@/lib/browser/labels'
import { sendWrite } from '@/lib/browser/send-write'
import { teamSettings } from '@/lib/browser/team'
import type { PlanChange } from '@/lib/features/money/input'
import type { MovementRequest, PlanDue, PlannedMovement } from '@/lib/features/money/interface'
import { planBound } from '@/lib/features/money/lateness'
import { planRange } from '@/lib/features/money/plans'
import type { Environment } from '@/lib/provider/environments'
import type { RuleRoute } from '@/lib/provider/record-names'
import { missingRule, planWait } from './plan-texts'
import { changePlan, createRule } from './plan-writes'

type WaitingProps = {
  environment: Environment
  plan: PlannedMovement
  /** Absent for those who may not read requests. */
  requests?: readonly MovementRequest[]
  /** When its money counts as late. */
  due?: PlanDue
  mayWrite: boolean
  onSent: () => void
}

const depositWrite = { operation: 'initiateSandboxFiatDeposit' } as const

/** The intent of the sandbox deposit of a plan: always the same, so that it is sent at most once, from any tab. */
export const depositIntent = (plan: string) =>
  `${plan.slice(0, -1)}${(Number.parseInt(plan.slice(-1), 16) ^ 1).toString(16)}`

const sendTestWire = (environment: Environment, plan: string, amount: string, memo_id: string | undefined) =>
  sendWrite(
    environment,
    depositWrite.operation,
    { body: { amount, asset: 'USD', memo_id, fiat_network_instructions: { wire: wireBody(exampleWire) } } },
    depositIntent(plan),
  )

/** The rule of the plan, or what became of its request; then how the money is sent. */
export default function PlanWaiting(props: WaitingProps) {
  const { plan, requests } = props
  const request = requests?.find(({ id }) => id === plan.rule_intent)
  if (plan.withdrawn) return <Withdrawn {...props} request={request} />
  if (requests && request?.state !== 'confirmed')
    return (
      <>
        <RuleMissing {...props} request={request} />
        <div className="mt-4">
          <Withdraw {...props} request={request} />
        </div>
      </>
    )
  if (!request?.route) return null
  return <Instructions {...props} route={request.route} />
}

const stillWaits = 'The request for its rule still waits for approval.'

const usePlanChange = ({ environment, plan, onSent }: WaitingProps, announcement: string) =>
  useWrite({
    mutationFn: (action: PlanChange['action']) => changePlan(environment, plan.id, action),
    onSuccess: ({ body: { rule_request } }) =>
      announce(rule_request && !rule_request.is_withdrawn ? `${announcement}. ${stillWaits}` : announcement),
    onSettled: onSent,
  })

/** A plan that nobody waits for: who said so, and what its rule still does. */
function Withdrawn({ environment, plan, request }: WaitingProps & { request?: MovementRequest }) {
  const { withdrawn, rule } = plan
  const { route } = request ?? {}
  const isOpen = request !== undefined && request.state !== 'refused' && !route
  return (
    <Note
      tone={isOpen ? 'wait' : 'off'}
      icon={isOpen ? TriangleAlert : Ban}
      className="mt-6"
      title={`${withdrawn?.person} withdrew this plan.`}
      actions={
        <>
          {isOpen && (
            <ButtonLink size="small" href={`/${environment}/activity/${encodeURIComponent(request.id)}`}>
              Open the request
            </ButtonLink>
          )}
          <ButtonLink size="small" href={`/${environment}/money/new${route ? `?again=${plan.id}` : ''}`}>
            Plan it again
          </ButtonLink>
        </>
      }
    >
      {route
        ? staysText(route, rule.source_asset)
        : isOpen
          ? leftText(request)
          : `${request?.approval?.state === 'withdrawn' ? 'The request for its rule was withdrawn. ' : ''}It has no rule, so no money can come for it.`}
    </Note>
  )
}

/** A request for the rule of a withdrawn plan, which was not withdrawn with it. */
const leftText = ({ state, person }: MovementRequest) =>
  state === 'waiting' || state === 'prepared'
    ? `${state === 'waiting' ? stillWaits : 'The request for its rule was recorded and not sent.'} If it is sent, its rule comes into force, and money that triggers it is shown as not planned. ${person}, who asked for it, can withdraw it.`
    : 'It is not known whether its rule exists. If it does, money that triggers it is shown as not planned.'

/** A rule cannot be removed: what comes still triggers it. */
const staysText = ({ memo, source_address: address }: RuleRoute, asset: string) =>
  `Its rule stays in force: ${memo ? `a wire with memo ${memo}` : address ? 'a deposit to its address' : `${asset} that arrives in the profile`} still triggers it, and is shown as not planned.`

/** Takes the plan out of what is waited for, once a person has confirmed it. */
function Withdraw(props: WaitingProps & { route?: RuleRoute; request?: MovementRequest }) {
  const { plan, route, request, mayWrite } = props
  const [isAsking, setAsking] = useState(false)
  const { start, isPending, problem } = usePlanChange(props, 'Plan withdrawn')
  if (!mayWrite) return null
  return (
    <>
      <Button kind="plain" aria-busy={isPending || undefined} onClick={() => setAsking(true)}>
        <Ban />
        {isPending ? 'Withdrawing…' : 'Withdraw plan'}
      </Button>
      <WriteError problem={problem} />
      {isAsking && (
        <ConfirmDialog
          title="Withdraw this plan?"
          cancel="Keep it"
          onClosed={() => setAsking(false)}
          actions={
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false)
                start('withdraw')
              }}
            >
              Withdraw plan
            </Button>
          }
        >
          <p>
            Mintdesk stops waiting for {moneyText(plan.amount, plan.rule.source_asset)}. It leaves the lists, and your
            name is recorded. {route && staysText(route, plan.rule.source_asset)}
            {(request?.state === 'waiting' || request?.state === 'prepared') &&
              'The request for its rule is withdrawn too, unless another plan uses it or a colleague asked for it.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** That the money is late, and who acts. */
function LateNote({ plan, due, route }: WaitingProps & { route: RuleRoute }) {
  const { sent, rule } = plan
  const now = useNow(60_000, 'provider')
  const zone = useZone()
  if (!due || now <= Date.parse(due.at)) return null
  const what = route.memo ? 'wire' : 'money'
  const bound = planBound(plan, teamSettings())
  const usual =
    due.usual !== undefined && ` Usually it comes after ${spanText(due.usual * 1000)} (the last ${due.count}).`
  return (
    <Note tone="wait" className="mt-6" title={`The ${what} has not come by ${dueText(Date.parse(due.at), zone)}.`}>
      {route.memo
        ? sent
          ? `${sent.person} asks the bank where it is, with its trace number.`
          : 'You act: ask whoever sends it whether it has left the bank, and with which memo.'
        : `You act: ask whoever sends the ${rule.source_asset} where it is.`}{' '}
      Mintdesk counts it as late {bound} after {sent ? 'it was said to be sent' : 'the plan'}; the provider gives no
      time.{usual}
    </Note>
  )
}

/** What a person said of the wire at the bank, which is no proof that money moved; or the button to say it. */
function SentStatement(props: WaitingProps & { children?: ReactNode }) {
  const { plan, mayWrite } = props
  const { start, isPending, problem } = usePlanChange(props, plan.sent ? 'Marked as not sent' : 'Marked as sent')
  return (
    <>
      {plan.sent && (
        <Note
          tone="busy"
          icon={Clock}
          className="mt-4"
          actions={
            mayWrite && (
              <Button size="small" aria-busy={isPending || undefined} onClick={() => start('not-sent')}>
                It was not sent
              </Button>
            )
          }
        >
          <p>
            <b>
              {plan.sent.person} says the wire was sent at <Time value={plan.sent.at} clock="provider" withZone />; it
              has not arrived yet.
            </b>{' '}
            Only its transfer shows that money moved.
          </p>
        </Note>
      )}
      {!plan.sent && mayWrite && (
        <Button
          kind={props.environment === 'production' ? 'primary' : undefined}
          aria-busy={isPending || undefined}
          onClick={() => start('sent')}
        >
          <Check />
          {isPending ? 'Saving…' : 'I have sent the wire'}
        </Button>
      )}
      <WriteError problem={problem} />
    </>
  )
}

function RuleMissing({ environment, plan, request, mayWrite, onSent }: WaitingProps & { request?: MovementRequest }) {
  const { start, isPending, problem } = useWrite({
    mutationFn: () => createRule(environment, plan.rule, plan.rule_intent),
    onSettled: onSent,
  })
  const open = (
    <ButtonLink size="small" href={`/${environment}/activity/${encodeURIComponent(plan.rule_intent)}`}>
      {request?.state === 'unknown' ? 'Check outcome' : 'Open the request'}
    </ButtonLink>
  )
  if (request?.state === 'unknown')
    return (
      <Note tone="unknown" className="mt-6" title="It is not known whether its rule exists." actions={open}>
        Check the outcome of the request before any money is sent.
      </Note>
    )
  const { approval } = request ?? {}
  if (request?.state === 'waiting' && approval)
    return (
      <Note
        tone="wait"
        icon={Stamp}
        className="mt-6"
        title={
          approval.approvers.length > 0 ? `Waiting for ${namesText(approval.approvers)}.` : `${waitingFor('request')}.`
        }
        actions={
          <ButtonLink size="small" href={`/${environment}/approvals/${encodeURIComponent(request.id)}`}>
            {approval.may_decide ? 'Decide' : 'Open under Approvals'}
          </ButtonLink>
        }
      >
        {approvedBy(approval).map(({ person, at }) => (
          <span key={at}>
            Approved by {person}, <Time value={at} withZone />.{' '}
          </span>
        ))}
        {request.reason ?? 'Nothing was sent: do not send the money yet.'} It expires if it is not approved by{' '}
        <Time value={approval.expires_at} withZone />.
      </Note>
    )
  const missing = missingRule(request?.state, approval)
  if (request?.state === 'refused')
    return (
      <Note
        tone="bad"
        className="mt-6"
        title={`${missing?.label ?? 'Its rule was not created'}.`}
        actions={
          <>
            {open}
            <ButtonLink size="small" href={`/${environment}/money/new`}>
              Plan it again
            </ButtonLink>
          </>
        }
      >
        {request.reason ?? (approval ? '' : 'The request says why.')} No money can arrive for this plan.
      </Note>
    )
  if (request)
    return (
      <Note tone="wait" className="mt-6" title="Its rule does not exist yet." actions={open}>
        The request is {request.state === 'sent' ? 'on its way to the provider' : 'recorded and has not been sent'}.
      </Note>
    )
  return (
    <>
      <Note
        tone="wait"
        className="mt-6"
        title="Its rule does not exist yet: its request was never sent."
        actions={
          mayWrite && (
            <Button kind="primary" size="small" aria-busy={isPending || undefined} onClick={() => start()}>
              <Send />
              {isPending ? 'Creating…' : 'Create the rule'}
            </Button>
          )
        }
      >
        It is sent under the ID of the plan, so it can't be created twice.
      </Note>
      <WriteError problem={problem} className="mt-2" />
    </>
  )
}

/** What is sent to the bank, as text; without its memo a wire triggers nothing. */
export function bankText({ amount, rule }: PlannedMovement, memo: string): string {
  return [
    `Please wire exactly ${moneyText(amount, rule.source_asset)} to our account at the provider.`,
    `Memo: ${memo}`,
    'Put the memo in the remittance information, unchanged. Without it the money is not attributed.',
  ].join('\n')
}

function Instructions(props: WaitingProps & { route: RuleRoute }) {
  const { environment, plan, route, mayWrite, onSent } = props
  const { amount, rule } = plan
  const { memo, source_address: address, source_network: network = '' } = route
  const money = moneyText(amount, rule.source_asset)
  const { start, isPending, isSuccess, problem } = useWrite({
    mutationFn: () => sendTestWire(environment, plan.id, amount, memo),
    onSettled: onSent,
  })
  const canDeposit = mayWrite && environment === 'sandbox' && memo !== undefined && rule.source_asset === 'USD'
  const copied = (text: string, what: string) => (
    <span className="text-md font-title">
      <span className="font-mono [overflow-wrap:anywhere]">{text}</span> <CopyButton text={text} what={what} />
    </span>
  )
  const counted = planRange(amount)
  const range = counted && `${amountText(counted.least)} to ${moneyText(counted.most, rule.source_asset)}`
  const facts: Fact[] = [
    [
      'Amount',
      <span key="amount">
        {money} <CopyButton text={amount} what="amount" />
      </span>,
    ],
    ...(range ? [['Counts as its money', range] as Fact] : []),
    ...(memo ? [['Memo', copied(memo, 'memo')] as Fact] : []),
    ...(address ? [['Deposit address', copied(address, 'deposit address')] as Fact] : []),
    ...(address ? [['Network', networkLabel(network) ?? network] as Fact] : []),
  ]
  return (
    <>
      <LateNote {...props} />
      <Section
        title={waitingFor(planWait(plan))}
        more={memo ? 'send it at your bank' : undefined}
        end={memo && <CopyAction isPlain label="Copy the text for the bank" text={bankText(plan, memo)} />}
      >
        {!memo && !address && (
          <p className="mt-2">{`${rule.source_asset} that arrives in the profile runs the rule.`}</p>
        )}
        <Facts facts={facts} className="mt-1" />
        {canDeposit && (
          <p role="status" className="mt-4 flex flex-wrap items-center gap-3">
            {isSuccess ? (
              'The test wire was sent. Its transfer appears here within seconds.'
            ) : (
              <>
                <Button kind="primary" aria-busy={isPending || undefined} onClick={() => start()}>
                  <Banknote />
                  {isPending ? 'Sending…' : `Send a test wire of ${money}`}
                </Button>
                <span className="text-ink-2">Sandbox only; in production your bank sends the wire.</span>
              </>
            )}
          </p>
        )}
        <WriteError problem={problem} className="mt-2" />
        {memo && plan.sent && <SentStatement {...props} />}
        <div className="mt-4 flex flex-wrap items-center gap-2 empty:hidden">
          {memo && !plan.sent && <SentStatement {...props} />}
          <Withdraw {...props} />
        </div>
      </Section>
    </>
  )
}
