/** What a person sees while the provider fails; every kind of failure is in components/transfers and e2e/http/faults. */
import type { Page } from '@playwright/test'
import type { Company } from './processes'
import { checkAccessibility, companySignIn, expect, refresh, test } from './test'

const row = (page: Page) => page.getByText('sandbox-ref-0', { exact: true })

async function openList(page: Page, company: Company) {
  await companySignIn(page, company, ['treasury'], '/sandbox/transfers?limit=20')
  await expect(row(page)).toBeVisible()
}

test.afterEach(({ company }) => company.sandbox.injectFaults({}))

test('while the provider fails the rows stay with the reason, after a reload the reason has a request ID, and a retry recovers', async ({
  page,
  company,
}) => {
  await openList(page, company)
  const headers = { 'content-type': 'text/html' }
  company.sandbox.injectFaults({ service: { status: 503, headers, body: '<html><h1>Bad gateway</h1></html>' } })
  await refresh(page)
  await expect(page.getByText(/answered 503/).first()).toBeVisible()
  await expect(row(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/answered 503/).first()).toBeVisible()
  await expect(row(page)).toHaveCount(0)
  await expect(page.getByText('Bad gateway')).toHaveCount(0)
  await page.getByText('Details').click()
  await expect(page.getByText(/^req_[0-9a-f]{12}$/)).toBeVisible()
  company.sandbox.injectFaults({})
  await page.getByRole('button', { name: /try again/i }).click()
  await expect(row(page)).toBeVisible()
})

test('axe finds nothing on a list that is stale, failed or rate limited', async ({ page, company }) => {
  const sights = [{ width: 1440, looks: ['light', 'dark'] }] as const
  await openList(page, company)
  company.sandbox.injectFaults({ service: { status: 500, body: '{}' } })
  await refresh(page)
  await expect(page.getByText(/answered 500/).first()).toBeVisible()
  await checkAccessibility(page, sights)
  await page.reload()
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible()
  await checkAccessibility(page, sights)
  const headers = { 'content-type': 'application/json', 'retry-after': '120' }
  company.sandbox.injectFaults({ service: { status: 429, headers, body: '{}' } })
  await page.reload()
  await expect(page.getByRole('timer')).toBeVisible()
  await checkAccessibility(page, sights)
})
