/**
 * Removes our secrets from what the provider sends, before anything of it is stored or shown: as they are and as JSON escapes
 * them, also where they arrive in parts. SECURITY.md says what is not looked for.
 */
import type { Settings } from '../settings'

const replacement = Buffer.from('[removed]')
/** Characters of the shortest text that is looked for as a secret. */
const shortest = 4
/** Bytes at the end by which a secret is found: a text that a provider fitted to a long token is still searched quickly. */
const longestTail = 64
/** Tokens that are remembered: those in use, and the ones before them, which are valid for some more time. */
const mostTokens = 32
/** Bytes of a text in parts that are searched together. */
const batch = 64 * 1024

/** A secret as it is, and as JSON has it: with the escapes that it needs, and with those that PHP, Go and .NET add. */
function formsOf(secret: string): Buffer[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const codeOf = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`
  const inNet = inJson.replace(/[&<>'+]/g, (character) => codeOf(character).replace(/..$/, (hex) => hex.toUpperCase()))
  const forms = new Set([secret, inJson, inJson.replaceAll('/', '\\/'), inJson.replace(/[&<>]/g, codeOf), inNet])
  return secret.length < shortest ? [] : [...forms].map((form) => Buffer.from(form))
}

function without(bytes: Buffer, form: Buffer): Buffer {
  const head = form.subarray(0, Math.max(0, form.length - longestTail))
  const tail = form.subarray(head.length)
  const kept: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(tail); at >= 0; at = bytes.indexOf(tail, from)) {
    const start = at - head.length
    const isWhole = start >= from && bytes.subarray(start, at).equals(head)
    kept.push(bytes.subarray(from, isWhole ? start : at), replacement)
    from = at + tail.length
  }
  return from === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(from)])
}

/** The secrets of this console, and the tokens that it was issued. */
export class Secrets {
  readonly #fixed: readonly string[]
  readonly #tokens = new Set<string>()
  #forms: readonly Buffer[]

  constructor(secrets: readonly string[]) {
    this.#fixed = secrets
    this.#forms = this.#sorted()
  }

  /** The longest first: one may be part of another. */
  #sorted = () => [...this.#fixed, ...this.#tokens].flatMap(formsOf).sort((one, other) => other.length - one.length)

  /** Remembers a token, and forgets the oldest one if there are many. */
  add(token: string): void {
    this.#tokens.add(token)
    const [oldest] = this.#tokens
    if (this.#tokens.size > mostTokens && oldest !== undefined) this.#tokens.delete(oldest)
    this.#forms = this.#sorted()
  }

  /** A text of any kind without them. JSON stays JSON, and its numbers keep their digits. */
  removedFrom(text: string): string {
    const bytes = Buffer.from(text)
    const removed = this.removedFromBytes(bytes)
    return removed === bytes ? text : removed.toString()
  }

  /** @returns the bytes themselves if none is in them */
  removedFromBytes(bytes: Buffer): Buffer {
    return this.#forms.reduce(without, bytes)
  }

  /** Removes them from a text that arrives in parts: holds back its end, in which one may begin. */
  filter() {
    let parts: Uint8Array[] = []
    let size = 0
    const passOn = (held: number): Buffer => {
      const bytes = this.removedFromBytes(Buffer.concat(parts, size))
      const rest = bytes.subarray(Math.max(0, bytes.length - held))
      parts = [rest]
      size = rest.length
      return bytes.subarray(0, bytes.length - size)
    }
    return {
      /** @returns the bytes that may be passed on now */
      push: (part: Uint8Array): Buffer => {
        parts.push(part)
        size += part.byteLength
        const held = this.#forms[0]?.length ?? 0
        // The held bytes are searched again each time.
        return size < batch + held ? Buffer.alloc(0) : passOn(held)
      },
      /** @returns what is left */
      end: () => passOn(0),
    }
  }
}

/** Every secret in the settings that the provider must not make us show: anyone may have told it one. */
export const secretsOf = ({ secret, credentials, companySignIn, ...settings }: Settings): string[] => [
  secret,
  ...(settings.otherSecret ? [settings.otherSecret] : []),
  ...(settings.worldsToken ? [settings.worldsToken] : []),
  ...settings.encryptionKeys.map((key) => key.secret),
  ...settings.fingerprintKeys,
  ...(settings.proxy?.password ? [settings.proxy.password] : []),
  ...Object.values(credentials).map(({ clientSecret }) => clientSecret),
  ...(companySignIn ? [companySignIn.clientSecret] : []),
]
