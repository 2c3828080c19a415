/** The look-up of a page that is rendered on the server: `…/lookup?q=`, which works without JavaScript. */

import { headers } from 'next/headers'
import { databaseProblem } from '../database/failures'
import type { LookupIdentifier } from '../features/lookup/input'
import type { LookupAnswer } from '../features/lookup/interface'
import { lookupRows } from '../features/lookup/operations'
import { type Problem, ProblemError } from '../provider/problem'
import { addressHeader } from '../server/auth/client-address'
import type { PageSession } from './page-session'
import { consoleOf } from './running-console'

/** Characters of `q` at most; longer text stays in the browser. */
export const maximumQueryLength = 200

/**
 * Finds what a page was asked for. Who may not read transfers, and any failure, gets a problem to show.
 * @param session of the page, from `pageSession`, which comes first
 * @param identifiers 1 to 100, recognised in `q`
 */
export async function pageLookup(
  session: PageSession,
  identifiers: readonly LookupIdentifier[],
): Promise<{ answer: LookupAnswer } | { problem: Problem }> {
  const sent = await headers()
  const running = await consoleOf(sent.get('cookie'))
  const { environment, person: subject, name, roles } = session
  const isPersonal = !sent.get('sec-purpose')?.startsWith('prefetch')
  try {
    if (!roles.some((role) => lookupRows.lookup.roles.includes(role)))
      throw new ProblemError(403, 'not-permitted', 'Look-up is not available to your role.')
    const by = { session: { subject, name, roles }, address: sent.get(addressHeader) ?? '' }
    return { answer: await running.lookup(identifiers, { environment, ...by, isPersonal }) }
  } catch (failure) {
    const error = failure instanceof ProblemError ? failure : databaseProblem(failure)
    if (!error) throw failure
    return { problem: error.problem }
  }
}
