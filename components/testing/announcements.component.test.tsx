/** Status messages (WCAG 4.1.3): each is announced, and announced once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { IntentPage } from '@/components/activity/intent-page'
import { intentOf } from '@/components/activity/testing'
import { Overview } from '@/components/overview/overview'
import { answerOf, usualOverview } from '@/components/overview/testing'
import { refresh } from '@/components/testing/updates'
import { TransferList } from '@/components/transfers/transfer-list'
import { recordAnnouncements } from './announcements'
import { setOnline } from './browser'
import { type Answers, problem } from './proxy'
import { transfer, transferPage } from './records'
import { renderInConsole } from './render'

beforeEach(recordAnnouncements)
afterEach(() => vi.useRealTimers())

const said = () => expect.poll(() => window.announcements, { timeout: 10_000 })
/** Waits for the first announcement, so that what follows it is on its own. */
const hears = async (text: RegExp) => {
  await said().toEqual([expect.stringMatching(text)])
  window.announcements.length = 0
}

const openList = (listTransfers: Answers['listTransfers'], search = '') =>
  renderInConsole(<TransferList environment="sandbox" />, {
    url: `/sandbox/transfers${search}`,
    answers: { listTransfers, 'GET /presets': { entries: [] } },
  })

test('a list says how many rows were loaded, that it was updated, and that it could not be', async () => {
  const answer = { now: (): object => transferPage([transfer()]) }
  await openList(() => answer.now())
  await hears(/^1 loaded, end of list$/)
  await refresh()
  await hears(/^Updated$/)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  answer.now = () => problem(503, 'service-refused', 'The provider is down.')
  await refresh()
  await hears(/^Last updated .* ago\. The provider is down\./)
  // Its age changes on screen, and is not read again and again.
  vi.advanceTimersByTime(60_000)
  await expect.element(page.getByText('1 min')).toBeVisible()
  await said().toEqual([])
})

test('a list says that the browser is offline, and which references were not found', async () => {
  await openList(() => transferPage([transfer({ ref_id: 'r-1' })]), '?ref_ids=r-1&ref_ids=r-2')
  await said().toHaveLength(2)
  expect(window.announcements.join(' ')).toMatch(/1 loaded, end of list/)
  expect(window.announcements.join(' ')).toMatch(/1 of 2 references was not found: r-2/)
  window.announcements.length = 0
  setOnline(false)
  await hears(/^You are offline\. Last updated/)
})

test('the overview says once that it was updated', async () => {
  await renderInConsole(<Overview environment="sandbox" person="treasury" roles={['admin']} />, {
    url: '/sandbox',
    answers: {
      'GET /intents': { intents: [], next_page_cursor: '' },
      'POST /overview': () => answerOf(usualOverview({ at: Date.now() })),
    },
  })
  await expect.element(page.getByText('Updated').first()).toBeVisible()
  window.announcements.length = 0
  await refresh()
  await said().toContain('Updated')
  expect(window.announcements.filter((text) => text === 'Updated')).toHaveLength(1)
})

test('an outcome that was checked is announced once', async () => {
  const unknown = intentOf({ state: 'unknown', path: { profile_id: 'profile-1' }, ref_id: 'hedge-119' })
  const sent = { ...unknown, sent_at: new Date().toISOString(), check_left_millis: 82_000_000 }
  await renderInConsole(<IntentPage environment="sandbox" person="treasury" roles={['treasury']} id={unknown.id} />, {
    url: `/sandbox/activity/${unknown.id}`,
    answers: {
      'GET /presets': { entries: [] },
      'GET /intents/{id}': sent,
      'GET /intents': { intents: [sent], next_page_cursor: '' },
      'POST /intents/{id}/resolve': { ...sent, state: 'confirmed', record_id: 'order-1', record_status: 'OPEN' },
    },
  })
  await page.getByRole('button', { name: 'Check outcome' }).click()
  await hears(/Order placed/)
})
