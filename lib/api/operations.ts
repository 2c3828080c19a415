/** The whole interface on one screen: every function of this house that knows an operation reads its row. */
import type * as z from 'zod/mini'
import { NewFiatDeposit, NoContent } from './deposits'
import { FiatAccount, FiatAccountChanges, FiatAccountPath, NewFiatAccount } from './fiat-accounts'
import { IssuerQuotePage, IssuerQuoteQuery } from './issuer-quotes'
import { NewOrder, Order, OrderPath } from './orders'
import { ProblemError } from './problem'
import type { Role } from './roles'
import { NewRule, RuleAnswer } from './rules'
import { Transfer, TransferPage, TransferPath, TransferQuery } from './transfers'

const readers: readonly Role[] = ['support', 'treasury', 'approver', 'admin']
const writers: readonly Role[] = ['treasury', 'admin']

/** One operation: `pathValues`, `query` and `body` are what it takes, `response` is the spec's own answer, strict. */
export type Row = {
  title: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  scope: string
  roles: readonly Role[]
  isList?: true
  isSandboxOnly?: true
  pathValues?: z.core.$ZodType
  query?: z.core.$ZodType
  body?: z.core.$ZodType
  response: z.core.$ZodType
}

// biome-ignore format: a row an operation
export const operations = {
  listTransfers: { title: 'List transfers', method: 'GET', path: '/v2/transfer/transfers', scope: 'transfer:read_transfer', roles: readers, isList: true, query: TransferQuery, response: TransferPage },
  getTransfer: { title: 'Get transfer', method: 'GET', path: '/v2/transfer/transfers/{id}', scope: 'transfer:read_transfer', roles: readers, pathValues: TransferPath, response: Transfer },
  createOrder: { title: 'Create order', method: 'POST', path: '/v2/profiles/{profile_id}/orders', scope: 'exchange:write_order', roles: writers, pathValues: OrderPath, body: NewOrder, response: Order },
  createFiatAccount: { title: 'Create fiat account', method: 'POST', path: '/v2/transfer/fiat-accounts', scope: 'transfer:write_fiat_account', roles: writers, body: NewFiatAccount, response: FiatAccount },
  updateFiatAccount: { title: 'Update fiat account', method: 'PUT', path: '/v2/transfer/fiat-accounts/{id}', scope: 'transfer:write_fiat_account', roles: writers, pathValues: FiatAccountPath, body: FiatAccountChanges, response: FiatAccount },
  createRule: { title: 'Create orchestration rule', method: 'POST', path: '/v2/orchestration/rules', scope: 'orchestration:write_orchestration_rule', roles: writers, body: NewRule, response: RuleAnswer },
  initiateSandboxFiatDeposit: { title: 'Initiate sandbox fiat deposit', method: 'POST', path: '/v2/sandbox/fiat-deposits', scope: 'transfer:write_sandbox_fiat_deposit', roles: writers, isSandboxOnly: true, body: NewFiatDeposit, response: NoContent },
  listIssuerQuotes: { title: 'List issuer quote executions', method: 'GET', path: '/v2/issuer-quotes', scope: 'exchange:read_issuer_quote_execution', roles: readers, isList: true, query: IssuerQuoteQuery, response: IssuerQuotePage },
} as const satisfies Record<string, Row>

export type Operations = typeof operations
export type OperationName = keyof Operations
export const operationNames = Object.keys(operations) as OperationName[]

type Part<R, Key extends string, As extends string> = R extends { [K in Key]: infer S extends z.core.$ZodType }
  ? { [K in As]: z.output<S> }
  : unknown

/** What an operation takes: `{path, query, body}`, each only where its row has it. */
export type Input<Name extends OperationName> = Part<Operations[Name], 'pathValues', 'path'> &
  Part<Operations[Name], 'query', 'query'> &
  Part<Operations[Name], 'body', 'body'>

/** What an operation answers, by the spec. */
export type Output<Name extends OperationName> = z.output<Operations[Name]['response']>

export type Method = Row['method']

/** The row of an operation, without what only one of them has. */
export const rowOf = (name: OperationName): Row => operations[name]

/** Whether an operation changes something: then it is recorded before it is sent. */
export const isWrite = (row: Row) => row.method !== 'GET'

const templates = operationNames.map((name) => ({ name, segments: rowOf(name).path.split('/') }))

function valuesAt(template: string[], segments: string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith('{')) {
      if (segment === '') return undefined
      values[part.slice(1, -1)] = segment
    } else if (part !== segment) return undefined
  }
  return values
}

/**
 * The operation that a request names.
 * @param segments the decoded segments of the path from `v2` on
 * @returns the row's name and path values; or the methods that the path has, where the method is none of them (405);
 *          or undefined where no row has that path (404)
 */
export function operationAt(
  method: string,
  segments: string[],
): { name: OperationName; path: Record<string, string> } | { allowed: Method[] } | undefined {
  const found = templates.flatMap(({ name, segments: template }) => {
    const path = valuesAt(template, ['', ...segments])
    return path ? [{ name, path }] : []
  })
  if (found.length === 0) return undefined
  return (
    found.find(({ name }) => rowOf(name).method === method) ?? {
      allowed: found.map(({ name }) => rowOf(name).method),
    }
  )
}

/**
 * The path of an operation with its values put in and encoded.
 * @throws ProblemError 400 where a value would lead to another path: nothing, `.` or `..`, which no encoding hides
 */
export function pathOf(name: OperationName, values: Record<string, string> = {}): string {
  const row = rowOf(name)
  return row.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key] ?? ''
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
    throw new ProblemError(400, 'invalid-input', `${row.title}: the ${key} cannot be part of an address.`)
  })
}
