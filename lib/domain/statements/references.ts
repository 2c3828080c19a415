/** References that the text of a payment names by codes: `EREF+…SVWZ+…`, `/ROC/…/RFB/…`, `EREF: …`. */

import { maximumText } from './statement'

/** What banks write where there is no reference. */
const none = /^(?:none?|no ?ref(?:erence)?|nonref|not ?provided|not ?available|n\/?a|unknown|keine|kein|[-.\s]*)$/i

/** The text of a cell or field that is a reference; '' if it says that there is none. */
export function referenceOf(text: string): string {
  // What was cut is refused as it is.
  const plain = text.length > maximumText ? text : text.trim()
  return plain.length <= 40 && none.test(plain) ? '' : plain
}

/** What a spreadsheet made of a reference: a rounded number, or a day. */
export const isSpoiled = (text: string) =>
  /^\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i.test(text) ||
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i.test(
    text,
  )

/** Fields of German and Austrian purposes, which may follow one another without a space. */
const plusCodes =
  /(EREF|KREF|PREF|RREF|TREF|BREF|IREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|ANAM|IBAN|BIC|COAM|OAMT|MDAT|PURP|RTRN|SQTP|ORCR)\+/g
/** Fields between slashes, as SWIFT and the Netherlands write them. */
const slashCodes =
  /\/(EREF|ROC|RFB|KREF|PREF|RREF|INV|IPI|UETR|MARF|CSID|REMI|USTD|STRD|ORDP|BENM|NAME|ADDR|IBAN|BIC|TRCD|RTRN|PURP|CNTP|ISDT|ULTD|ULTC|ULTB|OCMT|ACC|INS|BNF|SVCL|TYPE|ID|REF)\//g
const colonCodes = /\b(EREF|KREF|E2E|UETR|END TO END ID|ENDTOENDID|CUST REF|OUR REF|YOUR REF) ?: ?([^\s,;|]{1,140})/gi

/** Codes that name the payment; the others name people, accounts, mandates, or hold text. */
const naming: ReadonlySet<string> = new Set([
  'EREF',
  'KREF',
  'PREF',
  'RREF',
  'TREF',
  'IREF',
  'ROC',
  'RFB',
  'INV',
  'UETR',
  'REF',
])

/** What a text names, and where that begins. */
type Named = { value: string; start: number }

/** The fields of a text that name the payment, from one code to the next. */
function fieldsOf(text: string, codes: RegExp, end: RegExp): Named[] {
  const found = [...text.matchAll(codes)]
  return found.flatMap(({ 0: whole, 1: code = '', index }, at) => {
    if (!naming.has(code)) return []
    const start = index + whole.length
    const field = text.slice(start, found[at + 1]?.index ?? text.length)
    const value = field.trimStart().split(end, 1)[0]?.trimEnd() ?? ''
    return { value, start: start + field.length - field.trimStart().length }
  })
}

/** The references that a text names by codes, in the order of the codes, and where they begin. */
export function namedIn(text: string): Named[] {
  // Most texts have no code.
  if (!/[+/:]/.test(text)) return []
  return [
    // No such reference has a space, a slash, or the mark of the fields of MT940.
    ...fieldsOf(text, plusCodes, /[\s/?]/),
    ...fieldsOf(text, slashCodes, /\/{0,4}(?:\n|$)/),
    ...[...text.matchAll(colonCodes)].map(({ 0: whole, 2: value = '', index }) => ({
      value,
      start: index + whole.length - value.length,
    })),
  ]
}

/** Whether a text has fields that name the payment, even if none of them does. */
export const hasCodes = (text: string): boolean => namedIn(text).length > 0

/** The references that a text names by codes, each once. */
export const referencesIn = (text: string): string[] => distinctReferences(namedIn(text).map(({ value }) => value))

/** References of one line without those that say nothing, each once. */
export const distinctReferences = (references: readonly (string | undefined)[]): string[] => [
  ...new Set(references.flatMap((one) => (one === undefined ? [] : referenceOf(one) || []))),
]

/** Between the references of a cell that holds several. */
const betweenReferences = /[,;|]|\s[+&]\s|\s(?:and|und|et|en|y|e|i|og)\s/

/**
 * The references of a cell: those that codes name; or each of a list, if all its words have a digit; or the whole cell.
 */
export function listedReferences(cell: string): string[] {
  const named = referencesIn(cell)
  if (named.length > 0 || hasCodes(cell)) return named
  const words = cell.split(betweenReferences).map((word) => word.trim())
  const listed = words.map((word, at) => (at === 0 ? /^(?:\p{L}{1,20}\.? ){0,2}(\S+)$/u.exec(word)?.[1] : word) ?? '')
  const isList = listed.length > 1 && listed.every((one) => /\d/.test(one) && !/\s/.test(one) && /[\p{L}]/u.test(one))
  return distinctReferences(isList ? listed : [cell])
}
