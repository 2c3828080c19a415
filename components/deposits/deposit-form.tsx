'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { ownerAt, wireAt } from '@/components/fiat-accounts/account-values'
import { ownerFieldOf, ownerWarnings } from '@/components/fiat-accounts/owner-texts'
import { wireFieldOf, wireWarnings } from '@/components/fiat-accounts/wire-texts'
import type { FormDescription, FormSession } from '@/components/forms/description'
import { FormPage } from '@/components/forms/form-page'
import { ReviewPage } from '@/components/forms/review-page'
import { compareDecimals } from '@/lib/api/decimals'
import { amountError, normalizeAmount } from '@/lib/browser/normalize-input'
import { DepositFields, MemoAsked } from './deposit-fields'
import { depositReview } from './deposit-review'
import { blankDeposit, type DepositValues, depositAsset, depositBody, depositValuesOf } from './deposit-values'

function depositField(error: string): string {
  if (error.startsWith(ownerAt)) return ownerFieldOf(error, ownerAt)
  if (error.startsWith('fiat_network_instructions')) return wireFieldOf(error, wireAt)
  // The asset is no choice: what is wrong with it is wrong with the amount.
  return error === 'asset' ? 'amount' : error
}

const warningsOf = ({ amount, fiat_account_owner, fiat_network_instructions }: DepositValues) => ({
  // The pattern takes zero; that a deposit is of more is ours to say.
  ...(compareDecimals(normalizeAmount(amount), '0') === 0 && {
    amount: 'A deposit of nothing. The provider may refuse it.',
  }),
  ...ownerWarnings(fiat_account_owner, ownerAt),
  ...wireWarnings(fiat_network_instructions.wire, wireAt),
})

function moreErrors({ amount }: DepositValues): Record<string, string> {
  const sentence = amountError(amount, 'amount', depositAsset)
  return sentence ? { amount: sentence } : {}
}

const depositForm: FormDescription<DepositValues> = {
  operation: 'initiateSandboxFiatDeposit',
  place: 'deposits/new',
  title: 'New sandbox deposit',
  thing: 'deposit',
  blank: blankDeposit,
  inputOf: (values) => ({ body: depositBody(values) }),
  valuesOf: ({ body }) => depositValuesOf(body),
  fieldOf: depositField,
  moreErrors,
  warningsOf,
  reviewOf: depositReview,
  Fields: DepositFields,
}

/** The form of a sandbox deposit; the address may bring a memo (`?x.memo=`). */
export function NewDeposit({ session }: { session: FormSession }) {
  const memo = useSearchParams().get('x.memo') ?? ''
  const form = useMemo(() => ({ ...depositForm, blank: { ...blankDeposit, memo_id: memo } }), [memo])
  return <FormPage form={form} session={session} lead={<MemoAsked />} />
}

/** The deposit before it is sent. */
export const DepositReview = ({ session }: { session: FormSession }) => (
  <ReviewPage form={depositForm} session={session} />
)
