/** Spec, "List transfers" and "Get transfer". */
import { ProblemError } from '../api/problem'
import type { Transfer, TransferPage } from '../api/provider/transfers'
import { defaultLimit } from '../domain/values'
import { type Handlers, JsonText } from './handlers'
import { cursorScope, pageOf, positionAt } from './pages'
import { orderOf, transferRows } from './transfer-query'

export const listTransfers: Handlers['listTransfers'] = ({ query }, context) => {
  const { store } = context
  const order = orderOf(query)
  const limit = query.limit ?? defaultLimit
  const scope = cursorScope('transfers', query, `${order.by} ${order.descending ? 'DESC' : 'ASC'}`)
  const after = query.page_cursor === undefined ? undefined : positionAt(store, scope, query.page_cursor)
  const rows = transferRows(store, query, order, after, limit)
  return pageOf<TransferPage>(context, 'items', rows, limit, scope, (kept) => store.transferJson(kept))
}

export const getTransfer: Handlers['getTransfer'] = ({ path }, { store }) => {
  // RFC 9562: a UUID is written in lower case and read in either.
  const found = store.first('SELECT answer FROM transfers WHERE id = ?', path.id.toLowerCase())
  if (!found) {
    throw new ProblemError(404, 'not-found', 'There is no such transfer.', {
      detail: `No transfer has the id ${path.id}.`,
    })
  }
  return new JsonText<Transfer>(store.transferJson(String(found.answer)))
}
