/** What people type and paste into a form, as it is meant. */
import { amountPattern } from '../api/values'

/** A text without the space around it, which nobody means. */
export const looseText = (text: string) => text.trim()

/**
 * Thousands in groups of three, parted by one kind of mark: `1,234,567.50`, `1 234.5`, `1'234`. No group leads with 0:
 * `0,500` is half of one where points are commas.
 */
const grouped = /^[1-9]\d{0,2}(?<mark>[,'’ ])\d{3}(?:\k<mark>\d{3})*(?:\.\d+)?$/

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
export function otherMoney(text: string, asset: string): string | undefined {
  return moneyIn(text).said.find((said) => {
    const code = codesOfSigns[said]
    return code === undefined ? said !== asset : asset === '' || !asset.includes(code)
  })
}

/** That sentence, for the field. */
export function otherMoneySentence(text: string, asset: string): string | undefined {
  const other = asset === '' ? undefined : otherMoney(text, asset)
  return other && `This says ${other}, and the amount counts ${asset}. Enter the number alone, in ${asset}.`
}

/**
 * An amount as it is typed or pasted: `$1,234.50`, `1 234.50 USD`, ` 12.5 `. `1,500` is read as this console writes it, as
 * fifteen hundred, and shown back so before it counts. Which money it says is `otherMoney`'s to judge.
 * @returns the decimal text, every digit as it was typed; or the text trimmed where it is no such number
 */
export function looseAmount(text: string): string {
  const { number } = moneyIn(text)
  if (amountPattern.test(number)) return number
  return grouped.test(number) ? number.replace(/[^\d.]/g, '') : text.trim().replace(/\s/g, ' ')
}
