/**
 * Worlds of visitors' own. A world is a console of its own, with a database file and a client of the embedded sandbox that
 * no other console has: whatever an id, view, export, webhook or live stream leads to is in one of them. Worlds end with the
 * process.
 */
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'next-auth/jwt'
import type { DefaultRole } from '../../provider/roles'
import type { Requester } from '../../server/audit/audit'
import { networkOf } from '../../server/auth/client-address'
import { demoPerson } from '../../server/auth/people'
import type { RequestContext } from '../../server/auth/request-context'
import { givenSessionCookie } from '../../server/auth/session-cookie'
import { absoluteLimit } from '../../server/auth/sessions'
import { type Clock, wait } from '../../server/clock'
import { createControl } from '../../server/sandbox-control'
import type { Settings } from '../../server/settings'
import { type Log, traceOf } from '../../server/telemetry/log'
import type { Metrics } from '../../server/telemetry/metrics'
import { openConnections } from '../../server/upstream/connections'
import { readLimit } from '../../server/upstream/upstream'
import type { Console } from '../console'
import { createLinks } from './links'
import { createWorldFactory } from './making'
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
  const worlds = new Map<string, World>()
  /** Those that are there, are being made, or are being removed. */
  const known = new Set<string>()
  const removals = new Set<Promise<void>>()
  const links = createLinks(clock)
  const { ready, open } = createWorldFactory({ settings, log, metrics, clock, dispatcher, control, clients, folder })

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
