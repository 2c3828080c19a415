/** The schemas that the rows of the operations table name. Only what checks an input or an answer loads them. */
import type * as z from 'zod/mini'
import type { FieldError } from '../field-errors'
import { depositSummary, NewFiatDeposit, NoContent } from './deposits'
import {
  FiatAccount,
  FiatAccountChanges,
  FiatAccountPath,
  fiatAccountChangeSummary,
  NewFiatAccount,
  newFiatAccountSummary,
} from './fiat-accounts'
import { IssuerQuoteExecution, IssuerQuotePage, IssuerQuoteQuery } from './issuer-quotes'
import { identityErrors, NewOrder, Order, OrderPath, orderSummary, placementErrors } from './orders'
import { NewRule, Rule, RuleAnswer, ruleSummary } from './rules'
import { Transfer, TransferPage, TransferPath, TransferQuery } from './transfers'

/** Path values, queries and answers; an answer by the spec, strict. */
export const schemas = {
  FiatAccount,
  FiatAccountPath,
  IssuerQuotePage,
  IssuerQuoteQuery,
  NoContent,
  Order,
  OrderPath,
  RuleAnswer,
  Transfer,
  TransferPage,
  TransferPath,
  TransferQuery,
} satisfies Record<string, z.core.$ZodType>

/** The records of the spec, strict. */
export const recordSchemas = {
  transfer: Transfer,
  issuerQuote: IssuerQuoteExecution,
  order: Order,
  fiatAccount: FiatAccount,
  rule: Rule,
} satisfies Record<string, z.core.$ZodType & { shape: z.core.$ZodShape }>

/** What a write sends. */
export type Body = {
  schema: z.core.$ZodType
  /** The request in a few words, stored unsealed: no whole account number. Takes a body of any shape. */
  summarize: (path: Readonly<Record<string, string>>, body: unknown) => string
  /** Errors that depend on the time of sending. @param now milliseconds since 1970 of the clock that decides */
  placementErrors?: (body: unknown, now: number) => FieldError[]
  /** Errors where an environment requires an identity with each request of this kind. */
  identityErrors?: (body: unknown) => FieldError[]
}

export const bodies = {
  FiatAccountChanges: { schema: FiatAccountChanges, summarize: fiatAccountChangeSummary },
  NewFiatAccount: { schema: NewFiatAccount, summarize: newFiatAccountSummary },
  NewFiatDeposit: { schema: NewFiatDeposit, summarize: depositSummary },
  NewOrder: { schema: NewOrder, summarize: orderSummary, placementErrors, identityErrors },
  NewRule: { schema: NewRule, summarize: ruleSummary },
  /** Of a write whose operation was removed from the table. */
  Removed: { schema: NoContent, summarize: () => '' },
} satisfies Record<string, Body>
