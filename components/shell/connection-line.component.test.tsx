import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import type { Call } from '@/components/testing/proxy'
import { address, renderInConsole } from '@/components/testing/render'
import { beginNavigation, endNavigation } from '@/lib/browser/connection'
import { ConnectionLine } from './connection-line'

const url = '/sandbox/transfers?limit=20'
const held = page.getByText('No connection to Mintdesk. The page you asked for opens when it is back.')

/** A gateway in front of the console: its answers, and how often it was asked whether the console is there. */
function startGateway() {
  const gateway = { status: 502, asked: 0 }
  const answer = ({ path }: Call) => {
    if (path === '/api/ready') gateway.asked += 1
    return new Response(null, { status: gateway.status })
  }
  return { gateway, answers: { 'HEAD /api/ready': answer, 'GET /sandbox/rules': answer } }
}

/** A request of Next's router for the parts of a page. */
const askForPage = () => window.fetch('/sandbox/rules', { headers: { rsc: '1' } })

afterEach(() => {
  vi.useRealTimers()
  endNavigation()
})

test('a page that a gateway cannot reach is waited for, and the reader can stay', async () => {
  const { gateway, answers } = startGateway()
  const { screen } = await renderInConsole(<ConnectionLine />, { url, answers })
  beginNavigation('/sandbox/rules')
  await expect(askForPage()).rejects.toThrow('Mintdesk was not reached: 502')
  await expect.element(held).toBeVisible()
  await checkAccessibility()

  gateway.status = 200
  expect((await askForPage()).status).toBe(200)
  await expect.element(held).not.toBeInTheDocument()

  gateway.status = 504
  await expect(askForPage()).rejects.toThrow('504')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(held).not.toBeInTheDocument()
  expect(address()).toBe(url)
  await screen.unmount()
})

test('a link to another document waits while the console does not answer', async () => {
  const { gateway, answers } = startGateway()
  const { screen } = await renderInConsole(
    <>
      <ConnectionLine />
      <a href="/production/transfers">Switch to production</a>
    </>,
    { url, answers },
  )
  await page.getByRole('link', { name: 'Switch to production' }).click()
  await expect.element(held).toBeVisible()
  await expect.poll(() => gateway.asked).toBeGreaterThan(1)
  expect(address()).toBe(url)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(held).not.toBeInTheDocument()
  await screen.unmount()
})

test('a request that Next gives up itself is no lost connection', async () => {
  const answers = { 'GET /sandbox/rules': () => new Promise<Response>(() => {}) }
  const { screen } = await renderInConsole(<ConnectionLine />, { url, answers })
  beginNavigation('/sandbox/rules')
  const controller = new AbortController()
  const asked = window.fetch('/sandbox/rules', { headers: { rsc: '1' }, signal: controller.signal })
  controller.abort()
  await expect(asked).rejects.toThrow()
  expect(held.all()).toEqual([])
  await screen.unmount()
})

function SlowRead({ isBackground }: { isBackground?: boolean }) {
  useQuery({ queryKey: ['slow', isBackground], queryFn: () => new Promise(() => {}), meta: { isBackground } })
  return null
}

test.each([
  ['a first read', <SlowRead key="1" />, 'Still loading. Mintdesk or the provider is slow to answer.'],
  ['a background read', <SlowRead key="2" isBackground />, undefined],
  ['a step to another page', null, 'The page you asked for is still loading.'],
])('after five seconds of %s the page says what it waits for', async (what, read, text) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { screen } = await renderInConsole(
    <>
      <ConnectionLine />
      {read}
    </>,
    { url },
  )
  if (what === 'a step to another page') beginNavigation('/sandbox/rules')
  await vi.advanceTimersByTimeAsync(4_900)
  expect(page.getByRole('status').first().element().textContent).toBe('')
  await vi.advanceTimersByTimeAsync(300)
  vi.useRealTimers()
  const line = page.getByRole('status').first()
  if (text) await expect.element(line).toHaveTextContent(text)
  else await expect.element(line).toHaveTextContent(/^$/)
  await screen.unmount()
})

test('a step to the address on screen is not waited for', async () => {
  const { answers } = startGateway()
  const { screen } = await renderInConsole(<ConnectionLine />, { url, answers })
  beginNavigation(url)
  await expect(askForPage()).rejects.toThrow('502')
  expect(held.all()).toEqual([])
  await screen.unmount()
})
