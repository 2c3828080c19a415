'use client'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ownerAt, wireAt } from '@/components/fiat-accounts/account-values'
import { OwnerNameFields } from '@/components/fiat-accounts/owner-fields'
import { WireFields } from '@/components/fiat-accounts/wire-fields'
import { blankWire } from '@/components/fiat-accounts/wire-texts'
import { AmountField, OptionsField, TextField } from '@/components/forms/fields'
import { Disclosure, FieldSet } from '@/components/forms/form-layout'
import { useFormFacts } from '@/components/forms/form-state'
import type { TextValues } from '@/components/forms/texts'
import { Button } from '@/components/ui/button'
import { type DepositValues, depositAsset } from './deposit-values'
import { memoMeaning, useRuleMemos } from './rule-memos'

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
