/** Encrypts what must not be readable in the database. The keys are derived from the console's secret. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { holdsNumber, holdsNumberIn } from '../../api/found-numbers'

/** The beginning of every sealed text; partial indexes on rows without it name it too. */
const prefix = 'sealed:1:'
/** Characters beyond which a text is sealed without a search; no request is as long. */
const mostSearched = 64 * 1024
const keyedPrefix = 'keyed:1:'

export class Sealing {
  readonly #sealKey: Buffer
  readonly #fingerprintKey: Buffer

  constructor(secret: string) {
    const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'mintdesk', purpose, 32))
    this.#sealKey = keyFor('seal')
    this.#fingerprintKey = keyFor('fingerprint')
  }

  /** A text sealed with AES-256-GCM, differently each time. */
  seal(text: string): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, iv)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
  }

  /** A JSON text as an operation without account numbers stores it: sealed only if a person typed one into it. */
  sealIfNumbered(json: string): string {
    return json.length > mostSearched || holdsNumberIn(JSON.parse(json)) ? this.seal(json) : json
  }

  isSealed(stored: string): boolean {
    return stored.startsWith(prefix)
  }

  /** The text that was sealed, or undefined if the secret has changed since. Plain text is returned unchanged. */
  open(stored: string): string | undefined {
    if (!this.isSealed(stored)) return stored
    const bytes = Buffer.from(stored.slice(prefix.length), 'base64')
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#sealKey, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }

  /**
   * A reference as a column keeps it, which must find equal ones: as it is, or as a keyed digest if it holds what looks
   * like an account number.
   */
  reference(text: string): string {
    if (!holdsNumber(text)) return text
    return keyedPrefix + createHmac('sha256', this.#fingerprintKey).update(`reference ${text}`).digest('base64url')
  }

  /** A digest that is the same for the same request; keyed, because an account number could be guessed from a plain one. */
  fingerprintOf(request: unknown): string {
    return createHmac('sha256', this.#fingerprintKey)
      .update(JSON.stringify(sorted(request)))
      .digest('base64url')
  }
}

export const isKeyed = (stored: string) => stored.startsWith(keyedPrefix)

/** The same JSON with the members of every object sorted by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return { of: members.map(([name, member]) => [name, sorted(member)]) }
}
