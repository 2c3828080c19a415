/** Spec, "Create order". */
import { operations } from '../api/operations'
import { type Handlers, notImplemented } from './handlers'

export const createOrder: Handlers['createOrder'] = () => {
  throw notImplemented(operations.createOrder.title)
}
