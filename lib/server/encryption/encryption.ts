/**
 * Encrypts what must not be readable in the database. The first of SEAL_KEYS encrypts and all of them open; what is encrypted names
 * its key. Without SEAL_KEYS the key is derived from NEXTAUTH_SECRET, and has no name. A value opens only where it was
 * encrypted for: its table, column and row are authenticated with it.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { tables } from '../../database/tables'
import { holdsNumber, holdsNumberIn } from '../../domain/found-numbers'
import type { Settings } from '../settings'
import { encryptedTables } from './encrypted-columns'

/** The beginning of every encrypted text, followed by the name of its key and a colon. */
export const encryptedPrefix = 'sealed:1:'
/** The beginning of encrypted bytes, followed by the length of their key's name and the name. */
export const encryptedBytesPrefix = Buffer.from('mdseal:1')
/** Characters beyond which a text is encrypted without a search; no request is as long. */
const mostSearched = 64 * 1024
export const keyedPrefix = 'keyed:1:'

/** The key for one purpose, from the text that an operator keeps. */
const keyFor = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'mintdesk', purpose, 32))

/** What the database may keep of a key to recognise it: nothing can be opened with it. */
export const keyCheck = (secret: string) => keyFor(secret, 'key check').toString('base64url')

type Declared = typeof tables
type Values<Columns extends readonly string[]> = { readonly [At in keyof Columns]: string | number }

/** Where a value is kept: its table and column, and the row's primary key and fixed columns as tables.ts declares them. */
export type Place = {
  [Name in keyof Declared]: readonly [
    table: Name,
    column: keyof Declared[Name]['columns'],
    ...key: Values<Declared[Name]['key']>,
    // A fixed column that is encrypted itself has none.
    ...fixed: Values<Declared[Name]['fixed']> | readonly [],
  ]
}[keyof Declared]

/** @throws Error if the column is not listed: its values would be lost when their key is removed */
function columnAt([name, column]: Place): { mayBePlain: boolean } {
  const table = encryptedTables.find((one) => one.table === name)
  if (!table?.encrypted.includes(column))
    throw new Error(`${name}.${column} is not listed among the encrypted columns.`)
  return { mayBePlain: table.plain.includes(column) }
}

/** NEXTAUTH_SECRET, and the keys that take its place where they are set. */
export type Keys = {
  secret: string
  encryptionKeys?: Settings['encryptionKeys']
  fingerprintKeys?: Settings['fingerprintKeys']
}

/** Whether a key that the database knows by its check may be among those that open what names none: all of them. */
export const isUnnamedKeyKnown = ({ secret, encryptionKeys = [] }: Keys, check: string) =>
  [secret, ...encryptionKeys.map((key) => key.secret)].some((one) => keyCheck(one) === check)

/** The keys of digests; the first makes them. */
export const fingerprintSecrets = ({ secret, fingerprintKeys = [] }: Keys): readonly string[] =>
  fingerprintKeys.length > 0 ? fingerprintKeys : [secret]

const nonceLength = 12

/** Nonces, each given once; asking for the randomness of each alone takes longer than to encrypt a record. */
class Nonces {
  #random = Buffer.alloc(0)

  next(): Buffer {
    if (this.#random.length === 0) this.#random = randomBytes(nonceLength * 256)
    const nonce = this.#random.subarray(0, nonceLength)
    this.#random = this.#random.subarray(nonceLength)
    return nonce
  }
}

export class Encryption {
  /** The name of the key that encrypts; empty without SEAL_KEYS. */
  readonly keyName: string
  readonly #encryptionKey: Buffer
  readonly #decryptionKeys: readonly { name: string; key: Buffer }[]
  readonly #fingerprintKeys: readonly Buffer[]
  readonly #nonces = new Nonces()

  constructor(keys: Keys) {
    const { secret, encryptionKeys = [] } = keys
    const [first = { name: '', secret }] = encryptionKeys
    this.keyName = first.name
    this.#encryptionKey = keyFor(first.secret, 'seal')
    const all = [...encryptionKeys, { name: '', secret }]
    this.#decryptionKeys = all.map((one) => ({ name: one.name, key: keyFor(one.secret, 'seal') }))
    this.#fingerprintKeys = fingerprintSecrets(keys).map((one) => keyFor(one, 'fingerprint'))
  }

  /** A text encrypted with AES-256-GCM, differently each time. */
  encrypt(text: string, place: Place): string {
    const encrypted = this.#encipher(Buffer.from(text, 'utf8'), place).toString('base64')
    return `${encryptedPrefix}${this.keyName}:${encrypted}`
  }

  /** Bytes encrypted with AES-256-GCM: the name of the key, the nonce, the tag, and the encrypted bytes. */
  encryptBytes(bytes: Uint8Array, place: Place): Buffer {
    const name = Buffer.from(this.keyName)
    return this.#encipher(bytes, place, [encryptedBytesPrefix, Buffer.from([name.length]), name])
  }

