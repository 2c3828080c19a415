/** The addresses of views: session, origin, person, input. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPath } from '../../../api/own-row'
import { type Console, createConsole } from '../../../console/console'
import { type Database, migrate, openDatabase } from '../../../database/open'
import type { Role } from '../../../provider/roles'
import type { OwnRoles } from '../../../server/auth/own-roles'
import { systemClock } from '../../../server/clock'
import { recordedLog, settingsFor } from '../../../server/testing'
import { consoleRow } from '../../operations'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-views-'))
const rights = ['read', 'look-up', 'export', 'requests', 'audit'] as const
/** Roles of a company's own that only read. */
const ownRoles = rights.map((right) => `own:${right}` as const)
const settings = {
  ...settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' }),
  ownRoles: Object.fromEntries(rights.map((right) => [`own:${right}`, { rights: ['read', right] }])) as OwnRoles,
}
const recorded = recordedLog()
const cookies = new Map<string, string>()
let database: Database
let console: Console

beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
  console = createConsole({ settings, database, log: recorded.log, clock: systemClock })
  const people = (['support', 'treasury', 'auditor', ...ownRoles] satisfies Role[]).map((role) => [role, role] as const)
  // `narrowed` worked in support before.
  for (const [name, person, role] of [...people, ['narrowed', 'support', 'auditor'] as const]) {
    const roles: Role[] = [role ?? (name as Role)]
    const sid = await console.sessions.begin({ subject: `oidc:${person}`, name: person, roles })
    cookies.set(name, `${console.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`)
  }
})
afterAll(async () => {
  await console.close()
  rmSync(folder, { recursive: true, force: true })
})

type ViewOperation = 'listViews' | 'countNew' | 'saveView' | 'removeView' | 'pinView' | 'unpinView' | 'openView'
type Options = { role?: string; body?: unknown; headers?: Record<string, string>; query?: string }

function made(operation: ViewOperation, id: string, { role, body, headers, query }: Options) {
  return new NextRequest(`http://localhost:3000${ownPath('sandbox', consoleRow(operation), { id }, query)}`, {
    method: consoleRow(operation).method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      cookie: cookies.get(role ?? '') ?? '',
      origin: settings.origin,
      'content-type': 'application/json',
      ...headers,
    },
  })
}

async function call(operation: ViewOperation, id: string, options: Options) {
  const answer = await console.own(made(operation, id, options))
  return { status: answer.status, body: await answer.json() }
}

const view = { name: 'Failed wires', list: 'transfers', search: 'statuses=FAILED', is_shared: true }
const save = (id: string, options: Options) => call('saveView', id, { body: view, ...options })

test('a view is saved by one person, seen and pinned by another, and its deletion is refused to them', async () => {
  const id = randomUUID()
  expect(await save(id, { role: 'support' })).toMatchObject({ status: 200, body: { id, may_change: true } })
  expect(await call('pinView', id, { role: 'treasury' })).toMatchObject({ status: 200 })
  const { body } = await call('listViews', '', { role: 'treasury' })
  expect(body).toMatchObject({ views: [{ id, name: 'Failed wires', may_change: false }], pins: [{ view: id }] })
  expect(await call('removeView', id, { role: 'treasury' })).toMatchObject({ status: 403 })
  expect(await call('unpinView', id, { role: 'treasury' })).toMatchObject({ status: 200 })
  expect((await call('listViews', '', { role: 'treasury' })).body.pins).toEqual([])
})

test.each(['auditor', ...ownRoles])('%s, which only reads, keeps views of its own and shares none', async (role) => {
  const [id, other] = [randomUUID(), randomUUID()]
  const own = { ...view, name: `Of ${role}`, is_shared: false }
  const saved = await save(id, { role, body: own })
  expect(saved).toMatchObject({ status: 200, body: { is_shared: false, may_change: true } })
  const shared = { ...own, is_shared: true, changed_from: saved.body.changed_at }
  expect(await save(id, { role, body: shared })).toMatchObject({
    status: 403,
    body: { type: '/problems/not-permitted' },
  })
  expect((await save(other, { role, body: { ...view, name: 'Other' } })).status).toBe(403)
  expect((await call('listViews', '', { role: 'treasury' })).body.views).not.toContainEqual(
    expect.objectContaining({ owner: expect.objectContaining({ name: role }) }),
  )
  expect((await call('listViews', '', { role })).body).toMatchObject({ is_read_only: true })
  expect((await call('listViews', '', { role: 'support' })).body).not.toHaveProperty('is_read_only')
  expect((await call('pinView', id, { role })).status).toBe(200)
  expect((await call('removeView', id, { role })).status).toBe(200)
})

