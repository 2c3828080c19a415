/** Identifiers as people paste them: a column of a spreadsheet, a list with commas, JSON, addresses of explorers. */
import { exactJson } from '../api/exact-json'
import {
  countFragments,
  type IdKind,
  identifierKey,
  isIdentifier,
  type ParsedIdentifier,
  parseIdentifier,
  plainText,
  queryValues,
} from './identifiers'

export type PastedIds = {
  /** Each identifier once, in the order of the text. */
  ids: string[]
  /** How many were there before. */
  doubles: number
  /** What is no identifier; lines count from 1. */
  errors: { line: number; message: string }[]
  /** How many words of a message stood round them and were left out. */
  words?: number
  /** Where lines hold commas or spaces that may be part of a reference: how many there would be if they parted it. */
  loose?: { at: 'commas' | 'spaces'; count: number }
}

/** More than this is no list that a person means to ask for, part by part. */
export const maximumPasted = 10_000

/** A Stellar secret key: whoever reads it can move its funds (service-facts, "Pasted identifiers"). */
const secret = /(?<![A-Za-z0-9])S[A-Z2-7]{55}(?![A-Za-z0-9])/g

/** @returns the text without Stellar secret keys, and how many there were */
export function removeSecretKeys(text: string): { text: string; secrets: number } {
  const secrets = text.match(secret)?.length ?? 0
  return { text: secrets > 0 ? text.replace(secret, '') : text, secrets }
}

const quotes = [`""`, `''`, '``', '“”', '‘’', '«»', '„“'] as const

