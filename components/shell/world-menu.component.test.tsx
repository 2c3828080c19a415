import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import WorldMenu from './world-menu'

const menu = () => page.getByRole('dialog', { name: 'Your demo' })
const person = () => page.getByRole('button', { name: /^Demo treasury/ })

afterEach(() => vi.restoreAllMocks())

async function open(isGuest = false) {
  await renderInConsole(<WorldMenu name="Demo treasury" held={['treasury']} isGuest={isGuest} />)
  person().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu()).toBeVisible()
}

test('the name opens the four roles, an invitation, a fresh start and the way out, by keyboard too', async () => {
  await open()
  const names = ['Support', 'Treasury', 'Approver', 'Admin', 'Invite', 'Start over', 'Leave']
  await expect.poll(() => menu().getByRole('button').elements().length).toBe(names.length)
  for (const name of names)
    await expect.element(menu().getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await expect.element(menu().getByRole('button', { name: /^Treasury/ })).toHaveAttribute('aria-current', 'true')
  await checkAccessibility()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu()).not.toBeInTheDocument()
  await expect.element(person()).toHaveFocus()
})

test('a refusal says why, and leaves everything as it was', async () => {
  await open()
  const body = {
    ...{ type: '/problems/session-ended', title: 'Your session has ended.', status: 401 },
    request_id: 'req_0123456789ab',
  }
  const fetching = vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(body, { status: 401 }))
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
    ...{ id: '0a0b0c0d', role: 'support', by: 'Demo treasury' },
    ...{ made_at: '2026-11-26T02:00:00.000Z', ends_at: '2026-11-27T02:00:00.000Z' },
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
  await expect.element(person()).toHaveFocus()
})
