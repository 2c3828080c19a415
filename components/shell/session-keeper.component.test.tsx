/** WCAG 2.2.1: nobody is signed out without a warning, and one press keeps the session. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type AnswerFor, problem } from '@/components/testing/proxy'
import { transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { SessionKeeper } from './session-keeper'

const minute = 60_000
const warning = () => page.getByRole('dialog', { name: 'Are you still there?' })
const stay = () => warning().getByRole('button', { name: 'Stay signed in' })

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

async function open(listTransfers: AnswerFor = transferPage([]), idleMinutes?: number) {
  const rendered = await renderInConsole(
    <>
      <input aria-label="Amount" />
      <SessionKeeper environment="sandbox" idleMinutes={idleMinutes} />
    </>,
    { url: '/sandbox/orders/new', answers: { listTransfers } },
  )
  await page.getByLabelText('Amount').click()
  return rendered
}

test('two minutes before a session ends a person can keep it by one press', async () => {
  const { calls } = await open()
  vi.advanceTimersByTime(11 * minute)
  await expect.element(warning()).not.toBeInTheDocument()
  vi.advanceTimersByTime(2 * minute)
  await expect.element(stay()).toHaveFocus()
  await checkAccessibility()
  await userEvent.keyboard('{Enter}')
  await expect.element(warning()).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Amount')).toHaveFocus()
  expect(calls.map(({ headers }) => headers.get('x-mintdesk-background'))).toEqual([null])
  vi.advanceTimersByTime(11 * minute)
  await expect.element(warning()).not.toBeInTheDocument()
})

test('in a demo, whose sessions last longer, the warning comes as late', async () => {
  await open(transferPage([]), 60)
  vi.advanceTimersByTime(56 * minute)
  await expect.element(warning()).not.toBeInTheDocument()
  vi.advanceTimersByTime(2 * minute)
  await expect.element(stay()).toBeVisible()
})

test('typing keeps the session, without a warning', async () => {
  const { calls } = await open()
  vi.advanceTimersByTime(6 * minute)
  await userEvent.keyboard('12')
  await expect.poll(() => calls).toHaveLength(1)
  vi.advanceTimersByTime(10 * minute)
  await expect.element(warning()).not.toBeInTheDocument()
})

test('a session that has ended meanwhile leads to sign-in', async () => {
  await open(() => problem(401, 'session-ended', 'Your session has ended.'))
  vi.advanceTimersByTime(13 * minute)
  await stay().click()
  await expect
    .element(page.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', expect.stringMatching('reason=ended'))
})
