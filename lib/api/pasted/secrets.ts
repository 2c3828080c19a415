/**
 * What gives access to funds or systems: never asked, never kept, and masked from here on. Seed phrases are told by their
 * list of 2,048 words, so callers in the browser load this folder when it is first needed.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { hasStellarChecksum } from '../../provider/crypto-addresses'
import { areBrokenEvenly, atomBits, type Finding, gapAfter, joinPieces, type Scan, type Span } from './scan'
import { type Atom, base58 } from './shapes'
import { isStep, type Steps } from './yielding'

const notKept = 'It was not sent and is not kept.'
const refusals = {
  'Private key': `This is a private key. ${notKept} Anyone who has seen it can move its funds.`,
  'Seed phrase': `This is a seed phrase. ${notKept} Anyone who has seen it can move its funds.`,
  'Access token': `This is an access token or password. ${notKept} Replace it if others have seen it.`,
}
type SecretLabel = keyof typeof refusals

/** The first and last characters of a long secret, which tell its owner which one it is. */
const masked = (secret: string) => {
  const plain = secret.replace(/\s/g, '')
  return plain.length >= 32 ? `${plain.slice(0, 4)}…${plain.slice(-4)}` : '…'
}

export const secretFinding = (label: SecretLabel, { start, end }: Span, text: string): Finding => ({
  start,
  end,
  label,
  refused: refusals[label],
  text: masked(text),
})

const base58check = createBase58check(sha256)

/** A private key of Bitcoin, Litecoin or Bitcoin Cash in wallet import format. */
function isWif(text: string): boolean {
  if (text.length < 51 || text.length > 52 || !base58.test(text)) return false
  try {
    const bytes = base58check.decode(text)
    return (
      bytes.length === (text.length === 51 && bytes.length === 33 ? 33 : 34) &&
      [0x80, 0xef, 0xb0].includes(bytes[0] ?? 0)
    )
  } catch {
    return false
  }
}

const stellarKey = /^S[A-Z2-7]{55}$/
/** Extended private keys (BIP 32, SLIP 132). */
const extendedKey = /^[txyzuv]prv[1-9A-HJ-NP-Za-km-z]{20,107}$/i

/** Groups of two characters: nobody writes keys in shorter ones, and a checksum at each place would be slow. */
const mostGroups = 28

const isWhole = (joined: string, lengths: readonly number[]) =>
  lengths.length <= mostGroups &&
  areBrokenEvenly(lengths) &&
  ((joined.length === 56 && /^s[a-z2-7]{55}$/i.test(joined) && hasStellarChecksum(joined.toUpperCase())) ||
    isWif(joined))

function keyAt(scan: Scan, at: number): Finding | undefined {
  const atom = scan.atoms[at]
  if (!atom) return undefined
  const { text, start, end } = atom
  if (stellarKey.test(text)) return secretFinding('Private key', atom, text)
  if (extendedKey.test(text)) {
    const rest = joinPieces(scan, at, { kind: atomBits.base58, lengths: [111], isWhole: () => true })
    return secretFinding('Private key', { start, end: rest?.end ?? end }, text)
  }
  if (!/^[s5KLcT69]/i.test(text) || text.length > 56) return undefined
  const found = joinPieces(scan, at, { lengths: [51, 52, 56], isWhole })
  return found && secretFinding('Private key', { start, end: found.end }, found.joined)
}

/** Tokens of APIs by their prefixes, JSON web tokens, and whatever follows "Bearer". */
const tokens =
  /(?<![0-9A-Za-z_-])(?:(?:[sr]k|whsec|gh[pousr]|github_pat|glpat|xox[abprs])[-_][\w-]{8,}|AKIA[0-9A-Z]{16}|eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?)/g
const bearer = /(?<![0-9A-Za-z_-])(?:bearer|basic)[ \t]{1,3}(?=[\w.~+/-]*\d)[\w.~+/-]{16,}=*/gi
const pem = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g

function findTokens(scan: Scan): void {
  const { text } = scan
  let reached = 0
  for (const { 0: opening, index } of text.matchAll(pem)) {
    if (index < reached || !scan.isFree({ start: index, end: index + 1 })) continue
    const close = text.indexOf('-----END', index + opening.length)
    reached = close < 0 ? text.length : Math.min(text.length, close + 8 + opening.length - 10)
    scan.add({ ...secretFinding('Private key', { start: index, end: reached }, ''), text: '…' })
  }
  for (const pattern of [bearer, tokens])
    for (const { 0: token, index } of text.matchAll(pattern)) {
      const span = { start: index, end: index + token.length }
      if (!scan.isFree(span)) continue
      // The lines over which a long token runs on.
      const [rest = ''] = /^(?:\s{1,4}(?=[\w.-]*\d)[\w.-]{20,}=*)+/.exec(text.slice(span.end, span.end + 4_096)) ?? []
      span.end += rest.length
      if (scan.isFree(span)) scan.add(secretFinding('Access token', span, token.replace(/^\S+\s+/, '')))
    }
}

