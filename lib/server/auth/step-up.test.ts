/** Acts in production, each confirmed by a fresh sign-in: what is asked of the provider, and what of its answers counts. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Console, createConsole } from '../../console/console'
import { beginHold } from '../../database/hold'
import { type Database, migrate, openDatabase } from '../../database/open'
import type { PolicyRule } from '../../features/approvals/policy'
import { type ConsoleOperation, consoleOperationNames, consoleRow } from '../../features/operations'
import { pathOf } from '../../provider/operations'
import { type Service, startService } from '../../sandbox/testing'
import { mostRefused } from '../audit/audit'
import { systemClock } from '../clock'
import { Encryption } from '../encryption/encryption'
import { isAct } from '../http/console-routes'
import type { CompanySignIn, Settings } from '../settings'
import { freshPostgres, recordedLog, settingsFor, shiftedClock } from '../testing'
import { createBounds } from '../work/bounds'
import { market, path } from '../writes/testing'
import { dailyConfirmed } from './step-up'
import { createBrowser, type IdentityProviderDouble, sessionName, startIdentityProvider } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-step-up-'))
const seconds = () => Math.floor(Date.now() / 1000)
const review = '/production/orders/new/review'
let database: Database
let provider: IdentityProviderDouble
let service: Service
let console: Console
let settings: Settings
let recorded: ReturnType<typeof recordedLog>
/** Milliseconds by which the consoles' clocks are ahead. */
let ahead: number

/** Starts a console; another one before shares only the database with it. */
function open(more: Partial<CompanySignIn> = {}, others: Partial<Settings> = {}) {
  recorded = recordedLog()
  const address = `http://127.0.0.1:${service.port}`
  const base = settingsFor({ baseUrl: address, authUrl: address })
  const companySignIn: CompanySignIn = {
    issuer: provider.url,
    clientId: 'console',
    clientSecret: 'oidc-secret-value',
    rolesClaim: 'roles',
    scope: 'openid profile email',
    ...more,
  }
  const { sandbox } = base.credentials
  settings = { ...base, hasDemoUsers: false, companySignIn, credentials: { sandbox, production: sandbox }, ...others }
  console = createConsole({
    settings,
    database,
    log: recorded.log,
    clock: shiftedClock({ ...systemClock, now: () => Date.now() + ahead }),
  })
  return console
}

type Browser = ReturnType<typeof createBrowser>

/** A browser in which somebody signed in an hour ago, by the provider's clock. */
async function signedIn(sub = 'ines', roles = ['treasury']): Promise<Browser> {
  const browser = createBrowser(() => console)
  provider.claims = { sub, roles, auth_time: seconds() - 3_600 }
  await browser.company()
  return browser
}

