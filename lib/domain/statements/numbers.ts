/** Amounts in the notation of a file: 1,234.50, 1.234,50, 1 234,50, (1,234.50), 1234.50-, EUR 5, 5,00 kr. */
import { currencyOf, isCurrency } from './currencies'
import type { Direction, Notation } from './statement'

/** `digits` has both if the text may be read two ways: 1,500. `mark`: the direction that stands behind it, as in 5.00 CR. */
export type FileAmount = { digits: Partial<Record<Notation, string>>; currency: string; mark?: Direction }

/** Full-width forms as they are typed elsewhere; characters without a shape are left out. */
export const plainCharacters = (text: string) =>
  text
    .replace(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .trim()

const plainMinus = (text: string) => text.replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')

/** What a spreadsheet made of a long number: 1.12E+04. The digits that it left out are lost. */
export const isRounded = (text: string) => /^[-+]?\d(?:[.,]\d{1,20})?E[-+]?\d{1,3}$/i.test(text.trim())

/** Groups of three digits between equal marks, of which none begins with 0, then perhaps decimals after the other mark. */
const notations: Record<Notation, RegExp> = {
  point: /^(?:\d+|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:['’]\d{3})+)|[1-9]\d{0,2}(?:,\d{2})*,\d{3})?(?:\.\d+)?$/,
  comma: /^(?:\d+|[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+|(?:['’]\d{3})+))?(?:,\d+)?$/,
}

const exact = (digits: string, notation: Notation, isNegative: boolean) => {
  const plain = digits.replace(notation === 'point' ? /[, '’]/g : /[. '’]/g, '').replace(',', '.')
  const [whole = '', fraction] = plain.split('.')
  const number = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === undefined ? '' : `.${fraction}`}`
  return isNegative && /[1-9]/.test(number) ? `-${number}` : number
}

/** 1250.- has no cents. */
const withoutDash = (text: string) => text.replace(/(?<=\d)[.,]-{1,2}$/, '')

/** The text in the brackets of a negative amount, with the currency beside them. */
function inBrackets(text: string): string | undefined {
  const [, before = '', inside = '', after = ''] = /^([^()]{0,8})\(([^()]+)\)([^()]{0,8})$/.exec(text) ?? []
  return /\d/.test(inside) && !/\d/.test(before + after) ? `${before} ${inside.trim()} ${after}`.trim() : undefined
}

/** @returns undefined for text that is no amount; a minus may stand before or after, and brackets or DR mean one */
export function readAmount(text: string): FileAmount | undefined {
  const whole = text.length > 100 ? '' : withoutDash(plainMinus(plainCharacters(text)))
  const inside = inBrackets(whole)
  const plain = inside ?? whole
  const parts =
    /^([-+]?) ?((?:[A-Za-z]{3,5}|[A-Z]{0,2}\p{Sc}|[Kk]r\.?)?) ?([-+]?) ?([\d.,'’ ]*\d) ?((?:[A-Za-z]{3,5}|\p{Sc}|[Kk]r\.?|zł|Kč)?) ?([-+]?) ?((?:\((?:[Cc][Rr]|[Dd][Rr])\)|(?:[Cc][Rr]|[Dd][Rr])\.?|C|D|S|H)?)$/u.exec(
      plain,
    )
  if (!parts) return undefined
  const [, first, before = '', second, digits = '', after = '', last, side = ''] = parts
  const named = before || after
  // INV-2041 is a reference, and 12 days are no amount.
  if (/^[A-Z]{3,5}-/.test(plain) && !isCurrency(before)) return undefined
  if (/[a-z]{3}/.test(named) && !isCurrency(named.toUpperCase())) return undefined
  const marks = [first, second, last].filter((one) => one !== '')
  if (marks.length > 1 || (marks.length > 0 && inside !== undefined)) return undefined
  // S and H (Soll, Haben) are D and C in German.
  const mark = side === '' ? undefined : /^\(?[DS]/i.test(side) ? 'debit' : 'credit'
  const hasMinus = marks[0] === '-' || inside !== undefined
  if (hasMinus && mark === 'credit') return undefined
  const isNegative = hasMinus || mark === 'debit'
  const read: FileAmount['digits'] = {}
  for (const notation of ['point', 'comma'] as const)
    if (notations[notation].test(digits)) read[notation] = exact(digits, notation, isNegative)
  if (Object.keys(read).length === 0) return undefined
  return { digits: read, currency: currencyOf(named), ...(mark && { mark }) }
}

/** Whether the notation decides what the text means. */
export const isAmbiguous = ({ digits: { point, comma } }: FileAmount) =>
  point !== undefined && comma !== undefined && point !== comma

/** The notation that an amount with one reading is in. */
export const notationIn = ({ digits: { point, comma } }: FileAmount): Notation | undefined =>
  point === undefined ? 'comma' : comma === undefined ? 'point' : undefined

/** What all of them say; undefined if none does, or if they contradict each other. */
export function notationOf(amounts: Iterable<FileAmount>): Notation | undefined {
  const said = new Set<Notation | undefined>()
  for (const amount of amounts) said.add(notationIn(amount))
  return onlyOf(said)
}

/** The one value of a set, but for undefined; undefined if there are several. */
export function onlyOf<Said>(said: ReadonlySet<Said | undefined>): Said | undefined {
  const [first, ...others] = [...said].flatMap((one) => one ?? [])
  return others.length === 0 ? first : undefined
}

export const isMinus = ({ digits }: FileAmount) => Object.values(digits).some((one) => one.startsWith('-'))
export const isZero = ({ digits }: FileAmount) => Object.values(digits).every((one) => !/[1-9]/.test(one))
export const withSign = ({ digits, ...rest }: FileAmount, isNegative: boolean): FileAmount => {
  const signed = (one: string) => (isNegative && /[1-9]/.test(one) ? `-${one.replace('-', '')}` : one.replace('-', ''))
  return { ...rest, digits: Object.fromEntries(Object.entries(digits).map(([name, one]) => [name, signed(one)])) }
}

/** The exact decimal; undefined if the text may be read two ways, and no notation is given. */
export function exactOf(read: FileAmount, notation: Notation | undefined): string | undefined {
  if (!isAmbiguous(read)) return read.digits.point ?? read.digits.comma
  return notation && read.digits[notation]
}

/** One side of a line. It has no amount if it is empty, a dash, or 0. */
function sideOf(text: string) {
  const read = readAmount(text)
  return { text, read, isEmpty: (read !== undefined && isZero(read)) || /^-*$/.test(plainMinus(text)) }
}

/** The cells of a line whose debits and credits are in columns of their own. */
export const sidesOf = (debit: string, credit: string) => ({ debit: sideOf(debit), credit: sideOf(credit) })
type Sides = ReturnType<typeof sidesOf>

/** Whether a side shows that its column reverses an amount by a minus. Where every amount has one, it is how the file writes them. */
export const isPlus = ({ read, isEmpty }: Sides['debit']) => read !== undefined && !isEmpty && !isMinus(read)

/** `text` is as in the file; `hasBoth` if the line has a debit and a credit, and so no amount. */
export type LineAmount = { text: string; read?: FileAmount; hasBoth?: boolean }

/** The amount of a line: a debit is negative. */
export function amountOfSides({ debit, credit }: Sides, isReversible: Record<keyof Sides, boolean>): LineAmount {
  if (!debit.isEmpty && !credit.isEmpty) return { text: `${debit.text} / ${credit.text}`, hasBoth: true }
  const isDebit = !debit.isEmpty || (credit.isEmpty && !credit.read)
  const { text, read } = isDebit ? debit : credit
  const isReversed = read !== undefined && isReversible[isDebit ? 'debit' : 'credit'] && isMinus(read)
  return { text, ...(read && { read: withSign(read, isDebit !== isReversed) }) }
}
