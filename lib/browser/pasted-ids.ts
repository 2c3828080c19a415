/** Pasted text with identifiers: a column of a spreadsheet, a list with commas, JSON, links to explorers, a message. */

import { plainText, sourceText } from '../api/console/pasted/source-text'
import { exactJson } from '../domain/exact-json'
import { identifierKey } from './equal-identifiers'
import type { IdKind } from './identifiers'
import { countFragments, isIdentifier, type ParsedIdentifier, parseIdentifier, queryValues } from './parsed-identifiers'

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

/** The items of one line; `isAmbiguous` if it holds separators that may belong to a reference. */
function itemsOf(text: string, kind: IdKind, isSplit: boolean): { items: string[]; isAmbiguous: boolean } {
  // Mail marks quoted lines with ">".
  if (kind !== 'text') return { items: splitAtAll(plainText(text).replace(/^[\s>]+/, '')), isAmbiguous: false }
  const line = text.trim().replace(/^[-*•–]\s+/, '')
  if (quotedList.test(line)) {
    const quoted = [...line.matchAll(/(["'])(.*?)\1/g)].map(([, , inside = '']) => stripItem(inside))
    return { items: quoted.filter((item) => item !== ''), isAmbiguous: false }
  }
  const items = splitAtAll(line)
  // A row of UUIDs is a list, not one reference.
  if (items.length > 1 && items.every(isIdentifier)) return { items, isAmbiguous: false }
  if (items.length > 1 && isSplit)
    return { items: /[,;|]/.test(line) ? splitAtCommas(line) : splitAtSpaces(line), isAmbiguous: true }
  return { items: [stripItem(line)].filter((item) => item !== ''), isAmbiguous: items.length > 1 }
}

/** One item of a text, and the line that it starts in. */
type Item = { text: string; line: number; isKnown: boolean }

/** Whether the identifiers of a filter look like what mail or JSON does to a text, which would change them. */
function wouldChange(known: readonly string[]): boolean {
  const text = known.join('\n')
  return known.length > 0 && sourceText(text).text !== text
}

/** The lines of a text, without what mail does to them; references may contain any of it. */
function linesOf(text: string, kind: IdKind): { text: string; line: number }[] {
  if (kind === 'text')
    return text.split(/\r\n?|[\n\t\v\f\u0085\u2028\u2029]/).map((line, index) => ({ text: line, line: index + 1 }))
  const source = sourceText(text)
  let offset = 0
  return source.text.split('\n').map((line) => {
    const number = source.lineAt(offset)
    offset += line.length + 1
    return { text: line, line: number }
  })
}

/** Joins identifiers that were broken by line ends and spaces. */
function joinFragments(items: readonly Item[], kind: IdKind): Item[] {
  // Never join identifiers that are already in the filter.
  const texts = items.map(({ text, isKnown }) => (isKnown ? '' : text))
  const whole: Item[] = []
  for (let at = 0; at < items.length; ) {
    const count = countFragments(texts, at, kind)
    const first = items[at]
    if (first) whole.push(count === 1 ? first : { ...first, text: texts.slice(at, at + count).join('') })
    at += count
  }
  return whole
}

/** A word of a sentence: identifiers have digits or are longer. */
const isWord = ({ text, isKnown }: Item) => !isKnown && text.length <= 30 && !/\d/.test(text)

/** Whether a text is a message that contains identifiers, rather than a list of them. */
function isMessage(items: readonly Item[]): boolean {
  const counts = new Map<number, number>()
  for (const { line } of items) counts.set(line, (counts.get(line) ?? 0) + 1)
  return items.some((item) => isWord(item) && (counts.get(item.line) ?? 0) > 1)
}

type ParsedItem = Item & { parsed: ParsedIdentifier }

const unchanged = (id: string): ParsedIdentifier => ({ ids: [id], isSure: true })

/** Leaves out the words of a message; a message without identifiers is one error. */
function withoutWords(all: readonly ParsedItem[], kind: Exclude<IdKind, 'text'>): ParsedItem[] {
  const isProse = isMessage(all)
  const hasSure = all.some(({ isKnown, parsed }) => !isKnown && 'ids' in parsed && parsed.isSure)
  const rest = all.filter((item) => item.parsed.isSure || !(isProse || (hasSure && isWord(item))))
  const [first] = all
  if (!first || rest.length > 0) return rest
  return [nothingFound(first, kind)]
}

function nothingFound(item: Item, kind: IdKind): ParsedItem {
  const message = `No ${kind === 'hash' ? 'transaction hash' : 'ID'} was found in this text.`
  return { ...item, parsed: { message, isSure: true } }
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
  const lines =
    json?.map((item, index) => ({ text: item, line: index + 1 })) ?? linesOf(text, wouldChange(known) ? 'text' : kind)
  const ambiguous: string[] = []
  const found: Item[] = []
  for (const { text: line, line: number } of lines) {
    const isKnown = line !== '' && known.includes(line)
    const isWhole = isKnown || json !== undefined
    const { items, isAmbiguous } = isWhole ? { items: [line], isAmbiguous: false } : itemsOf(line, kind, isSplit)
    if (isAmbiguous) ambiguous.push(line)
    for (const item of items) found.push({ text: item, line: number, isKnown })
  }
  const all = (json ? found : joinFragments(found, kind))
    // A lone dash or bracket is not a word.
    .filter(({ text, isKnown }) => kind === 'text' || isKnown || /[\p{L}\p{N}]/u.test(text))
    .map(
      (item): ParsedItem => ({
        ...item,
        parsed: item.isKnown ? unchanged(item.text) : parseIdentifier(item.text, kind),
      }),
    )
  const [first] = found
  const parsedItems =
    kind === 'text' ? all : all.length === 0 && first ? [nothingFound(first, kind)] : withoutWords(all, kind)
  const seen = new Set<string>()
  const pasted: PastedIds = { ids: [], duplicates: 0, errors: [] }
  if (all.length > parsedItems.length) pasted.otherWords = all.length - parsedItems.length
  for (const { line, parsed } of parsedItems) {
    if ('message' in parsed) {
      const isNew = !pasted.errors.some((error) => error.line === line && error.message === parsed.message)
      if (isNew) pasted.errors.push({ line, message: parsed.message })
      continue
    }
    for (const id of parsed.ids) {
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
  return {
    ...pasted,
    splittable: {
      at,
      count: lines.filter(({ text: line }) => stripItem(line) !== '').length - ambiguous.length + more,
    },
  }
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
