/**
 * Removes our secrets from what the provider sends, before anything of it is stored or shown: as they are, with JSON or
 * percent escapes (nested ones too), in base64 and base64url. Texts are searched as bytes, so that a text that arrives in
 * parts need not be decoded.
 */
import type { Settings } from '../settings'
import { type FormIndex, indexForms, lookedUp, type Range, searchForms } from './secret-search'

const replacement = Buffer.from('[removed]')

/** Characters below which the base64 of a secret would be found by chance. */
const shortestEncoded = 8

/** Tokens that are remembered: those in use, and the ones before them, which are valid for some more time. */
const mostTokens = 32

const backslash = 0x5c

/** Bytes of a text in parts that are searched together. */
const batch = 64 * 1024

const asBytes = (text: string) => Buffer.from(text).toString('latin1')

/**
 * The base64 of bytes wherever they begin in what was encoded ("client:secret"), without the characters that also depend
 * on what surrounds them.
 */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const form = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** The texts by which a secret is recognised once escapes are decoded. */
function formsOf(secret: string): string[] {
  // A secret that contains an escape itself must also be found where that is escaped.
  const plain = [secret, JSON.stringify(secret).slice(1, -1), secret.replaceAll(' ', '+')].map(asBytes)
  const encoded = base64Of(Buffer.from(secret))
  return [
    ...new Set([
      ...plain.filter(({ length }) => length >= lookedUp),
      ...encoded.filter(({ length }) => length >= shortestEncoded),
    ]),
  ]
}

function without(text: Buffer, ranges: readonly Range[]): Buffer {
  if (ranges.length === 0) return text
  const kept: Buffer[] = []
  let copied = 0
  for (const { from, to } of ranges) {
    kept.push(text.subarray(copied, from), replacement)
    copied = to
  }
  return Buffer.concat([...kept, text.subarray(copied)])
}

/** The secrets of this console, and the tokens that it was issued. */
export class Secrets {
  readonly #fixed: readonly string[]
  readonly #tokens = new Map<string, string[]>()
  #index: FormIndex

  constructor(secrets: readonly string[]) {
    this.#fixed = secrets.flatMap(formsOf)
    this.#index = indexForms(this.#fixed)
  }

  /** Remembers a token, and forgets the oldest one if there are many. */
  add(token: string): void {
    this.#tokens.set(token, formsOf(token))
    const [oldest] = this.#tokens.keys()
    if (this.#tokens.size > mostTokens && oldest !== undefined) this.#tokens.delete(oldest)
    this.#index = indexForms([...this.#fixed, ...[...this.#tokens.values()].flat()])
  }

  /** A text of any kind without them. JSON stays JSON, and its numbers keep their digits. */
  removedFrom(text: string): string {
    const bytes = Buffer.from(text)
    const removed = this.removedFromBytes(bytes)
    return removed === bytes ? text : removed.toString()
  }

  /** @returns the bytes themselves if none is in them */
  removedFromBytes(bytes: Buffer): Buffer {
    return without(bytes, searchForms(bytes, this.#index))
  }

  /** Removes them from a text that arrives in parts. */
  filter() {
    return createFilter(this.#index)
  }
}

/** Holds back the end of what has arrived, in which a secret may begin. */
function createFilter(index: FormIndex) {
  // A character is at most six as an escape. Nested escapes are longer; across two parts they may not be found.
  const hold = 6 * index.longest
  let parts: Uint8Array[] = []
  let size = 0

  function passOn(most: number): Buffer {
    const held = Buffer.concat(parts, size)
    const ranges = searchForms(held, index)
    let end = most
    // An escape must not be read from its middle: `\\u0041` is a backslash and letters.
    for (let steps = 0; steps < 16 && end > 0 && end < held.length && held[end - 1] === backslash; steps++) end -= 1
    end = Math.max(end, ranges.find(({ from, to }) => from < end && end < to)?.to ?? 0)
    parts = [held.subarray(end)]
    size = held.length - end
    return without(
      held.subarray(0, end),
      ranges.filter(({ to }) => to <= end),
    )
  }

  return {
    /** @returns the bytes that may be passed on now */
    push(part: Uint8Array): Buffer {
      parts.push(part)
      size += part.byteLength
      // The held bytes are searched again each time.
      return size < batch + hold ? Buffer.alloc(0) : passOn(size - hold)
    },
    /** @returns what is left */
    end: () => passOn(size),
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
