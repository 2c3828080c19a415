'use client'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { amountText } from '@/components/ui/amount'
import { Field } from '@/components/ui/field'
import type { AssetAmount } from '@/lib/api/provider/order-terms'
import { compareDecimals } from '@/lib/domain/decimals'
import { amountError, normalizeAmount } from '@/lib/domain/normalize-input'
import { FormErrorSummary } from './form-error-summary'

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

/**
 * Production asks for the amount to be typed before real money moves. Without an amount nothing is asked.
 * @returns the error summary and the field, and `check`, which shows why the amount is not confirmed
 */
export function useAmountConfirmation(amount: AssetAmount | undefined) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [tries, setTries] = useState(0)
  const errorOf = (text: string) => amount && amountConfirmationError(text, amount)

  function check(): boolean {
    const found = errorOf(typed)
    setError(found)
    if (found) setTries((before) => before + 1)
    return found === undefined
  }
  function type(text: string) {
    setTyped(text)
    if (errorOf(text) === undefined) setError(undefined)
  }
  return {
    check,
    errorSummary: <FormErrorSummary errors={error ? { typed_amount: error } : {}} tries={tries} />,
    field: amount && (
      <div className="max-w-[280px]">
        <Field
          id="typed_amount"
          label="Type the amount to confirm"
          hint={`${amountText(amount.text)} ${amount.asset}. You can paste it.`}
          error={error}
          inputMode="decimal"
          autoComplete="off"
          className="text-right"
          value={typed}
          onChange={({ target }) => type(target.value)}
          end={
            <>
              <span className="whitespace-nowrap text-ink-3">{amount.asset}</span>
              <Check className={errorOf(typed) === undefined ? '' : 'invisible'} />
            </>
          }
        />
      </div>
    ),
  }
}
