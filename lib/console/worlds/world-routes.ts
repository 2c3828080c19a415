/**
 * What is asked below /api/worlds: a world of one's own, another role in it, links for colleagues, a
 * fresh start, and its end.
 */
import { randomBytes } from 'node:crypto'
import {
  type insideWorld,
  type OfferedWorld,
  type outsideWorld,
  type WorldLink,
  type WorldOperation,
  worldOperationNames,
  worldOperations,
} from '../../features/worlds/interface'
import { ProblemError } from '../../provider/problem'
import { type DefaultRole, isRole } from '../../provider/roles'
import type { Act } from '../../server/audit/audit'
import { networkOf } from '../../server/auth/client-address'
import { demoPerson, isGuest } from '../../server/auth/people'
import type { ConsoleRequest, RequestContext } from '../../server/auth/request-context'
import { clearedSessionCookie } from '../../server/auth/session-cookie'
import type { Session } from '../../server/auth/sessions'
import {
  type AnswerDependencies,
  answer,
  jsonAnswer,
  methodNotAllowed,
  notFound,
  segmentsOf,
} from '../../server/http/answer'
import { jsonOf } from '../../server/http/body'
import type { Settings } from '../../server/settings'
import type { Console } from '../console'
import type { World, Worlds } from './worlds'

export type WorldRoutesDependencies = Pick<AnswerDependencies, 'clock' | 'log'> & {
  settings: Settings
  /** The console that all share. */
  shared: Console
  worlds: Worlds
}

const givenCookie = (cookie: string, body: object = {}) => jsonAnswer(JSON.stringify(body), { 'set-cookie': cookie })

async function roleOf({ request }: RequestContext): Promise<DefaultRole> {
  const body = Object(await jsonOf(request)) as { role?: unknown }
  if (isRole(body.role)) return body.role
  throw new ProblemError(400, 'invalid-input', 'There is no such role.')
}

type Outside = { world: World | undefined; context: RequestContext }
/** Who is in a world, and what they asked. */
type Inside = Outside & {
  world: World
  session: Session
  /** Writes the act to the audit log, which comes before it. @param id of a link */
  begin: (detail?: object, id?: string) => Promise<void>
}

/** What the audit log of a world has of an act. */
const actOf = (act: WorldOperation): Act => ({ act, kind: 'demo', environment: 'sandbox' })

/** How often one network may look at links and join by them. */
export const mostTries = { most: 60, seconds: 600 }

/** One answer for links that were revoked, have expired or never were, and for those whose world is over. */
const noSuchLink = () =>
  new ProblemError(404, 'no-such-link', 'This link does not open a demo.', {
    detail: 'It was revoked or has expired, or the demo has ended. Ask for a new link, or start a demo of your own.',
  })

