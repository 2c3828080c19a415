/** WCAG 1.4.12: with wide text spacing no text leaves its box, where it would cover its neighbour, and no page scrolls sideways. */
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ActivityPage } from '@/components/activity/activity-page'
import { IntentPage } from '@/components/activity/intent-page'
import { intentOf } from '@/components/activity/testing'
import DepositForm from '@/components/deposits/deposit-form'
import FiatAccountForm from '@/components/fiat-accounts/account-form'
import { IssuerQuoteList } from '@/components/issuer-quotes/issuer-quote-list'
import OrderForm from '@/components/orders/order-form'
import { Overview } from '@/components/overview/overview'
import { answerOf, usualOverview } from '@/components/overview/testing'
import RuleForm from '@/components/rules/rule-form'
import { TransferList } from '@/components/transfers/transfer-list'
import { TransferPage } from '@/components/transfers/transfer-page'
import type { Answers } from './proxy'
import { issuerQuote, transfer, transferPage } from './records'
import { renderInConsole } from './render'

const sent = transfer({ amount: '249970.000001', total: '249989.000001', fee: '19', status: 'PENDING' })
const order = intentOf({ state: 'unknown', path: { profile_id: 'profile-1' }, body: { market: 'BTCUSD' } })
const answers: Answers = {
  listTransfers: transferPage([sent, transfer({ id: 'another', asset: 'USDG' })]),
  getTransfer: sent,
  'GET /transfers/{id}/observed': { states: [] },
  listIssuerQuotes: { issuer_quote_executions: [issuerQuote()], next_page_cursor: '' },
  'GET /presets': { entries: [] },
  'POST /overview': () => answerOf(usualOverview()),
  'GET /intents/{id}': order,
  'GET /order-references': { orders: [] },
  'GET /intents': { intents: [order], next_page_cursor: '' },
}
const person = { person: 'treasury', roles: ['treasury'] } as const
const form = {
  session: { environment: 'sandbox', requiresIdentity: false, confirmAbove: '1', ...person },
  step: 'details',
} as const

/** Texts that leave their box, and elements wider than the window outside scrolling regions. */
function overflowing(): string[] {
  const width = document.documentElement.clientWidth
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  return [...document.querySelectorAll('main *')].flatMap((element) => {
    const box = element.getBoundingClientRect()
    // What only screen readers see is one pixel wide.
    if (!element.checkVisibility() || box.width <= 1 || element.closest('.sr-only, svg, select')) return []
    const found = `${element.tagName} "${element.textContent?.slice(0, 40)}"`
    if (box.right > width + 1 && !scrolls(element.parentElement)) return [`${found} is wider than the window`]
    if (/^(?:inline|contents)$/.test(getComputedStyle(element).display)) return []
    const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '')
    const isOut = texts.some((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right } = range.getBoundingClientRect()
      return left < box.left - 1.5 || right > box.right + 1.5
    })
    return isOut ? [`${found} leaves its box`] : []
  })
}

const spacing = new CSSStyleSheet()
spacing.replaceSync(
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
)
afterEach(() => {
  document.adoptedStyleSheets = []
})

test.each([
  ['the transfers', <TransferList key="1" environment="sandbox" />, '/transfers?ref_ids=hedge-119'],
  ['the issuer quotes', <IssuerQuoteList key="1" environment="sandbox" />, '/issuer-quotes'],
  ['a transfer', <TransferPage key="1" environment="sandbox" id={sent.id} />, `/transfers/${sent.id}`],
  ['the overview', <Overview key="1" environment="sandbox" person="treasury" roles={['admin']} />, ''],
  ['a request', <IntentPage key="1" environment="sandbox" {...person} id={order.id} />, `/activity/${order.id}`],
  ['the activity', <ActivityPage key="1" environment="sandbox" {...person} />, '/activity'],
  ['the order form', <OrderForm key="1" {...form} />, '/orders/new'],
  ['the account form', <FiatAccountForm key="1" {...form} />, '/fiat-accounts/new'],
  ['the rule form', <RuleForm key="1" {...form} />, '/rules/new'],
  ['the deposit form', <DepositForm key="1" {...form} />, '/deposits/new'],
] as const)('%s can be read with wide text spacing, on a wide window and at 320 px', async (_, shown, path) => {
  document.adoptedStyleSheets = [spacing]
  await renderInConsole(<div className="px-4">{shown}</div>, { url: `/sandbox${path}`, session: person, answers })
  await expect.poll(() => document.querySelector('main [aria-busy="true"]')).toBe(null)
  await expect.poll(overflowing).toEqual([])
  await page.viewport(320, 900)
  await expect.poll(overflowing).toEqual([])
})
