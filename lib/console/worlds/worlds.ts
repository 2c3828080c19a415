/**
 * Worlds of visitors' own. A world is a console of its own, with a database file and a client of the embedded sandbox that
 * no other console has: whatever an id, view, export, webhook or live stream leads to is in one of them. Worlds end with the
 * process.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { encode } from 'next-auth/jwt'
import { migrate } from '../../database/migrate'
import { type Database, openDatabase } from '../../database/open'
import type { Policy } from '../../features/approvals/policy'
import { askForLargeOrder, doFirstWork, type FirstWork } from '../../features/worlds/first-work'
import { operationNames, rowOf, writeNames, writeRowOf } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import { type DefaultRole, roles } from '../../provider/roles'
import type { Requester } from '../../server/audit/audit'
import { networkOf } from '../../server/auth/client-address'
import { demoPerson, rolesWithDigest } from '../../server/auth/people'
import type { RequestContext } from '../../server/auth/request-context'
import { givenSessionCookie } from '../../server/auth/session-cookie'
import { absoluteLimit } from '../../server/auth/sessions'
import { type Clock, microseconds, wait } from '../../server/clock'
import { controlOf, createControl } from '../../server/sandbox-control'
import type { Settings } from '../../server/settings'
import { type Log, traceOf } from '../../server/telemetry/log'
import type { Metrics } from '../../server/telemetry/metrics'
import { openConnections } from '../../server/upstream/connections'
import { readLimit } from '../../server/upstream/upstream'
import { checkWrite } from '../../server/writes/checks'
import { execute } from '../../server/writes/execute'
import { recordKeys } from '../../server/writes/known-keys'
import { type Console, createConsole } from '../console'
import { createLinks } from './links'
import { createSandboxClients } from './sandbox-clients'

/** Worlds at once, and of one network: the one that was idle longest goes first. */
const mostWorlds = { all: 200, ofNetwork: 20 }
/** Worlds that one network may make or start over within so many seconds. */
export const mostMade = { most: 30, seconds: 600 }
/** Milliseconds without a request after which a world is removed, and between two looks. */
export const idleLimit = 24 * 3_600_000
const lookEvery = 600_000
/** Milliseconds for which a world that is removed waits for its writes. */
const writesLimit = 30_000
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

export type World = {
  id: string
  console: Console
  /** Where it was made from. */
  network: string
  /** When it was last asked for something, on the steady clock. */
  usedAt: number
}

export type WorldsDependencies = {
  /** Of the console that all share, with `worldsToken`. */
  settings: Settings
  shared: Pick<Console, 'access' | 'counts' | 'isLiving'>
  log: Log
  /** Where requests and calls are counted, of all worlds together. */
  metrics?: Metrics
  clock: Clock
  most?: typeof mostWorlds
}

