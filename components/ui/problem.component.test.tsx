import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setOnline } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { updates } from '@/components/testing/updates'
import { PreferencesProvider } from '@/components/ui/preferences'
import { noteLiveStatus } from '@/lib/browser/live-status'
import { readPreferences } from '@/lib/browser/preferences'
import { ProblemError } from '@/lib/provider/problem'
import { ProblemView, RateLimitNotice, UpdatedAgo } from './problem'

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

test('a failed read says that nothing was sent, folds its source and both request IDs, and can be retried', async () => {
  const retry = vi.fn()
  const error = new ProblemError(502, 'service-unreachable', 'The provider did not answer.', {
    detail: 'Check the connection and try again. Nothing was changed.',
    meta: { answered_by: 'service', service_request_id: 'provider-1' },
  })
  error.problem.request_id = 'req_1'
  await renderInConsole(view(error, retry))
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'The list could not be loaded. Nothing was sent or changed.The provider did not answer. Check the connection and try again.',
    )
  await expect.element(page.getByText('Nothing was changed.')).not.toBeInTheDocument()
  await expect.element(page.getByText('HTTP status')).not.toBeVisible()
  await page.getByText('Details').click()
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

test('a provider that did not answer in time is the source, although Mintdesk says so', async () => {
  const error = new ProblemError(504, 'service-timeout', 'The provider did not answer in time.', {
    meta: { answered_by: 'console' },
  })
  await renderInConsole(view(error))
  await page.getByText('Details').click()
  await expect.element(page.getByRole('definition').filter({ hasText: /^The provider$/ })).toBeVisible()
})

test('on a phone one word stands in the middle of the button that says how current a page is', async () => {
  await renderInConsole(<UpdatedAgo isReading onRefresh={() => {}} />, { width: 390 })
  const middle = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return (top + bottom) / 2
  }
  const word = page.getByText('Loading', { exact: true }).element()
  expect(Math.abs(middle(word) - middle(updates().element()))).toBeLessThan(3)
})

test('one button says how current a page is: reading, live, reconnecting, paused, failed, waiting', async () => {
  const at = Date.now()
  const limit = new ProblemError(429, 'rate-limited', 'Too many requests.', { headers: { 'retry-after': '42' } })
  const failure = new ProblemError(503, 'service-refused', 'The provider is down.')
  const pill = (props: object) => <UpdatedAgo at={at} isReading={false} onRefresh={() => {}} {...props} />
  const { screen } = await renderInConsole(pill({ at: undefined, isReading: true }))
  const says = (text: RegExp) => expect.element(updates()).toHaveTextContent(text)
  const show = (props: object) =>
    screen.rerender(<PreferencesProvider initial={readPreferences(() => undefined)}>{pill(props)}</PreferencesProvider>)
  await says(/^Loading$/)
  await show({})
  await says(/^Updated \d\d:\d\d:\d\d$/)
  noteLiveStatus('sandbox', 'live')
  await show({ live: 'sandbox' })
  await says(/^Live, updated \d\d:\d\d:\d\d$/)
  noteLiveStatus('sandbox', 'reconnecting')
  await says(/^Reconnecting, updated \d\d/)
  noteLiveStatus('sandbox', 'paused')
  await says(/^Paused$/)
  noteLiveStatus('sandbox', undefined)
  await show({ problem: failure, problemAt: at })
  await says(/^Not updated since \d\d/)
  await show({ problem: limit, problemAt: at })
  await says(/^Waits 4\d s, updated \d\d/)
  await show({})
  setOnline(false)
  await says(/^Paused$/)
  setOnline(true)
  await says(/^Updated/)
})
