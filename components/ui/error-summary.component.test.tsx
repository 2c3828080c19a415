import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderInConsole } from '@/components/testing/render'
import { ErrorSummary } from './field'

test('the error summary takes the focus when it appears', async () => {
  await renderInConsole(<ErrorSummary focusKey={1}>Enter the amount.</ErrorSummary>)
  await expect.element(page.getByRole('alert')).toHaveFocus()
})