export function createWorlds(dependencies: WorldsDependencies) {
  const { settings, shared, log, metrics, clock, most = mostWorlds } = dependencies
  const { sandbox } = settings.credentials
  if (!sandbox || !settings.worldsToken) throw new Error('Worlds need the embedded sandbox and its control.')
  // One for all worlds: connections belong to nobody, each request has its own token.
  const dispatcher = openConnections(undefined, {
    connections: 64,
    headersTimeout: readLimit,
    bodyTimeout: readLimit,
    keepAliveTimeout: 30_000,
  })
  const control = createControl({ baseUrl: sandbox.baseUrl, token: settings.worldsToken, dispatcher })
  const clients = createSandboxClients(control)
  const folder = join(settings.dataFolder, 'worlds')
  const template = join(folder, 'template.sqlite')
  const worlds = new Map<string, World>()
  /** Those that are there, are being made, or are being removed. */
  const known = new Set<string>()
  const removals = new Set<Promise<void>>()
  const links = createLinks(clock)
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

  /**
   * Makes a world. If there are too many, the one that was idle longest is removed.
   * @param requester who asks for it, and is not known here yet
   * @param act       by which it begins: its audit log has nothing earlier
   * @throws ProblemError 429, or 503 if the sandbox does not answer
   */
  async function make(requester: Requester, act: string, role: DefaultRole = 'treasury'): Promise<World> {
    const network = networkOf(requester.address)
    const { keyOf, take } = shared.counts
    await take(keyOf('world', network), mostMade, 'Too many demos were started from your network.')
    const id = randomBytes(16).toString('hex')
    known.add(id)
    const began = ({ audit }: Console) =>
      audit.during(requester, () =>
        audit.write({ act, kind: 'demo', environment: 'sandbox', by: demoPerson(role, id) }),
      )
    try {
      const world = { id, network, console: await open(id, began), usedAt: clock.steady() }
      worlds.set(id, world)
      const others = [...worlds.values()].filter((one) => one !== world).sort((a, b) => a.usedAt - b.usedAt)
      const own = others.filter((one) => one.network === network)
      const [idlest] = own.length >= most.ofNetwork ? own : worlds.size > most.all ? others : []
      if (idlest) void remove(idlest)
      log.info({ event: 'world-made', world: id, worlds: worlds.size }, 'worlds')
      return world
    } catch (error) {
      await discard(id)
      throw error
    }
  }

  /** Deletes a world's records. What the sandbox does not delete now, the next look does. */
  async function discard(id: string): Promise<void> {
    try {
      await rm(join(folder, id), { recursive: true, force: true })
      await clients.remove(id)
    } catch (error) {
      log.warn({ event: 'world-not-removed', world: id, ...traceOf(error) }, 'worlds')
    } finally {
      known.delete(id)
    }
  }

  async function end({ id, console }: World): Promise<void> {
    await console.stopWork()
    await Promise.race([console.writesEnded(), wait(clock, writesLimit)])
    await console.close()
    await discard(id)
    log.info({ event: 'world-removed', world: id, worlds: worlds.size }, 'worlds')
  }

  /** From now on nothing reaches the world. Resolves when everything that belonged to it is gone. */
  function remove(world: World): Promise<void> {
    if (!worlds.delete(world.id)) return Promise.resolve()
    links.end(world.id)
    const removal = end(world)
      .catch((error) => log.warn({ event: 'world-not-removed', world: world.id, ...traceOf(error) }, 'worlds'))
      .finally(() => removals.delete(removal))
    removals.add(removal)
    return removal
  }

  /** Removes worlds that nobody used for a day, and what was left of others. Never throws. */
  async function removeIdle(): Promise<void> {
    const now = clock.steady()
    await Promise.all([...worlds.values()].filter(({ usedAt }) => now - usedAt > idleLimit).map(remove))
    try {
      await ready()
      const left = [...(await clients.worlds()), ...(await readdir(folder))]
      for (const id of new Set(left)) if (/^[\da-f]{32}$/.test(id) && !known.has(id)) await discard(id)
    } catch (error) {
      log.warn({ event: 'worlds-not-read', ...traceOf(error) }, 'worlds')
    }
  }

  let cancelLook = () => {}
  let looking: Promise<void> = Promise.resolve()
  let isClosed = false
  /** Removes what is past its life now, and then now and then. */
  function start(): void {
    looking = removeIdle().then(() => {
      if (!isClosed) cancelLook = clock.after(lookEvery, start)
    })
  }

  return {
    make,
    remove,
    removeIdle,
    start,
    /** The world whose session a `Cookie` header has, which counts as a use; undefined if it has none, or it is over. */
    async of(cookies: string | null): Promise<World | undefined> {
      const world = worlds.get((await shared.access.worldOf(cookies)) ?? '')
      if (world) world.usedAt = clock.steady()
      return world
    },
    /** Whether a `Cookie` header's session was alive a moment ago, in a world or in the shared console; it grants nothing. */
    isLiving: (cookies: string | undefined) =>
      (worlds.get(shared.access.knownWorldOf(cookies ?? null) ?? '')?.console ?? shared).isLiving(cookies),
    links,
    /** A world that is there, by its id. */
    find: (id: string | undefined) => worlds.get(id ?? ''),
    /** The cookie of a new session in a world, as the demo user of a role. @param link by which a colleague joins */
    async enter({ id, console }: World, role: DefaultRole, context: RequestContext, link?: string): Promise<string> {
      const place = { address: context.address, userAgent: context.request.headers.get('user-agent') }
      const begin = () => console.sessions.begin(demoPerson(role, id, link), undefined, place)
      const sid = await console.audit.during(context, begin)
      const maxAge = absoluteLimit / 1_000_000
      const value = await encode({ token: { sid, world: id }, secret: settings.secret, maxAge })
      return givenSessionCookie(settings, value, maxAge)
    },
    /** The consoles of all worlds. */
    consoles: () => [...worlds.values()].map(({ console }) => console),
    /** Closes all of them with the process. Their clients are removed when it starts again: the sandbox stops too. */
    async close() {
      isClosed = true
      cancelLook()
      await Promise.all([...worlds.values()].map(({ console }) => console.close()))
      await Promise.all([...removals, looking])
      await rm(folder, { recursive: true, force: true })
      await dispatcher.close()
    },
  }
}

export type Worlds = ReturnType<typeof createWorlds>
