import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInConsole } from '@/components/testing/render'
import { ProblemError } from '@/lib/api/problem'
import { ProblemView, RateLimitNotice } from './problem'

const view = (error: ProblemError, onRetry = () => {}) => (
  <ProblemView error={error} what="The list" at={Date.now()} onRetry={onRetry} />
)

test('an ended session says why, and sign-in learns the reason and the way back', async () => {
  const detail = 'You were signed out after 15 minutes without activity. Sign in to continue.'
  const error = new ProblemError(401, 'session-ended', 'Your session has ended.', { detail, meta: { reason: 'idle' } })
  await renderInConsole(view(error), { url: '/sandbox/transfers?statuses=FAILED' })
  await expect.element(page.getByRole('heading', { name: 'Signed out' })).toBeVisible()
  await expect.element(page.getByText(`${detail} You return to this page after signing in.`)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', '/sign-in?callbackUrl=%2Fsandbox%2Ftransfers%3Fstatuses%3DFAILED&reason=ended&ended=idle')
})

test('a failed read names its source and both request IDs, and can be retried', async () => {
  const retry = vi.fn()
  const error = new ProblemError(502, 'service-unreachable', 'The provider did not answer.', {
    meta: { answered_by: 'service', service_request_id: 'provider-1' },
  })
  error.problem.request_id = 'req_1'
  await renderInConsole(view(error, retry))
  await expect.element(page.getByRole('alert')).toHaveTextContent('The list could not be loaded.')
  for (const text of ['req_1', 'provider-1', 'The provider', '502'])
    await expect.element(page.getByRole('definition').filter({ hasText: text }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(retry).toHaveBeenCalledOnce()
})

test('a rate limit is counted down and then retried', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const retry = vi.fn()
  const error = new ProblemError(429, 'rate-limited', 'Too many requests.', { headers: { 'retry-after': '5' } })
  await renderInConsole(<RateLimitNotice error={error} since={Date.now()} onRetry={retry} />)
  await expect.element(page.getByRole('timer')).toHaveTextContent('5 s')
  expect(retry).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => retry.mock.calls.length).toBe(1)
  vi.useRealTimers()
})
