/** What the form of a sandbox deposit holds, and what it sends. Spec, "Initiate sandbox fiat deposit". */
import {
  blankOwner,
  blankWire,
  type OwnerTexts,
  ownerOf,
  ownerTexts,
  type WireTexts,
  wireOf,
} from '@/components/fiat-accounts/account-values'
import { textValuesFrom } from '@/components/forms/form-values'
import { isObject, type Json } from '@/lib/api/json'
import { normalizeAmount } from '@/lib/browser/normalize-input'

export type DepositValues = {
  amount: string
  memo_id: string
  fiat_network_instructions: { wire: WireTexts }
  fiat_account_owner: OwnerTexts
}

/** "Only USD is supported." */
export const depositAsset = 'USD'

/** The bank of nobody: what a simulated wire comes from has to be said, and is nobody's business. */
const demoWire: WireTexts = {
  ...blankWire,
  account_number: '1234567890',
  routing_details: {
    ...blankWire.routing_details,
    // Fits the check digit of ABA numbers, and no bank has it.
    ...{ routing_number_type: 'ABA', routing_number: '123456780', bank_name: 'Example Bank' },
    bank_address: { ...blankWire.routing_details.bank_address, country: 'US', city: 'New York' },
  },
  fiat_account_owner_address: { ...blankWire.fiat_account_owner_address, country: 'US', city: 'New York' },
}

export const blankDeposit: DepositValues = {
  amount: '',
  memo_id: '',
  fiat_network_instructions: { wire: demoWire },
  fiat_account_owner: blankOwner,
}

/** What the form sends; the row's schema says what is wrong with it. The owner is left out where none is chosen. */
export function depositBody(values: DepositValues): Json {
  const { wire } = values.fiat_network_instructions
  const [amount, memo] = [normalizeAmount(values.amount), values.memo_id.trim()]
  return {
    ...(amount && { amount }),
    asset: depositAsset,
    ...(memo && { memo_id: memo }),
    fiat_network_instructions: { wire: wireOf(wire) ?? {} },
    ...(values.fiat_account_owner.kind === '' ? {} : { fiat_account_owner: ownerOf(values.fiat_account_owner) }),
  }
}

/** The values of a deposit that was sent before, of any shape. */
export function depositValuesOf(deposit: unknown): DepositValues {
  const body = isObject(deposit) ? deposit : {}
  return {
    ...textValuesFrom(
      { amount: '', memo_id: '', fiat_network_instructions: { wire: blankWire } } satisfies Omit<
        DepositValues,
        'fiat_account_owner'
      >,
      body,
    ),
    fiat_account_owner: ownerTexts(body.fiat_account_owner),
  }
}
