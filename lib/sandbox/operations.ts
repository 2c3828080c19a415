/** Each operation as the sandbox serves and describes it: a new resource is added to both lists. */
import * as depositHandlers from './deposits'
import { deposits } from './description/deposits'
import { joinDocumentation } from './description/documentation'
import { fiatAccounts } from './description/fiat-accounts'
import { issuerQuotes } from './description/issuer-quotes'
import { orders } from './description/orders'
import { rules } from './description/rules'
import { tokens } from './description/tokens'
import { transfers } from './description/transfers'
import { values } from './description/values'
import * as fiatAccountHandlers from './fiat-accounts'
import type { Handlers } from './handlers'
import * as issuerQuoteHandlers from './issuer-quotes'
import * as orderHandlers from './orders'
import * as ruleHandlers from './rules'
import * as transferHandlers from './transfers'

export const handlers: Handlers = {
  ...transferHandlers,
  ...orderHandlers,
  ...fiatAccountHandlers,
  ...ruleHandlers,
  ...depositHandlers,
  ...issuerQuoteHandlers,
}

export const documentation = joinDocumentation(
  values,
  transfers,
  orders,
  fiatAccounts,
  rules,
  deposits,
  issuerQuotes,
  tokens,
)
