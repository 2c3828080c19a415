/** What a word of pasted text is that no identifier was recognised in, and why it can't be looked for. */

import { signature } from '../api/pasted/shapes'
import { plainText } from '../api/pasted/source-text'
import { uuidPattern } from '../domain/values'
import type { IdKind } from './identifiers'

/** Spec, Limits; for identifiers the limit is ours (lib/domain/values.ts). */
const maximumLength = 255

export const hex64 = /^(?:0x)?[0-9a-f]{64}$/i
const hexadecimal = /^(?:0x)?[0-9a-f]+$/i
const isHash = (text: string) => hex64.test(text) || signature.test(text)

/** Whether text is certainly a complete identifier. */
export const isIdentifier = (text: string) => uuidPattern.test(text) || isHash(text)

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
export type ParsedIdentifier = { ids: string[]; isSure: boolean } | { message: string; isSure: boolean }

export const accepted = (id: string, isSure: boolean): ParsedIdentifier => ({ ids: [id], isSure })
export const rejected = (message: string, isSure = false): ParsedIdentifier => ({ message, isSure })
const shortened = (noun: string, isSure: boolean) =>
  rejected(`This ${noun} is shortened. Paste the whole ${noun}.`, isSure)

/** A word in which no identifier of the kind was found. @param word trimmed */
export function parseWord(word: string, kind: IdKind): ParsedIdentifier {
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
