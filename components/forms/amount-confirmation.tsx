'use client'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { amountText } from '@/components/ui/amount'
import { Field } from '@/components/ui/field'
import { compareDecimals } from '@/lib/domain/decimals'
import { amountError, normalizeAmount } from '@/lib/domain/normalize-input'
import type { amountToConfirm } from '@/lib/provider/confirmation'
import type { AssetAmount } from '@/lib/provider/order-terms'
import { exactIn, shownAmount } from './amount-meanings'
import { FormErrorSummary } from './form-error-summary'

/** Why the typed text does not confirm the amount; undefined if it does. Compares decimals, and the asset if typed. */
export function amountConfirmationError(
  typed: string,
  { text, asset }: AssetAmount,
  name: 'amount' | 'total' = 'amount',
): string | undefined {
  const shown = amountText(text)
  const full = `${shown} ${asset}`
  if (typed.trim() === '') return `Type the ${name} to confirm it: ${full}.`
  // A copy of the hint matches, however it is grouped.
  if ([shown, full].includes(typed.trim())) return undefined
  const error = amountError(typed, name, asset)
  if (error) return error
  return compareDecimals(normalizeAmount(typed, asset), text) === 0
    ? undefined
    : name === 'total'
      ? `This doesn't match. The total is ${full}.`
      : `This doesn't match. You are sending ${full}.`
}

/**
 * The amount or total that a person types before it is sent (`amountToConfirm`); undefined asks for nothing.
 * @returns the error summary and the field, and `check`, which shows why the amount is not confirmed
 */
export function useAmountConfirmation(asked: ReturnType<typeof amountToConfirm>) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [tries, setTries] = useState(0)
  const errorOf = (text: string) => asked && amountConfirmationError(text, asked.money, asked.name)

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
    field: asked && (
      <div className="sm:max-w-[320px]">
        <Field
          id="typed_amount"
          label={`Type the ${asked.name} to confirm`}
          hint={`${amountText(asked.money.text)} ${asked.money.asset}`}
          error={error}
          inputMode="decimal"
          autoComplete="off"
          className="text-right"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(shownAmount(typed, exactIn(asked.money.asset)))}
          end={
            <>
              <span className="whitespace-nowrap text-ink-3">{asked.money.asset}</span>
              <Check className={errorOf(typed) === undefined ? '' : 'invisible'} />
            </>
          }
        />
      </div>
    ),
  }
}
