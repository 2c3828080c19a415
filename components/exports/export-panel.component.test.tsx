import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { transfer } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { TransferList } from '@/components/transfers/transfer-list'
import type { NewExport } from '@/lib/features/exports/input'

const list = { items: [transfer()], next_page_cursor: '' }
const filtered = '?type=WIRE_DEPOSIT&limit=500&page_cursor=abc&x.earlier=def&x.columns=created.amount.reference'

const open = async (answers: Answers, width?: number) => {
  const opened = await renderInConsole(<TransferList environment="sandbox" />, {
    url: `/sandbox/transfers${filtered}`,
    answers: { listTransfers: list, ...answers },
    width,
  })
  await page.getByRole('button', { name: 'Export all' }).click()
  await expect.element(dialog).toBeVisible()
  return opened
}

/** No part of the list's head is out of reach on a phone. */
const rightEdge = () => page.getByRole('button', { name: 'Export all' }).element().getBoundingClientRect().right
const dialog = page.getByRole('dialog', { name: 'Export transfers' })
const choose = (name: string | RegExp) => dialog.getByRole('radio', { name }).click()
const sent = (calls: readonly { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body as NewExport)

test('the panel says what is exported, and starts it for all pages with what was chosen', async () => {
  const { calls } = await open({ 'POST /exports': {} })
  await expect.element(dialog).toHaveTextContent(/All matching transfers, up to 30 s ago/)
  await expect.element(dialog.getByRole('radio', { name: /^CSV/ })).toHaveFocus()
  await expect.element(dialog.getByRole('list', { name: 'Filters' })).toHaveTextContent('Type is Wire deposit')
  await checkAccessibility()
  await choose('ID and the columns shown')
  await dialog.getByRole('checkbox', { name: 'Add your team’s notes' }).click()
  await dialog.getByRole('button', { name: 'Start in the background' }).click()
  await expect.element(dialog).toHaveTextContent('The export has started. You can close this page.')
  await expect.element(dialog.getByRole('link', { name: 'View exports' })).toHaveAttribute('href', '/sandbox/exports')
  expect(sent(calls)).toEqual([
    {
      id: expect.any(String),
      list: 'listTransfers',
      search: 'type=WIRE_DEPOSIT',
      zone: 'UTC',
      format: 'csv',
      hasNotes: true,
      hasBom: false,
      columns: ['id', 'created_at', 'amount', 'ref_id'],
    },
  ])
})

test('a download begins at once, as the file is made', async () => {
  const clicked: string[] = []
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () {
    clicked.push(this.getAttribute('href') ?? '')
  }
  const { calls } = await open({ 'POST /exports': {} })
  await choose(/^NDJSON/)
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect.element(dialog).toHaveTextContent('The download has begun.')
  HTMLAnchorElement.prototype.click = click
  const [wanted] = sent(calls)
  expect(clicked).toEqual([`/api/sandbox/exports/${wanted?.id}/file`])
  expect(wanted).not.toHaveProperty('columns')
})

test('an export that was refused says why, and the same one is sent again', async () => {
  let isFull = true
  const { calls } = await open({
    'POST /exports': () =>
      isFull
        ? problem(409, 'export-limit', 'You have 3 exports under way.', { detail: 'Wait until one is complete.' })
        : {},
  })
  const start = dialog.getByRole('button', { name: 'Start in the background' })
  await start.click()
  await expect.element(dialog).toHaveTextContent('You have 3 exports under way. Wait until one is complete.')
  isFull = false
  await start.click()
  await expect.element(dialog).toHaveTextContent('The export has started.')
  const [first, second] = sent(calls)
  expect(second?.id).toBe(first?.id)
})

test('a schedule is added by keyboard, and the focus returns to the button', async () => {
  const { calls } = await open({ 'POST /exports/schedules': {} }, 390)
  await choose(/^Monthly/)
  await expect.element(dialog).toHaveTextContent(/All matching transfers created in that period, UTC/)
  dialog.getByRole('button', { name: 'Add schedule' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toHaveTextContent('The schedule was added.')
  expect(sent(calls)).toMatchObject([{ period: 'month', search: 'type=WIRE_DEPOSIT' }])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Export all' })).toHaveFocus()
  expect(rightEdge()).toBeLessThanOrEqual(390)
})
