/** What needs attention while the overview is open and transfers change. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { liveFeed } from '@/components/live/testing'
import type { Call } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { updates } from '@/components/testing/updates'
import type { Transfer } from '@/lib/provider/transfers'
import { Overview } from './overview'
import { answerOf, overviewOf } from './testing'

const waiting = (number: number, members: Partial<Transfer> = {}) =>
  transfer({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    status: 'PENDING',
    secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' },
    ...members,
  })

test('the counts follow the changes, by calls that do not extend the session', async () => {
  const feed = liveFeed()
  let travelRule = [waiting(1)]
  const isTravelRule = ({ query }: Call) => query.getAll('secondary_statuses').includes('TRAVEL_RULE_INFO_REQUESTED')
  const { calls } = await renderInConsole(<Overview environment="sandbox" person="treasury" roles={['support']} />, {
    answers: {
      listTransfers: (call) => transferPage(isTravelRule(call) ? travelRule : []),
      'POST /overview': () => answerOf(overviewOf()),
      ...feed.answers,
    },
  })
  const row = page.getByRole('row').filter({ hasText: 'Travel rule' })
  await expect.element(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await expect.element(updates('Live')).toBeVisible()
  travelRule = [waiting(1), waiting(2)]
  for (const number of [2, 3, 4]) feed.change(waiting(number))
  await expect.element(row.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  const reads = calls.filter((call) => call.operation === 'listTransfers' && isTravelRule(call))
  expect(reads.map(({ headers }) => headers.get('x-mintdesk-background'))).toEqual([null, '1'])
})
