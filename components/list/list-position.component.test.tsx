import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useListPosition } from './list-position'
import type { TableHandle } from './record-table'

const list = '/sandbox/activity?states=confirmed'
const focusRow = vi.fn(() => true)

/** A list whose table has one row. */
function List({ hasRows }: { hasRows: boolean }) {
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
  const { rerender, unmount } = await render(<List hasRows={false} />)
  await page.getByRole('button', { name: 'Open' }).click()
  await rerender(<List hasRows />)
  expect(focusRow).not.toHaveBeenCalled()
  await unmount()
  await render(<List hasRows />)
  expect(focusRow).toHaveBeenCalledExactlyOnceWith('a')
})
