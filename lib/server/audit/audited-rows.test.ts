/** Every row of Mintdesk's own interface that is an act has a line of the audit log, before it takes place. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ownPath } from '../../api/own-row'
import { consoleOperationNames, consoleOperations, consoleRow } from '../../features/operations'
import { consoleSchemas } from '../../features/schemas'
import { ProblemError } from '../../provider/problem'
import { roles } from '../../provider/roles'
import { createAccess } from '../auth/access'
import { systemClock } from '../clock'
import { createConsoleRoutes, isAct } from '../http/console-routes'
import { noBounds, settingsFor, silentLog } from '../testing'
import type { Upstreams } from '../upstream/upstream'
import type { Act, Audit } from './audit'

/** Inputs are another test's: here every one is accepted. */
const schemas = new Proxy(consoleSchemas, { get: () => z.looseObject({}) })

const settings = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
const session = { subject: 'ines', name: 'Ines Okafor', roles }
const values = { id: 'a-1', other: 'b-1', list: 'transfers', sequence: '1' } as never

/** Asks for each operation once, and notes in which order lines and handlers came. */
async function asked({ fails = false, isPersonal = true, accepts = true } = {}) {
  const order: string[] = []
  const audit: Pick<Audit, 'during' | 'write' | 'refuse' | 'read' | 'isCounted'> = {
    during: (_, answer) => answer(),
    async write({ act, outcome }: Act) {
      if (!accepts) throw new ProblemError(503, 'database-unavailable', 'The disk is full.')
      order.push(`${act} ${outcome}`)
    },
    refuse: async ({ act, outcome }) => void order.push(`${act} ${outcome}`),
    isCounted: () => false,
    read: (_, { kind }) => void order.push(`${kind} counted`),
  }
  const handlers = Object.fromEntries(
    consoleOperationNames.map((name) => [
      name,
      async () => {
        order.push(`${name} handled`)
        if (fails) throw new ProblemError(409, 'not-held', 'Not held.')
        return {}
      },
    ]),
  )
  const access = createAccess(settings, {} as never)
  access.requireSession = async () => session as never
  const upstreams = { of: () => ({ owner: {}, now: () => 0 }) } as unknown as Upstreams
  const stepUp = { requireFor: async () => undefined }
  const own = createConsoleRoutes(
    {
      clock: systemClock,
      log: silentLog,
      audit: audit as Audit,
      access,
      bounds: noBounds,
      stepUp,
      writes: { upstreams },
    },
    consoleOperations,
    handlers,
    schemas,
  )
  const statuses = new Map<string, number>()
  for (const name of consoleOperationNames) {
    const { method } = consoleRow(name)
    const { status } = await own(
      new Request(`http://localhost:3000${ownPath('sandbox', consoleRow(name), values)}`, {
        method,
        headers: {
          origin: settings.origin,
          'content-type': 'application/json',
          ...(!isPersonal && { 'x-mintdesk-background': '1' }),
        },
        ...(method !== 'GET' && { body: '{}' }),
      }),
    )
    statuses.set(name, status)
  }
  return { order, statuses }
}

const audited = consoleOperationNames.filter((name) => isAct(consoleRow(name)))

test('a line of each act comes before its handler, and each read by a person is counted', async () => {
  const { order } = await asked()
  expect(audited.length).toBeGreaterThan(30)
  expect(order).toEqual(
    consoleOperationNames.flatMap((name) => {
      const row = consoleRow(name)
      if (isAct(row)) return [`${name} begun`, `${name} handled`]
      return row.isBackground && !row.showsRecords ? [`${name} handled`] : [`${name} counted`, `${name} handled`]
    }),
  )
})

test('whatever is no GET is an act, unless its row says that it changes nothing', () => {
  const others = consoleOperationNames.filter((name) => consoleRow(name).method !== 'GET' && !audited.includes(name))
  expect(others.filter((name) => !consoleRow(name).isRead)).toEqual([])
})

test('an act that fails has a second line that says so', async () => {
  const { order } = await asked({ fails: true })
  expect(order.filter((one) => one.endsWith(' refused'))).toEqual(audited.map((name) => `${name} refused`))
})

test('without its line no act takes place, and reads go on', async () => {
  const { order, statuses } = await asked({ accepts: false })
  expect(audited.map((name) => statuses.get(name))).toEqual(audited.map(() => 503))
  const reads = consoleOperationNames.filter((name) => !audited.includes(name))
  expect(reads.map((name) => statuses.get(name))).toEqual(reads.map(() => 200))
  expect(order.filter((one) => one.endsWith(' handled'))).toEqual(reads.map((name) => `${name} handled`))
})

test('a request that says that no person asked has the same lines', async () => {
  const [background, personal] = [await asked({ isPersonal: false }), await asked()]
  expect(background.order).toEqual(personal.order)
})

test('what changes records or shows them is never left out because a page asks for it by itself', () => {
  const left = consoleOperationNames
    .map(consoleRow)
    .filter((row) => row.isBackground && !row.showsRecords && !isAct(row))
  expect(left.map(({ path }) => path).sort()).toEqual([
    ...['connection', 'exports', 'exports/{id}', 'hold/summary', 'notes', 'notes/people', 'people', 'rehearsal'],
    ...['sessions', 'views', 'views/counts', 'webhooks', 'webhooks/{id}/deliveries'],
  ])
})
