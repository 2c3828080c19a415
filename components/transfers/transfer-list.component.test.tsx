import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Shell } from '@/components/shell/shell'
import { checkAccessibility, emulateMedia, layoutShifts, setOnline } from '@/components/testing/browser'
import { problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { refresh, updates } from '@/components/testing/updates'
import { TransferList } from './transfer-list'

test('the list shows one row for each transfer and asks for what the address says', async () => {
  const { calls } = await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers?statuses=PENDING&x.columns=amount',
    answers: {
      listTransfers: transferPage([
        transfer({ status: 'PENDING' }),
        transfer({ id: '0192e4a0-0000-7000-8000-000000000002', status: 'PENDING', amount: '0.10' }),
      ]),
    },
  })
  await expect.element(page.getByRole('table')).toBeVisible()
  await expect.poll(() => page.getByRole('row').all().length).toBe(3)
  expect(calls.filter(({ operation }) => operation === 'listTransfers').map(({ query }) => query.toString())).toEqual([
    'statuses=PENDING',
  ])
})

test('an overdue transfer says so in the list once usual times are known, with the figures', async () => {
  const old = { status: 'PENDING', created_at: '2026-11-19T09:00:00.000Z' } as const
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers?limit=20&x.columns=created.status.who',
    answers: {
      listTransfers: transferPage([transfer(old)]),
      'GET /usual-times': [
        { type: 'WIRE_DEPOSIT', network: '', count: 20, timed: 20, median: 3_600_000, p95: 3_600_000 },
      ],
    },
  })
  await expect.element(page.getByText('Pending · overdue')).toBeVisible()
  await expect
    .element(
      page.getByTitle(/^Pending\. Overdue by .*: usually 1 h, 95 % within 1 h\..* 20 completed wire deposits\.$/),
    )
    .toBeVisible()
  await expect.element(page.getByText('Support follows up')).toBeVisible()
})

test('values that were seen are offered beside the documented ones, and Mintdesk filters by them', async () => {
  window.localStorage.clear()
  const items = [
    { ...transfer(), type: 'FEDNOW_DEPOSIT', crypto_network: 'SUI' },
    { ...transfer({ id: '0192e4a0-0000-7000-8000-000000000002' }), type: 'ACME_TRANSFER_DEBIT' },
  ]
  const { calls } = await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: {
      listTransfers: { items, next_page_cursor: '' },
      'POST /records/transfers': { rows: [], next_page_cursor: '', count: 0, now: 0, extent: { until: 0 } },
    },
  })
  await expect.poll(() => page.getByRole('row').all().length).toBe(3)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: 'Network', exact: true }).click()
  await expect.element(menu.getByRole('group', { name: /Seen in the last 90 days/ })).toHaveTextContent('SUI')
  await menu.getByRole('button', { name: 'All filters' }).click()
  await menu.getByRole('button', { name: 'Type', exact: true }).click()
  const seen = menu.getByRole('group', { name: /Seen in the last 90 days/ })
  // An operator's own transfers are platform transfers, which the spec lists.
  await expect.element(seen.getByRole('checkbox')).toHaveAccessibleName('FEDNOW_DEPOSIT')
  await seen.getByRole('checkbox').click()
  await menu.getByRole('checkbox', { name: 'Wire deposit' }).click()
  await menu.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(address).toBe('/sandbox/transfers?x.any_type=WIRE_DEPOSIT&x.any_type=FEDNOW_DEPOSIT')
  await expect.element(page.getByRole('button', { name: /^Type is any of Wire deposit, FEDNOW_DEPOSIT/ })).toBeVisible()
  expect(calls.some(({ query }) => query.has('any_type') || query.getAll('type').includes('FEDNOW_DEPOSIT'))).toBe(
    false,
  )
  // Without it the provider filters again.
  await page.getByRole('button', { name: /^Type is any of/ }).click()
  await menu.getByRole('checkbox', { name: 'FEDNOW_DEPOSIT' }).click()
  await menu.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(address).toBe('/sandbox/transfers?type=WIRE_DEPOSIT')
})

test('a list that the provider fails to answer is not shown as an empty list', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: { listTransfers: () => problem(400, 'service-refused', 'The provider refused the list.') },
  })
  await expect.element(page.getByText('The provider refused the list.')).toBeVisible()
})

test('an amount of 58 digits is whole on a card of 320 px, and covers nothing', async () => {
  const amount = `${'1234567890'.repeat(3)}12345678.${'1234567890'.repeat(2)}`
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    width: 320,
    answers: { listTransfers: transferPage([transfer({ amount, ref_id: 'r'.repeat(60) })]) },
  })
  const card = page.getByRole('row').nth(1)
  await expect.element(card).toBeVisible()
  const cells = [...card.element().querySelectorAll<HTMLElement>('td')].filter((cell) => cell.clientWidth > 0)
  expect(cells.length).toBeGreaterThan(3)
  for (const { scrollWidth, clientWidth, className } of cells)
    expect([className, scrollWidth]).toEqual([className, clientWidth])
})

