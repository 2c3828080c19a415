/** Which rows of a result were given, and in which version: about 40 bytes a row, exact for UUIDs. */
import { createHash } from 'node:crypto'
import { uuidPattern } from '../../domain/values'
import type { ListRow } from '../scans/page-rows'

/** 32-bit words of a slot: four of the id and one of the version, which is never 0. */
const words = 5

type Key = readonly [number, number, number, number]

function keyOf(id: string): Key {
  const hex = uuidPattern.test(id) ? id.replaceAll('-', '') : createHash('sha256').update(id).digest('hex')
  const word = (index: number) => Number.parseInt(hex.slice(8 * index, 8 * index + 8), 16)
  return [word(0), word(1), word(2), word(3)]
}

/** FNV-1a of a row's text: it differs if anything of the row does, but for one in four billion changes. */
function versionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}

export class GivenRows {
  #slots = new Uint32Array(words * 1024)
  #size = 0

  /** Rows that were added. */
  get size(): number {
    return this.#size
  }

  /** @returns whether the row was given before, and as it is now; rows without an id are always new */
  stateOf({ id, text }: ListRow): 'new' | 'changed' | 'same' {
    if (id === undefined) return 'new'
    const version = this.#slots[this.#placeOf(keyOf(id)) + 4]
    return version === 0 ? 'new' : version === versionOf(text) ? 'same' : 'changed'
  }

  /** Notes that this version of a row was given. */
  add({ id, text }: ListRow): void {
    if (id === undefined) return
    if (2 * words * this.#size >= this.#slots.length) this.#grow()
    this.#put(keyOf(id), versionOf(text))
  }

  #put(key: Key, version: number): void {
    const place = this.#placeOf(key)
    if (this.#slots[place + 4] === 0) this.#size += 1
    this.#slots.set([...key, version], place)
  }

  /** Where an id is, or would be. */
  #placeOf([first, second, third, fourth]: Key): number {
    const slots = this.#slots
    const count = slots.length / words
    // A provider could choose ids that begin alike.
    const mixed = Math.imul(first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third ^ fourth, 0x85ebca6b), 0xc2b2ae35)
    for (let slot = (mixed >>> 0) % count; ; slot = (slot + 1) % count) {
      const at = slot * words
      if (slots[at + 4] === 0) return at
      if (slots[at] === first && slots[at + 1] === second && slots[at + 2] === third && slots[at + 3] === fourth)
        return at
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(2 * old.length)
    this.#size = 0
    for (let at = 0; at < old.length; at += words) {
      const [first = 0, second = 0, third = 0, fourth = 0, version = 0] = old.subarray(at, at + words)
      if (version !== 0) this.#put([first, second, third, fourth], version)
    }
  }
}
