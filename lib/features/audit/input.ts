/** The queries of the audit log. */
import * as z from 'zod/mini'
import { FilledText, Limit, noNul, object, Timestamp, text } from '../../provider/value-schemas'
import { exportFormats } from '../exports/export-columns'

const Name = FilledText.check(noNul)

const filters = {
  /** Subjects of people; `mintdesk` for what no person did. */
  people: z.optional(z.array(Name).check(z.maxLength(10))),
  acts: z.optional(z.array(Name).check(z.maxLength(10))),
  /** The id of what was acted on. */
  object: z.optional(Name),
  'at.gte': z.optional(Timestamp),
  'at.lt': z.optional(Timestamp),
}

export const AuditQuery = object({
  ...filters,
  limit: z.optional(Limit),
  page_cursor: z.optional(text(15).check(z.regex(/^\d{1,15}$/))),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditFileQuery = object({ ...filters, format: z.enum(exportFormats) })
export type AuditFileQuery = z.infer<typeof AuditFileQuery>
