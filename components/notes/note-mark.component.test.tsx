import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '@/components/testing/browser'
import type { Answers } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { TransferList } from '@/components/transfers/transfer-list'
import type { NoteMark } from '@/lib/features/notes/interface'

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const rows = (count: number) => Array.from({ length: count }, (_, index) => transfer({ id: idOf(index) }))
const mark = (index: number, more: Partial<NoteMark> = {}): NoteMark => ({
  id: idOf(index),
  count: 2,
  open: 0,
  assignees: [],
  is_mine: false,
  ...more,
})
const open = (answers: Answers, width = 1440) =>
  renderInConsole(<TransferList environment="sandbox" />, { url: '/sandbox/transfers', answers, width })
const cells = page.getByRole('cell')

test('the marks of all rows in view are read in one request, and move no row', async () => {
  let answer = (_: object) => {}
  const marks = new Promise<object>((resolve) => {
    answer = resolve
  })
  const { calls } = await open({ listTransfers: transferPage(rows(30)), 'GET /notes': () => marks })
  await expect.element(cells.first()).toBeVisible()
  const places = () =>
    [...document.querySelectorAll('td')].map((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect()
      return [x, y, width, height]
    })
  await expect.poll(() => calls.filter(({ path }) => path === '/notes').length).toBe(1)
  const before = places()
  answer({
    marks: [
      mark(0, { open: 1, assignees: ['Lena Brandt'], is_mine: true }),
      mark(1, { open: 1, assignees: ['Lena Brandt'] }),
      mark(2, { count: 120 }),
    ],
  })
  await expect.element(page.getByText('2 notes, 1 open, for you and Lena Brandt')).toBeInTheDocument()
  await expect.element(page.getByTitle('2 notes, 1 open, for Lena Brandt')).toBeVisible()
  await expect.element(page.getByTitle('120 notes', { exact: true })).toHaveTextContent('99+')
  expect(places()).toEqual(before)
  const [call] = calls.filter(({ path }) => path === '/notes')
  expect(call?.query.get('kind')).toBe('transfer')
  expect(call?.query.getAll('id').sort()).toEqual(rows(30).map(({ id }) => id))
  expect(call?.headers.get('x-mintdesk-background')).toBe('1')
})

test('a list whose marks cannot be read shows its rows', async () => {
  await open({ listTransfers: transferPage(rows(2)), 'GET /notes': () => new Response('', { status: 502 }) })
  await expect.element(cells.first()).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Notes' })).toBeVisible()
  expect(page.getByRole('alert').all()).toEqual([])
})

test('a card on a phone has the mark after what the transfer is', async () => {
  await open(
    { listTransfers: transferPage(rows(1)), 'GET /notes': { marks: [mark(0, { open: 1, is_mine: true })] } },
    390,
  )
  await expect.element(page.getByTitle('2 notes, 1 open, for you')).toBeVisible()
  expect(page.getByTitle('2 notes, 1 open, for you').all()).toHaveLength(1)
})

test('paper has the column of notes if the rows have some', async () => {
  const { screen } = await open({ listTransfers: transferPage(rows(2)), 'GET /notes': { marks: [] } })
  await expect.element(cells.first()).toBeVisible()
  await emulateMedia({ media: 'print' })
  await expect.element(page.getByRole('columnheader', { name: 'Notes' })).not.toBeInTheDocument()
  await screen.unmount()
  await emulateMedia({ media: null })
  await open({ listTransfers: transferPage(rows(2)), 'GET /notes': { marks: [mark(1)] } })
  await expect.element(page.getByTitle('2 notes')).toBeVisible()
  await emulateMedia({ media: 'print' })
  await expect.element(page.getByRole('columnheader', { name: 'Notes' })).toBeVisible()
})