const request = (browser: Browser, method: string, url: string, body: unknown, headers = {}) =>
  new NextRequest(`http://localhost:3000${url}`, {
    method,
    headers: { cookie: browser.header(), origin: 'http://localhost:3000', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const json = { 'content-type': 'application/json' }

async function read(answer: Response) {
  const body = await answer.json()
  return { status: answer.status, state: answer.headers.get('x-mintdesk-intent-state'), body, meta: body.meta }
}

type Order = { id?: string; environment?: string; body?: object }

const order = async (
  browser: Browser,
  { id = randomUUID(), environment = 'production', body = market }: Order = {},
  at = console,
) =>
  read(
    await at.http.proxy(
      request(browser, 'POST', `/api/${environment}${pathOf('createOrder', path)}`, body, {
        ...json,
        'x-mintdesk-intent': id,
      }),
    ),
  )

/** Asks one of the console's own operations. */
const own = async (browser: Browser, method: string, address: string, body?: unknown, environment = 'production') =>
  read(await console.own(request(browser, method, `/api/${environment}/${address}`, body, json)))

const begin = async (browser: Browser, digests: string[], return_to = review) => {
  const url = '/api/auth/confirm-identity'
  const params = { params: Promise.resolve({ nextauth: ['confirm-identity'] }) }
  return read(
    browser.keep(await console.http.signIn(request(browser, 'POST', url, { digests, return_to }, json), params)),
  )
}

/** The address to which the provider leads back, with its code. */
async function atProvider(browser: Browser, digests: string[]): Promise<string> {
  const { body } = await begin(browser, digests)
  const { headers } = await fetch(body.url, { redirect: 'manual' })
  return headers.get('location')?.split('/api/auth/')[1] ?? ''
}

/** Confirms who a person is, by what the provider says of them now. */
async function confirm(browser: Browser, digests: string[], claims: Record<string, unknown> = {}) {
  provider.claims = { sub: 'ines', roles: ['treasury'], auth_time: seconds(), ...claims }
  const answer = await browser.ask(await atProvider(browser, digests))
  return answer.headers.get('location')
}

/** The digest that an order needs confirmed. */
async function asked(browser: Browser, more: Order): Promise<string> {
  const { status, body, meta } = await order(browser, more)
  expect([status, body.type]).toEqual([403, '/problems/confirm-identity'])
  return meta.digest
}

/** What the review of an order shows. */
const reviewed = async (browser: Browser, id: string) =>
  (await own(browser, 'POST', 'approvals/weigh', { operation: 'createOrder', path, body: { ...market, ref_id: id } }))
    .body.identity

async function arrived(refId: string): Promise<number> {
  const { body } = await service.control('GET', `/clients/demo-client/requests?ref_id=${refId}`)
  return (body.requests as unknown[]).length
}

beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
  provider = await startIdentityProvider()
  service = await startService(50, systemClock.now)
})
beforeEach(async () => {
  ahead = 0
  Object.assign(provider, { claims: {}, headers: {}, body: undefined, isDown: false, requested: [] })
  provider.service.removeAllListeners('beforeResponse')
  provider.service.removeAllListeners('beforeAuthorizeRedirect')
  for (const table of ['step_up', 'intent_event', 'intent', 'policy_version', 'approval_request'] as const)
    await database.deleteFrom(table).execute()
  open()
})
afterAll(async () => {
  provider.close()
  await service.stop()
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

describe('A write in production', () => {
  it('is refused with where to confirm it, and nothing is recorded or sent', async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const { status, state, body } = await order(browser, { id })
    expect([status, state]).toEqual([403, null])
    expect(body).toMatchObject({
      type: '/problems/confirm-identity',
      meta: { digest: expect.any(String), confirm_at: '/api/auth/confirm-identity' },
    })
    expect(await database.selectFrom('intent').select('id').execute()).toEqual([])
    expect(await arrived(id)).toBe(0)
  })

  it('leads to the provider, which is asked for a sign-in of the last minutes', async () => {
    open({ stepUpAcr: 'phr phrh' })
    const browser = await signedIn()
    const { body } = await begin(browser, [await asked(browser, {})])
    expect(Object.fromEntries(new URL(body.url).searchParams)).toEqual({
      client_id: 'console',
      scope: 'openid',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/api/auth/callback/oidc',
      max_age: '240',
      acr_values: 'phr phrh',
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge: expect.any(String),
    })
  })

  it('is sent once it is confirmed, by the same session, and its history says when', async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const cookie = browser.sessionCookie()
    const digest = await asked(browser, { id })
    expect(await reviewed(browser, id)).toEqual({ digest })
    expect(await confirm(browser, [digest])).toBe(`http://localhost:3000${review}`)
    expect(browser.sessionCookie()).toBe(cookie)
    expect(await reviewed(browser, id)).toEqual({ digest, confirmed_until: expect.any(String) })
    expect(await order(browser, { id })).toMatchObject({ status: 200, state: 'confirmed' })
    const { body } = await own(browser, 'GET', `intents/${id}`)
    expect(body.events).toContainEqual({
      kind: 'identified',
      at: expect.any(String),
      person: 'ines',
      words: 'ines confirmed at company sign-in who they are.',
    })
    expect(await arrived(id)).toBe(1)
  })

  it('uses its confirmation up: a second one with the same contents needs its own', async () => {
    const browser = await signedIn()
    const body = { ...market, ref_id: randomUUID() }
    await confirm(browser, [await asked(browser, { body })])
    const answers = await Promise.all([1, 2, 3].map(() => order(browser, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it('is sent when its answer was lost and it is pressed again, and not twice', async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    await confirm(browser, [await asked(browser, { id })])
    await Promise.all([order(browser, { id }), order(browser, { id })])
    expect(await order(browser, { id })).toMatchObject({ status: 200, state: 'confirmed' })
    expect(await arrived(id)).toBe(1)
  })

  it('that could not be sent may be sent again while the sign-in is fresh, and later needs another', async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const digest = await asked(browser, { id })
    const away = { ...settings.credentials.sandbox, baseUrl: 'http://127.0.0.1:1' }
    open({}, { credentials: { production: away as Settings['credentials']['production'] } })
    await confirm(browser, [digest])
    expect(await order(browser, { id })).toMatchObject({ state: 'prepared' })
    open()
    ahead = 301_000
    expect(await own(browser, 'POST', `intents/${id}/send`)).toMatchObject({
      status: 403,
      meta: { digest, intent_state: 'prepared' },
    })
    expect(await arrived(id)).toBe(0)
    await confirm(browser, [digest])
    expect(await own(browser, 'POST', `intents/${id}/send`)).toMatchObject({
      status: 200,
      body: { state: 'confirmed' },
    })
  })

  it.each([
    ['other contents', async () => ({ body: { ...market, quote_amount: '100.01' } })],
    ['another request of the same contents', async () => ({ id: randomUUID() })],
  ])('is not confirmed by what was confirmed for %s', async (_, changed) => {
    const [browser, id] = [await signedIn(), randomUUID()]
    await confirm(browser, [await asked(browser, { id })])
    await asked(browser, { id, ...(await changed()) })
  })

  it('is not confirmed by what another session of the same person confirmed', async () => {
    const [one, other, id] = [await signedIn(), await signedIn(), randomUUID()]
    const digest = await asked(one, { id })
    await confirm(other, [digest])
    await asked(one, { id })
    // The provider's answer in the browser of another session.
    provider.claims = { sub: 'ines', roles: ['treasury'], auth_time: seconds() }
    await other.ask(await atProvider(one, [digest]))
    await asked(one, { id })
  })

  it('may be confirmed in two tabs, and then is sent once', async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const digest = await asked(browser, { id })
    await Promise.all([confirm(browser, [digest]), confirm(browser, [digest])])
    await Promise.all([order(browser, { id }), order(browser, { id })])
    expect(await arrived(id)).toBe(1)
    const left = await database.selectFrom('step_up').select('id').where('used_at', 'is', null).execute()
    expect(left).toEqual([])
  })

  it('may be confirmed at a console that was started meanwhile', async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const digest = await asked(browser, { id })
    provider.claims = { sub: 'ines', roles: ['treasury'], auth_time: seconds() }
    const callback = await atProvider(browser, [digest])
    open()
    await browser.ask(callback)
    open()
    expect(await order(browser, { id })).toMatchObject({ state: 'confirmed' })
  })

  it('needs nothing in the sandbox', async () => {
    expect(await order(await signedIn(), { environment: 'sandbox' })).toMatchObject({ status: 200, state: 'confirmed' })
  })
})

describe('The answer of the provider', () => {
  it.each([
    ['of another person', () => ({ sub: 'tomas' }), /^Another person signed in/],
    ['without the time of the sign-in', () => ({ auth_time: undefined }), /issue the claim auth_time/],
    ['with a time that is none', () => ({ auth_time: 'now' }), /could not be verified/],
    ['with a sign-in of before', () => ({ auth_time: seconds() - 301 }), /older than 5 minutes/],
    ['with a sign-in of the future', () => ({ auth_time: seconds() + 3_600 }), /older than 5 minutes/],
  ])('%s confirms nothing, and the page says what to do', async (_, claims, text) => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const cookie = browser.sessionCookie()
    const location = await confirm(browser, [await asked(browser, { id })], claims())
    expect(location).toBe(`http://localhost:3000${review}`)
    expect(browser.sessionCookie()).toBe(cookie)
    expect((await reviewed(browser, id)).refused).toMatch(text)
    await asked(browser, { id })
    expect(await arrived(id)).toBe(0)
  })

  it.each([
    ['a way that the settings name', 'phr', true],
    ['another way', 'pwd', false],
    ['a way that it does not name', undefined, false],
  ])('with %s counts accordingly', async (_, acr, isEnough) => {
    open({ stepUpAcr: 'phr phrh' })
    const [browser, id] = [await signedIn(), randomUUID()]
    await confirm(browser, [await asked(browser, { id })], { acr })
    expect(await order(browser, { id })).toMatchObject({ state: isEnough ? 'confirmed' : null })
    if (!isEnough) expect((await reviewed(browser, id)).refused).toMatch(/OIDC_STEP_UP_ACR/)
  })

  it('that refuses, or does not come, is told, and what was begun then can be tried again', async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const digest = await asked(browser, { id })
    const state = new URL((await begin(browser, [digest])).body.url).searchParams.get('state')
    await browser.ask(`callback/oidc?error=access_denied&state=${state}`)
    expect((await reviewed(browser, id)).refused).toMatch(/did not confirm that it is you/)
    const callback = await atProvider(browser, [digest])
    provider.isDown = true
    await browser.ask(callback)
    expect((await reviewed(browser, id)).refused).toMatch(/did not answer/)
    provider.isDown = false
    await confirm(browser, [digest])
    expect(await order(browser, { id })).toMatchObject({ state: 'confirmed' })
  })

  it('counts once: the same address confirms nothing later', async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const digest = await asked(browser, { id })
    provider.claims = { sub: 'ines', roles: ['treasury'], auth_time: seconds() }
    const callback = await atProvider(browser, [digest])
    await browser.ask(callback)
    ahead = 301_000
    await browser.ask(callback)
    await asked(browser, { id })
  })

  it.each([
    ['of now', 0, 299, 'confirmed'],
    ['of now', 0, 301, null],
    ['of four minutes before', 240, 59, 'confirmed'],
    ['of four minutes before', 240, 61, null],
  ])(
    'with a sign-in %s lasts until that is five minutes old: %i s old and %i s later',
    async (_, age, later, state) => {
      const [browser, id] = [await signedIn(), randomUUID()]
      const iat = seconds()
      await confirm(browser, [await asked(browser, { id })], { iat, auth_time: iat - age })
      ahead = later * 1_000
      expect(await order(browser, { id })).toMatchObject({ state })
    },
  )

  it('is not taken for a sign-in without a session, nor with a state that was not begun', async () => {
    const [browser, stranger] = [await signedIn(), createBrowser(() => console)]
    const callback = await atProvider(browser, [await asked(browser, {})])
    await stranger.ask(callback)
    expect(stranger.cookies.has('mintdesk.session-token')).toBe(false)
    for (const state of ['unknown', '%0d%0aset-cookie:a=b', 'a;Domain=example.com.b', `${'a'.repeat(43)}.b`]) {
      const answer = await browser.ask(`callback/oidc?code=1&state=step-up.${state}`)
      expect(answer.headers.get('location')).toBe('http://localhost:3000/')
      expect(answer.headers.getSetCookie().join()).toMatch(/^mintdesk\.confirmation-a*=; Path=\/; Max-Age=0;/)
    }
    expect(recorded.lines).toContainEqual(expect.objectContaining({ event: 'identity-not-confirmed' }))
  })
})

