import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import type { Call } from '@/components/testing/proxy'
import { transfer } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import type { LookupIdentifier, LookupRequest } from '@/lib/features/lookup/input'
import type { Transfer } from '@/lib/provider/transfers'
import { LookupPage } from './lookup-page'

const hash = `0x7c41f09b${'2e84d17c05aa6b93'.repeat(3)}2e84d17c`
const other = `0x7c41f09b${'e0f61a3397d25c88'.repeat(3)}e0f61a33`
const payout = transfer({
  id: 'payout-of-ours',
  type: 'BANK_WITHDRAWAL',
  direction: 'DEBIT',
  status: 'PENDING',
  ref_id: 'payout-60583',
  created_at: '2026-11-19T09:00:00Z',
})
const candidate = (members: Partial<Transfer>) =>
  transfer({ type: 'CRYPTO_DEPOSIT', crypto_network: 'ARBITRUM_ONE', asset: 'PYUSD', ...members })
const candidates = [
  candidate({ id: 'first-of-ours', amount: '8400.00', crypto_tx_hash: hash }),
  candidate({ id: 'second-of-ours', amount: '950.25', crypto_tx_hash: other, profile_id: 'profile-2' }),
]

function resultOf(identifier: LookupIdentifier) {
  const base = { transfers: [] as object[], isMore: false, requests: [], asked: [], verdict: 'not-found' }
  if (identifier.kind === 'partial')
    return identifier.start === '7c41f09b' ? { ...base, verdict: 'several', transfers: candidates } : base
  return 'value' in identifier && identifier.value === 'payout-60583'
    ? { ...base, verdict: 'found', field: 'ref_ids', transfers: [payout] }
    : base
}

/** The provider has not been read for long. */
const records = { since: Date.parse('2019-11-06T08:00:00Z'), until: Date.parse('2020-01-02T08:00:00Z') }
const found = ({ body }: Call) => ({ results: (body as LookupRequest).identifiers.map(resultOf), calls: 3, records })

const open = (width = 1440) =>
  renderInConsole(
    <div className="px-4">
      <LookupPage environment="production" person="ines" />
    </div>,
    { url: '/production/lookup', width, answers: { 'POST /lookup': found } },
  )

const mail = `Hi support,

payout-60583 for 1,200.00 USD is late. We sent 8,400.00 PYUSD too, I only have the start: 0x7c41f09b. Invoice INV-2291.

Dana`

async function lookUp(text: string) {
  await page.getByRole('textbox', { name: 'Identifiers' }).fill(text)
  await userEvent.keyboard('{Enter}')
}

const claims = page.getByRole('table', { name: 'What they say, and what we know' })
const row = (text: string) => claims.getByRole('row').filter({ hasText: text })

test('an e-mail is shown with numbered claims beside what is known of each, and is stored nowhere', async () => {
  const { calls } = await open()
  await lookUp(mail)
  await expect.element(page.getByText('5 claims: 1 matches, 1 differs, 2 unclear, 1 not found')).toBeVisible()
  await expect.element(row('payout-60583')).toHaveTextContent('Matches')
  await expect.element(row('1,200.00 USD')).toHaveTextContent('Differs1,250.00 USD. 50.00 more than they say')
  await expect.element(row('8,400.00 PYUSD')).toHaveTextContent('UnclearDepends on which transfer 0x7c41f09b is')
  await expect.element(row('INV-2291')).toHaveTextContent('Not found')
  expect([...document.querySelectorAll('mark')].map((one) => one.textContent)).toEqual([
    'payout-605831',
    '1,200.00 USD2',
    '8,400.00 PYUSD3',
    '0x7c41f09b4',
    'INV-22915',
  ])
  expect(address()).toBe('/production/lookup')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage, ...calls.map(({ body }) => body) })).not.toContain(
    '1,200',
  )
  await checkAccessibility()
})

