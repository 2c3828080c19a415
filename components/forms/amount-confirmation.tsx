'use client'
import { Check } from 'lucide-react'
import { amountText } from '@/components/ui/amount'
import { Field } from '@/components/ui/field'
import { compareDecimals } from '@/lib/api/decimals'
import { amountError, normalizeAmount } from '@/lib/browser/normalize-input'
import type { Review } from './description'

export const amountConfirmationField = 'typed_amount'

type Amounted = NonNullable<Review['amount']>

/** Why what was typed does not confirm the amount; undefined where it does. Decimals are compared, and the money if it is said. */
export function amountConfirmationError(typed: string, { text, asset }: Amounted): string | undefined {
  const shown = amountText(text)
  const whole = `${shown} ${asset}`
  if (typed.trim() === '') return `Type the amount to confirm it: ${whole}.`
  // Copied from the hint it says the same, however it is grouped.
  if ([shown, whole].includes(typed.trim())) return undefined
  const error = amountError(typed, 'amount', asset)
  if (error) return error
  return compareDecimals(normalizeAmount(typed), text) === 0
    ? undefined
    : `This is another amount. What is to be sent says ${whole}.`
}

type TypedAmountProps = { amount: Amounted; typed: string; error?: string; onType: (typed: string) => void }

/** Where money is real the amount is typed once more: a stop sign that says how much it is about. */
export function AmountConfirmation({ amount, typed, error, onType }: TypedAmountProps) {
  const isRight = amountConfirmationError(typed, amount) === undefined
  return (
    <div className="mt-8 max-w-[280px]">
      <Field
        id={amountConfirmationField}
        label="Type the amount to confirm"
        hint={`${amountText(amount.text)} ${amount.asset}. Pasting is fine.`}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        className="text-right"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        end={
          <>
            <span className="whitespace-nowrap text-ink-3">{amount.asset}</span>
            <Check className={isRight ? '' : 'invisible'} />
          </>
        }
      />
    </div>
  )
}
