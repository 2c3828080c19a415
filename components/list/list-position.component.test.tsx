import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderNow } from '@/components/testing/render'
import { useListPosition } from './list-position'
import type { TableHandle } from './record-table'

const confirmed = '/sandbox/activity?states=confirmed'
const focusRow = vi.fn(() => true)
beforeEach(() => focusRow.mockClear())

/** A list whose table has one row. */
function List({ list = confirmed, hasRows }: { list?: string; hasRows: boolean }) {
  const table = useRef<TableHandle>({ top: () => 120, scrollTo: () => {}, focusRow, focus: () => {}, keyAt: () => 'a' })
  const { onFollow } = useListPosition(table, list, { isWaiting: !hasRows, hasRows })
  return (
    <button type="button" onClick={({ currentTarget }) => onFollow('/sandbox/activity/a', currentTarget)}>
      Open
    </button>
  )
}

test('a row that was opened before the rows of the address came has the focus when the list is shown again', async () => {
  // The rows of the address before are still shown.
  const { rerender, unmount } = await renderNow(<List hasRows={false} />)
  await page.getByRole('button', { name: 'Open' }).click()
  await flushSync(() => rerender(<List hasRows />))
  expect(focusRow).not.toHaveBeenCalled()
  await unmount()
  await renderNow(<List hasRows />)
  expect(focusRow).toHaveBeenCalledExactlyOnceWith('a')
})

test('a row that was opened in vain is forgotten once another list is shown', async () => {
  const { rerender, unmount } = await renderNow(<List hasRows />)
  await page.getByRole('button', { name: 'Open' }).click()
  await flushSync(() => rerender(<List list="/sandbox/activity" hasRows />))
  await unmount()
  await renderNow(<List hasRows />)
  expect(focusRow).not.toHaveBeenCalled()
})
