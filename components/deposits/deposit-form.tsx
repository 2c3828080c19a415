'use client'

import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ownerFacts, wireFacts } from '@/components/fiat-accounts/account-facts'
import { OwnerNameFields, WireFields } from '@/components/fiat-accounts/account-fields'
import {
  blankWire,
  ownerAt,
  ownerFieldOf,
  ownerWarnings,
  wireAt,
  wireFieldOf,
  wireWarnings,
} from '@/components/fiat-accounts/account-values'
import type { FormDescription, FormSession, Review } from '@/components/forms/description'
import { AmountField, Disclosure, FieldSet, OptionsField, TextField } from '@/components/forms/fields'
import { useFormFacts } from '@/components/forms/form-context'
import { FormPage, ReviewPage } from '@/components/forms/form-page'
import type { TextValues } from '@/components/forms/form-values'
import { Amount, amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy'
import { compareDecimals } from '@/lib/api/decimals'
import { amountError, normalizeAmount } from '@/lib/browser/normalize-input'
import { blankDeposit, type DepositValues, depositAsset, depositBody, depositValuesOf } from './deposit-values'
import { memoMeaning, useRuleMemos } from './rule-memos'

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

const ownerOptions = [
  { value: '', word: 'Not named' },
  { value: 'person', word: 'A person' },
  { value: 'institution', word: 'An institution' },
]

/** The paths of all texts in a shape. */
const pathsIn = (texts: TextValues, at: string): string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${at}.${name}`] : pathsIn(value, `${at}.${name}`),
  )

/** The rules that one click chooses; the others are suggested while one types. */
const offered = 3

function MemoField() {
  const { environment } = useFormFacts()
  const { setValue, setFocus } = useFormContext<DepositValues>()
  const memo = useWatch<DepositValues, 'memo_id'>({ name: 'memo_id' }).trim()
  const { memos, reading } = useRuleMemos(environment)
  const others = memos.filter((one) => one.memo !== memo).slice(0, offered)
  return (
    <>
      <TextField
        name="memo_id"
        label="Memo"
        isMono
        list="rule-memos"
        hint="With the memo of a rule the deposit runs that rule. Any other memo goes too."
        meaning={memoMeaning(memo, memos, reading)}
        ways={
          others.length > 0 &&
          others.map(({ memo: other, rule }) => (
            <Button
              key={other}
              size="note"
              className="h-auto flex-wrap justify-start! gap-y-0.5 py-1 text-left leading-tight! whitespace-normal"
              onClick={() => {
                setValue('memo_id', other, { shouldDirty: true })
                // The button goes with its press.
                setFocus('memo_id')
              }}
            >
              <span className="font-mono">{other}</span> <span className="font-text text-ink-2">{rule}</span>
            </Button>
          ))
        }
      />
      <datalist id="rule-memos">
        {memos.map((one) => (
          <option key={one.memo} value={one.memo}>
            {one.rule}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The fields of a sandbox deposit: what arrives, then who sends it, which is filled in with an example. */
export function DepositFields() {
  const kind = useWatch<DepositValues, 'fiat_account_owner.kind'>({ name: `${ownerAt}.kind` })
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
      <FieldSet title="Who sends it">
        <OptionsField
          name={`${ownerAt}.kind`}
          label="Owner of the account"
          isOptional
          options={ownerOptions}
          isAcross
        />
        <OwnerNameFields name={ownerAt} kind={kind} />
        <Disclosure title="Account and bank, filled in with an example" names={pathsIn(blankWire, wireAt)} isClosed>
          <WireFields name={wireAt} />
        </Disclosure>
      </FieldSet>
    </>
  )
}

/** Where the address asks for a memo and a draft holds another: the draft stays until the person says so. */
export function MemoAsked() {
  const asked = useSearchParams().get('x.memo')
  const { setValue, setFocus } = useFormContext<DepositValues>()
  const memo = useWatch<DepositValues, 'memo_id'>({ name: 'memo_id' })
  // What is typed from here on is the person's own choice.
  const [isOther] = useState(() => memo.trim() !== asked)
  if (!asked || !isOther || memo.trim() === asked) return null
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-ink-2">
      <span>
        You came for the memo <span className="font-mono">{asked}</span>; your draft has another.
      </span>
      <Button
        size="note"
        onClick={() => {
          setValue('memo_id', asked, { shouldDirty: true })
          setFocus('memo_id')
        }}
      >
        Take it
      </Button>
    </p>
  )
}

/** The deposit in words and member by member. */
export function depositReview({
  amount: typed,
  memo_id,
  fiat_network_instructions,
  fiat_account_owner,
}: DepositValues): Review {
  const amount = normalizeAmount(typed)
  const memo = memo_id.trim()
  const money = `${amountText(amount)} ${depositAsset}`
  return {
    act: `Deposit ${money}`,
    sentence: `Simulate a wire of ${money} that arrives with the memo ${memo}.`,
    amount: { text: amount, asset: depositAsset },
    facts: [
      {
        name: 'Amount',
        value: (
          <>
            <Amount text={amount} isFree /> <span className="text-ink-3">{depositAsset}</span>
          </>
        ),
        field: 'amount',
      },
      {
        name: 'Memo',
        value: (
          <>
            <span className="font-mono text-sm [overflow-wrap:anywhere]">{memo}</span>{' '}
            <CopyButton text={memo} what="memo" />
          </>
        ),
        field: 'memo_id',
      },
      ...ownerFacts(fiat_account_owner, ownerAt),
      ...wireFacts(fiat_network_instructions.wire, wireAt),
    ],
    next: [
      'The deposit is recorded in Mintdesk, then sent once. It has no reference, so Mintdesk never sends it again automatically.',
      "The provider's answer is empty. Mintdesk looks for the deposit in the list of transfers, by memo, amount and time.",
      'The next page follows matching transfers until they settle, for up to 10 minutes.',
    ],
  }
}
