import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LookupBox } from '@/components/lookup/lookup-box'
import { KeyListener } from '@/components/shell/key-handler'
import { recordAnnouncements } from '@/components/testing/announcements'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { TransferList } from './transfer-list'
import { TransferMoves } from './transfer-moves'

const idOf = (index: number) => `11111111-0000-4000-8000-${String(index).padStart(12, '0')}`
const hash = '27ca64c092a959c7edc525ed45e845b1de6a7590d173fd2fad9133c8a779a1e3'
const items = Array.from({ length: 60 }, (_, index) => transfer({ id: idOf(index) }))
const list = '/sandbox/transfers?limit=60'
const row = (index: number) => page.getByRole('link', { name: `transfer ${idOf(index)}` })

async function show() {
  const { calls } = await renderInConsole(
    <>
      <LookupBox environment="sandbox" person="ines" />
      <KeyListener sequences={[]} />
      <TransferMoves environment="sandbox">
        <TransferList environment="sandbox" />
      </TransferMoves>
    </>,
    {
      url: list,
      answers: {
        listTransfers: transferPage(items),
        getTransfer: ({ values }) => transfer({ id: values.id }),
        'GET /transfers/{id}/observed': { states: [] },
        'POST /lookup': {
          calls: 1,
          results: [
            {
              verdict: 'found',
              field: 'crypto_tx_hashes',
              transfers: [transfer({ id: idOf(77) })],
              isMore: false,
              requests: [],
              asked: [],
            },
          ],
        },
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
  // The reader was there last.
  await expect.element(row(3)).toHaveFocus()
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

test('a look-up opens its transfer over the list without a request for the page, and says what was found', async () => {
  const calls = await show()
  recordAnnouncements()
  await userEvent.keyboard('/')
  await userEvent.keyboard(hash)
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`/sandbox/transfers/${idOf(77)}`)
  await expect.element(page.getByRole('tab', { name: /JSON/ })).toBeVisible()
  await expect.poll(() => window.announcements.join()).toMatch(/Wire deposit.*Found by hash/)
  window.history.back()
  await expect.element(row(2)).toBeVisible()
  expect(calls.filter(({ operation }) => operation === 'listTransfers')).toHaveLength(1)
})

test('keys in quick succession each reach the page that the one before them opened', async () => {
  await show()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await row(2).click()
  await expect.element(page.getByText('3 of 60 loaded')).toBeVisible()
  // All in one task, before anything is painted.
  const press = (key: string) =>
    document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  for (const key of ['j', 'j', 'c']) press(key)
  await expect.element(page.getByText('5 of 60 loaded')).toBeVisible()
  expect(copied.mock.calls).toEqual([[idOf(4)]])
  // The reader is where the steps led.
  press('u')
  await expect.element(row(4)).toHaveFocus()
})
