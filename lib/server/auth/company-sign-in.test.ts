/** Company sign-in against an identity provider: what is asked of it, and what of its answers is accepted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Console, createConsole } from '../../console/console'
import { type Database, migrate, openDatabase } from '../../database/open'
import { systemClock } from '../clock'
import type { CompanySignIn } from '../settings'
import { recordedLog, settingsFor, shiftedClock } from '../testing'
import { lifetimeOf } from './identity-provider'
import { createPeople } from './people'
import { createBrowser, type IdentityProviderDouble, startIdentityProvider } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-company-sign-in-'))
const discovery = '/.well-known/openid-configuration'
const seconds = () => Math.floor(Date.now() / 1000)
let database: Database
let provider: IdentityProviderDouble
let console: Console
let clock: ReturnType<typeof shiftedClock>
/** Milliseconds by which the console's clock is ahead. */
let ahead: number
let recorded: ReturnType<typeof recordedLog>

function open(more: Partial<CompanySignIn> = {}, adminSubjects: string[] = []) {
  ahead = 0
  clock = shiftedClock({ ...systemClock, now: () => Date.now() + ahead })
  recorded = recordedLog()
  const companySignIn: CompanySignIn = {
    issuer: provider.url,
    clientId: 'console',
    clientSecret: 'oidc-secret-value',
    rolesClaim: 'roles',
    scope: 'openid profile email',
    ...more,
  }
  const base = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
  const settings = { ...base, hasDemoUsers: false, companySignIn, adminSubjects }
  console = createConsole({ settings, database, log: recorded.log, clock })
}

const browser = () => createBrowser(() => console)
/** What a schedule may still do for the person. */
const rolesNow = () => createPeople(database, console.writes.ledger.encryption, false).rolesOf('oidc:ines')
const home = 'http://localhost:3000/'
const refused = (code: string) => expect.stringContaining(`error=${code}`)

beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
  provider = await startIdentityProvider()
})
beforeEach(() => {
  Object.assign(provider, {
    claims: { sub: 'ines', roles: ['treasury'] },
    headers: {},
    body: undefined,
    isDown: false,
    requested: [],
  })
  provider.service.removeAllListeners('beforeResponse')
  open()
})
afterAll(async () => {
  provider.close()
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

describe('The start of company sign-in', () => {
  it('asks for what the settings say, whatever parameters come with it', async () => {
    const query = '?scope=openid+admin&prompt=none&max_age=1&client_id=other&redirect_uri=https://elsewhere.example&x=1'
    const { searchParams } = await browser().start(query)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'console',
      scope: 'openid profile email',
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/api/auth/callback/oidc',
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge: expect.any(String),
      code_challenge_method: 'S256',
    })
  })

  it('asks for the scope and the time since credentials were entered, if the settings have them', async () => {
    open({ scope: 'openid offline_access', maxAge: 300 })
    const { searchParams } = await browser().start()
    expect([searchParams.get('scope'), searchParams.get('max_age')]).toEqual(['openid offline_access', '300'])
  })

  it('leads to the sign-in page and into the log if the provider does not answer', async () => {
    provider.isDown = true
    expect((await browser().start()).searchParams.get('error')).toBe('OAuthSignin')
    expect(recorded.lines).toContainEqual(
      expect.objectContaining({ event: 'sign-in-failed', reason: 'discovery', cause: expect.any(String) }),
    )
  })
})

