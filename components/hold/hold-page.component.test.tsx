import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, problem, refusedInput } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import type { EnvironmentReport, Hold, HoldReport } from '@/lib/features/hold/interface'
import type { Role } from '@/lib/provider/roles'
import { HoldBanner, HoldProvider } from './hold-notes'
import { HoldPage } from './hold-page'

const forgotten = '0192f3a4-1c2d-7e3f-8a4b-5c6d7e8f9a0b'
const transfer = '4d1c1f0a-7f0e-4a52-9c1e-8a5f0e2d9e2b'
const sandbox: EnvironmentReport = {
  environment: 'sandbox',
  read: [
    { list: 'listTransfers', count: 1204, matched: 3, to: '2026-11-23T15:00:00.000Z' },
    { list: 'listIssuerQuotes', count: 1, matched: 0, to: '2026-11-23T15:00:00.000Z' },
  ],
  problems: [],
  found: {
    count: 1,
    records: [
      {
        list: 'listTransfers',
        because: 'deposit',
        id: transfer,
        summary: 'Wire deposit 250.00 USD, COMPLETED',
        created_at: '2026-11-23T14:41:05Z',
      },
    ],
  },
  forgotten: {
    count: 1,
    requests: [{ id: forgotten, operation: 'createOrder', person: 'oidc:ines', sent_at: '2026-11-23T14:42:00.000Z' }],
  },
  uncertain: {
    count: 1,
    requests: [
      { id: 'an-intent', operation: 'createRule', summary: 'USD to USDG', person: 'Ines Okafor', state: 'unknown' },
    ],
  },
  unchecked: [{ operation: 'createOrder', title: 'Create order' }],
}
const report = (more: Partial<HoldReport> = {}): HoldReport => ({
  at: '2026-11-23T15:00:00.000Z',
  by: 'Ann Lee',
  since: '2026-11-23T14:20:00.000Z',
  unreadable: 0,
  environments: [sandbox],
  ...more,
})
const hold = (more: Partial<Hold> = {}): Hold => ({
  id: 'h',
  is_held: true,
  cause: 'restored',
  began_at: '2026-11-23T14:50:00.000Z',
  version: '0.1.0',
  known_until: '2026-11-23T14:30:00.000Z',
  ...more,
})

const show = (
  shown: Hold | undefined,
  answers: Answers = {},
  { roles = ['admin'], width, theme }: { roles?: Role[]; width?: number; theme?: 'dark' | 'light' } = {},
) =>
  renderInConsole(
    <HoldProvider initial={shown}>
      <HoldBanner environment="sandbox" roles={roles} />
      <HoldPage environment="sandbox" environments={['sandbox']} person="admin" roles={roles} />
    </HoldProvider>,
    {
      url: '/sandbox/activity/restore',
      session: { roles },
      answers: { 'GET /hold': { hold: shown }, 'GET /hold/summary': { hold: shown }, ...answers },
      ...(width && { width }),
      ...(theme && { preferences: { theme } }),
    },
  )

const button = (name: string | RegExp) => page.getByRole('button', { name })
const log = () => page.getByRole('textbox', { name: /Log of the earlier console/ })
const statement = () => page.getByRole('textbox', { name: /How you checked/ })

