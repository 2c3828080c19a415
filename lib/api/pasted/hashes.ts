/**
 * Transaction hashes: 64 hexadecimal digits, with 0x on Ethereum-style networks, a Solana signature of 86 to 88 letters
 * and digits, or a Sui digest of 32 bytes (docs/provider.md, "Pasted identifiers"). Complete, or broken by spaces and line ends.
 */
import { base58 as base58Code } from '@scure/base'
import { areBrokenEvenly, atomBits, type Finding, gapAfter, isSoftGap, joinPieces, type Scan } from './scan'
import { type Atom, base58, digestShape, hasUuidVersion, hexadecimal, isMixed, signature } from './shapes'

const prefixed = /^0x[0-9a-f]{64}$/i
const bare = /^[0-9a-f]{64}$/i
const noPrefix = (text: string) => text.replace(/^0x/i, '')

const finding = (text: string, start: number, end: number): Finding => {
  const isHex = !signature.test(text)
  return {
    start,
    end,
    label: isHex ? (/^0x/i.test(text) ? 'Hash, EVM' : 'Hash') : 'Solana signature',
    identifier: { kind: 'hash', value: isHex ? noPrefix(text).toLowerCase() : text },
  }
}

const hasBytes = (text: string, count: number) => {
  try {
    return base58Code.decode(text).length === count
  } catch {
    return false
  }
}
const isSignature = (text: string) => signature.test(text) && hasBytes(text, 64)

/** 32 bytes in base58: a transaction of Sui, or an address of Solana, which nothing in them tells apart. */
export function digestAt(scan: Scan, at: number): Finding | undefined {
  const atom = scan.atoms[at]
  if (!atom || !scan.isFree(atom) || !digestShape.test(atom.text) || !hasBytes(atom.text, 32)) return undefined
  const { text, start, end } = atom
  const identifier = { kind: 'hash', value: text } as const
  return { start, end, label: 'Sui digest or Solana address', identifier, isAddress: true }
}

/** Whether an atom beside pieces of equal length continues their list: then each is an identifier of its own. */
function isListed(scan: Scan, first: number, last: number): boolean {
  const { length = 0 } = scan.atoms[first]?.text ?? ''
  if (first < last && scan.atoms[last]?.text.length !== length) return false
  const kindOf = (at: number) => (gapAfter(scan, at).includes('\n') ? 'line' : 'space')
  const inside = kindOf(first)
  const continues = (at: number, gap: number) => {
    const { text = '' } = scan.atoms[at] ?? {}
    return text.length === length && hexadecimal.test(text) && isSoftGap(gapAfter(scan, gap)) && kindOf(gap) === inside
  }
  return continues(first - 1, first - 1) || continues(last + 1, last)
}

function brokenHex(scan: Scan, at: number, atom: Atom, isExpected: boolean): Finding | undefined {
  const hasPrefix = /^0x/i.test(atom.text)
  const found = joinPieces(scan, at, {
    kind: atomBits.hexPart,
    lengths: [64, 66],
    isWhole: (joined, lengths) => (prefixed.test(joined) || bare.test(joined)) && areBrokenEvenly(lengths),
  })
  if (!found) return undefined
  if (isExpected) return finding(found.joined, atom.start, found.end)
  if (!isMixed(noPrefix(found.joined))) return undefined
  const last = at + found.count - 1
  if (!hasPrefix && isListed(scan, at, last)) return undefined
  // Two UUIDs without dashes are as long as a hash.
  if (
    !hasPrefix &&
    found.count === 2 &&
    atom.text.length === 32 &&
    [0, 32].every((from) => hasUuidVersion(found.joined.slice(from)))
  )
    return undefined
  return finding(found.joined, atom.start, found.end)
}

/**
 * The hash that begins with an atom.
 * @param isExpected whether the text holds only hashes: then digits in a row are none but theirs
 */
export function hashAt(scan: Scan, at: number, isExpected = false): Finding | undefined {
  const atom = scan.atoms[at]
  if (!atom || !scan.isFree(atom)) return undefined
  const { text, start, end } = atom
  if (prefixed.test(text) || signature.test(text)) return finding(text, start, end)
  if (bare.test(text)) return isExpected || isMixed(text) ? finding(text, start, end) : undefined
  if (hexadecimal.test(noPrefix(`${text}0`)) && text.length < 66) {
    const broken = brokenHex(scan, at, atom, isExpected)
    if (broken) return broken
  }
  if (isExpected) {
    const digest = digestAt(scan, at)
    if (digest) return digest
  }
  if (text.length < 20 || !base58.test(text)) return undefined
  // Words are base58 too, so all pieces but the last are long.
  const found = joinPieces(scan, at, {
    kind: atomBits.base58,
    lengths: [86, 87, 88],
    isWhole: (joined, lengths) =>
      lengths.length > 1 && lengths.slice(0, -1).every((one) => one >= 20) && isSignature(joined),
  })
  return found && finding(found.joined, start, found.end)
}
