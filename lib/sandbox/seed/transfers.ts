/** Creates the transfers of a case. */
import type { CryptoNetwork, Transfer } from '../../provider/transfers'
import { type Asset, type AssetName, assets, centsOf, decimalOf, tenTo, unitsWorth } from '../money'
import { type Case, depositFailures, type Failure, type FiatType, withdrawalFailures } from './cases'
import {
  type Draft,
  day,
  draftTransfer,
  hour,
  minute,
  type Party,
  randomCents,
  randomMetadata,
  randomUnits,
  type SeedContext,
  second,
} from './drafts'
import { hashOn, routes, stableRoutes } from './networks'

const medians: Record<string, number> = { WIRE: 80_000, BANK: 6_000, RTP: 900, SEN: 250_000, SIGNET: 200_000 }
const fiatFees: Partial<Record<FiatType, bigint>> = {
  WIRE_DEPOSIT: 1_000n,
  WIRE_WITHDRAWAL: 2_500n,
  BANK_WITHDRAWAL: 50n,
  RTP_DEPOSIT: 100n,
}

/** Banks take hours, sometimes days; nothing arrives on weekends. */
function bankTime({ random }: SeedContext, at: number): number {
  const usual = 4 * minute + Math.floor(random.fraction() * (random.chance(0.04) ? 3 * day : 5 * hour))
  const weekday = new Date((at + usual) / 1000).getUTCDay()
  return usual + (weekday === 6 ? 2 * day : weekday === 0 ? day : 0)
}

type Fiat = { at: number; type: FiatType; failure?: Failure; converted?: true }
/** Members that a chain sets for its transfers. `spends` is a withdrawal's total including the fee, in units. */
type TransferDetails = Partial<
  Pick<Transfer, 'ref_id' | 'auto_conversion' | 'metadata' | 'memo' | 'fiat_account_id' | 'destination_address'>
> & { amount?: bigint; spends?: bigint; party?: Party }

function fiatRef(context: SeedContext, rail: string, isDeposit: boolean): string | undefined {
  if (rail === 'WIRE') return isDeposit ? context.running('wire-in', 88_120) : context.running('wire-out', 41_007)
  return isDeposit ? undefined : context.running('payout', 60_411)
}

export function fiat(context: SeedContext, { at, type, failure, converted }: Fiat, more: TransferDetails = {}): Draft {
  const { random } = context
  const [rail = ''] = type.split('_')
  const isDeposit = type.endsWith('_DEPOSIT')
  const party = more.party ?? context.party()
  const fee = fiatFees[type] ?? 0n
  const slow = rail === 'WIRE' || rail === 'BANK'
  return draftTransfer(context, {
    at,
    party,
    type,
    asset: assets.USD,
    amount: more.spends ? more.spends - fee : (more.amount ?? randomCents(context, medians[rail] ?? 120_000)),
    fee,
    settles: slow ? bankTime(context, at) : random.below(40 * second),
    failure,
    ref_id: more.ref_id ?? fiatRef(context, rail, isDeposit),
    // Spec: differs from `asset` only when the transfer includes a conversion; here one at payment time.
    balance_asset: converted && random.pick(['USDC', 'USDG', 'PYUSD']),
    metadata: more.metadata ?? randomMetadata(context, at),
    fiat_account_id: isDeposit ? undefined : (more.fiat_account_id ?? context.fiatAccount()),
    memo:
      more.memo ??
      (isDeposit ? party.memo : random.chance(0.4) ? `Invoice ${20_000 + random.below(9_000)}` : undefined),
    auto_conversion: more.auto_conversion,
  })
}

/** Network fees in US cents: minimum and range. */
const networkFees: Partial<Record<CryptoNetwork, readonly [number, number]>> = {
  ETHEREUM: [90, 800],
  BITCOIN: [120, 600],
}
const utxo: readonly CryptoNetwork[] = ['BITCOIN', 'BITCOIN_CASH', 'LITECOIN']

/** A desk that works leaves nothing waiting for longer. */
export const maximumWait = 3 * day

