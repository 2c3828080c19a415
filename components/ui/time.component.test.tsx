/** Ages, which are judged by the clock of whoever set the time, and never by the browser's. */
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderInConsole } from '@/components/testing/render'
import { forgetClocks, noteAnswer } from '@/lib/browser/clocks'
import { Moment, Time, useNow } from './time'

afterEach(forgetClocks)

const minute = 60_000
const ago = (millis: number) => new Date(Date.now() - millis).toISOString()

function Judged({ dueAt }: { dueAt: number }) {
  return <p>{useNow(10 * minute, 'provider') > dueAt ? 'Overdue' : 'In time'}</p>
}

test("ages are by the provider's clock for its records, and by Mintdesk's for its own", async () => {
  const headers = new Headers({ 'x-mintdesk-clocks': `${Date.now() + 30 * minute} ${Date.now() + 90 * minute}` })
  noteAnswer('/api/sandbox/v2/transfer/transfers', { headers })
  await renderInConsole(
    <>
      <p>
        Created <Time value={ago(5 * minute)} clock="provider" />
      </p>
      <p>
        Requested <Time value={ago(5 * minute)} />
      </p>
      <p>
        Updated <Moment at={Date.now() - 5 * minute} />
      </p>
    </>,
    { url: '/sandbox/transfers', preferences: { times: 'relative' } },
  )
  await expect.element(page.getByText('Created 1 h ago')).toBeVisible()
  await expect.element(page.getByText('Requested 35 min ago')).toBeVisible()
  await expect.element(page.getByText('Updated 5 min ago')).toBeVisible()
})

test('what is judged by a clock changes as soon as that clock is known', async () => {
  await renderInConsole(<Judged dueAt={Date.now() + 10 * minute} />, { url: '/sandbox/transfers' })
  await expect.element(page.getByText('In time')).toBeVisible()
  const headers = new Headers({ 'x-mintdesk-clocks': `${Date.now()} ${Date.now() + 18 * minute}` })
  noteAnswer('/api/sandbox/v2/transfer/transfers', { headers })
  await expect.element(page.getByText('Overdue')).toBeVisible()
})
