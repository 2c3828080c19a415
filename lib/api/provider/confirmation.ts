/** What a person types before a write is sent. Rows name how their money is read, so that only forms load it. */
import { compareDecimals } from '../../domain/decimals'
import type { Environment } from '../environments'
import { type WriteName, writeRowOf } from './operations'
import { type AssetAmount, orderAmount, orderTotal } from './order-terms'
import type { MoneyName } from './row'

type ReadMoney = (body: unknown) => AssetAmount | undefined
/** The amount, and what is paid or brought in where the body says so. Both take any body. */
const moneyOf: Record<MoneyName, { amountOf: ReadMoney; totalOf: ReadMoney }> = {
  order: { amountOf: orderAmount, totalOf: orderTotal },
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
