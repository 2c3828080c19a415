/** Pasted text with identifiers: a column of a spreadsheet, a list with commas, JSON, links to explorers, a message. */

import { hashAt } from '../api/pasted/hashes'
import { findLinks } from '../api/pasted/links'
import { type Finding, isJoinedBefore, type Scan, type Span, scanOf } from '../api/pasted/scan'
import { signature } from '../api/pasted/shapes'
import { plainLines, plainText, sourceText } from '../api/pasted/source-text'
import { uuidAt } from '../api/pasted/uuids'
import { exactJson } from '../domain/exact-json'
import { namedIn, referenceOf } from '../domain/statements/references'
import { uuidPattern } from '../domain/values'
import { identifierKey } from './equal-identifiers'
import type { IdKind } from './identifiers'

export type PastedIds = {
  /** Each identifier once, in the order of the text. */
  ids: string[]
  duplicates: number
  /** Text that is not an identifier; lines count from 1. */
  errors: { line: number; message: string }[]
  /** Words of a message that were left out. */
  otherWords?: number
  /** Lines with commas or spaces that may belong to a reference, and how many references there were if they did not. */
  splittable?: { at: 'commas' | 'spaces'; count: number }
}

/** Longer lists are refused: no one works through that many batches. */
export const maximumPasted = 10_000

/** Spec, Limits; for identifiers the limit is ours (lib/domain/values.ts). */
const maximumLength = 255

const hex64 = /^(?:0x)?[0-9a-f]{64}$/i
const hexadecimal = /^(?:0x)?[0-9a-f]+$/i
const isHash = (text: string) => hex64.test(text) || signature.test(text)

/** Whether text is certainly a complete identifier. */
const isIdentifier = (text: string) => uuidPattern.test(text) || isHash(text)

/** 0x and 40 digits, Stellar, segwit and cash addresses: certainly not a hash. */
const account = /^(?:0x[0-9a-f]{40}|G[A-Z2-7]{55}|(?:bc|tb|ltc)1[0-9a-z]{11,}|bitcoincash:[0-9a-z]+)$/i
/** Base58 of the length of Solana and legacy Bitcoin addresses. */
const base58Account = /^(?=.*\d)[1-9A-HJ-NP-Za-km-z]{26,44}$/

/** Letters and digits with an ellipsis: a shortened identifier. */
const elided = /^(?=\S*\d)(?:[\w-]+(?:…|⋯|\.{3,})[\w-]*|(?:…|⋯|\.{3,})[\w-]+)$/
/**
 * With the mark of a missing part, which may be in brackets. Most marks are valid in references, none in hexadecimal.
 */
const masked =
  /^(?=\S*\d)(?:[0-9a-z-]+[[(<{]?(?:[…⋯‥]|\.{2,}|[*•·]+|_{2,})[\])>}]?[0-9a-z-]*|[[(<{]?(?:[…⋯‥]|\.{2,}|[*•·]+|_{2,})[\])>}]?[0-9a-z-]+)$/i
