/** The values of the sandbox deposit form, their errors and warnings, and the body. Spec, "Initiate sandbox fiat deposit". */
import {
  accountFieldOf,
  accountWarnings,
  blankOwner,
  blankWire,
  type OwnerTexts,
  ownerBody,
  ownerTexts,
  type WireTexts,
  wireBody,
} from '@/components/fiat-accounts/account-values'
import { messagesOf, textValuesFrom } from '@/components/forms/form-values'
import { compareDecimals } from '@/lib/api/decimals'
import { isObject, type Json } from '@/lib/api/json'
import { amountError, normalizeAmount } from '@/lib/browser/normalize-input'

export type DepositValues = {
  amount: string
  memo_id: string
  fiat_network_instructions: { wire: WireTexts }
  fiat_account_owner: OwnerTexts
}

/** "Only USD is supported." */
export const depositAsset = 'USD'

/** The spec requires the sender's bank details; these are fictitious. */
const exampleWire: WireTexts = {
  ...blankWire,
  account_number: '1234567890',
  routing_details: {
    ...blankWire.routing_details,
    // A valid ABA check digit that no bank uses.
    ...{ routing_number_type: 'ABA', routing_number: '123456780', bank_name: 'Example Bank' },
    bank_address: { ...blankWire.routing_details.bank_address, country: 'US', city: 'New York' },
  },
  fiat_account_owner_address: { ...blankWire.fiat_account_owner_address, country: 'US', city: 'New York' },
}

export const blankDeposit: DepositValues = {
  amount: '',
  memo_id: '',
  fiat_network_instructions: { wire: exampleWire },
  fiat_account_owner: blankOwner,
}

export function depositBody({ fiat_network_instructions, fiat_account_owner, ...values }: DepositValues): Json {
  const [amount, memo] = [normalizeAmount(values.amount), values.memo_id.trim()]
  return {
    ...(amount && { amount }),
    asset: depositAsset,
    ...(memo && { memo_id: memo }),
    fiat_network_instructions: { wire: wireBody(fiat_network_instructions.wire) ?? {} },
    ...(fiat_account_owner.kind !== '' && { fiat_account_owner: ownerBody(fiat_account_owner) }),
  }
}

/** The values of a deposit of any shape. */
export function depositValuesFrom(deposit: unknown): DepositValues {
  const body = isObject(deposit) ? deposit : {}
  return {
    ...textValuesFrom({ amount: '', memo_id: '', fiat_network_instructions: { wire: blankWire } }, body),
    fiat_account_owner: ownerTexts(body.fiat_account_owner),
  }
}

/** The form field for an error of the body. The asset is fixed, so its errors belong to the amount. */
export const depositField = (error: string) => (error === 'asset' ? 'amount' : accountFieldOf(error, {}))

export const depositErrors = ({ amount }: DepositValues) =>
  messagesOf({ amount: amountError(amount, 'amount', depositAsset) })

/** Warnings never block sending. */
export const depositWarnings = (values: DepositValues) => ({
  ...(compareDecimals(normalizeAmount(values.amount), '0') === 0 && {
    amount: 'Amount is zero. The provider may reject the deposit.',
  }),
  ...accountWarnings(values),
})
