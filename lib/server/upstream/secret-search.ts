/** Finds texts in bytes of the provider: as they are, and behind JSON and percent escapes. */

/** Characters of a form that are looked up; a shorter secret is none. */
export const lookedUp = 4
/** Characters at the end of a form by which it is recognised: of a token, its signature. */
const longestTail = 32

/** How many layers of escapes are decoded: an escape in a JSON text in a JSON text. */
const mostLayers = 3

/** Bytes from one place up to, and without, another. */
export type Range = { from: number; to: number }

/** What stands before a tail in the forms that end in it, by the tail; and how long those tails are. */
type Tails = { lengths: number[]; heads: Map<string, Buffer[]> }

/**
 * @property window  how many first characters of each tail decide; no tail is shorter
 * @property skips   by the hash of the last three bytes of a window: how many bytes further the next window can begin
 * @property byStart tails by their first four bytes
 * @property longest how long the longest form is
 */
export type FormIndex = {
  window: number
  skips: Uint8Array
  byStart: ReadonlyMap<number, Tails>
  longest: number
}

/** Numbers that `hash` gives. A literal mask, because a computed one is slow where it is not folded. */
const hashes = 0x10000
const hash = (first: number, second: number, third: number) =>
  (first ^ (second << 5) ^ (third << 10) ^ (third << 3)) & 0xffff

const startOf = (bytes: Uint8Array, at: number) =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)

/** @param forms texts of at least four characters, one byte each (latin1) */
export function indexForms(forms: readonly string[]): FormIndex {
  const tails = forms.map((form) => form.slice(-longestTail))
  const window = Math.min(longestTail, ...tails.map(({ length }) => length))
  const skips = new Uint8Array(hashes).fill(window - 2)
  const byStart = new Map<number, Tails>()
  for (const [index, form] of forms.entries()) {
    const tail = tails[index] ?? ''
    const bytes = Buffer.from(tail, 'latin1')
    for (let at = 2; at < window; at++) {
      const place = hash(bytes[at - 2] ?? 0, bytes[at - 1] ?? 0, bytes[at] ?? 0)
      skips[place] = Math.min(skips[place] ?? 0, window - 1 - at)
    }
    const { lengths, heads } = byStart.get(startOf(bytes, 0)) ?? { lengths: [], heads: new Map<string, Buffer[]>() }
    if (!lengths.includes(tail.length)) lengths.push(tail.length)
    heads.set(tail, [...(heads.get(tail) ?? []), Buffer.from(form.slice(0, -tail.length), 'latin1')])
    byStart.set(startOf(bytes, 0), { lengths, heads })
  }
  return { window, skips, byStart, longest: Math.max(0, ...forms.map(({ length }) => length)) }
}

/** The beginning of a form whose tail begins at a place: as much of its head as is there, after `least`. */
function beginningOf(head: Buffer, bytes: Buffer, tailAt: number, least: number): number {
  let length = 0
  while (length < head.length && tailAt - length > least && bytes[tailAt - length - 1] === head.at(-length - 1))
    length += 1
  return tailAt - length
}

/** The longest form whose tail begins at a place, or undefined if none does. */
function placeAt({ byStart }: FormIndex, bytes: Buffer, tailAt: number, least: number): Range | undefined {
  const tails = byStart.get(startOf(bytes, tailAt))
  if (!tails) return undefined
  let place: Range | undefined
  for (const length of tails.lengths) {
    const heads = tails.heads.get(bytes.toString('latin1', tailAt, tailAt + length))
    for (const head of heads ?? []) {
      const from = beginningOf(head, bytes, tailAt, least)
      const to = tailAt + length
      place = place ? { from: Math.min(place.from, from), to: Math.max(place.to, to) } : { from, to }
    }
  }
  return place
}

/**
 * Where the forms are in a text. Most of it is skipped, as Wu and Manber do: the last bytes of a window say how far the
 * next form is at least. The time is linear even for a text that a provider fitted to its token, and however many forms
 * there are: heads are compared only where a tail is, and no place twice.
 */
