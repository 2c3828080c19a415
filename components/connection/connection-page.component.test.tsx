import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import type { Answers } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import type { Connection, ScopeState } from '@/lib/features/connection/interface'
import type { Role } from '@/lib/provider/roles'
import { ConnectionPage } from './connection-page'

const at = '2026-11-19T14:22:05.000Z'
const none = { calls: 0, failed: 0 }
const reading: ScopeState = {
  scope: 'transfer:read_transfer',
  operations: ['listTransfers', 'getTransfer'],
  token: { age: 1_100, left: 2_460 },
  answered_at: at,
  hour: { calls: 40, failed: 0, median: 84, p95: 1_800 },
  day: { calls: 11_902, failed: 0, median: 90, p95: 210 },
}
const ordering: ScopeState = {
  scope: 'exchange:write_order',
  operations: ['createOrder'],
  hour: none,
  day: none,
  failure: {
    at: '2026-11-19T13:57:40.000Z',
    scope: 'exchange:write_order',
    operation: 'token',
    words: "The provider does not grant this to Mintdesk's client.",
  },
}
const connection = (more: Partial<Connection> = {}): Connection => ({
  scopes: [reading, ordering],
  failures: [
    { at: '2026-11-19T10:47:12.000Z', scope: reading.scope, operation: 'listTransfers', millis: 10_000 },
    {
      at: '2026-11-19T09:57:40.000Z',
      scope: ordering.scope,
      operation: 'createOrder',
      status: 503,
      millis: 20,
      intent: 'i-1',
    },
  ],
  rate: { limit: 40, kept_for_people: 10, free: 39 },
  clock_ahead: -2_300,
  client_id: 'desk-client',
  build: { version: '0.4.0' },
  in_hand: { unknown: 1, exports: 2, webhook_events: 0 },
  findings: [
    { area: 'Database', status: 'ok', text: 'It can be written.' },
    { area: 'Keys', status: 'warning', text: 'The key is derived.', mend: 'Set SEAL_KEYS.' },
  ],
  ...more,
})

const show = (
  shown: Connection,
  answers: Answers = {},
  { roles = ['admin'], ...more }: { width?: number; roles?: Role[] } = {},
) =>
  renderInConsole(<ConnectionPage environment="sandbox" roles={roles} />, {
    url: '/sandbox/settings/connection',
    session: { roles },
    answers: { 'GET /connection': shown, ...answers },
    ...more,
  })

const row = (name: RegExp) => page.getByRole('row', { name })

test('says of each scope who uses it, its token, how calls went, and what failed', async () => {
  await show(connection())
  await expect.element(page.getByText('Connected to the provider')).toBeVisible()
  await expect.element(page.getByText('11,902 calls of this console in the last 24 h, 0 failed.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '1 request has an unknown outcome' })).toBeVisible()
  await expect.element(row(/List transfers, Get transfer.*Valid · 41 min left.*11,902.*84 ms.*1\.8 s/)).toBeVisible()
  await expect.element(row(/exchange:write_order.*Refused.*does not grant this/)).toBeVisible()
  await expect.element(row(/List transfers.*No answer in 10 s.*Told the page/)).toBeVisible()
  await expect.element(row(/Create order.*503.*See its outcome/)).toBeVisible()
  await expect.element(page.getByText("2 s behind Mintdesk's")).toBeVisible()
  await expect.element(page.getByText('Set SEAL_KEYS.')).toBeVisible()
  await page.getByText('1 check passed').click()
  await expect.element(page.getByText('It can be written.')).toBeVisible()
  await checkAccessibility()
})

test('a write that failed leads to its request, for who may read requests', async () => {
  const { screen } = await show(connection())
  const link = page.getByRole('link', { name: 'See its outcome' })
  await expect.element(link).toHaveAttribute('href', '/sandbox/activity/i-1')
  await screen.unmount()
  await show(connection(), {}, { roles: ['configure'] })
  await expect.element(row(/Create order.*503.*Outcome in Activity/)).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
})

test('a check asks once, and shows what it found and when', async () => {
  const checked = connection({
    checked_at: at,
    findings: [{ area: 'Provider, sandbox', status: 'problem', text: 'No token.', mend: 'Ask for it.' }],
  })
  const { calls } = await show(connection({ scopes: [{ ...reading, answered_at: undefined }], failures: [] }), {
    'POST /connection/check': checked,
  })
  await expect.element(page.getByText('The provider has not been called yet')).toBeVisible()
  await expect.element(page.getByText('No call has failed since this console started.')).toBeVisible()
  await page.getByRole('button', { name: 'Check connection' }).click()
  await expect.element(page.getByText('Ask for it.')).toBeVisible()
  await expect.element(page.getByText('Checked')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test.each([1440, 1280, 768, 390])('at %i px nothing is wider than the window, and no table scrolls', async (width) => {
  await show(connection(), {}, { width })
  // Leaves the room that the navigation takes.
  if (width > 640) document.body.style.paddingLeft = '236px'
  onTestFinished(() => document.body.removeAttribute('style'))
  await expect.element(page.getByText('Connected to the provider')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  for (const { clientWidth, scrollWidth } of document.querySelectorAll('section[aria-label$=", figures"]'))
    expect(scrollWidth).toBe(clientWidth)
})
