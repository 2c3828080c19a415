/**
 * Goes through JSON as bytes, without making values of it: accepts exactly what `JSON.parse` does, but for texts that are
 * nested too deeply. Whole pages are checked so in a fifth of the time, and nothing is left for the garbage collector.
 */
import { deepest, TooDeep } from '../upstream/answers'

export const [quote, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d]
const [backslash, comma, colon] = [0x5c, 0x2c, 0x3a]
const [zero, nine, minus, plus, point, letterE, letterU] = [0x30, 0x39, 0x2d, 0x2b, 0x2e, 0x65, 0x75]

/** Whether a byte may follow a backslash, but for `u`. */
const escapes = new Uint8Array(256)
for (const letter of '"\\/bfnrt') escapes[letter.charCodeAt(0)] = 1

const isHex = (code: number) => (code >= zero && code <= nine) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)

/** @returns how many bytes an escape has; 0 if it is none */
function escapeLength(bytes: Buffer, at: number): number {
  const next = bytes[at + 1] ?? 0
  if (next !== letterU) return escapes[next] === 1 ? 2 : 0
  for (let digit = at + 2; digit < at + 6; digit++) if (!isHex(bytes[digit] ?? 0)) return 0
  return 6
}

const words = ['true', 'false', 'null'].map((word) => Buffer.from(word))

/** Bytes that may stand in a string and mean nothing else. */
const plain = new Uint8Array(256).fill(1, 0x20)
plain[quote] = 0
plain[backslash] = 0

/** A place in the bytes of a JSON text. */
export class JsonBytes {
  readonly bytes: Buffer
  at = 0
  /** Whether numbers, and line breaks between values, were passed since this was last set. */
  hasNumber = false
  hasBreak = false
  /** Whether the last string that was passed has an escape. */
  #isEscaped = false
  #depth = 0

  /** @param bytes UTF-8 */
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The byte at this place; after the end undefined, which equals no other and is no smaller. */
  get code(): number {
    return this.bytes[this.at] as number
  }

  /** @throws SyntaxError */
  fail(): never {
    throw new SyntaxError(`Unexpected byte at ${this.at} of a JSON text of ${this.bytes.length}.`)
  }

  skipSpace(): void {
    for (let code = this.code; code <= 32; code = this.code) {
      if (code === 10 || code === 13) this.hasBreak = true
      else if (code !== 32 && code !== 9) this.fail()
      this.at += 1
    }
  }

  /** Passes a string. @returns the place of its first character; its last one is before the quote that was passed */
  skipString(): number {
    if (this.code !== quote) this.fail()
    const { bytes } = this
    const start = this.at + 1
    let at = start
    this.#isEscaped = false
    while (at < bytes.length) {
      while (plain[bytes[at] as number] === 1) at += 1
      if (bytes[at] === quote) {
        this.at = at + 1
        return start
      }
      if (bytes[at] !== backslash) break
      this.#isEscaped = true
      const length = escapeLength(bytes, at)
      if (length === 0) break
      at += length
    }
    this.at = at
    return this.fail()
  }

  #skipDigits(): void {
    const { at } = this
    while (this.code >= zero && this.code <= nine) this.at += 1
    if (this.at === at) this.fail()
  }

  #skipNumber(): void {
    this.hasNumber = true
    if (this.code === minus) this.at += 1
    if (this.code === zero) this.at += 1
    else this.#skipDigits()
    if (this.code === point) {
      this.at += 1
      this.#skipDigits()
    }
    if ((this.code | 0x20) !== letterE) return
    this.at += 1
    if (this.code === plus || this.code === minus) this.at += 1
    this.#skipDigits()
  }

  #skipWord(): void {
    const word = words.find((one) => one[0] === this.code)
    if (word?.equals(this.bytes.subarray(this.at, this.at + word.length))) this.at += word.length
    else this.fail()
  }

  /** Passes a value that begins here. @throws SyntaxError; TooDeep */
  skipValue(): void {
    const { code } = this
    if (code === quote) this.skipString()
    else if (code === openBrace)
      for (let has = this.open(closeBrace); has; has = this.goesOn(closeBrace)) {
        this.skipString()
        this.skipColon()
        this.skipValue()
      }
    else if (code === openBracket)
      for (let has = this.open(closeBracket); has; has = this.goesOn(closeBracket)) this.skipValue()
    else if (code === minus || (code >= zero && code <= nine)) this.#skipNumber()
    else this.#skipWord()
  }

  /** Enters an object or array. @returns whether it has anything; if not, it has been passed */
  open(close: number): boolean {
    this.#depth += 1
    if (this.#depth > deepest) throw new TooDeep()
    this.at += 1
    this.skipSpace()
    return this.code !== close || this.#close()
  }

  /** Passes what follows a value of an object or array. @returns whether that is another one, which begins here */
  goesOn(close: number): boolean {
    this.skipSpace()
    if (this.code === close) return this.#close()
    if (this.code !== comma) this.fail()
    this.at += 1
    this.skipSpace()
    return true
  }

  #close(): false {
    this.at += 1
    this.#depth -= 1
    return false
  }

  /** Passes what is between the name of a member and its value. */
  skipColon(): void {
    this.skipSpace()
    if (this.code !== colon) this.fail()
    this.at += 1
    this.skipSpace()
  }

  /** The text of the last string that was passed. */
  textOf(from: number, to: number): string {
    const text = this.bytes.toString('utf8', from, to)
    return this.#isEscaped ? JSON.parse(`"${text}"`) : text
  }

  /** Whether the last string that was passed is this text, which is in ASCII. */
  isText(from: number, to: number, text: string): boolean {
    if (this.#isEscaped) return this.textOf(from, to) === text
    if (to - from !== text.length) return false
    for (let at = 0; at < text.length; at++) if (this.bytes[from + at] !== text.charCodeAt(at)) return false
    return true
  }
}
