import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import type { OpenSession, PersonAccess } from '@/lib/features/people/interface'
import { type DefaultRole, roleRights } from '@/lib/provider/roles'
import { AccessReview } from './access-review'
import { PeoplePage } from './people-page'

const person = (subject: string, name: string, role?: DefaultRole, more: Partial<PersonAccess> = {}): PersonAccess => ({
  subject,
  name,
  seen_at: '2026-11-19T11:12:00.000Z',
  since: '2026-10-01T08:00:00.000Z',
  sessions: 1,
  roles: role ? [{ name: role, from: 'claim', rights: roleRights[role] }] : [],
  ...more,
})
const session = (id: string, name: string, more: Partial<OpenSession> = {}): OpenSession => ({
  id,
  person: name,
  device: 'Chrome on macOS',
  address: '192.0.2.7',
  signed_in_at: '2026-11-19T08:31:40.000Z',
  active_at: '2026-11-19T11:12:00.000Z',
  may_end: true,
  ...more,
})
const mine = session('s-1', 'Dele Acheson', { is_current: true, may_end: undefined })
const people = [
  person('oidc:dele', 'Dele Acheson', undefined, {
    roles: [{ name: 'admin', from: 'list', rights: roleRights.admin }],
  }),
  person('oidc:ines', 'Ines Okafor', 'treasury'),
  person('oidc:sanna', 'Sanna Reuter', undefined, { sessions: 0 }),
]

const button = (name: string | RegExp) => page.getByRole('button', { name })
const show = (answers: Answers, role: DefaultRole = 'admin', width?: number) =>
  renderInConsole(<PeoplePage environment="sandbox" roles={[role]} />, {
    url: '/sandbox/settings/people',
    session: { roles: [role] },
    answers,
    width,
  })

test('an admin sees who has access and why, and ends one session', async () => {
  const sessions = [mine, session('s-2', 'Ines Okafor')]
  const { calls } = await show({
    'GET /people': { sessions, people },
    'DELETE /sessions/{id}': { sessions: [mine], people },
  })
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent(/Dele Acheson.*Admin by ADMIN_SUBJECTS.*Everything/)
  await expect
    .element(rows.nth(2))
    .toHaveTextContent(/Ines Okafor.*Treasury by company sign-in.*place orders, change fiat accounts/)
  await expect.element(rows.nth(3)).toHaveTextContent(/Sanna Reuter.*No access any more/)
  await expect.element(page.getByRole('row', { name: /Dele Acheson.*now/ })).toHaveTextContent('this session')
  await checkAccessibility()
  await button('End the session of Ines Okafor in Chrome on macOS').click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Session ended' })).toBeInTheDocument()
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/sessions/s-2'])
  await expect.element(button(/^End/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('table', { name: 'Sessions' })).toHaveFocus()
  await expect.element(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible()
})

test('all sessions but one’s own end after a question', async () => {
  const sessions = [mine, session('s-2', 'Ines Okafor'), session('s-3', 'Ines Okafor')]
  const { calls } = await show({
    'GET /people': { sessions, people },
    'DELETE /sessions': { sessions: [mine], people },
  })
  await button('End all but mine').click()
  const dialog = page.getByRole('dialog', { name: 'End all sessions but yours?' })
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await dialog.getByRole('button', { name: 'End 2 sessions' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /Ines Okafor.*Chrome/ })).not.toBeInTheDocument()
})

test('others see only their own sessions, and why one could not be ended', async () => {
  await show(
    {
      'GET /sessions': { sessions: [mine, session('s-2', 'Dele Acheson')] },
      'DELETE /sessions/{id}': () => problem(404, 'no-such-session', 'This session is over, or you cannot end it.'),
    },
    'support',
    390,
  )
  await expect.element(page.getByRole('table', { name: 'Your sessions' })).toBeVisible()
  expect(page.getByRole('table', { name: 'People' }).elements()).toEqual([])
  expect(page.getByRole('link', { name: 'Access review' }).elements()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await checkAccessibility()
  await button(/^End the session/).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This session is over')
  await expect.element(button('End my other sessions')).toBeVisible()
})

test('the access review names each person, their rights, and what each right allows', async () => {
  await renderInConsole(<AccessReview environment="sandbox" name="Dele Acheson" roles={['auditor']} />, {
    url: '/sandbox/settings/people/review',
    session: { roles: ['auditor'] },
    answers: { 'GET /people': { sessions: [mine], people } },
  })
  const rows = page.getByRole('table', { name: 'Access' }).getByRole('row')
  await expect
    .element(rows.nth(2))
    .toHaveTextContent(/Ines Okafor oidc:ines.*Treasury by company sign-in.*order, accounts/)
  await expect.element(page.getByText('Place orders, withdraw them before they are sent, plan movements')).toBeVisible()
  await expect.element(button('Export CSV')).toBeVisible()
  await expect.element(button('Print')).toBeVisible()
  await checkAccessibility()
  // Beside the navigation of a window of 768 px.
  await page.viewport(768, 900)
  document.body.style.width = '656px'
  onTestFinished(() => document.body.removeAttribute('style'))
  const role = document.createRange()
  const [text] = [...document.querySelectorAll('[aria-label=Access] tbody tr:nth-child(2) td span')]
  role.setStart(text?.firstChild ?? document, 0)
  role.setEnd(text?.firstChild ?? document, 'Treasury'.length)
  expect(role.toString()).toBe('Treasury')
  expect(role.getClientRects()).toHaveLength(1)
  await page.viewport(1440, 900)
})
