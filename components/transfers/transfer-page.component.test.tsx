import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chain, idOf, movement, ruleRequest } from '@/components/money/testing'
import { pageAction } from '@/components/shell/key-handler'
import { checkAccessibility, emulateMedia, layoutShifts } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { transfer as strict, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { refresh } from '@/components/testing/updates'
import { forgetClocks } from '@/lib/browser/clocks'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import type { Transfer } from '@/lib/provider/transfers'
import { TransferPage } from './transfer-page'

const id = idOf(1)
const hash = `0x${'0a'.repeat(32)}`
/** A deposit that adds up. */
const transfer = (fields: object = {}) =>
  ({ ...strict({ id, amount: '250000.00', fee: '25.00', total: '249975.00' }), ...fields }) as Transfer
const withdrawal = { type: 'CRYPTO_WITHDRAWAL', direction: 'DEBIT', amount: '249950.00', crypto_tx_hash: hash }

type Options = {
  session?: { roles: readonly Role[] }
  environment?: Environment
  other?: Environment
  search?: string
  width?: number
  shown?: string
}

function renderTransfer(answers: Answers, options: Options = {}) {
  const { environment = 'sandbox', other, search = '', width, shown = id, session } = options
  return renderInConsole(<TransferPage environment={environment} other={other} id={shown} />, {
    url: `/${environment}/transfers/${shown}${search}`,
    width,
    session,
    answers: { 'GET /transfers/{id}/observed': { states: [] }, ...answers },
  })
}

const tab = (name: string) => page.getByRole('tab', { name })
const facts = () => page.getByRole('complementary', { name: 'Facts' })
const text = (value: string | RegExp) => page.getByText(value).first()
/** What a button copies, which is shown while it has the focus. */
async function preview(name: 'Reply to customer' | 'Internal note') {
  const button = await page.getByRole('button', { name, exact: true }).findElement()
  ;(button as HTMLElement).focus()
  return page.getByRole('region', { name })
}
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
  await expect.element(page.getByText('Not loaded'), { message: 'nothing is to come' }).not.toBeInTheDocument()
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

test('c copies the ID in each view of the transfer, and before it is read', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  let answer = (_: Transfer) => {}
  const answered = new Promise<Transfer>((resolve) => {
    answer = resolve
  })
  await renderTransfer({ getTransfer: () => answered })
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toHaveTextContent('Transfer 00000000')
  pageAction('c')?.()
  answer(transfer())
  await tab('All fields').click()
  pageAction('c')?.()
  await tab('Story').click()
  pageAction('c')?.()
  expect(copied.mock.calls).toEqual([[id], [id], [id]])
})

test('the profile has the name that people gave it, with its ID to copy', async () => {
  const profile = '6f7b1c80-9e4a-4d5c-9a0b-3b8f5c2e6da7'
  await renderTransfer({
    getTransfer: transfer({ profile_id: profile }),
    'GET /presets': { entries: [{ key: profile, value: 'Treasury desk' }] },
  })
  await expect.element(facts().getByText('Treasury desk')).toBeVisible()
  await expect.element(facts().getByTitle(profile)).toBeVisible()
  await expect.element(facts().getByRole('button', { name: 'Copy profile ID' })).toBeVisible()
})

test('a text that is not an ID is not looked up', async () => {
  const { calls } = await renderTransfer({}, { shown: 'mint-2026' })
  await expect.element(page.getByText(/Enter the full ID/)).toBeVisible()
  expect(page.getByText(/could not be loaded/).all()).toEqual([])
  expect(calls).toEqual([])
})

const track = () => page.getByRole('list', { name: 'Stations of its movement' }).getByRole('listitem')

