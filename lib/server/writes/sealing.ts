/** What must not lie open in the database: bodies with account numbers. Keys come from the console's own secret. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { settings } from '../settings'
import { once } from '../state'

const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', settings().secret, 'mintdesk', purpose, 32))
const sealKey = () => once('seal-key', () => keyOf('seal'))
const fingerprintKey = () => once('fingerprint-key', () => keyOf('fingerprint'))

const prefix = 'sealed:1:'

/** A text sealed with AES-256-GCM, each time otherwise. */
export function seal(text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The text of what was sealed, or undefined where the secret has changed since. A text that was not sealed stays as it is. */
export function open(stored: string): string | undefined {
  if (!stored.startsWith(prefix)) return stored
  const bytes = Buffer.from(stored.slice(prefix.length), 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealKey(), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** The same JSON with the members of every object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return { of: members.map(([name, member]) => [name, sorted(member)]) }
}

/** A digest that is the same for the same thing asked; keyed, because an account number could be guessed from a plain one. */
export const fingerprintOf = (asked: unknown): string =>
  createHmac('sha256', fingerprintKey())
    .update(JSON.stringify(sorted(asked)))
    .digest('base64url')
