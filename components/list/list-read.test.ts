import { afterEach, expect, test, vi } from 'vitest'
import { forgetClocks, noteAnswer } from '@/lib/browser/clocks'
import { relativeRead } from './list-read'

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
  const asked: string[] = []
  const read = (params: URLSearchParams) => ({
    queryKey: [],
    queryFn: async () => {
      asked.push(params.toString())
      return { items: [], at: 0, text: '', requestId: '' }
    },
  })
  const { queryFn } = relativeRead('sandbox', 'listTransfers', new URLSearchParams('x.created=last-24h'), 'UTC', read)
  const { asOf } = await queryFn({ signal: new AbortController().signal })
  expect(new URLSearchParams(asked.at(-1)).get('created_at.gte')).toBe('2026-11-18T15:31:00Z')
  expect(asOf).toBe('2026-11-19T15:30:10Z[UTC]')
})
