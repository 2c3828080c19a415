/** The list machine, shown with the list of transfers. */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import type { AnswerFor } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { refresh } from '@/components/testing/updates'
import { TransferList } from '@/components/transfers/transfer-list'

const path = '/sandbox/transfers'
const idOf = (index: number) => `11111111-0000-4000-8000-${String(index).padStart(12, '0')}`
/** Any answer, also one that breaks the spec. */
const row = (index: number, members: object = {}) => ({ ...transfer({ id: idOf(index) }), ...members })
const rows = (count: number) => Array.from({ length: count }, (_, index) => transfer({ id: idOf(index) }))

const show = (search: string, answer: AnswerFor | object | string, width?: number) =>
  renderInConsole(<TransferList environment="sandbox" />, {
    url: `${path}${search}`,
    answers: { listTransfers: answer },
    width,
  })

const table = page.getByRole('table', { name: 'Transfers' })
const rowOf = (index: number) => table.getByRole('row').filter({ has: page.getByRole('link', { name: idOf(index) }) })
const rowCount = () => document.querySelectorAll('tr[data-index]').length
const head = (name: string | RegExp) => table.getByRole('columnheader', { name })
const heads = () =>
  [...document.querySelectorAll<HTMLElement>('.records thead th:not(.pick)')].map((cell) => cell.innerText.trim())
const columnsButton = page.getByRole('button', { name: 'Columns', exact: true })
const columnsMenu = page.getByRole('dialog', { name: 'Columns and order' })
const older = page.getByRole('link', { name: 'Older' })
const loaded = (text: string) => expect.element(page.getByRole('status').filter({ hasText: text })).toBeVisible()

describe('rows of any provider', () => {
  test('show unknown values as received', async () => {
    await show('', {
      items: [
        row(1, { status: 'COMPLETE' }),
        row(2, { direction: 'WITHDRAWAL' }),
        row(3, { type: 'FEDNOW_DEPOSIT', crypto_network: 'TEMPO' }),
        row(4, { status: 'HELD', secondary_status: { name: 'SANCTIONS_REVIEW', detail: 'waits for a clerk' } }),
        row(5, { type: 'ACME_TRANSFER_DEBIT', direction: 'DEBIT' }),
        row(6, { asset: 'EURX' }),
      ],
      next_page_cursor: '',
    })
    await loaded('6 loaded, end of list')
    for (const [index, text] of [
      [1, /COMPLETE/],
      [2, /1,250/],
      [3, /FEDNOW_DEPOSIT.*TEMPO/],
      [4, /HELD.*SANCTIONS_REVIEW/],
      [5, /Platform transfer/],
      [6, /EURX/],
    ] as const)
      await expect.element(rowOf(index)).toHaveTextContent(text)
  })

  test('are marked if a required field is missing', async () => {
    const { fee: _, ...withoutFee } = row(2)
    await show('', { items: [row(1), withoutFee], next_page_cursor: '' })
    await expect.element(rowOf(2)).toBeVisible()
    expect(rowOf(2).element().querySelectorAll('[title*="fee"]')).toHaveLength(1)
    expect(rowOf(1).element().querySelectorAll('[title*="fee"]')).toHaveLength(0)
  })

  test('keep nine digits of a time and every digit of an amount', async () => {
    await show('', {
      items: [
        row(1, { amount: '123456789012345678901234567890.12345678', created_at: '2026-11-19T14:00:00.123456789Z' }),
        row(2, { amount: '.5', created_at: '2026-11-19T14:00:00+01:00' }),
        row(3, { amount: '007' }),
      ],
      next_page_cursor: '',
    })
    await expect.element(rowOf(1)).toHaveTextContent('123,456,789,012,345,678,901,234,567,890.12345678')
    expect(rowOf(1).element().querySelector('time')?.dateTime).toBe('2026-11-19T14:00:00.123456789Z')
    await expect.element(rowOf(2)).toHaveTextContent('13:00:00')
    await expect.element(rowOf(3)).toHaveTextContent('007')
  })

  test('keep the digits of numbers that JavaScript would round', async () => {
    const text = JSON.stringify({ items: [row(1, { amount: 'N' })] }).replace('"N"', '12345678901234567890.10')
    await show('', text)
    await expect.element(rowOf(1)).toHaveTextContent('12,345,678,901,234,567,890.10')
  })

  test('that do not match the filter are marked and shown', async () => {
    await show(
      '?statuses=FAILED',
      transferPage([transfer({ id: idOf(1), status: 'FAILED' }), transfer({ id: idOf(2) })]),
    )
    await expect.element(page.getByText('1 row does not match the filters.')).toBeVisible()
    await expect.element(rowOf(2)).toHaveTextContent('Does not match the filter Status')
    await expect.element(rowOf(1)).not.toHaveTextContent('Does not match')
  })

  test.each([[{ transfers: [] }], [[]], ['"items"'], ['null'], [{ items: {} }]])(
    'are never shown as an empty list if the answer is %j',
    async (answer) => {
      await show('', answer)
      await expect.element(page.getByText(/answered without a list/i).first()).toBeVisible()
      await expect.element(page.getByText(/no transfers/i)).not.toBeInTheDocument()
    },
  )
})

