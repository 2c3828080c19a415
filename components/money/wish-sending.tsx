'use client'
/** Records the plan of each movement, creates the rules that are new, and opens the movement. */
import { useQueryClient } from '@tanstack/react-query'
import { CircleHelp, LoaderCircle, Lock, OctagonX } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { skipLeaveConfirmation } from '@/components/forms/leave-confirmation'
import { classifyFailure } from '@/components/forms/sending'
import { Link } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { asProblem, RequestId } from '@/components/ui/problem'
import { Note } from '@/components/ui/status'
import { callConsole } from '@/lib/browser/operation'
import { moneyRows } from '@/lib/features/money/operations'
import type { Environment } from '@/lib/provider/environments'
import type { FieldError } from '@/lib/provider/field-errors'
import { type ProblemError, problemKind } from '@/lib/provider/problem'
import { createRule } from './plan-writes'
import type { WishStep } from './several'

/** Where it stopped: at the plan of a movement, before anything was sent, or at a rule, by its request. */
type Stopped = {
  error: ProblemError
  why: ReturnType<typeof classifyFailure>['why']
  rule?: string
  /** How many movements were begun before it. */
  begun: number
}
type Sending = { step: 'idle' | 'done'; opens?: string } | { step: 'sending' } | ({ step: 'stopped' } & Stopped)

/** What a failure of the plan or of the rule means. The plan's id may have been used for another movement, or be withdrawn. */
const whyOf = (error: ProblemError) =>
  /^movement-(?:reused|withdrawn)$/.test(problemKind(error.problem.type) ?? '') ? 'reused' : classifyFailure(error).why

/** What the form does before and after: its draft belongs to it. */
type Events = {
  onStart: () => void
  onDone: () => void
  /** The ids of this step cannot be used again. */
  onRefused: (step: number) => void
  /** Of the plan or of its rule. */
  onErrors: (errors: FieldError[]) => void
}

/**
 * Sends steps once, however often it is called: plans and rules have ids of their own, under which the same again changes
 * nothing. A rule whose outcome is not known leads to the movement, which shows it.
 */
export function useWishSending(environment: Environment, events: Events) {
  const router = useRouter()
  const queries = useQueryClient()
  const [sending, setSending] = useState<Sending>({ step: 'idle' })
  // A second press may come before the next render.
  const isRunning = useRef(false)
  const opens = sending.step === 'done' ? sending.opens : undefined
  // In an effect, because a page that the person has left opens nothing.
  useEffect(() => {
    if (opens) router.push(opens)
  }, [opens, router])

  const stopOf = (thrown: unknown) => {
    const error = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))
    return error && { error, why: whyOf(error) }
  }

  function stop(thrown: unknown, begun = 0, rule?: string) {
    isRunning.current = false
    const stopped = stopOf(thrown)
    if (!stopped) return setSending({ step: 'idle' })
    const { why, error } = stopped
    setSending({ step: 'stopped', ...stopped, ...(rule && { rule }), begun })
    if (why === 'refused' || why === 'duplicate') events.onRefused(begun)
    const errors = error.problem.errors?.filter(({ field }) => field !== '') ?? []
    if (errors.length > 0) events.onErrors(errors)
  }

  /** Each movement with its rule before the next: a refusal leaves those before it complete. */
  async function execute(steps: readonly WishStep[], reason: string) {
    const made = new Set<string>()
    for (const [at, { id, plan, isNew }] of steps.entries()) {
      const { rule_intent: rule, rule: body } = plan
      try {
        await callConsole(environment, moneyRows.planMovement, { values: { id }, body: plan })
      } catch (thrown) {
        return stop(thrown, at)
      }
      if (!isNew || made.has(rule)) continue
      made.add(rule)
      try {
        const others = steps.slice(at + 1).filter((one) => one.isNew && one.plan.rule_intent !== rule)
        await createRule(environment, body, rule, { reason, others: [...new Set(others.map((one) => one.plan.rule))] })
      } catch (thrown) {
        if (stopOf(thrown)?.why !== 'result') return stop(thrown, at, rule)
      }
    }
    const [only, other] = steps
    events.onDone()
    for (const name of ['intents', 'movements']) void queries.invalidateQueries({ queryKey: [environment, name] })
    setSending({ step: 'done', opens: only && !other ? `/${environment}/money/${only.id}` : `/${environment}/money` })
  }

  return {
    sending,
    isBusy: sending.step === 'sending' || sending.step === 'done',
    /** @param read the steps, from what is known now */
    send: async (read: () => Promise<readonly WishStep[]>, reason: string) => {
      if (isRunning.current) return announce('Already sending. Pressing again has no effect.')
      isRunning.current = true
      setSending({ step: 'sending' })
      events.onStart()
      let steps: readonly WishStep[]
      try {
        steps = await read()
      } catch (thrown) {
        return stop(thrown)
      }
      await execute(steps, reason)
    },
    reset: () => setSending({ step: 'idle' }),
  }
}

