/** What the order's form asks for beside the schema, and what it only warns of. */
import type { FormContext } from '@/components/forms/description'
import { pairErrors, pairFieldOf } from '@/components/forms/metadata-pairs'
import { compareDecimals } from '@/lib/api/decimals'
import { amountPattern } from '@/lib/api/values'
import { normalizeAmount, normalizeText } from '@/lib/browser/normalize-input'
import { expiryField, expiryRefusal } from './expiry'
import { amountLabel, orderAmountError } from './labels'
import { type AmountName, amountsOf, type OrderValues, timeInForceOf, typeOf } from './order-values'

type Sentences = Record<string, string>

/** An error of the input at the field of the form that it is about. */
export function orderField(field: string, values: OrderValues): string {
  if (field === 'expiration_date') return expiryField(values)
  return pairFieldOf(field, values.metadata)
}

/** What the form asks for beside the schema. */
export function orderErrors(values: OrderValues, { requiresIdentity, now, zone }: FormContext): Sentences {
  const errors: Sentences = pairErrors(values.metadata)
  if (!normalizeText(values.profile_id)) errors.profile_id = 'Enter the profile that the order belongs to.'
  if (!values.side) errors.side = 'Choose whether to buy or to sell.'
  if (!values.market) errors.market = 'Choose a market.'
  for (const name of amountsOf(values)) {
    const sentence = orderAmountError(name, values)
    if (sentence) errors[name] = sentence
  }
  const [identity, account] = [normalizeText(values.identity_id), normalizeText(values.identity_account_id)]
  // The schema says so too, but only once everything else fits.
  if (!identity && account) errors.identity_id = 'Enter the identity too, or leave both empty.'
  if (identity && !account) errors.identity_account_id = 'Enter the account too, or leave both empty.'
  if (requiresIdentity) {
    if (!identity) errors.identity_id = 'Enter the identity: every order here needs one.'
    if (!account) errors.identity_account_id = 'Enter the account of the identity.'
  }
  const refusal = timeInForceOf(values) === 'GTT' ? expiryRefusal(values, zone, now) : undefined
  if (refusal) errors[expiryField(values)] = refusal
  return errors
}

const isZero = (text: string) => amountPattern.test(text) && compareDecimals(text, '0') === 0

function amountWarning(name: AmountName, values: OrderValues): string | undefined {
  const text = normalizeAmount(values[name])
  const type = typeOf(values)
  if (text === '') {
    return `${amountLabel(name, values)} is empty. Usually required for this order type.`
  }
  if (isZero(text)) return `${amountLabel(name, values)} is zero. The order will probably be rejected.`
  if (name === 'stop_price' && !amountPattern.test(text))
    return 'Stop price is not a decimal number. The order may be rejected.'
  if (name !== 'price' || type !== 'STOP_LIMIT') return undefined
  const above = compareDecimals(text, normalizeAmount(values.stop_price)) ?? 0
  if (values.side === 'SELL' && above > 0) return 'The limit price is above the stop price. This order may never fill.'
  if (values.side === 'BUY' && above < 0) return 'The limit price is below the stop price. This order may never fill.'
  return undefined
}

/** What is odd, and goes all the same. */
export function orderWarnings(values: OrderValues): Sentences {
  const warnings: Sentences = {}
  for (const name of amountsOf(values)) {
    const warning = orderAmountError(name, values) ? undefined : amountWarning(name, values)
    if (warning) warnings[name] = warning
  }
  if (values.side === 'BUY' && typeOf(values).startsWith('STOP'))
    warnings.type = 'Some providers accept stop orders for sells only.'
  return warnings
}
