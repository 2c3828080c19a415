/** What people type and paste into a form, as it is meant. */
import { amountPattern } from '../api/values'

/** A text without the space around it, which nobody means. */
export const looseText = (text: string) => text.trim()

/**
 * Thousands in groups of three, parted by one kind of mark: `1,234,567.50`, `1 234.5`, `1'234`. No group leads with 0:
 * `0,500` is half of one where points are commas.
 */
const grouped = /^[1-9]\d{0,2}(?<mark>[,'’ ])\d{3}(?:\k<mark>\d{3})*(?:\.\d+)?$/

/**
 * An amount as it is typed or pasted: `$1,234.50`, `1 234.50 USD`, ` 12.5 `. `1,500` is read as this console writes it, as
 * fifteen hundred, and shown back so before it counts.
 * @returns the decimal text, every digit as it was typed; or the text trimmed where it is no such number
 */
export function looseAmount(text: string): string {
  const plain = text.trim().replace(/\s/g, ' ')
  // A code or sign of money before or after the number says nothing that the field does not say itself.
  const number = plain
    .replace(/^(?:[A-Z]{2,6}\s|[A-Z]{0,3}\p{Sc}\s?)/u, '')
    .replace(/(?:\s[A-Z]{2,6}|\s?\p{Sc})$/u, '')
    .trim()
  if (amountPattern.test(number)) return number
  return grouped.test(number) ? number.replace(/[^\d.]/g, '') : plain
}