  /** @param start what stands before it */
  #encipher(bytes: Uint8Array, place: Place, start: readonly Uint8Array[] = []): Buffer {
    columnAt(place)
    const nonce = this.#nonces.next()
    const cipher = createCipheriv('aes-256-gcm', this.#encryptionKey, nonce)
    cipher.setAAD(placeBytes(place))
    const parts = [cipher.update(bytes), cipher.final()]
    return Buffer.concat([...start, nonce, cipher.getAuthTag(), ...parts])
  }

  /** Tries the key of this name first: another console may know the same key by another name, or by none. */
  #decipher(name: string, encrypted: Uint8Array, place: Place): Buffer | undefined {
    const keys = [...this.#decryptionKeys].sort((one, other) => Number(other.name === name) - Number(one.name === name))
    for (const { key } of keys) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceLength))
        decipher.setAAD(placeBytes(place))
        decipher.setAuthTag(encrypted.subarray(12, 28))
        return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()])
      } catch {
        // Encrypted with another key, or for another place.
      }
    }
    return undefined
  }

  /** The bytes that were encrypted for this place, or undefined if they were not, or their key is none of ours. */
  decryptBytes(bytes: Uint8Array, place: Place): Buffer | undefined {
    const start = encryptedBytesPrefix.length
    if (!encryptedBytesPrefix.equals(bytes.subarray(0, start))) return undefined
    const end = start + 1 + (bytes[start] ?? 0)
    return this.#decipher(Buffer.from(bytes.subarray(start + 1, end)).toString('utf8'), bytes.subarray(end), place)
  }

  /** A JSON text as an operation without account numbers stores it: encrypted only if a person typed one into it. */
  encryptIfNumbered(json: string, place: Place): string {
    return json.length > mostSearched || holdsNumberIn(JSON.parse(json)) ? this.encrypt(json, place) : json
  }

  /**
   * The text that was encrypted for this place, or undefined if it was not, its key is none of ours, or there is none. Plain
   * text is returned unchanged where it may be plain.
   */
  decrypt(stored: string | null, place: Place): string | undefined {
    if (stored === null) return undefined
    if (!stored.startsWith(encryptedPrefix)) return columnAt(place).mayBePlain ? stored : undefined
    const rest = stored.slice(encryptedPrefix.length)
    const colon = rest.indexOf(':')
    const encrypted = Buffer.from(rest.slice(colon + 1), 'base64')
    return this.#decipher(rest.slice(0, Math.max(colon, 0)), encrypted, place)?.toString('utf8')
  }

  /** A value as encrypted JSON. */
  encryptJson(value: unknown, place: Place): string {
    return this.encrypt(JSON.stringify(value), place)
  }

  /** What `encryptJson` was given for this place, or undefined as `decrypt` says. */
  decryptJson<Value>(stored: string | null, place: Place): Value | undefined {
    const text = this.decrypt(stored, place)
    return text === undefined ? undefined : JSON.parse(text)
  }

  /**
   * A reference as a column keeps it, which must find equal ones: as it is, or as a keyed digest if it holds what looks
   * like an account number.
   */
  reference(text: string): string {
    return this.references(text)[0] ?? text
  }

  /** A reference in every form that a column may have it in, the one of today first: an earlier key may have made it. */
  references(text: string): string[] {
    if (!holdsNumber(text)) return [text]
    return this.#fingerprintKeys.map(
      (key) => keyedPrefix + createHmac('sha256', key).update(`reference ${text}`).digest('base64url'),
    )
  }

  /** A digest that is the same for the same request; keyed, because an account number could be guessed from a plain one. */
  fingerprintOf(request: unknown): string {
    return this.fingerprintsOf(request)[0] ?? ''
  }

  /** The same digest by every key, the one of today first. */
  fingerprintsOf(request: unknown): string[] {
    const text = JSON.stringify(sorted(request))
    return this.#fingerprintKeys.map((key) => createHmac('sha256', key).update(text).digest('base64url'))
  }

  /** Whether a stored digest is the one of this request, by any key. */
  isFingerprintOf(request: unknown, stored: string): boolean {
    const digest = Buffer.from(stored)
    return this.fingerprintsOf(request).some((own) => {
      const expected = Buffer.from(own)
      return expected.length === digest.length && timingSafeEqual(expected, digest)
    })
  }
}

const placeBytes = (place: Place) => Buffer.from(JSON.stringify(place.map(String)))

export const isKeyed = (stored: string) => stored.startsWith(keyedPrefix)

/** The same JSON with the members of every object sorted by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return { of: members.map(([name, member]) => [name, sorted(member)]) }
}
