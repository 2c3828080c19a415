/** Spec, "Issuer quote execution" and "List issuer quote executions". */
import * as z from 'zod/mini'
import { nanoseconds } from '../domain/values'
import {
  decimal,
  Id,
  named,
  nextPageCursor,
  object,
  oneOrMore,
  optional,
  pageCursor,
  pageLimit,
  required,
  SortOrder,
  Text,
  Timestamp,
} from './value-schemas'

export const issuerQuoteStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const
export const IssuerQuoteStatus = named(
  'IssuerQuoteStatus',
  'Status of an issuer quote execution.',
  z.enum(issuerQuoteStatuses),
)
export type IssuerQuoteStatus = z.infer<typeof IssuerQuoteStatus>

/** `token_principal` may be negative (docs/provider.md, "Reading"). */
const SignedDecimal = named(
  'SignedDecimal',
  'A decimal number in a string that may be negative. The spec does not show its meaning or unit.',
  decimal(/^-?(?:[0-9]*\.)?[0-9]+$/),
)

export const IssuerQuoteExecution = named(
  'IssuerQuoteExecution',
  'An executed issuer quote. The spec does not show the meaning and units of its figures.',
  object({
    id: required(Id, 'ID of the execution.'),
    created_at: required(Timestamp, 'Creation time.'),
    asset_type: required(Text, 'Token.'),
    principal: required(SignedDecimal, 'In the sandbox: the token principal times the token price, to the cent.'),
    fee: required(SignedDecimal, 'Fee.'),
    status: required(IssuerQuoteStatus, 'Status of the execution.'),
    ref_id: optional(Text, 'Client ID.'),
    token_fee: required(SignedDecimal, 'Fee in tokens.'),
    token_price: required(SignedDecimal, 'Price per token.'),
    token_principal: required(SignedDecimal, 'Number of tokens; negative for a redemption.'),
    profile_id: required(Id, 'Target profile.'),
  }),
)
export type IssuerQuoteExecution = z.infer<typeof IssuerQuoteExecution>

export const IssuerQuotePage = named(
  'IssuerQuotePage',
  'One page of issuer quote executions.',
  object({
    issuer_quote_executions: required(z.array(IssuerQuoteExecution), 'The executions, in the requested order.'),
    next_page_cursor: nextPageCursor,
  }),
)
export type IssuerQuotePage = z.infer<typeof IssuerQuotePage>

const plainIssuerQuoteQuery = object({
  profile_id: optional(Id, 'Filter by target profile.'),
  status: optional(oneOrMore(IssuerQuoteStatus), 'Filter by status.'),
  'created_range.begin': optional(Timestamp, 'Records at or after this time (inclusive).'),
  'created_range.end': optional(Timestamp, 'Records at or before this time (inclusive).'),
  limit: pageLimit,
  page_cursor: pageCursor,
  order: optional(SortOrder, 'Newest first (`DESC`) or oldest first (`ASC`).', { default: 'DESC' }),
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
