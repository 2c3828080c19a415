/**
 * References that clients choose (`ref_id`), which may be any text.
 *
 * - A text of one line without any other identifier is one reference, spaces included; so is each line of a list, in
 *   which every line is one word with a digit.
 * - In prose, a word is a reference if it has letters, digits and a hyphen or underscore, as INV-2041 and payout_77 have,
 *   and is not a date, time, amount, phone or account number, e-mail or web address, file name, or a usual word such as
 *   24-hour, mid-2026 or SHA-256.
 * - Codes of payments name one: EREF+, /ROC/.
 * - After "ref", "reference", "ref_id:" a word with a digit is enough, and quotes or a line of its own may hold several.
 */
import isIBAN from 'validator/es/lib/isIBAN'
import { namedIn, referenceOf } from '../../domain/statements/references'
import { gapAfter, type Scan, type Span } from './scan'
import type { Atom } from './shapes'
import { isStep, type Steps } from './yielding'

export const maximumReference = 255

/** Words that go with a number by a hyphen and name no record. */
const usual =
  /^(?:mid|pre|post|since|circa|early|late|covid|utf|iso|sha|md|rfc|erc|bip|eip|sep|trc|bep|http|https|tls|ipv|ip|base|top|non|type|tier|level|step|day|days|week|weeks|month|year|hour|phase|part|plan|page|line|item|figure|fig|table|chapter|section|annex|article|appendix|version|ver|release|round|grade|class|option|ext|tel|fax|room|floor|suite|no|nr|number|fy|q[1-4]|h[12]|cw|kw|gmt|utc|cet|est|us|eu|uk|usd|eur|gbp|chf|jpy|usdc|usdt|usdg|pyusd|a|b|c|x|t|g|f|column|address|attempt|try|batch|day|image|img|screenshot|photo|windows|win|mac|ios|iphone|ipad|android|chrome|aes|rsa|ed|secp|swift|mt|pacs|pain|camt)$/i
const months = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i
/** 1st, 24h, 10am, 500k: a number with its unit. */
const measured = /^\d+(?:st|nd|rd|th|[hmsdkxmb]|am|pm|px|km|kg|gb|mb|usd|eur|day|days)$/i

const isDate = (text: string) =>
  /^\d{4}[-./]\d{1,2}[-./]\d{1,2}(?:[T_ -][\dTZ:.+-]*)?$/i.test(text) ||
  /^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/.test(text) ||
  /^\d{4}-?w\d{1,2}(?:-\d)?$/i.test(text)
const isTime = (text: string) => /^\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[ap]m)?$/i.test(text)
const isAmount = (text: string) => /^[+-]?\p{Sc}?\d[\d'’.,]*\p{Sc}?$/u.test(text) && /[.,'’\p{Sc}]/u.test(text)
const isPhone = (text: string) => /^\+?[\d-]+$/.test(text) && (text.startsWith('+') || text.includes('-'))

/** What is never a reference beside other text, whatever stands before it. */
const isOther = (text: string) =>
  isDate(text) ||
  isTime(text) ||
  isAmount(text) ||
  isPhone(text) ||
  isIBAN(text) ||
  text.includes('@') ||
  /^[a-z][\w-]*(?:\.[a-z][\w-]*)*\.[a-z]{2,5}$/i.test(text)

/** Whether a word of prose is shaped like a reference. */
function isReference(word: string): boolean {
  if (word.length < 4 || word.length > 64 || isOther(word)) return false
  if (!/^[0-9A-Za-z]+(?:[-_/][0-9A-Za-z]+)+$/.test(word) || !/[-_]/.test(word) || !/\d/.test(word)) return false
  const parts = word.split(/[-_/]/)
  if (parts.some((part) => months.test(part) || measured.test(part))) return false
  if (parts.some((part) => /^x{2,}$/i.test(part))) return false
  const letters = parts.filter((part) => /^(?:[A-Za-z]+|q[1-4]|h[12]|[ck]?w\d{1,2}|fy\d{2,4})$/i.test(part))
  const numbered = parts.filter((part) => /\d/.test(part) && !letters.includes(part))
  if (letters.length + numbered.filter((part) => /[A-Za-z]/.test(part)).length === 0) return false
  // 24-hour, 3-year-old, 1-800-FLOWERS.
  if (/^\d/.test(word) && (letters.some((part) => part !== part.toUpperCase()) || /^1-8\d\d-/.test(word))) return false
  if (
    letters.every((part) => usual.test(part) || /\d/.test(part)) &&
    letters.length > 0 &&
    numbered.every((part) => /^\d+$/.test(part))
  )
    return false
  // B2B-focused, e2e-test, rsa-sha256: little but words.
  const isWordy = numbered.every((part) => /[A-Za-z]/.test(part) && (part.match(/\d/g) ?? []).length < 3)
  if (isWordy || numbered.every((part) => /^(?:sha|md|utf|rc|v|i|x|arm|web|p|e|ed|aes)\d+k?$/i.test(part))) return false
  return true
}

