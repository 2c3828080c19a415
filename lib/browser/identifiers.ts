/** One identifier as people paste it: what it is, why it is none, and the values that ask for it. */
import { hashKey, idKey } from '../api/matching'
import { uuidPattern } from '../api/values'

/**
 * How a text is read: `uuid` is a UUID; `id` is an identifier of the provider, usually a UUID (spec, Conventions);
 * `text` is a reference, which a client chose and which may hold spaces and commas; `hash` is a transaction on a chain.
 */
export type IdKind = 'uuid' | 'id' | 'text' | 'hash'

/** Spec, Limits; the identifiers' own limit is ours (lib/api/values.ts). */
const longest = 255

const hex64 = /^(?:0x)?[0-9a-f]{64}$/i
const hexadecimal = /^(?:0x)?[0-9a-f]+$/i
/** A Solana signature: 64 bytes in base58. */
const signature = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/
const isHash = (text: string) => hex64.test(text) || signature.test(text)

/** Whether a text can be nothing else than a whole identifier. */
export const isIdentifier = (text: string) => uuidPattern.test(text) || isHash(text)

/** A text without invisible characters and with plain dashes, for kinds that have neither. */
export const plainText = (text: string) =>
  text.replace(/\p{Cf}/gu, '').replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')

/** The UUID that 32 hexadecimal digits are, wherever their dashes stand. */
function uuidOf(text: string): string | undefined {
  const digits = text.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(digits) ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined
}

