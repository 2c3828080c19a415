/** One identifier as people paste it: what it is, why it is none, and the values that ask for it. */
import { hashKey, idKey } from '../api/matching'
import { uuidPattern } from '../api/values'

/**
 * How a text is read: `id` is an identifier of the service, which has no spaces or commas; `text` is a reference, which
 * a client chose and which may hold both; `hash` is a transaction on a chain.
 */
export type IdKind = 'id' | 'text' | 'hash'

/** Spec, Limits; the identifiers' own limit is ours (lib/api/values.ts). */
const longest = 255

const hex64 = /^(?:0x)?[0-9a-f]{64}$/i
const hexadecimal = /^(?:0x)?[0-9a-f]+$/i
/** A Solana signature: 64 bytes in base58. */
const signature = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/
const isHash = (text: string) => hex64.test(text) || signature.test(text)

/** Whether a text can be nothing else than a whole identifier. */
export const isShaped = (text: string) => uuidPattern.test(text) || isHash(text)
const isShapedAs = (text: string, kind: IdKind) => (kind === 'hash' ? isHash(text) : uuidPattern.test(text))

/** 0x and 40 digits, Stellar, segwit and cash addresses: what can be no hash for sure. */
const account = /^(?:0x[0-9a-f]{40}|G[A-Z2-7]{55}|(?:bc|tb|ltc)1[0-9a-z]{11,}|bitcoincash:[0-9a-z]+)$/i
/** Base58 as long as addresses of Solana, and of Bitcoin before segwit. */
const base58Account = /^(?=.*\d)[1-9A-HJ-NP-Za-km-z]{26,44}$/
const webAddress = /(?:https?:\/\/|www\.)[^\s"'<>()[\]{}]+/i

/** Letters and digits with an ellipsis, as pages shorten long identifiers. */
const elided = /^(?=\S*\d)(?:[\w-]+(?:…|⋯|\.{3,})[\w-]*|(?:…|⋯|\.{3,})[\w-]+)$/
/** The same in hexadecimal: no word of a sentence looks like it. */
const elidedHex = /^(?=\S*\d)(?:0x)?[0-9a-f-]+(?:…|⋯|\.{3,})[0-9a-f-]*$/i
/** A UUID without its end: two whole groups of it or more. */
const cutUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{0,22}$/i
/** Hexadecimal that is no date, amount or word: it begins with 0x, or mixes many letters and digits. */
const cutHex = /^(?:0x[0-9a-f]{6,}|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{16,})$/i
/** Base58 longer than an address and shorter than a signature. */
const cutSignature = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[1-9A-HJ-NP-Za-km-z]{45,85}$/

/**
 * What a piece is. `isSure` is true where it looks the same in the middle of a sentence: an identifier by its shape, or
 * one that is surely shortened.
 */
export type ReadPiece = { ids: string[]; isSure: boolean } | { message: string; isSure: boolean }

const taken = (id: string, isSure: boolean): ReadPiece => ({ ids: [id], isSure })
const refused = (message: string, isSure = false): ReadPiece => ({ message, isSure })
const shortened = (noun: string, isSure: boolean) =>
  refused(`This ${noun} is shortened. Paste the whole ${noun}.`, isSure)

/** In lower case where the kind allows it: hexadecimal and UUIDs, never a signature. */
const normalized = (id: string) => (uuidPattern.test(id) || hex64.test(id) ? id.toLowerCase() : id)

/** @param piece a text without spaces round it; a reference may hold some */
export function readPiece(piece: string, kind: IdKind): ReadPiece {
  if (kind === 'text') return readReference(piece)
  const [address] = webAddress.exec(piece) ?? []
  const parts = (address ?? piece)
    .split(address ? /[/?#&=]/ : /["'`“”‘’«»„:=<>(){}[\]\\]+/)
    .map((part) => part.replace(/[.!?…]{1,9}$/, ''))
    .filter((part) => isShapedAs(part, kind))
  // An address has its hash first, and its own id last: the ids before it are of what it belongs to.
  const found = address ? parts.slice(...(kind === 'hash' ? [0, 1] : [-1])) : parts
  if (found.length > 0) return { ids: found.map(normalized), isSure: true }
  if (address) return refused(`This address has no ${kind} in it.`)
  if (piece.length > longest)
    return refused(`An identifier has at most ${longest} characters; this has ${piece.length}.`)
  return kind === 'hash' ? readOtherHash(piece) : readOtherId(piece)
}

function readReference(piece: string): ReadPiece {
  // Nobody's reference is a UUID with spaces in it.
  const joined = piece.replace(/\s/g, '')
  if (uuidPattern.test(joined)) return taken(joined, true)
  if (piece.length > longest)
    return refused(`An identifier has at most ${longest} characters; this has ${piece.length}.`)
  return elided.test(piece) ? shortened('reference', true) : taken(piece, false)
}

function readOtherHash(piece: string): ReadPiece {
  if (elided.test(piece)) return shortened('hash', elidedHex.test(piece))
  if (hexadecimal.test(piece) && !account.test(piece)) {
    const digits = piece.replace(/^0x/i, '').length
    if (digits < 64) return shortened('hash', cutHex.test(piece))
    return refused(`A hash has 64 hexadecimal digits; this has ${digits}.`, true)
  }
  if (account.test(piece) || base58Account.test(piece))
    return refused('This is the address of an account, and the provider has no search by address.')
  if (cutSignature.test(piece)) return shortened('hash', true)
  if (uuidPattern.test(piece)) return refused('This is a UUID, not a transaction hash.')
  // A network that is not known yet may have hashes of another shape.
  return piece.length < 32 || !/\d/.test(piece) ? refused('This is not a transaction hash.') : taken(piece, false)
}

function readOtherId(piece: string): ReadPiece {
  if (isHash(piece) || /^0x[0-9a-f]/i.test(piece)) return refused('This is a hash or an address, not an id.')
  if (elided.test(piece)) return shortened('id', elidedHex.test(piece))
  return cutUuid.test(piece) ? shortened('id', true) : taken(piece, false)
}

/** Whether pieces that follow each other may be one identifier that line ends or spaces broke. */
function isBroken(pieces: readonly string[], joined: string, kind: IdKind): boolean {
  if (kind !== 'hash') return uuidPattern.test(joined)
  if (hex64.test(joined)) return true
  // Words are base58, too: only long pieces are parts of a signature, all but its last.
  return signature.test(joined) && pieces.slice(0, -1).every((piece) => piece.length >= 20)
}

/** @returns how many pieces from `at` on are parts of one identifier; 1 where the piece stands alone */
export function countBroken(pieces: readonly string[], at: number, kind: IdKind): number {
  const part = kind === 'hash' ? /^[0-9a-z]+$/i : /^[0-9a-f-]+$/i
  let joined = ''
  let count = 1
  for (let to = at; to < pieces.length; to++) {
    const piece = pieces[to] ?? ''
    // A whole identifier begins anew, but after a lone 0x.
    if (!part.test(piece) || (isShaped(piece) && !/^0x$/i.test(joined))) break
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
export const keyOf = (id: string, kind: IdKind) => (kind === 'hash' ? hashKey(id) : idKey(id))

/**
 * The values that one identifier is asked for by: a hash in hexadecimal with and without 0x, a reference that is a UUID
 * as it was pasted and in lower case.
 */
export function formsOf(id: string, kind: IdKind): string[] {
  const key = keyOf(id, kind)
  if (kind === 'hash' && hex64.test(id)) return [`0x${key}`, key]
  return kind === 'text' ? [...new Set([id, key])] : [id]
}

/** What an address asks for, as a person would list it: both forms of one identifier are one. */
export function idsOf(values: readonly string[], kind: IdKind): string[] {
  return [...new Map(values.map((value) => [keyOf(value, kind), value] as const).reverse()).values()].reverse()
}

/** @returns the identifiers that were asked for and that no answered record has */
export function missingIds(asked: readonly string[], answered: readonly string[], kind: IdKind): string[] {
  const found = new Set(answered.map((id) => keyOf(id, kind)))
  return idsOf(asked, kind).filter((id) => !found.has(keyOf(id, kind)))
}