/** A word after "ref" or in a list. */
const isNamed = (word: string) => word.length <= maximumReference && /\d/.test(word) && !isOther(word)

const wordEnds = /[^\s"'`“”‘’«»<>()[\]{},;|]+/g
const trimmed = (word: string) =>
  word.replace(/^[.:/#*_=&?!-]{1,8}/, '').replace(/(?<![.:/#*=&?!])[.:/#*=&?!]{1,8}$/, '')

const add = (scan: Scan, start: number, value: string): void => {
  const span = { start, end: start + value.length }
  if (value !== '' && scan.isFree(span))
    scan.add({ ...span, label: 'Reference', identifier: { kind: 'reference', value } })
}

const label = /^(?:ref|refs|reference|references|refid|refids|refno)$/i
const labelEnd = /^(?:id|ids|no|nr|num|number|numbers|code|codes|is|are|was|were)$/i

/** The offset after "ref_id: " and its like; undefined if an atom does not begin one. */
function afterLabel(scan: Scan, at: number): { offset: number; hasColon: boolean; quote: string } | undefined {
  const atom = scan.atoms[at]
  if (!atom || !label.test(atom.text.replace(/^(?:client|customer|payment|order|our|your)(?=ref)/i, '')))
    return undefined
  let last = at
  while (/^[ _.#-]{0,3}$/.test(gapAfter(scan, last)) && labelEnd.test(scan.atoms[last + 1]?.text ?? '')) last += 1
  const from = scan.atoms[last]?.end ?? 0
  const [gap = ''] =
    /^["'”]?[ \t.]{0,3}(?:[:=#][ \t]{0,8})?(?:\n(?=\S))?["'“‘(]?#?/.exec(scan.text.slice(from, from + 24)) ?? []
  return gap === ''
    ? undefined
    : {
        offset: from + gap.length,
        hasColon: /[:=#]/.test(gap),
        quote: /["'“‘(]#?$/.test(gap) ? (gap.at(-1) ?? '') : '',
      }
}

const closing: Record<string, string> = { '“': '”', '‘': '’', '(': ')' }

/** The references after "ref": in quotes, on the rest of a line, or one word after another. */
function* findNamed(scan: Scan): Steps {
  for (const at of scan.atoms.keys()) {
    if (isStep(at)) yield
    const found = afterLabel(scan, at)
    if (!found || !scan.isFree({ start: scan.atoms[at]?.start ?? 0, end: found.offset })) continue
    const { offset, hasColon, quote } = found
    const [line = ''] = scan.text.slice(offset, offset + maximumReference + 1).split('\n')
    const close = quote === '' ? -1 : line.indexOf(closing[quote] ?? quote)
    if (hasColon && close > 0) {
      add(scan, offset, line.slice(0, close).trim())
      continue
    }
    const words = line.trim().split(/\s+/)
    const isLine =
      hasColon && words.length > 1 && words.length <= 5 && /^[^,;|.?!]+$/.test(line) && !/\d/.test(words[0] ?? '')
    if (isLine && isNamed(line.trim()) && !/\b(?:and|or|for|of|on)\b/i.test(line)) add(scan, offset, line.trim())
    else findListed(scan, offset, line)
  }
}

const joining = /^(?:and|und|et|&|\+|or)$/i

/** "INV-1, INV-2 and 2043". */
function findListed(scan: Scan, offset: number, line: string): void {
  let end = 0
  for (const { 0: word, index } of line.matchAll(wordEnds)) {
    const gap = line.slice(end, index)
    end = index + word.length
    if (joining.test(word)) continue
    if (!/^[\s,;]*$/.test(gap)) return
    const value = trimmed(word)
    if (!isNamed(value) || !scan.isFree({ start: offset + index, end: offset + end })) return
    add(scan, offset + index + word.indexOf(value), value)
  }
}

/** The name of a JSON member, or of a variable. */
const isName = (text: string, end: number) => /^["']\s{0,4}:|^=/.test(text.slice(end, end + 8))

function* findShaped(scan: Scan): Steps {
  const { text } = scan
  let turn = 0
  for (const { 0: word, index } of text.matchAll(/[^\s"'`“”‘’«»<>()[\]{},;|=&?!*:…]+/g)) {
    turn += 1
    if (isStep(turn)) yield
    const value = trimmed(word)
    const start = index + word.indexOf(value)
    const span: Span = { start, end: start + value.length }
    if (value.length > 64 || !/[-_]/.test(value) || !scan.isFree(span) || isName(text, span.end)) continue
    const parts = value.split('/')
    if (parts.length > 1 && parts.every(isReference)) {
      let from = start
      for (const part of parts) {
        add(scan, from, part)
        from += part.length + 1
      }
    } else if (isReference(value)) add(scan, start, value)
  }
}

/** A line without the marks of a list. */
const bullet = /^\s*(?:[-*•–]\s+|\d{1,4}[.)]\s+|:2[01]:)?["']?/

/** What codes of payments name: `EREF+…SVWZ+…`, `/ROC/…/`. */
function findCoded(scan: Scan): void {
  for (const { value, start } of namedIn(scan.text))
    if (isNamed(value) && value === referenceOf(value)) add(scan, start, value)
}

/** References that were broken at the end of a line, behind a hyphen of their own. */
function findBroken(scan: Scan): void {
  for (const { 0: broken, index } of scan.text.matchAll(/(?<![\w/-])\w[\w/-]{0,60}-\n[ \t]{0,8}\w[\w/-]{0,60}/g)) {
    const value = broken.replace(/\s/g, '')
    const span = { start: index, end: index + broken.length }
    if (isReference(value) && scan.isFree(span))
      scan.add({ ...span, label: 'Reference', identifier: { kind: 'reference', value } })
  }
}

/** The one word of each line of a list; undefined if the text is not a list. */
function linesOfList(scan: Scan): Atom[] | undefined {
  const lines: Atom[] = []
  let offset = 0
  for (const line of scan.text.split('\n')) {
    const from = bullet.exec(line)?.[0].length ?? 0
    const value = line
      .slice(from)
      .replace(/["',;]{0,3}\s{0,9}$/, '')
      .trim()
    const start = offset + from
    offset += line.length + 1
    if (value === '') continue
    if (/\s/.test(value) && scan.isFree({ start, end: start + value.length })) return undefined
    lines.push({ text: value, start, end: start + value.length })
  }
  return lines.length > 1 ? lines : undefined
}

/** Cells of a table, members of JSON, or elements: a line of them is not one reference. */
const isStructured = (line: string) =>
  /^\{|\t|":|: ?["\\]|<\/|;.*;|\|.*\|/.test(line) || (/^\[/.test(line) && line.includes('"'))

/** A text of one line that names references among other words. */
const isSentence = (line: string) => {
  const words = line.split(/[\s,;]+/).filter((word) => word !== '')
  const named = words.filter((word) => !joining.test(word))
  return words.length > 4 || (named.length > 1 && named.every(isReference))
}

/** Finds references in what the other kinds left over. */
export function* findReferences(scan: Scan): Steps {
  const line = scan.text.trim()
  const isOneLine = !line.includes('\n')
  findCoded(scan)
  const isOthers = scan.findings.length > 0
  findBroken(scan)
  yield* findNamed(scan)
  yield
  // Other fields of SWIFT hold accounts and amounts.
  for (const one of linesOfList(scan) ?? [])
    if (isNamed(one.text) && /^(?!:\d)[^,;|"<>{}]+$/.test(one.text) && scan.isFree(one)) add(scan, one.start, one.text)
  if (!isOneLine || isOthers || isSentence(line) || isStructured(line)) yield* findShaped(scan)
}
