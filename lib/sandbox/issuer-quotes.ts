/** Spec, "List issuer quote executions". */
import type { IssuerQuotePage } from '../api/provider/issuer-quotes'
import { defaultLimit } from '../domain/values'
import type { Handlers } from './handlers'
import { cursorScope, pageOf, positionAt } from './pages'
import { always, isEmpty, windowOf } from './timestamps'

export const listIssuerQuotes: Handlers['listIssuerQuotes'] = ({ query }, context) => {
  const { store } = context
  const limit = query.limit ?? defaultLimit
  const descending = query.order !== 'ASC'
  const direction = descending ? 'DESC' : 'ASC'
  const scope = cursorScope('issuer-quotes', query, direction)
  const after = query.page_cursor === undefined ? undefined : positionAt(store, scope, query.page_cursor)
  const window = windowOf({ gte: query['created_range.begin'], lte: query['created_range.end'] })
  if (isEmpty(window)) return pageOf<IssuerQuotePage>(context, 'issuer_quote_executions', [], limit, scope)

  const near = after ?? (descending ? { time: window.to, sequence: always.to } : { time: window.from, sequence: -1 })
  const statuses = [...new Set(query.status ?? [])]
  const conditions = [
    `(created_at, seq) ${descending ? '<' : '>'} (?, ?)`,
    `created_at ${descending ? '>=' : '<='} ?`,
    ...(query.profile_id === undefined ? [] : ['profile_id = ?']),
    ...(statuses.length === 0 ? [] : [`status IN (${statuses.map(() => '?').join(', ')})`]),
  ]
  const rows = store.rows(
    `SELECT created_at AS time, seq, answer FROM issuer_quotes WHERE ${conditions.join(' AND ')}
     ORDER BY created_at ${direction}, seq ${direction} LIMIT ?`,
    [
      near.time,
      near.sequence,
      descending ? window.from : window.to,
      ...(query.profile_id === undefined ? [] : [query.profile_id]),
      ...statuses,
      limit,
    ],
  )
  return pageOf<IssuerQuotePage>(context, 'issuer_quote_executions', rows, limit, scope)
}
