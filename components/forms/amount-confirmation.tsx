'use client'
import { Check } from 'lucide-react'
import { amountText } from '@/components/ui/amount'
import { Field } from '@/components/ui/field'
import { compareDecimals } from '@/lib/api/decimals'
import { amountError, normalizeAmount } from '@/lib/browser/normalize-input'
import type { AssetAmount } from './description'

export const amountConfirmationField = 'typed_amount'

/** Why the typed text does not confirm the amount; undefined if it does. Compares decimals, and the asset if typed. */
export function amountConfirmationError(typed: string, { text, asset }: AssetAmount): string | undefined {
  const shown = amountText(text)
  const full = `${shown} ${asset}`
  if (typed.trim() === '') return `Type the amount to confirm it: ${full}.`
  // A copy of the hint matches, however it is grouped.
  if ([shown, full].includes(typed.trim())) return undefined
  const error = amountError(typed, 'amount', asset)
  if (error) return error
  return compareDecimals(normalizeAmount(typed), text) === 0
    ? undefined
    : `This doesn't match. You are sending ${full}.`
}

type AmountConfirmationProps = { amount: AssetAmount; typed: string; error?: string; onType: (typed: string) => void }

/** Production asks for the amount to be typed before real money moves. */
export function AmountConfirmation({ amount, typed, error, onType }: AmountConfirmationProps) {
  const isConfirmed = amountConfirmationError(typed, amount) === undefined
  return (
    <div className="mt-8 max-w-[280px]">
      <Field
        id={amountConfirmationField}
        label="Type the amount to confirm"
        hint={`${amountText(amount.text)} ${amount.asset}. You can paste it.`}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        className="text-right"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        end={
          <>
            <span className="whitespace-nowrap text-ink-3">{amount.asset}</span>
            <Check className={isConfirmed ? '' : 'invisible'} />
          </>
        }
      />
    </div>
  )
}
