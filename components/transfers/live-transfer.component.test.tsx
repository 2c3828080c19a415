/** The page of a transfer that changes while it is open. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { liveFeed } from '@/components/live/testing'
import { movement } from '@/components/money/testing'
import { problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { updates } from '@/components/testing/updates'
import type { Transfer } from '@/lib/provider/transfers'
import { TransferPage } from './transfer-page'

const id = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const pending = transfer({ id, status: 'PENDING', group_id: 'group-1' })
const completed = transfer({ ...pending, status: 'COMPLETED', updated_at: '2026-11-19T10:05:00.000Z' })

async function showTransfer(answer: () => Transfer | Response) {
  const feed = liveFeed()
  const shown = await renderInConsole(<TransferPage environment="sandbox" id={id} />, {
    url: `/sandbox/transfers/${id}`,
    answers: {
      getTransfer: answer,
      listTransfers: transferPage([]),
      'GET /movements/{id}': movement([pending]),
      'GET /transfers/{id}/observed': { states: [] },
      ...feed.answers,
    },
  })
  await expect.element(updates('Live')).toBeVisible()
  return {
    feed,
    reads: () => shown.calls.filter(({ operation }) => operation === 'getTransfer'),
    movements: () => shown.calls.filter(({ path }) => path.startsWith('/movements/')),
  }
}

const status = () => page.getByRole('main').getByText('Completed', { exact: true }).first()

test('it is read again in the background, and says that it changed and when', async () => {
  let now = pending
  const { feed, reads } = await showTransfer(() => now)
  now = completed
  feed.change(completed)
  await expect.element(status()).toBeVisible()
  await expect.element(page.getByText(/^Changed \d\d:\d\d:\d\d UTC$/)).toBeVisible()
  expect(reads().map(({ headers }) => headers.get('x-mintdesk-background'))).toEqual([null, '1'])
  await expect.poll(() => document.body.textContent).toContain('This transfer changed: Completed.')
})

test('the newer version of the list is shown, as such, when it cannot be read again', async () => {
  let answer: () => Transfer | Response = () => pending
  const { feed } = await showTransfer(() => answer())
  answer = () => problem(502, 'service-unreachable', 'The provider is not responding.')
  feed.change(completed)
  await expect.element(status()).toBeVisible()
  await expect.element(page.getByText('From the list')).toBeVisible()
})

test('the newer version is kept when the provider answers with an older one', async () => {
  const { feed } = await showTransfer(() => pending)
  feed.change(completed)
  await expect.element(status()).toBeVisible()
})

test('the changes of other transfers do not read it again, only its movement', async () => {
  const { feed, reads, movements } = await showTransfer(() => pending)
  await expect.poll(movements).toHaveLength(1)
  feed.change(transfer({ ...completed, id: other, profile_id: 'another' }))
  feed.change(transfer({ ...pending, updated_at: '2026-11-19T09:59:00.000Z' }))
  // The other side of its group has appeared on its profile.
  feed.change(transfer({ ...completed, id: other }))
  await expect.poll(movements).toHaveLength(2)
  expect(reads()).toHaveLength(1)
})
