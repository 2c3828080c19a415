/** The whole API on two screens. Every function that knows an operation reads its row; row.ts says what a row holds. */
import type * as z from 'zod/mini'
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
import {
  identityErrors,
  NewOrder,
  Order,
  OrderPath,
  openOrderStatuses,
  orderFill,
  orderSummary,
  placementErrors,
} from './orders'
import { ProblemError } from './problem'
import { readFiatAccount, readIssuerQuote, readOrder, readRule, readTransfer } from './reading'
import type { Role } from './roles'
import type { RecordKind, Row, WriteRow } from './row'
import { NewRule, Rule, RuleAnswer, ruleSummary } from './rules'
import { Transfer, TransferPage, TransferPath, TransferQuery } from './transfers'

const readers: readonly Role[] = ['support', 'treasury', 'approver', 'admin']
const writers: readonly Role[] = ['treasury', 'admin']

const transfer: RecordKind = {
  name: 'transfer',
  schema: Transfer,
  read: readTransfer,
  openStatuses: ['PENDING'],
  refusedStatuses: [],
}
const issuerQuote: RecordKind = {
  name: 'issuer quote',
  schema: IssuerQuoteExecution,
  read: readIssuerQuote,
  openStatuses: ['PENDING'],
  refusedStatuses: [],
}
const order: RecordKind = {
  name: 'order',
  schema: Order,
  read: readOrder,
  openStatuses: openOrderStatuses,
  // A refusal is a 4xx or a 200 with REJECTED (service-facts, "Reading").
  refusedStatuses: ['REJECTED'],
  fillOf: orderFill,
}
const fiatAccount: RecordKind = {
  name: 'fiat account',
  schema: FiatAccount,
  read: readFiatAccount,
  openStatuses: ['PENDING'],
  refusedStatuses: [],
}
const rule: RecordKind = { name: 'rule', schema: Rule, read: readRule, openStatuses: ['PENDING'], refusedStatuses: [] }

const reviewed = 'before money can be sent to it.'

export const operations = {
  listTransfers: {
    title: 'List transfers',
    method: 'GET',
    path: '/v2/transfer/transfers',
    scope: 'transfer:read_transfer',
    roles: readers,
    isList: true,
    query: TransferQuery,
    response: TransferPage,
    record: transfer,
    recordMember: 'items',
  },
  getTransfer: {
    title: 'Get transfer',
    method: 'GET',
    path: '/v2/transfer/transfers/{id}',
    scope: 'transfer:read_transfer',
    roles: readers,
    pathValues: TransferPath,
    response: Transfer,
    record: transfer,
  },
  createOrder: {
    title: 'Create order',
    method: 'POST',
    path: '/v2/profiles/{profile_id}/orders',
    scope: 'exchange:write_order',
    roles: writers,
    pathValues: OrderPath,
    body: NewOrder,
    response: Order,
    record: order,
    replay: { ifFirst: 'places it now, at current prices' },
    plainBecause: 'An order names no account or person, only amounts and identifiers.',
    label: 'Create order',
    noun: 'order',
    form: 'orders/new',
    summarize: orderSummary,
    placementErrors,
    identityErrors,
  },
  createFiatAccount: {
    title: 'Create fiat account',
    method: 'POST',
    path: '/v2/transfer/fiat-accounts',
    scope: 'transfer:write_fiat_account',
    roles: writers,
    body: NewFiatAccount,
    response: FiatAccount,
    record: fiatAccount,
    replay: { ifFirst: 'registers it now' },
    label: 'Create fiat account',
    noun: 'fiat account',
    afterwards: `The provider reviews it ${reviewed}`,
    form: 'fiat-accounts/new',
    summarize: newFiatAccountSummary,
  },
  updateFiatAccount: {
    title: 'Update fiat account',
    method: 'PUT',
    path: '/v2/transfer/fiat-accounts/{id}',
    scope: 'transfer:write_fiat_account',
    roles: writers,
    pathValues: FiatAccountPath,
    body: FiatAccountChanges,
    response: FiatAccount,
    record: fiatAccount,
    changesRecordAt: 'id',
    replay: null,
    label: 'Update fiat account',
    noun: 'change',
    afterwards: `The provider reviews the account again ${reviewed}`,
    form: 'fiat-accounts/{id}/edit',
    summarize: fiatAccountChangeSummary,
  },
  createRule: {
    title: 'Create orchestration rule',
    method: 'POST',
    path: '/v2/orchestration/rules',
    scope: 'orchestration:write_orchestration_rule',
    roles: writers,
    body: NewRule,
    response: RuleAnswer,
    record: rule,
    recordMember: 'rule',
    replay: { ifFirst: 'creates it now, and it takes effect immediately' },
    plainBecause: 'A rule refers to accounts by identifier and holds no account number.',
    label: 'Create rule',
    noun: 'rule',
    afterwards: 'It now runs automatically.',
    form: 'rules/new',
    summarize: ruleSummary,
  },
  initiateSandboxFiatDeposit: {
    title: 'Initiate sandbox fiat deposit',
    method: 'POST',
    path: '/v2/sandbox/fiat-deposits',
    scope: 'transfer:write_sandbox_fiat_deposit',
    roles: writers,
    isSandboxOnly: true,
    body: NewFiatDeposit,
    response: NoContent,
    record: null,
    replay: null,
    label: 'Simulate deposit',
    noun: 'deposit',
    afterwards: 'Its transfers appear below.',
    form: 'deposits/new',
    summarize: depositSummary,
  },
  listIssuerQuotes: {
    title: 'List issuer quote executions',
    method: 'GET',
    path: '/v2/issuer-quotes',
    scope: 'exchange:read_issuer_quote_execution',
    roles: readers,
    isList: true,
    query: IssuerQuoteQuery,
    response: IssuerQuotePage,
    record: issuerQuote,
    recordMember: 'issuer_quote_executions',
  },
} as const satisfies Record<string, Row>