describe('the end of a list', () => {
  test.each([
    ['no cursor', {}],
    ['a null cursor', { next_page_cursor: null }],
    ['a cursor of another name', { next_cursor: 'more' }],
  ])('is not claimed of a full page with %s', async (_, end) => {
    await show('?limit=2', { items: rows(2), ...end })
    await loaded('2 loaded. There may be more: the provider named no next page. Filter by time to see others.')
  })

  test('is a full page with an empty cursor', async () => {
    await show('?limit=2', { items: rows(2), next_page_cursor: '' })
    await loaded('2 loaded, end of list')
  })

  test.each([
    ['a cursor', { next_page_cursor: 'more' }],
    ['an empty cursor', { next_page_cursor: '' }],
    ['a null cursor', { next_page_cursor: null }],
    ['no cursor', {}],
  ])('is a page with fewer rows than requested and %s', async (_, end) => {
    await show('', { items: rows(2), ...end })
    await loaded('2 loaded, end of list')
    await expect.element(older).toHaveAttribute('aria-disabled', 'true')
  })

  test('is a cursor that was already used', async () => {
    await show('?limit=2', { items: rows(2), next_page_cursor: 'again' })
    await older.click()
    await expect.poll(address).toMatch(/page_cursor=again/)
    await expect.element(older).toHaveAttribute('aria-disabled', 'true')
  })

  test('is an empty page, whatever its cursor', async () => {
    await show('?limit=2&page_cursor=elsewhere', { items: [], next_page_cursor: 'forever' })
    await expect.element(page.getByText('Nothing on this page')).toBeVisible()
    await expect.element(older).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('identifiers that were not found', () => {
  test('are named and copied', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const references = Array.from({ length: 30 }, (_, index) => `ref-${index}`)
    const found = [row(0, { ref_id: 'ref-0' }), row(7, { ref_id: 'ref-7' })]
    await show(`?${references.map((one) => `ref_ids=${one}`).join('&')}`, { items: found, next_page_cursor: '' })
    const missing = references.filter((one) => !['ref-0', 'ref-7'].includes(one))
    const note = page.getByRole('status').filter({ hasText: '28 of 30 references were not found:' })
    await expect.element(note).toHaveTextContent(`${missing.slice(0, 10).join(', ')} and 18 more`)
    await note.getByRole('button', { name: 'Copy references not found' }).click()
    expect(copy).toHaveBeenCalledWith(missing.join('\n'))
    copy.mockRestore()
  })

  test('leave an empty list that says what to do', async () => {
    await show('?ref_ids=nobody', transferPage([]))
    await expect.element(page.getByText('No transfers match this filter')).toBeVisible()
    await expect.element(page.getByText('Check that the value is complete.')).toBeVisible()
    await page.getByRole('link', { name: 'Remove filter "Reference is nobody"' }).click()
    await expect.element(page.getByText('No transfers yet')).toBeVisible()
    expect(address()).toBe(path)
  })
})

describe('an invalid link', () => {
  test('is refused by Mintdesk, explained, and fixed one parameter at a time', async () => {
    const { calls } = await show('?statuses=LOST&limit=5000&typo=1', transferPage([transfer()]))
    const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect.element(problem).toHaveTextContent(/must be one of PENDING, COMPLETED, FAILED/)
    await expect.element(problem).toHaveTextContent(/whole number from 1 to 1000/)
    await expect.element(problem).toHaveTextContent(/Unknown field "typo". Did you mean "type"\?/)
    expect(calls).toHaveLength(1)
    for (const name of [/remove status/i, /remove rows/i, /remove typo/i])
      await page.getByRole('link', { name }).click()
    await loaded('1 loaded')
    expect(calls).toHaveLength(4)
    expect(calls.at(-1)?.query.size).toBe(0)
  })

  test('with more errors than an answer lists says how many are left', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `odd${index}=1`).join('&')
    await show(`?${names}`, transferPage([transfer()]))
    const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect.element(problem).toHaveTextContent(/Unknown field "odd19"\..*3 more errors are not listed\.$/)
  })

  test('with too many values is fixed by applying one batch', async () => {
    const references = Array.from({ length: 130 }, (_, index) => `ref_ids=r-${index}`).join('&')
    await show(`?${references}`, transferPage([transfer({ ref_id: 'r-101' })]))
    await expect.element(page.getByRole('alert').filter({ hasText: 'At most 100 values' })).toBeVisible()
    await page.getByRole('link', { name: 'Only 101–130' }).click()
    await expect.element(page.getByText('Reference 101–130 of 130 pasted.')).toBeVisible()
    expect(new URL(window.location.href).searchParams.getAll('ref_ids')).toHaveLength(30)
  })

  test('that sorts by another time than it filters by is fixed by its order', async () => {
    await show('?order_by=UPDATED_AT&created_at.gte=2026-01-01T00:00:00Z', transferPage([transfer()]))
    const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect.element(problem).toHaveTextContent(/order_by=UPDATED_AT cannot be combined with created_at.gte/)
    await page.getByRole('link', { name: 'Order by created' }).click()
    await expect.element(problem).not.toBeInTheDocument()
    await expect.element(page.getByRole('group', { name: 'Filters' })).toHaveTextContent('Created is from 1 Jan 2026')
  })
})

describe('the order', () => {
  test('is reversed by the head of its column', async () => {
    const { calls } = await show('?limit=20', transferPage(rows(2)))
    await expect.element(head(/^Created/)).toHaveAttribute('aria-sort', 'descending')
    await head(/^Created/)
      .getByRole('link')
      .click()
    await expect.poll(address).toBe(`${path}?limit=20&order_by=CREATED_AT&order=ASC`)
    await expect.element(head(/^Created/)).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => calls.at(-1)?.query.get('order_by')).toBe('CREATED_AT')
    expect(calls.at(-1)?.query.get('order')).toBe('ASC')
    await head(/^Created/)
      .getByRole('link')
      .click()
    await expect.poll(address).toBe(`${path}?limit=20`)
  })

  test('by update is chosen in the menu, shows its column, and is reset', async () => {
    await show('?limit=20', transferPage(rows(2)))
    await columnsButton.click()
    await columnsMenu.getByRole('link', { name: 'Updated, newest first' }).click()
    await expect.element(head(/^Updated/)).toHaveAttribute('aria-sort', 'descending')
    await expect.element(page.getByText(/^Order: updated, newest first/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('link', { name: 'Default order' }).click()
    await expect.poll(address).toBe(`${path}?limit=20`)
  })

  // Spec, List transfers, rule 2.
  test('by another time than the filtered one is not available, and says why', async () => {
    await show('?created_at.gte=2020-01-01T00:00:00Z&x.columns=created.updated', transferPage(rows(2)))
    await expect.element(head(/^Updated/)).toBeVisible()
    expect(
      head(/^Updated/)
        .getByRole('link')
        .elements(),
    ).toEqual([])
    await columnsButton.click()
    await expect.element(columnsMenu).toHaveTextContent('Not available with the filter Created')
    expect(columnsMenu.getByRole('link', { name: /^Updated/ }).elements()).toEqual([])
    await columnsMenu.getByRole('link', { name: 'Created, oldest first' }).click()
    await expect.poll(address).toMatch(/order_by=CREATED_AT&order=ASC$/)
  })
})

describe('the table', () => {
  test('resizes columns by keyboard, keeps the width in the URL, and cuts no amount', async () => {
    await show('?limit=20', transferPage(rows(2)))
    await expect.element(table).toBeVisible()
    const widthOfHead = (name: string) => head(name).element().getBoundingClientRect().width
    await columnsButton.click()
    const field = (name: string) => columnsMenu.getByRole('spinbutton', { name: `Width of ${name} in pixels` })
    await field('Reference').fill('60')
    await expect.poll(address).toContain('reference-60')
    await expect.poll(() => Math.round(widthOfHead('Reference'))).toBe(60)
    await field('Amount').fill('50')
    await expect.poll(address).toContain('amount-50')
    expect(widthOfHead('Amount')).toBeGreaterThan(50)
    for (const cell of document.querySelectorAll('tr[data-index] td:has(.amount)'))
      expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
    const type = Math.round(widthOfHead('Type'))
    await field('Type').click()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field('Type')).toHaveValue(type + 8)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(address).toContain(`type-${type - 8}`)
    await columnsMenu.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(address).toBe(`${path}?limit=20`)
  })

  test('hides, shows, moves and resets columns by keyboard', async () => {
    const { reload } = await show('?limit=20', transferPage(rows(2)))
    await expect.element(table).toBeVisible()
    const before = heads()
    columnsButton.element().focus()
    await userEvent.keyboard('{Enter}')
    const box = (name: string) => columnsMenu.getByRole('checkbox', { name, exact: true })
    await expect.element(box('Network')).toBeVisible()
    const press = async (control: typeof columnsMenu, key: string) => {
      const element = control.element()
      if (element instanceof HTMLElement) element.focus()
      await userEvent.keyboard(key)
      await expect.element(control).toHaveFocus()
    }
    await press(box('Network'), ' ')
    await expect.element(head('Network')).not.toBeInTheDocument()
    await press(box('Memo'), ' ')
    await expect.element(head('Memo')).toBeVisible()
    await press(columnsMenu.getByRole('button', { name: 'Move Type down' }), '{Enter}')
    await expect
      .poll(address)
      .toBe(`${path}?limit=20&x.columns=created.amount.type.asset.status.notes.profile.reference.hash.transfer.memo`)
    const selected = heads()
    expect(selected.slice(0, 3)).toEqual([before[0], 'Amount', 'Type'])
    await expect
      .element(columnsMenu.getByRole('checkbox', { name: /^Created/ }))
      .toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(columnsButton).toHaveFocus()
    await reload()
    await expect.element(table).toBeVisible()
    expect(heads()).toEqual(selected)
    await columnsButton.click()
    await columnsMenu.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(address).toBe(`${path}?limit=20`)
    expect(heads()).toEqual(before)
  })

  test('has three row heights', async () => {
    await show('', transferPage(rows(5)))
    await expect.element(table).toBeVisible()
    for (const [name, pixels] of [
      ['Roomy', 44],
      ['Tight', 28],
      ['Default', 32],
    ] as const) {
      await columnsButton.click()
      await columnsMenu.getByRole('radio', { name }).click()
      await expect.poll(() => rowOf(2).element().getBoundingClientRect().height, { message: name }).toBe(pixels)
      await userEvent.keyboard('{Escape}')
      await expect.element(columnsMenu).not.toBeInTheDocument()
    }
  })

  test('remembers the row height', async () => {
    const { reload } = await show('', transferPage(rows(5)))
    await columnsButton.click()
    await columnsMenu.getByRole('radio', { name: 'Roomy' }).click()
    expect(document.cookie).toContain('mintdesk-density=roomy')
    await reload()
    await expect.element(table).toBeVisible()
  })

  test('shortens one amount of 18 decimals, whose digits are all in its text and title, and shown on hover', async () => {
    const long = '1.123456789012345678'
    await show('', transferPage(['1250.00', '7.5', long].map((amount, index) => row(index, { amount }))))
    const cell = page.getByTitle(long)
    await expect.element(cell).toBeVisible()
    const fraction = () => cell.element().querySelector('.fraction') as HTMLElement
    expect(fraction().textContent).toBe('.123456789012345678')
    expect(cell.element().querySelector('.amount')?.getAttribute('data-amount')).toBe(long)
    const box = () => fraction().getBoundingClientRect()
    expect(fraction().scrollWidth).toBeGreaterThan(fraction().clientWidth)
    expect(getComputedStyle(fraction()).textOverflow).toBe('ellipsis')
    expect(box().right).toBeLessThanOrEqual(cell.element().getBoundingClientRect().right)
    const { left } = box()
    const other = document.querySelector('tr[data-index="0"] .fraction')
    expect(other?.getBoundingClientRect().left).toBeCloseTo(left, 0)
    await cell.hover()
    await expect.poll(() => fraction().scrollWidth <= fraction().clientWidth).toBe(true)
    expect(box().left).toBeCloseTo(left, 0)
    expect(box().right).toBeGreaterThan(cell.element().getBoundingClientRect().right)
  })

  test('aligns amounts on the point, cuts no cell, and keeps the first column in view', async () => {
    const amounts = ['1250.00', '.5', '7', '123456.12345678', '-3.1']
    const items = amounts.map((amount, index) => row(index, { amount, ref_id: `reference ${'x'.repeat(index * 20)}` }))
    await show('', { items, next_page_cursor: '' }, 900)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.element(table).toBeVisible()
    const fractions = [...document.querySelectorAll('td .amount .fraction')]
    expect(fractions).toHaveLength(amounts.length)
    expect(new Set(fractions.map((one) => Math.round(one.getBoundingClientRect().left))).size).toBe(1)
    const cut = [...document.querySelectorAll('td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 8)
    expect(cut.map(({ textContent }) => textContent)).toEqual([])
    const region = page.getByRole('region', { name: 'Transfers table' }).element()
    const left = () => rowOf(0).getByRole('link').element().getBoundingClientRect().left
    const before = left()
    region.scrollLeft = 150
    await expect.poll(() => region.hasAttribute('data-scrolled')).toBe(true)
    expect(region.scrollLeft).toBe(150)
    expect(left()).toBe(before)
  })

  test.each([768, 1024, 1280, 1440])(
    'leaves out whole columns at %i px, says which, and keeps amount and status',
    async (width) => {
      const long = transfer({ ref_id: 'a-reference-of-thirty-two-chars-x', crypto_tx_hash: 'f'.repeat(64) })
      await show('', transferPage([long]), width)
      await expect.element(table).toBeVisible()
      const region = page.getByRole('region', { name: 'Transfers table' }).element()
      expect(region.scrollWidth, 'nothing is left to scroll to').toBe(region.clientWidth)
      const names = ['Created, UTC', 'Type', 'Amount', 'Asset', 'Status']
      expect(heads()).toEqual(expect.arrayContaining(names))
      const isWhole = [...document.querySelectorAll('.records :is(td, th)')].every(
        (cell) => cell.getBoundingClientRect().right <= region.getBoundingClientRect().right + 0.5,
      )
      expect(isWhole).toBe(true)
      const hidden = ['Notes', 'Network', 'Profile', 'Reference', 'Hash', 'Transfer'].filter(
        (name) => !heads().includes(name),
      )
      const note = page.getByText(/columns? hidden: /)
      if (hidden.length === 0) return void expect(note.elements()).toEqual([])
      await expect
        .element(note)
        .toHaveTextContent(`${hidden.length} column${hidden.length === 1 ? '' : 's'} hidden: ${hidden.join(', ')}.`)
      await page.getByRole('button', { name: 'Show all' }).click()
      await expect.element(head('Transfer')).toBeInTheDocument()
      await expect.element(note).not.toBeInTheDocument()
    },
  )

  test('ends the head of a column of numbers where the numbers end', async () => {
    await show('', transferPage([transfer({ amount: '1250.00' }), transfer({ id: '2', amount: '0.03506031' })]))
    await expect.element(table).toBeVisible()
    const name = document.createRange()
    name.selectNodeContents(head('Amount').element())
    const number = document.querySelectorAll('.records td .amount')[1]
    expect(name.getBoundingClientRect().right).toBeCloseTo(number?.getBoundingClientRect().right ?? 0, 0)
  })

  test('is one Tab stop, with arrow keys between rows, their controls and the head', async () => {
    await show('?limit=120', transferPage(rows(120), 'next'))
    await loaded('120 loaded')
    const stops = () =>
      document.querySelectorAll('.records-region :is([tabindex="0"], a:not([tabindex]), button:not([tabindex]))')
    expect(stops()).toHaveLength(1)
    page.getByRole('button', { name: 'Export all' }).element().focus()
    await userEvent.tab()
    await expect.element(rowOf(0).getByRole('link')).toHaveFocus()
    await userEvent.tab()
    await expect.element(page.getByRole('link', { name: '100', exact: true })).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect.element(rowOf(0).getByRole('link')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(rowOf(0).getByRole('button', { name: 'Copy transfer ID' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
    await expect.element(head(/^Created/).getByRole('link')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{PageDown}')
    expect(stops(), 'wherever the reader is').toHaveLength(1)
  })

  test('returns to its place by the back button after another page', async () => {
    await renderInConsole(<TransferList environment="sandbox" />, {
      url: `${path}?limit=120`,
      answers: {
        listTransfers: ({ query }) =>
          query.has('page_cursor')
            ? transferPage([transfer({ ref_id: 'second page' })])
            : transferPage(rows(120), 'next'),
      },
    })
    await loaded('120 loaded')
    const region = page.getByRole('region', { name: 'Transfers table' }).element()
    region.scrollTop = 1600
    await expect.element(rowOf(50)).toBeVisible()
    await older.click()
    await loaded('Page 2: 1 loaded')
    window.history.back()
    await loaded('120 loaded')
    await expect.poll(() => region.scrollTop).toBe(1600)
    await expect.element(rowOf(50)).toBeVisible()
  })

  test('renders the rows near the reader, all of them if asked to, and all on paper', async () => {
    await show('?limit=120&x.columns=created', transferPage(rows(120)))
    await loaded('120 loaded')
    await expect.poll(rowCount).toBeLessThan(100)
    await emulateMedia({ media: 'print' })
    await expect.poll(rowCount).toBe(120)
    await emulateMedia({ media: null })
    await expect.poll(rowCount).toBeLessThan(100)
    await columnsButton.click()
    await page.getByRole('checkbox', { name: 'Show all rows at once' }).click()
    await expect.poll(rowCount).toBe(120)
    expect(address()).toBe(`${path}?limit=120&x.columns=created&x.rows=all`)
  })

  test('prints no more paper than its rows need, as wide as the sheet, in 8 points at least', async () => {
    const all = 'x.columns=created.updated.type.amount.asset.status.network.profile.reference.hash.transfer.fee.total'
    await show(`?limit=120&${all}`, transferPage(rows(120)), 1032)
    await loaded('120 loaded')
    await emulateMedia({ media: 'print' })
    await expect.poll(rowCount).toBe(120)
    const paper = await table.findElement()
    const { bottom, right } = paper.getBoundingClientRect()
    // What is left below the rows is one line: how many there are.
    expect(document.documentElement.scrollHeight - (bottom + window.scrollY)).toBeLessThan(60)
    expect(right).toBeLessThanOrEqual(1032)
    expect(document.documentElement.scrollWidth).toBe(1032)
    const sizes = [...paper.querySelectorAll('th, td, td *')].map((cell) => parseFloat(getComputedStyle(cell).fontSize))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual((8 / 72) * 96 - 0.01)
  })

  test('moves the focus with the keys that scroll, so that Enter opens a row in view', async () => {
    await show('?limit=120', transferPage(rows(120)))
    await loaded('120 loaded')
    const region = page.getByRole('region', { name: 'Transfers table' })
    const focused = () => Number(document.activeElement?.closest('tr')?.dataset.index)
    const isInView = () => {
      const [row, box] = [document.activeElement?.closest('tr'), region.element()].map((one) =>
        one?.getBoundingClientRect(),
      )
      return row && box && row.top >= box.top && row.bottom <= box.bottom
    }
    rowOf(0).getByRole('link').element().focus()
    await userEvent.keyboard('{PageDown}')
    const page1 = focused()
    expect(page1).toBeGreaterThan(5)
    expect(isInView()).toBe(true)
    await userEvent.keyboard('{End}')
    await expect.poll(focused).toBe(119)
    await expect.poll(isInView).toBe(true)
    await userEvent.keyboard('{PageUp}')
    await expect.poll(focused).toBe(119 - page1)
    await userEvent.keyboard('{Home}')
    await expect.poll(focused).toBe(0)
    await expect.poll(isInView).toBe(true)
  })

  test('says how many rows there are only if the list ends', async () => {
    await show('', transferPage(rows(3)))
    // The head is a row too.
    await expect.element(table).toHaveAttribute('aria-rowcount', '4')
  })

  test('says that the number of rows is unknown if the list continues', async () => {
    await show('?limit=3', transferPage(rows(3), 'next'))
    await expect.element(table).toHaveAttribute('aria-rowcount', '-1')
  })

  test('copies a whole ID and announces it', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await show('', transferPage(rows(1)))
    await rowOf(0).getByRole('button', { name: 'Copy transfer ID' }).click()
    expect(copy).toHaveBeenCalledWith(idOf(0))
    await expect.element(page.getByText(/^Copied/).first()).toBeInTheDocument()
    copy.mockRestore()
  })

  test('has another page size by a link', async () => {
    const { calls } = await show('', transferPage(rows(2)))
    await page.getByRole('link', { name: '500', exact: true }).click()
    await expect.poll(() => calls.at(-1)?.query.get('limit')).toBe('500')
    await page.getByRole('link', { name: '100', exact: true }).click()
    await expect.poll(address).toBe(path)
  })

  test('keeps rows and their order if a refresh fails', async () => {
    let isFailing = false
    await renderInConsole(<TransferList environment="sandbox" />, {
      url: path,
      answers: { listTransfers: () => (isFailing ? { items: {} } : { items: rows(2), next_page_cursor: '' }) },
    })
    await expect.element(rowOf(1)).toBeVisible()
    isFailing = true
    await refresh()
    await expect.element(page.getByText(/answered without a list/i).first()).toBeVisible()
    await expect.element(rowOf(1)).toBeVisible()
  })
})

test('columns stay where they are when a refresh makes a text shorter, or longer while there is room', async () => {
  const texts = ['a-reference-of-28-characters', 'a-reference-of-29-characters-', 'short']
  const more = 'a-reference-that-has-no-room-unless-its-column-grows'
  let ref_id = texts[0]
  await show('?x.columns=reference.status.network', () => transferPage([row(1, { ref_id }), row(2)]))
  await expect.element(page.getByText(ref_id ?? '', { exact: true })).toBeVisible()
  const places = () => [...document.querySelectorAll('.records th')].map((one) => one.getBoundingClientRect().left)
  const before = places()
  const refreshTo = async (next: string) => {
    ref_id = next
    await refresh()
    await expect.element(page.getByText(next, { exact: true })).toBeVisible()
  }
  for (const next of texts.slice(1)) {
    await refreshTo(next)
    expect(places(), next).toEqual(before)
  }
  await page.viewport(700, 900)
  await refreshTo(`${more}-${more}`)
  const cell = page.getByText(`${more}-${more}`, { exact: true }).element().closest('td')
  expect(cell?.scrollWidth).toBeLessThanOrEqual(cell?.clientWidth ?? 0)
})

test('a card on a phone has its columns in the accessibility tree, and hides nothing at 320 px', async () => {
  const one = transfer({ ref_id: 'a-reference-of-thirty-two-chars-x', amount: '123456789012.12345678' })
  await show('', transferPage([one]), 320)
  for (const name of [/^Created/, 'Type', 'Amount', 'Status']) await expect.element(head(name)).toBeInTheDocument()
  await expect.element(table.getByRole('cell').first()).toBeVisible()
  expect(table.getByRole('cell').elements()).toHaveLength(5)
  const cut = [...document.querySelectorAll('td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
  expect(cut.map(({ textContent }) => textContent)).toEqual([])
  await checkAccessibility()
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the list and its menu of columns: %s',
  async (colorScheme) => {
    await emulateMedia({ colorScheme })
    await show('?x.rows=all&order_by=UPDATED_AT&order=ASC', transferPage(rows(5)))
    await expect.element(table).toBeVisible()
    await checkAccessibility()
    await columnsButton.click()
    await expect.element(columnsMenu).toBeVisible()
    await checkAccessibility()
  },
)
