'use client'
/** The forms, each in a chunk of its own: drafts belong to the tab, so the server draws only steps and heading anyway. */
import dynamic from 'next/dynamic'
import type { FormProps } from '@/components/forms/description'
import { LoadingForm } from '@/components/forms/form-steps'

const LazyOrder = dynamic(() => import('@/components/orders/order-form').then((module) => module.OrderForm))
const LazyAccount = dynamic(() =>
  import('@/components/fiat-accounts/account-form').then((module) => module.FiatAccountForm),
)
const LazyChange = dynamic(() =>
  import('@/components/fiat-accounts/change-form').then((module) => module.FiatAccountChangeForm),
)
const LazyRule = dynamic(() => import('@/components/rules/rule-form').then((module) => module.RuleForm))
const LazyDeposit = dynamic(() => import('@/components/deposits/deposit-form').then((module) => module.DepositForm))

export const OrderForm = (props: FormProps) => (
  <LoadingForm operation="createOrder" title="New order" step={props.step}>
    <LazyOrder {...props} />
  </LoadingForm>
)

export const FiatAccountForm = (props: FormProps) => (
  <LoadingForm operation="createFiatAccount" title="New fiat account" step={props.step}>
    <LazyAccount {...props} />
  </LoadingForm>
)

export const FiatAccountChangeForm = (props: FormProps & { id: string }) => (
  <LoadingForm operation="updateFiatAccount" title="Change fiat account" step={props.step}>
    <LazyChange {...props} />
  </LoadingForm>
)

export const RuleForm = (props: FormProps) => (
  <LoadingForm operation="createRule" title="New rule" step={props.step}>
    <LazyRule {...props} />
  </LoadingForm>
)

export const DepositForm = (props: FormProps) => (
  <LoadingForm operation="initiateSandboxFiatDeposit" title="New sandbox deposit" step={props.step}>
    <LazyDeposit {...props} />
  </LoadingForm>
)
