/** Who may do what: every role at every operation, through the built console, as the operations' rows say. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonHeader } from '../../lib/api/intents'
import { isWrite, type OperationName, operationNames, pathOf, rowOf } from '../../lib/provider/operations'
import { isRole, type Role, roles } from '../../lib/provider/roles'
import { scannedLists } from '../../lib/provider/scanned-lists'
import { type Demo, examplesOf, secrets, startDemo } from '../processes'
import { type Browser, browserAt, demoBrowser, postAuth, sessionOf } from '../session'

const values = { id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5', profile_id: 'p-1' }

let demo: Demo
let bodies: Record<string, unknown>
const browsers = new Map<Role, Browser>()

beforeAll(async () => {
  demo = await startDemo(50)
  bodies = await examplesOf(demo)
  for (const role of roles) browsers.set(role, await demoBrowser(demo.console.url, role))
}, 120_000)

afterAll(async () => {
  await demo?.stop()
  expect(demo?.console.printed()).not.toContain(secrets.mark)
})

const addressOf = (name: OperationName, environment = 'sandbox') => `/api/${environment}${pathOf(name, values)}`
const browser = (role: Role) => browsers.get(role) ?? browserAt(demo.console.url)

const request = (by: Browser, name: OperationName) => {
  const { method } = rowOf(name)
  return by(addressOf(name), { method, ...(isWrite(rowOf(name)) && { json: bodies[name] }) })
}

async function arrivals(name: OperationName): Promise<number> {
  const { requests } = await demo.control('GET', `/clients/demo-client/requests?operation=${name}`)
  return (requests as unknown[]).length
}

describe.each(roles)('%s', (role) => {
  test.each(operationNames)('%s reaches the service only where the row allows it', async (name) => {
    const isAllowed = rowOf(name).roles.includes(role)
    if (isWrite(rowOf(name))) expect(bodies[name], 'the description has an example').toBeDefined()
    const before = await arrivals(name)
    const answer = await request(browser(role), name)
    const text = await answer.text()
    const arrived = (await arrivals(name)) - before
    // The console itself reads the lists that it keeps.
    if (scannedLists.some((list) => list === name)) expect([arrived > 0, isAllowed], text).toEqual([true, true])
    else expect(arrived, text).toBe(isAllowed ? 1 : 0)
    if (isAllowed) expect(answer.status, text).toBeLessThan(500)
    else expect([answer.status, JSON.parse(text).type]).toEqual([403, '/problems/not-permitted'])
  })
})

test('only treasury and admin write, and everyone reads', () => {
  for (const name of operationNames)
    expect(rowOf(name).roles.filter(isRole).sort(), name).toEqual(
      isWrite(rowOf(name)) ? ['admin', 'treasury'] : [...roles].sort(),
    )
})

test.each(operationNames)('%s is refused without a session', async (name) => {
  const answer = await request(browserAt(demo.console.url), name)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
})

test('a forged cookie is refused', async () => {
  const forged = browserAt(demo.console.url, {
    name: 'mintdesk.session-token',
    value: 'eyJ'.repeat(50),
    httpOnly: true,
  })
  expect((await forged(addressOf('listTransfers'), { headers: { authorization: 'Bearer anything' } })).status).toBe(401)
})

describe('a write', () => {
  const rule = () => bodies.createRule
  const wrong = { ref_id: 'r', nicknam: 'x' }
  const json = 'application/json'
  const oversized = `"${'x'.repeat(65 * 1024)}"`

  test.each<[string, number, string, Record<string, string | undefined>, string?]>([
    ['from another site', 403, 'not-same-origin', { origin: 'https://elsewhere.example' }],
    ['that the browser marks as cross-site', 403, 'not-same-origin', { 'sec-fetch-site': 'cross-site' }],
    ['without an origin', 403, 'not-same-origin', { origin: undefined }],
    ['without an intent', 400, 'intent-required', { 'x-mintdesk-intent': undefined }],
    ['with an intent that is no UUID', 400, 'intent-required', { 'x-mintdesk-intent': '1' }],
    ['as a form', 415, 'unsupported-media-type', { 'content-type': 'text/plain' }, '{}'],
    ['larger than 64 KiB', 413, 'body-too-large', { 'content-type': json }, oversized],
    ['with broken JSON', 400, 'invalid-input', { 'content-type': json }, '{"ref_id":'],
    ['with unknown fields', 400, 'invalid-input', { 'content-type': json }, JSON.stringify(wrong)],
    ['with a reason in a broken encoding', 400, 'invalid-input', { [reasonHeader]: 'Invoice %E0%A4%A' }],
    ['with a secret in its reason', 400, 'invalid-input', { [reasonHeader]: `private%20key:%20${'0f'.repeat(32)}` }],
  ])('%s is refused with %i', async (_, status, kind, changes, body) => {
    const usual = { origin: demo.console.url, 'x-mintdesk-intent': crypto.randomUUID(), 'content-type': json }
    const headers = Object.entries({ ...usual, ...changes }).filter((entry): entry is [string, string] => !!entry[1])
    const init = { method: 'POST', headers: Object.fromEntries(headers), body: body ?? JSON.stringify(rule()) }
    const before = await arrivals('createRule')
    const answer = await browser('treasury')(addressOf('createRule'), init)
    expect([answer.status, (await answer.json()).type]).toEqual([status, `/problems/${kind}`])
    expect(await arrivals('createRule')).toBe(before)
  })

  test('names each wrong field and the field that was probably meant', async () => {
    const answer = await browser('treasury')(addressOf('createRule'), { method: 'POST', json: wrong })
    const { errors } = await answer.json()
    expect(errors).toContainEqual({ field: 'nicknam', message: 'Unknown field "nicknam". Did you mean "nickname"?' })
    expect(errors).toContainEqual({ field: 'profile_id', message: 'Profile ID is required.' })
  })
})

test('only the paths of the operations can be reached', async () => {
  const at = (path: string, method = 'GET') => browser('admin')(`/api/${path}`, { method })
  expect((await at('sandbox/v2/transfer')).status).toBe(404)
  expect((await at('sandbox/v2/transfer/transfers/%2e%2e%2fx')).status).toBe(400)
  expect((await at('sandbox/v2/transfer/transfers/a/b')).status).toBe(404)
  expect((await at('elsewhere/v2/transfer/transfers')).status).toBe(404)
  const wrong = await at('sandbox/v2/transfer/transfers', 'DELETE')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
})

test('support may not read the activity', async () => {
  const answers = ['intents', `intents/${crypto.randomUUID()}`].map((path) =>
    browser('support')(`/api/sandbox/${path}`),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403])
})

test('support may read the names of profiles, which its lists show, and nothing else that people saved', async () => {
  const presets = (kind: string, init?: object) => browser('support')(`/api/sandbox/presets?kind=${kind}`, init)
  expect((await presets('profile')).status).toBe(200)
  expect((await presets('metadata-template')).status).toBe(403)
  expect((await presets('profile', { method: 'PUT', json: { key: 'profile-1', value: 'Desk' } })).status).toBe(403)
})

test('support may read and write notes on transfers, not on what was requested here', async () => {
  const support = browser('support')
  const note = (kind: string, record: string) => {
    const json = { id: crypto.randomUUID(), kind, record, text: 'A note.' }
    return support('/api/sandbox/notes', { method: 'POST', json })
  }
  expect((await note('transfer', 't-1')).status).toBe(200)
  expect((await note('order', crypto.randomUUID())).status).toBe(403)
  const read = async (path: string) => (await support(`/api/sandbox/notes${path}`)).status
  expect(await Promise.all(['?kind=transfer&id=t-1', '/of?kind=transfer&id=t-1', '/assigned'].map(read))).toEqual([
    200, 200, 200,
  ])
  expect(await Promise.all(['?kind=rule&id=r-1', '/of?kind=order&id=o-1', '/people?kind=order'].map(read))).toEqual([
    403, 403, 403,
  ])
})

test('an environment that is not set up does not exist', async () => {
  expect((await browser('treasury')(addressOf('listTransfers', 'production'))).status).toBe(404)
  const page = await browser('treasury')('/production/transfers')
  expect(await page.text()).toMatch(/not found|not set up/i)
})

test('scripts and other sites cannot use the session cookie', async () => {
  const { httpOnly, sameSite } = sessionOf(await demoBrowser(demo.console.url, 'support'))
  expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: 'Lax' })
})

test('a session ends at sign-out, for its cookie too', async () => {
  const { url } = demo.console
  const support = await demoBrowser(url, 'support')
  const copy = browserAt(url, sessionOf(support))
  expect((await copy(addressOf('listTransfers'))).status).toBe(200)
  expect((await postAuth(support, 'signout')).status).toBe(200)
  const answer = await copy(addressOf('listTransfers'))
  expect([answer.status, (await answer.json()).type]).toEqual([401, '/problems/session-ended'])
})

test('a session that a page posts grants nothing', async () => {
  const support = await demoBrowser(demo.console.url, 'support')
  const { csrfToken } = await (await support('/api/auth/csrf')).json()
  await support('/api/auth/session', { method: 'POST', json: { csrfToken, data: { sid: 'other', roles: ['admin'] } } })
  expect((await request(support, 'createRule')).status).toBe(403)
})