describe('The metadata of the provider', () => {
  it('are requested once for twenty starts at the same time, and for a sign-in after them', async () => {
    const starts = await Promise.all(Array.from({ length: 20 }, () => browser().start()))
    expect(new Set(starts.map(({ origin }) => origin))).toEqual(new Set([provider.url]))
    expect(await browser().company()).toBe(home)
    expect(provider.count(discovery)).toBe(1)
  })

  it('are requested again when the lifetime in their answer is over', async () => {
    provider.headers = { 'cache-control': 'public, max-age=600' }
    await browser().start()
    clock.shift += 599_000
    await browser().start()
    expect(provider.count(discovery)).toBe(1)
    clock.shift += 2_000
    await browser().start()
    expect(provider.count(discovery)).toBe(2)
  })

  it('are requested at most every two seconds while that fails, and at once after it', async () => {
    provider.isDown = true
    await Promise.all([browser().start(), browser().start()])
    await browser().start()
    expect(provider.count(discovery)).toBe(1)
    provider.isDown = false
    clock.shift += 2_001
    expect((await browser().start()).origin).toBe(provider.url)
  })

  it('are refused if they name another issuer', async () => {
    open({ issuer: provider.url.replace('127.0.0.1', 'localhost') })
    expect((await browser().start()).searchParams.get('error')).toBe('OAuthSignin')
  })

  it('are refused if they are longer than 1 MiB, counted unpacked', async () => {
    const text = JSON.stringify({ issuer: provider.url, padding: ' '.repeat(64 * 1024 * 1024) })
    provider.body = gzipSync(text)
    provider.headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect((await browser().start()).searchParams.get('error')).toBe('OAuthSignin')
    expect(recorded.text()).toContain('AnswerTooLong')
  })

  it.each([
    ['for as long as Cache-Control says', { 'cache-control': 'public, max-age=7200' }, 7200],
    ['less what a cache has used up', { 'cache-control': 'max-age=7200', age: '600' }, 6600],
    ['until Expires', { expires: 'Sun, 22 Nov 2026 12:10:00 GMT', date: 'Sun, 22 Nov 2026 12:00:00 GMT' }, 600],
    ['for an hour if the answer states no lifetime', {}, 3600],
    ['for a minute at least', { 'cache-control': 'no-store' }, 60],
    ['for a minute if Expires is not a time', { expires: '0' }, 60],
    ['for a day at most', { 'cache-control': 'max-age=999999999' }, 86_400],
  ])('are kept %s', (_, headers: Record<string, string>, expected) => {
    expect(lifetimeOf(new Headers(headers), Date.now())).toBe(expected)
  })
})

describe('The roles of a company sign-in', () => {
  it.each([
    ['a list', ['cook', 'admin'], home],
    ['one exact name', 'admin', home],
    ['words that contain a role', 'not admin', refused('AccessDenied')],
    ['several roles in one text', 'admin treasury', refused('AccessDenied')],
    ['a list of such texts', ['not admin', 'admin,treasury'], refused('AccessDenied')],
    ['a role in other letters', 'Admin', refused('AccessDenied')],
    ['an object', { admin: true }, refused('AccessDenied')],
    ['a list in a list', [['admin']], refused('AccessDenied')],
    ['nothing', undefined, refused('AccessDenied')],
  ])('are read from a claim that is %s', async (_, roles, expected) => {
    provider.claims = { sub: 'ines', roles }
    expect(await browser().company()).toEqual(expected)
  })
})

