import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import { refresh } from '@/components/testing/updates'
import type { ExportJob, ExportPage, ExportSchedule } from '@/lib/features/exports/interface'
import { ExportsPage } from './exports-page'

const id = '0b6f9c52-8f2b-4f0e-9a55-2f1de0f4b901'

const job = (more: Partial<ExportJob> = {}): ExportJob => ({
  id,
  list: 'listTransfers',
  search: 'statuses=FAILED',
  format: 'csv',
  hasNotes: true,
  hasBom: false,
  state: 'complete',
  file: 'sandbox-transfers-to-2026-11-19T140000Z.csv',
  person: 'Ines Okafor',
  is_mine: true,
  to: '2026-11-19T14:00:00Z',
  rows: 41_212,
  bytes: 24_100_000,
  sha256: 'ab'.repeat(32),
  created_at: '2026-11-19T14:00:30Z',
  kept_until: '2026-12-19T14:01:00Z',
  ...more,
})

const schedule: ExportSchedule = {
  id,
  list: 'listTransfers',
  search: 'type=WIRE_DEPOSIT',
  zone: 'Europe/Zurich',
  format: 'ndjson',
  hasNotes: false,
  hasBom: false,
  period: 'week',
  person: 'Ines Okafor',
  is_mine: true,
  next_at: '2026-11-22T23:15:00Z',
  created_at: '2026-11-19T14:00:30Z',
}

const answerOf = (more: Partial<ExportPage> = {}): ExportPage => ({
  exports: [],
  schedules: [],
  stored: 41_000_000,
  storage: 4_294_967_296,
  ...more,
})

const open = (answers: Answers, width?: number) =>
  renderInConsole(<ExportsPage environment="sandbox" />, { url: '/sandbox/exports', answers, width })

const files = page.getByRole('list', { name: 'Files' })
const schedules = page.getByRole('list', { name: 'Schedules' })

test('a complete export says what its file is, and offers the file and its manifest', async () => {
  await open({ 'GET /exports': answerOf({ exports: [job({ kept_since: '2026-03-03T00:00:00Z' })] }) })
  const row = files.getByRole('listitem')
  await expect.element(row).toHaveTextContent(/Ready.*sandbox-transfers-to-2026-11-19T140000Z\.csv/)
  await expect.element(row).toHaveTextContent(/Transfers: Status is Failed\. CSV, with notes\. By Ines Okafor/)
  await expect.element(row).toHaveTextContent(/41,212 rows, 24\.1 MB/)
  await expect
    .element(row)
    .toHaveTextContent(/Rows created before .*3 Mar.* may be missing, because they are no longer kept/)
  const hrefOf = (name: RegExp) => row.getByRole('link', { name }).element().getAttribute('href')
  expect(hrefOf(/^Download/)).toBe(`/api/sandbox/exports/${id}/file`)
  expect(hrefOf(/^Manifest/)).toBe(`/api/sandbox/exports/${id}/manifest`)
  expect(hrefOf(/^Transfers:/)).toBe('/sandbox/transfers?statuses=FAILED')
  await checkAccessibility()
})

