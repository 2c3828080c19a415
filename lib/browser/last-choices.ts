/** What a person last entered in a field, remembered on this device for the next form of the same environment. */

import { removeSecretKeys } from '../domain/secret-keys'
import type { Environment } from '../provider/environments'

type Owner = { person: string; environment: Environment }

const keyOf = (field: string, { person, environment }: Owner) => `mintdesk:last:${environment}/${field}:${person}`

/** '' if nothing is remembered, or the browser forbids storage */
export function lastChoice(field: string, owner: Owner): string {
  try {
    return window.localStorage.getItem(keyOf(field, owner)) ?? ''
  } catch {
    return ''
  }
}

/** Remembers a value, without any Stellar secret key in it. */
export function rememberChoice(field: string, owner: Owner, value: string): void {
  try {
    window.localStorage.setItem(keyOf(field, owner), removeSecretKeys(value).text)
  } catch {
    // Without storage the next form starts empty.
  }
}
