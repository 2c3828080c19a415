/** How much a write moves, and what of it a person types before it is sent. Rows name how, so that only forms load it. */
import { compareDecimals } from '../domain/decimals'
import { isObject } from '../domain/json'
import type { Environment } from './environments'
import { type WriteName, writeRowOf } from './operations'
import { type AssetAmount, assetsOfMarket, orderAmount, orderTotal } from './order-terms'
import type { MoneyName } from './row'
import { lineAt, type Moved, memberAt } from './summaries'

/** The amount of a body that has one, in the asset beside it. */
function amountInAsset(body: unknown): AssetAmount | undefined {
  const { amount, asset } = isObject(body) ? body : {}
  return typeof amount === 'string' ? { text: amount, asset: typeof asset === 'string' ? asset : '' } : undefined
}

const usesAmount = (type: string | undefined, side: string | undefined, name: string) => {
  if (type === 'MARKET' && side === 'BUY') return name === 'quote_amount'
  return name === 'base_amount' || (name === 'price' && type !== 'MARKET' && type !== 'STOP_MARKET')
}

/**
 * Both sides of an order; what it pays or brings in is not known without a price. An amount or a price that its type does not
 * use makes all of them unknown: whoever executes it may go by another one than whoever weighs it.
 */
function movedByOrder(body: unknown): MovedMoney {
  const [market, side, type] = [lineAt(body, 'market'), lineAt(body, 'side'), lineAt(body, 'type')]
  const { base, quote } = assetsOfMarket(market)
  const unused = ['base_amount', 'price', 'quote_amount'].filter((name) => !usesAmount(type, side, name))
  const isPlain = unused.every((name) => memberAt(body, name) === undefined)
  const known = isPlain ? [orderAmount(body), orderTotal(body)].filter((one) => one !== undefined) : []
  const amounts = [base, quote].map((asset) => ({ asset, amount: known.find((one) => one.asset === asset)?.text }))
  return { amounts, ...(side && { side }), ...(market && { market }) }
}

/** The assets that a body has as such, without an amount that is not known. */
const movedIn = (body: unknown, ...names: string[]): MovedMoney => {
  const [amount, assets] = [memberAt(body, 'amount'), names.map((name) => memberAt(body, name))]
  return {
    amounts: assets.flatMap((asset) =>
      typeof asset === 'string' ? [{ asset, ...(typeof amount === 'string' && { amount }) }] : [],
    ),
  }
}

type MovedMoney = Omit<Moved, 'parties'>
type ReadMoney = (body: unknown) => AssetAmount | undefined
/** What moves; of it the amount, and what is paid or brought in where the body says so. All take any body. */
export const moneyOf: Record<
  MoneyName,
  { moved: (body: unknown) => MovedMoney; amountOf?: ReadMoney; totalOf?: ReadMoney }
> = {
  order: { moved: movedByOrder, amountOf: orderAmount, totalOf: orderTotal },
  inAsset: { moved: (body) => movedIn(body, 'asset'), amountOf: amountInAsset },
  unknown: { moved: (body) => movedIn(body, 'source_asset', 'destination_asset') },
}

/**
 * What a person types to confirm a write: a total over the desk's figure in every environment; otherwise the amount, in
 * production, where real money moves.
 * @param figure a decimal, in whichever asset the total is
 */
export function amountToConfirm(
  environment: Environment,
  operation: WriteName,
  body: unknown,
  figure: string,
): { name: 'amount' | 'total'; money: AssetAmount } | undefined {
  const { money } = writeRowOf(operation).moves
  if (!money) return undefined
  const total = moneyOf[money].totalOf?.(body)
  if (total && (compareDecimals(total.text, figure) ?? 0) > 0) return { name: 'total', money: total }
  const amount = environment === 'production' ? moneyOf[money].amountOf?.(body) : undefined
  return amount && { name: 'amount', money: amount }
}