function randomFailure({ random, now }: SeedContext, at: number, network: CryptoNetwork, isDeposit: boolean) {
  // Old failures have mostly been retried, so recent transfers fail more often.
  if (!random.chance((isDeposit ? 0.008 : 0.022) * (now - at < 5 * day ? 5 : 1))) return undefined
  const failure: Failure = random.pick(isDeposit ? depositFailures : withdrawalFailures)
  const happensHere = failure.networks?.includes(network) ?? true
  const isOver = failure.status === 'PENDING' && now - at > maximumWait
  return happensHere && !isOver ? failure : undefined
}

type Crypto = Extract<Case, { kind: 'crypto' }> & { at: number }

export function crypto(
  context: SeedContext,
  { at, type, route, metadata, ...given }: Crypto,
  more: TransferDetails = {},
): Draft {
  const { random } = context
  const isDeposit = type === 'CRYPTO_DEPOSIT'
  const [name, network] = route ?? random.weighted(routes)
  const asset = assets[name]
  const party = more.party ?? context.party()
  const failure = given.failure ?? (route ? undefined : randomFailure(context, at, network, isDeposit))
  const [least, spread] = networkFees[network] ?? [1, 30]
  const quoted = unitsWorth(BigInt(least + random.below(spread)), asset)
  // Fees have at most nine decimal places.
  const fee = isDeposit ? 0n : quoted - (asset.scale > 9 ? quoted % tenTo(asset.scale - 9) : 0n)
  const amount = more.spends
    ? more.spends - fee
    : (more.amount ?? randomUnits(context, asset, randomCents(context, 25_000)))
  const isSent = isDeposit || !failure || failure.secondary === 'TRAVEL_RULE_REJECTED'
  const hasIndex = utxo.includes(network) || (network.length < 13 && network !== 'SOLANA' && random.chance(0.1))
  return draftTransfer(context, {
    at,
    party,
    type,
    asset,
    amount,
    fee,
    settles: Math.floor((0.4 + random.fraction()) * (utxo.includes(network) ? 40 : 4) * minute),
    failure,
    ref_id: more.ref_id ?? (isDeposit || random.chance(0.15) ? undefined : context.running('inv', 20_931)),
    metadata: more.metadata ?? metadata ?? randomMetadata(context, at),
    destination_address:
      more.destination_address ?? (isDeposit ? context.ownAddress(network, party) : context.counterparty(network)),
    crypto_network: network,
    crypto_tx_hash: isSent ? hashOn(network, random) : undefined,
    crypto_tx_index: isSent && hasIndex ? String(random.below(utxo.includes(network) ? 4 : 300)) : undefined,
    notional_value: decimalOf(centsOf(amount + fee, asset), 2, 2),
    memo: network !== 'STELLAR' ? undefined : isDeposit ? party.stellarMemo : String(random.below(1e9)),
    auto_conversion: more.auto_conversion,
  })
}

export const done: Failure = { status: 'COMPLETED' }

/** Both sides of a transfer between two profiles, at the same time. */
function pair(context: SeedContext, at: number, family: 'INTERNAL' | 'PLATFORM'): Draft[] {
  const { random } = context
  const [from, to] = context.parties()
  const asset = random.chance(0.5) ? assets.USD : assets[random.weighted(stableRoutes)[0]]
  const amount = randomUnits(context, asset, randomCents(context, 150_000))
  const both = {
    at,
    asset,
    amount,
    settles: 0,
    failure: done,
    group_id: random.uuid(),
    metadata: randomMetadata(context, at),
  }
  const ref = context.daily(family === 'INTERNAL' ? 'sweep' : 'settle', at)
  return [
    draftTransfer(context, { ...both, party: from, type: `${family}_TRANSFER_DEBIT`, ref_id: ref }),
    draftTransfer(context, { ...both, party: to, type: `${family}_TRANSFER_CREDIT` }),
  ]
}

type Conversion = { at: number; party: Party; from: Asset; to: Asset; worth: bigint }

/** A debit of one asset and a credit of another with the same value in US cents, linked to each other. */
function conversion(context: SeedContext, { at, party, from, to, worth }: Conversion): [Draft, Draft] {
  const { random } = context
  const ids = { from_transfer_id: random.uuid(), to_transfer_id: random.uuid() }
  const both = { at, party, settles: 0, failure: done, group_id: random.uuid(), auto_conversion: ids }
  const leg = (asset: Asset) => ({ ...both, asset, amount: unitsWorth(worth, asset), balance_asset: asset.name })
  return [
    draftTransfer(context, { ...leg(from), type: 'INTERNAL_TRANSFER_DEBIT', id: ids.from_transfer_id }),
    draftTransfer(context, { ...leg(to), type: 'INTERNAL_TRANSFER_CREDIT', id: ids.to_transfer_id }),
  ]
}