type StatusProps = {
  environment: Environment
  sending: Sending
  /** The page of the movement that is planned, or of several. */
  href: string
  /** Gives what was typed new ids. @param step where it stopped */
  onRenew: (step: number) => void
}

/** Below the button: that it is being sent, or why it was not. */
export function WishSendingStatus({ sending, ...props }: StatusProps) {
  const box = useRef<HTMLDivElement>(null)
  const { step } = sending
  useEffect(() => {
    if (step === 'stopped') box.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return (
    <div ref={box} className="scroll-mb-4">
      <p role="status" className="sr-only">
        {step === 'sending' && "Sending. Waiting for the provider's answer."}
        {step === 'done' && 'Done. Opening the movement.'}
      </p>
      {step === 'sending' && (
        <p aria-hidden className="mt-4 flex items-center gap-2 text-ink-2">
          <LoaderCircle className="animate-turn" />
          Sending
        </p>
      )}
      {sending.step === 'stopped' && <FailureNote {...props} stopped={sending} />}
    </div>
  )
}

type FailureNoteProps = Omit<StatusProps, 'sending'> & { stopped: Stopped }

function FailureNote({ environment, href, stopped, onRenew }: FailureNoteProps) {
  const { error, why, rule, begun } = stopped
  const { problem } = error
  const message = [problem.title, problem.detail].filter(Boolean).join(' ')
  const link = (href: string, label: string) => (
    <Link className={buttonClass({ size: 'small' })} href={href} {...skipLeaveConfirmation}>
      {label}
    </Link>
  )
  const reload = (href: string, label: string) => (
    <a className={buttonClass({ size: 'small' })} href={href} {...skipLeaveConfirmation}>
      {label}
    </a>
  )
  const request = rule && link(`/${environment}/activity/${rule}`, 'View the request')
  const planned = link(href, 'View the movement')
  const renew = (
    <Button size="small" onClick={() => onRenew(begun)}>
      Make this a new movement
    </Button>
  )
  const again = 'Press again: nothing is made twice, however often you press.'
  const here = `/${environment}/money/new`
  const texts: Record<Stopped['why'], [title: string, text: string, next: string, actions?: ReactNode]> = {
    result: ['', '', ''],
    refused: [
      'The rule was refused.',
      message,
      problem.status === 429
        ? 'It had no effect. Press again in a moment: that makes a new rule.'
        : 'It had no effect. Correct it and press again: that makes a new rule.',
      request,
    ],
    duplicate: ['The rule was refused.', message, 'The provider already has a rule with this reference.', request],
    prepared: ['Not sent.', message, 'The rule is recorded in Mintdesk and has not been sent. Press again to send it.'],
    'not-recorded': [
      'Not sent.',
      message,
      rule ? 'The movement is planned; its rule was not sent. Press again to go on.' : 'Nothing was sent.',
    ],
    'no-answer': rule
      ? ['The rule may have been sent.', problem.title, again, planned]
      : ['Nothing was sent to the provider.', problem.title, again],
    reused: [
      problem.title,
      problemKind(problem.type) === 'movement-withdrawn'
        ? 'It waits for no money.'
        : 'Mintdesk received it from another tab, or before you changed it.',
      'Check that one first. Nothing was sent now.',
      <>
        {planned}
        {renew}
      </>,
    ],
    restored: [
      problem.title,
      problem.detail ?? '',
      'If the provider does not have the rule, make this a new movement.',
      renew,
    ],
    'person-changed': [problem.title, problem.detail ?? '', 'The draft stays in this tab.', reload(here, 'Reload')],
    'sign-in': [
      'Signed out.',
      rule ? 'The movement is planned; its rule was not sent.' : 'Nothing was sent.',
      'Your draft is saved in this tab. Sign in as the same person to go on.',
      reload(`/sign-in?callbackUrl=${encodeURIComponent(here)}`, 'Sign in'),
    ],
  }
  const [title, text, next, actions] = texts[why]
  const style =
    why === 'no-answer' && rule
      ? ({ tone: 'unknown', icon: CircleHelp } as const)
      : why === 'sign-in'
        ? ({ tone: 'wait', icon: Lock } as const)
        : ({ tone: 'bad', icon: OctagonX } as const)
  return (
    <Note className="mt-5 max-w-[860px]" {...style} role="alert" actions={actions}>
      <p>
        <b>{title}</b> {text}
      </p>
      <p>{next}</p>
      {begun > 0 && <p>{begun === 1 ? '1 movement has begun' : `${begun} movements have begun`} before it.</p>}
      {problem.request_id && !actions && <RequestId id={problem.request_id} />}
    </Note>
  )
}
