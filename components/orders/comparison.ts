/** What is doubtful about an order, compared with own orders and issuer quotes. Doubts never keep an order from being sent. */
import { amountText } from '@/components/ui/amount'
import type { OrderReferences } from '@/lib/api/order-references'
import { compareDecimals, negated, percentFrom, productOf, sumOf, withPlaces } from '@/lib/domain/decimals'
import { type AmountName, amountIn, mainAmount, moneyText, type OrderTexts, totalOf } from './order-amounts'

/** Percent from which a price, and times from which an amount, is doubtful. */
const farPercent = '5'
const manyTimes = '10'

/** A price that was paid, and when (RFC 3339). */
export type PricePoint = { price: string; at: string }
export type Known = { references?: OrderReferences; quote?: PricePoint }

const isAbove = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && (compareDecimals(one, other) ?? 0) > 0
const without = (one: string, other: string) => sumOf([one, negated(other)]) ?? ''
const absolute = (text: string) => text.replace('-', '')

/** How far a price is from another: "98.9 % below". Only the text is rounded. */
export function deviation(price: string, from: string): { text: string; isFar: boolean; isBelow: boolean } | undefined {
  const percent = percentFrom(price, from)
  if (percent === undefined) return undefined
  const difference = without(price, from)
  const isBelow = isAbove('0', difference)
  const isSame = !isBelow && !isAbove(difference, '0')
  const isFar = isAbove(productOf(absolute(difference), '100'), productOf(from, farPercent))
  const rounded = compareDecimals(percent, '0') === 0 ? 'under 0.01' : amountText(withPlaces(absolute(percent), 0))
  return { text: isSame ? 'the same' : `${rounded} % ${isBelow ? 'below' : 'above'}`, isFar, isBelow }
}

/** The price that an order names: its limit, else its stop. */
export const priceOf = (values: OrderTexts) => amountIn(values, 'price') ?? amountIn(values, 'stop_price')

/** What the price is compared with: the last own fill, else the last issuer quote. */
export function pointOf({ references, quote }: Known): (PricePoint & { name: string }) | undefined {
  if (references?.last_fill) return { ...references.last_fill, name: 'last fill' }
  return quote && { ...quote, name: 'last issuer quote' }
}

export type Doubt = { about: AmountName | 'total'; title: string; texts: string[] }

function priceDoubt(values: OrderTexts, known: Known): Doubt[] {
  const [price, point, base] = [priceOf(values), pointOf(known), amountIn(values, 'base_amount')]
  if (!price || !point) return []
  const compared = deviation(price.text, point.price)
  if (!compared?.isFar) return []
  const isSell = values.side === 'SELL'
  const isLoss = values.side !== '' && isSell === compared.isBelow
  const effect = isLoss
    ? `A ${isSell ? 'sell this low' : 'buy this high'} fills at once, at whatever the book ${isSell ? 'pays' : 'asks'}.`
    : 'It may never fill.'
  const worth = base && productOf(base.text, point.price)
  const total = totalOf(values)
  const missing = worth && total && absolute(without(worth, total.text))
  const money = (text: string) => moneyText({ text: withPlaces(text, 2), asset: price.asset })
  const inMoney =
    isLoss &&
    missing &&
    `At the ${point.name}, ${moneyText(base)} is worth ${money(worth)}: ${money(missing)} ${isSell ? 'more than this order asks for' : 'less than this order may pay'}.`
  return [
    {
      about: amountIn(values, 'price') ? 'price' : 'stop_price',
      title: `${compared.text} the ${point.name}.`,
      texts: [...(values.type === 'LIMIT' ? [effect] : []), ...(inMoney ? [inMoney] : [])],
    },
  ]
}

/** @param figure the desk's: a total above it is doubtful */
export function doubtsOf(values: OrderTexts, known: Known, figure: string): Doubt[] {
  const [base, total] = [amountIn(values, 'base_amount'), totalOf(values)]
  const { largest } = known.references ?? {}
  const isLarge = base && largest && isAbove(base.text, productOf(largest, manyTimes))
  return [
    ...priceDoubt(values, known),
    ...(isLarge
      ? [
          {
            about: 'base_amount' as const,
            title: `More than ${manyTimes} times your largest order of the last 90 days.`,
            texts: [`The largest was ${moneyText({ text: largest, asset: base.asset })}.`],
          },
        ]
      : []),
    ...(total && isAbove(total.text, figure)
      ? [
          {
            about: 'total' as const,
            title: `Over the desk’s figure of ${moneyText({ text: withPlaces(figure, 2), asset: total.asset })}.`,
            texts: ['You type the total before it is sent.'],
          },
        ]
      : []),
  ]
}

/** Whether a price lies within the fills of the last week; undefined without any. */
export function isInWeek(price: string, { week }: OrderReferences): boolean | undefined {
  return week && !isAbove(week.lowest, price) && !isAbove(price, week.highest)
}

export const isComplete = (values: OrderTexts, names: readonly AmountName[]) =>
  values.side !== '' && mainAmount(values) !== undefined && names.every((name) => amountIn(values, name))
