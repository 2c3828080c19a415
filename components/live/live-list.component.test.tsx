/** A list that is open while its transfers change. */
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, setOnline } from '@/components/testing/browser'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { refresh, updates } from '@/components/testing/updates'
import { TransferList } from '@/components/transfers/transfer-list'
import { liveFeed, setTabVisible } from './testing'

const idOf = (number: number) => `0192e4a0-0000-7000-8000-00000000000${number}`
/** Created and updated so many minutes after nine. */
const row = (number: number, minutes: number, members = {}) =>
  transfer({
    id: idOf(number),
    status: 'PENDING',
    created_at: `2026-11-19T09:0${number}:00.000Z`,
    updated_at: `2026-11-19T09:${minutes}:00.000Z`,
    ref_id: `order ${number}`,
    ...members,
  })

async function showList(url = '/sandbox/transfers', rows = [row(3, 10), row(2, 10), row(1, 10)]) {
  const feed = liveFeed()
  const list = { rows }
  const shown = await renderInConsole(<TransferList environment="sandbox" />, {
    url,
    answers: { listTransfers: () => transferPage(list.rows, 'more'), ...feed.answers },
  })
  await expect.element(updates('Live')).toBeVisible()
  return { feed, list, ...shown }
}

const rowOf = (number: number) => page.getByRole('row').filter({ hasText: `order ${number}` })
const references = () =>
  [...document.querySelectorAll('tbody tr')].map((one) => /order \d/.exec(one.textContent ?? '')?.[0])
const announced = () => [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join(' ')

afterEach(() => setTabVisible(true))

describe('A list that is live', () => {
  test('shows the new status of a row in its place, and keeps focus, selection and preview', async () => {
    const { feed } = await showList()
    await rowOf(2).getByRole('checkbox').click()
    await rowOf(2).getByRole('link').element().focus()
    const focused = document.activeElement
    feed.change(row(2, 20, { status: 'COMPLETED' }))
    await expect.element(rowOf(2).getByText('Completed')).toBeVisible()
    expect(references()).toEqual(['order 3', 'order 2', 'order 1'])
    expect(document.activeElement).toBe(focused)
    await expect.element(rowOf(2).getByRole('checkbox')).toBeChecked()
  })

  test('never shows an older status than the one on screen, whether it comes by the stream or by a refresh', async () => {
    const { feed, calls } = await showList()
    feed.change(row(2, 20, { status: 'COMPLETED' }))
    await expect.element(rowOf(2).getByText('Completed')).toBeVisible()
    feed.change(row(2, 15, { status: 'FAILED' }))
    // A replica of the provider that is behind.
    await refresh()
    await expect.poll(() => calls.filter(({ operation }) => operation === 'listTransfers')).toHaveLength(2)
    await expect.element(updates()).toHaveAttribute('aria-busy', 'false')
    await expect.element(rowOf(2).getByText('Completed')).toBeVisible()
    await expect.element(rowOf(1).getByText('Pending')).toBeVisible()
  })

  test('announces new transfers in one line and shows them, on request, at the top', async () => {
    const { feed } = await showList()
    feed.change(row(4, 20))
    feed.change(row(5, 21))
    await expect.element(page.getByRole('button', { name: '2 new transfers' })).toBeVisible()
    expect(references()).toEqual(['order 3', 'order 2', 'order 1'])
    await page.getByRole('button', { name: '2 new transfers' }).click()
    await expect.poll(references).toEqual(['order 5', 'order 4', 'order 3', 'order 2', 'order 1'])
    await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toContain('order 5')
    await expect.element(page.getByRole('button', { name: /new transfer/ })).not.toBeInTheDocument()
  })

  test('does not announce transfers that its filters leave out, or that belong to a later page', async () => {
    const { feed } = await showList('/sandbox/transfers?statuses=PENDING&limit=3')
    feed.change(row(4, 20, { status: 'FAILED' }))
    feed.change(row(9, 21, { created_at: '2026-11-01T09:00:00.000Z' }))
    feed.change(row(5, 22))
    await expect.element(page.getByRole('button', { name: '1 new transfer' })).toBeVisible()
  })

  test('announces nothing new on a later page', async () => {
    const { feed } = await showList('/sandbox/transfers?page_cursor=second')
    feed.change(row(4, 20))
    feed.change(row(2, 20, { status: 'COMPLETED' }))
    await expect.element(rowOf(2).getByText('Completed')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /new transfer/ })).not.toBeInTheDocument()
  })

  test('marks a row that no longer matches the filters, and neither removes it nor blames the provider', async () => {
    const { feed } = await showList('/sandbox/transfers?statuses=PENDING')
    feed.change(row(2, 20, { status: 'FAILED' }))
    await expect.element(rowOf(2).getByText('No longer matches the filter Status.')).toBeInTheDocument()
    expect(references()).toEqual(['order 3', 'order 2', 'order 1'])
    expect(document.body.textContent).not.toContain('not match the filters')
  })

  test('tells a screen reader once of many changes', async () => {
    const { feed } = await showList()
    // As on screen already: a new connection repeats the last minute.
    feed.change(row(1, 10))
    for (const number of [2, 3]) feed.change(row(number, 20, { status: 'COMPLETED' }))
    feed.change(row(4, 20))
    await expect.poll(announced).toContain('2 transfers changed. 1 new transfer.')
  })

  test('says that changes were missed, and shows them after a refresh', async () => {
    const { feed, list } = await showList()
    feed.reload()
    list.rows = [row(4, 30), ...list.rows]
    await page.getByRole('button', { name: 'Changes were missed: refresh' }).click()
    await expect.poll(references).toEqual(['order 4', 'order 3', 'order 2', 'order 1'])
    await expect.element(page.getByRole('button', { name: 'Changes were missed: refresh' })).not.toBeInTheDocument()
  })
})

