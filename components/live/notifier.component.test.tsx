/** Browser notifications: asked for on a click, without amounts unless wanted, and once however many tabs are open. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NotificationSettings, NotificationSwitch } from '@/components/shell/shell-dialog'

import { checkAccessibility } from '@/components/testing/browser'
import { problem } from '@/components/testing/proxy'
import { transfer } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { lastChoice, rememberChoice } from '@/lib/browser/stored-text'
import type { SavedViews } from '@/lib/features/views/interface'
import type { Transfer } from '@/lib/provider/transfers'
import Notifier from './notifier'
import { liveFeed, setTabVisible } from './testing'

type Shown = { title: string; body?: string; tag?: string; onclick?: () => void }

const browserNotification = window.Notification
let shown: Shown[]
let asked: number

/** Stands in for the browser's own, which a test cannot see. */
function allowNotifications(permission: NotificationPermission, answer: NotificationPermission = permission): void {
  class TestNotification {
    static permission = permission
    static requestPermission = async () => {
      asked += 1
      TestNotification.permission = answer
      return answer
    }
    onclick?: () => void
    close = () => undefined
    constructor(title: string, { body, tag }: NotificationOptions) {
      shown.push(Object.assign(this, { title, body, tag }))
    }
  }
  Object.defineProperty(window, 'Notification', { value: TestNotification, configurable: true, writable: true })
}

beforeEach(() => {
  shown = []
  asked = 0
  allowNotifications('granted')
})
afterEach(() => {
  vi.useRealTimers()
  setTabVisible(true)
  Object.defineProperty(window, 'Notification', { value: browserNotification, configurable: true, writable: true })
})

const id = '00000000-0000-4000-8000-000000000001'
const approval = (members: Partial<Transfer> = {}) =>
  transfer({
    id,
    status: 'PENDING',
    type: 'WIRE_WITHDRAWAL',
    direction: 'DEBIT',
    amount: '1250.00',
    asset: 'USD',
    secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' },
    ...members,
  })

type Options = { isDetailed?: boolean; tabs?: number; intents?: object[][]; waiting?: object[][]; views?: SavedViews }

async function showTabs({ isDetailed = false, tabs = 1, intents = [[]], waiting = [[]], views }: Options = {}) {
  const feed = liveFeed()
  const pages = [...intents]
  const held = [...waiting]
  const next = (of: object[][]) => (of.length > 1 ? of.shift() : of[0]) ?? []
  const notifiers = ['first', 'second', 'third']
    .slice(0, tabs)
    .map((tab) => (
      <Notifier key={tab} environment="sandbox" person="treasury" isDetailed={isDetailed} mayReadActivity />
    ))
  await renderInConsole(notifiers, {
    url: '/sandbox/transfers',
    answers: {
      'GET /intents': ({ query }) => ({
        intents: next(query.get('by') === 'expiry' ? held : pages) as never[],
        next_page_cursor: '',
      }),
      'GET /views': views ?? (() => problem(502, 'console-unreachable', 'No answer.')),
      ...feed.answers,
    },
  })
  await expect.poll(() => feed.resumedAfter.length).toBe(1)
  return feed
}

test('a transfer that needs approval is notified once, however many tabs are open, and leads to its page', async () => {
  const feed = await showTabs({ tabs: 3 })
  feed.change(approval())
  feed.change(approval({ updated_at: '2026-11-19T10:30:00.000Z' }))
  await expect.poll(() => shown).toHaveLength(1)
  expect(shown[0]).toMatchObject({
    title: '[Sandbox] Transfer waiting for approval at the provider',
    body: 'Open Mintdesk to see it.',
  })
  shown[0]?.onclick?.()
  await expect.poll(address).toBe(`/sandbox/transfers/${id}`)
  expect(shown).toHaveLength(1)
})

test('a hidden tab notifies', async () => {
  const feed = await showTabs({ tabs: 2 })
  setTabVisible(false)
  feed.change(approval())
  await expect.poll(() => shown).toHaveLength(1)
  expect(feed.resumedAfter).toHaveLength(1)
  setTabVisible(true)
})