export function createWorldRoutes({ settings, shared, worlds, ...core }: WorldRoutesDependencies) {
  const { links } = worlds
  const { keyOf, take } = shared.counts

  /**
   * Ends the session of this browser in a world, whose place another one takes.
   * @returns whether it leads back in: not if it was ended, or replaced before, and not if a link gave it
   */
  async function replaced(world: World | undefined, { request }: RequestContext): Promise<boolean> {
    if (!world) return false
    const { access, sessions } = world.console
    const id = await access.idOf(request.headers.get('cookie'))
    if (id === undefined) return false
    const wasOpen = await sessions.replace(id)
    return wasOpen && !isGuest((await sessions.subjectOf(id)) ?? '')
  }

  /** Ends the sessions of who joined by a link. */
  const endGuests = ({ id, console }: World, link: WorldLink) =>
    console.sessions.takeAccess(demoPerson(link.role, id, link.id).subject, 'link-revoked')

  /** The world that a link leads to. @throws ProblemError 404, 429 */
  async function linked(context: RequestContext) {
    const key = keyOf('link', networkOf(context.address))
    await take(key, mostTries, 'Too many links were opened from your network.')
    const { token } = Object(await jsonOf(context.request)) as { token?: unknown }
    const found = links.find(token)
    const target = worlds.find(found?.world)
    if (!found || !target) throw noSuchLink()
    return { found, target }
  }

  const outside: Record<keyof typeof outsideWorld, (asked: Outside) => Promise<Response>> = {
    /** A new world, or the one of this browser's session, which may have been idle for too long. */
    async startWorld({ world, context }) {
      const own = world && (await replaced(world, context)) ? world : await worlds.make(context, 'startWorld')
      const { subject } = demoPerson('treasury', own.id)
      return givenCookie(await worlds.enter(own, 'treasury', context), { url: '/sandbox', person: subject })
    },
    /** What a link opens. Nothing is changed. */
    async previewLink({ world, context }) {
      const { found, target } = await linked(context)
      const { role, ends_at } = found.link
      const session = await world?.console.access.sessionOf(context.request.headers.get('cookie'), false)
      const isInside = session !== undefined && !('ended' in session)
      const place = !isInside ? 'nowhere' : world === target ? 'here' : 'elsewhere'
      return jsonAnswer(JSON.stringify({ role, ends_at, place } satisfies OfferedWorld))
    },
    async joinWorld({ world, context }) {
      const { found, target } = await linked(context)
      if (!links.join(found)) throw noSuchLink()
      const { id, role } = found.link
      const { audit } = target.console
      const by = demoPerson(role, target.id, id)
      await audit.during(context, () => audit.write({ ...actOf('joinWorld'), outcome: 'begun', kind: 'links', id, by }))
      await replaced(world, context)
      const cookie = await worlds.enter(target, role, context, id)
      // Revoked meanwhile.
      if (!links.list(target.id).some((one) => one.id === id)) {
        await endGuests(target, found.link)
        throw noSuchLink()
      }
      return givenCookie(cookie, { url: '/sandbox' })
    },
  }

  const inside: Record<keyof typeof insideWorld, (asked: Inside) => Promise<Response>> = {
    async switchRole({ world, session, context, begin }) {
      const role = await roleOf(context)
      await begin({ role })
      const cookie = await worlds.enter(world, role, context)
      await world.console.sessions.end(session.id)
      return givenCookie(cookie)
    },
    /** The audit log ends with its world: that of the new one begins with this. */
    async resetWorld({ world, session, context, begin }) {
      const role = session.roles.find(isRole) ?? 'treasury'
      await begin()
      const fresh = await worlds.make(context, 'resetWorld', role)
      void worlds.remove(world)
      return givenCookie(await worlds.enter(fresh, role, context))
    },
    async listOthers({ world, context }) {
      world.console.audit.read(context, { kind: 'sessions', environment: 'sandbox' })
      const guests = (await world.console.sessions.open()).filter(({ subject }) => isGuest(subject))
      const others = [...new Map(guests.map(({ subject, name }) => [subject, name])).values()]
      return jsonAnswer(JSON.stringify({ others }))
    },
    async listLinks({ world, context }) {
      world.console.audit.read(context, { kind: 'links', environment: 'sandbox' })
      return jsonAnswer(JSON.stringify({ links: links.list(world.id) }))
    },
    /** The link is in this answer only. Its token is in the fragment. */
    async makeLink({ world, session, context, begin }) {
      const role = await roleOf(context)
      const id = randomBytes(4).toString('hex')
      await begin({ role }, id)
      const { token, link } = links.make(world.id, { id, role, by: session.name })
      return jsonAnswer(JSON.stringify({ url: `${settings.origin}/join#${token}`, link }))
    },
    /** Whoever joined by it is out at once. */
    async revokeLink({ world, context, begin }) {
      const { id } = Object(await jsonOf(context.request)) as { id?: unknown }
      const link = links.list(world.id).find((one) => one.id === id)
      if (!link) throw new ProblemError(404, 'no-such-link', 'There is no such link.')
      await begin({ role: link.role }, link.id)
      links.revoke(world.id, link.id)
      await endGuests(world, link)
      return jsonAnswer(JSON.stringify({ links: links.list(world.id) }))
    },
    /** Ends the world of who began it; a guest only leaves. */
    async leaveWorld({ world, session, begin }) {
      await begin()
      if (isGuest(session.subject)) await world.console.sessions.end(session.id)
      else void worlds.remove(world)
      return givenCookie(clearedSessionCookie(settings))
    },
  }

  const isOutside = (name: string): name is keyof typeof outside => Object.hasOwn(outside, name)

  async function answerInside(name: keyof typeof inside, context: RequestContext, world: World | undefined) {
    const act = actOf(name)
    if (!worldOperations[name].isRead) context.act = act
    // Outside a world: says that there is no session, or that its world has ended.
    const session = await (world?.console ?? shared).access.requireSession(context)
    shared.access.requireSameOrigin(context)
    if (!world) throw notFound()
    if (isGuest(session.subject) && !worldOperations[name].isForGuests)
      throw new ProblemError(403, 'not-permitted', 'Only the person who began this demo may do that.', {
        detail: `You joined it by a link, as ${session.roles[0]}.`,
      })
    const begin = async (detail = {}, id = '') => {
      const begun = { ...act, outcome: 'begun' as const, detail, ...(id && { kind: 'links', id }) }
      await world.console.audit.write(begun)
      context.act = begun
    }
    return inside[name]({ world, session, context, begin })
  }

  return async (request: ConsoleRequest): Promise<Response> => {
    const world = await worlds.of(request.headers.get('cookie'))
    return answer({ ...core, audit: world?.console.audit }, request, 'worlds', async (context) => {
      const action = segmentsOf(new URL(request.url)).slice(1).join('/')
      const found = worldOperationNames.filter((one) => worldOperations[one].path === action)
      if (found.length === 0) throw notFound()
      const name = found.find((one) => worldOperations[one].method === request.method)
      if (!name) throw methodNotAllowed(found.map((one) => worldOperations[one].method))
      context.operation = name
      if (!isOutside(name)) return answerInside(name, context, world)
      shared.access.requireSameOrigin(context)
      return outside[name]({ world, context })
    })
  }
}
