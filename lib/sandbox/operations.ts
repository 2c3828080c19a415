/** Each operation as the sandbox serves and describes it: a new resource is added here. */
import { type Input, isWriteName, type OperationName } from '../provider/operations'
import { recordOf } from '../provider/records'
import * as deposits from './deposits'
import type { AnyDocumentation } from './description/documentation'
import * as fiatAccounts from './fiat-accounts'
import { alreadyExists, type Context, type Operation } from './handlers'
import * as issuerQuotes from './issuer-quotes'
import * as orders from './orders'
import * as rules from './rules'
import * as transfers from './transfers'

/** One for each row; a missing one does not compile. */
const operations: { [Name in OperationName]: Operation<Name> } = {
  ...transfers,
  ...orders,
  ...fiatAccounts,
  ...rules,
  ...deposits,
  ...issuerQuotes,
}

/**
 * Does what an input asks for. A repeated `ref_id` is answered first, so that a client that lost the answer can recover the
 * record, whatever has changed since.
 * @throws ProblemError 409 `already-exists` with the record
 */
export function perform<Name extends OperationName>(name: Name, input: Input<Name>, context: Context) {
  const { existing, handle } = operations[name]
  const found = existing?.(input, context)
  if (found) throw alreadyExists((isWriteName(name) && recordOf(name)?.name) || 'record', found)
  return handle(input, context)
}

/** What the API description says of an operation, typed by what all have. */
export const documentationOf = (name: OperationName): AnyDocumentation => operations[name]
