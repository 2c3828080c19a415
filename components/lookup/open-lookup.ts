/** Looks up a text. This loads the recogniser, so the box and menus import it when something was typed. */
import type { QueryClient } from '@tanstack/react-query'
import { pastedIdentifiersInPieces, withoutSecrets, withoutSecretsInPieces } from '@/lib/api/pasted/pasted-identifiers'
import { handText, keepLookupText, lookupTextError } from '@/lib/browser/lookup-text'
import { readLetterInPieces } from '@/lib/features/lookup/browser/letter'
import { maximumShared } from '@/lib/features/lookup/browser/recent-lookups'
import type { Environment } from '@/lib/provider/environments'
import { notifyPage, setCurrentRun } from './current-run'
import type { LookupRun } from './lookup-run'
import { lookupHref, onlyMatch, onlyRow, type Place, rememberRun, runOf, sharedText, textOutlasting } from './run-links'

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
export async function newRun(environment: Environment, text: string): Promise<LookupRun> {
  const error = lookupTextError(text)
  if (error) throw new TextTooLong(error)
  const pasted = await pastedIdentifiersInPieces(text)
  const [masked, letter] = [await withoutSecretsInPieces(text), await readLetterInPieces(text)]
  return runOf(environment, { ...pasted, text: masked, letter })
}

/** A text as it may stay in this tab: at once, because the page may be going, or in pieces. */
export const textToKeep = withoutSecrets
export const textToKeepInPieces = withoutSecretsInPieces

/** Of a text or CSV file; its text is not kept. @throws FileTooLarge */
export async function runOfFile(environment: Environment, file: File): Promise<LookupRun> {
  const { readIdentifiersFile } = await import('@/lib/features/lookup/browser/dropped-files')
  const pasted = await readIdentifiersFile(file)
  // One identifier a line can be read, and edited, again.
  const text = pasted.identifiers.map((one) => one.text).join('\n')
  return runOf(environment, { ...pasted, text })
}

/**
 * Where a text is looked up, for a menu that leads there: short text by its address; other text is left in this tab, without
 * secrets, for the page to ask.
 */
export async function lookupPath(environment: Environment, text: string): Promise<string> {
  const run = await newRun(environment, text)
  if (sharedText(run) === undefined) {
    handText(run.text)
    notifyPage(environment)
  }
  return lookupHref(environment, run)
}

/** A text of several lines that is one identifier, broken by a mail program: on one line. */
function oneLineOf(run: LookupRun): string | undefined {
  const joined = run.text.replace(/\s+/g, '')
  const row = onlyRow(run)
  const isWhole = row?.pasted.identifier !== undefined && row.pasted.text.replace(/\s+/g, '') === joined
  return isWhole && joined.length <= maximumShared ? run.text.trim().replace(/\s+/g, ' ') : undefined
}

/** The box in the bar. */
type Box = Place & { client: QueryClient }

/** @returns the text on one line if several lines are one identifier; else they are left for the look-up page */
export async function takeLines({ client, ...place }: Box, pasted: string): Promise<string | undefined> {
  const run = await newRun(place.environment, pasted)
  const line = oneLineOf(run)
  if (line !== undefined) return line
  keepLookupText(place, run.text)
  setCurrentRun(client, place.environment, undefined)
  return undefined
}

/** Lets the page ask what was left for it, as soon as it is there. */
export async function askOnPage({ environment }: Place, pasted: string): Promise<void> {
  handText((await newRun(environment, pasted)).text)
  notifyPage(environment)
}

export async function begin({ environment }: Place, text: string): Promise<LookupRun> {
  const run = await newRun(environment, text)
  run.resume()
  return run
}

/** Where a look-up that has ended leads, and which reading matched if that is a transfer. */
export function conclude({ client, ...place }: Box, run: LookupRun): { href: string; found?: string } {
  const { environment } = place
  rememberRun(place, run)
  const match = onlyMatch(client, environment, run)
  if (match) return match
  keepLookupText(place, textOutlasting(run))
  setCurrentRun(client, environment, run)
  return { href: lookupHref(environment, run) }
}
