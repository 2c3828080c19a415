/**
 * Runs a rule: quote, conversion, destination. The spec says that rules "automatically convert one asset to another"; the
 * details are from docs/provider.md, "What our sandbox chooses".
 */
import { randomUUID } from 'node:crypto'
import type { IssuerQuoteExecution } from '../../provider/issuer-quotes'
import type { Rule } from '../../provider/rules'
import type { Transfer } from '../../provider/transfers'
import { type Asset, assets, centsOf, decimalOf, tenTo } from '../money'
import { unseeded } from '../random'
import { hashOn } from '../seed/networks'
import { timestampOf } from '../timestamps'
import { adjustBalance } from './balances'
import { findRule, networkNamed, type RuleRun, startRule } from './rules'
import { type Snapshot, schedule } from './schedule'
import { startTransfer } from './settlement'

const second = 1_000_000

/** A run with its quotes; after the conversion `units` are in the destination asset. */
type Quoted = RuleRun & { quotes: string[] }

type RuleContext = { run: RuleRun; rule: Rule; transfer: Transfer; units: bigint }

function contextOf({ store }: Snapshot, run: RuleRun): RuleContext {
  const [rule, transfer] = [findRule(store, run.rule), store.transfer(run.transfer)]
  if (!rule || !transfer)
    throw new Error(`The run of rule ${run.rule} on transfer ${run.transfer} refers to a missing record.`)
  return { run, rule, transfer, units: BigInt(run.units) }
}

// Only this file and rules.ts write these subjects.
const readRun = <Kind extends RuleRun>(subject: string) => JSON.parse(subject) as Kind

const decimals = (units: bigint, { scale, minimumDigits }: Asset) => decimalOf(units, scale, minimumDigits)

/** Converts at par to the precision of the other asset; the remainder is not converted. */
function convertAtPar(units: bigint, from: Asset, to: Asset): { paid: bigint; got: bigint } {
  if (to.scale >= from.scale) return { paid: units, got: units * tenTo(to.scale - from.scale) }
  const dust = tenTo(from.scale - to.scale)
  return { paid: units - (units % dust), got: units / dust }
}

/** A token is minted (positive) or redeemed (negative) at one dollar. The spec does not show the meaning and units; these are ours. */
function newQuote(
  snapshot: Snapshot,
  { rule, transfer }: RuleContext,
  token: Asset,
  units: bigint,
): IssuerQuoteExecution {
  const worth = centsOf(units < 0n ? -units : units, token)
  return {
    id: randomUUID(),
    created_at: timestampOf(snapshot.now),
    asset_type: token.name,
    principal: decimalOf(worth, 2, 2),
    fee: '0.00',
    status: 'PENDING',
    ref_id: rule.ref_id,
    token_fee: '0.00',
    token_price: '1.0000',
    token_principal: decimals(units, token),
    profile_id: transfer.profile_id,
  }
}

/** First step: the issuer quotes the mint or redemption, unless no conversion is needed. */
export function runRule(snapshot: Snapshot, subject: string): void {
  const run = readRun<RuleRun>(subject)
  const work = contextOf(snapshot, run)
  const [from, to] = [assets[work.rule.source_asset], assets[work.rule.destination_asset]]
  if (from.name === to.name) {
    schedule(snapshot, snapshot.now, 'forward', subject)
    return
  }
  const { paid, got } = convertAtPar(work.units, from, to)
  const quotes = [
    ...(from.name === 'USD' ? [] : [newQuote(snapshot, work, from, -paid)]),
    ...(to.name === 'USD' ? [] : [newQuote(snapshot, work, to, got)]),
  ]
  for (const quote of quotes) snapshot.store.addIssuerQuote(quote)
  schedule(snapshot, snapshot.now + second, 'convert', JSON.stringify({ ...run, quotes: quotes.map(({ id }) => id) }))
}

function closeQuotes({ store }: Snapshot, ids: readonly string[], status: IssuerQuoteExecution['status']): void {
  for (const id of ids) {
    const row = store.first('SELECT answer FROM issuer_quotes WHERE id = ?', id)
    if (row) store.updateIssuerQuote({ ...(JSON.parse(String(row.answer)) as IssuerQuoteExecution), status })
  }
}

