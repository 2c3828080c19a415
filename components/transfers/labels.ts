/** What the service's own names for transfers are called on screen. A name that is not known here stays as it came. */
import { platformSide } from '@/lib/api/reading'
import type { CryptoNetwork, SecondaryStatus, TransferStatus, TransferType } from '@/lib/api/transfers'

const types: Record<TransferType, string> = {
  INTERNAL_TRANSFER_DEBIT: 'Internal transfer',
  INTERNAL_TRANSFER_CREDIT: 'Internal transfer',
  CRYPTO_DEPOSIT: 'Crypto deposit',
  CRYPTO_WITHDRAWAL: 'Crypto withdrawal',
  WIRE_DEPOSIT: 'Wire deposit',
  WIRE_WITHDRAWAL: 'Wire withdrawal',
  SEN_DEPOSIT: 'SEN deposit',
  SEN_WITHDRAWAL: 'SEN withdrawal',
  BANK_DEPOSIT: 'Bank deposit',
  BANK_WITHDRAWAL: 'Bank withdrawal',
  PLATFORM_TRANSFER_DEBIT: 'Platform transfer',
  PLATFORM_TRANSFER_CREDIT: 'Platform transfer',
  SIGNET_DEPOSIT: 'Signet deposit',
  SIGNET_WITHDRAWAL: 'Signet withdrawal',
  CBIT_WITHDRAWAL: 'CBIT withdrawal',
  CBIT_DEPOSIT: 'CBIT deposit',
  CUBIX_DEPOSIT: 'CUBIX deposit',
  CUBIX_WITHDRAWAL: 'CUBIX withdrawal',
  RTP_DEPOSIT: 'RTP deposit',
}

/** Types as the filter menu groups them: by the way that money takes. */
export const typeGroups: Record<string, readonly TransferType[]> = {
  Crypto: ['CRYPTO_DEPOSIT', 'CRYPTO_WITHDRAWAL'],
  'Wire and bank': ['WIRE_DEPOSIT', 'WIRE_WITHDRAWAL', 'BANK_DEPOSIT', 'BANK_WITHDRAWAL', 'RTP_DEPOSIT'],
  'Bank networks': [
    'SEN_DEPOSIT',
    'SEN_WITHDRAWAL',
    'SIGNET_DEPOSIT',
    'SIGNET_WITHDRAWAL',
    'CBIT_DEPOSIT',
    'CBIT_WITHDRAWAL',
    'CUBIX_DEPOSIT',
    'CUBIX_WITHDRAWAL',
  ],
  'Internal and platform': [
    'INTERNAL_TRANSFER_DEBIT',
    'INTERNAL_TRANSFER_CREDIT',
    'PLATFORM_TRANSFER_DEBIT',
    'PLATFORM_TRANSFER_CREDIT',
  ],
}

const statuses: Record<TransferStatus, string> = { PENDING: 'Pending', COMPLETED: 'Completed', FAILED: 'Failed' }

const secondary: Record<SecondaryStatus, string> = {
  TRAVEL_RULE_INFO_REQUESTED: 'travel rule information needed',
  TRAVEL_RULE_REJECTED: 'travel rule rejected',
  CUSTOMER_REJECTED: 'rejected by customer',
  PENDING_CUSTOMER_APPROVAL: 'waiting for approval',
}

const networks: Record<CryptoNetwork, string> = {
  BITCOIN: 'Bitcoin',
  ETHEREUM: 'Ethereum',
  BITCOIN_CASH: 'Bitcoin Cash',
  LITECOIN: 'Litecoin',
  SOLANA: 'Solana',
  POLYGON_POS: 'Polygon PoS',
  BASE: 'Base',
  ARBITRUM_ONE: 'Arbitrum One',
  STELLAR: 'Stellar',
  INK: 'Ink',
  XLAYER: 'X Layer',
}

const from = (words: Record<string, string>, name: string) => (Object.hasOwn(words, name) ? words[name] : undefined)

/** Words for a type, or undefined where it is not known; any operator's own transfers are platform transfers. */
export const typeLabel = (type: string) => from(types, type) ?? (platformSide(type) ? 'Platform transfer' : undefined)
/** The same where debit and credit must be told apart without an arrow. */
export function typeLabelWithSide(type: string): string | undefined {
  const word = typeLabel(type)
  if (!word?.endsWith('transfer')) return word
  return `${word} ${type.endsWith('CREDIT') ? 'in' : 'out'}`
}
export const statusLabel = (status: string) => from(statuses, status)
export const secondaryLabel = (name: string) => from(secondary, name)
export const networkLabel = (network: string) => from(networks, network)
