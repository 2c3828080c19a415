/** Texts in this browser's storage, which may be full or forbidden: then nothing is kept, and nothing fails. */
import { removeSecretKeys } from '../domain/secret-keys'
import type { Environment } from '../provider/environments'

/** `sessionStorage` lasts as long as the tab; sign-out clears it. */
type Kind = 'localStorage' | 'sessionStorage'

/** '' if nothing is stored. */
export function storedText(kind: Kind, name: string): string {
  try {
    return window[kind].getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** What is stored as JSON; undefined if nothing is, or something else. */
export function storedJson(kind: Kind, name: string): unknown {
  try {
    return JSON.parse(storedText(kind, name))
  } catch {
    return undefined
  }
}

/** @param text '' removes it */
export function storeText(kind: Kind, name: string, text: string): void {
  try {
    if (text === '') window[kind].removeItem(name)
    else window[kind].setItem(name, text)
  } catch {
    // See above.
  }
}

type ChoiceOwner = { person: string; environment: Environment }

const choiceKey = (field: string, { person, environment }: ChoiceOwner) =>
  `mintdesk:last:${environment}/${field}:${person}`

/** What a person last entered in a field, on this device: for the next form of the same environment. '' if nothing. */
export const lastChoice = (field: string, owner: ChoiceOwner) => storedText('localStorage', choiceKey(field, owner))

/** Remembers a value, without any Stellar secret key in it. */
export const rememberChoice = (field: string, owner: ChoiceOwner, value: string) =>
  storeText('localStorage', choiceKey(field, owner), removeSecretKeys(value).text)