/** The same in hexadecimal, which no word of a sentence resembles. */
const maskedHex = /^(?=\S*\d)(?=\S*[a-fx])(?:0x)?[0-9a-f-]*[[(<{]?(?:[…⋯‥]|\.{2,}|[*•·]+|_{2,})[\])>}]?[0-9a-f-]*$/i
/** A UUID without its start or end. */
const cutUuid =
  /^(?:(?=.*[a-f])[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{0,22}|[0-9a-f-]{0,18}-[0-9a-f]{4}-[0-9a-f]{12})$/i
/** The groups of a UUID with a wrong or additional character. */
const nearUuid = /^(?=.{30})(?:[0-9a-z]+-){4}[0-9a-z]+$/i
/** Hexadecimal that is not a date, amount or word: it begins with 0x, or mixes many letters and digits. */
const cutHex = /^(?:0x[0-9a-f]{6,}|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{16,})$/i
/** Base58 longer than an address and shorter than a signature. */
const cutSignature = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[1-9A-HJ-NP-Za-km-z]{45,85}$/

/**
 * `isSure` if the text could not be a word of a sentence: its shape is that of an identifier, or of a shortened one.
 */
type ParsedIdentifier = { ids: string[]; isSure: boolean } | { message: string; isSure: boolean }

const accepted = (id: string, isSure: boolean): ParsedIdentifier => ({ ids: [id], isSure })
const rejected = (message: string, isSure = false): ParsedIdentifier => ({ message, isSure })
const shortened = (noun: string, isSure: boolean) =>
  rejected(`This ${noun} is shortened. Paste the whole ${noun}.`, isSure)

/** A word in which no identifier of the kind was found. @param word trimmed */
function parseWord(word: string, kind: IdKind): ParsedIdentifier {
  if (kind === 'text') return readReference(word)
  const text = plainText(word)
  if (text.length > maximumLength)
    return rejected(`An ID has at most ${maximumLength} characters; this has ${text.length}.`)
  return kind === 'hash' ? readOtherHash(text) : readOtherId(text, kind)
}

function readReference(piece: string): ParsedIdentifier {
  // A UUID with spaces in it is a broken UUID, not a reference.
  const joined = plainText(piece).replace(/\s/g, '')
  if (uuidPattern.test(joined)) return accepted(joined, true)
  if (piece.length > maximumLength)
    return rejected(`A reference has at most ${maximumLength} characters; this has ${piece.length}.`)
  // What a Japanese keyboard writes is no other reference.
  const reference = /[\uff01-\uff5e]/.test(piece) ? plainText(piece) : piece
  return elided.test(piece) ? shortened('reference', true) : accepted(reference, false)
}

function readOtherHash(piece: string): ParsedIdentifier {
  if (masked.test(piece)) return shortened('hash', maskedHex.test(piece))
  if (hexadecimal.test(piece) && !account.test(piece)) {
    const digits = piece.replace(/^0x/i, '').length
    if (digits < 64) return shortened('hash', cutHex.test(piece))
    return rejected(`A hash has 64 hexadecimal digits; this has ${digits}.`, true)
  }
  if (account.test(piece) || base58Account.test(piece))
    return rejected('This is an account address. The provider cannot search by address.')
  if (cutSignature.test(piece)) return shortened('hash', true)
  if (uuidPattern.test(piece)) return rejected('This is a UUID, not a transaction hash.')
  // Networks added later may have hashes of another shape.
  const isLikeHash = /^(?=.*\d)[\w+/=-]{32,}$/.test(piece)
  if (/^0x/i.test(piece) || (isLikeHash && piece.replace(/[0-9a-f]/gi, '').length <= 2))
    return rejected('A hexadecimal hash has only the digits 0–9 and the letters a–f.', isLikeHash)
  return isLikeHash ? accepted(piece, false) : rejected('This is not a transaction hash.')
}

function readOtherId(piece: string, kind: 'uuid' | 'id'): ParsedIdentifier {
  if (isHash(piece) || /^0x[0-9a-f]/i.test(piece)) return rejected('This is a hash or an address, not an ID.')
  const isMasked = kind === 'uuid' ? masked.test(piece) : maskedHex.test(piece) && !piece.includes('__')
  if (isMasked || elided.test(piece)) return shortened('ID', maskedHex.test(piece))
  const digits = /^[0-9a-f-]+$/i.test(piece) ? piece.replaceAll('-', '').length : 0
  if (digits > 32 && (kind === 'uuid' || nearUuid.test(piece)))
    return rejected(`An ID has 32 hexadecimal digits; this has ${digits}.`, true)
  if (cutUuid.test(piece) || (digits < 32 && digits > 0 && nearUuid.test(piece))) return shortened('ID', true)
  if (kind === 'id') return accepted(piece, false)
  if (digits > 0 && /\d/.test(piece) && /[a-f]/i.test(piece)) return shortened('ID', cutHex.test(piece))
  return rejected('This is not an ID. An ID looks like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.', nearUuid.test(piece))
}

const quotes = [`""`, `''`, '``', '“”', '‘’', '«»', '„“'] as const

/** One item of a list without spaces, invisible characters, quotes, and the list's brackets and commas. */
function stripItem(item: string): string {
  const text = item
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^[[(]\s*(?=["'`])/, '')
    .replace(/(?<=["'`])\s*[\])]$/, '')
    .replace(/(?<![,;])[,;]+$/, '')
    .trim()
  const quoted = quotes.some(
    ([open = '', close = '']) => text.length > 1 && text.startsWith(open) && text.endsWith(close),
  )
  return quoted ? text.slice(1, -1).trim() : text
}

/** A JSON array of strings or numbers; undefined for other text. */
function parseJsonList(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined
  try {
    const list = exactJson(text)
    if (!Array.isArray(list)) return undefined
    const isFlat = list.every((item) => typeof item === 'string' || typeof item === 'number')
    return isFlat ? list.map(String) : undefined
  } catch {
    return undefined
  }
}

const splitBy = (separator: RegExp) => (line: string) =>
  line
    .split(separator)
    .map(stripItem)
    .filter((item) => item !== '')
const splitAtAll = splitBy(/[\s,;|]+/)
const splitAtCommas = splitBy(/[,;|]/)
const splitAtSpaces = splitBy(/\s+/)

/** Several quoted strings: commas inside the quotes belong to the string. */
const quotedList = /^[[(]?\s*(["'])[^"']*\1(?:\s*[,;]\s*(["'])[^"']*\2)+\s*[\])]?[,;]?$/

/** The references of one line; `isAmbiguous` if it holds separators that may belong to one. */
function referencesOf(text: string, isSplit: boolean): { references: string[]; isAmbiguous: boolean } {
  const line = text.trim().replace(/^[-*•–]\s+/, '')
  const named = namedIn(line).map(({ value }) => value)
  if (named.length > 0) return { references: named, isAmbiguous: false }
  if (quotedList.test(line)) {
    const quoted = [...line.matchAll(/(["'])(.*?)\1/g)].map(([, , inside = '']) => stripItem(inside))
    return { references: quoted.filter((item) => item !== ''), isAmbiguous: false }
  }
  const items = splitAtAll(line)
  // A row of UUIDs is a list, not one reference.
  if (items.length > 1 && items.every(isIdentifier)) return { references: items, isAmbiguous: false }
  if (items.length > 1 && isSplit)
    return { references: /[,;|]/.test(line) ? splitAtCommas(line) : splitAtSpaces(line), isAmbiguous: true }
  return { references: [stripItem(line)].filter((item) => item !== ''), isAmbiguous: items.length > 1 }
}

/** An identifier without the spaces and line ends that broke it. */
const textOf = ({ text }: Scan, { start, end }: Span) => text.slice(start, end).replace(/\s/g, '')

/** Characters on either side of an identifier within which its line ends, if it is alone there: more would be words. */
const mostAround = 200

/** Whether nothing else is in the lines of a span. */
function isAlone({ text }: Scan, { start, end }: Span): boolean {
  const [from, to] = [Math.max(0, start - mostAround), end + mostAround]
  const before = text.slice(from, start)
  const after = text.slice(end, to)
  const [line, next] = [before.lastIndexOf('\n'), after.indexOf('\n')]
  if ((line < 0 && from > 0) || (next < 0 && to < text.length)) return false
  return stripItem(`${before.slice(line + 1)}${next < 0 ? after : after.slice(0, next)}`) === ''
}

/** The identifier of a kind that begins with an atom. */
function identifierAt(scan: Scan, at: number, kind: IdKind): Finding | undefined {
  if (kind === 'hash') return hashAt(scan, at, true)
  const found = uuidAt(scan, at)
  if (!found || kind === 'uuid') return found
  // References and IDs of any format may hold a UUID, or its digits.
  const isWhole = uuidPattern.test(textOf(scan, found)) && !isJoinedBefore(scan, found.start)
  return isWhole && (kind === 'id' || isAlone(scan, found)) ? found : undefined
}

/** Hexadecimal and UUIDs in lower case; the case of a signature or reference is significant. */
function idOf(scan: Scan, found: Finding, kind: IdKind): string {
  const text = textOf(scan, found)
  const isBase58 = found.identifier?.kind === 'hash' && !hex64.test(text)
  if (kind === 'text' || isBase58) return text
  return found.identifier?.kind === 'uuid' ? found.identifier.value : text.toLowerCase()
}

/** One item of a text, and where it begins. */
type Item = { text: string; start: number; isKnown?: true; parsed: ParsedIdentifier }

/** The identifiers of a kind: in a link, the one that it is about. Links without one are items too. */
function recognised(scan: Scan, kind: IdKind): Item[] {
  for (const at of scan.atoms.keys()) {
    const found = identifierAt(scan, at, kind)
    if (found) scan.add(found)
  }
  const links = kind === 'text' ? [] : findLinks(scan, false)
  const none = rejected(`This link contains no ${kind === 'hash' ? 'hash' : 'ID'}.`)
  return [
    ...scan.findings.map((found) => {
      const text = idOf(scan, found, kind)
      return { text, start: found.start, parsed: accepted(text, true) }
    }),
    ...links.map((link) => ({ text: textOf(scan, link), start: link.start, parsed: none })),
  ]
}

/** A text that is one item. */
export function parseIdentifier(text: string, kind: IdKind): ParsedIdentifier {
  const found = kind === 'text' ? [] : recognised(scanOf(sourceText(text)), kind)
  const ids = found.flatMap(({ parsed }) => ('ids' in parsed ? parsed.ids : []))
  return ids.length > 0 ? { ids, isSure: true } : (found[0]?.parsed ?? parseWord(text, kind))
}

/** Whether the identifiers of a filter look like what mail or JSON does to a text, which would change them. */
function wouldChange(known: readonly string[]): boolean {
  const text = `${known.join('\n')}\n`
  return known.length > 0 && sourceText(text.slice(0, -1)).text !== text
}

type Parsed = {
  items: Item[]
  /** Words that are left out. */
  otherWords: number
  lineOf: (item: Item) => number
  /** Those that are not empty, and those of them that may hold several references. */
  lines: string[]
  ambiguous: string[]
}

/** A list as JSON: each string is one item. */
const itemsOfList = (list: readonly string[], kind: IdKind): Parsed => ({
  items: list.map((text, start) => ({ text, start, parsed: parseIdentifier(text, kind) })),
  lineOf: ({ start }) => start + 1,
  otherWords: 0,
  lines: [],
  ambiguous: [],
})

function itemsOf(text: string, kind: IdKind, isSplit: boolean, known: ReadonlySet<string>): Parsed {
  const scan = scanOf(kind === 'text' || wouldChange([...known]) ? plainLines(text) : sourceText(text))
  const applied: Item[] = []
  const ambiguous: string[] = []
  let otherWords = 0
  const lines = [...scan.text.matchAll(/.+/g)].map(({ 0: line, index }) => ({ line, start: index }))
  for (const { line, start } of lines) {
    if (!known.has(line)) continue
    applied.push({ text: line, start, isKnown: true, parsed: accepted(line, true) })
    scan.take({ start, end: start + line.length })
  }
  const appliedLines = new Set(applied.map(({ start }) => scan.lineAt(start)))
  const items = applied.concat(recognised(scan, kind).filter(({ start }) => !appliedLines.has(scan.lineAt(start))))
  const isFree = (part: string, start: number) => scan.isFree({ start, end: start + part.length })
  if (kind === 'text')
    for (const { line, start } of lines) {
      if (!isFree(line, start)) continue
      const { references, isAmbiguous } = referencesOf(line, isSplit)
      if (isAmbiguous) ambiguous.push(line)
      // NONREF and its like are what banks write where there is none.
      const named = references.filter((one) => referenceOf(one) !== '')
      otherWords += references.length - named.length
      items.push(...named.map((one) => ({ text: one, start, parsed: parseWord(one, kind) })))
    }
  else
    for (const { 0: part, index: start } of scan.text.matchAll(/[^\s,;|]+/g)) {
      const word = stripItem(part)
      if (word !== '' && isFree(part, start)) items.push({ text: word, start, parsed: parseWord(word, kind) })
    }
  if (items.length === 0 && otherWords > 0)
    items.push({ text, start: 0, parsed: rejected('This text says that there is no reference.') })
  return {
    otherWords,
    items: items.sort((one, other) => one.start - other.start),
    lineOf: ({ start }) => scan.lineAt(start),
    lines: lines.map(({ line }) => line).filter((line) => stripItem(line) !== ''),
    ambiguous,
  }
}

/** A word of a sentence: identifiers have digits or are longer. */
const isWord = ({ text, isKnown }: Item) => !isKnown && text.length <= 30 && !/\d/.test(text)

/** Leaves out the words of a message, which has identifiers among other words; without any it is one error. */
function withoutWords({ items, lineOf }: Parsed, kind: IdKind): { items: Item[]; otherWords: number } {
  // A lone dash or bracket is not a word.
  const all = items.filter(({ text, isKnown }) => isKnown || /[\p{L}\p{N}]/u.test(text))
  const counts = new Map<number, number>()
  for (const item of all) counts.set(lineOf(item), (counts.get(lineOf(item)) ?? 0) + 1)
  const isMessage = all.some((item) => isWord(item) && (counts.get(lineOf(item)) ?? 0) > 1)
  const hasSure = all.some(({ isKnown, parsed }) => !isKnown && 'ids' in parsed && parsed.isSure)
  const rest = all.filter((item) => item.parsed.isSure || !(isMessage || (hasSure && isWord(item))))
  const [first] = all.length > 0 ? all : items
  if (rest.length > 0 || !first) return { items: rest, otherWords: all.length - rest.length }
  const parsed = rejected(`No ${kind === 'hash' ? 'transaction hash' : 'ID'} was found in this text.`)
  return { items: [{ ...first, parsed }], otherWords: Math.max(0, all.length - 1) }
}

/**
 * Parses pasted text: one identifier per line, or several if that is unambiguous.
 * @param isSplit whether commas and spaces separate references too
 * @param known   identifiers that are applied; a line that equals one of them is taken unchanged
 */
export function parsePastedIds(
  text: string,
  kind: IdKind,
  { isSplit = false, known = [] }: { isSplit?: boolean; known?: readonly string[] } = {},
): PastedIds {
  const json = parseJsonList(text)
  const applied = new Set(known.filter((one) => one !== ''))
  const parsed = json ? itemsOfList(json, kind) : itemsOf(text, kind, isSplit, applied)
  const { items, otherWords } = kind === 'text' ? parsed : withoutWords(parsed, kind)
  const { lineOf, lines, ambiguous } = parsed
  const pasted: PastedIds = { ids: [], duplicates: 0, errors: [], ...(otherWords > 0 && { otherWords }) }
  const seen = new Set<string>()
  const reported = new Set<string>()
  for (const item of items) {
    if ('message' in item.parsed) {
      const error = { line: lineOf(item), message: item.parsed.message }
      const key = `${error.line} ${error.message}`
      if (!reported.has(key)) pasted.errors.push(error)
      reported.add(key)
      continue
    }
    for (const id of item.parsed.ids) {
      const key = identifierKey(id, kind)
      if (seen.has(key)) pasted.duplicates += 1
      else pasted.ids.push(id)
      seen.add(key)
    }
  }
  if (ambiguous.length === 0) return pasted
  const at = ambiguous.some((line) => /[,;|]/.test(line)) ? 'commas' : 'spaces'
  const more = ambiguous.reduce(
    (sum, line) => sum + (at === 'commas' && !/[,;|]/.test(line) ? 1 : splitAtAll(line).length),
    0,
  )
  return { ...pasted, splittable: { at, count: lines.length - ambiguous.length + more } }
}

/** Identifiers `from` to `to`, counted from 1, and the query values that match them. */
export type Batch = { from: number; to: number; values: string[] }

/** Splits a list so that no batch has more query values than the provider accepts in one request. */
export function splitIntoBatches(ids: readonly string[], kind: IdKind, maximum: number): Batch[] {
  const batches: Batch[] = []
  for (const [index, id] of ids.entries()) {
    const values = queryValues(id, kind)
    const last = batches.at(-1)
    if (last && last.values.length + values.length <= maximum) {
      last.to = index + 1
      last.values.push(...values)
    } else batches.push({ from: index + 1, to: index + 1, values })
  }
  return batches
}

/**
 * The query values that match one identifier: a hexadecimal hash with and without 0x, a reference that is a UUID as
 * pasted and in lower case.
 */
function queryValues(id: string, kind: IdKind): string[] {
  const key = identifierKey(id, kind)
  if (kind === 'hash' && hex64.test(id)) return [`0x${key}`, key]
  return kind === 'text' ? [...new Set([id, key])] : [id]
}