test('a running export shows its progress, is read again, and can be cancelled', async () => {
  const running = job({ state: 'running', rows: 12_000, from: '2026-11-01T00:00:00Z', reached: '2026-11-14T19:00:00Z' })
  let current = running
  const { calls } = await open({
    'GET /exports': () => answerOf({ exports: [current] }),
    'POST /exports/{id}/cancel': () => {
      current = job({ state: 'cancelled' })
      return current
    },
  })
  const bar = page.getByRole('progressbar')
  await expect.element(bar).toHaveAttribute('aria-valuetext', '12,000 rows')
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25')
  await checkAccessibility()
  current = { ...running, rows: 13_000 }
  await expect.element(bar).toHaveAttribute('aria-valuetext', '13,000 rows')
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await expect.element(files).toHaveTextContent('Cancelled')
  await expect.element(bar).not.toBeInTheDocument()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('filters that only Mintdesk has are named as in the lists', async () => {
  await open({ 'GET /exports': answerOf({ exports: [job({ search: 'x.memo=rent&x.amount.gte=100' })] }) })
  await expect.element(files).toHaveTextContent(/Amount is at least 100; Memo contains rent/)
})

test('an export without a first day has a bar without a value', async () => {
  await open({ 'GET /exports': answerOf({ exports: [job({ state: 'running', rows: 100 })] }) })
  const bar = page.getByRole('progressbar')
  await expect.element(bar).toHaveAttribute('aria-valuetext', '100 rows')
  expect(bar.element().hasAttribute('aria-valuenow')).toBe(false)
})

test('an export whose rows are not here yet says so, and waits for nothing else', async () => {
  const reason = 'Transfers before 3 March 2026 at 14:05 UTC are still being read.'
  await open({ 'GET /exports': answerOf({ exports: [job({ state: 'waiting', rows: 0, reason })] }) })
  await expect.element(files).toHaveTextContent(`${reason} Mintdesk tries again.`)
  await expect.element(files).not.toHaveTextContent(/earlier export|0 rows/)
})

test('an export is deleted only after a confirmation', async () => {
  let exports = [job({ state: 'failed', reason: 'The provider does not allow this.' })]
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await open({
    'GET /exports': () => answerOf({ exports }),
    'DELETE /exports/{id}': async () => {
      await isAnswered
      exports = []
      return {}
    },
  })
  await expect.element(files).toHaveTextContent('The provider does not allow this.')
  await page.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this export?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('button', { name: /^Delete/ })).toHaveFocus()
  answer()
  await expect.element(page.getByText('No exports yet')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Exports', exact: true })).toHaveFocus()
})

test('a schedule says what it makes and when next; one that stopped says why', async () => {
  const stopped = {
    ...schedule,
    id: '1b6f9c52-8f2b-4f0e-9a55-2f1de0f4b901',
    stopped: 'Ines Okafor may no longer see this list.',
  }
  await open({ 'GET /exports': answerOf({ schedules: [schedule, stopped] }) })
  const [first, second] = [schedules.getByRole('listitem').nth(0), schedules.getByRole('listitem').nth(1)]
  await expect.element(first).toHaveTextContent(/Weekly transfers: Type is Wire deposit/)
  await expect.element(first).toHaveTextContent(/NDJSON of each week.* in Europe\/Zurich/)
  await expect.element(first).toHaveTextContent(/Next on .*22 Nov.* 23:15/)
  await expect
    .element(second)
    .toHaveTextContent(/Stopped.*Ines Okafor may no longer see this list\. It makes no more exports\./)
  await checkAccessibility()
})

test('without exports the page says how to make one', async () => {
  await open({ 'GET /exports': answerOf() })
  await expect.element(page.getByRole('heading', { name: 'No exports yet' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Transfers' })).toHaveAttribute('href', '/sandbox/transfers')
  await expect.element(page.getByText(/^No schedules\. Choose Export all in a list/)).toBeVisible()
})

test('a page that cannot be read never looks empty, and a failed update keeps what was read', async () => {
  let fails = true
  const failure = () => problem(503, 'database-unavailable', 'The console’s database is not responding.')
  await open({ 'GET /exports': () => (fails ? failure() : answerOf({ exports: [job()] })) })
  await expect.element(page.getByText('Exports could not be loaded.')).toBeVisible()
  expect(page.getByText('No exports yet').elements()).toEqual([])
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(files.getByRole('listitem')).toBeVisible()
  fails = true
  await refresh()
  await expect.element(page.getByText(/Last updated/)).toBeVisible()
  await expect.element(files.getByRole('listitem')).toBeVisible()
})

test('it fits a phone, in the dark too', async () => {
  await emulateMedia({ colorScheme: 'dark' })
  const long = job({ search: `ref_ids=${'x'.repeat(120)}`, state: 'running', rows: 5 })
  await open(
    { 'GET /exports': answerOf({ exports: [long, job({ id: `1${id.slice(1)}` })], schedules: [schedule] }) },
    390,
  )
  await expect.element(schedules.getByRole('listitem')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await checkAccessibility()
})
