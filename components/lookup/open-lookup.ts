/** Looks up a text. This loads the recogniser, so the box and menus import it when something was typed. */
import type { QueryClient } from '@tanstack/react-query'
import {
  pastedIdentifiers,
  pastedIdentifiersInPieces,
  withoutSecrets,
  withoutSecretsInPieces,
} from '@/lib/api/pasted/pasted-identifiers'
import { handText, keepLookupText, lookupTextError } from '@/lib/browser/lookup-text'
import { readLetterInPieces } from '@/lib/features/lookup/browser/letter'
import { maximumShared } from '@/lib/features/lookup/browser/recent-lookups'
import type { Environment } from '@/lib/provider/environments'
import {
  lookupHref,
  onlyIdentifier,
  onlyMatch,
  type Place,
  rememberRun,
  sharedText,
  textOutlasting,
} from './lookup-links'
import { askWaiting, cancelLookup, type Lookup, lookupOf, notifyPage, showLookup } from './lookup-query'

/** The text is longer than what is read at once. */
export class TextTooLong extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TextTooLong'
  }
}

/**
 * Reads a text in pieces between which the page draws.
 * @param text as pasted; secrets in it are masked and refused
 * @throws TextTooLong
 */
export async function newLookup(environment: Environment, text: string): Promise<Lookup> {
  const error = lookupTextError(text)
  if (error) throw new TextTooLong(error)
  const pasted = await pastedIdentifiersInPieces(text)
  const [masked, letter] = [await withoutSecretsInPieces(text), await readLetterInPieces(text)]
  return lookupOf({ ...pasted, environment, text: masked, letter })
}

/** A text as it may stay in this tab: at once, because the page may be going, or in pieces. */
export const textToKeep = withoutSecrets
export const textToKeepInPieces = withoutSecretsInPieces

/** Of a text or CSV file; its text is not kept. @throws FileTooLarge */
export async function lookupOfFile(environment: Environment, file: File): Promise<Lookup> {
  const { readIdentifiersFile } = await import('@/lib/features/lookup/browser/dropped-files')
  const pasted = await readIdentifiersFile(file)
  // One identifier a line can be read, and edited, again.
  const text = pasted.identifiers.map((one) => one.text).join('\n')
  return lookupOf({ ...pasted, environment, text })
}

/** Whether a text that is being typed holds an identifier; any other text may be a reference, or just words. */
export const isIdentifier = (text: string): boolean =>
  text.length <= maximumShared &&
  pastedIdentifiers(text).identifiers.some(({ identifier }) => identifier && identifier.kind !== 'reference')

/**
 * Where a text is looked up, for a menu that leads there: short text by its address; other text is left in this tab, without
 * secrets, for the page to ask.
 */
export async function lookupPath(environment: Environment, text: string): Promise<string> {
  const lookup = await newLookup(environment, text)
  if (sharedText(lookup) === undefined) leaveForPage(lookup)
  return lookupHref(lookup)
}

/** Lets the page ask it, as soon as it is there. */
function leaveForPage({ environment, text }: Lookup): void {
  handText(text)
  notifyPage(environment)
}

/** A text of several lines that is one identifier, broken by a mail program: on one line. */
function oneLineOf(lookup: Lookup): string | undefined {
  const joined = lookup.text.replace(/\s+/g, '')
  const only = onlyIdentifier(lookup)
  const isWhole = only?.identifier !== undefined && only.text.replace(/\s+/g, '') === joined
  return isWhole && joined.length <= maximumShared ? lookup.text.trim().replace(/\s+/g, ' ') : undefined
}

/** The box in the bar. */
type Box = Place & { client: QueryClient }

/** @returns the text on one line if several lines are one identifier; else they are left for the look-up page */
export async function takeLines({ client, ...place }: Box, pasted: string): Promise<string | undefined> {
  const lookup = await newLookup(place.environment, pasted)
  const line = oneLineOf(lookup)
  if (line !== undefined) return line
  keepLookupText(place, lookup.text)
  showLookup(client, place.environment, undefined)
  return undefined
}

/** Lets the page ask what was left for it. */
export async function askOnPage({ environment }: Place, pasted: string): Promise<void> {
  leaveForPage(await newLookup(environment, pasted))
}

/** Looks up a text of the box. @returns how to cancel it, and once it has ended, where it leads */
export async function begin({ client, ...place }: Box, text: string) {
  const { environment } = place
  const lookup = await newLookup(environment, text)
  const ended = askWaiting(client, lookup)
  return {
    cancel: () => cancelLookup(client, lookup),
    ended,
    /** Its address, and which reading matched if that is a transfer. */
    async conclude(): Promise<{ href: string; found?: string }> {
      rememberRun(place, lookup)
      const match = onlyMatch(client, lookup, await ended)
      if (match) return match
      keepLookupText(place, textOutlasting(lookup))
      showLookup(client, environment, lookup)
      return { href: lookupHref(lookup) }
    },
  }
}
