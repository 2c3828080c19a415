'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { OwnerFields, WireFields } from '@/components/fiat-accounts/account-fields'
import {
  accountFacts,
  accountFieldOf,
  accountWarnings,
  blankOwner,
  blankWire,
  exampleWire,
  type OwnerTexts,
  ownerBody,
  ownerTexts,
  type WireTexts,
  wireAt,
  wireBody,
} from '@/components/fiat-accounts/account-values'
import {
  type FormChecks,
  type FormDescription,
  type FormProps,
  plain,
  type Review,
  type SentencePart,
  sentence,
  sentenceText,
} from '@/components/forms/description'
import { AmountField, ComboboxField, Developer, Disclosure, FieldSet } from '@/components/forms/fields'
import { loadedLater } from '@/components/forms/form-checks'
import { useFormFacts } from '@/components/forms/form-context'
import { focusField } from '@/components/forms/form-error-summary'
import { FormPage, FormSummary } from '@/components/forms/form-page'
import { useFormStore, useFormValue, useFormValues } from '@/components/forms/form-store'
import { filledValues, messagesOf, type TextValues, textValuesFrom } from '@/components/forms/form-values'
import { newestRecord } from '@/components/requests/newest-record'
import { ruleValuesFrom } from '@/components/rules/rule-values'
import { Amount, amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import type { ComboboxOption } from '@/components/ui/combobox'
import { CopyButton } from '@/components/ui/copy'
import type { IntentDetail } from '@/lib/api/intents'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import { compareDecimals } from '@/lib/domain/decimals'
import { isObject } from '@/lib/domain/json'
import { amountError, normalizeAmount } from '@/lib/domain/normalize-input'
import type { Environment } from '@/lib/provider/environments'
import { writesOf } from '@/lib/provider/operations'
import { readRule } from '@/lib/provider/records'

type DepositValues = {
  amount: string
  memo_id: string
  fiat_network_instructions: { wire: WireTexts }
  fiat_account_owner: OwnerTexts
}

/** "Only USD is supported." */
const depositAsset = 'USD'

export const blankDeposit: DepositValues = {
  amount: '',
  memo_id: '',
  fiat_network_instructions: { wire: exampleWire },
  fiat_account_owner: blankOwner,
}

const depositChecks: FormChecks<DepositValues> = {
  errors: ({ amount, memo_id }) =>
    messagesOf({
      // With three places that are not zero it can be no amount in cents, which the schema says.
      amount: amountError(amount, 'amount', depositAsset, 2),
      memo_id: memo_id.trim() ? undefined : 'Enter the memo of the wire.',
    }),
  warnings: (values) => ({
    ...(compareDecimals(normalizeAmount(values.amount, depositAsset), '0') === 0 && {
      amount: 'Amount is zero. The provider may reject the wire.',
    }),
    ...accountWarnings(values),
  }),
}

/** Spec, "Initiate sandbox fiat deposit". */
export const depositForm = {
  operation: 'initiateSandboxFiatDeposit',
  blank: blankDeposit,
  toInput: ({ amount, memo_id, fiat_network_instructions, fiat_account_owner }) => ({
    body: {
      ...filledValues({ amount: normalizeAmount(amount, depositAsset) }),
      asset: depositAsset,
      ...filledValues({ memo_id }),
      fiat_network_instructions: { wire: wireBody(fiat_network_instructions.wire) ?? {} },
      ...(fiat_account_owner.kind !== '' && { fiat_account_owner: ownerBody(fiat_account_owner) }),
    },
  }),
  fromInput: ({ body }) => ({
    ...textValuesFrom({ amount: '', memo_id: '', fiat_network_instructions: { wire: blankWire } }, body),
    fiat_account_owner: ownerTexts(isObject(body) ? body.fiat_account_owner : undefined),
  }),
  // The asset is fixed, so its errors belong to the amount.
  fieldFor: (error) => (error === 'asset' ? 'amount' : accountFieldOf(error, {})),
  review: depositReview,
  steps: () => [
    ['Sent once', 'Never again automatically: it has no reference.'],
    ['Mintdesk looks for its transfer', 'By memo, amount and time.'],
    ['You follow its money', 'Station by station, until it arrives.'],
  ],
  Fields: DepositFields,
  Aside: DepositAside,
  ...loadedLater(async () => depositChecks),
} satisfies FormDescription<DepositValues>

/** The URL may bring a memo (`?x.memo=`). */
export default function DepositForm(props: FormProps) {
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
  const wire = useFormValue((values: DepositValues) => values.fiat_network_instructions.wire)
  const isExample = JSON.stringify(wire) === JSON.stringify(exampleWire)
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
        <Disclosure
          title="Account and bank"
          names={pathsIn(blankWire, wireAt)}
          note={isExample ? 'filled in with an example' : undefined}
          isClosed
        >
          <WireFields />
        </Disclosure>
        <Developer names={[]} hint="API call" />
      </FieldSet>
    </>
  )
}