describe('A confirmation belongs to the browser that began it', () => {
  /** What the audit log has of sign-ins that confirmed nothing. */
  const refusals = async () =>
    (
      await database.selectFrom('audit_line').selectAll().where('act', '=', 'identity-refused').orderBy('seq').execute()
    ).map(({ subject, object_kind, object_id, detail }) => ({ subject, object_kind, object_id, ...JSON.parse(detail) }))
  const now = () => ({ sub: 'ines', roles: ['treasury'], auth_time: seconds() })

  /** Another browser that holds the same session, as whoever stole its cookie does. */
  function copyOf(browser: Browser): Browser {
    const copy = createBrowser(() => console)
    copy.cookies.set(sessionName, browser.cookies.get(sessionName) ?? '')
    return copy
  }

  it('a stolen session and a link that its person follows confirm nothing', async () => {
    const [victim, id] = [await signedIn(), randomUUID()]
    const thief = copyOf(victim)
    // The person confirms something of their own meanwhile.
    const own = await asked(victim, {})
    const digest = await asked(thief, { id })
    provider.claims = now()
    const link = await atProvider(thief, [digest])
    const ownLink = await atProvider(victim, [own])
    const lines = (await refusals()).length
    await victim.ask(link)
    for (const browser of [thief, victim]) await asked(browser, { id })
    expect((await reviewed(victim, id)).refused).toMatch(/in another browser/)
    expect((await refusals()).slice(lines)).toMatchObject([{ subject: 'oidc:ines', reason: 'other-browser' }])
    // What was refused once stays refused where it began, too.
    await thief.ask(link)
    await asked(thief, { id })
    await victim.ask(ownLink)
    expect(await arrived(id)).toBe(0)
  })

  it('a person without the cookie of a confirmation confirms nothing, and neither does one with two', async () => {
    const [victim, id] = [await signedIn(), randomUUID()]
    const thief = copyOf(victim)
    provider.claims = now()
    const digest = await asked(thief, { id })
    await victim.ask(await atProvider(thief, [digest]))
    await asked(thief, { id })
    const link = await atProvider(thief, [digest])
    const cookie = thief.header()
    await thief.ask(link, undefined, { cookie: `${cookie}; ${cookie.split('; ').at(-1)}` })
    await asked(thief, { id })
    expect(await arrived(id)).toBe(0)
  })

  it.each([
    { address: 'http://localhost:3000', name: 'mintdesk.confirmation-', end: '; HttpOnly; SameSite=Lax' },
    { address: 'https://desk.example', name: '__Host-mintdesk.confirmation-', end: '; HttpOnly; SameSite=Lax; Secure' },
  ])(
    'its cookie at $address is out of reach of scripts and other sites, and short-lived',
    async ({ address, name, end }) => {
      const browser = await signedIn()
      const sid = browser.cookies.get(sessionName) ?? ''
      open({}, { origin: address })
      const secure = address.startsWith('https') ? '__Host-' : ''
      const params = { params: Promise.resolve({ nextauth: ['confirm-identity'] }) }
      const answer = await console.http.signIn(
        new NextRequest(`${address}/api/auth/confirm-identity`, {
          method: 'POST',
          headers: { ...json, origin: address, cookie: `${secure}${sessionName}=${sid}` },
          body: JSON.stringify({ digests: ['d'], return_to: '/' }),
        }),
        params,
      )
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(new RegExp(`^${name}[\\w-]{16}=[\\w-]{43}; Path=/; Max-Age=600${end}$`)),
      ])
    },
  )

  it("another person's sign-in leaves a line that names both, and so does every other that confirms nothing", async () => {
    const [browser, id] = [await signedIn(), randomUUID()]
    const digest = await asked(browser, { id })
    const lines = (await refusals()).length
    await confirm(browser, [digest], { sub: 'tomas' })
    await confirm(browser, [digest], { auth_time: undefined })
    expect((await refusals()).slice(lines)).toEqual([
      { subject: 'oidc:ines', object_kind: 'people', object_id: 'oidc:tomas', reason: 'other-person' },
      { subject: 'oidc:ines', object_kind: 'people', object_id: 'oidc:ines', reason: 'no-auth-time' },
    ])
    expect(await arrived(id)).toBe(0)
  })

  it('the answer that arrives in the session of another leaves a line of theirs', async () => {
    const [browser, other] = [await signedIn(), await signedIn('tomas', ['approver'])]
    provider.claims = now()
    const link = await atProvider(browser, [await asked(browser, {})])
    const lines = (await refusals()).length
    await other.ask(link)
    await createBrowser(() => console).ask(link)
    // What names nothing that was begun could be repeated without end.
    await other.ask('callback/oidc?code=1&state=step-up.unknown')
    // So could a link, which leaves lines as other refusals do.
    const bounds = createBounds({ database, clock: systemClock, encryption: new Encryption(settings) })
    await bounds.take('oidc:tomas', 'refused', mostRefused, mostRefused - 1)
    for (let count = 0; count < 3; count++) await other.ask(link)
    expect((await refusals()).slice(lines)).toEqual([
      { subject: 'oidc:tomas', object_kind: 'people', object_id: 'oidc:ines', reason: 'not-begun' },
      { subject: '', object_kind: 'people', object_id: 'oidc:ines', reason: 'not-begun' },
    ])
  })
})

