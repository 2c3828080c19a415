/** How long the forms are: at 1440 pixels each fits two windows of 900, of which the shell takes 120. */
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import DepositForm from '@/components/deposits/deposit-form'
import FiatAccountForm from '@/components/fiat-accounts/account-form'
import FiatAccountChangeForm from '@/components/fiat-accounts/change-form'
import type { FormProps } from '@/components/forms/description'
import OrderForm from '@/components/orders/order-form'
import RuleForm from '@/components/rules/rule-form'
import { button, errors, field, radio, renderForm } from './forms'

const limit = 2 * 900 - 120

const Change = (props: FormProps) => <FiatAccountChangeForm {...props} id="00000000-0000-4000-8000-0000000000ac" />

type Case = [title: string, path: string, Form: ComponentType<FormProps>, lengthen: () => Promise<void>]
const cases: Case[] = [
  [
    'New order',
    '/orders/new',
    OrderForm,
    async () => {
      await field('Type').selectOptions('STOP_LIMIT')
      await field('Time in force').selectOptions('GTT')
    },
  ],
  ['New fiat account', '/fiat-accounts/new', FiatAccountForm, () => radio('A person').click()],
  ['Change fiat account', '/fiat-accounts/00000000/edit', Change, () => radio('A person').click()],
  [
    'New rule',
    '/rules/new',
    RuleForm,
    async () => {
      await radio(/^On a network/).click()
      await radio(/^Send it/).click()
    },
  ],
  ['New test wire', '/deposits/new', DepositForm, () => radio('A person').click()],
]

test.each(cases)(
  '%s fits two screens, also with its longest choices and with errors',
  async (title, path, Form, lengthen) => {
    await renderForm(Form, { url: `/sandbox${path}` })
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await lengthen()
    await button(/^Review/).click()
    await expect.element(errors()).toBeVisible()
    expect(document.documentElement.scrollHeight).toBeGreaterThan(300)
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(limit)
  },
)
