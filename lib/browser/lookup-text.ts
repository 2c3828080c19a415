/** The text on the look-up page, kept in this tab over a reload for the same person; sign-out clears the tab's storage. */
import type { Environment } from '../api/environments'

type Owner = { person: string; environment: Environment }

const nameOf = ({ person, environment }: Owner) => `mintdesk:lookup:${environment}:${person}`

/** '' if nothing is kept, or the browser forbids storage */
export function keptLookupText(owner: Owner): string {
  try {
    return window.sessionStorage.getItem(nameOf(owner)) ?? ''
  } catch {
    return ''
  }
}

/** @param text without secrets */
export function keepLookupText(owner: Owner, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(nameOf(owner))
    else window.sessionStorage.setItem(nameOf(owner), text)
  } catch {
    // Full or forbidden: the text ends with the page.
  }
}

/** Where another page leaves a text that the look-up page asks at once; a name, because a list must not load this module. */
const handedName = 'mintdesk:lookup-paste'

/** @returns the text that another page left, which is then gone; '' if there is none */
export function takeHandedText(): string {
  try {
    const text = window.sessionStorage.getItem(handedName) ?? ''
    window.sessionStorage.removeItem(handedName)
    return text
  } catch {
    return ''
  }
}

/** Leaves a text for the look-up page, which asks it at once. */
export function handText(text: string): void {
  try {
    window.sessionStorage.setItem(handedName, text)
  } catch {
    // Without storage the page opens empty.
  }
}
