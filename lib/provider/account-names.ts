/** What a fiat account is called here, by the body of a request. No name holds a whole account number. */
import { lastFour } from '../domain/account-numbers'
import { isObject, type Json } from '../domain/json'
import { lineAt, memberAt } from './summaries'

/** What services put beside the instructions of a network (docs/provider.md, "Reading"). */
export const besideInstructions: readonly string[] = ['status', 'metadata']

/** The networks that instructions are for: `wire`, and whatever else a provider has. */
export const networksIn = (instructions: unknown): string[] =>
  isObject(instructions)
    ? Object.keys(instructions).filter((name) => isObject(instructions[name]) && !besideInstructions.includes(name))
    : []

/** The instructions of an account on its network, the one with an account number first; undefined if it has none. */
export function networkInstructions(body: unknown): { network: string; members: Json } | undefined {
  const instructions = memberAt(body, 'fiat_network_instructions')
  const all = networksIn(instructions).flatMap((network) => {
    const members = memberAt(instructions, network)
    return isObject(members) ? [{ network, members }] : []
  })
  return all.find(({ members }) => numberIn(members) !== '') ?? all[0]
}

/** A provider may write a number without quotes. */
function numberIn({ account_number: number }: Json): string {
  return typeof number === 'string' || typeof number === 'number' ? String(number) : ''
}

const plain = (text: string) => text.replace(/[\p{C}\p{Z}.-]/gu, '').toLowerCase()

export function accountNumberOf(body: unknown): string {
  return numberIn(networkInstructions(body)?.members ?? {})
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

/** The name of the account's bank, unless it contains the end of its number. */
export const bankName = (body: unknown) =>
  textsWithoutNumber(networkInstructions(body)?.members, accountNumberOf(body))('routing_details', 'bank_name')

/** The account that instructions name: "Northgate Trust ••0087". */
export function accountName(body: unknown): string | undefined {
  const number = accountNumberOf(body)
  const text = textsWithoutNumber(body, number)
  const person = ['first_name', 'last_name'].map((name) => text('fiat_account_owner', 'person_details', name))
  const name =
    bankName(body) ?? text('fiat_account_owner', 'institution_details', 'name') ?? person.filter(Boolean).join(' ')
  return [name, number && lastFour(number)].filter(Boolean).join(' ') || undefined
}
