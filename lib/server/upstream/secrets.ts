/**
 * Removes our secrets from what the provider sends, before anything of it is stored or shown: as they are, with JSON or
 * percent escapes (nested ones too), in base64 and base64url. Texts are searched as bytes (latin1), so that a text that
 * arrives in parts need not be decoded.
 */
import type { Settings } from '../settings'

const replacement = Buffer.from('[removed]').toString('latin1')

/** Characters of a form that are looked up; a shorter secret is none. */
const lookedUp = 4
/** Characters at the end of a form by which it is recognised: of a token, its signature. */
const longestTail = 32
/** Characters below which the base64 of a secret would be found by chance. */
const shortestEncoded = 8

/** Tokens that are remembered: those in use, and the ones before them, which are valid for some more time. */
const mostTokens = 32

/** Bytes of a text in parts that are searched together. */
const batch = 64 * 1024

/** How many layers of escapes are decoded: an escape in a JSON text in a JSON text. */
const mostLayers = 3

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

type Range = { from: number; to: number }

type Form = { tail: string; head: string }

/** Forms by the first four characters of their tails, and a bit for each that most other characters do not have. */
type Index = { bits: Uint32Array; byStart: ReadonlyMap<number, readonly Form[]>; longest: number }

const bitOf = (start: number) => Math.imul(start, 0x9e3779b1) >>> 16

function indexOf(forms: readonly string[]): Index {
  const bits = new Uint32Array(2 ** 11)
  const byStart = new Map<number, Form[]>()
  for (const form of forms) {
    const tail = form.slice(-longestTail)
    const start = Buffer.from(tail, 'latin1').readInt32BE()
    byStart.set(start, [...(byStart.get(start) ?? []), { tail, head: form.slice(0, -tail.length) }])
    const bit = bitOf(start)
    bits[bit >> 5] = (bits[bit >> 5] ?? 0) | (1 << (bit & 31))
  }
  return { bits, byStart, longest: Math.max(0, ...forms.map(({ length }) => length)) }
}

/** The beginning of a form whose tail begins at a place: as much of its head as is there, after `least`. */
function beginningOf(head: string, text: string, tailAt: number, least: number): number {
  let length = 0
  while (length < head.length && tailAt - length > least && text[tailAt - length - 1] === head.at(-length - 1))
    length += 1
  return tailAt - length
}

/**
 * Where the forms are in a text of bytes. One pass, however many they are: a provider that fits its token and its text to
 * each other must not make it slow, so heads are compared only where a tail is, and no place twice.
 */
function placesOf({ bits, byStart }: Index, text: string): Range[] {
  const places: Range[] = []
  // A string that was joined of parts would be read more slowly.
  const bytes = Buffer.from(text, 'latin1')
  let start = 0
  let end = 0
  for (let at = 0; at < bytes.length; at++) {
    start = (start << 8) | (bytes[at] ?? 0)
    const bit = bitOf(start)
    if (((bits[bit >> 5] ?? 0) & (1 << (bit & 31))) === 0) continue
    const tailAt = at + 1 - lookedUp
    const forms = byStart.get(start)?.filter(({ tail }) => text.startsWith(tail, tailAt)) ?? []
    if (forms.length === 0) continue
    const from = Math.min(...forms.map(({ head }) => beginningOf(head, text, tailAt, end)))
    end = tailAt + Math.max(...forms.map(({ tail }) => tail.length))
    places.push({ from, to: end })
    at = end - 1
  }
  return places
}

/** A text with escapes decoded; `original` is the place of a character in the text as it arrived. */
type Layer = { text: string; original: (at: number) => number }

