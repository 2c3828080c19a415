/** Parses one pasted identifier, explains why other text is not one, and gives the query values that match it. */

import { signature, uuidOfDigits } from '../api/console/pasted/shapes'
import { plainText } from '../api/console/pasted/source-text'
import { uuidPattern } from '../domain/values'
import { identifierKey } from './equal-identifiers'
import type { IdKind } from './identifiers'

/** Spec, Limits; for identifiers the limit is ours (lib/domain/values.ts). */
const maximumLength = 255

const hex64 = /^(?:0x)?[0-9a-f]{64}$/i
const hexadecimal = /^(?:0x)?[0-9a-f]+$/i
const isHash = (text: string) => hex64.test(text) || signature.test(text)

/** Whether text is certainly a complete identifier. */
export const isIdentifier = (text: string) => uuidPattern.test(text) || isHash(text)

/** 32 hexadecimal digits as a UUID, wherever their dashes are. */
function uuidOf(text: string): string | undefined {
  const digits = text.replaceAll('-', '')
  return /^[0-9a-f]{32}$/i.test(digits) ? uuidOfDigits(digits) : undefined
}

/** 0x and 40 digits, Stellar, segwit and cash addresses: certainly not a hash. */
const account = /^(?:0x[0-9a-f]{40}|G[A-Z2-7]{55}|(?:bc|tb|ltc)1[0-9a-z]{11,}|bitcoincash:[0-9a-z]+)$/i
/** Base58 of the length of Solana and legacy Bitcoin addresses. */
const base58Account = /^(?=.*\d)[1-9A-HJ-NP-Za-km-z]{26,44}$/
const webAddress = /(?:https?:\/\/|www\.)[^\s"'<>()[\]{}]+/i

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
export type ParsedIdentifier = { ids: string[]; isSure: boolean } | { message: string; isSure: boolean }

const accepted = (id: string, isSure: boolean): ParsedIdentifier => ({ ids: [id], isSure })
const rejected = (message: string, isSure = false): ParsedIdentifier => ({ message, isSure })
const shortened = (noun: string, isSure: boolean) =>
  rejected(`This ${noun} is shortened. Paste the whole ${noun}.`, isSure)

/** Hexadecimal and UUIDs in lower case; the case of a signature is significant. */
function wholeIn(part: string, kind: IdKind, isLink: boolean): string[] {
  if (kind === 'hash') return isHash(part) ? [hex64.test(part) ? part.toLowerCase() : part] : []
  const uuid = uuidPattern.test(part) || (kind === 'uuid' && !isLink) ? uuidOf(part) : undefined
  return uuid ? [uuid] : []
}

/** @param piece trimmed text */
export function parseIdentifier(piece: string, kind: IdKind): ParsedIdentifier {
  if (kind === 'text') return readReference(piece)
  const text = plainText(piece)
  const [link] = webAddress.exec(text) ?? []
  const whole = (link ?? text)
    .split(/[^\w.-]+/)
    .flatMap((part) => wholeIn(/[0-9A-Za-z](?:[\w.-]*[0-9A-Za-z])?/.exec(part)?.[0] ?? '', kind, link !== undefined))
  // In a link the hash comes first, and the record's own ID last, after the IDs of its parents.
  const found = link ? whole.slice(...(kind === 'hash' ? [0, 1] : [-1])) : whole
  if (found.length > 0) return { ids: found, isSure: true }
  if (link) return rejected(`This link contains no ${kind === 'hash' ? 'hash' : 'ID'}.`)
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
  return elided.test(piece) ? shortened('reference', true) : accepted(piece, false)
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

/** Whether consecutive pieces may be one identifier that was broken by line ends or spaces. */
function isBroken(pieces: readonly string[], joined: string, kind: IdKind): boolean {
  if (kind !== 'hash') return uuidPattern.test(joined) || (kind === 'uuid' && uuidPattern.test(pieces.join('-')))
  if (hex64.test(joined)) return true
  // Words are base58 too, so all parts of a signature but the last must be long.
  return signature.test(joined) && pieces.slice(0, -1).every((piece) => piece.length >= 20)
}

/** @returns how many pieces from `at` on are fragments of one identifier; 1 for a complete piece */
export function countFragments(pieces: readonly string[], at: number, kind: IdKind): number {
  const part = kind === 'hash' ? /^[0-9a-z]+$/i : /^[0-9a-f-]+$/i
  let joined = ''
  let count = 1
  for (let to = at; to < pieces.length; to++) {
    const piece = pieces[to] ?? ''
    // A complete identifier is not a fragment, except after a lone 0x.
    if (!part.test(piece) || (isIdentifier(piece) && !/^0x$/i.test(joined))) break
    joined += piece
    if (joined.length > 88) break
    if (to > at && isBroken(pieces.slice(at, to + 1), joined, kind)) {
      count = to - at + 1
      // Only a signature may continue.
      if (!signature.test(joined)) break
    }
  }
  return count
}

/**
 * The query values that match one identifier: a hexadecimal hash with and without 0x, a reference that is a UUID as
 * pasted and in lower case.
 */
export function queryValues(id: string, kind: IdKind): string[] {
  const key = identifierKey(id, kind)
  if (kind === 'hash' && hex64.test(id)) return [`0x${key}`, key]
  return kind === 'text' ? [...new Set([id, key])] : [id]
}
