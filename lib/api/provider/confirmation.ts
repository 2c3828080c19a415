/** What a person types before a write is sent. Rows name how their money is read, so that only forms load it. */
import { compareDecimals } from '../../domain/decimals'
import { isObject } from '../../domain/json'
import type { Environment } from '../environments'
import { type WriteName, writeRowOf } from './operations'
import { type AssetAmount, orderAmount, orderTotal } from './order-terms'
import type { MoneyName } from './row'

/** The amount of a body that has one, in the asset beside it. */
function amountInAsset(body: unknown): AssetAmount | undefined {
  const { amount, asset } = isObject(body) ? body : {}
  return typeof amount === 'string' ? { text: amount, asset: typeof asset === 'string' ? asset : '' } : undefined
}

type ReadMoney = (body: unknown) => AssetAmount | undefined
/** The amount, and what is paid or brought in where the body says so. Both take any body. */
const moneyOf: Record<MoneyName, { amountOf: ReadMoney; totalOf: ReadMoney }> = {
  order: { amountOf: orderAmount, totalOf: orderTotal },
  inAsset: { amountOf: amountInAsset, totalOf: () => undefined },
  unknown: { amountOf: () => undefined, totalOf: () => undefined },
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
  const { money } = writeRowOf(operation)
  if (!money) return undefined
  const total = moneyOf[money].totalOf(body)
  if (total && (compareDecimals(total.text, figure) ?? 0) > 0) return { name: 'total', money: total }
  const amount = environment === 'production' ? moneyOf[money].amountOf(body) : undefined
  return amount && { name: 'amount', money: amount }
}
