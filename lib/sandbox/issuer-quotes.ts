/** Spec, "List issuer quote executions". */

import { defaultLimit } from '../domain/values'
import type { IssuerQuotePage } from '../provider/issuer-quotes'
import { example, exampleIds } from './description/documentation'
import type { Operation } from './handlers'
import { cursorScope, pageOf, positionAt } from './pages'
import { always, isEmpty, windowOf } from './timestamps'

export const listIssuerQuotes: Operation<'listIssuerQuotes'> = {
  handle({ query }, context) {
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
  },

  tag: { name: 'Issuer quotes', description: 'Executed issuer quotes.' },
  about: 'Lists the issuer quote executions that match all filters, sorted by creation time.',
  rules: ['range-that-ends-after-it-begins', 'cursor-of-the-same-query'],
  parameters: { status: ['COMPLETE'], limit: 25 },
  success: 'One page.',
  answers: example('lastPage', 'A mint and a redemption', {
    issuer_quote_executions: [
      {
        id: 'a92d5e07-6b3f-4c18-8e74-0f1d2c3b4a59',
        created_at: '2026-11-19T14:12:44.003518Z',
        asset_type: 'USDG',
        principal: '750000.00',
        fee: '0.00',
        status: 'COMPLETE',
        ref_id: 'mint-2026-1119-07',
        token_fee: '0.00',
        token_price: '1.00',
        token_principal: '750000.00',
        profile_id: exampleIds.mint,
      },
      {
        id: '3f86b1c4-95d2-4e70-a1b8-7c6d5e4f3a20',
        created_at: '2026-11-19T11:30:09.640277Z',
        asset_type: 'PYUSD',
        principal: '120000.00',
        fee: '0.00',
        status: 'COMPLETE',
        token_fee: '0.00',
        token_price: '1.00',
        token_principal: '-120000.00',
        profile_id: exampleIds.mint,
      },
    ],
    next_page_cursor: '',
  }),
}
