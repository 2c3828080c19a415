/** Previewing and selecting rows, shown with the list of transfers. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { KeyListener } from '@/components/shell/key-handler'
import { checkAccessibility, emulateMedia, setOnline } from '@/components/testing/browser'
import { problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { refresh } from '@/components/testing/updates'
import { TransferList } from '@/components/transfers/transfer-list'

const path = '/sandbox/transfers'
const idOf = (index: number) => `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`
const rows = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => transfer({ id: idOf(first + index), ref_id: `ref-${first + index}` }))

type Show = {
  get?: object | ((id: string) => object | Promise<object>)
  width?: number
  list?: object
  marks?: object
  exported?: () => object
}

const show = (
  search = '',
  { get = (id: string) => transfer({ id }), width, list = transferPage(rows(5)), marks, exported }: Show = {},
) =>
  renderInConsole(
    <>
      <KeyListener sequences={[]} />
      <TransferList environment="sandbox" />
    </>,
    {
      url: `${path}${search}`,
      answers: {
        listTransfers: list,
        // The page of a record is not here, so the list takes what is in its address for a filter.
        'POST /records/transfers': { rows: [], next_page_cursor: '', count: 0, now: 0, extent: { until: 0 } },
        getTransfer: typeof get === 'function' ? (call) => get(call.values.id ?? '') : get,
        ...(marks && { 'GET /notes': marks }),
        ...(exported && { 'GET /notes/exported': exported }),
      },
      width,
    },
  )

const preview = page.getByRole('complementary', { name: /^Preview of/ })
const link = (index: number) => page.getByRole('link', { name: idOf(index) })
const box = (index: number) => page.getByRole('checkbox', { name: `Select Wire deposit ${idOf(index).slice(0, 8)}` })
const bar = page.getByRole('region', { name: 'Selection' })
const focusRow = async (index: number) => {
  await expect.element(link(index)).toBeVisible()
  const element = link(index).element()
  if (element instanceof HTMLElement) element.focus()
}
const peeked = (index: number) => `${path}?x.peek=${idOf(index)}`

afterEach(() => vi.restoreAllMocks())

describe('the preview', () => {
  test('opens by Space on the focused row, moves by arrows, and closes by Escape with the focus on the row', async () => {
    await show()
    await focusRow(1)
    await userEvent.keyboard(' ')
    await expect.element(preview).toHaveAccessibleName(`Preview of Wire deposit ${idOf(1).slice(0, 8)}…0000`)
    expect(address()).toBe(peeked(1))
    await expect.element(link(1)).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(link(2)).toHaveFocus()
    await expect.element(preview).toHaveAccessibleName(`Preview of Wire deposit ${idOf(2).slice(0, 8)}…0000`)
    await expect.poll(address).toBe(peeked(2))
    await userEvent.keyboard('k')
    await expect.poll(address).toBe(peeked(1))
    await userEvent.keyboard('{Escape}')
    await expect.element(preview).not.toBeInTheDocument()
    await expect.poll(address).toBe(path)
    await expect.element(link(1)).toHaveFocus()
  })

  test('is kept by a reload and a shared link, and is never sent to the proxy', async () => {
    const { reload, calls } = await show(`?x.peek=${idOf(3)}`)
    await expect.element(preview).toHaveAccessibleName(/00000003/)
    await reload()
    await expect.element(preview).toHaveAccessibleName(/00000003/)
    expect(address()).toBe(peeked(3))
    for (const { query } of calls) expect([...query.keys()].filter((name) => name.startsWith('x.'))).toEqual([])
  })

  test('closes by Back, and Escape leaves no step in the history', async () => {
    await show()
    await focusRow(0)
    await userEvent.keyboard(' ')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(address).toBe(peeked(1))
    window.history.back()
    await expect.element(preview).not.toBeInTheDocument()
    await expect.poll(address).toBe(path)
    const before = window.history.length
    await focusRow(0)
    await userEvent.keyboard(' ')
    await expect.element(preview).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(address).toBe(path)
    expect(window.history.length).toBeLessThanOrEqual(before + 1)
  })

  test('closes by Space on the same row, and by its button', async () => {
    await show()
    await focusRow(0)
    await userEvent.keyboard(' ')
    await expect.element(preview).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(preview).not.toBeInTheDocument()
    await page.getByRole('button', { name: /^Preview Wire deposit 00000002/ }).click()
    await expect.element(preview).toHaveAccessibleName(/00000002/)
    await expect.element(link(2)).toHaveFocus()
    await preview.getByRole('button', { name: 'Close preview' }).click()
    await expect.element(preview).not.toBeInTheDocument()
  })

  test('leaves Space to the other controls of a row', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await show()
    await focusRow(0)
    await userEvent.keyboard('{ArrowRight} ')
    expect(copy).toHaveBeenCalledWith(idOf(0))
    expect(address()).toBe(path)
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft} ')
    await expect.element(box(0)).toBeChecked()
    await expect.element(preview).not.toBeInTheDocument()
  })

  test('says how many notes its record has', async () => {
    const mark = { id: idOf(0), count: 2, open: 1, assignees: ['Lena Brandt'], is_mine: true }
    await show('', { marks: { marks: [mark] } })
    await focusRow(0)
    await userEvent.keyboard(' ')
    await expect.element(preview.getByText('2 notes, 1 open, for you and Lena Brandt')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(preview).toHaveAccessibleName(/00000001/)
    await expect.element(preview.getByText(/\bnotes\b/)).not.toBeInTheDocument()
  })

  test('shows what the row has at once, and then what the provider answers', async () => {
    let resolve: (answer: object) => void = () => undefined
    const promise = new Promise<object>((answer) => {
      resolve = answer
    })
    await show('', {
      get: () => promise,
      list: transferPage([transfer({ id: idOf(0), status: 'PENDING', updated_at: '2026-11-19T10:00:00Z' })]),
    })
    await focusRow(0)
    await userEvent.keyboard(' ')
    await expect.element(preview).toHaveTextContent('1,250.00 USD')
    await expect.element(preview).toHaveTextContent('Pending')
    resolve(transfer({ id: idOf(0), status: 'COMPLETED', updated_at: '2026-11-19T11:00:00Z' }))
    await expect.element(preview).toHaveTextContent('Completed')
    await expect.element(preview).toHaveTextContent('No action needed.')
  })

  test('never shows an older state than the row', async () => {
    const { calls } = await show('', {
      get: (id) => transfer({ id, status: 'PENDING', updated_at: '2026-11-19T09:00:00Z' }),
      list: transferPage([transfer({ id: idOf(0), status: 'COMPLETED', updated_at: '2026-11-19T10:00:00Z' })]),
    })
    await focusRow(0)
    await userEvent.keyboard(' ')
    await expect.poll(() => calls.some(({ operation }) => operation === 'getTransfer')).toBe(true)
    await expect.element(preview).toHaveTextContent('Completed')
    await expect.element(preview).not.toHaveTextContent('Pending')
  })

  test('reads only the transfer at which the reader stops', async () => {
    const { calls } = await show('', { list: transferPage(rows(20)) })
    await focusRow(0)
    await userEvent.keyboard(' ')
    await expect.poll(() => calls.filter(({ operation }) => operation === 'getTransfer')).toHaveLength(1)
    // In one task, because a busy machine may take longer between two keys than a reader who stops.
    for (let presses = 0; presses < 12; presses++) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
      await Promise.resolve()
    }
    await expect.poll(address).toBe(peeked(12))
    await expect
      .poll(() => calls.flatMap(({ operation, values }) => (operation === 'getTransfer' ? values.id : [])))
      .toEqual([idOf(0), idOf(12)])
  })

  test('of a transfer on another page reads it, and says if there is none', async () => {
    await show(`?x.peek=${idOf(77)}`)
    await expect.element(preview).toHaveAccessibleName('Preview of transfer 00000077…0000')
    await expect.element(preview).toHaveTextContent('1,250.00 USD')
  })

  test('of a missing transfer says so', async () => {
    await show(`?x.peek=${idOf(77)}`, { get: () => problem(404, 'not-found', 'No transfer has this ID.') })
    await expect.element(preview).toHaveTextContent('The transfer could not be loaded.')
    await expect.element(preview.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('keeps the row and its age if the provider fails, and without a connection', async () => {
    await show(`?x.peek=${idOf(1)}`, {
      get: () => problem(502, 'service-unreachable', 'The provider cannot be reached.'),
    })
    await expect.element(preview).toHaveTextContent('1,250.00 USD')
    await expect.element(preview).toHaveTextContent(/Last updated .* ago/)
    await setOnline(false)
    await expect.element(preview).toHaveTextContent('You are offline.')
    await setOnline(true)
  })

  test('moves nothing on the page, leaves the table in use, and is not printed', async () => {
    await show()
    await focusRow(0)
    const before = page.getByRole('table').element().getBoundingClientRect()
    await userEvent.keyboard(' ')
    await expect.element(preview).toBeVisible()
    expect(page.getByRole('table').element().getBoundingClientRect()).toEqual(before)
    await expect.element(preview).toHaveTextContent('No action needed.')
    await checkAccessibility()
    await emulateMedia({ media: 'print' })
    await expect.element(page.getByRole('complementary', { name: /^Preview/ })).not.toBeInTheDocument()
    expect(document.querySelector('td.pick')?.checkVisibility()).toBe(false)
    await emulateMedia({ media: null, forcedColors: 'active' })
    await expect.element(preview).toBeVisible()
  })

  test('is a sheet on a phone, opened from the card, and closes by Back', async () => {
    await show('', { width: 390 })
    await page.getByRole('button', { name: /^Preview Wire deposit 00000001/ }).click()
    const sheet = page.getByRole('dialog', { name: /^Preview of Wire deposit 00000001/ })
    await expect.element(sheet).toHaveTextContent('1,250.00 USD')
    await checkAccessibility()
    await sheet.getByRole('button', { name: 'Select' }).click()
    window.history.back()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(box(1)).toBeChecked()
  })

  test('can be opened while single-key shortcuts are off', async () => {
    await renderInConsole(
      <>
        <KeyListener sequences={[]} />
        <TransferList environment="sandbox" />
      </>,
      {
        url: path,
        answers: { listTransfers: transferPage(rows(2)), getTransfer: transfer({ id: idOf(0) }) },
        preferences: { keys: 'off' },
      },
    )
    await focusRow(0)
    await userEvent.keyboard('x')
    await expect.element(box(0)).not.toBeChecked()
    await userEvent.keyboard(' ')
    await expect.element(preview).toBeVisible()
  })
})

describe('the selection', () => {
  const selected = (count: string) => expect.element(bar.getByRole('status')).toHaveTextContent(`${count} selected`)

  test('takes rows by x, by Shift+x and by Shift with the pointer', async () => {
    await show('', { list: transferPage(rows(12)) })
    await focusRow(1)
    await userEvent.keyboard('x')
    await selected('1')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await userEvent.keyboard('{Shift>}x{/Shift}')
    await selected('3')
    await expect.element(link(3)).toHaveFocus()
    await userEvent.keyboard('x')
    await selected('2')
    await box(6).click()
    await box(9).click({ modifiers: ['Shift'] })
    await selected('6')
    expect(window.getSelection()?.toString()).toBe('')
    expect(address()).toBe(path)
  })

  test('is not made while typing, nor by an input method', async () => {
    await show()
    await focusRow(0)
    for (const event of [{ isComposing: true }, { keyCode: 229 }, { ctrlKey: true }, { metaKey: true }])
      link(0)
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true, ...event }))
    await expect.element(bar).not.toBeInTheDocument()
  })

  test('of all rows says how many are loaded', async () => {
    await show('', { list: transferPage(rows(5), 'more') })
    const all = page.getByRole('checkbox', { name: 'Select all 5 loaded' })
    await all.click()
    await selected('5')
    await box(2).click()
    await expect.element(all).toBePartiallyChecked()
    await bar.getByRole('button', { name: 'Select all 5 loaded' }).click()
    await expect.element(all).toBeChecked()
    await all.click()
    await expect.element(bar).not.toBeInTheDocument()
  })

  test('is kept on other pages and cleared, with a word, by another filter', async () => {
    const { calls } = await show('?limit=5', {
      list: (call: { query: URLSearchParams }) =>
        call.query.has('page_cursor') ? transferPage(rows(5, 5)) : transferPage(rows(5), 'more'),
    })
    await box(0).click()
    await page.getByRole('link', { name: 'Older' }).click()
    await box(6).click()
    await selected('2')
    await page.getByRole('link', { name: 'Newer' }).click()
    await expect.element(box(0)).toBeChecked()
    await refresh()
    await expect.poll(() => calls.length).toBeGreaterThan(2)
    await expect.element(box(0)).toBeChecked()
    window.history.pushState(null, '', `${path}?statuses=COMPLETED`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    await expect.element(bar).toHaveTextContent('Selection of 2 cleared: the filters changed.')
    await bar.getByRole('button', { name: 'Close' }).click()
    await expect.element(bar).not.toBeInTheDocument()
  })

  test('is copied as ids, and as cells of a spreadsheet', async () => {
    const copyText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const copy = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
    await show('', { list: transferPage([transfer({ id: idOf(0), memo: '=1+1' }), transfer({ id: '|=1' })]) })
    await page.getByRole('checkbox', { name: 'Select all 2 loaded' }).click()
    await bar.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'IDs, one per line' }).click()
    expect(copyText).toHaveBeenCalledWith(`${idOf(0)}\n'|=1`)
    await bar.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Rows for a spreadsheet' }).click()
    await expect.poll(() => copy.mock.calls.length).toBe(1)
    const [item] = copy.mock.calls[0]?.[0] ?? []
    const lines = (await (await item?.getType('text/plain'))?.text())?.split('\n') ?? []
    expect(lines).toHaveLength(3)
    expect(lines[0]?.startsWith('id\tcustomer_id\tprofile_id\tamount\t')).toBe(true)
    expect(lines[1]?.split('\t')).toEqual(expect.arrayContaining(['1250.00', "'=1+1"]))
  })

  test('is saved as CSV and NDJSON, with the newest state of every row', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob)
      return 'blob:here'
    })
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const exact = JSON.stringify(transferPage([transfer({ id: idOf(0), memo: '-2+3' })])).replace(
      '"1250.00"',
      '12345678901234567890.10',
    )
    await show('', { list: () => exact as unknown as object })
    await box(0).click()
    for (const name of ['CSV', 'CSV for Excel', 'NDJSON as received']) {
      await bar.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('button', { name, exact: true }).click()
    }
    await expect.poll(() => saved.length).toBe(3)
    const [csv, excel, ndjson] = await Promise.all(saved.map((blob) => blob.text()))
    const bytes = new Uint8Array((await saved[1]?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(excel).toBe(csv)
    expect(csv?.split('\r\n')).toHaveLength(3)
    expect(csv).toContain(',12345678901234567890.10,')
    expect(csv).toContain("'-2+3")
    expect(csv).toContain('2026-11-19T09:00:00.000Z')
    expect(JSON.parse(ndjson ?? '')).toMatchObject({ id: idOf(0), amount: '12345678901234567890.10' })
    expect(names.map((name) => name.replace(/-\d{4}-.*Z/, ''))).toEqual([
      'sandbox-transfers.csv',
      'sandbox-transfers.csv',
      'sandbox-transfers.ndjson',
    ])
  })

  test('is saved with its notes under names of Mintdesk’s own, or not at all', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob)
      return 'blob:here'
    })
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const note = {
      id: 'n-1',
      at: '2026-11-19T12:00:00Z',
      person: 'Lena Brandt',
      text: '=Call "back"',
      assignee: 'Ines',
    }
    let isBroken = true
    const { calls } = await show('', {
      exported: () =>
        isBroken ? problem(502, 'internal-error', 'Mintdesk failed.') : { records: [{ id: idOf(0), notes: [note] }] },
    })
    await page.getByRole('checkbox', { name: 'Select all 5 loaded' }).click()
    const save = async (name: string) => {
      await bar.getByRole('button', { name: 'Export' }).click()
      const withNotes = page.getByRole('checkbox', { name: 'With notes' })
      await expect.element(withNotes).toBeVisible()
      if (!withNotes.query()?.matches(':checked')) await withNotes.click()
      await page.getByRole('button', { name, exact: true }).click()
    }
    await save('CSV')
    await expect.element(bar.getByRole('alert')).toHaveTextContent('Nothing was saved')
    expect(saved).toEqual([])
    isBroken = false
    await save('CSV')
    await expect.poll(() => saved.length).toBe(1)
    await expect.element(bar.getByRole('alert')).not.toBeInTheDocument()
    await save('NDJSON as received')
    await expect.poll(() => saved.length).toBe(2)
    const [csv = '', ndjson = ''] = await Promise.all(saved.map((blob) => blob.text()))
    const [head, first, second] = csv.split('\r\n')
    expect(head).toMatch(/,mintdesk_notes,mintdesk_open_notes,mintdesk_assignees$/)
    expect(first).toMatch(/,"2026-11-19T12:00:00Z Lena Brandt: =Call ""back""",1,Ines$/)
    expect(second).toMatch(/,,,$/)
    const objects = ndjson
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(objects[0]).toMatchObject({ id: idOf(0), amount: '1250.00', mintdesk_notes: [note] })
    expect(objects[1]).toMatchObject({ id: idOf(1), mintdesk_notes: [] })
    expect(names.map((name) => name.replace(/-\d{4}-.*Z/, ''))).toEqual([
      'sandbox-transfers-with-notes.csv',
      'sandbox-transfers-with-notes.ndjson',
    ])
    expect(calls.filter(({ path }) => path === '/notes/exported')).toHaveLength(3)
  })

  test('is handed to the look-up without being in its address', async () => {
    await show()
    await box(0).click()
    await box(2).click()
    await bar.getByRole('button', { name: 'Open in look-up' }).click()
    await expect.poll(address).toBe('/sandbox/lookup')
    expect(sessionStorage.getItem('mintdesk:lookup-paste')).toBe(`${idOf(0)}\n${idOf(2)}`)
  })

  test('has no faults for assistive technology, in both themes', async () => {
    await show()
    await box(0).click()
    await selected('1')
    await checkAccessibility()
    await emulateMedia({ colorScheme: 'dark' })
    await checkAccessibility()
  })
})