/** Maximum duration of a chain, which must end before the history does. */
export const chainTime = 3 * minute
const pause = ({ random }: SeedContext, most: number) => second + random.below(most)

/** What a story sets of a chain. `worth` is in US cents. */
type Chain = {
  worth: bigint
  party: Party
  route: readonly [AssetName, CryptoNetwork]
  ref_id: string
  metadata: Record<string, string>
  /** Of a redemption: how its wire ended, and where it goes. */
  ending?: Failure
  fiat_account_id?: string
}

/** A wire deposit, its conversion to a stablecoin, and the withdrawal to an address. */
export function mint(context: SeedContext, at: number, chain?: Chain): Draft[] {
  const party = chain?.party ?? context.party()
  const route = chain?.route ?? context.random.weighted(stableRoutes)
  const amount = chain?.worth ?? randomCents(context, 90_000) + 100_000n
  const convertedAt = at + 20 * second + pause(context, minute)
  const worth = amount - (fiatFees.WIRE_DEPOSIT ?? 0n)
  const coin = assets[route[0]]
  const [debit, credit] = conversion(context, { at: convertedAt, party, from: assets.USD, to: coin, worth })
  return [
    fiat(
      context,
      { at, type: 'WIRE_DEPOSIT', failure: done },
      {
        party,
        amount,
        metadata: chain?.metadata,
        ref_id: chain && `wire-${chain.ref_id}`,
        auto_conversion: { to_transfer_id: debit.transfer.id },
      },
    ),
    debit,
    credit,
    crypto(
      context,
      { kind: 'crypto', at: convertedAt + pause(context, 5 * second), type: 'CRYPTO_WITHDRAWAL', route },
      {
        party,
        metadata: chain?.metadata,
        spends: unitsWorth(worth, coin),
        ref_id: chain?.ref_id ?? context.daily('mint', at),
        auto_conversion: { from_transfer_id: credit.transfer.id },
      },
    ),
  ]
}

/** A stablecoin deposit, its conversion to dollars, and the withdrawal by wire. */
export function redeem(context: SeedContext, at: number, chain?: Chain): Draft[] {
  const party = chain?.party ?? context.party()
  const route = chain?.route ?? context.random.weighted(stableRoutes)
  const worth = chain?.worth ?? randomCents(context, 60_000) + 100_000n
  const coin = assets[route[0]]
  const convertedAt = at + 20 * second + pause(context, minute)
  const [debit, credit] = conversion(context, { at: convertedAt, party, from: coin, to: assets.USD, worth })
  return [
    crypto(
      context,
      { kind: 'crypto', at, type: 'CRYPTO_DEPOSIT', route, failure: done },
      {
        party,
        metadata: chain?.metadata,
        amount: unitsWorth(worth, coin),
        auto_conversion: { to_transfer_id: debit.transfer.id },
      },
    ),
    debit,
    credit,
    fiat(
      context,
      { at: convertedAt + pause(context, 5 * second), type: 'WIRE_WITHDRAWAL', failure: chain?.ending },
      {
        party,
        metadata: chain?.metadata,
        fiat_account_id: chain?.fiat_account_id,
        spends: worth,
        ref_id: chain?.ref_id ?? context.daily('redeem', at),
        auto_conversion: { from_transfer_id: credit.transfer.id },
      },
    ),
  ]
}

/** The transfers of a case that begins at a time (microseconds), in order of creation. */
export function draftTransfers(context: SeedContext, happens: Case, at: number): Draft[] {
  switch (happens.kind) {
    case 'fiat':
      return [fiat(context, { ...happens, at })]
    case 'crypto':
      return [crypto(context, { ...happens, at })]
    case 'pair':
      return pair(context, at, happens.family)
    case 'mint':
      return mint(context, at)
    case 'redeem':
      return redeem(context, at)
  }
}
