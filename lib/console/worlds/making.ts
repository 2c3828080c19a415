/** Makes the console of a world: its database, sandbox client and people, and the records that a visitor finds there. */

import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Dispatcher } from 'undici'
import { migrate } from '../../database/migrate'
import { type Database, openDatabase } from '../../database/open'
import type { Policy } from '../../features/approvals/policy'
import { askForLargeOrder, doFirstWork, type FirstWork } from '../../features/worlds/first-work'
import { operationNames, rowOf, writeNames, writeRowOf } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import { roles } from '../../provider/roles'
import { demoPerson, rolesWithDigest } from '../../server/auth/people'
import { type Clock, microseconds } from '../../server/clock'
import { type Control, controlOf } from '../../server/sandbox-control'
import type { Settings } from '../../server/settings'
import { type Log, traceOf } from '../../server/telemetry/log'
import type { Metrics } from '../../server/telemetry/metrics'
import { readLimit } from '../../server/upstream/upstream'
import { checkWrite } from '../../server/writes/checks'
import { execute } from '../../server/writes/execute'
import { recordKeys } from '../../server/writes/known-keys'
import { type Console, createConsole } from '../console'
import type { createSandboxClients } from './sandbox-clients'

/** Bytes that the exports of one world may take. */
const exportStorage = 32 * 1024 * 1024
/** Bytes that its database may take before nothing more is asked of it, and at all: what is under way is still recorded. */
export const worldStorage = { most: 64 * 1024 * 1024, atAll: 96 * 1024 * 1024 }

const orders = writeNames.filter((name) => writeRowOf(name).moves.money === 'order')

/** Large orders, and many that are large together, need another person. */
const demoPolicy: Policy = {
  rules: [
    {
      id: 'large-orders',
      operations: orders,
      environments: ['sandbox'],
      from: { amount: '250000.00', asset: 'USD' },
      approvers: { count: 1, roles: ['approver', 'admin'] },
      expires_hours: 24,
    },
    {
      id: 'orders-of-a-day',
      operations: orders,
      environments: ['sandbox'],
      limit: { amount: '1000000.00', asset: 'USD', hours: 24, per: 'person' },
      approvers: { count: 1, roles: ['approver', 'admin'] },
      expires_hours: 24,
    },
  ],
  stand_ins: [],
}
const readScopes = new Set(operationNames.map(rowOf).flatMap(({ method, scope }) => (method === 'GET' ? [scope] : [])))

type WorldFactoryDependencies = {
  /** Of the console that all share. */
  settings: Settings
  log: Log
  metrics?: Metrics
  clock: Clock
  dispatcher: Dispatcher
  control: Control
  clients: ReturnType<typeof createSandboxClients>
  /** Where the files of all worlds are. */
  folder: string
}

/** @returns what makes the console of a world with this id; `ready` prepares the folder */
export function createWorldFactory({
  settings,
  log,
  metrics,
  clock,
  dispatcher,
  control,
  clients,
  folder,
}: WorldFactoryDependencies) {
  const { sandbox } = settings.credentials
  const template = join(folder, 'template.sqlite')
  let profileNames: Promise<ReadonlyMap<string, string>> | undefined

  /** Makes the file that every world's database is copied from, in a folder without what an earlier process left. */
  async function prepare(): Promise<void> {
    await rm(folder, { recursive: true, force: true })
    const database = openDatabase({ dataFolder: join(folder, 'template') }, { isDurable: false })
    try {
      await migrate(database)
      await recordKeys(database, settings, clock)
      // What was written may still be in a log beside the file.
      await sql`vacuum into ${template}`.execute(database)
    } finally {
      await database.destroy()
    }
    await chmod(folder, 0o700)
  }
  let prepared: Promise<void> | undefined
  const ready = () => {
    prepared ??= prepare().catch((error) => {
      // Tried again by the next visitor.
      prepared = undefined
      throw error
    })
    return prepared
  }

  /** @param began the first line of its audit log */
  async function open(id: string, began: (console: Console) => Promise<void>): Promise<Console> {
    const dataFolder = join(folder, id)
    await ready()
    await mkdir(dataFolder, { mode: 0o700 })
    profileNames ??= clients.profileNames(sandbox?.clientId ?? '').catch((error) => {
      profileNames = undefined
      throw error
    })
    const names = await profileNames
    const credential = await clients.make(id)
    await copyFile(template, join(dataFolder, 'console.sqlite'))
    const ofWorld: Settings = {
      ...settings,
      world: id,
      worldsToken: undefined,
      dataFolder,
      exportStorage,
      worldStorage: worldStorage.most,
      credentials: { sandbox: { ...sandbox, ...credential } as typeof sandbox },
    }
    const database = openDatabase({ dataFolder }, { isDurable: false, maximumBytes: worldStorage.atAll })
    const console = createConsole({
      settings: ofWorld,
      database,
      log: log.child({ world: id }),
      clock,
      dispatcher,
      metrics,
      control: controlOf(control, credential.clientId),
    })
    await began(console)
    const { encryption } = console.writes.ledger
    await database
      .insertInto('person')
      .values(
        roles.map((role) => {
          const { subject, name } = demoPerson(role, id)
          return {
            subject,
            name,
            ...rolesWithDigest(encryption, { subject, roles: role }),
            signed_in_at: microseconds(clock),
            roles_since: microseconds(clock),
          }
        }),
      )
      .execute()
    const { owner, tokens } = console.writes.upstreams.of('sandbox')
    const { name } = demoPerson('treasury', id)
    for (const [key, value] of names) await console.presets.save(owner, 'profile', { key, value }, { name })
    await work(console, database, id, names)
    console.begin()
    // The overview, which comes next, waits for them otherwise.
    for (const scope of readScopes) tokens.token(scope, AbortSignal.timeout(readLimit)).catch(() => undefined)
    return console
  }

  /** Does the first work as the world's treasury, the last of it under a policy. Without it the world works as well. */
  async function work(
    { writes, policies }: Console,
    database: Database,
    id: string,
    profiles: ReadonlyMap<string, string>,
  ): Promise<void> {
    const session = { ...demoPerson('treasury', id), id: '' }
    const environment = 'sandbox'
    const write: FirstWork['write'] = async (name, body, path = {}) => {
      const input = checkWrite(writes.settings, environment, name, { path, body, query: new URLSearchParams() })
      await execute(writes, { id: randomUUID(), environment, name, input, session }).catch((error) => {
        if (!(error instanceof ProblemError) || error.problem.status !== 504) throw error
      })
    }
    try {
      await doFirstWork({ profiles, write, loseNextAnswer: (name) => clients.loseNextAnswer(id, name) })
      const admin = { ...demoPerson('admin', id), id: '' }
      await policies.propose(database, 1, demoPolicy, admin)
      await policies.activate(database, 1, admin, true)
      await askForLargeOrder({ profiles, write })
    } catch (error) {
      log.warn({ event: 'world-without-work', world: id, ...traceOf(error) }, 'worlds')
    }
  }

  return { ready, open }
}
