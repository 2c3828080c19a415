/** Spec, "Issuer quote execution" and "List issuer quote executions". */
import * as z from 'zod/mini'
import { nanoseconds } from '../../domain/values'
import { Cursor, decimal, Id, Limit, Opaque, object, SortOrder, Text, Timestamp } from '../value-schemas'

export const issuerQuoteStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const
export const IssuerQuoteStatus = z.enum(issuerQuoteStatuses)
export type IssuerQuoteStatus = z.infer<typeof IssuerQuoteStatus>

/** Meaning and units are not shown; `token_principal` may be negative (docs/provider.md, "Reading"). */
const SignedDecimal = decimal(/^-?(?:[0-9]*\.)?[0-9]+$/)

export const IssuerQuoteExecution = object({
  id: Id,
  created_at: Timestamp,
  asset_type: Text,
  principal: SignedDecimal,
  fee: SignedDecimal,
  status: IssuerQuoteStatus,
  ref_id: z.optional(Text),
  token_fee: SignedDecimal,
  token_price: SignedDecimal,
  token_principal: SignedDecimal,
  profile_id: Id,
})
export type IssuerQuoteExecution = z.infer<typeof IssuerQuoteExecution>

export const IssuerQuotePage = object({
  issuer_quote_executions: z.array(IssuerQuoteExecution),
  next_page_cursor: Opaque,
})
export type IssuerQuotePage = z.infer<typeof IssuerQuotePage>

const plainIssuerQuoteQuery = object({
  profile_id: z.optional(Id),
  status: z.optional(
    z.array(IssuerQuoteStatus).check(z.minLength(1, { error: 'Enter at least one value, or remove the filter.' })),
  ),
  'created_range.begin': z.optional(Timestamp),
  'created_range.end': z.optional(Timestamp),
  limit: z.optional(Limit),
  page_cursor: z.optional(Cursor),
  order: z.optional(SortOrder),
})
export type IssuerQuoteQuery = z.infer<typeof plainIssuerQuoteQuery>

export const IssuerQuoteQuery = plainIssuerQuoteQuery.check(
  z.superRefine((query, context) => {
    const begin = nanoseconds(query['created_range.begin'] ?? '')
    const end = nanoseconds(query['created_range.end'] ?? '')
    // Ours: the spec does not say what such a range returns, and an empty list would hide the mistake.
    if (begin !== undefined && end !== undefined && end < begin)
      context.addIssue({ code: 'custom', path: ['created_range.end'], message: 'The range ends before it begins.' })
  }),
)
