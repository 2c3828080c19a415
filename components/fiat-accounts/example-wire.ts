import { blankWire, type WireTexts } from './account-values'

/** The spec requires the sender's bank details of a sandbox deposit; these are fictitious. */
export const exampleWire: WireTexts = {
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