describe('The button that says how current the list is', () => {
  test('names state and time, and opens what they mean and the refresh; Esc returns to it', async () => {
    await showList()
    await expect.element(updates('Live')).toHaveTextContent(/^Live, updated \d\d:\d\d:\d\d$/)
    await updates('Live').click()
    const details = page.getByRole('dialog', { name: 'Updates' })
    await expect.element(details).toHaveTextContent('Changes at the provider appear here within seconds.')
    await expect.element(details).toHaveTextContent(/Updated \d+ \w+ \d{4} \d\d:\d\d:\d\d UTC/)
    await expect.element(details.getByRole('button', { name: 'Refresh' })).toHaveFocus()
    await checkAccessibility()
    await userEvent.keyboard('{Escape}')
    await expect.element(details).not.toBeInTheDocument()
    await expect.element(updates('Live')).toHaveFocus()
  })

  test('says that the page reconnects while the provider does not answer', async () => {
    const { feed } = await showList()
    feed.state('waiting')
    await expect.element(updates('Reconnecting')).toBeVisible()
    feed.state('live')
    await expect.element(updates('Live')).toBeVisible()
  })

  test('says that the page reconnects when the connection breaks, and continues after the last change it knows', async () => {
    const { feed } = await showList()
    feed.change(row(2, 20))
    await expect.poll(announced).toContain('1 transfer changed.')
    feed.cut()
    await expect.element(updates('Reconnecting')).toBeVisible()
    await expect.poll(() => feed.resumedAfter, { timeout: 5_000 }).toEqual([null, 'e.1'])
    await expect.element(updates('Live')).toBeVisible()
  })

  test('says that the page is paused while the browser is offline', async () => {
    const { feed } = await showList()
    await setOnline(false)
    await expect.element(updates('Paused')).toBeVisible()
    await setOnline(true)
    await expect.element(updates('Live')).toBeVisible()
    expect(feed.resumedAfter).toHaveLength(2)
  })

  test('says that the page is paused while another tab is shown, and continues when this one is shown again', async () => {
    const { feed } = await showList()
    feed.change(row(2, 20))
    await expect.poll(announced).toContain('1 transfer changed.')
    setTabVisible(false)
    await expect.element(updates('Paused')).toBeVisible()
    setTabVisible(true)
    await expect.element(updates('Live')).toBeVisible()
    expect(feed.resumedAfter).toEqual([null, 'e.1'])
  })

  test('says that the page is paused once the session has ended', async () => {
    const { feed } = await showList()
    feed.end('session')
    await expect.element(updates('Paused')).toBeVisible()
    expect(feed.resumedAfter).toHaveLength(1)
  })
})

test('A list listens in the background, so that it does not keep the session alive', async () => {
  const { calls } = await showList()
  await userEvent.keyboard('{Tab}')
  const [live] = calls.filter(({ path }) => path === '/live')
  expect(live?.headers.get('x-mintdesk-background')).toBe('1')
})
