import { focusManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { liveFeed } from '@/components/live/testing'
import { Shell } from '@/components/shell/shell'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { updates } from '@/components/testing/updates'
import { TransferList } from '@/components/transfers/transfer-list'
import { liveStream } from '@/lib/features/live/browser/live'
import type { ViewInput } from '@/lib/features/views/input'
import type { SavedView, ViewCount } from '@/lib/features/views/interface'
import PinnedViews from './pinned-views'

let count = 0

const viewOf = (more: Partial<SavedView> = {}): SavedView => {
  count += 1
  return {
    id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    name: 'Failed wires',
    list: 'transfers',
    search: 'statuses=FAILED&x.density=default',
    is_shared: false,
    owner: { name: 'Ines Okafor', is_me: true },
    may_change: true,
    changed_at: '2026-11-19T12:00:00.000Z',
    ...more,
  }
}
const lenas = (more: Partial<SavedView> = {}) =>
  viewOf({ is_shared: true, owner: { name: 'Lena Brandt', is_me: false }, may_change: false, ...more })

/** The console's views: it keeps what is saved, pinned and deleted. */
function viewsServer(views: SavedView[] = [], counts: ViewCount[] = [], pinned: string[] = []) {
  const state = { views, counts, pins: pinned.map((view) => ({ view, opened_at: '2026-11-23T08:00:00Z' })) }
  const idOf = (path: string) => decodeURIComponent(path.split('/')[2] ?? '')
  const answers: Answers = {
    listTransfers: transferPage([transfer({ status: 'FAILED' })]),
    'GET /intents': { intents: [], next_page_cursor: '' },
    'GET /views': () => ({ views: state.views, pins: state.pins }),
    'GET /views/counts': () => ({ counts: state.counts }),
    'PUT /views/{id}': ({ path, body }) => {
      const { changed_from, ...input } = body as ViewInput
      const before = state.views.find(({ id }) => id === idOf(path))
      if (before && before.changed_at !== changed_from)
        return problem(409, 'view-changed', 'This view was changed in the meantime.')
      if (state.views.some(({ id, name }) => id !== idOf(path) && name === input.name))
        return problem(400, 'invalid-input', 'A view of this name exists.', {
          errors: [{ field: 'name', message: 'You have a view with this name. Enter another one.' }],
        })
      const view = { ...viewOf(), ...before, ...input, id: idOf(path), changed_at: new Date().toISOString() }
      state.views = [...state.views.filter(({ id }) => id !== view.id), view]
      return view
    },
    'DELETE /views/{id}': ({ path }) => {
      state.views = state.views.filter(({ id }) => id !== idOf(path))
      return {}
    },
    'PUT /views/{id}/pin': ({ path }) => {
      state.pins = [...state.pins, { view: idOf(path), opened_at: '2026-11-23T08:00:00Z' }]
      return {}
    },
    'DELETE /views/{id}/pin': ({ path }) => {
      state.pins = state.pins.filter(({ view }) => view !== idOf(path))
      return {}
    },
    'POST /views/{id}/opened': {},
  }
  return { state, answers }
}

const path = '/sandbox/transfers'
const control = page.getByRole('button', { name: /^(?:View: |Views$)/ })
const menu = page.getByRole('dialog', { name: 'Views' })
const inMenu = (name: string) => menu.getByRole('button', { name, exact: true })
const show = (answers: Answers, search = '') =>
  renderInConsole(<TransferList environment="sandbox" />, { url: `${path}${search}`, answers })

test('whoever only reads saves views of their own, and is offered no sharing', async () => {
  const own = viewOf({ name: 'My checks' })
  const { state, answers } = viewsServer([own])
  await show(
    { ...answers, 'GET /views': () => ({ views: state.views, pins: [], is_read_only: true }) },
    `?${own.search}&x.view=${own.id}`,
  )
  await control.click()
  await expect.element(inMenu('Rename')).toBeVisible()
  await expect.element(menu.getByRole('button', { name: 'Share' })).not.toBeInTheDocument()
  await inMenu('Save as view').click()
  await expect.element(menu.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expect.element(menu.getByRole('checkbox')).not.toBeInTheDocument()
  await checkAccessibility()
})

test('a list is saved under a name with its row height, and says when it was changed since', async () => {
  const { state, answers } = viewsServer()
  await show(answers, '?statuses=FAILED&x.created=last-7d')
  await control.click()
  await inMenu('Save as view').click()
  await inMenu('Save').click()
  await expect.element(menu).toHaveTextContent('Enter a name, like Payroll withdrawals.')
  await menu.getByRole('textbox', { name: 'Name' }).fill(' Failed <b>this</b> week ')
  await menu.getByRole('checkbox', { name: /^Share with everyone/ }).click()
  await userEvent.keyboard('{Escape}')
  await control.click()
  await inMenu('Save as view').click()
  await menu.getByRole('textbox', { name: 'Name' }).fill(' Failed <b>this</b> week ')
  await userEvent.keyboard('{Enter}')
  await expect.element(control).toHaveTextContent('Failed <b>this</b> week')
  expect(state.views).toMatchObject([
    {
      name: 'Failed <b>this</b> week',
      search: 'statuses=FAILED&x.created=last-7d&x.density=default',
      is_shared: false,
    },
  ])
  expect(address()).toContain('x.created=last-7d')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Changed since saved')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('radio', { name: 'Tight' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Changed since saved')).toBeVisible()
  expect(document.documentElement.dataset.density, 'the preference stays').not.toBe('tight')
  await control.click()
  await inMenu('Update view').click()
  await expect.poll(() => state.views[0]?.search).toContain('x.density=tight')
  await expect.element(page.getByText('Changed since saved')).not.toBeInTheDocument()
})

