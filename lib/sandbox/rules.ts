/** Spec, "Create orchestration rule". */
import { operations } from '../api/operations'
import { type Handlers, notImplemented } from './handlers'

export const createRule: Handlers['createRule'] = () => {
  throw notImplemented(operations.createRule.title)
}
