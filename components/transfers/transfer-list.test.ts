import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { actorLabels } from '@/components/records/next-action'
import { usualTimesRead } from '@/components/records/usual-times'
import { readTransfer } from '@/lib/provider/reading'
import { NextActionCell, widestAction } from './transfer-list'

const now = Date.parse('2026-11-19T14:00:00Z')
const key = usualTimesRead('sandbox').queryKey

/** The column's text for a pending wire of this age. */
function textOf(queries: QueryClient, hours: number): string {
  const created_at = new Date(now - hours * 3_600_000).toISOString()
  const transfer = readTransfer({ type: 'WIRE_DEPOSIT', status: 'PENDING', created_at })
  const cell = createElement(NextActionCell, { transfer, environment: 'sandbox', now })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, cell))
}

test('who acts is empty while usual times load', () => {
  expect(textOf(new QueryClient(), 2000)).toBe('')
})

test('who acts is decided by 24 h if usual times cannot be loaded', async () => {
  const queries = new QueryClient()
  await queries.prefetchQuery({ queryKey: key, queryFn: () => Promise.reject(new Error('down')), retry: false })
  expect([textOf(queries, 25), textOf(queries, 23)]).toEqual(['Support follows up', 'No action needed'])
})

test('who acts is decided by usual times once they are loaded', () => {
  const queries = new QueryClient()
  queries.setQueryData(key, [{ type: 'Wire deposit', transfers: 20, median: 60_000, p95: 3_600_000 }])
  expect([textOf(queries, 2), textOf(queries, 1)]).toEqual(['Support follows up', 'No action needed'])
})

test('the column is wide enough for every action', () => {
  expect(widestAction).toHaveLength(Math.max(...actorLabels.map(({ length }) => length)))
})
