/** Worlds over HTTP, in a real console: each request and each page is answered by the console that its cookie leads to. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IntentDetail } from '../../lib/api/intents'
import { environments } from '../../lib/provider/environments'
import { roles } from '../../lib/provider/roles'
import { scannedLists } from '../../lib/provider/scanned-lists'
import { approvalRequests, largeOrder } from '../approval-requests'
import { type Demo, freePort, startConsole, startDemo } from '../processes'
import { type Browser, browserAt, demoBrowser, postAuth, sessionOf } from '../session'

let demo: Demo

beforeAll(async () => {
  demo = await startDemo(300, { DEMO_WORLDS: '1' })
}, 90_000)
afterAll(() => demo.stop())

async function visitor(): Promise<Browser> {
  const browser = browserAt(demo.console.url)
  expect(await (await browser('/api/worlds', { method: 'POST', json: {} })).json()).toMatchObject({ url: '/sandbox' })
  return browser
}

const profile = '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60'

/** Orders something, as the person of a form does. @returns the order's id and that of the request */
async function order(browser: Browser, ref_id: string) {
  const intent = crypto.randomUUID()
  const answer = await browser(`/api/sandbox/v2/profiles/${profile}/orders`, {
    method: 'POST',
    json: { side: 'BUY', market: 'ETHUSD', type: 'MARKET', quote_amount: '500', ref_id },
    headers: { 'x-mintdesk-intent': intent },
  })
  expect(answer.status).toBe(200)
  return { intent, id: String(((await answer.json()) as { id: string }).id) }
}

test('what one visitor did is on no page and in no answer of another, nor of the demo users', async () => {
  const [first, second] = [await visitor(), await visitor()]
  const treasury = await demoBrowser(demo.console.url, 'treasury')
  const mark = 'order-of-the-first'
  const { intent, id } = await order(first, mark)
  const paths = [
    `/api/sandbox/intents/${intent}`,
    '/api/sandbox/intents',
    '/api/sandbox/order-references?market=ETHUSD',
    '/sandbox',
    `/sandbox/activity/${intent}`,
    `/sandbox/orders?ref_id=${intent}`,
    `/sandbox/lookup?q=${id}`,
  ]
  expect(await (await first(`/api/sandbox/intents/${intent}`)).text()).toContain(mark)
  for (const browser of [second, treasury]) {
    for (const path of paths) {
      const text = await (await browser(path)).text()
      expect([path, text.includes(mark)]).toEqual([path, false])
    }
    expect((await browser(`/api/sandbox/intents/${intent}`)).status).toBe(404)
  }
  // The seed is the same everywhere; the customer is each client's own.
  const customers = await Promise.all(
    [first, second, treasury].map(async (browser) => {
      const list = (await (await browser('/api/sandbox/v2/transfer/transfers?limit=1')).json()) as {
        items: { customer_id: string }[]
      }
      return list.items[0]?.customer_id
    }),
  )
  expect(new Set(customers).size).toBe(3)
})

test('what waits in a world, and its policy, are reached by no session of another world or the shared console, nor without one', async () => {
  const [first, second] = [await visitor(), await visitor()]
  const id = crypto.randomUUID()
  const asked = { method: 'POST', json: largeOrder.body, headers: { 'x-mintdesk-intent': id } }
  expect((await first(`/api/sandbox/v2/${largeOrder.path}`, asked)).status).toBe(202)
  const read = async (path: string) => (await first(`/api/sandbox/${path}`)).text()
  const own = () => Promise.all([`intents/${id}`, 'policies'].map(read))
  const before = await own()
  const { digest } = (JSON.parse(before[0] ?? '') as IntentDetail).approval ?? { digest: '' }
  const calls = async () => {
    const { clients } = await demo.control('GET', '/clients')
    const logs = (clients as { id: string }[]).map((one) => demo.control('GET', `/clients/${one.id}/requests`))
    const all = (await Promise.all(logs)).flatMap(({ requests }) => requests as { operation: string }[])
    // Consoles read what changes by themselves.
    return all.filter(({ operation }) => !scannedLists.some((list) => list === operation)).length
  }
  const arrived = await calls()
  const outside = async (browser: Browser, isSignedIn: boolean) => {
    for (const environment of environments)
      for (const { name, path, init } of approvalRequests(environment, { id, digest })) {
        const { status } = await browser(path, init)
        const place = [environment, name, status]
        if (!isSignedIn) expect(place).toEqual([environment, name, 401])
        else if (environment === 'production' || path.includes(id)) expect([403, 404], place.join()).toContain(status)
      }
  }
  await outside(browserAt(demo.console.url), false)
  for (const role of roles) {
    expect((await second('/api/worlds/role', { method: 'POST', json: { role } })).ok).toBe(true)
    await outside(second, true)
    await outside(await demoBrowser(demo.console.url, role), true)
  }
  expect(await calls()).toBe(arrived)
  expect(await own()).toEqual(before)
  // Whoever may decide it in its own world can.
  expect((await first('/api/worlds/role', { method: 'POST', json: { role: 'approver' } })).ok).toBe(true)
  const decided = await first(`/api/sandbox/intents/${id}/decisions`, {
    method: 'POST',
    json: { kind: 'approve', digest },
  })
  expect(await decided.json()).toMatchObject({ state: 'confirmed' })
})