function placesOf(index: FormIndex, bytes: Buffer): Range[] {
  const { window, skips } = index
  const places: Range[] = []
  let end = 0
  for (let last = window - 1; last < bytes.length; ) {
    const skip = skips[hash(bytes[last - 2] ?? 0, bytes[last - 1] ?? 0, bytes[last] ?? 0)] ?? 1
    if (skip > 0) {
      last += skip
      continue
    }
    const place = placeAt(index, bytes, last - window + 1, end)
    if (place) {
      places.push(place)
      end = place.to
      last = end + window - 1
    } else last += 1
  }
  return places
}

/** A text with escapes decoded; `original` is the place of a byte in the text as it arrived. */
type Layer = { bytes: Buffer; original: (at: number) => number }

const [backslash, percent, letterU] = [0x5c, 0x25, 0x75]

/** The value of a hexadecimal digit by its code, or 255. */
const hexDigits = new Uint8Array(256).fill(255)
for (let value = 0; value < 16; value++)
  for (const digit of [value.toString(16), value.toString(16).toUpperCase()]) hexDigits[digit.charCodeAt(0)] = value

/** What a JSON escape of two characters stands for, by the second one, or 0. */
const shortEscapes = new Uint8Array(256)
for (const [letter, character] of Object.entries({
  ...{ '"': '"', '\\': '\\', '/': '/' },
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
}))
  shortEscapes[letter.charCodeAt(0)] = character.charCodeAt(0)

/** The number that so many hexadecimal digits write, or -1 if one of them is none. */
function hexAt(bytes: Buffer, at: number, digits: number): number {
  let value = 0
  for (let place = at; place < at + digits; place++) {
    const digit = hexDigits[bytes[place] ?? 0] ?? 255
    if (digit === 255) return -1
    value = value * 16 + digit
  }
  return value
}

/** Writes a character of up to 16 bits as UTF-8. @returns how many bytes it took */
function writeUnit(bytes: Buffer, at: number, unit: number): number {
  if (unit >= 0x80) return bytes.write(String.fromCharCode(unit), at)
  bytes[at] = unit
  return 1
}

/** Decodes each escape of a layer once; undefined if it has none. */
function decodedOnce({ bytes, original }: Layer): Layer | undefined {
  if (!bytes.includes(backslash) && !bytes.includes(percent)) return undefined
  const decoded = Buffer.allocUnsafe(bytes.length)
  // Where what follows an escape begins, decoded and in this layer.
  const starts = [0]
  const places = [0]
  let length = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    let taken = 0
    let written = 1
    if (byte === backslash) {
      const next = bytes[at + 1] ?? 0
      const unit = (next | 0x20) === letterU ? hexAt(bytes, at + 2, 4) : -1
      const short = shortEscapes[next] ?? 0
      if (unit >= 0) {
        taken = 6
        written = writeUnit(decoded, length, unit)
      } else if (short > 0) {
        taken = 2
        decoded[length] = short
      }
    } else if (byte === percent) {
      const value = hexAt(bytes, at + 1, 2)
      if (value >= 0) {
        taken = 3
        decoded[length] = value
      }
    }
    if (taken === 0) {
      decoded[length] = byte
      length += 1
      at += 1
      continue
    }
    length += written
    at += taken
    starts.push(length)
    places.push(at)
  }
  if (starts.length === 1) return undefined
  const here = (at: number) => {
    let low = 0
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle
    }
    return (places[low] ?? 0) + at - (starts[low] ?? 0)
  }
  return { bytes: decoded.subarray(0, length), original: (at) => original(here(at)) }
}

/** Where the forms are in a text as it arrived, in its order and without overlaps. */
export function searchForms(text: Buffer, index: FormIndex): Range[] {
  const found: Range[] = []
  let layer: Layer | undefined = { bytes: text, original: (at) => at }
  for (let depth = 0; layer && depth <= mostLayers; depth++) {
    const { bytes, original } = layer
    for (const { from, to } of placesOf(index, bytes)) found.push({ from: original(from), to: original(to) })
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
