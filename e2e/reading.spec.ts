/** Answers of other services (docs/provider.md, "Reading") through the proxy. The component tests of lists cover the rest. */
import type { Page } from '@playwright/test'
import type { Company } from './processes'
import { companySignIn, expect, test } from './test'

const plain = { id: '', customer_id: 'customer-1', profile_id: 'profile-1', amount: '1.00', total: '1.00', fee: '0' }
const usual = { asset: 'USDG', direction: 'CREDIT', type: 'WIRE_DEPOSIT', status: 'COMPLETED' }
const whenever = { created_at: '2026-11-19T14:00:00Z', updated_at: '2026-11-19T14:00:01Z' }
const idOf = (index: number) => `11111111-0000-4000-8000-${String(index).padStart(12, '0')}`
const odd = (index: number, fields: object) => ({ ...plain, ...usual, ...whenever, id: idOf(index), ...fields })

const listPath = '/sandbox/transfers'

/** The service answers with this body until the test ends. */
async function answering(page: Page, company: Company, body: unknown, path = listPath) {
  company.sandbox.injectFaults({ service: { status: 200, body: JSON.stringify(body) } })
  await companySignIn(page, company, ['treasury'], path)
}

test.afterEach(({ company }) => company.sandbox.injectFaults({}))

const rowOf = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.locator(`a[href*="/transfers/${id}"]`) })

test('an empty string, null, an absent member and an empty object all mean none', async ({ page, company }) => {
  const transfer = odd(1, {
    ref_id: '',
    identity_id: null,
    auto_conversion: {},
    secondary_status: { name: '', detail: null },
    metadata: { desk: 7, urgent: true },
  })
  await answering(page, company, transfer, `${listPath}/${idOf(1)}`)
  const main = page.locator('main')
  await expect(main).toContainText('desk')
  await expect(
    main
      .getByText('7', { exact: true })
      .or(main.getByText(/desk\s*7/))
      .first(),
  ).toBeVisible()
  for (const name of ['Reference', 'Identity'])
    await expect(
      main
        .locator('dt', { hasText: new RegExp(`^${name}$`) })
        .first()
        .locator('xpath=following-sibling::dd[1]'),
    ).toHaveText('none')
  await expect(page.getByRole('list', { name: 'Stations of its movement' })).toHaveCount(0)
})

test('unknown fields are shown, and a missing one marks its row', async ({ page, company }) => {
  const { fee: _, ...withoutFee } = odd(2, {})
  await answering(page, company, { items: [odd(1, {}), withoutFee], next_page_cursor: '' })
  await expect(rowOf(page, idOf(2))).toBeVisible()
  await expect(rowOf(page, idOf(2)).locator('[title*="fee"]')).toHaveCount(1)

  company.sandbox.injectFaults({
    service: { status: 200, body: JSON.stringify({ ...withoutFee, settlement_bank: 'Halden' }) },
  })
  await page.goto(`${company.console.url}${listPath}/${idOf(2)}`)
  await expect(page.getByText('Total not checked: fee missing.')).toBeVisible()
  await page.getByRole('tab', { name: /all fields/i }).click()
  await expect(page.getByText('settlement_bank')).toBeVisible()
  await expect(page.getByText('Halden')).toBeVisible()
})

test('times keep nine digits, and amounts every digit', async ({ page, company, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const amount = '123456789012345678901234567890.12345678'
  const items = [
    odd(1, { amount, created_at: '2026-11-19T14:00:00.123456789Z' }),
    odd(2, { amount: '.5', created_at: '2026-11-19T14:00:00+01:00' }),
    odd(3, { amount: '007' }),
  ]
  await answering(page, company, { items, next_page_cursor: '' })
  const shown = rowOf(page, idOf(1))
  await expect(shown).toContainText('123,456,789,012,345,678,901,234,567,890.12345678')
  await expect(shown.locator('time')).toHaveAttribute('datetime', '2026-11-19T14:00:00.123456789Z')
  await expect(rowOf(page, idOf(2)).locator('time')).toContainText('13:00:00')
  await expect(rowOf(page, idOf(3))).toContainText('007')
})
