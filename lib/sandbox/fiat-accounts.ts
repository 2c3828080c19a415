/** Spec, "Create fiat account" and "Update fiat account". */
import { operations } from '../api/operations'
import { type Handlers, notImplemented } from './handlers'

export const createFiatAccount: Handlers['createFiatAccount'] = () => {
  throw notImplemented(operations.createFiatAccount.title)
}

export const updateFiatAccount: Handlers['updateFiatAccount'] = () => {
  throw notImplemented(operations.updateFiatAccount.title)
}