test('both sides of a conversion are one station, at par, and lead to each other and to the whole movement', async () => {
  const all = chain()
  await renderTransfer(
    {
      getTransfer: ({ values }) => all.find((one) => one.id === values.id) ?? problem(404, 'not-found', 'Not found.'),
      'GET /movements/{id}': movement(all),
    },
    { shown: idOf(2) },
  )
  await expect.poll(() => track().elements()).toHaveLength(3)
  const own = track().filter({ hasText: 'USD to USDC at 1.00' })
  await expect.element(own).toHaveAttribute('aria-current', 'true')
  await expect.element(own).toHaveTextContent(/249,990\.00.*USD.*249,990\.00.*USDC/)
  await expect.element(text('Credited 249,990.00 USDC')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Converted USD to USDC')
  await expect
    .element(page.getByRole('link', { name: 'Follow the money' }))
    .toHaveAttribute('href', `/sandbox/money/${idOf(2)}`)
  await track().first().getByRole('link', { name: 'Transfer' }).click()
  await expect.poll(address).toBe(`/sandbox/transfers/${idOf(1)}`)
})

test('an internal transfer that converts is named after the conversion, in heading, title and internal note', async () => {
  const auto_conversion = { from_transfer_id: id, to_transfer_id: idOf(2) }
  const free = { amount: '651000.00', fee: '0.00', total: '651000.00', auto_conversion }
  const ends = [
    transfer({ ...free, asset: 'USDG', type: 'INTERNAL_TRANSFER_DEBIT', direction: 'DEBIT' }),
    transfer({ ...free, id: idOf(2), asset: 'USD', type: 'INTERNAL_TRANSFER_CREDIT' }),
  ]
  await renderTransfer({
    getTransfer: ({ values }) => ends.find((end) => end.id === values.id) ?? problem(404, 'not-found', 'Not found.'),
    'GET /movements/{id}': movement(ends),
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Converted USDG to USD')
  await expect
    .poll(() => document.title)
    .toBe('[Sandbox] Converted USDG to USD −651,000.00 USDG, 00000000…0001 - Mintdesk')
  await expect.element(await preview('Internal note')).toHaveTextContent(/^Converted USDG to USD/)
})

test('the amount is shown once, and a fee of zero not at all', async () => {
  const free = transfer({ amount: '651000.00', fee: '0.00', total: '651000.00' })
  await renderTransfer({ getTransfer: free })
  await expect.element(text('Completed: credited to the profile.')).toBeVisible()
  const story = await page.getByRole('tabpanel').findElement()
  expect(document.body.textContent.split('651,000.00').length - 1).toBe(1)
  expect(`${story.textContent}`).not.toMatch(/fee|total/i)
})

test('an overdue transfer says so, with the usual time on its network and what must happen, here and in both copies', async () => {
  const pending = transfer({
    ...withdrawal,
    status: 'PENDING',
    crypto_network: 'BASE',
    created_at: new Date(Date.now() - 27_000_000).toISOString(),
  })
  const times = { type: 'CRYPTO_WITHDRAWAL', median: 6_300_000, p95: 21_600_000 }
  const usualTimes = [
    { ...times, network: 'BASE', count: 212, timed: 210 },
    { ...times, network: 'SOLANA', count: 90, timed: 90, p95: 1000 },
  ]
  await renderTransfer({ getTransfer: pending, 'GET /usual-times': usualTimes })
  await expect
    .element(text(/^Overdue by .*usually/))
    .toHaveTextContent(
      'Overdue by 1 h 30 min: usually 1 h 45 min, 95 % within 6 h. Pending 7 h 30 min. From 210 completed crypto withdrawals on Base.',
    )
  await expect.element(text('Pending')).toHaveTextContent('Pending · overdue')
  await expect.element(await preview('Internal note')).toHaveTextContent('Overdue by 1 h 30 min')
  await expect.element(await preview('Reply to customer')).toHaveTextContent('This is taking longer than usual.')
  await expect.element(text('Next: Support follows up with the provider')).toBeVisible()
})

test('what the provider says of a pending transfer stays where it is when usual times come, at any width', async () => {
  const detail = 'Sender details are missing.'
  const pending = transfer({
    ...withdrawal,
    status: 'PENDING',
    crypto_network: 'BASE',
    created_at: new Date(Date.now() - 27_000_000).toISOString(),
    secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED', detail },
  })
  let answer: (() => void) | undefined
  const usualTimes = new Promise<object>((resolve) => {
    answer = () => resolve([])
  })
  await renderTransfer({ getTransfer: pending, 'GET /usual-times': () => usualTimes })
  const said = text(new RegExp(detail))
  await expect.element(said).toBeVisible()
  const places = async () => {
    const tops: string[] = []
    for (let width = 1440; width >= 360; width -= 30) {
      await page.viewport(width, 900)
      tops.push(`${width}: ${said.element().getBoundingClientRect().top}`)
    }
    return tops
  }
  const before = await places()
  answer?.()
  await expect.element(text(/^Overdue from/)).toBeVisible()
  expect(await places()).toEqual(before)
})

test('a browser whose clock is fast calls no transfer overdue, and dates its copies by the provider', async () => {
  const slow = 30 * 60_000
  const created_at = new Date(Date.now() - 24 * 3_600_000 - 18 * 60_000).toISOString()
  const headers = () => ({ 'x-mintdesk-clocks': `${Date.now() - slow} ${Date.now() - slow}` })
  await renderTransfer({
    getTransfer: () => Response.json(transfer({ status: 'PENDING', created_at }), { headers: headers() }),
  })
  await expect.element(text(/^Overdue from .* Pending 23 h 48 min\.$/)).toBeVisible()
  const note = await (await preview('Internal note')).findElement()
  const [, asOf = ''] = /as of (.+? UTC)/.exec(note.textContent ?? '') ?? []
  expect(Math.abs(Date.now() - slow - Date.parse(asOf))).toBeLessThan(60_000)
  forgetClocks()
})

test('where too few completed transfers were read, nothing is called usual', async () => {
  const created_at = new Date(Date.now() - 3_600_000).toISOString()
  const pending = transfer({ status: 'PENDING', created_at })
  const few = { type: 'WIRE_DEPOSIT', network: '', count: 30, timed: 19, median: 1000, p95: 1000 }
  await renderTransfer({ getTransfer: pending, 'GET /usual-times': [few] })
  await expect.element(text('No action needed.')).toBeVisible()
  await expect.element(text(/^Overdue from .* Limit 24 h: too few to compare\. Pending 1 h 00 min\.$/)).toBeVisible()
  await expect.element(text('Next: Settlement by the provider')).toBeVisible()
  expect(page.getByText(/usual/i).all()).toEqual([])
})

test('one line says how fresh the page is', async () => {
  await renderTransfer({ getTransfer: transfer() })
  await expect.element(facts()).toBeVisible()
  // Paper has a line of its own.
  const lines = () => page.getByText(/^Updated \d|^First seen|“seen”/).all()
  await expect.poll(() => lines().filter((line) => line.element().checkVisibility()).length).toBe(1)
})

test('a movement that cannot be read leaves the rest of the page, and is read again', async () => {
  let isFailing = true
  await renderTransfer({
    getTransfer: transfer({ group_id: 'a-group' }),
    'GET /movements/{id}': () =>
      isFailing ? problem(502, 'service-unreachable', 'The provider is not responding.') : movement([transfer()]),
  })
  await expect.element(page.getByRole('main')).toHaveTextContent('The provider is not responding.')
  await expect.element(facts()).toHaveTextContent('Reference')
  isFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(text('no other transfer is linked to it')).toBeVisible()
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
  expect(calls.flatMap(({ operation }) => operation ?? [])).toEqual(['getTransfer'])
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
  await tab('Raw JSON').click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await expect.poll(last).toContain(`"$BASE_URL/v2/transfer/transfers/${id}"`)
  await page.getByRole('button', { name: 'Copy raw JSON' }).click()
  await expect.poll(() => JSON.parse(last())).toEqual(one)
  copied.mockRestore()
})

test('reply and note are copied by one key each, and shown while their button has the focus', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderTransfer({ getTransfer: transfer(withdrawal) })
  const shown = () => document.querySelector('fieldset pre')?.textContent
  const last = () => String(copied.mock.lastCall?.[0])
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  ;(await button('Reply to customer').findElement()).focus()
  await expect.poll(shown).toMatch(/^Hello,\n\nYour withdrawal of 249,950\.00 USD is complete\./)
  await userEvent.keyboard('{Enter}')
  await expect.poll(last).toBe(shown())
  await userEvent.tab()
  await expect.element(button('Internal note')).toHaveFocus()
  await expect.poll(shown).toContain(`Transfer ${id}`)
  await userEvent.keyboard('{Enter}')
  await expect.poll(last).toBe(shown())
  expect(last()).toContain(`${window.location.origin}/sandbox/transfers/${id}`)
  expect(button('Internal note').element().getAttribute('aria-describedby')).toBe(document.querySelector('pre')?.id)
  await checkAccessibility()
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toBeUndefined()
  await checkAccessibility()
  copied.mockRestore()
})

test('where nothing can be pointed at, the first press shows the text, and the second copies it', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderTransfer({ getTransfer: transfer(withdrawal) })
  const button = page.getByRole('button', { name: 'Reply to customer', exact: true })
  const tap = async () => {
    const element = await button.findElement()
    const touch = { bubbles: true, pointerType: 'touch', detail: 1 }
    for (const name of ['pointerover', 'pointerout']) element.dispatchEvent(new PointerEvent(name, touch))
    element.dispatchEvent(new PointerEvent('click', touch))
  }
  await tap()
  await expect.element(page.getByRole('region', { name: 'Reply to customer' })).toHaveTextContent('is complete.')
  expect(copied).not.toHaveBeenCalled()
  await tap()
  await expect.poll(() => String(copied.mock.lastCall?.[0])).toMatch(/^Hello,/)
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
  ['sandbox', { crypto_network: 'BITCOIN_CASH' }, 'Hash'],
  ['production', { crypto_network: 'BASE', crypto_tx_hash: `${hash}/../../x` }, "isn't a valid hash on Base"],
  ['production', { crypto_network: 'TEMPO' }, 'Hash'],
] as const)('in %s a hash with %o has no link', async (environment, fields, said) => {
  const crypto_tx_hash = fields.crypto_network === 'BITCOIN_CASH' ? '0a'.repeat(32) : hash
  const getTransfer = transfer({ ...withdrawal, crypto_tx_hash, ...fields })
  await renderTransfer({ getTransfer }, { environment })
  await expect.element(facts()).toHaveTextContent(said)
  expect(page.getByRole('link', { name: /^Explorer/ }).all()).toEqual([])
})

test('a pending withdrawal with a hash is sent, not settled', async () => {
  const sent = transfer({ ...withdrawal, status: 'PENDING', crypto_network: 'BASE' })
  await renderTransfer({ getTransfer: sent })
  await expect.element(text('Sent to Base, waiting for settlement.')).toBeVisible()
  await expect.element(text(/Pending \d.*\.$/)).toBeVisible()
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
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
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

test('an amount of 58 digits keeps them all and does not widen a phone of 320 px', async () => {
  const amount = `${'1234567890'.repeat(3)}12345678.${'1234567890'.repeat(2)}`
  await renderTransfer({ getTransfer: transfer({ amount }) }, { width: 320 })
  await expect
    .element(text(/12,345,678,901,234,567,890,123,456,789,012,345,653\.12345678901234567890 USD;/))
    .toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
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
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('Shown as received')
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

const destination = '0x7Be3a19F4c20D5D8e1b6A2F0c93E47d1508Fa6C4'
const lookAlike = '0x7be3000000000000000000000000000000aaa6c4'
const observed = (seen?: object, states: object[] = []) => ({
  'GET /transfers/{id}/observed': { states, destination: seen },
})

test('an address that looks like one seen before is pointed out, with both in full and how often they were used', async () => {
  const seen = { address: lookAlike, transfers: 14, last_seen_at: '2026-11-12T09:00:00Z' }
  await renderTransfer({
    getTransfer: transfer({ ...withdrawal, destination_address: destination }),
    ...observed({ other_transfers: 0, look_alikes: [seen] }),
  })
  const warning = page.getByRole('alert')
  await expect.element(warning).toHaveTextContent('The destination looks like another address seen before.')
  await expect.element(warning).toHaveTextContent('They start with 7be3 and end with a6c4, but differ in the middle')
  await expect.element(warning).toHaveTextContent(/Treasury must compare every character with the recipient/)
  await expect.element(warning).toHaveTextContent(destination)
  await expect
    .element(warning)
    .toHaveTextContent(/Seen in 14 transfers, last 12 Nov 2026 09:00:00 UTC.*0x7be30{30}aaa6c4/)
  await expect.element(facts()).toHaveTextContent('First transfer to this address')
  await checkAccessibility()
})

test('a look-alike in a list that this browser has read is pointed out without the console', async () => {
  const rows = [
    transfer({ id: idOf(2), destination_address: lookAlike }),
    transfer({ id: idOf(3), destination_address: destination.toLowerCase() }),
  ]
  await renderTransfer(
    {
      getTransfer: transfer({ ...withdrawal, destination_address: destination }),
      listTransfers: transferPage(rows),
      'GET /transfers/{id}/observed': () => problem(503, 'database-unavailable', 'The database is unavailable.'),
    },
    { search: from('limit=20') },
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent(/Seen in 1 transfer/)
  await expect.element(facts()).toHaveTextContent('Earlier transfers to it could not be loaded')
})

test('without a look-alike nothing is warned of, and earlier transfers to the address are counted', async () => {
  await renderTransfer({
    getTransfer: transfer({ ...withdrawal, destination_address: destination }),
    ...observed({ other_transfers: 14, look_alikes: [] }),
  })
  await expect.element(facts()).toHaveTextContent('14 other transfers to it seen here.')
  expect(page.getByRole('alert').all()).toEqual([])
})

test('states that Mintdesk noted earlier are in the timeline, with when they were seen', async () => {
  const states = [
    { status: 'PENDING', updated_at: '2026-11-19T09:00:00Z', seen_at: '2026-11-19T09:00:04Z' },
    { status: 'COMPLETED', updated_at: '2026-11-19T10:00:00.000Z', seen_at: '2026-11-19T10:00:07Z' },
  ]
  await renderTransfer({ getTransfer: transfer(), ...observed(undefined, states) })
  const entries = page.getByRole('listitem')
  await expect
    .element(entries.filter({ hasText: 'Seen pending' }))
    .toHaveTextContent(/09:00:04.*By Mintdesk; it has since changed\./)
  await expect
    .element(entries.filter({ hasText: 'Updated, completed' }))
    .toHaveTextContent(/First seen .*10:00:07.*, by Mintdesk\./)
})

test('requests that belong to the movement are linked, with how that is known', async () => {
  const rule = ruleRequest({ by: 'metadata' })
  const order = ruleRequest({ id: idOf(71), record_name: 'Sell 12.50 BTC', by: 'reference', route: undefined })
  await renderTransfer({
    getTransfer: transfer({ ref_id: 'desk-1' }),
    'GET /movements/{id}': movement([transfer({ ref_id: 'desk-1' })], { requests: [rule, order] }),
  })
  await expect
    .element(page.getByRole('link', { name: 'Sell 12.50 BTC' }))
    .toHaveAttribute('href', `/sandbox/activity/${idOf(71)}`)
  await expect.element(text('Same reference.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'USDC mint' })).toBeVisible()
  await expect.element(text('The metadata of a transfer names it.')).toBeVisible()
})

const noted = { status: 'PENDING', updated_at: '2026-11-19T09:00:00Z', seen_at: '2026-11-19T09:00:04Z' }
const travelRule = { name: 'TRAVEL_RULE_INFO_REQUESTED', detail: 'Provide the originator.' }
const seenTwice = { ...noted, secondary_status: travelRule.name }
const alike = { address: lookAlike, transfers: 14, last_seen_at: '2026-11-12T09:00:00Z' }
/** Transfers of each kind, what is read beside them, and the last text to come. */
const kinds: [what: string, fields: object, beside: { others?: object[]; states?: object[] }, last: RegExp][] = [
  [
    'a pending one that awaits travel rule details',
    { ...withdrawal, status: 'PENDING', secondary_status: travelRule, destination_address: destination },
    { states: [seenTwice] },
    /^First seen/,
  ],
  ['a pending one of a rare kind', { status: 'PENDING', type: 'CUBIX_DEPOSIT' }, {}, /Limit 24 h/],
  ['one with earlier states', {}, { states: [noted] }, /it has since changed/],
  [
    'one whose address has a look-alike',
    { ...withdrawal, destination_address: destination },
    {},
    /differ in the middle/,
  ],
  [
    'one of a movement',
    { auto_conversion: { to_transfer_id: idOf(2) } },
    { others: chain().slice(1) },
    /^Follow the money$/,
  ],
]

test.each(kinds.flatMap((kind) => [1440, 390].map((width) => [width, ...kind] as const)))(
  'at %d px nothing moves while the page of %s loads',
  async (width, _, fields, { others = [], states = [] }, last) => {
    const all = [transfer({ ...fields, created_at: '2026-11-19T09:00:00Z' }), ...others.map((other) => transfer(other))]
    const look_alikes = fields && 'destination_address' in fields && !states.length ? [alike] : []
    const waiting = new Map<string, () => void>()
    const late = <Answer,>(what: string, answer: () => Answer) =>
      new Promise<void>((resolve) => waiting.set(what, resolve)).then(answer)
    const answers: Answers = {
      getTransfer: ({ values }) => {
        const answer = () => all.find((one) => one.id === values.id) ?? problem(404, 'not-found', 'Not found.')
        return answer()
      },
      'GET /usual-times': () => late('usual times', () => []),
      'GET /movements/{id}': () => late('movement', () => movement(all)),
      'GET /transfers/{id}/observed': () =>
        late('observed', () => ({ states, destination: { other_transfers: 3, look_alikes } })),
    }
    await renderTransfer(answers, { width })
    await expect.element(page.getByRole('tab', { name: 'Story' })).toBeVisible()
    const shifts = await layoutShifts()
    for (const what of ['observed', 'movement', 'usual times']) {
      waiting.get(what)?.()
      await shifts()
    }
    await expect.element(text(last)).toBeVisible()
    await expect.element(facts()).toBeInTheDocument()
    expect(await shifts()).toEqual([])
  },
)
