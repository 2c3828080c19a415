/**
 * What looks wrong in bank details: sentences that warn and never block, because real details fail these checks too
 * (service-facts, "Writing": `123456789` is no ABA number, and is sent).
 */
import isAbaRouting from 'validator/es/lib/isAbaRouting'
import isBIC from 'validator/es/lib/isBIC'
import isIBAN from 'validator/es/lib/isIBAN'
import isISO31661Alpha2, { CountryCodes } from 'validator/es/lib/isISO31661Alpha2'
import type { Address } from '../api/fiat-accounts'
import { isMasked } from '../api/reading'

export const addressMembers = ['country', 'address1', 'address2', 'city', 'province', 'zip_code'] as const
export type AddressMember = (typeof addressMembers)[number]

/** Types of routing numbers that were seen; the spec closes no list. */
export const routingNumberTypes = ['ABA', 'SWIFT'] as const

/** Characters that a member of an address or a name has at most in a wire. */
const longest = 35
const wireCharacter = /[0-9A-Za-z /?:().,&'+-]/

const meant = (sentence: string) => `${sentence} Use it anyway if you mean it.`

/** A character as a person can read it: what nobody sees, such as a pasted no-break space, by its number. */
function readable(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${number}` : character
}

/** Each once, in the order of the text. */
function strangersIn(text: string): string[] {
  const found = [...text].filter((character) => !wireCharacter.test(character))
  return [...new Set(found)].map(readable)
}

/** Warns of a name or a line of an address that a wire may not carry as it is written. */
export function wireTextWarning(text: string): string | undefined {
  const trimmed = text.trim()
  const strangers = strangersIn(trimmed)
  if (strangers.length > 0)
    return meant(`Wires do not carry ${strangers.join(' ')}: banks write something else in its place.`)
  return trimmed.length > longest
    ? meant(`A wire carries ${longest} characters, this has ${trimmed.length}.`)
    : undefined
}

const names = new Intl.DisplayNames('en', { type: 'region' })

/** The English name of a country by its code, or undefined where the code is none. */
export function countryName(code: string): string | undefined {
  const known = code.trim().toUpperCase()
  return isISO31661Alpha2(known) ? names.of(known) : undefined
}

/** Every country, by its name. */
export function countries(): { code: string; name: string }[] {
  const named = [...CountryCodes].map((code) => ({ code, name: countryName(code) ?? code }))
  return named.sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Warns of a country that is not written as its ISO 3166 code of two capital letters. */
export function countryWarning(text: string): string | undefined {
  const code = text.trim()
  if (code === '') return undefined
  const upper = code.toUpperCase()
  if (!isISO31661Alpha2(upper)) return meant(`"${code}" is not a country code of ISO 3166, such as US.`)
  return code === upper ? undefined : meant(`Country codes are written in capital letters: ${upper}.`)
}

/** Warns member by member; of an address with nothing in it, of nothing. */
export function addressWarnings(address: Address): Partial<Record<AddressMember, string>> {
  const texts = addressMembers.map((member) => [member, address[member]?.trim() ?? ''] as const)
  if (texts.every(([, text]) => text === '')) return {}
  const warnings = texts.map(([member, text]) => {
    // ISO 20022 wires want both (service-facts, "Writing").
    if (text === '' && member === 'city') return [member, meant('Wires want the town of an address.')]
    if (text === '' && member === 'country') return [member, meant('Wires want the country of an address.')]
    return [member, member === 'country' ? countryWarning(text) : wireTextWarning(text)]
  })
  return Object.fromEntries(warnings.filter(([, warning]) => warning !== undefined))
}

/** A BIC is written in capital letters; no routing number has others. */
export const inCapitals = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** A routing number as it is sent: without the spaces of its groups, in capital letters. */
export const plainRoutingNumber = (text: string) => inCapitals(text.replace(/\s/g, ''))

/** Warns of a routing number that does not fit its type, as far as the type is known. */
export function routingNumberWarning(type: string, number: string): string | undefined {
  const plain = plainRoutingNumber(number)
  const kind = type.trim().toUpperCase()
  if (plain === '') return undefined
  if (kind === 'ABA' && !/^\d{9}$/.test(plain)) return meant('An ABA number has 9 digits.')
  if (kind === 'ABA' && !isAbaRouting(plain))
    return meant('The check digit or the first two digits do not fit an ABA number.')
  if (kind === 'SWIFT' && !isBIC(plain))
    return meant('A BIC has 4 letters for the bank, a country code, and 2 or 5 letters or digits.')
  return undefined
}

/** Warns of a type that was not seen yet. */
export function routingNumberTypeWarning(type: string): string | undefined {
  const plain = type.trim()
  if (plain === '' || routingNumberTypes.some((known) => known === plain)) return undefined
  const near = routingNumberTypes.find((known) => known === plain.toUpperCase())
  return meant(near ? `It is written in capital letters: ${near}.` : 'The types that are known are ABA and SWIFT.')
}

/** Begins as an IBAN does: two letters and two check digits. */
const beginsAsIban = (plain: string) => /^[A-Za-z]{2}\d{2}/.test(plain)

/** Whether a number was masked by whoever showed it. An IBAN may have two X beside each other, and fits its check. */
export const looksMasked = (accountNumber: string) => isMasked(accountNumber) && !isIBAN(accountNumber)

/**
 * Warns of an account number that seems to be cut, masked or mistyped, or does not fit the routing number beside it.
 * @param routingType the type of that routing number; '' where none is given
 */
export function accountNumberWarning(number: string, routingType = ''): string | undefined {
  const plain = number.replace(/\s/g, '')
  if (plain === '') return undefined
  if (isIBAN(plain) && routingType.trim().toUpperCase() === 'ABA')
    return meant("This is an IBAN. Accounts with an ABA routing number don't have one. Check the routing number type.")
  if (looksMasked(plain)) return meant('This number looks masked: nothing can be paid to it.')
  if (/[^0-9A-Za-z]/.test(plain)) return meant('An account number has digits and letters only.')
  if (beginsAsIban(plain) && !isIBAN(plain))
    return meant('It begins as an IBAN, and its check digits or its length do not fit one.')
  return plain.length > 34 ? meant(`An account number has at most 34 characters, this has ${plain.length}.`) : undefined
}