test('a world that is over is refused everywhere, and opens neither the shared console nor another world', async () => {
  const [browser, other] = [await visitor(), await visitor()]
  const late = browserAt(demo.console.url, sessionOf(browser))
  expect((await browser('/api/worlds', { method: 'DELETE', json: {} })).status).toBe(200)
  expect([...browser.cookies.keys()].some((name) => name.includes('session-token'))).toBe(false)
  for (const path of ['/api/sandbox/v2/transfer/transfers', '/api/sandbox/views', '/api/openapi.json']) {
    const answer = await late(path)
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      401,
      expect.objectContaining({ meta: { reason: 'world-ended' } }),
    ])
  }
  const location = (await late('/sandbox/transfers')).headers.get('location')
  expect(location).toMatch(/^\/sign-in\?callbackUrl=%2Fsandbox%2Ftransfers.*&ended=world-ended$/)
  expect((await other('/api/sandbox/v2/transfer/transfers')).status).toBe(200)
})

test('a visitor rehearses in their own demo, and in the shared one only its admin does', async () => {
  const [first, second] = [await visitor(), await visitor()]
  const path = '/api/sandbox/rehearsal'
  const rehearse = (browser: Browser, body: object) => browser(path, { method: 'POST', json: body })
  const wire = { name: 'letWireArrive', amount: '2500.00', memo: 'of-the-first', keep_pending: true }
  expect(await (await rehearse(first, wire)).json()).toEqual({ status: 201, millis: expect.any(Number) })
  const { transfers } = (await (await first(path)).json()) as { transfers: { id: string }[] }
  const target = transfers[0]?.id ?? ''
  const list = '/api/sandbox/v2/transfer/transfers?limit=1'
  expect(await (await first(list)).text()).toContain('of-the-first')
  for (const name of ['forwardDay', 'pauseClock', 'refuseToken'])
    expect((await rehearse(first, { name })).status).toBe(200)

  const admin = await demoBrowser(demo.console.url, 'admin')
  for (const browser of [second, admin]) {
    const refused = await rehearse(browser, { name: 'failTransfer', target })
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      404,
      `No transfer has the id ${target}.`,
    ])
    expect(await (await browser(path)).json()).toMatchObject({ clock: { speed: 1 } })
    const seen = await browser(list)
    expect([seen.status, (await seen.text()).includes('of-the-first')]).toEqual([200, false])
    for (const place of [path, '/sandbox']) expect(await (await browser(place)).text()).not.toContain(demo.controlToken)
  }
  for (const role of ['support', 'treasury', 'approver'] as const) {
    const browser = await demoBrowser(demo.console.url, role)
    for (const answer of [await browser(path), await rehearse(browser, { name: 'forwardDay' })])
      expect([role, answer.status]).toEqual([role, 403])
    expect(await (await browser('/sandbox')).text()).not.toContain('data-tip="Rehearse"')
  }
  expect(await (await admin('/sandbox')).text()).toContain('data-tip="Rehearse"')
  expect((await rehearse(browserAt(demo.console.url), { name: 'forwardDay' })).status).toBe(401)
})

test('signing out ends the session in its world, and a password signs in to the shared console', async () => {
  const browser = await visitor()
  const before = browserAt(demo.console.url, sessionOf(browser))
  await postAuth(browser, 'callback/demo', { username: 'support', password: 'demo' })
  expect((await browser('/api/worlds/reset', { method: 'POST', json: {} })).status).toBe(404)
  expect((await before('/api/sandbox/views')).status).toBe(200)
  const leaving = browserAt(demo.console.url, sessionOf(before))
  await postAuth(leaving, 'signout')
  expect((await before('/api/sandbox/views')).status).toBe(401)
})

test('a second console on the same folder does not start, and the worlds of the first stay', async () => {
  const browser = await visitor()
  const second = startConsole({ ...demo.variables, PORT: String(await freePort()) })
  await expect(second).rejects.toThrow(
    /Mintdesk cannot start\.\n- Another console has its visitors' demos in MINTDESK_DATA \(.+\)\. Stop it or choose another folder/,
  )
  expect((await browser('/api/sandbox/views')).status).toBe(200)
}, 90_000)

test('without DEMO_WORLDS there are none', async () => {
  const plain = await startDemo(100)
  try {
    const browser = browserAt(plain.console.url)
    expect((await browser('/api/worlds', { method: 'POST', json: {} })).status).toBe(404)
    expect(await (await browser('/sign-in')).text()).not.toContain('Try Mintdesk')
  } finally {
    await plain.stop()
  }
}, 90_000)
