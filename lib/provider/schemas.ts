/** The schemas that rows name. Only what checks an input or an answer loads them; a new resource is added here. */
import type * as z from 'zod/mini'
import * as deposits from './deposits'
import * as fiatAccounts from './fiat-accounts'
import * as issuerQuotes from './issuer-quotes'
import * as orders from './orders'
import * as rules from './rules'
import { bodyOf } from './summaries'
import * as transfers from './transfers'

const resources = { ...transfers, ...issuerQuotes, ...orders, ...fiatAccounts, ...rules, ...deposits }
type Resources = typeof resources

export type SchemaName = {
  [Name in keyof Resources]: Resources[Name] extends z.core.$ZodType ? Name : never
}[keyof Resources]
export const schemas: Pick<Resources, SchemaName> = resources

/** The records of the spec, strict. */
export const recordSchemas = {
  transfer: transfers.Transfer,
  issuerQuote: issuerQuotes.IssuerQuoteExecution,
  order: orders.Order,
  fiatAccount: fiatAccounts.FiatAccount,
  rule: rules.Rule,
} satisfies Record<string, z.core.$ZodType & { shape: z.core.$ZodShape }>

export const bodies = {
  ...orders.bodies,
  ...fiatAccounts.bodies,
  ...rules.bodies,
  ...deposits.bodies,
  /** Of a write whose operation was removed from the table. */
  Removed: bodyOf({ schema: deposits.NoContent, summarize: () => '', full: [{}] }),
}
