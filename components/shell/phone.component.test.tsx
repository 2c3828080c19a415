/** Each list on a phone inside the shell: rows start near the top, and every control is easy to hit. */
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ActivityPage } from '@/components/activity/activity-page'
import { CreatedRecords } from '@/components/activity/created-records'
import { IssuerQuoteList } from '@/components/issuer-quotes/issuer-quote-list'
import { Overview } from '@/components/overview/overview'
import { answerOf, usualOverview } from '@/components/overview/testing'
import { issuerQuote, transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { TransferList } from '@/components/transfers/transfer-list'
import { Shell } from './shell'

const intent = (index: number) => ({
  id: `0192e4a0-0000-4000-8000-00000000000${index}`,
  environment: 'sandbox',
  operation: 'createOrder',
  state: 'confirmed',
  summary: 'Sell 0.5 BTC, limit 99,000.00 USD',
  person: 'Ines Okafor',
  ref_id: `hedge-${index}`,
  record_id: '4d1c1f0a-0000-4000-8000-000000000001',
  record_status: 'OPEN',
  created_at: '2026-11-19T09:00:00.000Z',
  sent_at: '2026-11-19T09:00:00.000Z',
  status_at: '2026-11-19T09:00:01.000Z',
})

const answers = {
  listTransfers: transferPage([transfer(), transfer({ id: '0192e4a0-0000-7000-8000-000000000002' })], 'next'),
  listIssuerQuotes: { issuer_quote_executions: [issuerQuote(), issuerQuote({ id: 'quote-2' })], next_page_cursor: '' },
  'POST /overview': () => answerOf(usualOverview()),
  'GET /intents': ({ query }: { query: URLSearchParams }) => ({
    intents: query.getAll('states').includes('unknown') ? [] : [intent(1), intent(2)],
    next_page_cursor: '',
  }),
}

const roles = ['treasury'] as const
const pages: Record<string, [path: string, content: ReactNode]> = {
  transfers: ['/sandbox/transfers', <TransferList key="1" environment="sandbox" />],
  'transfers, filtered': [
    '/sandbox/transfers?statuses=COMPLETED&statuses=FAILED&created_at.gte=2026-11-01T00%3A00%3A00Z',
    <TransferList key="1" environment="sandbox" />,
  ],
  'issuer quotes': ['/sandbox/issuer-quotes', <IssuerQuoteList key="1" environment="sandbox" />],
  orders: [
    '/sandbox/orders',
    <CreatedRecords key="1" environment="sandbox" person="ines" roles={roles} creates="createOrder" />,
  ],
  'fiat accounts': [
    '/sandbox/fiat-accounts',
    <CreatedRecords key="1" environment="sandbox" person="ines" roles={roles} creates="createFiatAccount" />,
  ],
  rules: [
    '/sandbox/rules',
    <CreatedRecords key="1" environment="sandbox" person="ines" roles={roles} creates="createRule" />,
  ],
  activity: ['/sandbox/activity', <ActivityPage key="1" environment="sandbox" person="ines" roles={roles} />],
}

function renderPhone(url: string, content: ReactNode) {
  return renderInConsole(
    <Shell
      environment="sandbox"
      environments={['sandbox', 'production']}
      name="Ines Okafor"
      person="ines"
      roles={roles}
    >
      {content}
    </Shell>,
    { url, isInMain: false, width: 390, answers },
  )
}

const controls = 'a[href], button, input, select, textarea, summary, [role="radio"], [role="checkbox"]'

/** Whether a link stands in a sentence, whose lines decide its height (WCAG 2.5.8, "Inline"). */
const isInText = (element: Element) =>
  getComputedStyle(element).display === 'inline' && element.parentElement?.textContent !== element.textContent

/**
 * Controls below 44 px of which a circle of 24 px around the centre touches another control or its circle (WCAG 2.5.8). The
 * bars of the chart have the same links in the table below.
 */
function crowdedControls(): string[] {
  const found = [...document.querySelectorAll(controls)]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !isInText(element) &&
        // The heads of cards are for screen readers only.
        !element.closest('[aria-hidden], .cards thead'),
    )
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  return found.flatMap(({ element, box }) => {
    if (box.width >= 44 && box.height >= 44) return []
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isCrowded = found.some(({ element: other, box: near }) => {
      if (other === element || other.contains(element) || element.contains(other)) return false
      const [dx, dy] = [Math.max(near.left - x, 0, x - near.right), Math.max(near.top - y, 0, y - near.bottom)]
      const isSmall = near.width < 44 || near.height < 44
      const between = Math.hypot(near.left + near.width / 2 - x, near.top + near.height / 2 - y)
      return Math.hypot(dx, dy) < 12 || (isSmall && between < 24)
    })
    return isCrowded ? [`${element.outerHTML.slice(0, 80)}: ${Math.round(box.width)} × ${Math.round(box.height)}`] : []
  })
}

const isTransparent = (colour: string) => colour === 'rgba(0, 0, 0, 0)'
function hasShape(element: Element): boolean {
  const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(element)
  return (borderTopWidth !== '0px' && !isTransparent(borderTopColor)) || !isTransparent(backgroundColor)
}

/** Buttons that look like text: without an outline or ground, not underlined, not part of an outlined control or row. */
const plainButtons = () =>
  [...document.querySelectorAll('main button')]
    .filter((button) => button.checkVisibility() && !button.closest('td, th'))
    .filter((button) => !hasShape(button) && getComputedStyle(button).textDecorationLine !== 'underline')
    .filter((button) => !hasShape(button.parentElement as Element))
    .map((button) => button.outerHTML.slice(0, 80))

for (const [name, [url, content]] of Object.entries(pages)) {
  test(`the first row of ${name} is within 150 px of the top, and every control is easy to see and to hit`, async () => {
    await renderPhone(url, content)
    await expect.element(page.getByText(/^2 loaded/)).toBeVisible()
    // What comes after the rows may take a moment; that nothing moves then is seen in e2e/layout.spec.ts.
    const top = () => document.querySelector('main tbody tr[data-index]')?.getBoundingClientRect().top
    await expect.poll(top).toBeLessThanOrEqual(150)
    expect(crowdedControls()).toEqual([])
    expect(plainButtons()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
}

test('every control of the overview and of the phone’s menu is easy to hit', async () => {
  await renderPhone('/sandbox', <Overview environment="sandbox" person="treasury" roles={roles} />)
  await expect.element(page.getByRole('table', { name: 'Today' })).toBeVisible()
  expect(crowdedControls()).toEqual([])
  expect(plainButtons()).toEqual([])
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByRole('link', { name: 'New order' })).toBeVisible()
  expect(crowdedControls().filter((control) => !control.includes('<main'))).toEqual([])
})
