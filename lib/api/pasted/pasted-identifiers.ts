/** Every identifier in any text: a hash, an e-mail, JSON, CSV, a note made by Mintdesk, links. */
import isIBAN from 'validator/es/lib/isIBAN'
import { addressKey } from '../../domain/address-ends'
import { hasCodes, referenceOf } from '../../domain/statements/references'
import type { LookupIdentifier } from '../../features/lookup/input'
import { isAddress } from '../../provider/crypto-addresses'
import { hashKey, idKey } from '../../provider/matching'
import { digestAt, hashAt } from './hashes'
import { hintBefore, isAddressBefore, isDigestBefore, isKeyAfter } from './hints'
import { findLinks } from './links'
import { findPartials, isCutHash } from './partials'
import { findReferences, maximumReference } from './references'
import { atomBits, type Finding, gapAfter, isSoftGap, joinPieces, type Scan, type Span, scanSteps } from './scan'
import { findSecrets, secretFinding } from './secrets'
import { hexadecimal } from './shapes'
import { sourceText } from './source-text'
import { uuidAt } from './uuids'
import { finished, inPieces, isStep, type Steps, type WorkOptions } from './yielding'

/** What has the shape of an address, with or without a valid checksum; the others are told by their checksum or length. */
const shaped = /^(?:0x[0-9a-f]{40}|G[A-Z2-7]{55}|M[A-Z2-7]{68}|(?:bc|tb|ltc|tltc)1[02-9ac-hj-np-z]{25,87})$/i
const cash = /^[qpzr][02-9ac-hj-np-z]{41,}$/i
const encoded = /^(?=.*\d)(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{26,44}$/

export const addressFinding = ({ text }: Scan, start: number, end: number): Finding => ({
  start,
  end,
  label: 'Address',
  identifier: { kind: 'address', value: text.slice(start, end).replace(/\s/g, '') },
  isAddress: true,
})

export function addressAt(scan: Scan, at: number): Finding | undefined {
  const atom = scan.atoms[at]
  if (!atom || !scan.isFree(atom)) return undefined
  const { text, start, end } = atom
  const found = (to: number) => addressFinding(scan, start, to)
  if (shaped.test(text) || ((cash.test(text) || encoded.test(text)) && isAddress(text))) return found(end)
  if (!/^0x[0-9a-f]{0,39}$/i.test(text) || !isSoftGap(gapAfter(scan, at))) return undefined
  const broken = joinPieces(scan, at, {
    kind: atomBits.hexPart,
    lengths: [42],
    isWhole: (joined) => hexadecimal.test(joined.slice(2)),
  })
  return broken && found(broken.end)
}

export type PastedIdentifier = {
  /** From 1. */
  line: number
  /** As pasted, on one line; masked if it is a secret. */
  text: string
  /** "Hash, EVM", "UUID", "Reference", "Partial hash", "Private key". */
  label: string
  /** Absent if nothing may or can be asked. */
  identifier?: LookupIdentifier
  /** Why nothing is asked. */
  refused?: string
  /** It is an address, or what looks like a hash may be one. */
  isAddress?: true
}

/** `omitted` counts identifiers over the maximum. */
export type PastedIdentifiers = { identifiers: PastedIdentifier[]; omitted: number }

/** Identifiers that are taken from one text. */
const maximum = 10_000

/** Nothing in an e-mail address is an identifier, nor in a message's own ID. */
function takeMailAddresses(scan: Scan): void {
  if (!scan.text.includes('@')) return
  for (const { 0: word, index } of scan.text.matchAll(/[^\s"'<>()[\]{},;|:=/]+/g))
    if (word.length < 500 && /^[^@]+@[^@]+$/.test(word)) scan.take({ start: index, end: index + word.length })
}

/** Hashes, UUIDs and addresses, unless the words round them say that they are secrets or something else. */
function* findComplete(scan: Scan): Steps {
  for (const at of scan.atoms.keys()) {
    if (isStep(at)) yield
    const found = hashAt(scan, at) ?? uuidAt(scan, at) ?? digestAt(scan, at) ?? addressAt(scan, at)
    if (!found) continue
    const hint = hintBefore(scan, at)
    const { identifier } = found
    // A Sui address has the form of a hash with 0x, and a Solana address that of a Sui digest.
    const isAmbiguous = identifier?.kind === 'hash' && (found.isAddress || found.label === 'Hash, EVM')
    const isSecret = hint === 'secret' && !(identifier?.kind === 'address' && isAddressBefore(scan, at))
    const isDigest =
      identifier?.kind === 'hash' && found.isAddress && (hint === 'crypto_tx_hashes' || isDigestBefore(scan, at))
    if (identifier && (isSecret || isKeyAfter(scan, found.end)))
      scan.add(
        secretFinding(
          identifier.kind === 'uuid' ? 'Access token' : 'Private key',
          found,
          scan.text.slice(found.start, found.end),
        ),
      )
    else if (isAmbiguous && isAddressBefore(scan, at)) scan.add(addressFinding(scan, found.start, found.end))
    else if (isDigest) scan.add({ ...found, label: 'Sui digest', isAddress: undefined })
    else if (identifier?.kind === 'hash' && hint === 'other-digest') scan.take(found)
    else if (
      identifier?.kind === 'uuid' &&
      hint &&
      hint !== 'other-digest' &&
      hint !== 'secret' &&
      hint !== 'crypto_tx_hashes'
    )
      scan.add({ ...found, identifier: { ...identifier, field: hint } })
    else scan.add(found)
  }
}

/** Without the quotes, brackets and commas round it. */
function unwrapped(text: string): string {
  const trimmed = text.trim().replace(/(?<![,;])[,;]$/, '')
  const inside =
    /^(?:"[^"]*"|'[^']*'|`[^`]*`|„[^“”]*[“”]|“[^”]*”|«[^»]*»|\*[^*]*\*|\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)$/.test(trimmed)
  return inside ? trimmed.slice(1, -1).trim() : trimmed
}

/** What a text of one line is if nothing was found in it. */
function wholeLine(scan: Scan, hasLink: boolean): Finding | undefined {
  const value = unwrapped(scan.text)
  const start = scan.text.indexOf(value)
  const span = { start, end: start + value.length }
  const one = (label: string, refused: string) => ({ ...span, label, refused })
  if (value === '' || value.includes('\n')) return undefined
  if (hasLink) return one('Link', 'This link contains no hash, ID or reference.')
  if (isIBAN(value))
    return {
      ...one('Account number', 'There is no search by account number.'),
      text: `${value.slice(0, 4)}…${value.slice(-4)}`,
    }
  if (/^[0-9a-f]{40}$/i.test(value))
    return one('Hexadecimal', 'This has 40 hexadecimal digits, like an address. A transaction hash has 64.')
  if (isCutHash(value))
    return {
      ...span,
      label: 'Partial hash',
      identifier: { kind: 'partial', start: value.replace(/^0x/i, '').toLowerCase(), end: '', of: 'hash' },
    }
  if (value.length > maximumReference)
    return one(
      'Text',
      `No identifier was found. A reference has at most ${maximumReference} characters; this has ${value.length}.`,
    )
  // Codes of payments name none, or the text says so itself.
  if (referenceOf(value) === '' || hasCodes(value)) return one('Text', 'This text says that there is no reference.')
  return { ...span, label: 'Reference', identifier: { kind: 'reference', value } }
}

/** Equal for identifiers that mean the same record. */
export function lookupKey(identifier: LookupIdentifier): string {
  if (identifier.kind === 'partial') return `partial:${identifier.start}:${identifier.end}`
  if (identifier.kind === 'address') return `address:${addressKey(identifier.value)}`
  return identifier.kind === 'hash' ? `hash:${hashKey(identifier.value)}` : `id:${idKey(identifier.value)}`
}

/** Finds everything, in the order of the text. */
function* findAll(scan: Scan): Steps<Finding[]> {
  yield
  yield* findSecrets(scan)
  takeMailAddresses(scan)
  yield* findComplete(scan)
  yield* findPartials(scan)
  const emptyLinks = findLinks(scan)
  yield* findReferences(scan)
  if (scan.findings.length === 0) {
    const whole = wholeLine(scan, emptyLinks.length > 0)
    if (whole) scan.findings.push(whole)
  }
  return scan.findings.sort((one, other) => one.start - other.start)
}

function pastedOf(scan: Scan, { start, end, label, identifier, refused, isAddress, text: masked }: Finding) {
  const pasted: PastedIdentifier = {
    line: scan.lineAt(start),
    text: masked ?? scan.text.slice(start, end).replace(/\s+/g, ' ').slice(0, maximumReference),
    label,
    ...(identifier && { identifier }),
    ...(refused && { refused }),
    ...(isAddress && { isAddress }),
  }
  return { pasted, key: pastedKey(pasted) }
}

/** Equal for what is looked up once. */
export const pastedKey = ({ identifier, label, text }: PastedIdentifier) =>
  identifier ? lookupKey(identifier) : `${label} ${text}`

function* identifiersOf(text: string): Steps<PastedIdentifiers> {
  const scan = yield* scanSteps(sourceText(text))
  const found = yield* findAll(scan)
  const byKey = new Map<string, PastedIdentifier>()
  for (const [at, finding] of found.entries()) {
    if (isStep(at)) yield
    const { pasted, key } = pastedOf(scan, finding)
    const { identifier } = pasted
    const first = byKey.get(key)
    if (!first) byKey.set(key, pasted)
    // A later mention may say what it is.
    else if (first.identifier?.kind === 'uuid' && identifier?.kind === 'uuid')
      first.identifier.field ??= identifier.field
  }
  const all = [...byKey.values()]
  return { identifiers: all.slice(0, maximum), omitted: Math.max(0, all.length - maximum) }
}

/**
 * Every identifier of a text once, in its order. A text that is one identifier gives one. Secrets are masked and have no
 * `identifier`. The time is linear in the length of the text.
 */
export const pastedIdentifiers = (text: string): PastedIdentifiers => finished(identifiersOf(text))

/** The same for a long text, in pieces between which the page draws. */
export const pastedIdentifiersInPieces = (text: string, options?: WorkOptions): Promise<PastedIdentifiers> =>
  inPieces(identifiersOf(text), options)

/** Where something was found, by offsets in the text as it was read. */
export type Mention = Span & { key: string; pasted: PastedIdentifier }

/** A text as it was read, with its secrets masked, and every mention of an identifier in it. */
export function* mentionsIn(text: string): Steps<{ text: string; mentions: Mention[] }> {
  const scan = yield* scanSteps(sourceText(text))
  let shown = ''
  let reached = 0
  const mentions = (yield* findAll(scan)).map((finding): Mention => {
    shown += scan.text.slice(reached, finding.start)
    const start = shown.length
    shown += finding.text ?? scan.text.slice(finding.start, finding.end)
    reached = finding.end
    return { start, end: shown.length, ...pastedOf(scan, finding) }
  })
  return { text: (shown + scan.text.slice(reached)).trimEnd(), mentions }
}

/** Why a text is not kept as it is, in the browser's words and the server's. */
export const secretRefused =
  'Secrets are not kept. The text had a private key, seed phrase or access token in it: anyone who has that can move the funds.'

/** Every secret, in the order of the text. */
function* secretsIn(scan: Scan): Steps<Finding[]> {
  yield* findSecrets(scan)
  takeMailAddresses(scan)
  yield* findComplete(scan)
  return scan.findings.filter(({ text }) => text !== undefined).sort((one, other) => one.start - other.start)
}

function* scannedSecrets(text: string): Steps<{ scan: Scan; secrets: Finding[] }> {
  const scan = yield* scanSteps(sourceText(text))
  return { scan, secrets: yield* secretsIn(scan) }
}

/** How many secrets a text has. */
export const countSecrets = (text: string): number => finished(scannedSecrets(text)).secrets.length

/** The text of a scan with findings replaced. */
function replaced({ text }: Scan, findings: readonly Finding[], by: (finding: Finding) => string | undefined): string {
  let kept = ''
  let reached = 0
  for (const finding of findings) {
    kept += text.slice(reached, finding.start) + by(finding)
    reached = finding.end
  }
  return (kept + text.slice(reached)).trimEnd()
}

function* withSecretsMasked(text: string): Steps<string> {
  const { scan, secrets } = yield* scannedSecrets(text)
  const whole = isIBAN(scan.text.trim()) ? wholeLine(scan, false) : undefined
  if (whole) secrets.push(whole)
  return secrets.length === 0 ? text : replaced(scan, secrets, (finding) => finding.text)
}

/**
 * The text with every secret masked as in its `PastedIdentifier`, so that the text may stay on screen and in this tab.
 * Unchanged if there is none; else in the plain form in which it was read. An account number that is the whole text is
 * masked too.
 */
export const withoutSecrets = (text: string): string => finished(withSecretsMasked(text))

/** The same for a long text, in pieces. */
export const withoutSecretsInPieces = (text: string, options?: WorkOptions): Promise<string> =>
  inPieces(withSecretsMasked(text), options)

function* withSecretsRemoved(text: string): Steps<{ text: string; secrets: number }> {
  const { scan, secrets } = yield* scannedSecrets(text)
  return { text: secrets.length === 0 ? text : replaced(scan, secrets, () => ''), secrets: secrets.length }
}

/** The text with every secret taken out, and how many there were; unchanged if there is none. In pieces. */
export const removeSecrets = (text: string, options?: WorkOptions): Promise<{ text: string; secrets: number }> =>
  inPieces(withSecretsRemoved(text), options)