/** Claims as docs/sign-in.md describes them, provider by provider. */
describe('A person of', () => {
  const guid = '0760b6cf-170e-4a14-91b3-4b78e0739963'
  const overage = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }
  const byGroups = { rolesClaim: 'groups' }
  const inRealm = { realm_access: { roles: ['admin'] } }
  type Case = [whose: string, settings: { rolesClaim?: string }, claims: object, roles: string[]]
  it.each<Case>([
    ['Entra ID with app roles', {}, { tid: guid, roles: ['treasury', 'approver'] }, ['treasury', 'approver']],
    ['Entra ID without an app role', {}, { tid: guid, groups: [guid] }, []],
    ['Entra ID by groups, which come as object IDs', byGroups, { groups: [guid] }, []],
    ['Entra ID in too many groups', byGroups, overage, []],
    ['Okta with groups', byGroups, { groups: ['support', 'Everyone'] }, ['support']],
    ['Okta without OIDC_ROLES_CLAIM', {}, { groups: ['support'] }, []],
    ['Okta in groups with longer names', byGroups, { groups: ['mintdesk-support'] }, []],
    ['Google Workspace', {}, { hd: 'company.example', email_verified: true }, []],
    ['Google Workspace in ADMIN_SUBJECTS', {}, { sub: '108204268033311374519', hd: 'company.example' }, ['admin']],
    ['Keycloak with a mapper of realm roles', {}, { roles: ['offline_access', 'admin'] }, ['admin']],
    ['Keycloak without a mapper', {}, inRealm, []],
    ['Keycloak without a mapper, by the path of the claim', { rolesClaim: 'realm_access.roles' }, inRealm, []],
    ['Keycloak with groups', byGroups, { groups: ['treasury'] }, ['treasury']],
    ['Keycloak with full group paths', byGroups, { groups: ['/treasury'] }, []],
  ])('%s has the roles that the recipe promises', async (_, more, claims, roles) => {
    open(more, ['108204268033311374519'])
    provider.claims = { sub: 'ines', ...claims }
    const person = browser()
    expect(await person.company()).toEqual(roles.length > 0 ? home : refused('AccessDenied'))
    if (roles.length > 0) expect(await console.sessionOf(person.sessionCookie(), false)).toMatchObject({ roles })
  })
})

it('a sign-in that the provider or its token refuses is counted for its network, and one that succeeds is not', async () => {
  const counts = () => database.selectFrom('sign_in_limit').select('count').execute()
  await database.deleteFrom('sign_in_limit').execute()
  expect(await browser().company()).toBe(home)
  expect(await counts()).toEqual([])
  provider.claims = { sub: 'ines', roles: ['treasury'], exp: seconds() - 3_600 }
  expect(await browser().company()).toEqual(refused('OAuthCallback'))
  expect(await counts()).toEqual([{ count: 1 }])
})

