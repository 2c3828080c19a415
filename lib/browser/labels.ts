/** Counts and sentences as labels. */

const plurals = new Intl.PluralRules('en')
/** `1 row`, `2,000 rows` */
export const countText = (count: number, one: string, other = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${plurals.select(count) === 'one' ? one : other}`

/** With a capital first letter. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "Tomas Brandt or Maren Vick"; without names "someone else". */
export const namesText = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? 'someone else')

/** Within a sentence: `sent on Ethereum`. */
export const inSentence = (text: string) =>
  /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