/** A key pair as Solana's tools store it: a list of 32 or 64 bytes. */
function findByteKeys(scan: Scan): void {
  // No shorter list has 32 bytes, and no list of 64 is longer, with a line for each.
  for (const { 0: list, index } of scan.text.matchAll(/\[[\d\s,]{63,600}\]/g)) {
    const bytes = list.slice(1, -1).split(',')
    if (![32, 64].includes(bytes.length) || !bytes.every((one) => /^\s*\d{1,3}\s*$/.test(one) && Number(one) < 256))
      continue
    const span = { start: index, end: index + list.length }
    if (scan.isFree(span)) scan.add({ ...secretFinding('Private key', span, ''), text: '…' })
  }
}

const wordNumbers = new Map(wordlist.map((word, number) => [word, number]))
const phraseLengths = [24, 21, 18, 15, 12]

/** BIP 39: after the entropy, a phrase has one bit of its SHA-256 for every three words. */
function hasPhraseChecksum(words: readonly number[]): boolean {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const word of words) {
    bits = (bits << 11) | word
    for (count += 11; count >= 8; count -= 8) bytes.push((bits >> (count - 8)) & 255)
    bits &= (1 << count) - 1
  }
  const sumLength = words.length / 3
  const length = (words.length * 11 - sumLength) / 8
  const given = count === 0 ? (bytes[length] ?? 0) : bits
  return (sha256(Uint8Array.from(bytes.slice(0, length)))[0] ?? 0) >> (8 - sumLength) === given
}

/** The words of a run that are in lines of nothing but such words. */
function wordsOfWholeLines({ text }: Scan, words: readonly Atom[]): Atom[] {
  let lineEnd = -1
  let isWhole = false
  return words.filter(({ start, end }) => {
    if (start < lineEnd) return isWhole
    // Once for each line: all its words come one after another.
    const next = text.indexOf('\n', end)
    lineEnd = next < 0 ? text.length : next
    const others = text.slice(text.lastIndexOf('\n', start) + 1, lineEnd).split(/[^A-Za-z]+/)
    isWhole = others.every((word) => word === '' || wordNumbers.has(word.toLowerCase()))
    return isWhole
  })
}

/** Marks the phrases in a run of words from the list; one run of 12 in 16 has a valid checksum by chance. */
function* addPhrases(scan: Scan, words: readonly Atom[]): Steps {
  const numbers = words.map(({ text }) => wordNumbers.get(text.toLowerCase()) ?? 0)
  const add = (start = 0, end = 0, count = 0) =>
    scan.add({ ...secretFinding('Seed phrase', { start, end }, ''), text: `${count} words` })
  let isFound = false
  for (let from = 0; from + 12 <= numbers.length; ) {
    const fits = (one: number) => from + one <= numbers.length && hasPhraseChecksum(numbers.slice(from, from + one))
    const length = phraseLengths.find(fits) ?? 0
    if (length > 0) add(words[from]?.start, words[from + length - 1]?.end, length)
    isFound ||= length > 0
    from += length || 1
    // Each costs five checksums.
    if (from % 32 === 0) yield
  }
  // Lines of nothing but these words are a phrase with a typing error.
  const whole = isFound ? [] : wordsOfWholeLines(scan, words)
  if (phraseLengths.includes(whole.length)) add(whole[0]?.start, whole.at(-1)?.end, whole.length)
}

/** Words of the list one after another, perhaps numbered or with commas. */
function* findPhrases(scan: Scan): Steps {
  const { atoms } = scan
  for (let at = 0; at < atoms.length; ) {
    const run: Atom[] = []
    let next = at
    for (; next < atoms.length; next++) {
      if (isStep(next)) yield
      const atom = atoms[next]
      if (!atom || (run.length > 0 && gapAfter(scan, next - 1).length > 6)) break
      if (wordNumbers.has(atom.text.toLowerCase())) run.push(atom)
      else if (!/^\d{1,2}$/.test(atom.text)) break
    }
    if (run.length >= 12) yield* addPhrases(scan, run)
    at = Math.max(next, at + 1)
    if (isStep(at)) yield
  }
}

/** Finds every secret except those that only the words before them tell from hashes and UUIDs. */
export function* findSecrets(scan: Scan): Steps {
  findTokens(scan)
  findByteKeys(scan)
  yield* findPhrases(scan)
  for (const [at, atom] of scan.atoms.entries()) {
    const found = scan.isFree(atom) ? keyAt(scan, at) : undefined
    if (found) scan.add(found)
    if (isStep(at)) yield
  }
}
