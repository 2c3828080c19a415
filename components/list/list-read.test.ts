import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { transferSource } from '@/components/records/transfer-reads'
import { forgetClocks, noteAnswer } from '@/lib/browser/clocks'
import type { TransferQuery } from '@/lib/provider/transfers'
import { listRead } from './list-read'

afterEach(() => {
  forgetClocks()
  vi.useRealTimers()
})

test("the last 24 hours of a list are the provider's, whatever the clock of the browser shows", async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-19T12:00:00Z') })
  const [console, provider] = ['2026-11-19T15:00:00Z', '2026-11-19T15:30:10Z'].map((time) => Date.parse(time))
  noteAnswer('/api/sandbox/v2/transfer/transfers', {
    headers: new Headers({ 'x-mintdesk-clocks': `${console} ${provider}` }),
  })
  const asked: unknown[] = []
  const read = (_: unknown, query: TransferQuery) => ({
    queryKey: [],
    queryFn: async () => {
      asked.push(query['created_at.gte'])
      return { items: [], at: 0, text: '', requestId: '' }
    },
  })
  const client = new QueryClient()
  const { queryFn } = listRead('sandbox', { ...transferSource, read }, new URLSearchParams('x.created=last-24h'), 'UTC')
  const { asOf } = await queryFn({ client, queryKey: [], signal: new AbortController().signal, meta: undefined })
  expect(asked.at(-1)).toBe('2026-11-18T15:31:00Z')
  expect(asOf).toBe('2026-11-19T15:30:10Z[UTC]')
})
