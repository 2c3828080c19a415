/** The words for transfers that more than one place shows. A value that is not listed here is shown as received. */
import { amountText } from '@/components/ui/amount'
import { waitingFor } from '@/lib/api/waits'
import { inSentence } from '@/lib/browser/labels'
import { type DecodedTransfer, platformSide } from '@/lib/provider/reading'
import type { CryptoNetwork, SecondaryStatus, TransferStatus, TransferType } from '@/lib/provider/transfers'

/** Finds the label of a value; undefined for an unknown one. */
const labelsBy =
  <Value extends string>(labels: Record<Value, string>) =>
  (value: string): string | undefined =>
    Object.hasOwn(labels, value) ? labels[value as Value] : undefined

/** Types as the filter menu groups them: by payment route. */
export const typesByGroup = {
  Crypto: { CRYPTO_DEPOSIT: 'Crypto deposit', CRYPTO_WITHDRAWAL: 'Crypto withdrawal' },
  'Wire and bank': {
    WIRE_DEPOSIT: 'Wire deposit',
    WIRE_WITHDRAWAL: 'Wire withdrawal',
    BANK_DEPOSIT: 'Bank deposit',
    BANK_WITHDRAWAL: 'Bank withdrawal',
    RTP_DEPOSIT: 'RTP deposit',
  },
  'Bank networks': {
    SEN_DEPOSIT: 'SEN deposit',
    SEN_WITHDRAWAL: 'SEN withdrawal',
    SIGNET_DEPOSIT: 'Signet deposit',
    SIGNET_WITHDRAWAL: 'Signet withdrawal',
    CBIT_DEPOSIT: 'CBIT deposit',
    CBIT_WITHDRAWAL: 'CBIT withdrawal',
    CUBIX_DEPOSIT: 'CUBIX deposit',
    CUBIX_WITHDRAWAL: 'CUBIX withdrawal',
  },
  'Internal and platform': {
    INTERNAL_TRANSFER_DEBIT: 'Internal transfer',
    INTERNAL_TRANSFER_CREDIT: 'Internal transfer',
    PLATFORM_TRANSFER_DEBIT: 'Platform transfer',
    PLATFORM_TRANSFER_CREDIT: 'Platform transfer',
  },
}
const documentedType = labelsBy<TransferType>({
  ...typesByGroup.Crypto,
  ...typesByGroup['Wire and bank'],
  ...typesByGroup['Bank networks'],
  ...typesByGroup['Internal and platform'],
})

/** Undefined for an unknown type. Any operator's own transfers are platform transfers. */
export const typeLabel = (type: string) =>
  documentedType(type) ?? (platformSide(type) ? 'Platform transfer' : undefined)
/** The same where debit and credit must be distinct without an arrow. */
export function typeLabelWithSide(type: string): string | undefined {
  const label = typeLabel(type)
  if (!label?.endsWith('transfer')) return label
  return `${label} ${type.endsWith('CREDIT') ? 'in' : 'out'}`
}

export const statusLabel = labelsBy<TransferStatus>({ PENDING: 'Pending', COMPLETED: 'Completed', FAILED: 'Failed' })
export const directionLabel = labelsBy({ CREDIT: 'In', DEBIT: 'Out' })
export const secondaryStatusLabel = labelsBy<SecondaryStatus>({
  TRAVEL_RULE_INFO_REQUESTED: 'travel rule details needed',
  TRAVEL_RULE_REJECTED: 'travel rule rejected',
  CUSTOMER_REJECTED: 'rejected by customer',
  PENDING_CUSTOMER_APPROVAL: inSentence(waitingFor('approval')),
})

/** The same in a list, where the column is as wide as its longest text. */
export const secondaryStatusShortLabel = labelsBy<SecondaryStatus>({
  TRAVEL_RULE_INFO_REQUESTED: 'travel rule',
  TRAVEL_RULE_REJECTED: 'travel rule',
  CUSTOMER_REJECTED: 'customer',
  PENDING_CUSTOMER_APPROVAL: 'approval',
})

export const networkLabel = labelsBy<CryptoNetwork>({
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
})

export const typeText = (type: string | undefined) => (type ? (typeLabel(type) ?? type) : 'Transfer')

type Kind = { type?: string; crypto_network?: string }

export const networkText = ({ crypto_network: network }: Kind) => network && (networkLabel(network) ?? network)
export const statusText = (status: string | undefined) =>
  statusLabel(status ?? '')?.toLowerCase() ?? status ?? 'no status'

/** `−249,970.00 USDG`; without the asset if there is none. */
export const moneyText = (amount: string, asset: string | undefined, isDebit = false) =>
  [amountText(amount, isDebit), asset].filter(Boolean).join(' ')

/** `Crypto withdrawal, Ethereum` */
export const kindText = (kind: Kind) => [typeText(kind.type), networkText(kind)].filter(Boolean).join(', ')

/** Within a sentence: `crypto withdrawal`, `RTP deposit`; `transfer` if its type is unknown. */
export function kindNoun({ type = '' }: Kind): string {
  const label = typeLabel(type) ?? 'transfer'
  // RTP, SEN and Signet are names.
  return /^(?:[A-Z]{2}|Signet)/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** `crypto withdrawals on Ethereum`, `transfers of type FEDNOW_DEPOSIT` */
export function kindPlural(kind: Kind): string {
  const [noun, network] = [`${kindNoun(kind)}s`, networkText(kind)]
  const type = kind.type && !typeLabel(kind.type) ? ` of type ${kind.type}` : ''
  return `${noun}${type}${network ? ` on ${network}` : ''}`
}

/** A conversion by its two assets. Only one that is completed was made. */
export function conversionText(from: string, to: string, statuses: readonly (string | undefined)[]): string {
  if (statuses.every((status) => status === 'COMPLETED')) return `Converted ${from} to ${to}`
  const isOnItsWay = statuses.every((status) => status === 'COMPLETED' || status === 'PENDING')
  return `${isOnItsWay ? 'Converting' : 'Conversion of'} ${from} to ${to}`
}

/** For the page's title: `Crypto withdrawal −249,970.00 USDG`. */
export function transferTitle({ known: { type, amount, asset, direction } }: DecodedTransfer, name = typeText(type)) {
  const money = amount ? moneyText(amount, asset, direction === 'DEBIT') : asset
  return [name, money].filter(Boolean).join(' ')
}

export const noAmount = 'no amount'
export const noType = 'type missing'
export const otherFields = 'Other fields'
export const usualTimesUnavailable = 'Usual times could not be loaded'
export const sumAddsUp = 'Amount and fee add up.'
export const undocumented = 'Shown as received'
export const travelRuleNeeded = 'Travel rule details needed'

const lists = new Intl.ListFormat('en-GB')
/** `amount, fee and total` */
export const listText = (names: readonly string[]) => lists.format(names)
