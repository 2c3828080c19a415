/** Identifiers as people paste them: a column of a spreadsheet, a list with commas, JSON, addresses of explorers. */

/**
 * How a text is read: `id` is an identifier of the service, which has no spaces or commas; `text` is a reference, which
 * a client chose and which may hold both; `hash` is a transaction on a chain.
 */
export type IdKind = 'id' | 'text' | 'hash'

export type Pasted = {
  /** Each identifier once, in the order of the text. */
  ids: string[]
  /** How many were there before. */
  doubles: number
  /** What is no identifier; lines count from 1. */
  errors: { line: number; message: string }[]
  /** Where lines hold commas or spaces that may be part of a reference: how many there would be if they parted it. */
  loose?: { at: 'commas' | 'spaces'; count: number }
}

/** Spec, Limits; the identifiers' own limit is ours (lib/api/values.ts). */
const longest = 255
/** More than this is no list that a person means to ask for, part by part. */
export const mostPasted = 10_000

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const hex64 = /^(?:0x)?[0-9a-f]{64}$/i
const signature = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/
const isHash = (text: string) => hex64.test(text) || signature.test(text)
const isShaped = (text: string) => uuid.test(text) || isHash(text)
/** 0x and 40 digits, Stellar, segwit and cash addresses: what can be no hash for sure. */
const account = /^(?:0x[0-9a-f]{40}|G[A-Z2-7]{55}|(?:bc|tb|ltc)1[0-9a-z]{11,}|bitcoincash:[0-9a-z]+)$/i
const webAddress = /^(?:https?:\/\/|www\.)\S+$/i

/** A Stellar secret key: whoever reads it can move its funds (service-facts, "Pasted identifiers"). */
const secret = /(?<![A-Za-z0-9])S[A-Z2-7]{55}(?![A-Za-z0-9])/g

/** @returns the text without Stellar secret keys, and how many there were */
export function withoutSecrets(text: string): { text: string; secrets: number } {
  const secrets = text.match(secret)?.length ?? 0
  return { text: secrets > 0 ? text.replace(secret, '') : text, secrets }
}

const quotes = [`""`, `''`, '``', '“”', '‘’', '«»', '„“'] as const

/** One piece of a list without what stands round it: spaces, invisible marks, quotes, the bracket or comma of its list. */
function bare(piece: string): string {
  const text = piece
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
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
    const list: unknown = JSON.parse(text)
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
  const line = text.trim().replace(/^[-*•–]\s+/, '')
  if (kind !== 'text') return { pieces: atAll(line), isOpen: false }
  if (quotedList.test(line)) {
    const quoted = [...line.matchAll(/(["'])(.*?)\1/g)].map(([, , inside = '']) => bare(inside))
    return { pieces: quoted.filter((piece) => piece !== ''), isOpen: false }
  }
  const pieces = atAll(line)
  // Nobody's reference is a row of UUIDs.
  if (pieces.length > 1 && pieces.every(isShaped)) return { pieces, isOpen: false }
  if (pieces.length > 1 && isSplit)
    return { pieces: /[,;|]/.test(line) ? atCommas(line) : atSpaces(line), isOpen: true }
  return { pieces: [bare(line)].filter((piece) => piece !== ''), isOpen: pieces.length > 1 }
}

type Read = { id: string } | { message: string }

/** One identifier, or why it is none. */
function readPiece(piece: string, kind: IdKind): Read {
  if (piece.length > longest)
    return { message: `An identifier has at most ${longest} characters; this has ${piece.length}.` }
  if (kind === 'hash') {
    if (webAddress.test(piece)) {
      const hash = piece.split(/[/?#&=]/).find(isHash)
      return hash ? { id: hash } : { message: 'This address has no hash in it.' }
    }
    if (account.test(piece))
      return { message: 'This is the address of an account, and the service has no search by address.' }
  }
  if (kind === 'id' && webAddress.test(piece)) {
    const id = piece.split(/[/?#&=]/).findLast((part) => uuid.test(part))
    return id ? { id } : { message: 'This address has no id in it.' }
  }
  return { id: piece }
}

/** What makes two identifiers one: a hash is the same with and without 0x, in any case; all else must be equal. */
const keyOf = (id: string, kind: IdKind) =>
  kind === 'hash' && hex64.test(id) ? id.replace(/^0x/i, '').toLowerCase() : id

/**
 * Reads a pasted text: one identifier a line, or several in a line where that is clear.
 * @param isSplit whether commas and spaces part references too
 * @param known   identifiers that are in force; a line that is one of them is never parted
 */
export function readPasted(
  text: string,
  kind: IdKind,
  { isSplit = false, known = [] }: { isSplit?: boolean; known?: readonly string[] } = {},
): Pasted {
  const json = fromJson(text)
  const lines = json ?? text.split(/\r\n?|[\n\t\v\f\u0085\u2028\u2029]/)
  const seen = new Set<string>()
  const pasted: Pasted = { ids: [], doubles: 0, errors: [] }
  const open: string[] = []
  for (const [index, line] of lines.entries()) {
    const isWhole = json !== undefined || (line !== '' && known.includes(line))
    const { pieces, isOpen } = isWhole ? { pieces: [line], isOpen: false } : piecesOf(line, kind, isSplit)
    if (isOpen) open.push(line)
    for (const piece of pieces) {
      const read = readPiece(piece, kind)
      if ('message' in read) {
        pasted.errors.push({ line: index + 1, message: read.message })
        continue
      }
      const key = keyOf(read.id, kind)
      if (seen.has(key)) pasted.doubles += 1
      else pasted.ids.push(read.id)
      seen.add(key)
    }
  }
  if (open.length === 0) return pasted
  const at = open.some((line) => /[,;|]/.test(line)) ? 'commas' : 'spaces'
  const more = open.reduce((sum, line) => sum + (at === 'commas' && !/[,;|]/.test(line) ? 1 : atAll(line).length), 0)
  return { ...pasted, loose: { at, count: lines.filter((line) => bare(line) !== '').length - open.length + more } }
}

/** The values that one identifier is asked for by: a hash in hexadecimal with and without 0x, in lower case. */
function formsOf(id: string, kind: IdKind): string[] {
  if (kind !== 'hash' || !hex64.test(id)) return [id]
  const key = keyOf(id, kind)
  return [`0x${key}`, key]
}

/** What an address asks for, as a person would list it: both forms of a hash are one. */
export function idsOf(values: readonly string[], kind: IdKind): string[] {
  return [...new Map(values.map((value) => [keyOf(value, kind), value] as const).reverse()).values()].reverse()
}

/** Identifiers `from` to `to`, counted from 1, and the values that ask for them. */
export type Part = { from: number; to: number; values: string[] }

/** Parts a list so that none asks for more values than the service takes at once. */
export function partsOf(ids: readonly string[], kind: IdKind, most: number): Part[] {
  const parts: Part[] = []
  for (const [index, id] of ids.entries()) {
    const forms = formsOf(id, kind)
    const last = parts.at(-1)
    if (last && last.values.length + forms.length <= most) {
      last.to = index + 1
      last.values.push(...forms)
    } else parts.push({ from: index + 1, to: index + 1, values: forms })
  }
  return parts
}
