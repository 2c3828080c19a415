'use client'
/** The forms, each in a chunk of its own: drafts belong to the tab, so the server draws only steps and heading anyway. */
import type { ComponentType } from 'react'
import type { FormProps } from '@/components/forms/description'
import { FormHead, PassingHeading } from '@/components/forms/form-steps'
import { lazyPart } from '@/components/ui/lazy-part'
import type { WriteName } from '@/lib/api/provider/operations'

function form<Props extends FormProps>(
  operation: WriteName,
  title: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const Part = lazyPart('The form', load)
  return function Form(props: Props) {
    const head = <FormHead operation={operation} title={title} step={props.step} />
    return (
      <Part
        {...props}
        whileLoading={<PassingHeading>{head}</PassingHeading>}
        renderLost={(note) => (
          <>
            {head}
            {note}
          </>
        )}
      />
    )
  }
}

export const OrderForm = form('createOrder', 'New order', async () => ({
  default: (await import('@/components/orders/order-form')).OrderForm,
}))

export const FiatAccountForm = form('createFiatAccount', 'New fiat account', async () => ({
  default: (await import('@/components/fiat-accounts/account-form')).FiatAccountForm,
}))

export const FiatAccountChangeForm = form('updateFiatAccount', 'Change fiat account', async () => ({
  default: (await import('@/components/fiat-accounts/change-form')).FiatAccountChangeForm,
}))

export const RuleForm = form('createRule', 'New rule', async () => ({
  default: (await import('@/components/rules/rule-form')).RuleForm,
}))

export const DepositForm = form('initiateSandboxFiatDeposit', 'New sandbox deposit', async () => ({
  default: (await import('@/components/deposits/deposit-form')).DepositForm,
}))
