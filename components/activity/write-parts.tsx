'use client'
/** What pages show of each write: its form, and on its request's page what it created or changed. A new write is added here. */
import { type ComponentType, useEffect } from 'react'
import type { FormProps } from '@/components/forms/description'
import { below, FormHeading } from '@/components/forms/form-page'
import { whenIdle } from '@/components/ui/browser-state'
import { type LatePart, lazyPart } from '@/components/ui/lazy-part'
import { useTellRead } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import type { Environment } from '@/lib/provider/environments'
import type { WriteName } from '@/lib/provider/operations'

type OutcomeProps = { intent: IntentDetail; environment: Environment }
/** `onRead` is called once the outcome is there, or cannot be read: what is below it waits for that. */
type LateProps = OutcomeProps & { onRead: () => void }

/** @param id of the record that the write changes; '' if it creates one */
type WriteFormProps = FormProps & { id: string }

/** `Waiting` says what a request is for that waits for approval, where another page made it. */
type WriteParts = {
  Form: LatePart<WriteFormProps>
  Outcome: LatePart<LateProps>
  Waiting?: LatePart<{ environment: Environment; intent: string; onRead: () => void }>
}

const form = (load: () => Promise<{ default: ComponentType<WriteFormProps> }>) => lazyPart('The form', load)

/** An outcome that reads nothing more. */
const outcome = (load: () => Promise<{ default: ComponentType<OutcomeProps> }>) =>
  lazyPart('The record', async () => {
    const { default: Outcome } = await load()
    function ReadOutcome({ onRead, ...props }: LateProps) {
      useTellRead(true, onRead)
      return <Outcome {...props} />
    }
    return { default: ReadOutcome }
  })

const accountOutcome = outcome(() => import('@/components/fiat-accounts/account-outcome'))

export const writeParts: Record<WriteName, WriteParts> = {
  createOrder: {
    Form: form(() => import('@/components/orders/order-form')),
    Outcome: outcome(() => import('@/components/orders/order-outcome')),
  },
  createFiatAccount: { Form: form(() => import('@/components/fiat-accounts/account-form')), Outcome: accountOutcome },
  updateFiatAccount: { Form: form(() => import('@/components/fiat-accounts/change-form')), Outcome: accountOutcome },
  createRule: {
    Form: form(() => import('@/components/rules/rule-form')),
    Outcome: outcome(() => import('@/components/rules/rule-outcome')),
    Waiting: lazyPart('What it is for', () => import('@/components/money/rule-plan')),
  },
  initiateSandboxFiatDeposit: {
    Form: form(() => import('@/components/deposits/deposit-form')),
    Outcome: lazyPart('The movement', () => import('@/components/deposits/deposit-outcome')),
  },
}

/** The form of a write. Its heading is there before its code. */
export function WriteForm({ operation, ...props }: WriteFormProps & { operation: WriteName }) {
  const { Form, Outcome } = writeParts[operation]
  // Once the form is on screen, so that the page of its request opens at once.
  useEffect(() => whenIdle(Outcome.preload), [Outcome])
  return <Form {...props} {...below(<FormHeading operation={operation} step={props.step} />)} />
}
