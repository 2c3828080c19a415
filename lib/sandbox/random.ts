/** A deterministic random generator: the same seed gives the same numbers on every machine. */
import { randomBytes } from 'node:crypto'

export type Random = {
  /** A number in [0, 1). */
  fraction(): number
  /** A whole number in [0, end). */
  below(end: number): number
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean
  /** One of the items, equally likely. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** One of the items by weight. */
  weighted<Item>(items: readonly [readonly [Item, number], ...(readonly [Item, number])[]]): Item
  /** A normally distributed number with mean 0 and deviation 1. */
  normal(): number
  /** Lower-case hexadecimal digits; `digits` is a multiple of 8. */
  hex(digits: number): string
  /** A version 4 UUID. */
  uuid(): string
  /** A text of characters of an alphabet. */
  text(alphabet: string, length: number): string
}

/** sfc32, a small generator that passes the usual test suites, seeded with 32 bits. */
function words(seed: number): () => number {
  let a = 0
  let b = seed | 0
  let c = 0x9e3779b9
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 15; round++) next()
  return next
}

/** For what must differ each time, such as the hash of a transfer. */
export const unseeded = (): Random => createRandom(randomBytes(4).readUInt32BE())

/** @param seed any 32-bit whole number */
export function createRandom(seed: number): Random {
  const word = words(seed)
  const fraction = () => word() / 2 ** 32
  const below = (end: number) => Math.floor(fraction() * end)
  const hex = (digits: number) => {
    let text = ''
    for (let done = 0; done < digits; done += 8) text += word().toString(16).padStart(8, '0')
    return text
  }
  return {
    fraction,
    below,
    hex,
    chance: (probability) => fraction() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    weighted(items) {
      let left = fraction() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      return items[0][0]
    },
    // Box-Muller transform; 1 - fraction is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction()),
    uuid() {
      const digits = hex(32)
      const variant = '89ab'[Number.parseInt(digits.charAt(16), 16) % 4]
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
    },
    text(alphabet, length) {
      let text = ''
      for (let done = 0; done < length; done++) text += alphabet.charAt(below(alphabet.length))
      return text
    },
  }
}
