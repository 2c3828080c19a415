/** Looks up a text. This loads the recogniser, so the box and menus import it when something was typed. */
import type { QueryClient } from '@tanstack/react-query'
import {
  pastedIdentifiers,
  pastedIdentifiersInPieces,
  withoutSecrets,
} from '@/lib/api/console/pasted/pasted-identifiers'
import type { Environment } from '@/lib/api/environments'
import { maximumLetter, readLetter } from '@/lib/browser/lookup/letter'
import { handText, keepLookupText } from '@/lib/browser/lookup-text'
import { maximumShared } from '@/lib/browser/recent-lookups'
import { notifyPage, setCurrentRun } from './current-run'
import type { LookupRun } from './lookup-run'
import { lookupHref, onlyMatch, onlyRow, type Place, rememberRun, runOf, sharedText, textOutlasting } from './run-links'

/** @param text as pasted; secrets in it are masked and refused */
export const newRun = (client: QueryClient, environment: Environment, text: string): LookupRun =>
  runOf(client, environment, { ...pastedIdentifiers(text), text: withoutSecrets(text), letter: readLetter(text) })

/** The same for a text of any length: a long one is read in pieces between which the page draws. */
export async function newLongRun(client: QueryClient, environment: Environment, text: string): Promise<LookupRun> {
  if (text.length <= maximumLetter) return newRun(client, environment, text)
  return runOf(client, environment, { ...(await pastedIdentifiersInPieces(text)), text: withoutSecrets(text) })
}

/** A text as it may stay in this tab. */
export const textToKeep = withoutSecrets

/** Of a text or CSV file; its text is not kept. @throws FileTooLarge */
export async function runOfFile(client: QueryClient, environment: Environment, file: File): Promise<LookupRun> {
  const { readIdentifiersFile } = await import('@/lib/browser/lookup/dropped-files')
  const pasted = await readIdentifiersFile(file)
  // One identifier a line can be read, and edited, again.
  const text = pasted.identifiers.map((one) => one.text).join('\n')
  return runOf(client, environment, { ...pasted, text })
}

/**
 * Where a text is looked up, for a menu that leads there: short text by its address; other text is left in this tab, without
 * secrets, for the page to ask.
 */
export function lookupPath(client: QueryClient, environment: Environment, text: string): string {
  const run = newRun(client, environment, text)
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
export function takeLines({ client, ...place }: Box, pasted: string): string | undefined {
  const run = newRun(client, place.environment, pasted)
  const line = oneLineOf(run)
  if (line !== undefined) return line
  keepLookupText(place, run.text)
  setCurrentRun(client, place.environment, undefined)
  return undefined
}

/** Lets the page ask what was left for it, as soon as it is there. */
export function askOnPage({ client, environment }: Box, pasted: string): void {
  handText(newRun(client, environment, pasted).text)
  notifyPage(environment)
}

export function begin({ client, environment }: Box, text: string): LookupRun {
  const run = newRun(client, environment, text)
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
