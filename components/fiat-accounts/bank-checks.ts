/**
 * Warnings about bank details. They never block, because real details fail these checks too (docs/provider.md, "Writing":
 * `123456789` is not an ABA number, and is accepted).
 */
import isAbaRouting from 'validator/es/lib/isAbaRouting'
import isBIC from 'validator/es/lib/isBIC'
import isIBAN from 'validator/es/lib/isIBAN'
import isISO31661Alpha2, { CountryCodes } from 'validator/es/lib/isISO31661Alpha2'
import type { Address } from '@/lib/provider/fiat-accounts'
import { isMasked } from '@/lib/provider/members'

export const addressMembers = ['country', 'address1', 'address2', 'city', 'province', 'zip_code'] as const
export type AddressMember = (typeof addressMembers)[number]

/** Known types of routing numbers; the spec has no closed list. */
export const routingNumberTypes = ['ABA', 'SWIFT'] as const

/** Characters that a wire carries in a name or a line of an address. */
export const maximumLength = 35
const wireCharacter = /[0-9A-Za-z /?:().,&'+-]/

const warning = (sentence: string) => `${sentence} You can use it anyway.`

/** Invisible characters, such as a pasted no-break space, by their code point. */
function readable(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${number}` : character
}

/** The characters that a wire does not carry, each once. */
function unsupportedIn(text: string): string[] {
  const found = [...text].filter((character) => !wireCharacter.test(character))
  return [...new Set(found)].map(readable)
}

/** Warns about a name or a line of an address that a wire may not carry unchanged. */
export function wireTextWarning(text: string): string | undefined {
  const trimmed = text.trim()
  const unsupported = unsupportedIn(trimmed)
  if (unsupported.length > 0)
    return warning(`Wires do not support ${unsupported.join(' ')}. Banks replace such characters.`)
  return trimmed.length > maximumLength
    ? warning(`Wires support at most ${maximumLength} characters here; this has ${trimmed.length}.`)
    : undefined
}

const names = new Intl.DisplayNames('en', { type: 'region' })

/** The English name of a country; undefined for an unknown code. */
export function countryName(code: string): string | undefined {
  const known = code.trim().toUpperCase()
  return isISO31661Alpha2(known) ? names.of(known) : undefined
}

/** Every country, sorted by name. */
export function countries(): { code: string; name: string }[] {
  const named = [...CountryCodes].map((code) => ({ code, name: countryName(code) ?? code }))
  return named.sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Warns about a country that is not an ISO 3166 code of two capital letters. */
export function countryWarning(text: string): string | undefined {
  const code = text.trim()
  if (code === '') return undefined
  const upper = code.toUpperCase()
  if (!isISO31661Alpha2(upper)) return warning(`"${code}" is not an ISO 3166 country code, such as US.`)
  return code === upper ? undefined : warning(`Write the country code in capital letters: ${upper}.`)
}

/** Warnings by member; an empty address has none. */
export function addressWarnings(address: Address): Partial<Record<AddressMember, string>> {
  const texts = addressMembers.map((member) => [member, address[member]?.trim() ?? ''] as const)
  if (texts.every(([, text]) => text === '')) return {}
  const warnings = texts.map(([member, text]) => {
    // ISO 20022 requires both (docs/provider.md, "Writing").
    if (text === '' && member === 'city') return [member, warning('Wires usually require the town.')]
    if (text === '' && member === 'country') return [member, warning('Wires usually require the country.')]
    return [member, member === 'country' ? countryWarning(text) : wireTextWarning(text)]
  })
  return Object.fromEntries(warnings.filter(([, warning]) => warning !== undefined))
}

/** Routing numbers have capital letters only. */
export const upperCased = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** A routing number as it is sent: without spaces, in capital letters. */
export const plainRoutingNumber = (text: string) => upperCased(text.replace(/\s/g, ''))

/** Warns about a routing number that does not match its type, if the type is known. */
export function routingNumberWarning(type: string, number: string): string | undefined {
  const plain = plainRoutingNumber(number)
  const kind = type.trim().toUpperCase()
  if (plain === '') return undefined
  if (kind === 'ABA' && !/^\d{9}$/.test(plain)) return warning('An ABA number has 9 digits.')
  if (kind === 'ABA' && !isAbaRouting(plain))
    return warning('This is not a valid ABA number: check the first two digits and the last one.')
  if (kind === 'SWIFT' && !isBIC(plain))
    return warning('A BIC has 4 letters for the bank, a country code, and 2 or 5 letters or digits.')
  return undefined
}

/** Warns about an unknown type. */
export function routingNumberTypeWarning(type: string): string | undefined {
  const plain = type.trim()
  if (plain === '' || routingNumberTypes.some((known) => known === plain)) return undefined
  const near = routingNumberTypes.find((known) => known === plain.toUpperCase())
  return warning(near ? `Write it in capital letters: ${near}.` : 'The known types are ABA and SWIFT.')
}

/** An IBAN begins with two letters and two check digits. */
const beginsAsIban = (plain: string) => /^[A-Za-z]{2}\d{2}/.test(plain)

/** Whether a number is masked. A valid IBAN may contain XX. */
export const looksMasked = (accountNumber: string) => isMasked(accountNumber) && !isIBAN(accountNumber)

/**
 * Warns about an account number that is masked, mistyped, incomplete, or does not match its routing number.
 * @param routingType the type of the routing number; '' if unknown
 */
export function accountNumberWarning(number: string, routingType = ''): string | undefined {
  const plain = number.replace(/\s/g, '')
  if (plain === '') return undefined
  if (isIBAN(plain) && routingType.trim().toUpperCase() === 'ABA')
    return warning(
      "This is an IBAN. Accounts with an ABA routing number don't have one. Check the routing number type.",
    )
  if (looksMasked(plain)) return warning('This number looks masked. Nothing can be paid to it.')
  if (/[^0-9A-Za-z]/.test(plain)) return warning('An account number has digits and letters only.')
  if (beginsAsIban(plain) && !isIBAN(plain))
    return warning('This begins like an IBAN, but its length or check digits are wrong.')
  return plain.length > 34
    ? warning(`An account number has at most 34 characters; this has ${plain.length}.`)
    : undefined
}