describe('An ID token', () => {
  it.each([
    ['expired 25 s ago, within the tolerance of 30 s', () => ({ exp: seconds() - 25 }), home],
    ['expired 40 s ago', () => ({ exp: seconds() - 40 }), refused('OAuthCallback')],
    ['valid in 25 s', () => ({ nbf: seconds() + 25 }), home],
    ['valid in 40 s', () => ({ nbf: seconds() + 40 }), refused('OAuthCallback')],
    ['for another client', () => ({ aud: 'another' }), refused('OAuthCallback')],
    ['of another issuer', () => ({ iss: 'https://elsewhere.example' }), refused('OAuthCallback')],
    ['with another nonce', () => ({ nonce: 'another' }), refused('OAuthCallback')],
    ['without a subject', () => ({ sub: undefined }), refused('OAuthCallback')],
  ])('that is %s is judged so', async (_, claims, expected) => {
    Object.assign(provider.claims, claims())
    expect(await browser().company()).toEqual(expected)
  })

  it.each([
    ['25 s past the limit, within the tolerance', () => seconds() - 325, home],
    ['past the limit', () => seconds() - 340, refused('OAuthCallback')],
    ['unstated', () => undefined, refused('OAuthCallback')],
  ])('is judged by when the person entered their credentials, if the settings ask: %s', async (_, time, expected) => {
    open({ maxAge: 300 })
    Object.assign(provider.claims, { auth_time: time() })
    expect(await browser().company()).toEqual(expected)
  })

  it.each([
    [
      'whose claims were changed',
      (token: string) => token.replace(/\..*\./, `.${Buffer.from('{"sub":"someone else"}').toString('base64url')}.`),
    ],
    ['signed by another key', (token: string) => `${token.slice(0, -8)}AAAAAAAA`],
    [
      'without a signature',
      (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
  ])('%s is refused, and no part of it is logged', async (_, change) => {
    let sent = ''
    provider.service.on('beforeResponse', ({ body }) => {
      sent = change(String((body as { id_token: string }).id_token))
      Object.assign(body as object, { id_token: sent })
    })
    expect(await browser().company()).toEqual(refused('OAuthCallback'))
    expect(recorded.lines).toContainEqual(
      expect.objectContaining({ event: 'sign-in-failed', reason: 'OAUTH_CALLBACK_ERROR', cause: expect.any(String) }),
    )
    expect(recorded.text()).not.toContain(sent.split('.')[1])
  })
})

describe('The word of the provider that somebody signed out there', () => {
  const signedOut = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  /** A logout token of the provider. */
  const tokenOf = (claims: Record<string, unknown> = {}) =>
    provider.service.issuer.buildToken({
      scopesOrTransform: (_header, payload) => {
        Object.assign(payload, { sub: 'ines', aud: 'console', jti: 'one', events: signedOut, ...claims })
      },
    })
  const tell = async (logout_token: string) =>
    (await createBrowser(() => console, '192.0.2.50').ask('backchannel-logout', { logout_token })).status
  const of = (person: ReturnType<typeof browser>) => console.sessionOf(person.sessionCookie(), true)
  const alive = expect.objectContaining({ subject: expect.stringMatching(/^oidc:/) })
  const ended = { ended: 'signed-out' }

  it('ends all sessions of that person at once, and nothing that schedules do for them', async () => {
    const [one, other, another] = [browser(), browser(), browser()]
    await one.company()
    await other.company()
    provider.claims = { sub: 'tomas', roles: ['treasury'] }
    await another.company()
    expect(await tell(await tokenOf())).toBe(200)
    expect([await of(one), await of(other), await of(another)]).toEqual([ended, ended, alive])
    expect(await rolesNow()).toEqual(['treasury'])
  })

  it('ends only the sessions of the one that it names, and those of which that is not known', async () => {
    const [one, other, unnamed] = [browser(), browser(), browser()]
    for (const [person, sid] of [
      [one, 's-1'],
      [other, 's-2'],
      [unnamed, undefined],
    ] as const) {
      Object.assign(provider.claims, { sid })
      await person.company()
    }
    expect(await tell(await tokenOf({ sid: 's-1' }))).toBe(200)
    expect([await of(one), await of(other), await of(unnamed)]).toEqual([ended, alive, ended])
  })

  it('ends no later session when it is said again', async () => {
    const [before, since] = [browser(), browser()]
    await before.company()
    const token = await tokenOf()
    expect(await tell(token)).toBe(200)
    ahead = 60_000
    await since.company()
    expect(await tell(token)).toBe(200)
    expect([await of(before), await of(since)]).toEqual([ended, alive])
  })

  it.each([
    ['without the event', () => tokenOf({ events: undefined })],
    ['with another event', () => tokenOf({ events: { other: {} } })],
    ['with a nonce, as an ID token has', () => tokenOf({ nonce: 'n' })],
    ['for another client', () => tokenOf({ aud: 'another' })],
    ['of another issuer', () => tokenOf({ iss: 'https://elsewhere.example' })],
    ['that has expired', () => tokenOf({ exp: seconds() - 60 })],
    ['that names no one', () => tokenOf({ sub: undefined })],
    ['signed by another key', async () => `${(await tokenOf()).slice(0, -8)}AAAAAAAA`],
    ['that is none', async () => 'none'],
  ])('%s is refused and ends nothing', async (_, token) => {
    const person = browser()
    await person.company()
    expect(await tell(await token())).toBe(400)
    expect(await of(person)).toEqual(alive)
    expect(recorded.lines).toContainEqual(expect.objectContaining({ event: 'sign-out-refused' }))
  })
})

describe('A company session', () => {
  /** Works for an hour, so that the roles are read again. */
  async function anHourLater(cookie: string) {
    for (let count = 0; count < 5; count++) {
      ahead += 12.2 * 60_000
      const session = await console.sessionOf(cookie, true)
      if (!session || 'ended' in session) return session
      await expect.poll(() => console.sessionOf(cookie, false)).toMatchObject({ id: session.id })
    }
    return console.sessionOf(cookie, true)
  }

  it('has the roles that the provider gives an hour later', async () => {
    const person = browser()
    await person.company()
    expect(await console.sessionOf(person.sessionCookie(), true)).toMatchObject({ roles: ['treasury'] })
    provider.claims = { sub: 'ines', roles: 'support' }
    expect(await anHourLater(person.sessionCookie())).toMatchObject({ roles: ['support'] })
    expect(await rolesNow()).toEqual(['support'])
  })

  it('ends with all that its person may do when their next sign-in names no role', async () => {
    const [person, elsewhere] = [browser(), browser()]
    await person.company()
    expect(await rolesNow()).toEqual(['treasury'])
    provider.claims = { sub: 'ines', roles: [] }
    expect(await elsewhere.company()).toEqual(refused('AccessDenied'))
    expect(await console.sessionOf(person.sessionCookie(), true)).toEqual({ ended: 'company-ended' })
    expect(await rolesNow()).toEqual([])
    provider.claims = { sub: 'ines', roles: ['support'] }
    expect(await elsewhere.company()).toBe(home)
    expect(await rolesNow()).toEqual(['support'])
  })

  it('that the provider ends takes nothing from a person who signed in again since', async () => {
    const [before, since] = [browser(), browser()]
    await before.company()
    await since.company()
    provider.service.on('beforeResponse', (answer) => {
      answer.statusCode = 400
      answer.body = { error: 'invalid_grant' }
    })
    expect(await anHourLater(before.sessionCookie())).toEqual({ ended: 'company-ended' })
    expect(await rolesNow()).toEqual(['treasury'])
  })

  it('has the roles of the userinfo endpoint where a renewal brings no ID token', async () => {
    const person = browser()
    await person.company()
    provider.service.on('beforeResponse', ({ body }) => Object.assign(body as object, { id_token: undefined }))
    provider.service.once('beforeUserinfo', (answer) => {
      answer.body = { sub: 'ines', roles: ['approver'] }
    })
    expect(await anHourLater(person.sessionCookie())).toMatchObject({ roles: ['approver'] })
  })

  it.each([
    ['the provider refuses the refresh token', () => refuse('invalid_grant'), 'company-ended'],
    [
      'the provider answers for another person',
      () => Object.assign(provider.claims, { sub: 'tomas' }),
      'company-ended',
    ],
    ['the provider does not answer', () => Object.assign(provider, { isDown: true }), 'roles-unconfirmed'],
    ['the provider refuses this console', () => refuse('invalid_client'), 'roles-unconfirmed'],
  ])('ends within the hour if %s', async (_, happens, ended) => {
    const person = browser()
    await person.company()
    happens()
    expect(await anHourLater(person.sessionCookie())).toEqual({ ended })
  })

  const refuse = (error: string) =>
    provider.service.on('beforeResponse', (answer) => {
      answer.statusCode = 400
      answer.body = { error }
    })

  it('ends at the provider too when its person signs out', async () => {
    const person = browser()
    await person.company()
    const cookie = person.sessionCookie()
    const answer = await person.post('signout')
    const url = new URL((await answer.json()).url)
    expect(url.origin + url.pathname).toBe(`${provider.url}/endsession`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'console',
      post_logout_redirect_uri: 'http://localhost:3000/sign-in',
      id_token_hint: expect.stringMatching(/^ey/),
    })
    expect(await console.sessionOf(cookie, true)).toEqual({ ended: 'signed-out' })
    // No other answer of the console holds it.
    expect(answer.headers.getSetCookie().join()).not.toContain(url.searchParams.get('id_token_hint'))
    expect(recorded.text()).not.toContain(url.searchParams.get('id_token_hint'))
  })

  it('ends here even if the provider does not answer or offers no sign-out', async () => {
    const person = browser()
    await person.company()
    clock.shift += 24 * 3600 * 1000
    provider.isDown = true
    const { url } = await (await person.post('signout', { callbackUrl: '/sign-in' })).json()
    expect(url).toBe('http://localhost:3000/sign-in')
    expect(person.cookies.has('mintdesk.session-token')).toBe(false)
  })
})
