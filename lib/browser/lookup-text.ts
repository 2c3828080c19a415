/** The text on the look-up page, kept in this tab over a reload for the same person; sign-out clears the tab's storage. */
import type { Environment } from '../provider/environments'
import { storedText, storeText } from './stored-text'

type Owner = { person: string; environment: Environment }

const nameOf = ({ person, environment }: Owner) => `mintdesk:lookup:${environment}:${person}`

export const keptLookupText = (owner: Owner): string => storedText('sessionStorage', nameOf(owner))

/** @param text without secrets */
export const keepLookupText = (owner: Owner, text: string): void => storeText('sessionStorage', nameOf(owner), text)

/** Where another page leaves a text that the look-up page asks at once; a name, because a list must not load this module. */
const handedName = 'mintdesk:lookup-paste'

/** @returns the text that another page left, which is then gone; '' if there is none */
export function takeHandedText(): string {
  const text = storedText('sessionStorage', handedName)
  storeText('sessionStorage', handedName, '')
  return text
}

/** Leaves a text for the look-up page, which asks it at once. */
export const handText = (text: string): void => storeText('sessionStorage', handedName, text)

/** Characters of a text that is looked up at once: as many identifiers as are taken from one, of the longest kind. */
export const maximumLookupText = 1_000_000

/** Why a text is not looked up; undefined if it can be. The text stays where it was typed. */
export const lookupTextError = (text: string): string | undefined =>
  text.length > maximumLookupText
    ? `Paste at most ${maximumLookupText.toLocaleString('en-US')} characters at once; this has ${text.length.toLocaleString('en-US')}. Split the text, or save it as a file and choose that.`
    : undefined
