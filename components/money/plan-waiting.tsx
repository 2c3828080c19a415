'use client'
/** What is still to be done for a planned movement before its money comes. */
import { Banknote, CircleQuestionMark, OctagonX, Send, TriangleAlert } from 'lucide-react'
import { exampleWire } from '@/components/deposits/example-wire'
import { wireBody } from '@/components/fiat-accounts/account-values'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { moneyText, networkLabel } from '@/components/transfers/labels'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import type { MovementRequest, PlannedMovement } from '@/lib/api/console/movements/movement'
import type { Environment } from '@/lib/api/environments'
import type { RuleRoute } from '@/lib/api/provider/record-names'
import { sendWrite } from '@/lib/browser/send-write'

type WaitingProps = {
  environment: Environment
  plan: PlannedMovement
  /** Absent for those who may not read requests. */
  requests?: readonly MovementRequest[]
  mayWrite: boolean
  onSent: () => void
}

const rules = { operation: 'createRule' } as const
const deposits = { operation: 'initiateSandboxFiatDeposit' } as const

/** The intent of the sandbox deposit of a plan: always the same, so that it is sent at most once, from any tab. */
export const depositIntent = (plan: string) =>
  `${plan.slice(0, -1)}${(Number.parseInt(plan.slice(-1), 16) ^ 1).toString(16)}`

/** The rule of the plan, or what became of its request; then how the money is sent. */
export default function PlanWaiting(props: WaitingProps) {
  const { plan, requests } = props
  const request = requests?.find(({ id }) => id === plan.rule_intent)
  if (requests && request?.state !== 'confirmed') return <RuleMissing {...props} request={request} />
  if (!request?.route) return null
  return <Instructions {...props} route={request.route} />
}

function RuleMissing({ environment, plan, request, mayWrite, onSent }: WaitingProps & { request?: MovementRequest }) {
  const { start, isPending, problem } = useWrite({
    mutationFn: () => sendWrite(environment, rules.operation, { body: plan.rule }, plan.rule_intent),
    onSettled: onSent,
  })
  const open = (
    <ButtonLink size="small" href={`/${environment}/activity/${encodeURIComponent(plan.rule_intent)}`}>
      {request?.state === 'unknown' ? 'Check outcome' : 'Open the request'}
    </ButtonLink>
  )
  if (request?.state === 'unknown')
    return (
      <Note
        tone="unknown"
        icon={CircleQuestionMark}
        className="mt-6"
        title="It is not known whether its rule exists."
        actions={open}
      >
        Check the outcome of the request before any money is sent.
      </Note>
    )
  if (request?.state === 'refused')
    return (
      <Note
        tone="bad"
        icon={OctagonX}
        className="mt-6"
        title="Its rule was not created."
        actions={
          <>
            {open}
            <ButtonLink size="small" href={`/${environment}/money/new`}>
              Plan it again
            </ButtonLink>
          </>
        }
      >
        No money can arrive for this plan. The request says why.
      </Note>
    )
  if (request)
    return (
      <Note tone="wait" icon={TriangleAlert} className="mt-6" title="Its rule does not exist yet." actions={open}>
        The request is {request.state === 'sent' ? 'on its way to the provider' : 'recorded and has not been sent'}.
      </Note>
    )
  return (
    <>
      <Note
        tone="wait"
        icon={TriangleAlert}
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
    'Please send this wire to our account with the provider:',
    `Amount: ${moneyText(amount, rule.source_asset)}, exactly`,
    `Memo: ${memo}`,
    'The memo must be in the wire unchanged, in the field for the beneficiary. Without it the money is not attributed.',
  ].join('\n')
}

function Instructions({ environment, plan, route, mayWrite, onSent }: WaitingProps & { route: RuleRoute }) {
  const { amount, rule } = plan
  const { memo, source_address: address, source_network: network = '' } = route
  const money = moneyText(amount, rule.source_asset)
  const { start, isPending, isSuccess, problem } = useWrite({
    mutationFn: () =>
      sendWrite(
        environment,
        deposits.operation,
        { body: { amount, asset: 'USD', memo_id: memo, fiat_network_instructions: { wire: wireBody(exampleWire) } } },
        depositIntent(plan.id),
      ),
    onSettled: onSent,
  })
  const canDeposit = mayWrite && environment === 'sandbox' && memo !== undefined && rule.source_asset === 'USD'
  const copied = (text: string, what: string) => (
    <span className="text-md font-title">
      <span className="font-mono [overflow-wrap:anywhere]">{text}</span> <CopyButton text={text} what={what} />
    </span>
  )
  const facts: Fact[] = [
    [
      'Amount',
      <span key="amount">
        {money} <CopyButton text={amount} what="amount" />
      </span>,
    ],
    ...(memo ? [['Memo', copied(memo, 'memo')] as Fact] : []),
    ...(address ? [['Deposit address', copied(address, 'deposit address')] as Fact] : []),
    ...(address ? [['Network', networkLabel(network) ?? network] as Fact] : []),
  ]
  const title = memo ? 'Waiting for the wire' : address ? 'Waiting for the deposit' : 'Waiting for the money'
  return (
    <Section
      title={title}
      more={memo ? 'it is sent at your bank; the provider’s API can’t start it' : undefined}
      end={memo && <CopyAction isPlain label="Copy the text for the bank" text={bankText(plan, memo)} />}
    >
      {memo || address ? (
        <Facts facts={facts} className="mt-1" />
      ) : (
        <p className="mt-2">{`${rule.source_asset} that arrives in the profile runs the rule.`}</p>
      )}
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
    </Section>
  )
}
