/** Normalizes what people type and paste into forms. */
import { grouped } from './decimals'
import { minorPlaces } from './statements/currencies'
import { type FileAmount, isAmbiguous, plainCharacters, readAmount } from './statements/numbers'
import { amountPattern } from './values'

/** A number with a currency code or sign before or after it. */
const withMoney =
  /^(?<before>[A-Z]{2,6}(?=\s)|[A-Z]{0,3}\p{Sc})?\s?(?<number>.*?)(?:\s(?<code>[A-Z]{2,6})|\s?(?<sign>\p{Sc}))?$/u

function moneyIn(text: string): { number: string; named: string[] } {
  const plain = plainCharacters(text)
  const { before, number = plain, code, sign } = withMoney.exec(plain)?.groups ?? {}
  return { number: number.trim(), named: [before, code, sign].filter((one) => one !== undefined) }
}

/** Currency signs and the code that asset names contain: `$` for USD and dollar stablecoins. */
const codesOfSigns: Record<string, string> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

/**
 * The currency in an amount that does not match its field: `EUR` in `100 EUR` for USD.
 * @param asset the field's; '' if unknown, which no currency matches
 */
export function mismatchedCurrency(text: string, asset: string): string | undefined {
  return moneyIn(text).named.find((named) => {
    const code = codesOfSigns[named]
    return code === undefined ? named !== asset : asset === '' || !asset.includes(code)
  })
}

/** The numbers that a typed amount may be, without a sign; undefined for any other text. */
function readTyped(text: string): FileAmount | undefined {
  const { number } = moneyIn(text)
  return /^[\d.,'’ ]+$/.test(number) ? readAmount(number) : undefined
}

/** Whether no amount of an asset has three decimal places, so that a comma before three digits groups thousands. */
const hasCents = (asset: string) => (minorPlaces(asset) ?? 3) < 3

/**
 * Parses a typed or pasted amount: `$1,234.50`, `1 234.50 USD`, ` 12.5 `. `mismatchedCurrency` checks its currency.
 * @param asset whose amount it is; '' if that does not say what its marks mean
 * @returns the decimal text with every digit; other text trimmed
 */
export function normalizeAmount(text: string, asset = ''): string {
  const { number } = moneyIn(text)
  if (amountPattern.test(number)) return number
  const read = readTyped(text)
  const isOpen = read && isAmbiguous(read) && !hasCents(asset)
  return (isOpen ? undefined : read?.digits.point) ?? text.trim().replace(/\s/g, ' ')
}

/** Whether text is an unambiguous amount. */
export const isAmount = (text: string) => amountPattern.test(normalizeAmount(text))

/** Whether text is a number in some format: digits and separators, with or without a currency. */
export const isNumeric = (text: string) => /^[\d.,'’ ]+$/.test(moneyIn(text).number)

/**
 * Why an amount cannot be sent; undefined if it can or is empty.
 * @param name   the field's name in lower case: "limit price"
 * @param asset  the field's; '' if unknown
 * @param places how many its asset has, if not those of its currency
 */
export function amountError(text: string, name: string, asset: string, places?: number): string | undefined {
  const other = asset === '' ? undefined : mismatchedCurrency(text, asset)
  if (other) return `Enter the ${name} in ${asset}: this says ${other}.`
  if (text.trim() === '') return undefined
  const isGrouping = moneyIn(text).number.includes(',') && (places ?? 0) < 3 && hasCents(asset)
  const asked = isGrouping ? undefined : meaningError(text, places)
  const read = readTyped(text)
  if (asked || read?.digits.point !== undefined || isAmount(text)) return asked
  const how = `Enter the ${name} as a number, like 1250.00.`
  return read?.digits.comma === undefined ? how : `${how} The decimal mark is a point, not a comma.`
}

/**
 * The two numbers that a text with one point or comma and exactly three digits behind it may mean, as they can be typed
 * without doubt: `1.250` and `1,250` are 1.25 where the mark is the decimal mark and 1250 where it groups thousands.
 * @returns undefined for any other text
 */
export function meaningsOf(text: string): [decimal: string, grouped: string] | undefined {
  const read = readTyped(text)
  if (!read || !isAmbiguous(read)) return undefined
  const { point = '', comma = '' } = read.digits
  const [exact, whole] = point.includes('.') ? [point, comma] : [comma, point]
  const decimal = exact.replace(/\.?0{1,3}$/, '')
  // A fourth place says that the point is the decimal mark.
  return [decimal === exact ? `${exact}0` : decimal, whole]
}

/**
 * Asks which of its two meanings an amount has; undefined if it has one.
 * @param most places that its asset has: a decimal with more of them is no amount
 */
export function meaningError(text: string, most = 4): string | undefined {
  const meanings = meaningsOf(text)
  if (!meanings || (meanings[0].split('.')[1] ?? '').length > most) return undefined
  return `Did you mean ${meanings.map(meaningText).join(' or ')}?`
}

/** An exact decimal as it can be typed without a second meaning: 2.1250 for 2.125. */
export const withoutDoubt = (exact: string): string => meaningsOf(exact)?.[0] ?? exact

/** `1,250` for 1250, `2.125` for 2.1250. */
export const meaningText = (meaning: string): string =>
  meaning.includes('.') ? meaning.replace(/0$/, '') : grouped(meaning)

/** BIP 21 and similar. A link with another path, a chain id or a required parameter means more than its address. */
const paymentLink = /^(bitcoin|bitcoincash|ethereum|litecoin|solana):([0-9a-z]+)(?:\?(?!(?:.*&)?req-).*)?$/i

/** The scheme of a payment link: `bitcoin`. */
export const paymentScheme = (text: string) => paymentLink.exec(text.trim())?.[1]?.toLowerCase()

/** Trims an address, takes it out of a payment link, and lowers the x of 0X. */
export function normalizeAddress(text: string): string {
  const trimmed = text.trim()
  const [, scheme = '', inside] = paymentLink.exec(trimmed) ?? []
  const address = inside ?? trimmed
  // Bitcoin Cash addresses contain the scheme.
  const whole = /^bitcoincash$/i.test(scheme) ? `${scheme}:${address}` : address
  return whole.replace(/^0X(?=[0-9a-fA-F]{40}$)/, '0x')
}

/**
 * An amount with its currency: `250,000.00 USD`, `$5`. `amounts` are exact decimals, two if the text may mean either.
 * @returns undefined for any other text
 */
export function readMoney(text: string): { amounts: readonly string[]; asset: string } | undefined {
  const [name, ...others] = moneyIn(text).named
  if (name === undefined || others.length > 0 || !isAmount(text)) return undefined
  return { amounts: meaningsOf(text) ?? [normalizeAmount(text)], asset: codesOfSigns[name] ?? name }
}