test('their transfers say what is overdue and who acts', async () => {
  await open()
  await lookUp(mail)
  const line = page.getByRole('table', { name: 'Their transfers' }).getByRole('row').filter({ hasText: 'payout-60583' })
  await expect.element(line).toHaveTextContent('Bank withdrawal, payout-60583')
  await expect.element(line).toHaveTextContent(/Overdue by .*Support follows up/)
  await expect.element(page.getByText('none has failed')).toBeVisible()
})

test('a candidate is chosen by a person; the claims and the reply follow', async () => {
  await open()
  await lookUp(mail)
  await expect.element(page.getByRole('heading', { name: '0x7c41f09b could be either of these' })).toBeVisible()
  await expect
    .element(
      page.getByText(
        'matched on 10 characters among all transfers since 6 Nov 2019 08:00 UTC, as of 2 Jan 2020 08:00 UTC',
      ),
    )
    .toBeVisible()
  await expect.element(page.getByText('Same profile as above, the amount that they say')).toBeVisible()
  await expect.element(page.getByText('Caution: other profile, other amount')).toBeVisible()
  await expect.element(page.getByText('For 0x7c41f09b, please send us the whole hash.')).toBeVisible()
  await page.getByRole('button', { name: 'This one' }).first().click()
  await expect.element(row('8,400.00 PYUSD')).toHaveTextContent('Matches')
  await expect.element(page.getByText(/Your deposit of 8,400.00 PYUSD on Arbitrum One is complete/)).toBeVisible()
  await expect.element(page.getByText(/please send us the whole hash/)).not.toBeInTheDocument()
})

test('the reply can be changed before it is copied, and names no ID of ours', async () => {
  await open()
  await lookUp(mail)
  const reply = page.getByText(/^Hello,/)
  await expect.element(reply).toHaveTextContent('(payout-60583; your message says 1,200.00 USD)')
  expect(reply.element().textContent).not.toMatch(/of-ours|profile-1/)
  await page.getByRole('button', { name: 'Edit' }).click()
  const area = page.getByRole('textbox', { name: 'Reply' })
  await area.fill('Hello Dana,')
  await expect.element(page.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(reply).toBeVisible()
})

test('another e-mail replaces the first, and where it was looked is within reach', async () => {
  await open()
  await lookUp(mail)
  await page.getByText('Where we looked', { exact: true }).click()
  await expect.element(page.getByRole('table', { name: 'Results' }).getByText('2 candidates')).toBeVisible()
  await page.getByRole('button', { name: 'Paste another' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Identifiers' })).toHaveValue(mail)
  await lookUp('inv-1\ninv-2')
  await expect.element(page.getByText('2 not found', { exact: true }).first()).toBeVisible()
})

test('what no transfer begins with says among which it was looked for', async () => {
  await open()
  await lookUp('0xabcdef01')
  await expect.element(page.getByRole('heading', { name: 'No transfer matches 0xabcdef01' })).toBeVisible()
  await expect
    .element(
      page.getByText(
        '10 characters compared, among all transfers since 6 Nov 2019 08:00 UTC, as of 2 Jan 2020 08:00 UTC.',
      ),
    )
    .toBeVisible()
})

test.each([390, 768])('at %i px neither table scrolls sideways, and each status is whole', async (width) => {
  await open(width)
  await lookUp(mail)
  await expect.element(page.getByRole('table', { name: 'Their transfers' })).toHaveTextContent(/Pending.*Overdue by/)
  for (const name of ['What they say, and what we know', 'Their transfers']) {
    const table = page.getByRole('table', { name }).element()
    expect(table.getBoundingClientRect().right, name).toBeLessThanOrEqual(width)
    expect(table.scrollWidth, name).toBe(table.clientWidth)
    for (const cell of table.querySelectorAll('td'))
      expect(cell.getBoundingClientRect().right, cell.textContent).toBeLessThanOrEqual(width)
  }
})

test.each([390, 320])('on a phone of %i px nothing is wider than the window', async (width) => {
  await open(width)
  await lookUp(mail)
  await expect.element(row('INV-2291')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await checkAccessibility()
})
