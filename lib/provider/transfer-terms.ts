/** What transfers are made of and filtered by, without the schemas, which pages do not load: spec, "Transfer", "List transfers". */

export const transferTypes = [
  'INTERNAL_TRANSFER_DEBIT',
  'INTERNAL_TRANSFER_CREDIT',
  'CRYPTO_DEPOSIT',
  'CRYPTO_WITHDRAWAL',
  'WIRE_DEPOSIT',
  'WIRE_WITHDRAWAL',
  'SEN_DEPOSIT',
  'SEN_WITHDRAWAL',
  'BANK_DEPOSIT',
  'BANK_WITHDRAWAL',
  'PLATFORM_TRANSFER_DEBIT',
  'PLATFORM_TRANSFER_CREDIT',
  'SIGNET_DEPOSIT',
  'SIGNET_WITHDRAWAL',
  'CBIT_WITHDRAWAL',
  'CBIT_DEPOSIT',
  'CUBIX_DEPOSIT',
  'CUBIX_WITHDRAWAL',
  'RTP_DEPOSIT',
] as const

/** Of money that comes from a bank, over whichever network. */
export const fiatDepositTypes = transferTypes.filter((type) => type.endsWith('_DEPOSIT') && !type.startsWith('CRYPTO_'))

export const transferStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const

export const secondaryStatuses = [
  'TRAVEL_RULE_INFO_REQUESTED',
  'TRAVEL_RULE_REJECTED',
  'CUSTOMER_REJECTED',
  'PENDING_CUSTOMER_APPROVAL',
] as const

export const cryptoNetworks = [
  'BITCOIN',
  'ETHEREUM',
  'BITCOIN_CASH',
  'LITECOIN',
  'SOLANA',
  'POLYGON_POS',
  'BASE',
  'ARBITRUM_ONE',
  'STELLAR',
  'INK',
  'XLAYER',
] as const

/** Spec, Limits: values per array filter. */
export const maximumValues = 100

export const comparisons = ['lt', 'lte', 'eq', 'gte', 'gt'] as const
/** The filters of each time. `order_by` must name the filtered time (rule 2). */
export const timeFilters = {
  CREATED_AT: comparisons.map((comparison) => `created_at.${comparison}` as const),
  UPDATED_AT: comparisons.map((comparison) => `updated_at.${comparison}` as const),
}

/** Rule 1, read literally (docs/provider.md, "Writing"): at most one of these, combined only with times. */
export const exclusiveFilters = ['profile_ids', 'identity_ids', 'ref_ids', 'account_ids', 'ids', 'type'] as const
/** The others combine with each other and with times, but with none of those six. */
export const combinableFilters = ['group_ids', 'crypto_tx_hashes', 'statuses', 'secondary_statuses'] as const
