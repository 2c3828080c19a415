/** What the words before an identifier say that it is: "group", "ref", "profile id:", `"txHash":`. */
import type { LookupField } from '../../features/lookup/interface'
import { gapAfter, type Scan } from './scan'

export type Hint = LookupField | 'secret' | 'other-digest'

const fields: Record<string, LookupField> = {
  transfer: 'ids',
  transaction: 'ids',
  group: 'group_ids',
  ref: 'ref_ids',
  reference: 'ref_ids',
  profile: 'profile_ids',
  identity: 'identity_ids',
  identitie: 'identity_ids',
  account: 'account_ids',
  conversion: 'ids',
  hash: 'crypto_tx_hashes',
  tx: 'crypto_tx_hashes',
  txn: 'crypto_tx_hashes',
  txid: 'crypto_tx_hashes',
  txhash: 'crypto_tx_hashes',
  refid: 'ref_ids',
  signature: 'crypto_tx_hashes',
}

const secrets =
  /^(?:private|privkey|privatekey|secret|secrets|secretkey|password|passphrase|passcode|mnemonic|seed|apikey|bearer)$/
const otherDigests =
  /^(?:sha256|sha512|sha|checksum|digest|etag|integrity|fingerprint|commit|block|blockhash|blocks|merkle|nonce)$/
/** "sha-256", "fiat account": the word before makes another thing of it. */
const qualified = /^(?:fiat|bank|receiving|settlement)$/

/** `groupId` and `group_ids` as words in lower case. */
const wordsOf = (atom: string) =>
  atom
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(' ')

function meaningOf(word: string, before: string): Hint | undefined {
  if (secrets.test(word)) return 'secret'
  if (otherDigests.test(word) || (word === '256' && before === 'sha')) return 'other-digest'
  if (qualified.test(before)) return undefined
  const singular = word.replace(/(?:es|s)$/, (end) => (word in fields ? end : ''))
  return Object.hasOwn(fields, word)
    ? fields[word]
    : Object.hasOwn(fields, singular)
      ? fields[singular]
      : fields[word.replace(/s$/, '')]
}

/** Words and atoms that are looked at before an identifier. */
const reach = 6

/** The words before an atom, the nearest first: in its line, or at the end of the line before. */
function wordsBefore(scan: Scan, at: number): string[] {
  let lineEnds = 0
  const words: string[] = []
  for (let before = at - 1; before >= 0 && words.length < reach; before--) {
    const gap = gapAfter(scan, before)
    const atom = scan.atoms[before]
    if (!atom || atom.text.length > 24 || !scan.isFree(atom)) break
    lineEnds += gap.split('\n').length - 1
    const isAbbreviation = /^(?:ref|no|nr|txn?|acct|our|your)$/i.test(atom.text)
    // Another sentence, or a line that is not the label of this one.
    if (
      (/[.!?][)"'\s]+$|[,;|}\t]/.test(gap) && !isAbbreviation) ||
      lineEnds > 1 ||
      (lineEnds === 1 && gap.includes('\n') && words.length > 0)
    )
      break
    words.push(...wordsOf(atom.text).reverse())
  }
  return words
}

/**
 * The nearest word with a meaning before an atom.
 * @param at the atom with which the identifier begins
 */
export function hintBefore(scan: Scan, at: number): Hint | undefined {
  const words = wordsBefore(scan, at)
  for (const [index, word] of words.entries()) {
    const hint = meaningOf(word, words[index + 1] ?? '')
    if (hint) return hint
  }
  return undefined
}

const addresses = /^(?:address|addresses|addr|wallet|wallets|recipient|beneficiary)$/
/** Parts of explorers' paths before what is no transaction. */
const places = /^(?:accounts?|tokens?|objects?|coins?|programs?|validators?)$/

/** Whether the nearest word with a meaning says that an identifier is an address. */
export function isAddressBefore(scan: Scan, at: number): boolean {
  const words = wordsBefore(scan, at)
  if (gapAfter(scan, at - 1) === '/' && places.test(words[0] ?? '')) return true
  const nearest = words.find((word, index) => addresses.test(word) || meaningOf(word, words[index + 1] ?? ''))
  return nearest !== undefined && addresses.test(nearest)
}

/** Whether the words before an identifier call it a digest, as Sui does its transactions. */
export const isDigestBefore = (scan: Scan, at: number) => wordsBefore(scan, at)[0] === 'digest'

/** Whether the words after an identifier say that it is a key: "(this is my private key)". */
export function isKeyAfter({ text }: Scan, end: number): boolean {
  const [line = ''] = text.slice(end, end + 60).split('\n')
  return /\b(?:private|secret|signing) key\b|\b(?:seed|recovery) phrase\b/i.test(line)
}