test('a view is renamed, shared and deleted, and its deletion is undone', async () => {
  const view = viewOf()
  const { state, answers } = viewsServer([view, viewOf({ name: 'Payroll' })])
  await show(answers, `?${view.search}&x.view=${view.id}`)
  await expect.element(control).toHaveTextContent('Failed wires')
  await control.click()
  await inMenu('Rename').click()
  await menu.getByRole('textbox', { name: 'Name' }).fill('Payroll')
  await inMenu('Save').click()
  await expect.element(menu).toHaveTextContent('You have a view with this name. Enter another one.')
  await menu.getByRole('textbox', { name: 'Name' }).fill('Wires that failed')
  await inMenu('Save').click()
  await expect.element(control).toHaveTextContent('Wires that failed')
  await inMenu('Share').click()
  await expect.poll(() => state.views.find(({ id }) => id === view.id)?.is_shared).toBe(true)
  await expect.element(inMenu('Stop sharing')).toBeVisible()
  await inMenu('Delete').click()
  await expect.element(menu).toHaveTextContent('Wires that failed deleted.')
  expect(state.views).toHaveLength(1)
  expect(address(), 'the filters stay').toBe(`${path}?statuses=FAILED&x.density=default`)
  await inMenu('Undo').click()
  await expect.poll(() => state.views.find(({ id }) => id === view.id)).toMatchObject({ is_shared: true })
  await checkAccessibility()
})

test('another person’s view is shown with its owner, cannot be changed, and can be saved as one’s own', async () => {
  const view = lenas()
  const { state, answers } = viewsServer([view])
  await show(answers, `?statuses=PENDING&x.view=${view.id}`)
  await expect.element(page.getByText('Changed since saved')).toBeVisible()
  await control.click()
  await expect.element(menu.getByRole('region', { name: 'Shared with you' })).toHaveTextContent('by Lena Brandt')
  for (const name of ['Update view', 'Rename', 'Share', 'Delete'])
    await expect.element(inMenu(name)).not.toBeInTheDocument()
  await inMenu('Undo changes').click()
  await expect.poll(() => new URLSearchParams(address().split('?')[1]).get('statuses')).toBe('FAILED')
  expect(state.views).toEqual([view])
})

test('a change that another person made first is not overwritten', async () => {
  const view = viewOf()
  const { state, answers } = viewsServer([view])
  await show(answers, `?statuses=PENDING&x.view=${view.id}`)
  await control.click()
  await expect.element(inMenu('Update view')).toBeVisible()
  state.views = [{ ...view, name: 'Renamed elsewhere', changed_at: '2026-11-20T00:00:00.000Z' }]
  await inMenu('Update view').click()
  await expect.element(menu.getByRole('alert')).toHaveTextContent('This view was changed in the meantime.')
  expect(state.views[0]?.search).toBe(view.search)
})

test('an administrator is asked before deleting a view for everyone', async () => {
  const view = lenas({ may_change: true })
  const { state, answers } = viewsServer([view])
  await show(answers, `?${view.search}&x.view=${view.id}`)
  await control.click()
  await inMenu('Delete').click()
  await expect.element(menu).toHaveTextContent('Lena Brandt made this view. Everyone loses it.')
  expect(state.views).toHaveLength(1)
  await inMenu('Delete for everyone').click()
  await expect.poll(() => state.views).toEqual([])
  await expect.element(inMenu('Undo')).not.toBeInTheDocument()
})

test('a long view name overlaps nothing at any width', async () => {
  const view = viewOf({ name: 'Withdrawals of Globex over 10,000 that wait since Tuesday' })
  const { answers } = viewsServer([view])
  const feed = liveFeed()
  const shell = { environments: ['sandbox'], name: 'Ines Okafor', person: 'treasury', roles: ['treasury'] } as const
  await renderInConsole(
    <Shell environment="sandbox" {...shell}>
      <TransferList environment="sandbox" />
    </Shell>,
    { url: `${path}?statuses=PENDING&x.view=${view.id}`, isInMain: false, answers: { ...answers, ...feed.answers } },
  )
  const button = page.getByRole('button', { name: `View: ${view.name}` })
  await expect.element(button).toBeVisible()
  const coversNothing = async (beside: Locator) => {
    await expect.element(beside).toBeVisible()
    const left = () => beside.element().getBoundingClientRect().left
    for (const width of [641, 700, 759, 760, 900, 1024, 1279, 1280]) {
      await page.viewport(width, 900)
      await expect
        .poll(() => button.element().getBoundingClientRect().right - left(), { message: `${width} px` })
        .toBeLessThanOrEqual(0)
    }
  }
  await coversNothing(updates('Live'))
  // The widest of its words.
  feed.state('waiting')
  await coversNothing(updates('Reconnecting'))
})

