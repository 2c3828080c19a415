import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { address, renderInConsole } from '@/components/testing/render'
import { transferFilters } from '@/components/transfers/transfer-filters'
import { useAddress } from '@/components/ui/address'
import { FilterBar } from './filter-bar'

function Bar() {
  const { path, search } = useAddress()
  return <FilterBar filters={transferFilters} path={path} params={new URLSearchParams(search)} />
}

test('a choice filter changes the address when it is applied, and Back takes it away', async () => {
  await renderInConsole(<Bar />, { url: '/sandbox/transfers' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Pending' }).click()
  expect(address()).toBe('/sandbox/transfers')

  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/sandbox/transfers?statuses=PENDING')
  await expect.element(page.getByRole('group', { name: 'Filters' })).toHaveTextContent('Status')

  window.history.back()
  await expect.poll(address).toBe('/sandbox/transfers')
  await expect.element(page.getByRole('group', { name: 'Filters' })).not.toHaveTextContent('Status')
})
