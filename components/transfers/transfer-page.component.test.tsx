import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { transfer as strict, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import type { Environment } from '@/lib/api/environments'
import type { Transfer } from '@/lib/api/transfers'
import { TransferPage } from './transfer-page'

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const id = idOf(1)
const hash = `0x${'0a'.repeat(32)}`
/** A deposit that adds up. */
const transfer = (fields: object = {}) =>
  ({ ...strict({ id, amount: '250000.00', fee: '25.00', total: '249975.00' }), ...fields }) as Transfer
const withdrawal = { type: 'CRYPTO_WITHDRAWAL', direction: 'DEBIT', amount: '249950.00', crypto_tx_hash: hash }

type Options = { environment?: Environment; other?: Environment; search?: string; width?: number; shown?: string }

function renderTransfer(answers: Answers, options: Options = {}) {
  const { environment = 'sandbox', other, search = '', width, shown = id } = options
  return renderInConsole(<TransferPage environment={environment} other={other} id={shown} />, {
    ...{ url: `/${environment}/transfers/${shown}${search}`, answers, width },
  })
}

const tab = (name: string) => page.getByRole('tab', { name })
const facts = () => page.getByRole('complementary', { name: 'Facts' })
const text = (value: string | RegExp) => page.getByText(value).first()
const refresh = () => page.getByRole('button', { name: 'Refresh', exact: true }).click()
const from = (search: string) => `?${new URLSearchParams({ 'x.from': search })}`

test('tabs are chosen by mouse and keys, and stay chosen over a reload', async () => {
  const one = transfer({ memo: 'For March' })
  const { reload } = await renderTransfer({ getTransfer: one })
  await tab('All fields').click()
  await expect.element(tab('All fields')).toHaveTextContent(`All fields${Object.keys(one).length}`)
  const panel = page.getByRole('tabpanel')
  for (const [name, value] of Object.entries(one)) {
    await expect.element(panel).toHaveTextContent(name)
    if (!/amount|total|fee/.test(name)) await expect.element(panel).toHaveTextContent(String(value))
  }
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Raw JSON')).toHaveFocus()
  await reload()
  await expect.element(tab('Raw JSON')).toHaveAttribute('aria-selected', 'true')
  const raw = page.getByRole('region', { name: 'JSON text' })
  expect(JSON.parse((await raw.findElement()).textContent ?? '')).toEqual(one)
  await tab('Raw JSON').click()
  await userEvent.keyboard('{Home}')
  await expect.element(facts()).toBeVisible()
  expect(address()).toBe(`/sandbox/transfers/${id}`)
})

test('an unknown ID names the environment and offers the other one', async () => {
  await renderTransfer({ getTransfer: () => problem(404, 'not-found', 'Not found.') }, { other: 'production' })
  await expect.element(text('No transfer with this ID')).toBeVisible()
  await expect.element(page.getByText(/The provider has no transfer .* in sandbox\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Look in production' }))
    .toHaveAttribute('href', `/production/transfers/${id}`)
})

test.each([
  ['a missing one', id, () => problem(404, 'not-found', 'Not found.')],
  ['an invalid address', 'mint-2026', undefined],
])('%s takes the focus, is announced, and is named in the title', async (_, shown, getTransfer) => {
  await renderTransfer(getTransfer ? { getTransfer } : {}, { shown })
  const heading = page.getByRole('heading', { level: 1, name: 'Transfer not found' })
  await expect.element(heading).toHaveFocus()
  await expect.element(page.getByRole('alert')).toHaveTextContent('No transfer with this ID')
  expect(document.title).toBe('[Sandbox] Transfer not found - Mintdesk')
})

test('each transfer is named by its title and its heading, also while it loads', async () => {
  let answer = (_: object) => {}
  const loading = new Promise<object>((resolve) => {
    answer = resolve
  })
  await renderTransfer({ getTransfer: () => loading })
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveTextContent('Transfer 00000000…0001')
  expect(document.title).toBe('[Sandbox] Transfer 00000000…0001 - Mintdesk')
  answer(transfer(withdrawal))
  const name = 'Crypto withdrawal −249,950.00 USD, 00000000…0001'
  await expect.element(heading).toHaveTextContent(/^ ?Crypto withdrawal.*, 00000000…0001$/)
  expect(document.title).toBe(`[Sandbox] ${name} - Mintdesk`)
})

test('a text that is not an ID is not looked up', async () => {
  const { calls } = await renderTransfer({}, { shown: 'mint-2026' })
  await expect.element(page.getByText(/Enter the full ID/)).toBeVisible()
  expect(page.getByText(/could not be loaded/).all()).toEqual([])
  expect(calls).toEqual([])
})

test('both ends of a conversion are read, add up and link to each other', async () => {
  const auto_conversion = { from_transfer_id: id, to_transfer_id: idOf(2) }
  const ends = [
    transfer({ auto_conversion, group_id: 'group-1' }),
    transfer({
      ...{ id: idOf(2), auto_conversion, group_id: 'group-1', type: 'INTERNAL_TRANSFER_DEBIT', direction: 'DEBIT' },
      ...{ asset: 'USDG', amount: '249975', fee: '0', total: '249975' },
    }),
  ]
  await renderTransfer({
    getTransfer: ({ values }) => ends.find((end) => end.id === values.id) ?? problem(404, 'not-found', 'Not found.'),
    listTransfers: transferPage(ends),
  })
  const other = page.getByRole('region', { name: 'Destination' })
  await expect.element(other).toHaveTextContent('Internal transfer')
  await expect.element(text('What came in equals what went out. Both totals add up.')).toBeVisible()
  await expect.element(text('Internal transfer in USDG created')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Converted USD to USDG' })).toBeVisible()
  await expect.element(text('linked by auto_conversion and group_id, at par')).toBeVisible()
  await other.getByRole('link').click()
  await expect.poll(address).toBe(`/sandbox/transfers/${idOf(2)}`)
})

test('an internal transfer that converts is named after the conversion, in heading, title and support note', async () => {
  const auto_conversion = { from_transfer_id: id, to_transfer_id: idOf(2) }
  const free = { amount: '651000.00', fee: '0.00', total: '651000.00', auto_conversion }
  const ends = [
    transfer({ ...free, asset: 'USDG', type: 'INTERNAL_TRANSFER_DEBIT', direction: 'DEBIT' }),
    transfer({ ...free, id: idOf(2), asset: 'USD', type: 'INTERNAL_TRANSFER_CREDIT' }),
  ]
  await renderTransfer({
    getTransfer: ({ values }) => ends.find((end) => end.id === values.id) ?? problem(404, 'not-found', 'Not found.'),
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Converted USDG to USD')
  await expect
    .poll(() => document.title)
    .toBe('[Sandbox] Converted USDG to USD −651,000.00 USDG, 00000000…0001 - Mintdesk')
  await expect.element(page.getByRole('region', { name: 'Support note' })).toHaveTextContent(/^.*Converted USDG to USD/)
})

test('the amount is shown once, and a fee of zero not at all', async () => {
  const free = transfer({ amount: '651000.00', fee: '0.00', total: '651000.00' })
  await renderTransfer({ getTransfer: free })
  await expect.element(text('Completed: credited to the profile.')).toBeVisible()
  const story = await page.getByRole('tabpanel').findElement()
  const note = await page.getByRole('region', { name: 'Support note' }).findElement()
  expect(document.body.textContent.split('651,000.00').length - 1).toBe(2)
  expect(note.textContent).toContain('651,000.00 USD')
  expect(`${story.textContent}`).not.toMatch(/fee|total/i)
})

test('a pending transfer says what is next, what is usual from how many, and how long it has been pending', async () => {
  const pending = transfer({
    ...withdrawal,
    ...{ status: 'PENDING', crypto_network: 'BASE', created_at: new Date(Date.now() - 27_000_000).toISOString() },
  })
  const completed = Array.from({ length: 210 }, (_, index) =>
    transfer({
      ...{ id: idOf(index + 10), type: 'CRYPTO_WITHDRAWAL', created_at: '2026-11-19T00:00:00Z' },
      updated_at: index < 190 ? '2026-11-19T01:45:00Z' : '2026-11-19T06:00:00Z',
    }),
  )
  await renderTransfer({ getTransfer: pending, listTransfers: transferPage(completed) })
  await expect
    .element(page.getByText(/^Usually/))
    .toHaveTextContent(
      'Usually 1 h 45 min, 95 % within 6 h; pending 7 h 30 min. From 210 completed transfers of this type.',
    )
  await expect.element(text('Next: Support follows up with the provider')).toBeVisible()
})

test('where too few completed transfers were read, nothing is called usual', async () => {
  const created_at = new Date(Date.now() - 3_600_000).toISOString()
  const pending = transfer({ status: 'PENDING', created_at })
  const few = Array.from({ length: 19 }, (_, index) => transfer({ id: idOf(index + 10) }))
  await renderTransfer({ getTransfer: pending, listTransfers: transferPage(few) })
  await expect.element(text('No action needed.')).toBeVisible()
  await expect.element(page.getByText('Pending for 1 h 00 min.')).toBeVisible()
  await expect.element(text('Next: Settlement by the provider')).toBeVisible()
  expect(page.getByText(/usual/i).all()).toEqual([])
})

test('one line says how fresh the page is', async () => {
  await renderTransfer({ getTransfer: transfer() })
  await expect.element(facts()).toBeVisible()
  expect(page.getByText(/^Updated \d|^First seen|“seen”/).all()).toHaveLength(1)
})

test('legs that fail or do not belong to the group leave the rest of the page', async () => {
  const auto_conversion = { from_transfer_id: idOf(3), to_transfer_id: idOf(999) }
  const source = transfer({ id: idOf(3), amount: '3.123456789012345678' })
  await renderTransfer({
    getTransfer: ({ values }) =>
      values.id === id
        ? transfer({ group_id: 'a-group', auto_conversion })
        : values.id === source.id
          ? source
          : problem(404, 'not-found', 'Not found.'),
    listTransfers: transferPage(Array.from({ length: 100 }, (_, index) => transfer({ id: idOf(index + 10) }))),
  })
  await expect.element(page.getByRole('heading', { name: 'All sides' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Source' })).toHaveTextContent('3.123456789012345678')
  await expect
    .element(page.getByRole('region', { name: 'Destination' }))
    .toHaveTextContent('The provider has no transfer with this ID.')
  await expect.element(page.getByText(/^100 rows of other groups were also returned and not shown\./)).toBeVisible()
  expect(page.getByText(/Both totals add up/).all()).toEqual([])
  await expect.element(facts()).toHaveTextContent('Reference')
})

test('neighbours come from the page of the list that the person came from', async () => {
  const rows = [1, 2, 3].map((index) => transfer({ id: idOf(index) }))
  await renderTransfer(
    { getTransfer: ({ values }) => transfer({ id: values.id }), listTransfers: transferPage(rows) },
    { search: from(''), shown: idOf(2) },
  )
  await expect.element(page.getByRole('link', { name: 'Back to the list: All transfers' })).toBeVisible()
  await expect.element(text('2 of 3 loaded')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Next' }))
    .toHaveAttribute('href', `/sandbox/transfers/${idOf(3)}${from('')}`)
})

test('a transfer that is not on that page has no neighbours, and says so', async () => {
  const getTransfer = transfer()
  await renderTransfer({ getTransfer, listTransfers: transferPage([]) }, { search: from(`ids=${idOf(9)}`) })
  await expect.element(text('Not on this page of the list')).toBeVisible()
  expect(page.getByRole('link', { name: 'Next' }).all()).toEqual([])
})

test('without a list there are no neighbours', async () => {
  const { calls } = await renderTransfer({ getTransfer: transfer() })
  await expect.element(facts()).toBeVisible()
  expect(page.getByRole('link', { name: 'Next' }).all()).toEqual([])
  expect(calls.map(({ operation }) => operation)).toEqual(['getTransfer'])
})

test('amounts, ids, curl and JSON are copied as received', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const one = transfer()
  await renderTransfer({ getTransfer: one })
  const last = () => String(copied.mock.lastCall?.[0])
  await page.getByRole('button', { name: 'Copy amount', exact: true }).click()
  await expect.poll(last).toBe('250000.00')
  await expect.element(page.getByRole('status').filter({ hasText: 'Copied' })).toBeInTheDocument()
  await facts().getByRole('button', { name: 'Copy transfer ID' }).click()
  await expect.poll(last).toBe(id)
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await expect.poll(last).toContain(`"$BASE_URL/v2/transfer/transfers/${id}"`)
  await tab('Raw JSON').click()
  await page.getByRole('button', { name: 'Copy raw JSON' }).click()
  await expect.poll(() => JSON.parse(last())).toEqual(one)
  copied.mockRestore()
})

test('a selected amount is copied without the signs and commas that the screen adds', async () => {
  await renderTransfer({ getTransfer: transfer() })
  await expect.element(facts()).toBeVisible()
  const amount = document.querySelector('[data-received="250000.00"]') as HTMLElement
  window.getSelection()?.selectAllChildren(amount)
  expect(String(window.getSelection())).toContain(',')
  const clipboardData = new DataTransfer()
  amount.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
  expect(clipboardData.getData('text/plain')).toBe('250000.00')
})

test.each([
  ['sandbox', 'ETHEREUM', `https://sepolia.etherscan.io/tx/${hash}`],
  ['production', 'BASE', `https://basescan.org/tx/${hash}`],
] as const)('in %s a hash on %s links to an explorer in a new tab that learns nothing', async (...row) => {
  const [environment, crypto_network, href] = row
  await renderTransfer({ getTransfer: transfer({ ...withdrawal, crypto_network }) }, { environment })
  const link = facts().getByRole('link', { name: `Explorer, ${new URL(href).host}, in a new tab` })
  await expect.element(link).toHaveAttribute('href', href)
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test.each([
  ['sandbox', { crypto_network: 'BITCOIN_CASH' }, 'no explorer link for Bitcoin Cash test networks'],
  ['production', { crypto_network: 'BASE', crypto_tx_hash: `${hash}/../../x` }, "isn't a valid hash on Base"],
  ['production', { crypto_network: 'TEMPO' }, 'no explorer link for TEMPO'],
] as const)('in %s a hash with %o has no link, and the page says why', async (environment, fields, why) => {
  const crypto_tx_hash = fields.crypto_network === 'BITCOIN_CASH' ? '0a'.repeat(32) : hash
  const getTransfer = transfer({ ...withdrawal, crypto_tx_hash, ...fields })
  await renderTransfer({ getTransfer }, { environment })
  await expect.element(facts()).toHaveTextContent(why)
  expect(page.getByRole('link', { name: /^Explorer/ }).all()).toEqual([])
})

test('a pending withdrawal with a hash is sent, not settled', async () => {
  const sent = transfer({ ...withdrawal, status: 'PENDING', crypto_network: 'BASE' })
  await renderTransfer({ getTransfer: sent, listTransfers: transferPage([]) })
  await expect.element(text('Sent to Base, waiting for settlement.')).toBeVisible()
  await expect.element(page.getByText(/^Pending for \d/)).toBeVisible()
})

test('the row of the list is shown at once and replaced by the answer', async () => {
  let hang: (value: object) => void = () => {}
  let isSlow = true
  const row = transfer({ ref_id: 'ref-1' })
  await renderTransfer(
    {
      getTransfer: () =>
        isSlow
          ? new Promise<object>((resolve) => {
              hang = resolve
            })
          : transfer({ ref_id: 'ref-1', memo: 'only in the answer', status: 'PENDING' }),
      listTransfers: transferPage([row]),
    },
    { search: from('limit=20') },
  )
  await expect.element(text('From the list')).toBeVisible()
  await expect.element(facts()).toHaveTextContent('ref-1')
  await tab('Raw JSON').click()
  await expect.element(page.getByText(/^Loading the provider's response/)).toBeVisible()
  isSlow = false
  await refresh()
  await expect.element(page.getByRole('region', { name: 'JSON text' })).toHaveTextContent('only in the answer')
  expect(page.getByText('From the list').all()).toEqual([])
  await tab('Story').click()
  await expect.element(text('Seen completed')).toBeVisible()
  hang({})
})

test('if the read fails, the row of the list stays with its age', async () => {
  let isDown = true
  await renderTransfer(
    {
      getTransfer: () =>
        isDown ? problem(502, 'service-failed', 'The provider answered 500.') : transfer({ ref_id: 'ref-1' }),
      listTransfers: transferPage([transfer({ ref_id: 'ref-1' })]),
    },
    { search: from('limit=20') },
  )
  await expect.element(text('The provider answered 500.')).toBeVisible()
  await expect.element(facts()).toHaveTextContent('ref-1')
  isDown = false
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect.poll(() => page.getByText('The provider answered 500.').all()).toEqual([])
  await expect.poll(() => page.getByText('From the list').all()).toEqual([])
})

test('a sum that does not add up is shown with the expected total', async () => {
  await renderTransfer({ getTransfer: transfer({ total: '249970.00' }) })
  await expect.element(text("Amount and fee don't add up.")).toBeVisible()
  await expect
    .element(text('Amount minus fee should be 249,975.00 USD; the provider says 249,970.00 USD.'))
    .toBeVisible()
  await checkAccessibility()
})

test('an amount of 58 digits keeps them all and does not widen a phone', async () => {
  const amount = `${'1234567890'.repeat(3)}12345678.${'1234567890'.repeat(2)}`
  await renderTransfer({ getTransfer: transfer({ amount }) }, { width: 390 })
  await expect
    .element(text(/12,345,678,901,234,567,890,123,456,789,012,345,653\.12345678901234567890 USD;/))
    .toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('a sum is not checked if a part is missing, and adds up if it does', async () => {
  let fee: string | undefined
  await renderTransfer({ getTransfer: () => transfer({ fee }) })
  await expect.element(text('Total not checked: fee missing.')).toBeVisible()
  fee = '25.00'
  await refresh()
  await expect.element(text('Amount and fee add up.')).toBeVisible()
})

test('every digit, unknown field and unexpected value is shown as received', async () => {
  const json = `{"id":"${id}","customer_id":"c","profile_id":"p","amount":"0.10","fee":"0","total":"0.1","asset":"USDG",
    "direction":"CREDIT","type":"FEDNOW_DEPOSIT","status":"HELD","created_at":"2026-11-19T14:31:52.104882001Z",
    "updated_at":"2026-11-19T14:31:52.104882002Z","metadata":{"desk":12345678901234567890,"rate":1.10},
    "settlement_bank":{"bic":"FOREIGN1"},"secondary_status":"TRAVEL_RULE_INFO_REQUESTED"}`
  await renderTransfer({ getTransfer: json })
  await expect.element(facts()).toHaveTextContent('desk 12345678901234567890')
  await expect.element(facts()).toHaveTextContent('rate 1.10')
  await expect.element(facts().getByText('settlement_bank')).toBeVisible()
  await expect.element(facts().getByText('{"bic":"FOREIGN1"}')).toBeVisible()
  await expect.element(text(/reports the status HELD, which Mintdesk doesn't recognise/)).toBeVisible()
  await expect.element(text(/adds secondary_status in an unexpected format/)).toBeVisible()
  await tab('All fields').click()
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('2026-11-19T14:31:52.104882001Z')
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('Not documented by the provider')
  await tab('Raw JSON').click()
  const raw = await page.getByRole('region', { name: 'JSON text' }).findElement()
  expect(raw.textContent?.replace(/\s/g, '')).toBe(json.replace(/\s/g, ''))
})

test('in print the receipt replaces the page, black on white', async () => {
  const quote = { detail: 'One more check' }
  await renderTransfer({ getTransfer: transfer({ secondary_status: { name: 'ON_HOLD', ...quote } }) })
  await expect.element(facts()).toBeVisible()
  expect(page.getByRole('article').all()).toEqual([])
  await emulateMedia({ media: 'print', colorScheme: 'dark' })
  const receipt = page.getByRole('article')
  await expect.element(receipt).toHaveTextContent('The provider says: “One more check”')
  expect(page.getByRole('button').all()).toEqual([])
  expect(page.getByRole('heading', { level: 1 }).all()).toEqual([])
  const colours = new Set(
    [...(await receipt.findElement()).querySelectorAll('*')].map((one) => getComputedStyle(one).color),
  )
  expect([...colours]).toEqual(['rgb(0, 0, 0)'])
})
