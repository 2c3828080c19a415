/** The look-up of an address, asked while its page is rendered: without JavaScript this is all there is. */
import { headers } from 'next/headers'
import type { ServerLookup } from '@/components/lookup/lookup-page'
import { pastedIdentifiers, withoutSecretsInPieces } from '@/lib/api/pasted/pasted-identifiers'
import { maximumQueryLength, pageLookup } from '@/lib/console/page-lookup'
import type { PageSession } from '@/lib/console/page-session'

/** Whether a browser opens the page as a document; within the console its JavaScript asks, or has asked already. */
const isDocument = async () => ((await headers()).get('sec-fetch-mode') ?? 'navigate') === 'navigate'

/** @param text of `q`, trimmed */
export async function serverLookup(session: PageSession, text: string): Promise<ServerLookup | undefined> {
  if (text === '' || !(await isDocument())) return undefined
  const shown = { text: await withoutSecretsInPieces(text), identifiers: [], omitted: 0 }
  if (text.length > maximumQueryLength) return { ...shown, isTooLong: true }
  const pasted = { ...shown, ...pastedIdentifiers(text) }
  const identifiers = pasted.identifiers.flatMap(({ identifier }) => identifier ?? [])
  if (identifiers.length === 0) return pasted
  const asked = await pageLookup(session, identifiers)
  return 'problem' in asked
    ? { ...pasted, problem: asked.problem }
    : { ...pasted, answer: { ...asked.answer, at: Date.now() } }
}
