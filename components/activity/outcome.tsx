'use client'
import type { ComponentType } from 'react'
import { DepositTracker } from '@/components/deposits/deposit-tracker'
import { AccountOutcome } from '@/components/fiat-accounts/account-outcome'
import { OrderOutcome } from '@/components/orders/order-outcome'
import { RuleOutcome } from '@/components/rules/rule-outcome'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail, WriteName } from '@/lib/api/intents'
import { ownStatus } from './record-status'

type OutcomeProps = { intent: IntentDetail; environment: Environment }

// All of them come with the page: one that came later would push away what is read below it.
const parts: Record<WriteName, ComponentType<OutcomeProps>> = {
  createOrder: OrderOutcome,
  createFiatAccount: AccountOutcome,
  updateFiatAccount: AccountOutcome,
  createRule: RuleOutcome,
  initiateSandboxFiatDeposit: DepositTracker,
}

/** What came of an intent, as its own kind shows it; nothing where nothing of its own came. */
export function Outcome({ intent, environment }: OutcomeProps) {
  const { state, operation, is_conflict, is_earlier_credential } = intent
  const isDeposit = operation === 'initiateSandboxFiatDeposit'
  const isLookedFor = isDeposit && state === 'unknown'
  const isThere = state === 'confirmed' || (state === 'refused' && ownStatus(intent) !== undefined)
  // Two records are shown side by side instead.
  if (is_conflict || (!isThere && !isLookedFor)) return null
  // The client id of now may see other transfers than the one that sent it.
  if (isDeposit && is_earlier_credential) return null
  const Part = parts[operation]
  return (
    <div className="mt-5">
      <Part intent={intent} environment={environment} />
    </div>
  )
}
