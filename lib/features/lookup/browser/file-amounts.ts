/** Amounts in the notation of a file: 1,234.50, 1.234,50, 1 234,50, (1,234.50), 1234.50-, EUR 5. */
import type { Direction, Notation } from './reconciliation'

/** `digits` has both if the text may be read two ways: 1,500. `mark`: the direction that stands behind it, as in 5.00 CR. */
export type FileAmount = { digits: Partial<Record<Notation, string>>; currency: string; mark?: Direction }

const plainMinus = (text: string) => text.replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
const signs: Readonly<Record<string, string>> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

/** `USD` for `$`; a code as it is. */
export const currencyOfSign = (text: string): string => signs[text] ?? text

/** Groups of three digits between equal marks, then perhaps decimals after the other mark. */
const notations: Record<Notation, RegExp> = {
  point: /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:['’]\d{3})+|\d{1,3}(?:,\d{2})*,\d{3})?(?:\.\d+)?$/,
  comma: /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:['’]\d{3})+)?(?:,\d+)?$/,
}

const exact = (digits: string, notation: Notation, isNegative: boolean) => {
  const plain = digits.replace(notation === 'point' ? /[, '’]/g : /[. '’]/g, '').replace(',', '.')
  const [whole = '', fraction] = plain.split('.')
  const number = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === undefined ? '' : `.${fraction}`}`
  return isNegative && /[1-9]/.test(number) ? `-${number}` : number
}

/** @returns undefined for text that is no amount; a minus may stand before or after, and brackets or DR mean one */
export function readAmount(text: string): FileAmount | undefined {
  const plain = text.length > 100 ? '' : plainMinus(text).replace(/\s/g, ' ').trim()
  // INV-2041 is a reference.
  if (plain === '' || /^[A-Z]{3,5}-/.test(plain)) return undefined
  const parts =
    /^(\(?)([-+]?) ?((?:[A-Z]{3,5}|[A-Z]{0,2}\p{Sc})?) ?([-+]?) ?([\d.,'’ ]*\d) ?((?:[A-Z]{3,5}|\p{Sc})?) ?([-+]?)(\)?) ?((?:\((?:[Cc][Rr]|[Dd][Rr])\)|(?:[Cc][Rr]|[Dd][Rr])\.?|C|D|S|H)?)$/u.exec(
      plain,
    )
  if (!parts) return undefined
  const [, open, first, before = '', second, digits = '', after = '', last, close, side = ''] = parts
  if ((open === '(') !== (close === ')')) return undefined
  const marks = [first, second, last].filter((one) => one !== '')
  if (marks.length > 1 || (marks.length > 0 && open === '(')) return undefined
  // S and H (Soll, Haben) are D and C in German.
  const mark = side === '' ? undefined : /^\(?[DS]/i.test(side) ? 'debit' : 'credit'
  const hasMinus = marks[0] === '-' || open === '('
  if (hasMinus && mark === 'credit') return undefined
  const isNegative = hasMinus || mark === 'debit'
  const named = before || (/^(?:CR|DR)$/.test(after) ? '' : after)
  const read: FileAmount['digits'] = {}
  for (const notation of ['point', 'comma'] as const)
    if (notations[notation].test(digits)) read[notation] = exact(digits, notation, isNegative)
  if (Object.keys(read).length === 0) return undefined
  return { digits: read, currency: currencyOfSign(named), ...(mark && { mark }) }
}

/** Whether the notation decides what the text means. */
export const isAmbiguous = ({ digits: { point, comma } }: FileAmount) =>
  point !== undefined && comma !== undefined && point !== comma

/**
 * The notation of a column: that of the amounts that have only one reading.
 * @returns undefined if there is none, or if they contradict each other
 */
export function notationOf(amounts: Iterable<FileAmount>): Notation | undefined {
  const found = new Set<Notation>()
  for (const { digits } of amounts) {
    if (digits.point === undefined) found.add('comma')
    else if (digits.comma === undefined) found.add('point')
  }
  const [one] = found
  return found.size === 1 ? one : undefined
}

export const isMinus = ({ digits }: FileAmount) => Object.values(digits).some((one) => one.startsWith('-'))
export const isZero = ({ digits }: FileAmount) => Object.values(digits).every((one) => !/[1-9]/.test(one))
export const withSign = ({ digits, ...rest }: FileAmount, isNegative: boolean): FileAmount => {
  const signed = (one: string) => (isNegative && /[1-9]/.test(one) ? `-${one.replace('-', '')}` : one.replace('-', ''))
  return { ...rest, digits: Object.fromEntries(Object.entries(digits).map(([name, one]) => [name, signed(one)])) }
}

/** One side of a line. It has no amount if it is empty, a dash, or 0. */
function sideOf(text: string) {
  const read = readAmount(text)
  return { text, read, isEmpty: (read !== undefined && isZero(read)) || /^-*$/.test(plainMinus(text)) }
}

/** The cells of a line whose debits and credits are in columns of their own. */
export const sidesOf = (debit: string, credit: string) => ({ debit: sideOf(debit), credit: sideOf(credit) })
export type Sides = ReturnType<typeof sidesOf>

/** Which columns reverse an amount by a minus. Where every amount of a column has one, it is how the file writes them. */
export function reversibleSides(lines: readonly Sides[]): Record<keyof Sides, boolean> {
  const hasPlus = (side: keyof Sides) =>
    lines.some((line) => line[side].read && !line[side].isEmpty && !isMinus(line[side].read))
  return { debit: hasPlus('debit'), credit: hasPlus('credit') }
}

/** `text` is as in the file; `hasBoth` if the line has a debit and a credit, and so no amount. */
export type LineAmount = { text: string; read?: FileAmount; hasBoth?: boolean }

/** The amount of a line: a debit is negative. */
export function amountOfSides({ debit, credit }: Sides, isReversible: ReturnType<typeof reversibleSides>): LineAmount {
  if (!debit.isEmpty && !credit.isEmpty) return { text: `${debit.text} / ${credit.text}`, hasBoth: true }
  const isDebit = !debit.isEmpty || (credit.isEmpty && !credit.read)
  const { text, read } = isDebit ? debit : credit
  const isReversed = read !== undefined && isReversible[isDebit ? 'debit' : 'credit'] && isMinus(read)
  return { text, ...(read && { read: withSign(read, isDebit !== isReversed) }) }
}
