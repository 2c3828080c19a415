import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility, setOnline } from '@/components/testing/browser'
import { problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { refresh, updates } from '@/components/testing/updates'
import { TransferList } from './transfer-list'
import { TransferPage } from './transfer-page'

const good = transferPage([transfer({ ref_id: 'sandbox-ref-0' })])
const row = () => page.getByText('sandbox-ref-0', { exact: true })

/** Shows a list whose first read succeeds; the test sets later answers. */
async function listThen(then: () => object | string) {
  let isFaulty = false
  const rendered = await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: { listTransfers: () => (isFaulty ? then() : good) },
  })
  await expect.element(row()).toBeVisible()
  return {
    ...rendered,
    fail: () => {
      isFaulty = true
    },
    recover: () => {
      isFaulty = false
    },
  }
}

test.each([
  ['is down', problem(502, 'service-unreachable', 'The service does not answer.')],
  ['fails', problem(500, 'service-failed', 'The service answered 500.')],
  ['answers HTML', problem(502, 'service-answer-unreadable', 'The answer is not JSON.')],
  ['refuses the read', problem(403, 'insufficient-funds', 'The service does not allow this.')],
  ['refuses the token', problem(502, 'token-rejected', 'The service does not take the token.')],
  [
    'does not grant the scope',
    problem(403, 'scope-not-granted', 'The token comes without the scope.', {
      meta: { scope: 'transfer:read_transfer' },
    }),
  ],
])(
  'while the provider %s, rows stay with the reason; without rows the reason has a request ID and a retry',
  async (_, failure) => {
    const { title } = await failure.clone().json()
    const { fail, recover, reload } = await listThen(() => failure)
    fail()
    await refresh()
    await expect.element(page.getByText(title).first()).toBeVisible()
    await expect.element(row()).toBeVisible()
    await reload()
    await expect.element(page.getByText(title).first()).toBeVisible()
    for (const fold of page.getByText('Details').all()) await fold.click()
    await expect.element(page.getByText('req_0123456789ab', { exact: true })).toBeVisible()
    await expect.element(row()).not.toBeInTheDocument()
    await expect.element(page.getByText(/no transfers/i)).not.toBeInTheDocument()
    recover()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(row()).toBeVisible()
  },
)

const cut = () =>
  new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"items":[{"id":"1"},'))
      stream.error(new Error('The connection closed.'))
    },
  })

test.each<[string, () => object | string]>([
  ['breaks off', () => new Response(cut(), { headers: { 'content-type': 'application/json' } })],
  ['is broken JSON', () => '{"items":['],
  ['has no list', () => '{"rows":[]}'],
  ['is a bare list', () => '[]'],
  ['is null', () => 'null'],
])('an answer that %s is never shown as an empty list', async (_, answer) => {
  const { fail, reload } = await listThen(answer)
  fail()
  await reload()
  await expect.element(page.getByText('could not be loaded')).toBeVisible()
  await expect.element(page.getByText(/no transfers/i)).not.toBeInTheDocument()
})

test('a rate limit on another query keeps the rows that were on screen, and says how long it waits', async () => {
  let isLimited = false
  const limit = () => problem(429, 'rate-limited', 'Too many requests.', { headers: { 'retry-after': '42' } })
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: {
      listTransfers: () => (isLimited ? limit() : transferPage([transfer({ ref_id: 'kept' })])),
      'GET /presets': { entries: [] },
    },
  })
  const row = page.getByRole('row').filter({ hasText: 'kept' })
  await expect.element(row).toBeVisible()
  isLimited = true
  await page.getByRole('link', { name: '500', exact: true }).click()
  await expect.element(page.getByText(/^Rate limit reached/)).toBeVisible()
  await expect.element(updates('Waits')).toHaveTextContent(/Waits \d\d s/)
  await expect.element(row).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Transfers table' })).toHaveAttribute('aria-busy', 'true')
})

