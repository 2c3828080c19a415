/** What the box in the bar does with a text; loaded when the box is first used. */
import type { QueryClient } from '@tanstack/react-query'
import { handText, keepLookupText } from '@/lib/browser/lookup-text'
import { notifyPage, setCurrentRun } from './current-run'
import type { LookupRun } from './lookup-run'
import { newRun, oneLineOf } from './open-lookup'
import { lookupHref, onlyMatch, type Place, rememberRun } from './run-links'

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
  keepLookupText(place, run.text)
  setCurrentRun(client, environment, run)
  return { href: lookupHref(environment, run) }
}
