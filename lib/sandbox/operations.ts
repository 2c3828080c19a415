/** Each operation as the sandbox serves and describes it: a new resource is added here. */
import type { OperationName } from '../api/provider/operations'
import * as deposits from './deposits'
import type { AnyDocumentation } from './description/documentation'
import * as fiatAccounts from './fiat-accounts'
import type { Operation } from './handlers'
import * as issuerQuotes from './issuer-quotes'
import * as orders from './orders'
import * as rules from './rules'
import * as transfers from './transfers'

/** One for each row; a missing one does not compile. */
export const operations: { [Name in OperationName]: Operation<Name> } = {
  ...transfers,
  ...orders,
  ...fiatAccounts,
  ...rules,
  ...deposits,
  ...issuerQuotes,
}

/** What the API description says of an operation, typed by what all have. */
export const documentationOf = (name: OperationName): AnyDocumentation => operations[name]