/** One piece of a list without what stands round it: spaces, invisible marks, quotes, the bracket or comma of its list. */
function bare(piece: string): string {
  const text = piece
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^[[(]\s*(?=["'`])/, '')
    .replace(/(?<=["'`])\s*[\])]$/, '')
    .replace(/[,;]+$/, '')
    .trim()
  const quoted = quotes.some(
    ([open = '', close = '']) => text.length > 1 && text.startsWith(open) && text.endsWith(close),
  )
  return quoted ? text.slice(1, -1).trim() : text
}

/** A JSON list of texts or numbers, or undefined where the text is none. */
function fromJson(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined
  try {
    const list = exactJson(text)
    if (!Array.isArray(list)) return undefined
    const isPlain = list.every((item) => typeof item === 'string' || typeof item === 'number')
    return isPlain ? list.map(String) : undefined
  } catch {
    return undefined
  }
}

const partedBy = (separator: RegExp) => (line: string) =>
  line
    .split(separator)
    .map(bare)
    .filter((piece) => piece !== '')
const atAll = partedBy(/[\s,;|]+/)
const atCommas = partedBy(/[,;|]/)
const atSpaces = partedBy(/\s+/)

/** Several texts in quotes, as code and tables write them: what is in the quotes is theirs, commas and all. */
const quotedList = /^[[(]?\s*(["'])[^"']*\1(?:\s*[,;]\s*(["'])[^"']*\2)+\s*[\])]?[,;]?$/

/** The pieces of one line; `isOpen` tells that a reference may hold what would part it. */
function piecesOf(text: string, kind: IdKind, isSplit: boolean): { pieces: string[]; isOpen: boolean } {
  // Mail marks quoted lines with ">".
  if (kind !== 'text') return { pieces: atAll(plainText(text).replace(/^[\s>]+/, '')), isOpen: false }
  const line = text.trim().replace(/^[-*•–]\s+/, '')
  if (quotedList.test(line)) {
    const quoted = [...line.matchAll(/(["'])(.*?)\1/g)].map(([, , inside = '']) => bare(inside))
    return { pieces: quoted.filter((piece) => piece !== ''), isOpen: false }
  }
  const pieces = atAll(line)
  // Nobody's reference is a row of UUIDs.
  if (pieces.length > 1 && pieces.every(isIdentifier)) return { pieces, isOpen: false }
  if (pieces.length > 1 && isSplit)
    return { pieces: /[,;|]/.test(line) ? atCommas(line) : atSpaces(line), isOpen: true }
  return { pieces: [bare(line)].filter((piece) => piece !== ''), isOpen: pieces.length > 1 }
}

/** One piece of a text, and the line that it began in. */
type Piece = { text: string; line: number; isKnown: boolean }

/** Puts together what line ends and spaces broke. */
function joined(pieces: readonly Piece[], kind: IdKind): Piece[] {
  // Never join identifiers that are already in the filter.
  const texts = pieces.map(({ text, isKnown }) => (isKnown ? '' : text))
  const whole: Piece[] = []
  for (let at = 0; at < pieces.length; ) {
    const count = countFragments(texts, at, kind)
    const first = pieces[at]
    if (first) whole.push(count === 1 ? first : { ...first, text: texts.slice(at, at + count).join('') })
    at += count
  }
  return whole
}

/** A word of a sentence: an identifier of another shape has digits, or is longer. */
const isWord = ({ text, isKnown }: Piece) => !isKnown && text.length <= 30 && !/\d/.test(text)

/** Whether a text is a message with identifiers in it and no list of them: then its words are none. */
function isMessage(pieces: readonly Piece[]): boolean {
  const counts = new Map<number, number>()
  for (const { line } of pieces) counts.set(line, (counts.get(line) ?? 0) + 1)
  return pieces.some((piece) => isWord(piece) && (counts.get(piece.line) ?? 0) > 1)
}

type Read = Piece & { read: ParsedIdentifier }

const inForce = (id: string): ParsedIdentifier => ({ ids: [id], isSure: true })

/** Leaves out the words of a message that stand round identifiers; of a message without any, says that it has none. */
function withoutWords(all: readonly Read[], kind: Exclude<IdKind, 'text'>): Read[] {
  const isProse = isMessage(all)
  const hasSure = all.some(({ isKnown, read }) => !isKnown && 'ids' in read && read.isSure)
  const rest = all.filter((piece) => piece.read.isSure || !(isProse || (hasSure && isWord(piece))))
  const [first] = all
  if (!first || rest.length > 0) return rest
  return [nothingFound(first, kind)]
}

function nothingFound(piece: Piece, kind: IdKind): Read {
  const message = `No ${kind === 'hash' ? 'transaction hash' : 'ID'} was found in this text.`
  return { ...piece, read: { message, isSure: true } }
}

/**
 * Reads a pasted text: one identifier a line, or several in a line where that is clear.
 * @param isSplit whether commas and spaces part references too
 * @param known   identifiers that are in force; a line that is one of them stays as it is
 */
export function parsePastedIds(
  text: string,
  kind: IdKind,
  { isSplit = false, known = [] }: { isSplit?: boolean; known?: readonly string[] } = {},
): PastedIds {
  const json = fromJson(text)
  const lines = json ?? text.split(/\r\n?|[\n\t\v\f\u0085\u2028\u2029]/)
  const open: string[] = []
  const found: Piece[] = []
  for (const [index, line] of lines.entries()) {
    const isKnown = line !== '' && known.includes(line)
    const isWhole = isKnown || json !== undefined
    const { pieces, isOpen } = isWhole ? { pieces: [line], isOpen: false } : piecesOf(line, kind, isSplit)
    if (isOpen) open.push(line)
    for (const piece of pieces) found.push({ text: piece, line: index + 1, isKnown })
  }
  const all = (json ? found : joined(found, kind))
    // A dash or a bracket alone is not a word.
    .filter(({ text, isKnown }) => kind === 'text' || isKnown || /[\p{L}\p{N}]/u.test(text))
    .map((piece): Read => ({ ...piece, read: piece.isKnown ? inForce(piece.text) : parseIdentifier(piece.text, kind) }))
  const [first] = found
  const reads =
    kind === 'text' ? all : all.length === 0 && first ? [nothingFound(first, kind)] : withoutWords(all, kind)
  const seen = new Set<string>()
  const pasted: PastedIds = { ids: [], doubles: 0, errors: [] }
  if (all.length > reads.length) pasted.words = all.length - reads.length
  for (const { line, read } of reads) {
    if ('message' in read) {
      const isNew = !pasted.errors.some((error) => error.line === line && error.message === read.message)
      if (isNew) pasted.errors.push({ line, message: read.message })
      continue
    }
    for (const id of read.ids) {
      const key = identifierKey(id, kind)
      if (seen.has(key)) pasted.doubles += 1
      else pasted.ids.push(id)
      seen.add(key)
    }
  }
  if (open.length === 0) return pasted
  const at = open.some((line) => /[,;|]/.test(line)) ? 'commas' : 'spaces'
  const more = open.reduce((sum, line) => sum + (at === 'commas' && !/[,;|]/.test(line) ? 1 : atAll(line).length), 0)
  return { ...pasted, loose: { at, count: lines.filter((line) => bare(line) !== '').length - open.length + more } }
}

/** Identifiers `from` to `to`, counted from 1, and the values that ask for them. */
export type Batch = { from: number; to: number; values: string[] }

/** Parts a list so that none asks for more values than the service takes at once. */
export function splitIntoBatches(ids: readonly string[], kind: IdKind, most: number): Batch[] {
  const parts: Batch[] = []
  for (const [index, id] of ids.entries()) {
    const forms = queryValues(id, kind)
    const last = parts.at(-1)
    if (last && last.values.length + forms.length <= most) {
      last.to = index + 1
      last.values.push(...forms)
    } else parts.push({ from: index + 1, to: index + 1, values: forms })
  }
  return parts
}
