/** What needs attention while the overview is open and transfers change. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { liveFeed } from '@/components/live/testing'
import { transfer } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { updates } from '@/components/testing/updates'
import type { OverviewPresent } from '@/lib/features/overview/interface'
import { Overview } from './overview'
import { answerOf, overviewOf } from './testing'

const waiting = (count: number): Partial<OverviewPresent> => ({
  attention: [{ kind: 'travel-rule', count, listed: count, byAsset: [], withoutAmount: 0, reasons: ['travel-rule'] }],
})

test('the counts follow the changes, by calls that do not extend the session', async () => {
  const feed = liveFeed()
  let present = waiting(1)
  const { calls } = await renderInConsole(<Overview environment="sandbox" person="treasury" roles={['support']} />, {
    answers: { 'POST /overview': () => answerOf(overviewOf({ present })), ...feed.answers },
  })
  const row = page.getByRole('row').filter({ hasText: 'Travel rule' })
  await expect.element(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await expect.element(updates('Live')).toBeVisible()
  present = waiting(2)
  for (const number of [2, 3, 4]) feed.change(transfer({ id: `00000000-0000-4000-8000-00000000000${number}` }))
  await expect.element(row.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  const reads = calls.filter(
    ({ path, body }) => path === '/overview' && (body as { since?: number }).since !== undefined,
  )
  expect(reads.map(({ headers }) => headers.get('x-mintdesk-background'))).toEqual([null, '1'])
})