/** The typed memo, and a function that enters another and moves the focus there: its button disappears. */
function useMemoField() {
  const { set } = useFormStore()
  const memo = useFormValue(({ memo_id }: DepositValues) => memo_id.trim())
  const enterMemo = (other: string) => {
    set('memo_id', other)
    focusField('memo_id')
  }
  return { memo, enterMemo }
}

/** Only the newest rules are read, because each costs a request. */
const maxRules = 12
const once = { retry: false, refetchOnWindowFocus: false }

/** The memos by which wires trigger the newest rules created here, with the rule of each, newest first. */
function useRuleMemos(environment: Environment): ComboboxOption[] {
  const { data } = useQuery({
    ...intentsQuery(environment, { operations: writesOf('rule'), states: ['confirmed'], limit: maxRules }),
    ...once,
  })
  const rules = useQueries({
    queries: (data?.intents ?? []).map(({ id }) => ({
      ...intentQuery(environment, id),
      // A memo never changes once the rule is confirmed.
      staleTime: ({ state }: { state: { data?: IntentDetail } }) =>
        state.data?.state === 'confirmed' ? Number.POSITIVE_INFINITY : 0,
      ...once,
    })),
  })
  return rules.flatMap(({ data: rule }) => {
    const { source_kind, source } = ruleValuesFrom(readRule(rule && newestRecord(rule)?.record).known)
    const memo = source_kind === 'fiat' && source.fiat.memo_id
    return rule && memo ? [{ value: memo, label: memo, note: rule.summary }] : []
  })
}

function MemoField() {
  const { environment } = useFormFacts()
  const { memo } = useMemoField()
  const memos = useRuleMemos(environment)
  const rule = memos.find(({ value }) => value === memo)?.note
  return (
    <ComboboxField
      name="memo_id"
      label="Memo"
      isMono
      options={memos}
      hint="A rule's memo triggers that rule. Any memo is accepted."
      meaning={rule && `Triggers the rule “${rule}”.`}
    />
  )
}

/** Offers the memo of the URL where a draft has another. */
function RequestedMemo() {
  const requested = useSearchParams().get('x.memo')
  const { memo, enterMemo } = useMemoField()
  // Only initially, so that nothing typed later is overwritten.
  const [isDifferent] = useState(memo !== requested)
  if (!requested || !isDifferent || memo === requested) return null
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-ink-2">
      <span>
        The link is for the memo <span className="font-mono">{requested}</span>; your draft has another.
      </span>
      <Button size="small" onClick={() => enterMemo(requested)}>
        Use this memo
      </Button>
    </p>
  )
}

/** "Send a test wire of 1,250.00 USD with the memo M123." */
function depositSentence({ amount, memo_id }: Pick<DepositValues, 'amount' | 'memo_id'>): SentencePart[] {
  const isValid = amountError(amount, 'amount', depositAsset) === undefined
  const money = isValid ? `${amountText(normalizeAmount(amount, depositAsset))} ${depositAsset}` : plain(depositAsset)
  return sentence`Send a test wire of ${money} with ${memo_id.trim() ? sentence`the memo ${memo_id.trim()}` : plain('a memo')}.`
}

function DepositAside() {
  return <FormSummary parts={depositSentence(useFormValues<DepositValues>())} />
}

/** What a person agrees to before a sandbox deposit is sent. */
function depositReview(values: DepositValues): Review {
  const amount = normalizeAmount(values.amount, depositAsset)
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
    action: `Send a test wire of ${money}`,
    summary: sentenceText(depositSentence(values)),
    amount: { text: amount, asset: depositAsset },
    facts: [
      { name: 'Amount', value: amountValue, field: 'amount' },
      { name: 'Memo', value: memoValue, field: 'memo_id' },
      ...accountFacts(values),
    ],
  }
}