test('a rate limit counts down above the rows, then the list reloads', async () => {
  let limits = 0
  const limited = () => {
    limits += 1
    return limits > 1 ? good : problem(429, 'rate-limited', 'Too many requests.', { headers: { 'retry-after': '1' } })
  }
  const { fail } = await listThen(limited)
  fail()
  await refresh()
  await expect.element(page.getByRole('timer')).toBeVisible()
  await expect.element(row()).toBeVisible()
  await expect.element(page.getByRole('timer')).not.toBeInTheDocument()
  await expect.poll(() => limits).toBe(2)
})

test('offline, the rows stay and are marked as old', async () => {
  await listThen(() => good)
  setOnline(false)
  await refresh()
  await expect.element(page.getByText('You are offline.')).toBeVisible()
  await expect.element(row()).toBeVisible()
})

test('a row without its required fields stays, and is marked as incomplete', async () => {
  const rows = '{"id":"11111111-1111-4111-8111-111111111111","amount":"120.00","asset":"USD"},null,"x"'
  const { fail } = await listThen(() => `{"items":[${rows}],"next_page_cursor":""}`)
  fail()
  await refresh()
  await expect.poll(() => page.getByText(/incomplete row/i).elements().length).toBe(3)
})

test('each row is shown once, and the cursor of a short last page is not followed', async () => {
  const refs = Array.from({ length: 250 }, (_, index) => `ref-${index}`)
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers?x.rows=all',
    answers: {
      listTransfers: ({ query }) => {
        const from = Number(query.get('page_cursor') ?? 0)
        const items = refs.slice(from, from + 100).map((ref_id) => transfer({ id: `id-${ref_id}`, ref_id }))
        return transferPage(items, String(from + items.length))
      },
    },
  })
  const seen: string[] = []
  const older = page.getByRole('link', { name: 'Older' })
  for (const [first, last] of [
    [0, 99],
    [100, 199],
    [200, 249],
  ]) {
    await expect.element(page.getByText(`ref-${last}`, { exact: true })).toBeVisible()
    await expect.element(page.getByText(`ref-${first}`, { exact: true })).toBeVisible()
    seen.push(
      ...page
        .getByText(/^ref-\d+$/)
        .elements()
        .map(({ textContent }) => textContent ?? ''),
    )
    if (last !== 249) await older.click()
  }
  expect(seen).toHaveLength(250)
  expect(new Set(seen).size).toBe(250)
  await expect.element(older).toHaveAttribute('aria-disabled', 'true')
})

const odd = `{"id":"0192e4a0-0000-7000-8000-000000000001","amount":"1.123456789012345678","total":1.123456789012345678,
  "fee":"0","asset":"USDG","direction":"CREDIT","type":"FEDNOW_DEPOSIT","status":"HELD_FOR_REVIEW",
  "created_at":"2026-11-19T14:59:59.123456789Z","updated_at":"2026-11-19T15:00:00Z","profile_id":"p-1",
  "settlement_bank":"a field that the spec does not list","metadata":{"desk":7},"auto_conversion":{}}`

test('unknown values are listed as received', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: { listTransfers: `{"items":[${odd}],"next_page_cursor":""}` },
  })
  await expect.element(page.getByText('FEDNOW_DEPOSIT').first()).toBeVisible()
  await expect.element(page.getByText('HELD_FOR_REVIEW').first()).toBeVisible()
  await checkAccessibility()
})

test('unknown fields and every digit are shown on the page of a transfer', async () => {
  const id = '0192e4a0-0000-7000-8000-000000000001'
  await renderInConsole(<TransferPage environment="sandbox" id={id} />, {
    url: `/sandbox/transfers/${id}`,
    answers: {
      getTransfer: odd,
      listTransfers: transferPage([]),
      'GET /presets': { entries: [] },
      'GET /transfers/{id}/observed': { states: [] },
    },
  })
  await expect.element(page.getByText('a field that the spec does not list').first()).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveTextContent('.123456789012345678')
})