test('a request whose outcome becomes unknown is notified, and one that was unknown before is not', async () => {
  const intent = (number: number) => ({
    id: `0192e4a0-0000-4000-8000-00000000000${number}`,
    state: 'unknown',
    summary: 'Sell 0.5 BTC',
    created_at: '2026-11-19T09:00:00.000Z',
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await showTabs({ intents: [[intent(1)], [intent(2), intent(1)]] })
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(() => shown.map(({ title }) => title)).toEqual(['[Sandbox] Outcome of a request unknown'])
  expect(JSON.stringify(shown)).not.toContain('BTC')
})

test('a request that comes to wait for this person is notified, and again when who asked for it reminds them', async () => {
  const request = (number: number, decisions: object[] = [], may_decide = true) => ({
    id: `0192e4a0-0000-4000-8000-00000000001${number}`,
    summary: 'Sell 4 BTC',
    approval: { may_decide, digest: 'one', decisions },
  })
  const reminded = [{ kind: 'remind', at: '2026-11-19T09:10:00Z', is_current: true }]
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await showTabs({
    waiting: [[request(1)], [request(1), request(2), request(3, [], false)], [request(1, reminded), request(2)]],
  })
  const titles = () => shown.map(({ title }) => title)
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(titles).toEqual(['[Sandbox] A request waits for your approval'])
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.poll(titles).toHaveLength(2)
  expect(titles()[1]).toBe('[Sandbox] Reminder: a request waits for you')
  expect(JSON.stringify(shown)).not.toContain('BTC')
})

test('a notification has type and amount only if the person chose it, without a sign that looks like a debit', async () => {
  const feed = await showTabs({ isDetailed: true })
  feed.change(approval())
  await expect.poll(() => shown[0]?.body).toBe('Wire withdrawal, 1,250.00 USD')
})

test('travel rule requests and failures are notified, and completed or moving transfers are not', async () => {
  const feed = await showTabs()
  const other = (number: number, members: Partial<Transfer>) =>
    feed.change(transfer({ id: `00000000-0000-4000-8000-00000000000${number}`, ...members }))
  other(2, { status: 'COMPLETED' })
  other(3, { status: 'PENDING' })
  other(4, { status: 'PENDING', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } })
  other(5, { status: 'FAILED' })
  await expect
    .poll(() => shown.map(({ title }) => title))
    .toEqual(['[Sandbox] Travel rule details needed', '[Sandbox] Transfer failed'])
})

const large: SavedViews['views'][number] = {
  id: '00000000-0000-4000-8000-0000000000aa',
  name: 'Large',
  list: 'transfers',
  search: 'x.amount.gte=1000',
  is_shared: false,
  owner: { name: 'Ines Okafor', is_me: true },
  may_change: true,
  changed_at: '2026-11-19T12:00:00.000Z',
}

test('only transfers of the chosen view are notified, and all of them once it is gone', async () => {
  const owner = { person: 'treasury', environment: 'sandbox' } as const
  const other = (number: number, amount: string) =>
    approval({ id: `00000000-0000-4000-8000-00000000000${number}`, amount })
  const tags = () => shown.map(({ tag }) => tag?.at(-1))
  rememberChoice('notified-view', owner, large.id)
  const feed = await showTabs({ views: { views: [large], pins: [] } })
  feed.change(other(1, '999.99'))
  feed.change(other(2, '1000.00'))
  await expect.poll(tags).toEqual(['2'])
  rememberChoice('notified-view', owner, '00000000-0000-4000-8000-0000000000bb')
  feed.change(other(3, '1.00'))
  await expect.poll(tags).toEqual(['2', '3'])
})

test('while views cannot be read, no notification is missing', async () => {
  rememberChoice('notified-view', { person: 'treasury', environment: 'sandbox' }, large.id)
  const feed = await showTabs()
  feed.change(approval({ amount: '1.00' }))
  await expect.poll(() => shown).toHaveLength(1)
})

test('a person chooses the view by keyboard, and the choice is kept', async () => {
  const views = { views: [large, { ...large, id: 'x', name: 'Noted', search: 'x.note=call' }], pins: [] }
  await renderInConsole(<NotificationSettings environment="sandbox" person="treasury" onClosed={() => {}} />, {
    preferences: { notifications: 'plain' },
    answers: { 'GET /views': views },
  })
  const choice = page.getByRole('combobox', { name: 'Transfers' })
  await expect.element(choice).toHaveTextContent('Large')
  // The notes of a transfer are not known here.
  await expect.element(choice).not.toHaveTextContent('Noted')
  choice.element().focus()
  await userEvent.keyboard('La')
  await expect.element(choice).toHaveValue(large.id)
  expect(lastChoice('notified-view', { person: 'treasury', environment: 'sandbox' })).toBe(large.id)
  await checkAccessibility()
})

test('the same event is not notified again by a page that opens later', async () => {
  const feed = await showTabs()
  feed.change(approval())
  await expect.poll(() => shown).toHaveLength(1)
  const stored = localStorage.getItem('mintdesk:notified')
  expect(stored).toContain(id)
  expect(stored).not.toMatch(/1250|USD|WIRE/)
})

test('a choice asks the browser on the click, and stays off if the browser refuses', async () => {
  allowNotifications('default', 'denied')
  await renderInConsole(<NotificationSwitch />)
  expect(asked).toBe(0)
  await page.getByRole('radio', { name: 'On', exact: true }).click()
  expect(asked).toBe(1)
  await expect.element(page.getByText(/This browser blocks notifications of Mintdesk/)).toBeVisible()
  expect(document.cookie).not.toContain('mintdesk-notifications')
})

test('a choice that the browser allows is kept', async () => {
  allowNotifications('default', 'granted')
  await renderInConsole(<NotificationSwitch />)
  await page.getByRole('radio', { name: 'With amounts' }).click()
  await expect.element(page.getByRole('radio', { name: 'With amounts' })).toBeChecked()
  expect(document.cookie).toContain('mintdesk-notifications=detailed')
})
