/** What the page of the connection is told, in front of a sandbox. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, createConsole } from '../../../console/console'
import { migrate, openDatabase } from '../../../database/open'
import { type Role, roles } from '../../../provider/roles'
import { demoClient } from '../../../sandbox/clients'
import { type Service, startService } from '../../../sandbox/testing'
import { systemClock } from '../../../server/clock'
import type { Settings } from '../../../server/settings'
import { settingsFor, silentLog } from '../../../server/testing'
import { recordKeys } from '../../../server/writes/known-keys'
import type { Connection } from '../interface'
import { connectionRows } from '../operations'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-connection-'))
const clientSecret = 'secret-mark-of-the-client'
let service: Service
let settings: Settings
let console: Console

beforeAll(async () => {
  service = await startService(20, systemClock.now)
  const scopes = demoClient.scopes.filter((scope) => scope !== 'exchange:write_order')
  service.clients.add({ ...demoClient, id: 'partial', secret: clientSecret, scopes })
  const address = `http://127.0.0.1:${service.port}`
  settings = {
    ...settingsFor({ baseUrl: address, authUrl: address, clientId: 'partial', clientSecret }),
    secret: 'secret-mark-of-the-session',
    upstreamRate: 40,
    dataFolder: folder,
  }
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  await recordKeys(database, settings, systemClock)
  console = createConsole({ settings, database, log: silentLog, clock: systemClock, build: { version: '1.2.3' } })
})
afterAll(async () => {
  await console.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(method: 'GET' | 'POST', role: Role = 'admin') {
  const sid = await console.sessions.begin({ subject: `oidc:${role}`, name: role, roles: [role] })
  const cookie = `${console.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`
  const url = `http://localhost:3000/api/sandbox/connection${method === 'POST' ? '/check' : ''}`
  const answer = await console.own(new NextRequest(url, { method, headers: { cookie, origin: settings.origin } }))
  const text = await answer.text()
  expect(text).not.toMatch(/secret-mark|mintdesk-connection-/)
  return { status: answer.status, connection: JSON.parse(text) as Connection }
}

describe('The connection', () => {
  it.each(roles.filter((role) => !connectionRows.readConnection.roles.includes(role)))(
    'is closed to the role %s',
    async (role) => {
      for (const method of ['GET', 'POST'] as const) expect((await ask(method, role)).status).toBe(403)
    },
  )

  it('is told without calling the provider: scopes, database, keys and build', async () => {
    const { status, connection } = await ask('GET')
    expect(status).toBe(200)
    expect(connection.scopes.map(({ scope }) => scope)).toContain('transfer:read_transfer')
    for (const { token, day } of connection.scopes) expect([token, day.calls]).toEqual([undefined, 0])
    expect(connection).toMatchObject({ client_id: 'partial', build: { version: '1.2.3' }, failures: [] })
    expect(connection.rate).toEqual({ limit: 40, kept_for_people: 10, free: 40 })
    expect(connection.in_hand).toEqual({ unknown: 0, exports: 0, webhook_events: 0 })
    const texts = connection.findings.map(({ text }) => text).join('\n')
    expect(texts).toMatch(/console\.sqlite: for one console[\s\S]*has every table[\s\S]*can be written/)
    expect(texts).toMatch(/The derived key has been in use since 2/)
    expect(connection.findings.filter(({ status }) => status === 'problem')).toEqual([])
  })

  it('is checked by a token of each scope and one read, and says what is not granted', async () => {
    const { connection } = await ask('POST')
    expect(connection.checked_at).toBeDefined()
    const scopes = new Map(connection.scopes.map((state) => [state.scope, state]))
    const read = scopes.get('transfer:read_transfer')
    expect(read?.token?.left).toBeGreaterThan(3_000)
    expect(read?.day).toMatchObject({ calls: 1, failed: 0 })
    expect(read?.answered_at).toBeDefined()
    expect(scopes.get('exchange:write_order')).toMatchObject({
      failure: { operation: 'token', words: "The provider does not grant this to Mintdesk's client." },
    })
    expect(connection.failures).toHaveLength(1)
    expect(connection.clock_ahead).toBeDefined()
    const problems = connection.findings.filter(({ status }) => status === 'problem')
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      area: 'Provider, sandbox',
      text: expect.stringMatching(/exchange:write_order/),
    })
    // Within ten seconds nobody causes more calls.
    const again = await ask('POST')
    expect(again.connection.scopes.find(({ scope }) => scope === 'transfer:read_transfer')?.day.calls).toBe(1)
    expect((await ask('GET')).connection.checked_at).toBe(connection.checked_at)
  })
})
