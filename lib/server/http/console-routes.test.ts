/** Each operation of Mintdesk's own interface is routed, refused and described as its row says. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { ownPath } from '../../api/own-row'
import { type ConsoleOperation, consoleOperationNames, consoleOperations, consoleRow } from '../../features/operations'
import { consoleSchemas } from '../../features/schemas'
import { ProblemError } from '../../provider/problem'
import { type Role, rights, roles } from '../../provider/roles'
import type { Audit } from '../audit/audit'
import { createAccess } from '../auth/access'
import { systemClock } from '../clock'
import { noBounds, settingsFor, silentLog } from '../testing'
import type { Upstreams } from '../upstream/upstream'
import { describeConsole } from './console-description'
import { createConsoleRoutes } from './console-routes'

const settings = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
const values = { id: 'a-1', other: 'b-1', list: 'transfers', sequence: '1' } as never

/** A console whose handlers only note that they were asked, for a person of these roles. */
function routesFor(held: readonly Role[] | undefined) {
  const asked: { name: string; isPersonal?: boolean }[] = []
  const handlers = Object.fromEntries(
    consoleOperationNames.map((name) => [name, async () => ({ asked: asked.push({ name }) })]),
  )
  const access = createAccess(settings, {} as never)
  const personal: boolean[] = []
  access.requireSession = async (_, isPersonal = true) => {
    personal.push(isPersonal)
    if (!held) throw new ProblemError(401, 'unauthenticated', 'You are not signed in.')
    return { subject: 'ines', name: 'Ines Okafor', roles: held } as never
  }
  const upstreams = { of: () => ({ owner: { environment: 'sandbox', clientId: 'c' } }) } as unknown as Upstreams
  const audit = {
    during: (_: unknown, answer: () => unknown) => answer(),
    write: async () => undefined,
    refuse: async () => undefined,
    isCounted: () => false,
    read: () => undefined,
    refuseUnknown: () => undefined,
  }
  const core = {
    clock: systemClock,
    log: silentLog,
    access,
    audit: audit as unknown as Audit,
    bounds: noBounds,
    stepUp: { requireFor: async () => undefined },
    writes: { upstreams },
  }
  const own = createConsoleRoutes(core, consoleOperations, handlers, consoleSchemas)
  return { own, asked, personal }
}

const request = (name: ConsoleOperation, headers: Record<string, string> = { origin: settings.origin }) =>
  new Request(`http://localhost:3000${ownPath('sandbox', consoleRow(name), values)}`, {
    method: consoleRow(name).method,
    headers,
  })

describe.each(consoleOperationNames)('%s', (name) => {
  const row = consoleRow(name)

  test.each(roles)('asks its handler for %s only as its row says', async (role) => {
    const { own, asked } = routesFor([role])
    const { status } = await own(request(name))
    const isAllowed = row.roles.includes(role)
    // Without an input, operations that need one answer 400 or 415.
    expect(isAllowed ? [200, 400, 415] : [403]).toContain(status)
    expect(asked.length).toBe(status === 200 ? 1 : 0)
  })

  test('is open to a role that has only a right which its row names', async () => {
    for (const right of rights) {
      const { status } = await routesFor(['own:desk', right]).own(request(name))
      expect([right, row.roles.includes(right) ? [200, 400, 415].includes(status) : status === 403]).toEqual([
        right,
        true,
      ])
    }
  })

  test('needs a session, which it extends only for a person', async () => {
    const { own, asked, personal } = routesFor(undefined)
    expect((await own(request(name))).status).toBe(401)
    expect([asked, personal]).toEqual([[], [!row.isBackground]])
  })

  test('is not for other sites unless it is a GET', async () => {
    const { own } = routesFor(roles)
    const { status } = await own(request(name, { origin: 'https://evil.example' }))
    expect(status === 403).toBe(row.method !== 'GET')
  })
})

test('an unknown address is answered 404, another method 405 with those that are allowed', async () => {
  const { own } = routesFor(roles)
  const ask = (path: string, method: string) => own(new Request(`http://localhost:3000/api/${path}`, { method }))
  expect((await ask('sandbox/elsewhere', 'GET')).status).toBe(404)
  expect((await ask('elsewhere/views', 'GET')).status).toBe(404)
  expect((await ask('sandbox/views/%ff', 'GET')).status).toBe(400)
  const refused = await ask('sandbox/presets', 'POST')
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, PUT, DELETE'])
})

test('each address and method belongs to one operation', () => {
  const places = consoleOperationNames.map((name) => `${consoleRow(name).method} ${consoleRow(name).path}`)
  expect(new Set(places).size).toBe(places.length)
})

test('the description is valid OpenAPI 3.1 and has each operation', async () => {
  const document = describeConsole(settings.origin, consoleOperations, consoleSchemas)
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(described.map(({ operationId }) => operationId).sort()).toEqual([...consoleOperationNames].sort())
})