describe('The start of a confirmation', () => {
  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'production', '/a b'])(
    'leads back to no other place than a page of this console: %s',
    async (return_to) => {
      expect((await begin(await signedIn(), ['digest'], return_to)).status).toBe(400)
    },
  )

  it('is refused without a session, from another site, and for another person', async () => {
    const browser = await signedIn()
    const params = { params: Promise.resolve({ nextauth: ['confirm-identity'] }) }
    const ask = (headers: object) =>
      console.http.signIn(
        request(
          browser,
          'POST',
          '/api/auth/confirm-identity',
          { digests: ['d'], return_to: '/' },
          { ...json, ...headers },
        ),
        params,
      )
    expect((await ask({ cookie: '' })).status).toBe(401)
    expect((await ask({ origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await ask({ 'x-mintdesk-person': 'oidc%3Atomas' })).status).toBe(409)
    expect((await ask({})).status).toBe(200)
  })

  it('says that company sign-in does not answer', async () => {
    open()
    const browser = await signedIn()
    open()
    provider.isDown = true
    expect(await begin(browser, ['d'])).toMatchObject({
      status: 502,
      body: { title: expect.stringContaining('not responding') },
    })
  })

  it('is begun for so many acts in a day, and for none beyond', async () => {
    const browser = await signedIn('maria')
    const bounds = createBounds({ database, clock: systemClock, encryption: new Encryption(settings) })
    await bounds.take('oidc:maria', 'confirmIdentity', dailyConfirmed, dailyConfirmed - 1)
    const kept = () => database.selectFrom('step_up').select('id').execute()
    const before = (await kept()).length
    expect(await begin(browser, ['one', 'two'])).toMatchObject({ status: 429, body: { type: '/problems/daily-limit' } })
    expect(await kept()).toHaveLength(before)
  })

  it('is removed a day later', async () => {
    await begin(await signedIn(), ['d'])
    const { stepUp } = console.writes.ledger
    expect(await stepUp.removeOld()).toEqual({ rows: 0, hasMore: false })
    ahead = 25 * 3_600_000
    expect(await stepUp.removeOld()).toEqual({ rows: 1, hasMore: false })
  })
})

