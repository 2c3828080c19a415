/** The cases that every seed contains, and the frequency of the others. */
import type { CryptoNetwork, SecondaryStatus, Transfer, TransferStatus, TransferType } from '../../provider/transfers'
import type { AssetName } from '../money'

/** Why a transfer failed or is pending. */
export type Failure = {
  status: TransferStatus
  secondary?: SecondaryStatus
  details?: Transfer['status_details']
  /** Networks with this failure; absent for all. */
  networks?: readonly CryptoNetwork[]
}

export type FiatType = Exclude<
  TransferType,
  | 'INTERNAL_TRANSFER_DEBIT'
  | 'INTERNAL_TRANSFER_CREDIT'
  | 'PLATFORM_TRANSFER_DEBIT'
  | 'PLATFORM_TRANSFER_CREDIT'
  | 'CRYPTO_DEPOSIT'
  | 'CRYPTO_WITHDRAWAL'
>

/** One transfer, or several that belong together. */
export type Case =
  | { kind: 'fiat'; type: FiatType; failure?: Failure; converted?: true }
  | {
      kind: 'crypto'
      type: 'CRYPTO_DEPOSIT' | 'CRYPTO_WITHDRAWAL'
      route?: readonly [AssetName, CryptoNetwork]
      failure?: Failure
      metadata?: Record<string, string>
    }
  | { kind: 'pair'; family: 'INTERNAL' | 'PLATFORM' }
  | { kind: 'mint' }
  | { kind: 'redeem' }

/** Number of transfers of a case. */
export const rowsOf = ({ kind }: Case): number => (kind === 'pair' ? 2 : kind === 'mint' || kind === 'redeem' ? 4 : 1)

const awaitingInformation: Failure = { status: 'PENDING', secondary: 'TRAVEL_RULE_INFO_REQUESTED' }
const travelRuleRejected: Failure = { status: 'FAILED', secondary: 'TRAVEL_RULE_REJECTED' }
const customerRejected: Failure = { status: 'FAILED', secondary: 'CUSTOMER_REJECTED' }
const awaitingApproval: Failure = {
  status: 'PENDING',
  secondary: 'PENDING_CUSTOMER_APPROVAL',
  details: {
    pending_customer_approval: { message: 'Waiting for a second approver of the customer.', approvals_needed: 1 },
  },
}
const missingTrustline: Failure = {
  status: 'PENDING',
  networks: ['STELLAR'],
  details: { missing_trustline: { message: 'The destination account has no trustline for this asset yet.' } },
}
const rentExceeded: Failure = {
  status: 'FAILED',
  networks: ['SOLANA'],
  details: { max_rent_exceeded: { message: 'Opening the token account costs more rent than the limit.' } },
}
const staleFee: Failure = {
  status: 'FAILED',
  networks: ['ETHEREUM', 'BASE', 'POLYGON_POS', 'ARBITRUM_ONE', 'INK', 'XLAYER'],
  details: { stale_fee_quote: { message: 'The network fee rose above the quote before the transfer was sent.' } },
}
const invalidAddress: Failure = {
  status: 'FAILED',
  details: { invalid_destination_address: { message: 'The destination address does not exist on this network.' } },
}

export const depositFailures = [awaitingInformation, travelRuleRejected] as const
export const withdrawalFailures = [
  awaitingApproval,
  customerRejected,
  travelRuleRejected,
  missingTrustline,
  rentExceeded,
  staleFee,
  invalidAddress,
] as const

const fiat = (type: FiatType, failure?: Failure): Case => ({ kind: 'fiat', type, failure })
const deposit = (asset: AssetName, network: CryptoNetwork, failure?: Failure): Case => ({
  kind: 'crypto',
  type: 'CRYPTO_DEPOSIT',
  route: [asset, network],
  failure,
})
const withdrawal = (asset: AssetName, network: CryptoNetwork, failure?: Failure): Case => ({
  kind: 'crypto',
  type: 'CRYPTO_WITHDRAWAL',
  route: [asset, network],
  failure,
})

