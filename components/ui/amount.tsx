/** Decimal amounts of any length, never as floats: every digit as it came. */
import type { ClipboardEvent } from 'react'

/** The parts of a decimal text: the whole part grouped by commas, the fraction with its point. */
export type AmountParts = { isNegative: boolean; whole: string; fraction: string }

/** Commas before each three digits from the right. A lookahead from every digit would take seconds for a long number. */
function grouped(digits: string): string {
  const first = digits.length % 3 || 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(',')
}

/** @returns undefined where the text is no decimal number: then it is shown as it came */
export function amountParts(text: string): AmountParts | undefined {
  const [, sign, whole, fraction] = /^(-?)(\d*)(\.\d+)?$/.exec(text) ?? []
  if (whole === undefined || (whole === '' && !fraction)) return undefined
  return { isNegative: sign === '-', whole: grouped(whole), fraction: fraction ?? '' }
}

/** The most decimal places among some amounts: the width that keeps their points under each other. */
export const placesOf = (amounts: readonly (string | undefined)[]) =>
  Math.max(0, ...amounts.map((amount) => (amountParts(amount ?? '')?.fraction.length ?? 1) - 1))

/** An amount as one text: `−249,970.00`. */
export function amountText(text: string, isDebit = false): string {
  const parts = amountParts(text)
  if (!parts) return text
  return `${isDebit !== parts.isNegative ? '−' : ''}${parts.whole}${parts.fraction}`
}

/**
 * What a selection inside an amount stands for: the whole of it, with or without its sign, is the text as it was
 * received; a part loses only what the screen added.
 * @returns undefined where the selection reaches beyond the amount
 */
export function copiedAmount(selected: string, shown: string, received: string): string | undefined {
  const plain = selected.replace(/\s/g, '')
  if (plain === '' || !shown.includes(plain)) return undefined
  return plain === shown || `−${plain}` === shown ? received : plain.replaceAll(',', '')
}

function copyAsReceived(event: ClipboardEvent<HTMLElement>): void {
  const { textContent, dataset } = event.currentTarget
  const text = copiedAmount(String(window.getSelection()), textContent, dataset.received ?? '')
  if (text === undefined) return
  event.clipboardData.setData('text/plain', text)
  event.preventDefault()
}

/**
 * An amount, copied as it was received. In a column the fraction takes `--places` digits, so that the points stand under each other.
 * @param isDebit shows a minus; an amount that is negative itself and a debit has none, as two signs undo each other
 * @param isFree  outside a column: the fraction takes its own width
 */
export function Amount({ text, isDebit = false, isFree }: { text: string; isDebit?: boolean; isFree?: boolean }) {
  const parts = amountParts(text)
  if (!parts) return <span className="font-mono">{text}</span>
  return (
    <span className={isFree ? 'amount free' : 'amount'} data-received={text} onCopy={copyAsReceived}>
      {isDebit !== parts.isNegative && <span className="sign">−</span>}
      {parts.whole}
      <span className="fraction">{parts.fraction}</span>
    </span>
  )
}