/** 0x and 40 digits, Stellar, segwit and cash addresses: what can be no hash for sure. */
const account = /^(?:0x[0-9a-f]{40}|G[A-Z2-7]{55}|(?:bc|tb|ltc)1[0-9a-z]{11,}|bitcoincash:[0-9a-z]+)$/i
/** Base58 as long as addresses of Solana, and of Bitcoin before segwit. */
const base58Account = /^(?=.*\d)[1-9A-HJ-NP-Za-km-z]{26,44}$/
const webAddress = /(?:https?:\/\/|www\.)[^\s"'<>()[\]{}]+/i

/** Letters and digits with an ellipsis, as pages shorten long identifiers. */
const elided = /^(?=\S*\d)(?:[\w-]+(?:…|⋯|\.{3,})[\w-]*|(?:…|⋯|\.{3,})[\w-]+)$/
/** What stands for the missing part. References may hold most of it, hexadecimal cannot. */
const gap = String.raw`[[(<{]?(?:[…⋯‥]|\.{2,}|[*•·]+|_{2,})[\])>}]?`
const masked = new RegExp(String.raw`^(?=\S*\d)(?:[0-9a-z-]+${gap}[0-9a-z-]*|${gap}[0-9a-z-]+)$`, 'i')
/** The same in hexadecimal: no word of a sentence looks like it. */
const maskedHex = new RegExp(String.raw`^(?=\S*\d)(?=\S*[a-fx])(?:0x)?[0-9a-f-]*${gap}[0-9a-f-]*$`, 'i')
/** A UUID without its end or its start. */
const cutUuid =
  /^(?:(?=.*[a-f])[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{0,22}|[0-9a-f-]{0,18}-[0-9a-f]{4}-[0-9a-f]{12})$/i
/** What has the groups of a UUID, and a character too many or a wrong one. */
const nearUuid = /^(?=.{30})(?:[0-9a-z]+-){4}[0-9a-z]+$/i
/** Hexadecimal that is no date, amount or word: it begins with 0x, or mixes many letters and digits. */
const cutHex = /^(?:0x[0-9a-f]{6,}|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{16,})$/i
/** Base58 longer than an address and shorter than a signature. */
const cutSignature = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[1-9A-HJ-NP-Za-km-z]{45,85}$/

/**
 * What a piece is. `isSure` is true where it looks the same in the middle of a sentence: an identifier by its shape, or
 * one that is surely shortened.
 */
export type ParsedIdentifier = { ids: string[]; isSure: boolean } | { message: string; isSure: boolean }

const taken = (id: string, isSure: boolean): ParsedIdentifier => ({ ids: [id], isSure })
const refused = (message: string, isSure = false): ParsedIdentifier => ({ message, isSure })
const shortened = (noun: string, isSure: boolean) =>
  refused(`This ${noun} is shortened. Paste the whole ${noun}.`, isSure)

/** In lower case where the kind allows it: hexadecimal and UUIDs, never a signature. */
function wholeIn(part: string, kind: IdKind, isLink: boolean): string[] {
  if (kind === 'hash') return isHash(part) ? [hex64.test(part) ? part.toLowerCase() : part] : []
  const uuid = uuidPattern.test(part) || (kind === 'uuid' && !isLink) ? uuidOf(part) : undefined
  return uuid ? [uuid] : []
}

/** @param piece a text without spaces round it; a reference may hold some */
export function parseIdentifier(piece: string, kind: IdKind): ParsedIdentifier {
  if (kind === 'text') return readReference(piece)
  const text = plainText(piece)
  const [link] = webAddress.exec(text) ?? []
  const whole = (link ?? text)
    .split(/[^\w.-]+/)
    .flatMap((part) => wholeIn(part.replace(/^[._-]+|[._-]+$/g, ''), kind, link !== undefined))
  // A link has its hash first, and its own ID last: the IDs before it are of what it belongs to.
  const found = link ? whole.slice(...(kind === 'hash' ? [0, 1] : [-1])) : whole
  if (found.length > 0) return { ids: found, isSure: true }
  if (link) return refused(`This link contains no ${kind === 'hash' ? 'hash' : 'ID'}.`)
  if (text.length > longest) return refused(`An ID has at most ${longest} characters; this has ${text.length}.`)
  return kind === 'hash' ? readOtherHash(text) : readOtherId(text, kind)
}

function readReference(piece: string): ParsedIdentifier {
  // Nobody's reference is a UUID with spaces in it.
  const joined = plainText(piece).replace(/\s/g, '')
  if (uuidPattern.test(joined)) return taken(joined, true)
  if (piece.length > longest) return refused(`A reference has at most ${longest} characters; this has ${piece.length}.`)
  return elided.test(piece) ? shortened('reference', true) : taken(piece, false)
}

function readOtherHash(piece: string): ParsedIdentifier {
  if (masked.test(piece)) return shortened('hash', maskedHex.test(piece))
  if (hexadecimal.test(piece) && !account.test(piece)) {
    const digits = piece.replace(/^0x/i, '').length
    if (digits < 64) return shortened('hash', cutHex.test(piece))
    return refused(`A hash has 64 hexadecimal digits; this has ${digits}.`, true)
  }
  if (account.test(piece) || base58Account.test(piece))
    return refused('This is an account address. The provider cannot search by address.')
  if (cutSignature.test(piece)) return shortened('hash', true)
  if (uuidPattern.test(piece)) return refused('This is a UUID, not a transaction hash.')
  // A network that is not known yet may have hashes of another shape.
  const isLikeHash = /^(?=.*\d)[\w+/=-]{32,}$/.test(piece)
  if (/^0x/i.test(piece) || (isLikeHash && piece.replace(/[0-9a-f]/gi, '').length <= 2))
    return refused('A hexadecimal hash has only the digits 0–9 and the letters a–f.', isLikeHash)
  return isLikeHash ? taken(piece, false) : refused('This is not a transaction hash.')
}

function readOtherId(piece: string, kind: 'uuid' | 'id'): ParsedIdentifier {
  if (isHash(piece) || /^0x[0-9a-f]/i.test(piece)) return refused('This is a hash or an address, not an ID.')
  const isMasked = kind === 'uuid' ? masked.test(piece) : maskedHex.test(piece) && !piece.includes('__')
  if (isMasked || elided.test(piece)) return shortened('ID', maskedHex.test(piece))
  const digits = /^[0-9a-f-]+$/i.test(piece) ? piece.replaceAll('-', '').length : 0
  if (digits > 32 && (kind === 'uuid' || nearUuid.test(piece)))
    return refused(`An ID has 32 hexadecimal digits; this has ${digits}.`, true)
  if (cutUuid.test(piece) || (digits < 32 && digits > 0 && nearUuid.test(piece))) return shortened('ID', true)
  if (kind === 'id') return taken(piece, false)
  if (digits > 0 && /\d/.test(piece) && /[a-f]/i.test(piece)) return shortened('ID', cutHex.test(piece))
  return refused('This is not an ID. An ID looks like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.', nearUuid.test(piece))
}

/** Whether pieces that follow each other may be one identifier that line ends or spaces broke. */
function isBroken(pieces: readonly string[], joined: string, kind: IdKind): boolean {
  if (kind !== 'hash') return uuidPattern.test(joined) || (kind === 'uuid' && uuidPattern.test(pieces.join('-')))
  if (hex64.test(joined)) return true
  // Words are base58, too: only long pieces are parts of a signature, all but its last.
  return signature.test(joined) && pieces.slice(0, -1).every((piece) => piece.length >= 20)
}

/** @returns how many pieces from `at` on are parts of one identifier; 1 where the piece stands alone */
export function countFragments(pieces: readonly string[], at: number, kind: IdKind): number {
  const part = kind === 'hash' ? /^[0-9a-z]+$/i : /^[0-9a-f-]+$/i
  let joined = ''
  let count = 1
  for (let to = at; to < pieces.length; to++) {
    const piece = pieces[to] ?? ''
    // A whole identifier begins anew, but after a lone 0x.
    if (!part.test(piece) || (isIdentifier(piece) && !/^0x$/i.test(joined))) break
    joined += piece
    if (joined.length > 88) break
    if (to > at && isBroken(pieces.slice(at, to + 1), joined, kind)) {
      count = to - at + 1
      // Only a signature may be longer.
      if (!signature.test(joined)) break
    }
  }
  return count
}

/** What makes two identifiers one. */
export const identifierKey = (id: string, kind: IdKind) => (kind === 'hash' ? hashKey(id) : idKey(id))

/**
 * The values that one identifier is asked for by: a hash in hexadecimal with and without 0x, a reference that is a UUID
 * as it was pasted and in lower case.
 */
export function queryValues(id: string, kind: IdKind): string[] {
  const key = identifierKey(id, kind)
  if (kind === 'hash' && hex64.test(id)) return [`0x${key}`, key]
  return kind === 'text' ? [...new Set([id, key])] : [id]
}

/** What an address asks for, as a person would list it: both forms of one identifier are one. */
export function distinctIds(values: readonly string[], kind: IdKind): string[] {
  return [...new Map(values.map((value) => [identifierKey(value, kind), value] as const).reverse()).values()].reverse()
}

/** @returns the identifiers that were asked for and that no answered record has */
export function unmatchedIds(asked: readonly string[], answered: readonly string[], kind: IdKind): string[] {
  const found = new Set(answered.map((id) => identifierKey(id, kind)))
  return distinctIds(asked, kind).filter((id) => !found.has(identifierKey(id, kind)))
}
