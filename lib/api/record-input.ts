/** What a request for a page of a list in Mintdesk's own database has in its body. */
import * as z from 'zod/mini'
import { isZone } from '../domain/wall-clock'
import { object, text } from '../provider/value-schemas'

export const RecordsRequest = object({
  /** The query string of the list's page, with its filters and the cursor of this page. */
  search: text(60_000),
  /** Whose days and months relative times mean. */
  zone: text(100).check(z.refine(isZone, { error: 'This time zone is not known.' })),
})
