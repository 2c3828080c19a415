/** The addresses of webhooks: who may, what is refused, and what reaches the log and the disk. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, createConsole } from '../../../console/console'
import { type Database, migrate, openDatabase } from '../../../database/open'
import { type Role, roles } from '../../../provider/roles'
import { recordedLog, seededClock, settingsFor } from '../../../server/testing'

const clock = seededClock()

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-webhooks-'))
const settings = {
  ...settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' }),
  allowsPrivateWebhooks: false,
}
const recorded = recordedLog()
const cookies = new Map<Role, string>()
let database: Database
let console: Console

beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
  console = createConsole({ settings, database, log: recorded.log, clock })
  for (const role of roles) {
    const sid = await console.sessions.begin({ subject: `oidc:${role}`, name: role, roles: [role] })
    cookies.set(role, `${console.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`)
  }
})
afterAll(async () => {
  await console.close()
  rmSync(folder, { recursive: true, force: true })
})

type Sent = { method?: string; body?: unknown; role?: Role; id?: string; headers?: Record<string, string> }

async function call({ method = 'GET', body, role = 'admin', id, headers }: Sent) {
  const request = new NextRequest(`http://localhost:3000/api/sandbox/webhooks${id ? `/${id}` : ''}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      cookie: cookies.get(role) ?? '',
      origin: settings.origin,
      'content-type': 'application/json',
      ...headers,
    },
  })
  const answer = await console.own(request)
  return { status: answer.status, body: await answer.json() }
}

const webhook = (more: object = {}) => ({
  id: randomUUID(),
  name: 'Desk',
  url: 'https://desk.example/hooks',
  events: ['transfer.failed'],
  zone: 'UTC',
  ...more,
})

describe('Webhooks', () => {
  it.each(roles.filter((role) => role !== 'admin'))('are closed to the role %s', async (role) => {
    // An auditor reads the list.
    expect((await call({ role })).status).toBe(role === 'auditor' ? 200 : 403)
    for (const sent of [
      { method: 'POST', body: webhook() },
      { method: 'DELETE', id: randomUUID() },
    ])
      expect((await call({ ...sent, role })).status).toBe(403)
  })

  it('are added with a secret that no later answer, no log and no disk shows', async () => {
    const added = { method: 'POST', body: webhook({ name: 'Pay desk', view: 'x.memo=salaries' }) }
    const { status, body } = await call(added)
    expect(status).toBe(200)
    const repeated = await call(added)
    expect(repeated).toEqual({ status: 200, body: { webhook: body.webhook } })
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = JSON.stringify((await call({})).body)
    expect(listed).toContain('https://desk.example/hooks')
    const disk = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'))
    for (const text of [listed, recorded.text(), ...disk]) expect(text).not.toContain(body.secret.slice(6))
    for (const text of [recorded.text(), ...disk]) expect(text).not.toMatch(/desk\.example|Pay desk|salaries/)
    expect(recorded.text()).toContain('webhook-added')
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ url: 'http://desk.example/' }, 'url'],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['transfer.lost'] }, 'events.0'],
    [{ view: 'x.amount.gte=abc' }, 'view'],
    [{ view: 'x.note=call' }, 'view'],
    [{ view: 'statuses=NOPE' }, 'view'],
    [{ view: 'x.statuses=NOPE' }, 'view'],
    [{ view: 'created_at.gte=yesterday' }, 'view'],
    [{ view: 'statusses=FAILED' }, 'view'],
    [{ view: 'x.amuont.gte=1000' }, 'view'],
    [{ view: 'x.created=next-week' }, 'view'],
    [{ view: 'order=UP' }, 'view'],
    [{ zone: 'Mars/Olympus' }, 'zone'],
    [{ secret: 'mine' }, 'secret'],
    [{ format: 'irc' }, 'format'],
    [{ format: 'slack', events: ['transfer.failed', 'transfer.completed'] }, 'events'],
    [{ url: 'https://hooks.slack.com/services/T/B/x', events: ['movement.arrived'] }, 'events'],
  ])('refuse %j at its field', async (more, field) => {
    const { status, body } = await call({ method: 'POST', body: webhook(more) })
    expect(status).toBe(400)
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field)
  })

  it.each([
    [{ url: 'https://hooks.slack.com/services/T/B/x' }, 'slack'],
    [{ url: 'https://desk.webhook.office.com/webhookb2/x' }, 'teams'],
    [{ url: 'https://x.09.environment.api.powerplatform.com/powerautomate/x' }, 'teams'],
    [{ url: 'https://prod-09.westeurope.logic.azure.com/workflows/x' }, 'teams'],
    [{ url: 'https://hooks.slack.com.desk.example/x' }, undefined],
    [{ url: 'https://hooks.slack.com/services/T/B/x', format: 'standard' }, undefined],
    [{ format: 'teams' }, 'teams'],
  ])('take the format of %j from its address unless it is chosen', async (more, format) => {
    const { body } = await call({ method: 'POST', body: webhook(more) })
    expect(body.webhook.format).toBe(format)
    await call({ method: 'DELETE', id: body.webhook.id })
  })

  it('keep the filters of a list, and nothing of the visit that they were copied from', async () => {
    const view = 'x.created=today&x.as_of=2026-11-19T00%3A00%3A00Z%5BUTC%5D&page_cursor=c&x.page=2&x.peek=p'
    const { body } = await call({ method: 'POST', body: webhook({ view }) })
    expect(body.webhook.view).toBe('x.created=today')
  })

  it('are not changed by another site, nor for another person', async () => {
    const sent = { method: 'POST', body: webhook() }
    expect((await call({ ...sent, headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await call({ ...sent, headers: { 'x-mintdesk-person': 'oidc%3Aother' } })).status).toBe(409)
  })

  it('are turned off and on, told again, and removed', async () => {
    const { body } = await call({ method: 'POST', body: webhook() })
    const { id } = body.webhook
    const change = async (change: object) => {
      const { body: after } = await call({ method: 'PATCH', id, body: change })
      return after.webhooks.find((one: { id: string }) => one.id === id)
    }
    expect((await change({ action: 'turn-off' })).state).toBe('off')
    expect((await change({ action: 'turn-on' })).state).toBe('on')
    expect((await change({ action: 'replay', from: '2026-11-19T14:00:00Z' })).waiting).toBe(0)
    expect((await call({ method: 'PATCH', id: randomUUID(), body: { action: 'turn-on' } })).status).toBe(404)
    const { body: left } = await call({ method: 'DELETE', id })
    expect(JSON.stringify(left)).not.toContain(id)
  })

  it('get a new secret once however often it is asked for, which is in one answer and no log, and stop using the old one', async () => {
    const { body: added } = await call({ method: 'POST', body: webhook() })
    const { id } = added.webhook
    const rotate = { method: 'PATCH', id, body: { action: 'rotate', id: randomUUID() } }
    const { body } = await call(rotate)
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(body.secret).not.toBe(added.secret)
    expect((await call(rotate)).body).not.toHaveProperty('secret')
    const of = (webhooks: { id: string }[]) => webhooks.find((one) => one.id === id)
    expect(of(body.webhooks)).toHaveProperty('old_secret_until')
    const { body: retired } = await call({ method: 'PATCH', id, body: { action: 'retire' } })
    expect(of(retired.webhooks)).not.toHaveProperty('old_secret_until')
    expect(retired).not.toHaveProperty('secret')
    expect(recorded.text()).not.toContain(body.secret.slice(6))
    expect((await call({ method: 'PATCH', id, body: { action: 'rotate' } })).status).toBe(400)
  })

  it('tell what became of a test message', async () => {
    const { body: added } = await call({ method: 'POST', body: webhook({ url: 'https://desk.invalid/' }) })
    const { status, body } = await call({ method: 'PATCH', id: added.webhook.id, body: { action: 'test' } })
    expect(status).toBe(200)
    expect(body.answer.problem).toMatch(/^The receiver could not be reached/)
  })

  it('list their deliveries, and refuse one that is not kept', async () => {
    const { body: added } = await call({ method: 'POST', body: webhook() })
    const { id } = added.webhook
    expect(await call({ id: `${id}/deliveries` })).toEqual({ status: 200, body: { deliveries: [] } })
    const missing = { status: 404, body: { type: '/problems/no-such-delivery' } }
    for (const sequence of ['1', 'x', '1e99'])
      expect(await call({ id: `${id}/deliveries/${sequence}` })).toMatchObject(missing)
    const resend = { method: 'PATCH', id, body: { action: 'resend', sequence: 1 } }
    expect(await call(resend)).toMatchObject(missing)
    expect((await call({ id: `${randomUUID()}/deliveries` })).status).toBe(404)
    for (const path of [`${id}/deliveries`, `${id}/deliveries/1`])
      expect((await call({ id: path, role: 'treasury' })).status).toBe(403)
  })

  it('are at most twenty', async () => {
    const answers = []
    for (let count = 0; count < 21; count++) answers.push(await call({ method: 'POST', body: webhook() }))
    expect(answers.at(-1)).toMatchObject({ status: 403, body: { type: '/problems/too-many-webhooks' } })
    expect((await call({})).body.webhooks).toHaveLength(20)
  })
})
