/** A list by filters that the provider does not have or cannot combine: pages of Mintdesk's own database. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { KeyListener } from '@/components/shell/key-handler'
import { checkAccessibility, emulateMedia, layoutShifts } from '@/components/testing/browser'
import { type AnswerFor, problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { refresh } from '@/components/testing/updates'
import { TransferList } from '@/components/transfers/transfer-list'
import type { RecordsPage } from '@/lib/api/records'

const row = (index: number) =>
  transfer({ id: `0192e4a0-0000-7000-8000-00000000000${index}`, ref_id: `ref-${index}`, status: 'FAILED' })
const search = 'type=WIRE_DEPOSIT&x.statuses=FAILED&x.amount.gte=10'
const now = Date.UTC(2026, 10, 23)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => void vi.useRealTimers())

const pageOf = (rows: readonly object[], more: Partial<RecordsPage> = {}) => ({
  rows,
  next_page_cursor: '',
  count: rows.length,
  now,
  extent: { until: now },
  ...more,
})

const show = (answer: AnswerFor, { filters = search, more = '', width = 1440 } = {}) =>
  renderInConsole(
    <>
      <KeyListener sequences={[]} />
      <TransferList environment="sandbox" />
    </>,
    {
      url: `/sandbox/transfers?${filters}${more}`,
      width,
      answers: { 'POST /records/transfers': answer, listTransfers: transferPage([row(9)]) },
    },
  )

const loaded = (text: string) => expect.element(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const shown = (index: number) => expect.element(page.getByText(`ref-${index}`, { exact: true })).toBeVisible()

test('has pages with the count of all, which the keys turn, and later ones are judged by the moment of the first', async () => {
  const { calls } = await show(
    ({ body }) =>
      String(Object(body).search).includes('page_cursor=c2')
        ? pageOf([row(3)], { count: 4_312 })
        : pageOf([row(1), row(2)], { count: 4_312, next_page_cursor: 'c2' }),
    { more: '&limit=2&x.columns=amount.reference' },
  )
  await loaded('2 of 4,312 found, more available')
  await shown(2)
  await userEvent.keyboard('.')
  await loaded('Page 2: 1 of 4,312 found, end of list')
  const second = `${search}&limit=2&x.as_of=2026-11-23T00%3A00%3A00Z%5BUTC%5D&page_cursor=c2&x.page=2`
  expect(calls.flatMap(({ path, body }) => (path.startsWith('/records') ? [body] : []))).toEqual([
    { search: `${search}&limit=2`, zone: 'UTC' },
    { search: second, zone: 'UTC' },
  ])
  await userEvent.keyboard(',')
  await loaded('2 of 4,312 found, more available')
  expect(address()).toBe(`/sandbox/transfers?${search}&limit=2&x.columns=amount.reference`)
})

test.each([
  [{}, '2 found, end of list'],
  [{ next_page_cursor: 'c2', count: 10_000, is_more: true as const }, '2 of more than 10,000 found, more available'],
  [{ next_page_cursor: 'c2', count: undefined }, '2 loaded, more available'],
])('says no more of its count than is known: %o', async (more, text) => {
  await show(pageOf([row(1), row(2)], more))
  await loaded(text)
})

test.each([
  [
    { since: Date.UTC(2026, 2, 3, 14), isReading: true as const, until: now },
    'Transfers from before 3 Mar 2026 14:00 UTC are still being read; this list has the others.',
    'No transfers found so far',
  ],
  [
    { since: Date.UTC(2026, 2, 3, 14, 0, 1), until: now },
    'Mintdesk no longer keeps all transfers from before 3 Mar 2026 14:01 UTC.',
    'No transfers match all these filters',
  ],
  [
    { until: Date.UTC(2026, 2, 3, 14) },
    'Changes after 3 Mar 2026 14:00 UTC are not in this list yet.',
    'No transfers found so far',
  ],
  [undefined, 'Transfers are still being read; this list has none of them yet.', 'No transfers found so far'],
])(
  'says which records are missing, without a layout shift, and claims no more than it knows: %o',
  async (extent, text, title) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    let rows = [row(1)]
    await show(() => asked.then(() => pageOf(rows, { extent })))
    const shifts = await layoutShifts()
    answer()
    await expect.element(page.getByText(text)).toBeVisible()
    await shown(1)
    expect(await shifts()).toEqual([])
    rows = []
    await refresh()
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  },
)

test('a page without a match leads to the next one', async () => {
  await show(({ body }) =>
    String(Object(body).search).includes('page_cursor=c2')
      ? pageOf([row(3)], { count: undefined })
      : pageOf([], { count: undefined, next_page_cursor: 'c2' }),
  )
  await expect.element(page.getByRole('heading', { name: 'No transfers found so far' })).toBeVisible()
  await expect.element(page.getByText('Continue with the next one.')).toBeVisible()
  await page.getByRole('link', { name: 'Older' }).click()
  await shown(3)
})

test('names identifiers that no record has only if it has every record', async () => {
  let extent: RecordsPage['extent'] = { since: now, until: now }
  await show(() => pageOf([row(1)], { extent }), { filters: 'ref_ids=ref-1&ref_ids=ref-2&x.amount.gte=10' })
  await loaded('1 found')
  await shown(1)
  const note = page.getByText('1 of 2 references was not found with all filters applied:')
  await expect.element(note).not.toBeInTheDocument()
  extent = { until: now }
  await refresh()
  await expect.element(note).toBeVisible()
})

test('keeps its rows if a refresh fails, and says why', async () => {
  let answer: AnswerFor = pageOf([row(1)])
  await show(() => answer as object)
  await shown(1)
  answer = problem(503, 'console-busy', 'Searching this list took too long.')
  await refresh()
  await expect.element(page.getByText(/Searching this list took too long\./)).toBeVisible()
  await shown(1)
})

test('explains filters that cannot be used at their field', async () => {
  const errors = [{ field: 'x.amount.gte', message: 'Enter the amount as a number, like 1250.00.' }]
  await show(problem(400, 'invalid-input', 'The filters of this list are not valid.', { errors }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Amount: Enter the amount as a number, like 1250.00.')
  await page.getByRole('link', { name: 'Remove Amount' }).click()
  expect(address()).toBe('/sandbox/transfers?type=WIRE_DEPOSIT&x.statuses=FAILED')
})

test('is read from the provider again, from its first page, once the provider can apply what is left', async () => {
  const { calls } = await show(pageOf([row(1)]), { more: '&page_cursor=c2&x.page=2' })
  await shown(1)
  await page.getByRole('link', { name: 'Remove filter Amount' }).click()
  await page.getByRole('link', { name: 'Remove filter Type' }).click()
  await expect.poll(address).toBe('/sandbox/transfers?statuses=FAILED')
  await shown(9)
  expect(calls.flatMap(({ operation, query }) => (operation ? [`${operation} ${query}`] : []))).toEqual([
    'listTransfers statuses=FAILED',
  ])
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('axe finds nothing: %s, %i px', async (colorScheme, width) => {
  await emulateMedia({ colorScheme })
  await show(pageOf([row(1)], { extent: { since: now, isReading: true, until: now } }), { width })
  await loaded('1 found, end of list')
  await checkAccessibility()
})
