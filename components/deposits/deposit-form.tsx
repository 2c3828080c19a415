'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { accountFacts } from '@/components/fiat-accounts/account-facts'
import { OwnerFields, WireFields } from '@/components/fiat-accounts/account-fields'
import { blankWire, wireAt } from '@/components/fiat-accounts/account-values'
import type { FormDescription, FormProps, Review } from '@/components/forms/description'
import { AmountField, Disclosure, FieldSet, Suggestions, TextField } from '@/components/forms/fields'
import { useFormFacts } from '@/components/forms/form-context'
import { FormPage } from '@/components/forms/form-page'
import type { TextValues } from '@/components/forms/form-values'
import { Amount, amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy'
import { normalizeAmount } from '@/lib/browser/normalize-input'
import {
  blankDeposit,
  type DepositValues,
  depositAsset,
  depositBody,
  depositErrors,
  depositField,
  depositValuesFrom,
  depositWarnings,
} from './deposit-values'
import { memoMeaning, useRuleMemos } from './rule-memos'

const depositForm: FormDescription<DepositValues> = {
  operation: 'initiateSandboxFiatDeposit',
  title: 'New sandbox deposit',
  blank: blankDeposit,
  toInput: (values) => ({ body: depositBody(values) }),
  fromInput: ({ body }) => depositValuesFrom(body),
  fieldFor: depositField,
  errors: depositErrors,
  warnings: depositWarnings,
  review: depositReview,
  Fields: DepositFields,
}

/** The URL may bring a memo (`?x.memo=`). */
export function DepositForm(props: FormProps) {
  const memo = useSearchParams().get('x.memo') ?? ''
  const form = useMemo(() => ({ ...depositForm, blank: { ...blankDeposit, memo_id: memo } }), [memo])
  return <FormPage form={form} {...props} lead={<RequestedMemo />} />
}

/** The paths of all texts in a shape. */
const pathsIn = (texts: TextValues, at: string): string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${at}.${name}`] : pathsIn(value, `${at}.${name}`),
  )

function DepositFields() {
  return (
    <>
      <FieldSet>
        <AmountField
          name="amount"
          label="Amount"
          unit={depositAsset}
          hint="A number with at most 2 decimal places, like 1250.00."
        />
        <MemoField />
      </FieldSet>
      <FieldSet title="Sender">
        <OwnerFields label="Account owner" blank="Not specified" />
        <Disclosure title="Account and bank, filled in with an example" names={pathsIn(blankWire, wireAt)} isClosed>
          <WireFields />
        </Disclosure>
      </FieldSet>
    </>
  )
}

/** Rules with a button of their own; the others are suggestions. */
const maxButtons = 3

function MemoField() {
  const { environment } = useFormFacts()
  const { setValue, setFocus } = useFormContext<DepositValues>()
  const memo = useWatch<DepositValues, 'memo_id'>({ name: 'memo_id' }).trim()
  const { memos, state } = useRuleMemos(environment)
  const others = memos.filter((one) => one.memo !== memo).slice(0, maxButtons)
  return (
    <>
      <TextField
        name="memo_id"
        label="Memo"
        isMono
        list="rule-memos"
        hint="A rule's memo triggers that rule. Any memo is accepted."
        meaning={memoMeaning(memo, memos, state)}
        fixes={
          others.length > 0 &&
          others.map(({ memo: other, rule }) => (
            <Button
              key={other}
              size="small"
              align="start"
              isWrapping
              onClick={() => {
                setValue('memo_id', other, { shouldDirty: true })
                // The button disappears.
                setFocus('memo_id')
              }}
            >
              <span className="font-mono">{other}</span> <span className="font-text text-ink-2">{rule}</span>
            </Button>
          ))
        }
      />
      <Suggestions id="rule-memos" options={memos.map((one) => ({ value: one.memo, label: one.rule }))} />
    </>
  )
}

/** Offers the memo of the URL where a draft has another. */
function RequestedMemo() {
  const requested = useSearchParams().get('x.memo')
  const { setValue, setFocus } = useFormContext<DepositValues>()
  const memo = useWatch<DepositValues, 'memo_id'>({ name: 'memo_id' })
  // Only initially, so that nothing typed later is overwritten.
  const [isDifferent] = useState(() => memo.trim() !== requested)
  if (!requested || !isDifferent || memo.trim() === requested) return null
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-ink-2">
      <span>
        The link is for the memo <span className="font-mono">{requested}</span>; your draft has another.
      </span>
      <Button
        size="small"
        onClick={() => {
          setValue('memo_id', requested, { shouldDirty: true })
          setFocus('memo_id')
        }}
      >
        Use this memo
      </Button>
    </p>
  )
}

/** What a person agrees to before a sandbox deposit is sent. */
export function depositReview(values: DepositValues): Review {
  const amount = normalizeAmount(values.amount)
  const memo = values.memo_id.trim()
  const money = `${amountText(amount)} ${depositAsset}`
  const amountValue = (
    <>
      <Amount text={amount} isFree /> <span className="text-ink-3">{depositAsset}</span>
    </>
  )
  const memoValue = (
    <>
      <span className="font-mono text-sm [overflow-wrap:anywhere]">{memo}</span> <CopyButton text={memo} what="memo" />
    </>
  )
  return {
    action: `Deposit ${money}`,
    summary: `Simulate a wire of ${money} that arrives with the memo ${memo}.`,
    amount: { text: amount, asset: depositAsset },
    facts: [
      { name: 'Amount', value: amountValue, field: 'amount' },
      { name: 'Memo', value: memoValue, field: 'memo_id' },
      ...accountFacts(values),
    ],
    nextSteps: [
      'The deposit is recorded in Mintdesk, then sent once. It has no reference, so Mintdesk never sends it again automatically.',
      "The provider's answer is empty. Mintdesk looks for the deposit in the list of transfers, by memo, amount and time.",
      'The next page follows matching transfers until they settle, for up to 10 minutes.',
    ],
  }
}
