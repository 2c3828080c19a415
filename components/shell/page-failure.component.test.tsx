import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { PageFailure } from './page-failure'

const again = () => page.getByRole('button', { name: 'Try again' })

test('a page that threw is tried again without leaving the document', async () => {
  const reset = vi.fn()
  await renderInConsole(<PageFailure error={Object.assign(new Error('x'), { digest: 'E394' })} reset={reset} />)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(page.getByText('E394')).toBeVisible()
  await checkAccessibility()
  await again().click()
  expect(reset).toHaveBeenCalledOnce()
})

test('a page whose code is lost is not reloaded while Mintdesk cannot be reached', async () => {
  const error = Object.assign(new Error('Failed to load chunk'), { name: 'ChunkLoadError' })
  const reset = vi.fn()
  const { calls } = await renderInConsole(<PageFailure error={error} reset={reset} />, {
    answers: { 'HEAD /api/ready': () => new Response(null, { status: 502 }) },
  })
  await expect.element(page.getByText('Part of the page did not arrive.')).toBeVisible()
  await again().click()
  await expect.element(page.getByText('Mintdesk cannot be reached. Check the connection.')).toBeVisible()
  expect(calls).toHaveLength(1)
  expect(reset).not.toHaveBeenCalled()
})