describe('Approvals and policies', () => {
  const rule: PolicyRule = {
    id: 'orders',
    operations: ['createOrder'],
    environments: ['production'],
    expires_hours: 4,
    approvers: { count: 1, roles: ['approver'] },
  }
  const policy = { rules: [rule], stand_ins: [] }
  const admin = { sub: 'maren', roles: ['admin'] }
  const approver = { sub: 'tomas', roles: ['approver'] }

  /** Does it once it is confirmed, and sees that it is refused before. */
  async function confirmedly(
    browser: Browser,
    claims: { sub: string; roles: string[] },
    act: () => ReturnType<typeof own>,
  ) {
    const { status, meta } = await act()
    expect(status).toBe(403)
    await confirm(browser, [meta.digest], claims)
    return act()
  }

  async function activated() {
    const browser = await signedIn(admin.sub, admin.roles)
    await database.deleteFrom('person').where('subject', '!=', 'oidc:maren').execute()
    // By the sandbox's address too: both environments share the policy.
    expect(await confirmedly(browser, admin, () => own(browser, 'PUT', 'policies/1', policy, 'sandbox'))).toMatchObject(
      { status: 200 },
    )
    expect(await confirmedly(browser, admin, () => own(browser, 'POST', 'policies/1/activate'))).toMatchObject({
      status: 200,
      body: { versions: [{ state: 'active' }], identity: {} },
    })
    return browser
  }

  it('a policy is proposed, activated and withdrawn only by who confirmed exactly that', async () => {
    const browser = await activated()
    await confirmedly(browser, admin, () => own(browser, 'PUT', 'policies/2', { ...policy, rules: [] }))
    const { meta } = await own(browser, 'POST', 'policies/2/activate')
    await confirm(browser, [meta.digest], admin)
    expect((await own(browser, 'GET', 'policies')).body.versions[0].identity).toEqual({
      digest: meta.digest,
      confirmed_until: expect.any(String),
    })
    expect((await own(browser, 'DELETE', 'policies/2')).status).toBe(403)
    expect(await confirmedly(browser, admin, () => own(browser, 'DELETE', 'policies/2'))).toMatchObject({ status: 200 })
    // What another version had confirmed does not count for the next.
    await confirmedly(browser, admin, () => own(browser, 'PUT', 'policies/3', { ...policy, rules: [] }))
    expect((await own(browser, 'POST', 'policies/3/activate')).status).toBe(403)
  })

  it('a request waits once it is confirmed, and is sent once an approver confirmed the approval', async () => {
    await activated()
    const [browser, id] = [await signedIn(), randomUUID()]
    const digest = await asked(browser, { id })
    await confirm(browser, [digest])
    expect(await order(browser, { id })).toMatchObject({ status: 202, state: 'waiting' })

    const other = await signedIn(approver.sub, approver.roles)
    const { body } = await own(other, 'GET', `intents/${id}`)
    expect(body.approval).toMatchObject({ may_decide: true, identity: {} })
    const decide = () =>
      own(other, 'POST', `intents/${id}/decisions`, { kind: 'approve', digest: body.approval.digest })
    // Who wrote it confirmed something else.
    await confirm(other, [digest], approver)
    const refused = await decide()
    expect(refused.status).toBe(403)
    expect(await arrived(id)).toBe(0)
    await confirm(other, [refused.meta.digest], approver)
    expect((await own(other, 'GET', 'intents?by=expiry')).body.intents[0].approval.identity).toEqual({
      digest: refused.meta.digest,
      confirmed_until: expect.any(String),
    })
    const done = await decide()
    expect(done).toMatchObject({ status: 200, body: { state: 'confirmed' } })
    const people = done.body.events.filter(({ kind }: { kind: string }) => kind === 'identified')
    // Both may have confirmed in one moment, which has no order.
    expect(people.map(({ person }: { person: string }) => person).sort()).toEqual(['ines', 'tomas'])
    expect(await arrived(id)).toBe(1)
  })

  it('one sign-in confirms several approvals, each once; to decline or to ask needs none', async () => {
    await activated()
    const browser = await signedIn()
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of ids) {
      await confirm(browser, [await asked(browser, { id })])
      expect(await order(browser, { id })).toMatchObject({ state: 'waiting' })
    }
    const other = await signedIn(approver.sub, approver.roles)
    const { body } = await own(other, 'GET', 'intents?by=expiry')
    const requests = body.intents as { id: string; approval: { digest: string } }[]
    const decide = (at: number, kind = 'approve') => {
      const { id = '', approval } = requests[at] ?? {}
      const words = kind === 'approve' ? {} : { words: 'Why today?' }
      return own(other, 'POST', `intents/${id}/decisions`, { kind, digest: approval?.digest, ...words })
    }
    const refusals = [await decide(0), await decide(1)]
    await confirm(
      other,
      refusals.map(({ meta }) => meta.digest),
      approver,
    )
    expect(await decide(0)).toMatchObject({ status: 200, body: { state: 'confirmed' } })
    expect(await decide(1)).toMatchObject({ status: 200, body: { state: 'confirmed' } })
    expect((await decide(2)).status).toBe(403)
    expect((await decide(2, 'ask')).status).toBe(200)
    expect(await decide(2, 'decline')).toMatchObject({ status: 200, body: { state: 'refused' } })
  })
})