test('the first card on a phone is within 150 px of the top, and nothing moves when it comes', async () => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await renderInConsole(
    <Shell environment="sandbox" environments={['sandbox']} name="Ines Okafor" person="ines" roles={['support']}>
      <TransferList environment="sandbox" />
    </Shell>,
    {
      url: '/sandbox/transfers',
      width: 390,
      isInMain: false,
      session: { roles: ['support'] },
      answers: { listTransfers: () => asked.then(() => transferPage([transfer()])) },
    },
  )
  await expect.element(updates()).toBeVisible()
  const shifts = await layoutShifts()
  answer()
  const card = page.getByRole('row').last()
  await expect.element(card).toBeVisible()
  expect(card.element().getBoundingClientRect().top).toBeLessThanOrEqual(150)
  expect(document.documentElement.scrollWidth).toBe(390)
  expect(await shifts()).toEqual([])
})

test('on a phone in the dark the reason of a status has a line of its own, and axe finds nothing', async () => {
  await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const secondary_status = { name: 'TRAVEL_RULE_INFO_REQUESTED', detail: 'Provide the originator.' } as const
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    width: 390,
    answers: { listTransfers: transferPage([transfer({ status: 'PENDING', secondary_status })]) },
  })
  const state = page.getByRole('cell').filter({ hasText: /^Pending/ })
  await expect.element(state).toBeVisible()
  expect((state.element() as HTMLElement).innerText).toMatch(/^Pending\s*\nTravel rule/i)
  await checkAccessibility()
})

test('without a connection the list says how old it is', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: { listTransfers: transferPage([transfer()]) },
  })
  await expect.element(page.getByRole('table')).toBeVisible()
  setOnline(false)
  await expect.element(page.getByText(/offline/i).first()).toBeVisible()
})

test('each status has its own tone, and a pending transfer never that of a completed one', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: { listTransfers: transferPage([transfer({ status: 'PENDING' }), transfer({ status: 'COMPLETED' })]) },
  })
  const toneOf = (word: string) => page.getByText(word, { exact: true }).element().closest('[class*=--tone]')?.className
  await expect.element(page.getByText('Pending', { exact: true })).toBeVisible()
  expect(toneOf('Completed')).toContain('--tone:var(--ok)')
  expect(toneOf('Pending')).not.toContain('--tone:var(--ok)')
})

test('relative dates are resolved whenever the list is read, once each time, and later pages belong to the first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime('2026-11-23T00:41:09Z')
  const { calls } = await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers?limit=1&x.created=last-24h&x.updated=today',
    answers: { listTransfers: ({ query }) => transferPage([transfer()], query.has('page_cursor') ? '' : 'next-page') },
  })
  const asked = () =>
    calls
      .filter(({ operation }) => operation === 'listTransfers')
      .map(({ query }) => `${query.get('created_at.gte')} ${query.get('page_cursor') ?? ''}`)
  const chips = page.getByRole('group', { name: 'Filters' })
  await expect.element(chips).toHaveTextContent('Created in the last 24 hours, since 22 Nov 2026 00:42 UTC')
  await expect.element(chips).toHaveTextContent('Updated is today, 23 Nov 2026, UTC')
  expect(asked()).toEqual(['2026-11-22T00:42:00Z '])
  vi.setSystemTime('2026-11-23T09:30:00Z')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Network' }).click()
  await userEvent.keyboard('{Escape}')
  expect(asked(), 'another view of the same rows reads nothing').toHaveLength(1)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect.poll(asked).toEqual(['2026-11-22T00:42:00Z ', '2026-11-22T00:42:00Z next-page'])
  expect(new URLSearchParams(address().split('?')[1]).get('x.as_of')).toBe('2026-11-23T00:41:09Z[UTC]')
  await page.getByRole('link', { name: 'Newer' }).click()
  await refresh()
  await expect.poll(() => asked().at(-1)).toBe('2026-11-22T09:31:00Z ')
  await expect.element(chips).toHaveTextContent('since 22 Nov 2026 09:31 UTC')
})

test('a relative date that does not exist is explained, and can be removed', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers?x.created=last-8d',
    answers: { listTransfers: transferPage([transfer()]) },
  })
  await expect.element(page.getByText(/The filters in this link can't be used/)).toBeVisible()
  await expect.element(page.getByText(/There is no relative date "last-8d"/)).toBeVisible()
  await page.getByRole('link', { name: 'Remove Created' }).click()
  await expect.poll(address).toBe('/sandbox/transfers')
  await expect.element(page.getByRole('table')).toBeVisible()
})

test('where times are ages no head names a zone, and an older time names its own', async () => {
  const recent = new Date(Date.now() - 60_000).toISOString()
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    preferences: { times: 'relative' },
    answers: {
      listTransfers: transferPage([transfer({ created_at: recent }), transfer({ created_at: '2026-01-02T03:04:05Z' })]),
      'GET /presets': { entries: [] },
    },
  })
  await expect.element(page.getByRole('columnheader', { name: 'Created', exact: true })).toBeVisible()
  expect(document.querySelector('thead')?.textContent).not.toContain('UTC')
  await expect.element(page.getByRole('row').filter({ hasText: '1 min ago' })).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: /2 Jan .*03:04:05 UTC/ })).toBeVisible()
})
