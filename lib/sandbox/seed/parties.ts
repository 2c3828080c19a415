/** The parties of the seed: one customer, its profiles and its end users. */

export const customerId = 'c7b1f5a2-5d0e-4b7c-9a64-2f8e31d0a911'

/** The customer's profiles, busiest first; a profile has a balance in each asset. */
export const profiles = [
  { id: '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60', name: 'Main treasury', weight: 34 },
  { id: '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12', name: 'Treasury ops', weight: 22 },
  { id: '3c4e8f57-6b1d-4a29-a7d8-0e5c2f9b3a74', name: 'Payouts EMEA', weight: 14 },
  { id: '4d5f9a68-7c2e-4b3a-b8e9-1f6d3a0c4b85', name: 'Payouts APAC', weight: 11 },
  { id: '5e6a0b79-8d3f-4c4b-89fa-2a7e4b1d5c96', name: 'Exchange settlement', weight: 8 },
  { id: '6f7b1c80-9e4a-4d5c-9a0b-3b8f5c2e6da7', name: 'Merchant float', weight: 6 },
  { id: '708c2d91-0f5b-4e6d-ab1c-4c9a6d3f7eb8', name: 'Fees', weight: 3 },
  { id: '819d3ea2-1a6c-4f7e-bc2d-5d0b7e4a8fc9', name: 'Cold reserve', weight: 2 },
] as const

/** Counterparties that recur, each with something to find; see stories.ts. */
export const cast = {
  bluefin: 'Bluefin Logistics',
  halden: 'Halden Capital',
  kestrel: 'Kestrel Pay',
  nordhavn: 'Nordhavn Trading',
  orsa: 'Orsa Shipping',
} as const
/** The fiat account of Orsa Shipping. */
export const orsaAccount = '9a3c5f70-2d41-4e8b-b6f5-0c1e7a94d283'

/** End users of third-party integrations, each with one account. */
export const endUsers = 40
/** Approved fiat accounts that withdrawals go to. */
export const fiatAccounts = 24
/** Addresses that transfers go to and come from, for each network. */
export const addressesPerNetwork = 48

/** Purposes of payments in client metadata. */
export const purposes = ['payroll', 'supplier', 'settlement', 'treasury', 'refund', 'liquidity'] as const
export const teams = ['ops-emea', 'ops-apac', 'ops-us', 'finance', 'settlements'] as const
