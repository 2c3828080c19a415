import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { WorldMenu } from './world-menu'

const menu = () => page.getByRole('dialog', { name: 'Your demo' })
const person = () => page.getByRole('button', { name: /^Demo treasury/ })

afterEach(() => vi.restoreAllMocks())

async function open() {
  await renderInConsole(<WorldMenu name="Demo treasury" held={['treasury']} />)
  person().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu()).toBeVisible()
}

test('the name opens the four roles, a fresh start and the way out, by keyboard too', async () => {
  await open()
  const names = ['Support', 'Treasury', 'Approver', 'Admin', 'Start over', 'Leave']
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