const escapes = /\\u([0-9a-f]{4})|\\(["\\/bfnrt])|%([0-9a-f]{2})/gi
const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Decodes each escape of a layer once; undefined if it has none. */
function decodedOnce({ text, original }: Layer): Layer | undefined {
  if (!text.includes('\\') && !text.includes('%')) return undefined
  const parts: string[] = []
  // Where each part begins, in the decoded text and in this layer.
  const starts: [decoded: number, here: number][] = []
  let length = 0
  const add = (part: string, here: number) => {
    parts.push(part)
    starts.push([length, here])
    length += part.length
  }
  let copied = 0
  for (const { 0: whole, 1: unit, 2: short, 3: byte, index } of text.matchAll(escapes)) {
    add(text.slice(copied, index), copied)
    const code = Number.parseInt(unit ?? byte ?? '0', 16)
    if (short !== undefined) add(controls[short] ?? short, index)
    else add(unit === undefined ? String.fromCharCode(code) : asBytes(String.fromCharCode(code)), index)
    copied = index + whole.length
  }
  if (copied === 0) return undefined
  add(text.slice(copied), copied)
  const here = (at: number) => {
    let low = 0
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if ((starts[middle]?.[0] ?? 0) <= at) low = middle
      else high = middle
    }
    const [decoded = 0, start = 0] = starts[low] ?? []
    return start + at - decoded
  }
  return { text: parts.join(''), original: (at) => original(here(at)) }
}

/** Where the forms are in a text, in its order and without overlaps. */
function search(text: string, index: Index): Range[] {
  const found: Range[] = []
  let layer: Layer | undefined = { text, original: (at) => at }
  for (let depth = 0; layer && depth <= mostLayers; depth++) {
    const { text: decoded, original } = layer
    for (const { from, to } of placesOf(index, decoded)) found.push({ from: original(from), to: original(to) })
    layer = decodedOnce(layer)
  }
  const merged: Range[] = []
  for (const range of found.sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else merged.push(range)
  }
  return merged
}

function without(text: string, ranges: readonly Range[]): string {
  let kept = ''
  let copied = 0
  for (const { from, to } of ranges) {
    kept += text.slice(copied, from) + replacement
    copied = to
  }
  return kept + text.slice(copied)
}

/** The secrets of this console, and the tokens that it was issued. */
export class Secrets {
  readonly #fixed: readonly string[]
  readonly #tokens = new Map<string, string[]>()
  #index: Index

  constructor(secrets: readonly string[]) {
    this.#fixed = secrets.flatMap(formsOf)
    this.#index = indexOf(this.#fixed)
  }

  /** Remembers a token, and forgets the oldest one if there are many. */
  add(token: string): void {
    this.#tokens.set(token, formsOf(token))
    const [oldest] = this.#tokens.keys()
    if (this.#tokens.size > mostTokens && oldest !== undefined) this.#tokens.delete(oldest)
    this.#index = indexOf([...this.#fixed, ...[...this.#tokens.values()].flat()])
  }

  /** A text of any kind without them. JSON stays JSON, and its numbers keep their digits. */
  removedFrom(text: string): string {
    const bytes = asBytes(text)
    const ranges = search(bytes, this.#index)
    return ranges.length === 0 ? text : Buffer.from(without(bytes, ranges), 'latin1').toString('utf8')
  }

  /** Removes them from a text that arrives in parts. */
  filter(): SecretFilter {
    return new SecretFilter(this.#index)
  }
}

/** Holds back the end of what has arrived, in which a secret may begin. */
class SecretFilter {
  readonly #index: Index
  readonly #hold: number
  #held = ''

  constructor(index: Index) {
    this.#index = index
    // A character is at most six as an escape. Nested escapes are longer; across two parts they may not be found.
    this.#hold = 6 * index.longest
  }

  /** @returns the bytes that may be passed on now */
  push(part: Uint8Array): Buffer {
    this.#held += Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
    // The held bytes are searched again each time.
    return this.#held.length < batch + this.#hold ? Buffer.alloc(0) : this.#passOn(this.#held.length - this.#hold)
  }

  /** @returns what is left */
  end(): Buffer {
    return this.#passOn(this.#held.length)
  }

  #passOn(most: number): Buffer {
    const ranges = search(this.#held, this.#index)
    let end = most
    // An escape must not be read from its middle: `\\u0041` is a backslash and letters.
    for (let steps = 0; steps < 16 && end > 0 && end < this.#held.length && this.#held[end - 1] === '\\'; steps++)
      end -= 1
    end = Math.max(end, ...ranges.filter(({ from }) => from < end).map(({ to }) => to))
    const passed = without(
      this.#held.slice(0, end),
      ranges.filter(({ to }) => to <= end),
    )
    this.#held = this.#held.slice(end)
    return Buffer.from(passed, 'latin1')
  }
}

/** Every secret in the settings that the provider must not make us show: anyone may have told it one. */
export const secretsOf = ({ secret, credentials, companySignIn }: Settings): string[] => [
  secret,
  ...Object.values(credentials).map(({ clientSecret }) => clientSecret),
  ...(companySignIn ? [companySignIn.clientSecret] : []),
]