test('an admin pastes a log, sees what is missing, says how they checked, and releases', async () => {
  const released = hold({
    is_held: false,
    released_at: '2026-11-23T15:05:00.000Z',
    released_by: 'Ann Lee',
    statement: 'Asked them.',
  })
  const { calls } = await show(hold(), {
    'POST /hold/sent': { added: 1 },
    'POST /hold/reconcile': { hold: hold({ report: report() }) },
    'POST /hold/release': { hold: released },
  })
  await expect.element(page.getByText('Mintdesk was restored and is held: nothing is sent.')).toBeVisible()
  await expect.element(button('Release')).not.toBeInTheDocument()
  await log().fill(`{"event":"write-sent","environment":"sandbox","operation":"createOrder","intent":"${forgotten}"}`)
  await button('Reconcile').click()
  await expect.element(page.getByText('1,204 transfers and 1 issuer quote compared')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Wire deposit 250.00 USD, COMPLETED' }))
    .toHaveAttribute('href', `/sandbox/transfers/${transfer}`)
  await expect.element(page.getByText('no record found')).toBeVisible()
  await expect.element(page.getByText('Could not be checked.')).toBeVisible()
  expect(calls.find(({ path }) => path === '/hold/sent')?.body).toMatchObject({
    requests: [{ id: forgotten, operation: 'createOrder' }],
  })
  await checkAccessibility()
  await button('Release').click()
  await expect.element(page.getByText(/^Enter how you checked/)).toBeVisible()
  await expect.element(statement()).toHaveFocus()
  await userEvent.keyboard('Asked them.')
  await button('Release').click()
  await expect.element(page.getByText('Released', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('Asked them.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Restored copy' })).toHaveFocus()
  expect(calls.filter(({ path }) => path === '/hold/release').map(({ body }) => body)).toEqual([
    { report: '2026-11-23T15:00:00.000Z', statement: 'Asked them.' },
  ])
})

test('a refused release says why, and keeps what was typed even when the page is loaded again', async () => {
  const { reload } = await show(hold({ report: report() }), {
    'POST /hold/release': problem(409, 'report-changed', 'This was reconciled again since you opened it.'),
  })
  await statement().fill('Asked for all orders.')
  await button('Release').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('reconciled again')
  await expect.element(statement()).toHaveValue('Asked for all orders.')
  await reload()
  await expect.element(statement()).toHaveValue('Asked for all orders.')
})

test('a statement that the server refuses has its message at its field', async () => {
  await show(hold({ report: report() }), {
    'POST /hold/release': refusedInput('The request is not valid.', [
      { field: 'statement', message: 'This looks like a private key.' },
    ]),
  })
  await statement().fill('a secret')
  await button('Release').click()
  await expect.element(page.getByText('This looks like a private key.')).toBeVisible()
  await checkAccessibility()
})

test('a console without the keys of the backup says so before it can be released', async () => {
  await show(hold({ report: report({ unreadable: 12 }) }))
  await expect.element(page.getByText(/do not open 12 of the newest requests/)).toBeVisible()
  await checkAccessibility()
})

test('lists that could not be read are released without only by a yes of its own, to this reconciliation', async () => {
  const unread = report({
    environments: [{ ...sandbox, problems: ['List transfers: The provider is not responding.'] }],
  })
  const again = { ...unread, at: '2026-11-23T15:02:00.000Z' }
  let newest = unread
  const { calls, reload } = await show(hold({ report: unread }), {
    'GET /hold': () => ({ hold: hold({ report: newest }) }),
    'POST /hold/reconcile': () => {
      newest = again
      return { hold: hold({ report: newest }) }
    },
    'POST /hold/release': problem(409, 'lists-unread', 'Lists of the provider could not be read to their end.'),
  })
  const yes = page.getByRole('checkbox', { name: 'Release without comparing them.' })
  await expect.element(yes).not.toBeChecked()
  await yes.click()
  await button('Reconcile again').click()
  await expect.element(yes).not.toBeChecked()
  await statement().fill('Asked them.')
  await button('Release').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be read')
  await yes.click()
  await button('Release').click()
  const bodies = () => calls.filter(({ path }) => path === '/hold/release').map(({ body }) => body)
  await expect.poll(bodies).toEqual([
    { report: again.at, statement: 'Asked them.' },
    { report: again.at, statement: 'Asked them.', without_lists: true },
  ])
  // Company sign-in leads back to the page.
  await reload()
  await expect.element(yes).toBeChecked()
  await checkAccessibility()
})

test('others see what may be missing, and no button', async () => {
  await show(hold({ report: report() }), {}, { roles: ['treasury'] })
  await expect.element(page.getByText(/An admin compares this copy/)).toBeVisible()
  await expect.element(button(/Reconcile|Release/)).not.toBeInTheDocument()
})

test('a database that was never restored says so', async () => {
  await show(undefined)
  await expect.element(page.getByText('No restore to review')).toBeVisible()
  await expect.element(page.getByText(/is held: nothing is sent/)).not.toBeInTheDocument()
})

test.each([1440, 1280, 390])('at %i px, in both themes, nothing is wider than the window', async (width) => {
  for (const theme of ['light', 'dark'] as const) {
    const { screen } = await show(
      hold({
        report: report({
          environments: [{ ...sandbox, problems: ['List transfers: The provider is not responding.'] }],
        }),
      }),
      {},
      { width, theme },
    )
    await expect.element(page.getByRole('heading', { name: /^Without an outcome/ })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    await checkAccessibility()
    await screen.unmount()
  }
})
