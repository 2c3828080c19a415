/** Spec, "Initiate sandbox fiat deposit". */
import { operations } from '../api/operations'
import { type Handlers, notImplemented } from './handlers'

export const initiateSandboxFiatDeposit: Handlers['initiateSandboxFiatDeposit'] = () => {
  throw notImplemented(operations.initiateSandboxFiatDeposit.title)
}
