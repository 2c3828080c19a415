import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { whoActs } from './transfer-columns'
import { usualTimesKey } from './usual-times'

const now = Date.parse('2026-11-19T14:00:00Z')
const key = usualTimesKey('sandbox')

/** What the column shows of a pending wire of this age. */
function wordOf(queries: QueryClient, hours: number): string {
  const created_at = new Date(now - hours * 3_600_000).toISOString()
  const transfer = readTransfer({ type: 'WIRE_DEPOSIT', status: 'PENDING', created_at })
  const cell = whoActs('sandbox').cell?.(transfer, now)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, cell))
}

test('who acts is left open while usual times are being read', () => {
  expect(wordOf(new QueryClient(), 2000)).toBe('')
})

test('who acts goes by 24 h where usual times could not be read', async () => {
  const queries = new QueryClient()
  await queries.prefetchQuery({ queryKey: key, queryFn: () => Promise.reject(new Error('down')), retry: false })
  expect([wordOf(queries, 25), wordOf(queries, 23)]).toEqual(['Support: follow up', 'No action needed'])
})

test('who acts goes by usual times once they are read', () => {
  const queries = new QueryClient()
  queries.setQueryData(key, [{ type: 'Wire deposit', transfers: 20, median: 60_000, most: 3_600_000 }])
  expect([wordOf(queries, 2), wordOf(queries, 1)]).toEqual(['Support: follow up', 'No action needed'])
})
