import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, type Call, problem, refusedInput } from '@/components/testing/proxy'
import { address, renderInConsole } from '@/components/testing/render'
import { IntentQuery } from '@/lib/api/intent-input'
import type { IntentDetail } from '@/lib/api/intents'
import { readQuery } from '@/lib/provider/read-query'
import type { Role } from '@/lib/provider/roles'
import { ActivityPage } from './activity-page'
import { ReadersOnly } from './readers-only'
import { intentOf } from './testing'

const hour = 3_600_000
const unknown = (changes: Partial<IntentDetail> = {}) =>
  intentOf({
    state: 'unknown',
    ref_id: 'hedge-119',
    sent_at: '2026-11-19T13:23:05.000Z',
    check_until: '2026-11-20T12:23:05.000Z',
    check_left_millis: 23 * hour - 5_000,
    reason: 'No answer came in time.',
    ...changes,
  })
const change = unknown({
  operation: 'updateFiatAccount',
  summary: 'Change fiat account, owner Halden',
  ref_id: undefined,
  check_until: undefined,
  check_left_millis: undefined,
})

/** Keeps the intents of an environment, as the server does: actions replace them. */
function serverOf(...intents: IntentDetail[]) {
  const list = ({ query }: Call) => {
    const states = query.getAll('states')
    const shown = intents.filter(({ state }) => states.length === 0 || states.includes(state))
    return { intents: shown, next_page_cursor: '' }
  }
  const replace = (changes: Partial<IntentDetail>) => {
    intents[0] = { ...intentOf(), ...intents[0], ...changes }
    return intents[0]
  }
  return { replace, answers: { 'GET /intents': list, 'GET /intents/{id}': () => intents[0] ?? {} } satisfies Answers }
}

const show = (answers: Answers, { search = '', roles = ['treasury'] as Role[], width = 1440 } = {}) =>
  renderInConsole(<ActivityPage environment="sandbox" person="treasury" roles={roles} />, {
    url: `/sandbox/activity${search}`,
    width,
    session: { roles },
    answers,
  })

const outcomes = () => page.getByRole('listitem').filter({ hasText: 'hedge-119' })
const rows = () => page.getByRole('table', { name: 'All activity' }).getByRole('row')

test('on a phone the tools of the list stand clear of its title, and the hint of the search is whole', async () => {
  await show(serverOf(unknown()).answers, { width: 390 })
  await expect.element(outcomes()).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search activity' }).or(page.getByLabelText('Search activity'))
  const input = box.element() as HTMLInputElement
  const title = page.getByRole('heading', { name: 'All activity' }).element().parentElement
  const gap = input.getBoundingClientRect().top - (title?.getBoundingClientRect().bottom ?? 0)
  expect(gap).toBeGreaterThanOrEqual(8)
  // A hint that is cut has no box of its own to be measured.
  const words = document.createElement('span')
  words.textContent = input.placeholder
  const { fontSize } = getComputedStyle(input, '::placeholder')
  words.style.cssText = `position: absolute; white-space: nowrap; font-size: ${fontSize}`
  document.body.append(words)
  expect(words.getBoundingClientRect().width).toBeLessThanOrEqual(input.clientWidth)
  words.remove()
})

test('an unknown outcome is checked in its row, which keeps the result and the focus', async () => {
  const { answers, replace } = serverOf(unknown())
  const { calls } = await show({
    ...answers,
    'POST /intents/{id}/resolve': () => replace({ state: 'confirmed', record_id: 'o-1', record_status: 'OPEN' }),
  })
  await expect.element(outcomes().getByRole('timer')).toHaveTextContent(/^22:59:\d\d$/)
  const says = outcomes().getByText('If it never received it, it places it now, at current prices.')
  await expect.element(says).toBeVisible()
  await expect.element(rows().nth(1)).toHaveTextContent('Unknown')
  // A background read does not prolong the session.
  const poll = calls.find(({ query }) => query.get('states') === 'unknown')
  expect(poll?.headers.get('x-mintdesk-background')).toBe('1')
  await outcomes().getByRole('button', { name: 'Check outcome or place order' }).click()
  await expect.element(outcomes().getByText('Confirmed', { exact: true })).toBeVisible()
  await expect.element(rows().nth(1)).toHaveTextContent('Confirmed')
  await expect.element(outcomes().getByRole('link', { name: 'Sell 12.50 BTC', exact: false }).first()).toHaveFocus()
  await expect.element(page.getByText('All outcomes are now known.')).toBeVisible()
})

