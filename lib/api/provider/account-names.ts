/** What a fiat account is called here, by the body of a request. No name holds a whole account number. */
import { lastFour } from '../../domain/account-numbers'
import { lineAt, memberAt } from './summaries'

const plain = (text: string) => text.replace(/[\p{C}\p{Z}.-]/gu, '').toLowerCase()

export function accountNumberOf(body: unknown): string {
  const number = memberAt(body, 'fiat_network_instructions', 'wire', 'account_number')
  return typeof number === 'string' ? number : ''
}

/** Reads the texts of a body, except those that contain the end of the account number. */
export function textsWithoutNumber(body: unknown, number: string) {
  const end = plain(number).slice(-5)
  return (...names: string[]): string | undefined => {
    const whole = memberAt(body, ...names)
    const holdsNumber = end.length === 5 && typeof whole === 'string' && plain(whole).includes(end)
    return holdsNumber ? undefined : lineAt(body, ...names)
  }
}

/** The account that wire instructions name: "Northgate Trust ••0087". */
export function accountName(body: unknown): string | undefined {
  const number = accountNumberOf(body)
  const text = textsWithoutNumber(body, number)
  const person = ['first_name', 'last_name'].map((name) => text('fiat_account_owner', 'person_details', name))
  const name =
    text('fiat_network_instructions', 'wire', 'routing_details', 'bank_name') ??
    text('fiat_account_owner', 'institution_details', 'name') ??
    person.filter(Boolean).join(' ')
  return [name, number && lastFour(number)].filter(Boolean).join(' ') || undefined
}