/** Second step: a debit of one asset and a credit of the other, in one group and linked to each other. */
export function convertAsset(snapshot: Snapshot, subject: string): void {
  const { quotes, ...run } = readRun<Quoted>(subject)
  const work = contextOf(snapshot, run)
  const { rule, transfer, units } = work
  const { store } = snapshot
  const [from, to] = [assets[rule.source_asset], assets[rule.destination_asset]]
  const { paid, got } = convertAtPar(units, from, to)
  adjustBalance(store, transfer.profile_id, from, { held: -units })
  closeQuotes(snapshot, quotes, got === 0n ? 'FAILED' : 'COMPLETE')
  // An amount below the precision of the other asset is not converted.
  if (got === 0n) return

  const ids = { from_transfer_id: randomUUID(), to_transfer_id: randomUUID() }
  const both = { ...partiesOf(work), takes: 0, group_id: randomUUID(), auto_conversion: ids }
  const leg = (asset: Asset, amount: bigint) => ({ ...both, asset, amount, balance_asset: asset.name })
  startTransfer(snapshot, { ...leg(from, paid), type: 'INTERNAL_TRANSFER_DEBIT', id: ids.from_transfer_id })
  const credit = startTransfer(snapshot, { ...leg(to, got), type: 'INTERNAL_TRANSFER_CREDIT', id: ids.to_transfer_id })
  store.updateTransfer({
    ...transfer,
    auto_conversion: { ...transfer.auto_conversion, to_transfer_id: ids.from_transfer_id },
    updated_at: timestampOf(snapshot.now),
  })
  if (!rule.destination) startRule(snapshot, credit, got, run.chain)
  else {
    adjustBalance(store, credit.profile_id, to, { held: got })
    const next: RuleRun = { ...run, transfer: credit.id, units: String(got) }
    schedule(snapshot, snapshot.now + second, 'forward', JSON.stringify(next))
  }
}

const partiesOf = ({ rule, transfer }: RuleContext) => ({
  profile: transfer.profile_id,
  identity_id: rule.identity_id,
  account_id: rule.account_id,
})

/** Ours: fees in whole dollars, so that the cents of an amount are unchanged. */
const dollar = ({ scale }: Asset) => tenTo(scale)
const feeOf = (units: bigint, asset: Asset, fee: bigint, from: bigint) =>
  units >= from * dollar(asset) ? fee * dollar(asset) : 0n

/** Last step: sends the converted funds to the destination. */
export function forwardToDestination(snapshot: Snapshot, subject: string): void {
  const work = contextOf(snapshot, readRun<RuleRun>(subject))
  const { rule, transfer, units, run } = work
  const asset = assets[rule.destination_asset]
  const { profile, crypto, fiat } = rule.destination ?? {}
  adjustBalance(snapshot.store, transfer.profile_id, asset, { held: -units })
  const parties = partiesOf(work)
  const link = { auto_conversion: { from_transfer_id: transfer.id } }
  if (profile?.profile_id && profile.profile_id !== transfer.profile_id) {
    const both = { ...parties, asset, amount: units, takes: 0, group_id: randomUUID(), ...link }
    startTransfer(snapshot, { ...both, type: 'INTERNAL_TRANSFER_DEBIT' })
    const credit = startTransfer(snapshot, { ...both, type: 'INTERNAL_TRANSFER_CREDIT', profile: profile.profile_id })
    startRule(snapshot, credit, units, run.chain)
  }
  if (crypto) {
    const network = networkNamed(crypto.network ?? '')
    const fee = feeOf(units, asset, 1n, 100n)
    startTransfer(snapshot, {
      ...parties,
      ...link,
      type: 'CRYPTO_WITHDRAWAL',
      asset,
      amount: units - fee,
      fee,
      takes: 4 * second,
      destination_address: crypto.address,
      crypto_network: network,
      crypto_tx_hash: network && hashOn(network, unseeded()),
      notional_value: decimalOf(centsOf(units, asset), 2, 2),
    })
  }
  if (fiat) {
    const fee = feeOf(units, asset, 25n, 1000n)
    const target = { fiat_account_id: fiat.fiat_account_id?.toLowerCase(), memo: fiat.memo }
    startTransfer(snapshot, {
      ...parties,
      ...link,
      ...target,
      type: 'WIRE_WITHDRAWAL',
      asset,
      amount: units - fee,
      fee,
      takes: 4 * second,
    })
  }
}