test('from an hour after sending a check says what it may do, and waits for a second press', async () => {
  const { answers, replace } = serverOf(unknown({ check_left_millis: 20 * hour }))
  const { calls } = await show({ ...answers, 'POST /intents/{id}/resolve': () => replace({ state: 'refused' }) })
  const check = outcomes().getByRole('button', { name: 'Check outcome' })
  await check.click()
  const warning = outcomes().getByText('If the provider never received this order, this check places it now')
  await expect.element(warning).toHaveFocus()
  await outcomes().getByRole('button', { name: 'Not now' }).click()
  await expect.element(check).toHaveFocus()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await check.click()
  await outcomes().getByRole('button', { name: 'Check anyway' }).click()
  await expect.element(outcomes().getByText('Refused', { exact: true })).toBeVisible()
})

test('a failed check says why, with the ID to ask an administrator about', async () => {
  const { answers } = serverOf(unknown())
  const title = 'Another person is checking this outcome.'
  await show({ ...answers, 'POST /intents/{id}/resolve': () => problem(409, 'check-in-progress', title) })
  await outcomes().getByRole('button', { name: 'Check outcome' }).click()
  await expect.element(outcomes().getByRole('alert')).toHaveTextContent(`${title} Request ID req_`)
})

test('an outcome that cannot be checked is settled by a note under the name of its author', async () => {
  const { answers, replace } = serverOf(change)
  const { calls } = await show({
    ...answers,
    'POST /intents/{id}/notes': () => replace({ state: 'refused', noted_by: 'Demo treasury' }),
  })
  const row = page.getByRole('listitem').filter({ hasText: 'Halden' })
  await expect.element(row).toHaveTextContent('A change has no reference')
  await expect.element(row.getByRole('button', { name: 'Check outcome' })).not.toBeInTheDocument()
  await row.getByRole('button', { name: 'Record what happened' }).click()
  const form = page.getByRole('form', { name: 'Record what happened' })
  await form.getByRole('button', { name: 'Record', exact: true }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect.element(summary).toHaveFocus()
  await expect.element(summary).toHaveTextContent('Choose what happened.')
  await summary.getByRole('link', { name: 'Explain how you know this.' }).click()
  const words = form.getByLabelText('How you know this')
  await expect.element(words).toHaveFocus()
  await words.fill('The bank still shows the old name.')
  await form.getByRole('radio', { name: 'It did not go through' }).click()
  await checkAccessibility()
  await form.getByRole('button', { name: 'Record', exact: true }).click()
  await expect.element(row.getByText('Refused', { exact: true })).toBeVisible()
  await expect.element(row).toHaveTextContent('Noted by Demo treasury')
  await expect.element(row.getByRole('link', { name: 'Halden' }).first()).toHaveFocus()
  expect(calls.find(({ path }) => path.endsWith('/notes'))?.body).toEqual({
    happened: false,
    words: 'The bank still shows the old name.',
  })
})

test('an approver sees unknown outcomes without their actions', async () => {
  await show(serverOf(unknown()).answers, { roles: ['approver'] })
  await expect.element(outcomes()).toHaveTextContent('Treasury and admin can check the outcome.')
  await expect.element(page.getByRole('button', { name: 'Check outcome' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Record what happened' })).not.toBeInTheDocument()
})

test('a role that may not read the activity sees who may, and nothing is read', async () => {
  const roles: Role[] = ['support']
  const { calls } = await renderInConsole(
    <ReadersOnly title="Activity" roles={roles}>
      <ActivityPage environment="sandbox" person="support" roles={roles} />
    </ReadersOnly>,
  )
  await expect.element(page.getByText('Your role does not include this page')).toBeVisible()
  await expect.element(page.getByText('This page is open to treasury, approver, admin, and auditor.')).toBeVisible()
  expect(calls).toEqual([])
})

test('unknown outcomes that fail to load are not shown as none', async () => {
  const { answers } = serverOf(unknown())
  let isDown = true
  await show({
    ...answers,
    'GET /intents': (call) =>
      isDown && call.query.get('states') === 'unknown'
        ? problem(503, 'database-unavailable', 'The database does not answer.')
        : answers['GET /intents'](call),
  })
  await expect.element(page.getByText('Unknown outcomes could not be loaded.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(outcomes()).toBeVisible()
})

test('a search is kept in the URL, and one without matches can be cleared', async () => {
  const { answers } = serverOf(intentOf())
  const { calls } = await show({
    ...answers,
    'GET /intents': (call) =>
      call.query.has('q') ? { intents: [], next_page_cursor: '' } : answers['GET /intents'](call),
  })
  const box = page.getByLabelText('Search activity')
  await box.fill(' nobody-has-this ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/sandbox/activity?q=nobody-has-this')
  await expect.element(page.getByText('No requests match "nobody-has-this"')).toBeVisible()
  expect(calls.some(({ query }) => query.get('q') === 'nobody-has-this')).toBe(true)
  await page.getByRole('link', { name: 'Clear the search' }).first().click()
  await expect.poll(address).toBe('/sandbox/activity')
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveValue('')
  await expect.element(rows().nth(1)).toBeVisible()
})

test('filters without a match can be removed, and invalid filters in the URL are explained', async () => {
  const none = { 'GET /intents': { intents: [], next_page_cursor: '' } }
  const search = '?states=confirmed&operations=createRule&created_at.lt=2020-01-01T00:00:00Z'
  const { screen } = await show(none, { search })
  await expect.element(page.getByText('No requests match all these filters')).toBeVisible()
  await screen.unmount()
  const refuse = ({ query }: Call) => {
    const { errors } = readQuery(IntentQuery, query)
    return errors ? refusedInput('The query is invalid.', errors) : none['GET /intents']
  }
  await show({ 'GET /intents': refuse }, { search: '?states=odd' })
  const alert = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect.element(alert).toHaveTextContent('State "odd"')
})

test('an activity without requests offers the forms that fill it', async () => {
  await show({ 'GET /intents': { intents: [], next_page_cursor: '' } })
  await expect.element(page.getByText('No requests yet')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'New order' })).toHaveAttribute('href', '/sandbox/orders/new')
  await expect.element(page.getByRole('link', { name: 'New rule' })).toHaveAttribute('href', '/sandbox/rules/new')
})

test('older pages are reached by the cursor in the address, and newer ones from there', async () => {
  await show(
    {
      'GET /intents': ({ query }) =>
        query.get('page_cursor') === 'c-1'
          ? { intents: [intentOf({ summary: 'Buy 5.00 PAXG' })], next_page_cursor: 'c-2' }
          : { intents: query.has('states') ? [] : [intentOf()], next_page_cursor: query.has('states') ? '' : 'c-1' },
    },
    { search: '?limit=1' },
  )
  await expect.element(page.getByText('1 loaded, more available')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Newer' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Older' }).click()
  await expect.element(rows().nth(1)).toHaveTextContent('Buy 5.00 PAXG')
  await expect.element(page.getByText('Page 2: 1 loaded')).toBeVisible()
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect.element(rows().nth(1)).toHaveTextContent('Sell 12.50 BTC')
})

test('a row links to its page, which links back to the list it came from', async () => {
  const { id } = intentOf()
  await show(serverOf(intentOf()).answers, { search: '?states=confirmed' })
  await rows().nth(1).getByRole('link').first().click()
  await expect.poll(address).toBe(`/sandbox/activity/${id}?x.from=%2Fsandbox%2Factivity%3Fstates%3Dconfirmed`)
})

test('a deposit and an order that can no longer be checked are looked for in transfers', async () => {
  const deposit = unknown({ operation: 'initiateSandboxFiatDeposit', ref_id: undefined, summary: 'Deposit 5.00 USD' })
  const closed = unknown({ check_left_millis: -1_000, sent_at: '2026-11-18T13:23:05.000Z' })
  await show(serverOf({ ...deposit, id: '00000000-0000-4000-8000-000000000001' }, closed).answers)
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect
    .element(row('Deposit 5.00 USD').getByRole('link', { name: 'Find its transfers' }))
    .toHaveAttribute('href', '/sandbox/activity/00000000-0000-4000-8000-000000000001')
  await expect.element(outcomes().getByRole('timer')).toHaveTextContent('Closed')
  const range = 'created_at.gte=2026-11-18T13%3A23%3A05Z&created_at.lt=2026-11-18T14%3A23%3A05Z'
  await expect
    .element(outcomes().getByRole('link', { name: 'Search transfers' }))
    .toHaveAttribute('href', `/sandbox/transfers?${range}`)
  await expect.element(outcomes().getByRole('button', { name: 'Record what happened' })).toBeVisible()
})
