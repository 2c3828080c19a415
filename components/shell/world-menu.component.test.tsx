import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { Brand, EnvironmentBanner } from './plain-page'
import WorldMenu from './world-menu'

const menu = () => page.getByRole('dialog', { name: 'Your demo' })
const role = () => page.getByRole('button', { name: 'You are treasury' })

const ended = {
  type: '/problems/session-ended',
  title: 'Your session has ended.',
  status: 401,
  request_id: 'req_0123456789ab',
}

afterEach(() => vi.restoreAllMocks())

async function open(isGuest = false) {
  await renderInConsole(<WorldMenu held={['treasury']} isGuest={isGuest} />)
  role().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu()).toBeVisible()
}

test('the strip opens the five roles, an invitation, a fresh start and the way out, by keyboard too', async () => {
  await open()
  const names = ['Support', 'Treasury', 'Approver', 'Admin', 'Auditor', 'Invite', 'Start over', 'Leave']
  await expect.poll(() => menu().getByRole('button').elements().length).toBe(names.length)
  for (const name of names)
    await expect.element(menu().getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await expect.element(menu().getByRole('button', { name: /^Treasury/ })).toHaveAttribute('aria-current', 'true')
  await checkAccessibility()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu()).not.toBeInTheDocument()
  await expect.element(role()).toHaveFocus()
})

test('the strip says whose the demo is, how long it lives and who the visitor is', async () => {
  await renderInConsole(<WorldMenu held={['approver']} />, { width: 1280 })
  const pill = page.getByRole('button', { name: 'Your demo, deleted 24 h after its last use' })
  await expect.element(pill).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'You are approver' })).toBeVisible()
  await pill.click()
  await expect.element(menu()).toHaveTextContent('Only you and those you invite are in this demo.')
})

test('on a phone the strip has room for all that it says', async () => {
  const strip = (
    <EnvironmentBanner environment="sandbox" brand={<Brand className="mr-auto" />}>
      <WorldMenu held={['treasury']} />
    </EnvironmentBanner>
  )
  await renderInConsole(strip, { width: 390 })
  await expect.element(role()).toBeVisible()
  const edges = [...page.getByRole('region', { name: 'Environment' }).element().children].map((part) =>
    part.getBoundingClientRect(),
  )
  for (const { left, right, width } of edges.filter((edge) => edge.width > 0)) {
    expect(left, `${width} px`).toBeGreaterThanOrEqual(16)
    expect(right, `${width} px`).toBeLessThanOrEqual(390 - 16)
  }
})

test.each([
  [
    'Start over',
    'Start over?',
    ['Guest support', 'Guest admin'],
    'Guest support and Guest admin are in it too and lose',
  ],
  ['Start over', 'Start over?', ['Guest support'], 'Guest support is in it too and loses access at once.'],
  ['Leave', 'Leave this demo?', [], 'No one else is in it.'],
  ['Leave', 'Leave this demo?', undefined, 'Who is here now could not be read.'],
])('%s asks “%s” and says who else is there: %s', async (name, title, others, said) => {
  await open()
  const fetching = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () => (others ? Response.json({ others }) : Response.json(ended, { status: 401 })))
  await menu()
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  const question = page.getByRole('dialog', { name: title })
  await expect.element(question.getByRole('status')).toHaveTextContent(said)
  await expect.element(question.getByRole('button', { name: 'Stay' })).toHaveFocus()
  await checkAccessibility()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(role()).toHaveFocus()
  expect(fetching.mock.calls.map(([url, init]) => [url, init?.method])).toEqual([['/api/worlds', 'GET']])
})

test('a refusal says why, and leaves everything as it was', async () => {
  await open()
  const fetching = vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(ended, { status: 401 }))
  await menu()
    .getByRole('button', { name: /^Admin/ })
    .click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Your session has ended.')
  const [[url, init] = []] = fetching.mock.calls
  expect([url, init?.method, init?.body]).toEqual(['/api/worlds/role', 'POST', '{"role":"admin"}'])
})

test('who joined by a link can only leave', async () => {
  await open(true)
  await expect.element(menu().getByText('You joined this demo by a colleague’s link.')).toBeVisible()
  await expect.poll(() => menu().getByRole('button').elements().length).toBe(1)
  await expect.element(menu().getByRole('button', { name: /^Leave/ })).toHaveTextContent('the demo goes on without you')
})

test('a colleague is invited by a link, which is shown once, listed, and revoked', async () => {
  const link = {
    id: '0a0b0c0d',
    role: 'support',
    by: 'Demo treasury',
    made_at: '2026-11-26T02:00:00.000Z',
    ends_at: '2026-11-27T02:00:00.000Z',
  }
  const used = { ...link, id: '1a1b1c1d', role: 'admin', used_at: '2026-11-26T02:10:00.000Z' }
  const sent: unknown[] = []
  await open()
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    sent.push([init?.method, String(url), init?.body])
    if (String(url).endsWith('/revoke')) return Response.json({ links: [used] })
    if (init?.method === 'POST') return Response.json({ url: 'https://desk.example/join#the-token', link })
    return Response.json({ links: [used] })
  })
  await menu()
    .getByRole('button', { name: /^Invite/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  const links = dialog.getByRole('list', { name: 'Links' })
  await expect.element(links).toHaveTextContent(/Admin.*by Demo treasury, last used/)
  await dialog.getByRole('radio', { name: /^Support/ }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('https://desk.example/join#the-token')
  await expect.element(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect.element(links.getByRole('listitem').first()).toHaveTextContent(/Support.*not used yet/)
  await checkAccessibility()
  await dialog.getByRole('button', { name: 'Revoke the link for support' }).click()
  await expect.poll(() => links.getByRole('listitem').elements().length).toBe(1)
  await expect.element(dialog.getByRole('status')).not.toBeInTheDocument()
  expect(sent).toEqual([
    ['GET', '/api/worlds/links', undefined],
    ['POST', '/api/worlds/links', '{"role":"support"}'],
    ['POST', '/api/worlds/links/revoke', '{"id":"0a0b0c0d"}'],
  ])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(role()).toHaveFocus()
})
