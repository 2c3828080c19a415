/** Tells crypto addresses apart, and finds those that a person could take for one another. */

/** Characters at either end that people compare. */
const comparedLength = 4

/** An address in one form: hexadecimal and segwit ignore case; others, such as base58, do not. */
export function addressKey(address: string): string {
  const text = address.trim()
  return /^(?:0x[0-9a-f]+|(?:bc|tb|ltc|tltc)1[0-9a-z]+|(?:bitcoincash|bchtest):[0-9a-z]+)$/i.test(text)
    ? text.toLowerCase()
    : text
}

/** What every address of its kind begins with, and so tells nothing apart. */
const fixedPrefix = /^(?:0x|(?:bc|tb|ltc|tltc)1[qp]?|(?:bitcoincash|bchtest):[qp]?|G(?=[A-Z2-7]{55}$))/

/** The characters at both ends of an address: `7be3…a6c4`. */
export function addressEnds(address: string): string {
  const compared = addressKey(address).replace(fixedPrefix, '')
  return `${compared.slice(0, comparedLength)}…${compared.slice(-comparedLength)}`
}

/** Another address with the same ends, as address poisoning makes them. */
export const isSimilarAddress = (one: string, other: string) =>
  addressKey(one) !== addressKey(other) && addressEnds(one) === addressEnds(other)