export type Operations = typeof operations
export type OperationName = keyof Operations
export const operationNames = Object.keys(operations) as OperationName[]

type Part<R, Key extends string, As extends string> = R extends { [K in Key]: infer S extends z.core.$ZodType }
  ? { [K in As]: z.output<S> }
  : unknown

/** The input of an operation: `{path, query, body}`, each only if its row has it. */
export type Input<Name extends OperationName> = Part<Operations[Name], 'pathValues', 'path'> &
  Part<Operations[Name], 'query', 'query'> &
  Part<Operations[Name], 'body', 'body'>

/** The answer of an operation by the spec. */
export type Output<Name extends OperationName> = z.output<Operations[Name]['response']>

/** The operations that change something. */
export type WriteName = {
  [Name in OperationName]: Operations[Name] extends WriteRow ? Name : never
}[OperationName]

export type Method = Row['method']

/** The row of an operation, typed by what all rows share. */
export const rowOf = (name: OperationName): Row => operations[name]
export const writeRowOf = (name: WriteName): WriteRow => (Object.hasOwn(operations, name) ? operations[name] : removed)

/**
 * The row of a recorded write whose operation was removed from the table since. Activity keeps showing it, by its summary
 * and state; nobody can send, check or duplicate it.
 */
const removed: WriteRow = {
  title: 'Removed operation',
  method: 'POST',
  path: '',
  scope: '',
  roles: [],
  body: NoContent,
  response: NoContent,
  record: null,
  replay: null,
  label: 'Removed operation',
  noun: 'request',
  form: 'activity',
  summarize: () => '',
}

/** Whether an operation changes something: then it is recorded before it is sent. */
export const isWrite = (row: Row): row is WriteRow => row.method !== 'GET'
export const isWriteName = (name: OperationName): name is WriteName => isWrite(rowOf(name))
export const writeNames: readonly WriteName[] = operationNames.filter(isWriteName)

/** Whether a repeated request with the same `ref_id` is answered with the existing record (service-facts, "Writing"). */
export const isReplayable = (name: WriteName): boolean => writeRowOf(name).replay !== null

/** Whether bodies and answers are sealed at rest. */
export const isSealed = (name: WriteName): boolean => writeRowOf(name).plainBecause === undefined

/** Whether an operation changes a record that another one created. */
export const isChange = (name: WriteName): boolean => writeRowOf(name).changesRecordAt !== undefined

/** The writes that change the record that a write creates or changes; [] where there are none. */
export function changesOf(name: WriteName): readonly WriteName[] {
  const { record } = writeRowOf(name)
  return writeNames.filter((other) => record !== null && isChange(other) && writeRowOf(other).record === record)
}

/**
 * Reads the record in the answer of a write, or in `meta.existing` of a 409.
 * @returns undefined where the operation answers with no record
 */
export const readRecord = (name: WriteName, raw: unknown) => writeRowOf(name).record?.read(raw)

/** Whether a status changes without a further request; any other is final or unknown to the spec. */
export const isOpenStatus = (name: WriteName, status: string): boolean =>
  writeRowOf(name).record?.openStatuses.includes(status) === true

/** Whether a record with this status shows that the write was not carried out. */
export const isRefusedStatus = (name: WriteName, status: string): boolean =>
  writeRowOf(name).record?.refusedStatuses.includes(status) === true

/** What a write requests in a few words: "Sell 12.50 BTC, limit 92,000.00 USD". Holds no whole account number. */
export const summaryOf = (name: WriteName, path: Readonly<Record<string, string>>, body: unknown): string =>
  writeRowOf(name).summarize(path, body)

/** The page with the form of a write, below the environment. */
export const formPath = (name: WriteName, path: Readonly<Record<string, string>> = {}): string =>
  writeRowOf(name).form.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? ''))

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
 * Finds the operation of a request.
 * @param segments the decoded segments of the path, starting with `v2`
 * @returns the row's name and path values; or the methods of the path, where this is none of them (405); or undefined where
 *          no row has the path (404)
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
 * The path of an operation with encoded values.
 * @throws ProblemError 400 where a value would change the path: empty, `.` or `..`, which no encoding prevents
 */
export function pathOf(name: OperationName, values: Record<string, string> = {}): string {
  const row = rowOf(name)
  return row.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key] ?? ''
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
    throw new ProblemError(400, 'invalid-input', `${row.title}: the ${key} cannot be used in a URL.`)
  })
}
