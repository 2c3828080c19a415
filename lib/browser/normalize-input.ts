/** What people type and paste into a form, as it is meant. */
import { amountPattern } from '../api/values'

/** A text without the space around it, which nobody means. */
export const normalizeText = (text: string) => text.trim()

/**
 * Thousands in groups of three that can be read in one way only: spaces and apostrophes are decimal marks nowhere, and a
 * comma is none where it comes twice or before a point. `1,500` and `1.500,00` are asked back. No group leads with 0.
 */
const grouped = /^[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+|(?<mark>['’ ])\d{3}(?:\k<mark>\d{3})*(?:\.\d+)?)$/

/** A number with a code or a sign of money before or after it. */
const withMoney =
  /^(?<before>[A-Z]{2,6}(?=\s)|[A-Z]{0,3}\p{Sc})?\s?(?<number>.*?)(?:\s(?<code>[A-Z]{2,6})|\s?(?<sign>\p{Sc}))?$/u

function moneyIn(text: string): { number: string; said: string[] } {
  const plain = text.trim().replace(/\s/g, ' ')
  const { before, number = plain, code, sign } = withMoney.exec(plain)?.groups ?? {}
  return { number: number.trim(), said: [before, code, sign].filter((one) => one !== undefined) }
}

/** Signs that stand for the same as a code does in the name of an asset: `$` for USD, and for the coins of dollars. */
const codesOfSigns: Record<string, string> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

/**
 * What an amount says of its money where its field counts another: `EUR` in `100 EUR` for USD.
 * @param asset the field's; where it is not known yet whatever is said is another
 */
export function mismatchedCurrency(text: string, asset: string): string | undefined {
  return moneyIn(text).said.find((said) => {
    const code = codesOfSigns[said]
    return code === undefined ? said !== asset : asset === '' || !asset.includes(code)
  })
}

/**
 * An amount as it is typed or pasted: `$1,234.50`, `1 234.50 USD`, ` 12.5 `. Which money it says is `otherMoney`'s to judge.
 * @returns the decimal text, every digit as it was typed; or the text trimmed where it is no such number
 */
export function normalizeAmount(text: string): string {
  const { number } = moneyIn(text)
  if (amountPattern.test(number)) return number
  return grouped.test(number) ? number.replace(/[^\d.]/g, '') : text.trim().replace(/\s/g, ' ')
}

/** Whether a text can be read as an amount, in one way only. */
export const isAmount = (text: string) => amountPattern.test(normalizeAmount(text))

/** Whether a text is made of digits and what parts them, with or without its money: a number in some format. */
export const isNumeric = (text: string) => /^[\d.,'’ ]+$/.test(moneyIn(text).number)

/**
 * Why an amount cannot be sent as it is typed, or undefined where it can or nothing is typed.
 * @param name  the field's, in small letters: "limit price"
 * @param asset what the field counts; '' where that is not known yet
 */
export function amountError(text: string, name: string, asset: string): string | undefined {
  const other = asset === '' ? undefined : mismatchedCurrency(text, asset)
  if (other) return `Enter the ${name} in ${asset}: this says ${other}.`
  if (text.trim() === '' || isAmount(text)) return undefined
  return `Enter the ${name} as a number, like 1250.00.`
}

/** BIP 21 and its like. A link with another path, a chain id or a required parameter asks for more than its address. */
const paymentLink = /^(bitcoin|bitcoincash|ethereum|litecoin|solana):([0-9a-z]+)(?:\?(?!(?:.*&)?req-).*)?$/i

/** What begins a payment link: `bitcoin`. */
export const paymentScheme = (text: string) => paymentLink.exec(text.trim())?.[1]?.toLowerCase()

/** An address as it is sent: without spaces round it, out of its payment link, and with a small x after 0. */
export function normalizeAddress(text: string): string {
  const trimmed = text.trim()
  const [, scheme = '', inside] = paymentLink.exec(trimmed) ?? []
  const address = inside ?? trimmed
  // Bitcoin Cash addresses have the scheme as their own prefix.
  const whole = /^bitcoincash$/i.test(scheme) ? `${scheme}:${address}` : address
  return whole.replace(/^0X(?=[0-9a-fA-F]{40}$)/, '0x')
}
