/** The settings of a desk over their address: who may, what is kept, and when another console knows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, createConsole } from '../../../console/console'
import { type Database, migrate, openDatabase } from '../../../database/open'
import { type Role, roles } from '../../../provider/roles'
import { Encryption } from '../../../server/encryption/encryption'
import { recordedLog, settingsFor, shiftedClock } from '../../../server/testing'
import { shownVariables } from '../../../server/variables.mjs'
import { registerTeam } from './team'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-team-'))
const settings = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
const recorded = recordedLog()
const clock = shiftedClock()
const encryption = new Encryption({ secret: settings.secret })
let database: Database
let console: Console

beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
  console = createConsole({ settings, database, log: recorded.log, clock })
})
afterAll(async () => {
  await console.close()
  rmSync(folder, { recursive: true, force: true })
})

async function save(version: number | string, body: object, role: Role = 'admin') {
  const sid = await console.sessions.begin({ subject: `oidc:${role}`, name: `A ${role}`, roles: [role] })
  const cookie = `${console.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`
  const answer = await console.own(
    new NextRequest(`http://localhost:3000/api/sandbox/desk/${version}`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { cookie, origin: settings.origin, 'content-type': 'application/json' },
    }),
  )
  return { status: answer.status, body: await answer.json() }
}

describe('The settings of a desk', () => {
  it.each(roles.filter((role) => role !== 'admin'))('are not changed by the role %s', async (role) => {
    expect((await save(1, { name: 'Mine' }, role)).status).toBe(403)
    expect(await console.team.settings()).toEqual({})
  })

  it('are versions with who and when, known at once here and within seconds in another console', async () => {
    const other = registerTeam({ settings, database, clock, log: recorded.log, encryption })
    expect(await other.settings()).toEqual({})
    const first = { name: 'Halden Treasury', overdue_hours: 4, reply_en: 'Dear customer,\n\n{message}' }
    const { status, body } = await save(1, first)
    expect([status, body.versions]).toEqual([
      200,
      [{ version: 1, at: expect.stringMatching(/^2/), person: 'A admin', settings: first }],
    ])
    expect(await console.team.settings()).toEqual(first)
    clock.shift += 2_001
    expect(await other.settings()).toEqual(first)
    await save(2, { name: 'Halden' })
    expect((await console.team.versions()).map(({ settings }) => settings)).toEqual([{ name: 'Halden' }, first])
    const [line] = recorded.lines.filter(({ event, version }) => event === 'settings-changed' && version === 2)
    expect(line).toMatchObject({ changed: ['name', 'overdue_hours', 'reply_en'], subject: 'oidc:admin' })
    expect(recorded.text()).not.toMatch(/Halden|Dear customer/)
  })

  it('are refused at the field, with the placeholders that there are, and if someone else was first', async () => {
    const next = (await console.team.versions()).length + 1
    const wrong = await save(next, { reply_en: '{message} {nmae}', request_days: 30 })
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [
        { field: 'request_days', message: 'Enter a whole number from 1826 to 3653.' },
        {
          field: 'reply_en',
          message: '{nmae} is no placeholder. Use one of {message}, {transaction}, {as_of}, {desk}.',
        },
      ],
    ])
    const late = await save(next - 1, { name: 'Other' })
    expect([late.status, late.body.type]).toEqual([409, '/problems/settings-changed'])
    expect((await save('x', {})).status).toBe(400)
    expect(await console.team.versions()).toHaveLength(next - 1)
  })

  it('have starter views, whose filters are checked as those of saved views, and which the database does not show', async () => {
    const next = (await console.team.versions()).length + 1
    const starter = {
      id: crypto.randomUUID(),
      name: 'Halden wires',
      list: 'transfers',
      search: 'ref_ids=INV-7752&page_cursor=x',
    }
    const wrong = await save(next, {
      starter_views: [starter, { ...starter, id: 'failed-today', search: 'statuses=GONE' }],
    })
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ field: 'starter_views', message: 'Halden wires: Each value must be one of PENDING, COMPLETED, FAILED.' }],
    ])
    expect((await save(next, { starter_views: [starter, starter] })).status).toBe(400)
    const { body } = await save(next, { name: 'Halden', starter_views: [starter] })
    expect(body.versions[0].settings.starter_views).toEqual([{ ...starter, search: 'ref_ids=INV-7752' }])
    const lines = recorded.lines.filter(({ event }) => event === 'settings-changed')
    expect(lines.at(-1)).toMatchObject({ changed: ['starter_views'] })
    const rows = await database.selectFrom('team_version').select('settings').orderBy('version').execute()
    expect(JSON.stringify(rows)).not.toMatch(/INV-7752|Halden/)
    // What somebody writes there without the key does not count.
    const first = rows[0]?.settings ?? ''
    const write = (settings: string) =>
      database.updateTable('team_version').set({ settings }).where('version', '=', 1).execute()
    await write('{"name":"Plain"}')
    await expect(console.team.versions()).rejects.toMatchObject({ problem: { type: '/problems/settings-unreadable' } })
    await write(first)
  })

  it('stay as they were last known while the database fails, but retention waits for it', async () => {
    const away = openDatabase({ dataFolder: folder })
    const team = registerTeam({ settings, database: away, clock, log: recorded.log, encryption })
    const known = await team.settings()
    expect(known.name).toBeDefined()
    await away.destroy()
    clock.shift += 2_001
    expect(await team.settings()).toEqual(known)
    await expect(team.keptDays()).rejects.toThrow()
  })
})

describe('The variables on its page', () => {
  it('name their source, and no value that may be a secret', () => {
    const shown = shownVariables({
      NEXTAUTH_SECRET: 'mark',
      SANDBOX_CLIENT_SECRET_FILE: '/mark',
      DATABASE_URL: 'postgres://u:mark@h/d',
      SEAL_KEYS: 'a:mark',
      HTTPS_PROXY: 'http://u:mark@p',
      UPSTREAM_RATE: '20',
      OTHER: 'mark',
      SANDBOX_CONTROL_TOKEN: 'mark',
      FINGERPRINT_KEY: 'mark',
      PRODUCTION_CLIENT_ID: 'mark',
    })
    expect(JSON.stringify(shown)).not.toContain('mark')
    const of = (name: string) => shown.find((one) => one.name === name)
    expect(of('UPSTREAM_RATE')).toEqual({ name: 'UPSTREAM_RATE', source: 'set', value: '20' })
    expect(of('NEXTAUTH_SECRET')).toEqual({ name: 'NEXTAUTH_SECRET', source: 'set' })
    expect(of('SANDBOX_CLIENT_SECRET')).toEqual({ name: 'SANDBOX_CLIENT_SECRET', source: 'file' })
    expect(of('LOG_LEVEL')).toEqual({ name: 'LOG_LEVEL', source: 'default' })
  })
})
