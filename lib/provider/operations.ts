/**
 * The whole API on two screens. Every function that knows an operation reads its row; row.ts says what a row holds. Rows name
 * their schemas (schemas.ts) and records (records.ts), so that a page loads only those that it uses.
 */
import type * as z from 'zod/mini'
import { ProblemError } from './problem'
import { type Role, rolesWith } from './roles'
import type { RecordName, Row, WriteRow } from './row'
import type { bodies, schemas } from './schemas'

const readers = rolesWith('read')

/** Details of an account at a bank, which no list can name. */
const details = { fiat_network_instructions: 'details', fiat_account_owner: 'details' } as const

/** Four a minute around the clock: the largest desk's programs send less in the name of one person. */
const dailyWrites = 20_000

const reviewed = 'before money can be sent to it.'

export const operations = {
  listTransfers: {
    title: 'List transfers',
    method: 'GET',
    path: '/v2/transfer/transfers',
    scope: 'transfer:read_transfer',
    roles: readers,
    isList: true,
    isLookedUp: true,
    isFollowed: true,
    query: 'TransferQuery',
    response: 'TransferPage',
    record: 'transfer',
    recordMember: 'items',
  },
  getTransfer: {
    title: 'Get transfer',
    method: 'GET',
    path: '/v2/transfer/transfers/{id}',
    scope: 'transfer:read_transfer',
    roles: readers,
    pathValues: 'TransferPath',
    response: 'Transfer',
    record: 'transfer',
    isObserved: true,
  },
  createOrder: {
    title: 'Create order',
    method: 'POST',
    path: '/v2/profiles/{profile_id}/orders',
    scope: 'exchange:write_order',
    roles: rolesWith('order'),
    pathValues: 'OrderPath',
    body: 'NewOrder',
    response: 'Order',
    record: 'order',
    replay: { verb: 'place', ifFirst: 'places it now, at current prices' },
    plainBecause: 'An order names no account or person, only amounts and identifiers.',
    daily: dailyWrites,
    label: 'Create order',
    noun: 'order',
    moves: {
      money: 'order',
      of: { profile_id: 'profile', identity_id: 'identity', identity_account_id: 'customer' },
      to: { recipient_profile_id: 'profile' },
    },
    page: 'orders',
    listTitle: 'Orders',
    offered: { on: 'orders', keys: 'n o' },
  },
  createFiatAccount: {
    title: 'Create fiat account',
    method: 'POST',
    path: '/v2/transfer/fiat-accounts',
    scope: 'transfer:write_fiat_account',
    roles: rolesWith('accounts'),
    body: 'NewFiatAccount',
    response: 'FiatAccount',
    record: 'fiatAccount',
    replay: { verb: 'register', ifFirst: 'registers it now' },
    daily: dailyWrites,
    label: 'Create fiat account',
    noun: 'fiat account',
    afterwards: { PENDING: `The provider reviews it ${reviewed}` },
    moves: { money: null, of: { identity_id: 'identity', account_id: 'customer' }, to: details },
    page: 'fiat-accounts',
    listTitle: 'Fiat accounts',
    offered: { on: 'fiat-accounts', keys: 'n f' },
  },
  updateFiatAccount: {
    title: 'Update fiat account',
    method: 'PUT',
    path: '/v2/transfer/fiat-accounts/{id}',
    scope: 'transfer:write_fiat_account',
    roles: rolesWith('accounts'),
    pathValues: 'FiatAccountPath',
    body: 'FiatAccountChanges',
    response: 'FiatAccount',
    record: 'fiatAccount',
    changesRecordAt: 'id',
    replay: null,
    daily: dailyWrites,
    label: 'Update fiat account',
    noun: 'change',
    afterwards: { PENDING: `The provider reviews the account again ${reviewed}` },
    moves: { money: null, to: { id: 'account', ...details } },
    page: 'fiat-accounts',
  },
  createRule: {
    title: 'Create orchestration rule',
    method: 'POST',
    path: '/v2/orchestration/rules',
    scope: 'orchestration:write_orchestration_rule',
    roles: rolesWith('rules'),
    body: 'NewRule',
    response: 'RuleAnswer',
    record: 'rule',
    recordMember: 'rule',
    replay: { verb: 'create', ifFirst: 'creates it now, and it takes effect immediately' },
    plainBecause: 'A rule refers to accounts by identifier and holds no account number.',
    daily: dailyWrites,
    label: 'Create rule',
    noun: 'rule',
    moves: {
      money: 'unknown',
      of: { profile_id: 'profile', identity_id: 'identity', account_id: 'customer' },
      from: {
        'source.crypto.address': 'deposits',
        'source.crypto.address_id': 'deposits',
        'source.fiat.deposit_instructions_id': 'deposits',
        'source.fiat.memo_id': 'deposits',
        'source.profile.profile_id': 'profile',
      },
      to: {
        'destination.crypto.address': 'address',
        'destination.fiat.fiat_account_id': 'account',
        'destination.profile.profile_id': 'profile',
      },
    },
    page: 'rules',
    listTitle: 'Rules',
    offered: { on: 'rules', keys: 'n r' },
  },
  initiateSandboxFiatDeposit: {
    title: 'Initiate sandbox fiat deposit',
    method: 'POST',
    path: '/v2/sandbox/fiat-deposits',
    scope: 'transfer:write_sandbox_fiat_deposit',
    roles: rolesWith('order'),
    isSandboxOnly: true,
    body: 'NewFiatDeposit',
    response: 'NoContent',
    record: null,
    replay: null,
    daily: dailyWrites,
    label: 'Send test wire',
    noun: 'test wire',
    afterwards: { '': 'Its transfers appear below.' },
    moves: { money: 'inAsset', to: { memo_id: 'deposits' } },
    page: 'deposits',
    offered: { on: 'money', keys: 'n d' },
  },
  listIssuerQuotes: {
    title: 'List issuer quote executions',
    method: 'GET',
    path: '/v2/issuer-quotes',
    scope: 'exchange:read_issuer_quote_execution',
    roles: readers,
    isList: true,
    query: 'IssuerQuoteQuery',
    response: 'IssuerQuotePage',
    record: 'issuerQuote',
    recordMember: 'issuer_quote_executions',
  },
} as const satisfies Record<string, Row>

