/** JSON without rounding: services may write amounts as numbers, and JavaScript's numbers hold about 16 digits. */

/** RFC 8259, section 6. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const isDigit = (code: number) => code >= 48 && code <= 57

/** Whether a character can be part of a number: a digit or one of `+-.Ee`. */
const isNumberPart = (code: number) =>
  isDigit(code) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

/** @returns the index after the string that starts at `start`, or the end of the text if it is never closed */
export function afterString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (text[before - 1] === '\\') before -= 1
    // An odd number of backslashes escapes the quote.
    if ((quote - before) % 2 === 0) return quote + 1
  }
  return text.length
}

/** Whether a colon follows: quoting a number there would turn invalid JSON into a member name. */
function isName(text: string, end: number): boolean {
  let at = end
  while (isSpace(text.charCodeAt(at))) at += 1
  return text[at] === ':'
}

/**
 * Reads JSON as `JSON.parse` does, except that a number that JavaScript would write in other digits (`1.10`, `1e5`,
 * `12345678901234567890`) becomes its text. Linear in the length of the text.
 * @throws SyntaxError for exactly the texts that `JSON.parse` refuses
 */
export function exactJson(text: string): unknown {
  let quoted = ''
  let copied = 0
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === 34) at = afterString(text, at)
    else if (isDigit(code) || code === 45) {
      const start = at
      while (isNumberPart(text.charCodeAt(at))) at += 1
      const number = text.slice(start, at)
      if (String(Number(number)) === number || !jsonNumber.test(number) || isName(text, at)) continue
      quoted += `${text.slice(copied, start)}"${number}"`
      copied = at
    } else at += 1
  }
  return JSON.parse(copied === 0 ? text : quoted + text.slice(copied))
}

/**
 * The first name that an object in a JSON text has twice: readers differ on which of them counts (RFC 8259, section 4). Takes
 * linear time.
 * @param deepest how deep objects are looked at; 1 is the outermost one only
 * @returns undefined if there is none
 */
export function repeatedName(text: string, deepest = 1): string | undefined {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const end = afterString(text, at)
      const names = open.at(-1)
      if (names && isName(text, end)) {
        const name: string = JSON.parse(text.slice(at, end))
        if (names.has(name)) return name
        names.add(name)
      }
      at = end
    } else {
      // A bracket is a brace without the bit 0x20.
      if ((code | 0x20) === 0x7b) open.push(code === 0x7b && open.length < deepest ? new Set() : undefined)
      else if ((code | 0x20) === 0x7d) open.pop()
      at += 1
    }
  }
  return undefined
}
