/** Titles of pages, and paths of this console that come from outside. */

import { visibleText } from '../domain/invisible-characters'
import type { Environment } from '../provider/environments'

/** The environment comes first so that tabs and history entries cannot be mistaken. */
export const environmentPrefixes: Record<Environment, string> = { sandbox: '[Sandbox]', production: '[PRODUCTION]' }

/** `[Sandbox] Transfers - Mintdesk` */
export const pageTitle = (environment: Environment, name: string) =>
  `${environmentPrefixes[environment]} ${visibleText(name)} - Mintdesk`

/** The name within a page's title. */
export const plainTitle = (title: string) => title.replace(/^\[\w+\] | - Mintdesk$/g, '')

/** A segment of a path, which Next and the browser leave encoded; as it is if it is not valid percent-encoding. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const base = 'http://console.invalid'

/** @returns path, query and fragment if the text is a path of this console, else undefined */
export function consolePath(text: string | undefined): string | undefined {
  if (!text?.startsWith('/') || /^\/[/\\]/.test(text) || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  // "/./" + "/host" normalises to "//host", which is another origin.
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