export type Operations = typeof operations
export type OperationName = keyof Operations
export const operationNames = Object.keys(operations) as OperationName[]

type Schemas = typeof schemas & { [Name in keyof typeof bodies]: (typeof bodies)[Name]['schema'] }

/** The schema that a row names; unknown where it names none. */
export type SchemaOf<
  Name extends OperationName,
  Key extends 'pathValues' | 'query' | 'body' | 'response',
> = Operations[Name] extends { [K in Key]: infer Noun extends keyof Schemas } ? Schemas[Noun] : unknown

type Part<Schema, As extends string> = Schema extends z.core.$ZodType ? { [K in As]: z.output<Schema> } : unknown

/** The input of an operation: `{path, query, body}`, each only if its row has it. */
export type Input<Name extends OperationName> = Part<SchemaOf<Name, 'pathValues'>, 'path'> &
  Part<SchemaOf<Name, 'query'>, 'query'> &
  Part<SchemaOf<Name, 'body'>, 'body'>

/** The answer of an operation by the spec. */
export type Output<Name extends OperationName> = z.output<Schemas[Operations[Name]['response']]>

/** The operations that change something. */
export type WriteName = {
  [Name in OperationName]: Operations[Name] extends WriteRow ? Name : never
}[OperationName]

/** The writes whose page lists their records. */
export type ListedWrite = {
  [Name in WriteName]: Operations[Name] extends { listTitle: string } ? Name : never
}[WriteName]

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
  body: 'Removed',
  response: 'NoContent',
  record: null,
  replay: null,
  daily: 0,
  label: 'Removed operation',
  noun: 'request',
  moves: { money: null },
  page: 'activity',
}

/** Whether an operation changes something: then it is recorded before it is sent. */
export const isWrite = (row: Row): row is WriteRow => row.method !== 'GET'
export const isWriteName = (name: OperationName): name is WriteName => isWrite(rowOf(name))
export const writeNames: readonly WriteName[] = operationNames.filter(isWriteName)

/** Whether a repeated request with the same `ref_id` is answered with the existing record (docs/provider.md, "Writing"). */
export const isReplayable = (name: WriteName): boolean => writeRowOf(name).replay !== null

/** Whether bodies and answers are encrypted at rest. */
export const isEncrypted = (name: WriteName): boolean => writeRowOf(name).plainBecause === undefined

/** Whether an operation changes a record that another one created. */
export const isChange = (name: WriteName): boolean => writeRowOf(name).changesRecordAt !== undefined

/** The writes that create or change a kind of record; of null, those that leave no record. */
export const writesOf = (record: RecordName | null): WriteName[] =>
  writeNames.filter((name) => writeRowOf(name).record === record)

/** The writes that change the record that a write creates or changes; [] where there are none. */
export const changesOf = (name: WriteName): WriteName[] => writesOf(writeRowOf(name).record).filter(isChange)

/** Whether these roles may send a write. */
export const mayWrite = (name: WriteName, roles: readonly Role[]): boolean =>
  writeRowOf(name).roles.some((role) => roles.includes(role))

/** The page with the form of a write, below the environment. */
export function formPath(name: WriteName, path: Readonly<Record<string, string>> = {}): string {
  const { page, changesRecordAt } = writeRowOf(name)
  return changesRecordAt === undefined
    ? `${page}/new`
    : `${page}/${encodeURIComponent(path[changesRecordAt] ?? '')}/edit`
}

/** The write whose form is on a page below the environment. @param isEdit whether it changes a record */
export const formAt = (page: string, isEdit: boolean): WriteName | undefined =>
  writeNames.find((name) => writeRowOf(name).page === page && isChange(name) === isEdit)

const isListed = (name: WriteName): name is ListedWrite => writeRowOf(name).listTitle !== undefined

/** The write whose records a page below the environment lists. */
export const listAt = (page: string): ListedWrite | undefined =>
  writeNames.filter(isListed).find((name) => operations[name].page === page)

const templates = operationNames.map((name) => ({ name, segments: rowOf(name).path.split('/') }))

/** The values of a path template's members; undefined where the segments are not its own. */
export function valuesAt(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
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
    found.find(({ name }) => rowOf(name).method === method) ?? { allowed: found.map(({ name }) => rowOf(name).method) }
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
