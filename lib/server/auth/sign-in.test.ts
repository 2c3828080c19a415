import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account, User } from 'next-auth'
import type { CredentialsConfig } from 'next-auth/providers/credentials'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, migrate, openDatabase } from '../../database/open'
import { systemClock } from '../clock'
import { Encryption } from '../encryption/encryption'
import { auditOf, recordedLog, settingsFor } from '../testing'
import { createSessions } from './sessions'
import { rolesOf, signInOptions } from './sign-in'
import { createSignInLimits } from './sign-in-limits'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sign-in-'))
const settings = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
let database: Database
beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
})
afterAll(async () => {
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

function optionsWithLog() {
  const { log, lines, text } = recordedLog()
  const audit = auditOf(database)
  const encryption = new Encryption(settings)
  const sessions = createSessions({ database, clock: systemClock, encryption, settings, log, audit })
  const limits = createSignInLimits({ database, clock: systemClock, encryption, log })
  const dependencies = { settings, sessions, log, audit, limits, provider: undefined }
  return { options: signInOptions(dependencies, { address: '192.0.2.1' }), lines, text }
}

describe('The log of a sign-in', () => {
  const account: Account = { provider: 'oidc', type: 'oauth', providerAccountId: 'ines', id_token: 'an-id-token' }
  const user: User = { id: 'oidc:ines', name: 'Ines Okafor', roles: ['treasury'] }

  it('has one line that names the subject, the provider and the roles', async () => {
    const { options, lines, text } = optionsWithLog()
    const token = await options.callbacks?.jwt?.({ token: {}, user, account })
    expect(token?.sid).toEqual(expect.any(String))
    expect(lines).toMatchObject([{ event: 'sign-in', subject: 'oidc:ines', provider: 'oidc', roles: ['treasury'] }])
    expect(text()).not.toMatch(/an-id-token/)
    expect(text()).not.toContain(token?.sid)
  })

  it('says that a sign-in without a role was refused, and that it ended the sessions of the person', async () => {
    const { options, lines } = optionsWithLog()
    await options.callbacks?.jwt?.({ token: {}, user: { ...user, id: 'oidc:ada' }, account })
    lines.length = 0
    expect(await options.callbacks?.signIn?.({ user: { ...user, id: 'oidc:ada', roles: [] }, account })).toBe(false)
    expect(lines).toMatchObject([
      { event: 'sign-in-refused', subject: 'oidc:ada', reason: 'no-role' },
      { event: 'session-ended', reason: 'company-ended' },
    ])
  })

  it('says that a password was wrong, and quotes neither it nor the name', async () => {
    const { options, lines, text } = optionsWithLog()
    const demo = options.providers.find(({ id, type }) => type === 'credentials' || id === 'demo')
    const { authorize } = (demo?.options ?? {}) as CredentialsConfig
    expect(await authorize({ username: 'my-username', password: 'my-password' }, { headers: {} })).toBeNull()
    expect(lines).toMatchObject([{ event: 'sign-in-refused', provider: 'demo', reason: 'wrong-credentials' }])
    expect(text()).not.toMatch(/my-username|my-password/)
  })
})

describe('The roles of a company sign-in', () => {
  it('are those in its claim, as a list or one exact name', () => {
    expect(rolesOf({ sub: 'a', roles: ['treasury', 'cook'] }, 'roles', [])).toEqual(['treasury'])
    expect(rolesOf({ sub: 'a', groups: 'approver' }, 'groups', [])).toEqual(['approver'])
  })
  it('are none in a text that only contains a role', () => {
    for (const claim of ['not admin', 'support, approver', 'admin\ntreasury', ' admin', 'Admin'])
      expect(rolesOf({ sub: 'a', roles: claim }, 'roles', [])).toEqual([])
  })
  it('are none if the claim is missing, so that there is no access', () => {
    expect(rolesOf({ sub: 'a' }, 'roles', [])).toEqual([])
    expect(rolesOf({ sub: 'a', roles: { admin: true } }, 'roles', [])).toEqual([])
  })
  it('include admin for the subjects in ADMIN_SUBJECTS', () => {
    expect(rolesOf({ sub: 'boss' }, 'roles', ['boss'])).toEqual(['admin'])
  })
})
