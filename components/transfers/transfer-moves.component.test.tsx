import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { TransferList } from './transfer-list'
import { TransferMoves } from './transfer-moves'

const idOf = (index: number) => `11111111-0000-4000-8000-${String(index).padStart(12, '0')}`
const items = Array.from({ length: 60 }, (_, index) => transfer({ id: idOf(index) }))
const list = '/sandbox/transfers?limit=60'
const row = (index: number) => page.getByRole('link', { name: `transfer ${idOf(index)}` })

async function show() {
  const { calls } = await renderInConsole(
    <TransferMoves environment="sandbox">
      <TransferList environment="sandbox" />
    </TransferMoves>,
    {
      url: list,
      answers: {
        listTransfers: transferPage(items),
        getTransfer: ({ values }) => transfer({ id: values.id }),
      },
    },
  )
  await expect.element(row(2)).toBeVisible()
  // The page of a transfer is loaded once the list is there.
  await import('./transfer-page')
  await new Promise((loaded) => requestIdleCallback(loaded))
  return calls
}

test('the list is there as it was left after a transfer, with the focus on its row', async () => {
  const calls = await show()
  const region = page.getByRole('region', { name: 'Transfers table' })
  region.element().scrollTop = 640
  await expect.element(row(30)).toBeVisible()
  const drawn = row(30).element()
  await row(30).click()
  await expect.element(page.getByRole('tab', { name: /JSON/ })).toBeVisible()
  expect(address()).toBe(`/sandbox/transfers/${idOf(30)}?x.from=limit%3D60`)
  await expect.element(region).not.toBeInTheDocument()
  expect(document.title).toContain('Wire deposit')
  await page.getByRole('link', { name: /^Back to the list/ }).click()
  await expect.element(row(30)).toHaveFocus()
  expect(row(30).element(), 'it is not drawn again').toBe(drawn)
  expect(region.element().scrollTop).toBe(640)
  expect(address()).toBe(list)
  expect(document.title).toContain('Transfers')
  expect(calls.filter(({ operation }) => operation === 'listTransfers')).toHaveLength(1)
})

test("the browser's back and forward buttons lead between list and transfers", async () => {
  await show()
  await row(2).click()
  await expect.element(page.getByText('3 of 60 loaded')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.element(page.getByText('4 of 60 loaded')).toBeVisible()
  window.history.go(-2)
  await expect.element(row(2)).toHaveFocus()
  window.history.forward()
  await expect.element(page.getByText('3 of 60 loaded')).toBeVisible()
})

test('a filter of the list is kept apart from the transfer that is shown over it', async () => {
  await show()
  await row(2).click()
  await expect.element(page.getByRole('tab', { name: /JSON/ })).toBeVisible()
  // A tab is a parameter of this address only.
  await page.getByRole('tab', { name: 'All fields' }).click()
  await expect.poll(address).toContain('x.tab=fields')
  await userEvent.keyboard('{Escape}')
  window.history.back()
  await expect.element(row(2)).toBeVisible()
  expect(address()).toBe(list)
})
