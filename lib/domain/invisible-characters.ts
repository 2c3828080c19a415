/**
 * Characters that have no shape of their own: controls, formatting, and direction. A text with them can look like another
 * name, amount or address (Unicode Technical Report 36, "Bidirectional Text Spoofing").
 */

/** Text without these needs no closer look. Most text is printable ASCII. */
const special = /[^\t\n\r -~]/
const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/u

/**
 * Finds invisible characters; the group holds one. Matched without the group, and so left alone, is what scripts and emoji
 * are written with:
 * - emoji sequences, keycaps, and flags of subdivisions (Unicode Technical Standard 51, section 1.4.9),
 * - a variation selector after an ideograph (UTS 37) or a Mongolian letter,
 * - a joiner, non-joiner or word break between two characters of a script that uses them (Unicode Annex 31, section 2.3;
 *   it also asks how the letters join, which regular expressions cannot tell).
 * Tab, line feed and carriage return are white space; Arabic number signs and their like are formatting, but visible.
 */
const invisible =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,7}\u{E007F}|\p{Extended_Pictographic}[\uFE0E\uFE0F\p{Emoji_Modifier}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)*|[0-9#*]\uFE0F\u20E3|(?<=\p{scx=Hani})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|(?<=\p{sc=Mong})[\u180B-\u180F]|(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Thai}\p{scx=Laoo}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}])[\u200B-\u200D](?=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Thai}\p{scx=Laoo}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}])|(?![\t\n\r\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}])/gu

/** `U+202E` */
export const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * A text in parts, whose concatenation is the text. Those at odd places are invisible characters, one each.
 * Takes time in proportion to the text.
 */
export function splitInvisible(text: string): string[] {
  if (!special.test(text) || !hidden.test(text)) return [text]
  const parts: string[] = []
  let from = 0
  for (const { 1: character, index } of text.matchAll(invisible)) {
    if (character === undefined) continue
    parts.push(text.slice(from, index), character)
    from = index + character.length
  }
  return [...parts, text.slice(from)]
}

/** A text whose invisible characters are written as `⟨U+202E⟩`: for titles, labels and sentences, which hold only text. */
export function visibleText(text: string): string {
  const parts = splitInvisible(text)
  return parts.length === 1 ? text : parts.map((part, at) => (at % 2 ? `⟨${codeOf(part)}⟩` : part)).join('')
}

/** Letters of the scripts that are written from right to left (Unicode Character Database, DerivedBidiClass, R and AL). */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Whether a text is read from right to left, at least in part, and so can reorder the text next to it. */
export const isRightToLeft = (text: string) => special.test(text) && rightToLeft.test(text)