test('a person whose role only reads now changes nothing that they shared before', async () => {
  const id = randomUUID()
  const shared = { ...view, name: 'Shared before' }
  const { body } = await save(id, { role: 'support', body: shared })
  const changed_from = body.changed_at
  for (const more of [{ name: 'Another' }, { is_shared: false }])
    expect((await save(id, { role: 'narrowed', body: { ...shared, ...more, changed_from } })).status).toBe(403)
  expect((await call('removeView', id, { role: 'narrowed' })).status).toBe(403)
  const { views } = (await call('listViews', '', { role: 'narrowed' })).body
  expect(views).toContainEqual(expect.objectContaining({ id, name: 'Shared before', may_change: false }))
  expect((await call('removeView', id, { role: 'support' })).status).toBe(200)
})

test('a view of movements keeps what their list knows, and nothing is counted for it', async () => {
  const ofMovements = (search: string) => ({ name: `Money ${search}`, list: 'money', search, is_shared: false })
  const id = randomUUID()
  const saved = await save(id, {
    role: 'support',
    body: ofMovements('states=waiting&states=unexplained&x.density=tight'),
  })
  expect(saved).toMatchObject({ status: 200, body: { id, list: 'money' } })
  const refused = await save(randomUUID(), { role: 'support', body: ofMovements('states=late') })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'search' }] } })
  const unknown = await save(randomUUID(), { role: 'support', body: ofMovements('statuses=FAILED') })
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ field: 'search' }] } })
  expect((await call('pinView', id, { role: 'support' })).status).toBe(200)
  expect((await call('pinView', 'movements-waiting', { role: 'support' })).status).toBe(200)
  expect((await call('countNew', '', { role: 'support', query: 'zone=UTC' })).body).toEqual({ counts: [] })
})

test('nothing is read or written without a session, from another site, or for another person', async () => {
  const id = randomUUID()
  expect((await call('listViews', '', {})).status).toBe(401)
  expect((await save(id, {})).status).toBe(401)
  expect((await save(id, { role: 'support', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect((await save(id, { role: 'support', headers: { 'x-mintdesk-person': 'oidc%3Atreasury' } })).status).toBe(409)
  expect(
    (await call('pinView', 'failed-today', { role: 'support', headers: { origin: 'https://evil.example' } })).status,
  ).toBe(403)
})

test.each([
  ['an empty name', { name: '  ' }, 'name'],
  ['a long name', { name: 'x'.repeat(61) }, 'name'],
  ['a name with a hidden direction', { name: 'Paid \u202efdp' }, 'name'],
  ['a name of two lines', { name: 'One\nTwo' }, 'name'],
  ['an unknown list', { list: 'orders' }, 'list'],
  ['a query string that is too long', { search: 'x'.repeat(16_001) }, 'search'],
  ['a member that no view has', { owner: 'me' }, 'owner'],
  ['an unknown filter', { search: 'x.amuont.gte=5' }, 'search'],
  ['an unknown order', { search: 'order=UP' }, 'search'],
  ['a filter of another list', { search: 'x.memo=a', list: 'issuer-quotes' }, 'search'],
])('%s is refused with its field', async (_, more, field) => {
  const refused = await save(randomUUID(), { role: 'support', body: { ...view, ...more } })
  expect(refused).toMatchObject({ status: 400 })
  expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field)
})

test('an identifier that no view can have is not found', async () => {
  for (const id of ['..', 'failed', 'x'.repeat(300)]) expect((await save(id, { role: 'support' })).status).toBe(404)
  expect((await save('failed-today', { role: 'support' })).status).toBe(404)
})

test('counts of a provider that does not answer are left out, and the zone must exist', async () => {
  await call('pinView', 'failed-today', { role: 'support' })
  expect(await call('countNew', '', { role: 'support', query: 'zone=UTC' })).toMatchObject({
    status: 200,
    body: { counts: [] },
  })
  expect((await call('countNew', '', { role: 'support', query: 'zone=Mars/Olympus' })).status).toBe(400)
})

test('neither names nor filters reach the log', () => {
  const log = recorded.text()
  expect(log).toContain('saveView')
  expect(log).not.toMatch(/Failed wires|statuses=/)
})
