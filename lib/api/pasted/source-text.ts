/** Pasted text as it was before mail, JSON and web pages wrapped it. */
/** Compatible forms, such as the full-width ones of Japanese keyboards, as usual ones (NFKC); an ellipsis is one mark. */
const usualForms = (text: string) => text.replace(/[^\0-\x7f\u2025\u2026\u22ef]+/g, (some) => some.normalize('NFKC'))

/** Removes invisible characters and replaces typographic dashes, which only references may contain. */
export const plainText = (text: string) =>
  usualForms(text.replace(/\p{Cf}/gu, '').replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-'))

/** `lineAt` gives the pasted line, from 1, of an offset in `text`. */
export type SourceText = { text: string; lineAt: (offset: number) => number }

/** A character that is written by its number; what is no character, a control or the end of a line stays as it is. */
const numbered = (whole: string, digits: string, base: number) => {
  const code = Number.parseInt(digits, base)
  const one = code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
  return /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(one) ? whole : one
}

/** Characters that are written by number or name, or stand for none or a space, where messages are copied from. */
const withoutEscapes = (line: string) =>
  /[\\&<]/.test(line)
    ? line
        .replace(/\\u([0-9a-f]{4})/gi, (whole, digits) => numbered(whole, digits, 16))
        .replace(/&#x([0-9a-f]{2,6});/gi, (whole, digits) => numbered(whole, digits, 16))
        .replace(/&#(\d{2,7});/g, (whole, digits) => numbered(whole, digits, 10))
        .replace(/&(?:ndash|mdash|minus|hyphen|dash);/gi, '-')
        .replace(/&quot;/gi, '"')
        .replace(/&amp;/gi, '&')
        .replaceAll('\\/', '/')
        .replace(/<wbr\s?\/?>|&shy;|&zwnj;/gi, '')
        .replace(/&nbsp;|\\[nrt]/gi, ' ')
        .replace(/\\(?=")/g, '')
        .replace(/&hellip;/gi, '…')
    : line

/** A link that a mail filter wrapped has its own slashes encoded, sometimes twice. */
const decodedLinks = (line: string) =>
  line.includes('%')
    ? line
        .replace(/%25(?=[0-9a-f]{2})/gi, '%')
        .replace(/%(?:2f|3a|3d|26|3f|23|2d|5f)/gi, (code) => decodeURIComponent(code))
    : line

/** Proofpoint's second version writes a link with "-" for "%" and "_" for "/"; its third holds the link between "__" and "__;". */
const unwrappedLinks = (line: string) =>
  line.includes('urldefense')
    ? line
        .replace(/https:\/\/urldefense\.proofpoint\.com\/v2\/url\?u=([^&\s]+)[^\s"'<>]*/g, (_, link: string) =>
          link.replaceAll('_', '/').replace(/-([0-9A-F]{2})/gi, (whole, digits) => numbered(whole, digits, 16)),
        )
        .replace(
          /https:\/\/urldefense\.(?:com|us)\/v3\/__(https?:\/{1,2}[^\s"'<>]*?)__;[^\s"'<>]*/g,
          (_, link: string) => link.replace(/^(https?:)\/(?!\/)/, '$1//'),
        )
    : line

/** A hash that was cut at the end of a line, with a hyphen. A UUID has hyphens of its own. */
function isHyphenated(line: string, next: string | undefined): boolean {
  const [, head = ''] = /(?<![0-9a-z-])(?:0x)?([0-9a-f]{8,60})-$/i.exec(line) ?? []
  const [tail = ''] = /^[0-9a-f]{4,56}(?![0-9a-z-])/i.exec(next ?? '') ?? []
  return head !== '' && head.length + tail.length === 64
}

/** Mail marks quoted lines with ">", once for each reply. */
const withoutQuoteMarks = (line: string) => line.replace(/^[ \t]*>[ \t>]*/, '')

/** RFC 2045, 6.7: "=" at the end of a line joins it to the next. */
const isSoft = (line: string, next: string | undefined) => /[\w.:/-]=$/.test(line) && /^\S/.test(next ?? '')

/** Headers of a forwarded message that hold technical names, which look like references. */
const header =
  /^(?:(?:DKIM-|X-|ARC-|MIME-|Content-|Received|Authentication-|Return-Path|Delivered-To|Message-ID|In-Reply-To|List-|Thread-|Feedback-)[\w-]*:|References: *<)/i
const boundary = /^--[\w=.-]{12,}$/

/** Replaces technical headers, their continuations, and the lines between the parts of a message by empty lines. */
function withoutHeaders(lines: readonly string[]): string[] {
  let isInside = false
  return lines.map((line) => {
    isInside = header.test(line) || (isInside && /^[ \t]\S/.test(line))
    return isInside || boundary.test(line) ? '' : line
  })
}

/** The lines of a text as they are, one identifier each; cells of a row are lines too. */
export function plainLines(pasted: string): SourceText {
  const starts: number[] = []
  let text = ''
  for (const line of pasted.split(/\r\n?|[\n\t\v\f\u0085\u2028\u2029]/)) {
    starts.push(text.length)
    text += `${line}\n`
  }
  return { text, lineAt: (offset) => lineOf(starts, offset) }
}

/** Reads any text: lines end as in any system, soft line ends are joined, and invisible characters are removed. */
export function sourceText(pasted: string): SourceText {
  const lines = withoutHeaders(pasted.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/).map(withoutQuoteMarks))
  const isQuotedPrintable = lines.some((line, at) => isSoft(line, lines[at + 1]))
  const starts: number[] = []
  let text = ''
  for (const [at, line] of lines.entries()) {
    starts.push(text.length)
    const joined = (isQuotedPrintable && isSoft(line, lines[at + 1])) || isHyphenated(line, lines[at + 1])
    const whole = joined ? line.slice(0, -1) : line
    const decoded = isQuotedPrintable ? whole.replace(/=(?:3D|20|2D|E2=80=9[0-5])/g, decodedCharacter) : whole
    text += unwrappedLinks(decodedLinks(plainText(withoutEscapes(decoded)))) + (joined ? '' : '\n')
  }
  return { text, lineAt: (offset) => lineOf(starts, offset) }
}

const decodedCharacter = (code: string) => (code === '=3D' ? '=' : code === '=20' ? ' ' : '-')

/** The number of the last start that is not after the offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}