describe("Acts of the console's own in production", () => {
  const admin = { sub: 'maren', roles: ['admin'] }
  const webhook = (more: object = {}) => ({
    id: randomUUID(),
    name: 'Desk',
    url: 'https://desk.example/hooks',
    events: ['transfer.failed'],
    zone: 'UTC',
    ...more,
  })
  const add = (browser: Browser, body: object, environment?: string) =>
    own(browser, 'POST', 'webhooks', body, environment)
  const added = async () => (await database.selectFrom('webhook').select('id').execute()).map(({ id }) => id)

  /** Does it once exactly it is confirmed, and sees that it is refused before. */
  async function confirmedly(browser: Browser, act: () => ReturnType<typeof own>) {
    const { status, body, meta } = await act()
    expect([status, body.type]).toEqual([403, '/problems/confirm-identity'])
    await confirm(browser, [meta.digest], admin)
    return act()
  }

  beforeEach(async () => {
    await database.deleteFrom('webhook').execute()
  })

  it('a webhook is added only by who confirmed exactly it, and not in another environment', async () => {
    const browser = await signedIn(admin.sub, admin.roles)
    const body = webhook()
    const { meta } = await add(browser, body)
    await confirm(browser, [meta.digest], admin)
    for (const other of [{ ...body, url: 'https://elsewhere.example/' }, webhook()])
      expect((await add(browser, other)).status).toBe(403)
    expect(await added()).toEqual([])
    expect(await add(browser, body)).toMatchObject({ status: 200, body: { secret: expect.any(String) } })
    expect(await added()).toEqual([body.id])
    expect((await add(browser, webhook(), 'sandbox')).status).toBe(200)
  })

  it('a webhook is turned on, and gets a new secret, only by who confirmed that; turning off needs nothing', async () => {
    const browser = await signedIn(admin.sub, admin.roles)
    const body = webhook()
    await confirmedly(browser, () => add(browser, body))
    const change = (more: object) => own(browser, 'PATCH', `webhooks/${body.id}`, more)
    expect((await change({ action: 'turn-off' })).status).toBe(200)
    expect((await confirmedly(browser, () => change({ action: 'turn-on' }))).status).toBe(200)
    const rotation = { action: 'rotate', id: randomUUID() }
    const rotated = await confirmedly(browser, () => change(rotation))
    expect(rotated).toMatchObject({ status: 200, body: { secret: expect.any(String) } })
    // The confirmation of one rotation is not that of another, whose secret someone else would read.
    expect((await change({ action: 'rotate', id: randomUUID() })).status).toBe(403)
    expect((await own(browser, 'DELETE', `webhooks/${body.id}`)).status).toBe(200)
  })

  it('a restored copy is released only by who confirmed it, by the address of the sandbox as well', async () => {
    await beginHold(database, { id: randomUUID(), beganAt: 1, cause: 'restored', knownUntil: 1 })
    const browser = await signedIn(admin.sub, admin.roles)
    const release = () =>
      own(browser, 'POST', 'hold/release', { report: new Date(1).toISOString(), statement: 'Asked them.' }, 'sandbox')
    expect((await confirmedly(browser, release)).body.type).not.toBe('/problems/confirm-identity')
    await database.deleteFrom('write_hold').execute()
  })

  /** Why the others need none. What is added here gives nothing away and sends nothing of its own. */
  const withoutConfirmation: Record<string, readonly ConsoleOperation[]> = {
    'asked in its own transaction, with what it decides on': [
      ...(['decideIntent', 'sendIntent', 'proposePolicy', 'activatePolicy', 'withdrawPolicy'] as const),
    ],
    'sends only what was confirmed before, under its reference': ['resolveIntent'],
    'records what a person knows or plans, and sends nothing': [
      ...(['noteIntent', 'planMovement', 'changePlan', 'joinMovement', 'undoJoin', 'addNote', 'changeNote'] as const),
      ...(['noteSentRequests', 'reconcileHold', 'savePreset', 'removePreset'] as const),
    ],
    'ends or removes, so that less is sent or opened': [
      ...(['withdrawIntent', 'removeWebhook', 'endSession', 'endOtherSessions'] as const),
      ...(['cancelExport', 'removeExport', 'removeExportSchedule'] as const),
    ],
    'keeps in the console what the person may read there anyway': [
      ...(['startExport', 'addExportSchedule', 'getExportFile', 'getAuditFile'] as const),
      ...(['saveView', 'removeView', 'pinView', 'unpinView', 'openView'] as const),
    ],
    'sets how the desk counts and names, and opens nothing to anyone': ['changeTeamSettings'],
    'is of the sandbox': ['rehearse'],
  }

  it('every act of the console asks for it, or has a reason not to', () => {
    const asked = consoleOperationNames.filter((name) => consoleRow(name).confirmed)
    expect(asked).toEqual(['addWebhook', 'changeWebhook', 'releaseHold'])
    const others = consoleOperationNames.filter((name) => isAct(consoleRow(name)) && !asked.includes(name))
    expect(Object.values(withoutConfirmation).flat().sort()).toEqual([...others].sort())
  })
})

const server = process.env.TEST_DATABASE_URL || undefined

describe.skipIf(server === undefined)('Three consoles on PostgreSQL', () => {
  let fresh: Awaited<ReturnType<typeof freshPostgres>>
  let own: Database
  beforeAll(async () => {
    own = database
    fresh = await freshPostgres(server ?? '', systemClock)
    database = openDatabase({ databaseUrl: fresh.url, dataFolder: folder })
    await migrate(database)
  })
  afterAll(async () => {
    await database.destroy()
    await fresh.drop()
    database = own
  })

  it('use a confirmation once, and the request that used it may be tried at any of them', async () => {
    const browser = await signedIn()
    const body = { ...market, ref_id: randomUUID() }
    const ids = Array.from({ length: 12 }, () => randomUUID())
    await confirm(browser, [await asked(browser, { body })])
    const consoles = [1, 2, 3].map(() => open())
    const sent = ids.map((id, at) => order(browser, { id, body }, consoles[at % 3]))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 403)).toEqual([200])
    const first = ids[statuses.indexOf(200)]
    for (const one of consoles) expect(await order(browser, { id: first, body }, one)).toMatchObject({ status: 200 })
    expect(await arrived(body.ref_id)).toBe(1)
  })
})
