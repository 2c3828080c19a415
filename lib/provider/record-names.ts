/** What a desk calls a record, and what lists show of it: from the body that requested it, or its newest known members. */
import { compareDecimals } from '../domain/decimals'
import type { Json } from '../domain/json'
import { accountNumberOf, bankName, textsWithoutNumber } from './account-names'
import { assetsOfMarket } from './order-terms'
import { amountAt, joined, lineAt } from './summaries'

/**
 * Decimals as received: `amount` in the market's base, of `ordered`; `price` (the volume-weighted average) in its quote,
 * absent while nothing is filled. `terms` say at what price it fills: "limit 92,000.00 USD".
 */
export type OrderFill = { market?: string; amount?: string; price?: string; ordered?: string; terms?: string }

/** Where a rule takes an asset from and to. Networks are as the provider writes them. */
export type RuleRoute = {
  nickname?: string
  profile_id?: string
  source_asset?: string
  destination_asset?: string
  /** The network of a crypto source, or "WIRE"; absent for a profile. */
  source_network?: string
  source_profile_id?: string
  /** What a wire must carry to trigger it. */
  memo?: string
  /** Where a crypto deposit must arrive to trigger it. */
  source_address?: string
  destination_network?: string
  destination_address?: string
  destination_account_id?: string
  /** What its wires out carry. */
  destination_memo?: string
  destination_profile_id?: string
}

/** Whose account it is, and where: no account number. */
export type AccountParties = { bank?: string; owner?: string }

/** What a list shows of a record, each only of its kind. */
export type ListedMembers = { fill?: OrderFill; route?: RuleRoute; account?: AccountParties }

/** The base and quote currency of an order; an unknown market is shown as it is. */
function assetsOf(order: unknown) {
  const market = lineAt(order, 'market') ?? 'an unknown market'
  const { base, quote } = assetsOfMarket(market)
  return { base: base || market, quote }
}

/** "Sell 12.50 BTC", or "Buy BTC for 100.00 USD". */
export function orderName(order: unknown): string {
  const side = { BUY: 'Buy', SELL: 'Sell' }[lineAt(order, 'side') ?? ''] ?? 'Order'
  const { base, quote } = assetsOf(order)
  const [amount, worth] = [amountAt(order, 'base_amount'), amountAt(order, 'quote_amount')]
  return `${side} ${amount ? `${amount} ${base}` : base}${worth ? ` for ${worth} ${quote}`.trimEnd() : ''}`
}

/** At what price an order fills: "stop 90,000.00 USD, limit 92,000.00 USD". */
export function orderTerms(order: unknown): string {
  const { quote } = assetsOf(order)
  const type = lineAt(order, 'type')
  const priced = (word: string, name: string) => {
    const text = amountAt(order, name)
    return text && `${word} ${text} ${quote}`.trim()
  }
  return joined(
    type === 'MARKET' && 'at market',
    priced('stop', 'stop_price'),
    priced(type === 'POST_ONLY_LIMIT' ? 'post-only limit' : 'limit', 'price'),
  )
}

/** The nickname of a rule, else what it does: "Mint USDC". */
export function ruleName(rule: unknown): string {
  const nickname = lineAt(rule, 'nickname')
  if (nickname) return nickname
  const [from, to] = [lineAt(rule, 'source_asset') ?? 'money', lineAt(rule, 'destination_asset') ?? 'money']
  if (from === to) return `Move ${from}`
  if (from === 'USD') return `Mint ${to}`
  return to === 'USD' ? `Redeem ${from}` : `Convert ${from} to ${to}`
}

/** Members without those that have no value. */
const known = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members

export const ruleRoute = (rule: Json): ListedMembers => ({
  route: known({
    nickname: lineAt(rule, 'nickname'),
    profile_id: lineAt(rule, 'profile_id'),
    source_asset: lineAt(rule, 'source_asset'),
    destination_asset: lineAt(rule, 'destination_asset'),
    source_network: lineAt(rule, 'source', 'crypto', 'network') ?? lineAt(rule, 'source', 'fiat', 'network'),
    source_profile_id: lineAt(rule, 'source', 'profile', 'profile_id'),
    source_address: lineAt(rule, 'source', 'crypto', 'address'),
    memo: lineAt(rule, 'source', 'fiat', 'memo_id'),
    destination_network: lineAt(rule, 'destination', 'crypto', 'network'),
    destination_address: lineAt(rule, 'destination', 'crypto', 'address'),
    destination_account_id: lineAt(rule, 'destination', 'fiat', 'fiat_account_id'),
    destination_memo: lineAt(rule, 'destination', 'fiat', 'memo'),
    destination_profile_id: lineAt(rule, 'destination', 'profile', 'profile_id'),
  }),
})

export function accountParties(account: Json): ListedMembers {
  const text = textsWithoutNumber(account, accountNumberOf(account))
  const person = ['first_name', 'last_name'].map((name) => text('fiat_account_owner', 'person_details', name))
  return {
    account: known({
      bank: bankName(account),
      owner:
        text('fiat_account_owner', 'institution_details', 'name') ?? (person.filter(Boolean).join(' ') || undefined),
    }),
  }
}

/** What an order's newest known members say was filled, without those that are not decimals. */
export function orderFill(order: Json): ListedMembers {
  const { market, amount_filled: amount, volume_weighted_average_price: price, base_amount: ordered } = order
  const isAmount = (value: unknown) => typeof value === 'string' && compareDecimals(value, '0') !== undefined
  const isFilled = isAmount(amount) && compareDecimals(`${amount}`, '0') !== 0
  const terms = orderTerms(order)
  return {
    fill: {
      ...(typeof market === 'string' && { market }),
      ...(isAmount(amount) && { amount: `${amount}` }),
      ...(isFilled && isAmount(price) && { price: `${price}` }),
      ...(isAmount(ordered) && { ordered: `${ordered}` }),
      ...(terms && { terms }),
    },
  }
}