/** Spread evenly over the history in this order; pending ones last, because old ones are rare. */
export const evenlySpreadCases: readonly Case[] = [
  { kind: 'mint' },
  { kind: 'redeem' },
  { kind: 'pair', family: 'INTERNAL' },
  { kind: 'pair', family: 'PLATFORM' },
  deposit('USDC', 'ETHEREUM'),
  withdrawal('BTC', 'BITCOIN'),
  deposit('BCH', 'BITCOIN_CASH'),
  withdrawal('LTC', 'LITECOIN'),
  deposit('PYUSD', 'SOLANA'),
  withdrawal('USDC', 'POLYGON_POS'),
  deposit('USDC', 'BASE'),
  withdrawal('PYUSD', 'ARBITRUM_ONE'),
  deposit('XLM', 'STELLAR'),
  withdrawal('USDG', 'INK'),
  deposit('USDG', 'XLAYER'),
  { kind: 'fiat', type: 'WIRE_WITHDRAWAL', converted: true },
  fiat('SEN_DEPOSIT'),
  fiat('SEN_WITHDRAWAL'),
  fiat('SIGNET_DEPOSIT'),
  fiat('SIGNET_WITHDRAWAL'),
  fiat('BANK_DEPOSIT'),
  fiat('BANK_WITHDRAWAL'),
  fiat('CBIT_DEPOSIT'),
  fiat('CBIT_WITHDRAWAL'),
  fiat('CUBIX_DEPOSIT'),
  fiat('CUBIX_WITHDRAWAL'),
  fiat('RTP_DEPOSIT'),
  fiat('WIRE_DEPOSIT'),
  {
    kind: 'crypto',
    type: 'CRYPTO_WITHDRAWAL',
    metadata: {
      purpose: 'supplier',
      team: 'ops-emea',
      invoice: 'INV-20931',
      cost_center: '4410',
      approver: 'm.okafor',
      note: 'Second instalment, agreed by phone',
    },
  },
  deposit('USDC', 'ETHEREUM', travelRuleRejected),
  withdrawal('USDG', 'ETHEREUM', customerRejected),
  withdrawal('USDG', 'SOLANA', rentExceeded),
  withdrawal('ETH', 'ETHEREUM', staleFee),
  withdrawal('USDP', 'ETHEREUM', invalidAddress),
  fiat('WIRE_WITHDRAWAL', { status: 'FAILED' }),
  withdrawal('PYUSD', 'STELLAR', missingTrustline),
  deposit('USDC', 'SOLANA', awaitingInformation),
  withdrawal('USDC', 'ETHEREUM', awaitingApproval),
  fiat('WIRE_DEPOSIT', { status: 'PENDING' }),
]

/** The frequent cases with their weights; the four discontinued bank networks and their successors are rare. */
export const frequentCases: readonly [readonly [Case, number], ...(readonly [Case, number])[]] = [
  [{ kind: 'crypto', type: 'CRYPTO_DEPOSIT' }, 27],
  [{ kind: 'crypto', type: 'CRYPTO_WITHDRAWAL' }, 25],
  [fiat('WIRE_DEPOSIT'), 10],
  [fiat('WIRE_WITHDRAWAL'), 9],
  [{ kind: 'pair', family: 'INTERNAL' }, 5],
  [{ kind: 'pair', family: 'PLATFORM' }, 4],
  [{ kind: 'mint' }, 4],
  [{ kind: 'redeem' }, 3],
  [fiat('BANK_DEPOSIT'), 3],
  [fiat('BANK_WITHDRAWAL'), 2.5],
  [fiat('RTP_DEPOSIT'), 3],
  [fiat('CUBIX_DEPOSIT'), 0.7],
  [fiat('CUBIX_WITHDRAWAL'), 0.6],
  [fiat('CBIT_DEPOSIT'), 0.6],
  [fiat('CBIT_WITHDRAWAL'), 0.5],
  [fiat('SEN_DEPOSIT'), 0.4],
  [fiat('SEN_WITHDRAWAL'), 0.4],
  [fiat('SIGNET_DEPOSIT'), 0.4],
  [fiat('SIGNET_WITHDRAWAL'), 0.4],
  [{ kind: 'fiat', type: 'WIRE_WITHDRAWAL', converted: true }, 0.5],
]

const needsBank = (happens: Case) =>
  happens.kind === 'mint' || (happens.kind === 'fiat' && /^(?:WIRE|BANK)_/.test(happens.type))
const [mostFrequent, ...others] = frequentCases
/** Those that happen while banks are closed. */
export const quietCases: typeof frequentCases = [mostFrequent, ...others.filter(([happens]) => !needsBank(happens))]
