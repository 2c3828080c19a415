/** Decimal amounts of any length, handled as text so that no digit changes. */
import type { ClipboardEvent } from 'react'
import { grouped } from '@/lib/domain/decimals'

/**
 * A decimal in parts: the whole part with thousands separators, the fraction with its point.
 * @returns undefined if the text is not a decimal number; it is then shown unchanged
 */
export function amountParts(text: string) {
  const [, sign, whole, fraction] = /^(-?)(\d*)(\.\d+)?$/.exec(text) ?? []
  if (whole === undefined || (whole === '' && !fraction)) return undefined
  return { isNegative: sign === '-', whole: grouped(whole), fraction: fraction ?? '' }
}

/** The most decimal places among the amounts of a column, which aligns their points. */
export const placesOf = (amounts: readonly (string | undefined)[]) =>
  Math.max(0, ...amounts.map((amount) => (amountParts(amount ?? '')?.fraction.length ?? 1) - 1))

/** An amount as one text: `−249,970.00`. */
export function amountText(text: string, isDebit = false): string {
  const parts = amountParts(text)
  if (!parts) return text
  return `${isDebit !== parts.isNegative ? '−' : ''}${parts.whole}${parts.fraction}`
}

/**
 * The text to copy for a selection inside an amount: the received text for the whole amount, with or without its sign;
 * a part loses only the thousands separators.
 * @returns undefined if the selection reaches beyond the amount
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

type AmountProps = {
  text: string
  /** Adds a minus; a negative debit shows none. */
  isDebit?: boolean
  /** Outside a column: the fraction takes its own width. */
  isFree?: boolean
  /** The sign of its place in a sum, before the number. */
  sign?: string
}

/**
 * An amount that is copied exactly as received. In a column the fraction is `--places` digits wide, which aligns the points.
 * Its parts are boxes of their own, which screen readers would read one by one: they get the whole number from `data-amount`
 * (`.amount` in globals.css) instead.
 */
export function Amount({ text, isDebit = false, isFree, sign = '' }: AmountProps) {
  const parts = amountParts(text)
  if (!parts) return <span className="font-mono">{text}</span>
  // Inline blocks, not a flex box: a flex box breaks the number into lines when it is copied.
  const amount = isFree
    ? '[overflow-wrap:anywhere]'
    : 'inline-block text-right whitespace-nowrap max-sm:in-[.cards]:inline max-sm:in-[.cards]:whitespace-normal'
  // The widths of a tabular digit and of the point; the unit `ch` has that of a proportional digit.
  const places = 'inline-block w-[calc(var(--places,2)*0.615em+0.22em)] min-w-max text-left max-sm:in-[.cards]:inline'
  const shownSign = `${sign}${isDebit !== parts.isNegative ? '−' : ''}`
  return (
    <span
      className={`amount ${amount}`}
      data-received={text}
      data-amount={`${shownSign}${parts.whole}${parts.fraction}`}
      onCopy={copyAsReceived}
    >
      <span aria-hidden>
        {shownSign && <span className="sign mr-px text-ink-3">{shownSign}</span>}
        {parts.whole}
        <span className={`fraction text-ink-2 ${isFree ? '' : places}`}>{parts.fraction}</span>
      </span>
    </span>
  )
}