test('pinned views stand in the navigation with what is new, and nothing while that is unknown', async () => {
  const view = viewOf({ name: 'Failed \u202ewires' })
  const counts = [
    { view: view.id, count: 99, is_more: true },
    { view: 'deposits-today', count: 0, is_more: false },
  ]
  const { answers, state } = viewsServer([view], counts, [view.id, 'deposits-today', 'failed-today'])
  const shell = { environments: ['sandbox'], name: 'Ines Okafor', person: 'treasury', roles: ['treasury'] } as const
  const { calls } = await renderInConsole(
    <Shell environment="sandbox" {...shell}>
      <TransferList environment="sandbox" />
    </Shell>,
    { url: path, answers, isInMain: false, width: 1440 },
  )
  const pinned = page.getByRole('navigation', { name: 'Main', exact: true })
  await expect.element(pinned.getByRole('link', { name: 'Failed ⟨U+202E⟩wires 99+ new' })).toBeVisible()
  await expect.element(pinned.getByRole('link', { name: 'Deposits today', exact: true })).toBeVisible()
  await expect.element(pinned.getByRole('link', { name: 'Failed today', exact: true })).toBeVisible()
  await control.click()
  await inMenu('Unpin Failed today').click()
  await expect.element(pinned.getByRole('link', { name: 'Failed today' })).not.toBeInTheDocument()
  await menu.getByRole('link', { name: 'Deposits today' }).click()
  await expect.poll(address).toContain('x.view=deposits-today')
  await expect.poll(() => calls.some(({ path: called }) => called === '/views/deposits-today/opened')).toBe(true)
  const opened = calls.find(({ path: called }) => called.endsWith('/opened'))
  expect(Number(new URLSearchParams(Object.entries(opened?.body ?? {})).get('age'))).toBeLessThan(60_000)
  expect(state.pins).toHaveLength(2)
  // What was seen is no longer new, also after another view was chosen.
  await pinned.getByRole('link', { name: /^Failed ⟨/ }).click()
  await expect.poll(address).toContain(view.id)
  await pinned.getByRole('link', { name: 'Deposits today' }).click()
  await expect.poll(address).toContain('x.view=deposits-today')
  await expect.element(pinned.getByRole('link', { name: /^Failed ⟨/ })).not.toHaveTextContent('new')
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByPlaceholder('Type a command').fill('wires')
  await expect.element(page.getByRole('option', { name: 'Transfers: Failed ⟨U+202E⟩wires' })).toBeVisible()
})

test('a change of a transfer is counted within seconds, a burst of changes once', async () => {
  const feed = liveFeed()
  const { answers, state } = viewsServer([], [], ['failed-today'])
  const classes = { entryClass: '', nameClass: '', titleClass: '' }
  const { calls } = await renderInConsole(<PinnedViews environment="sandbox" {...classes} />, {
    url: path,
    answers: { ...answers, ...feed.answers },
  })
  const counted = () => calls.filter(({ path: called }) => called === '/views/counts').length
  await expect.poll(counted).toBe(1)
  await expect.poll(() => feed.resumedAfter.length).toBe(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const change = (minute: number) =>
    feed.change(transfer({ status: 'FAILED', updated_at: `2026-11-23T09:${minute}:00.000Z` }))
  const heard = (minute: number) =>
    expect.poll(() => [...liveStream('sandbox').newest.values()][0]?.known.updated_at).toContain(`09:${minute}`)
  state.counts = [{ view: 'failed-today', count: 3, is_more: false }]
  for (let minute = 10; minute < 30; minute++) change(minute)
  await heard(29)
  await vi.advanceTimersByTimeAsync(1_100)
  await expect.element(page.getByRole('link', { name: /^Failed today ?3 new/ })).toBeVisible()
  expect(counted()).toBe(2)
  // The next one waits, so that a busy provider is not asked all the time.
  change(40)
  await heard(40)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(counted()).toBe(2)
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.poll(counted).toBe(3)
})

test('what is new is counted every minute, and not while the tab is hidden', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    focusManager.setFocused(undefined)
  })
  const { answers } = viewsServer([], [], ['failed-today'])
  const classes = { entryClass: '', nameClass: '', titleClass: '' }
  const { calls } = await renderInConsole(<PinnedViews environment="sandbox" {...classes} />, { url: path, answers })
  const counted = () => calls.filter(({ path: called }) => called === '/views/counts').length
  await expect.poll(counted).toBe(1)
  expect(calls.every(({ headers }) => headers.get('x-mintdesk-background') === '1')).toBe(true)
  await vi.advanceTimersByTimeAsync(61_000)
  await expect.poll(counted).toBe(2)
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(counted()).toBe(2)
})
