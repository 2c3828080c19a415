/**
 * What is asked below /api/worlds: a world of one's own, another role in it, links for colleagues, a
 * fresh start, and its end.
 */
import type { OfferedWorld, WorldLink } from '../../api/console/worlds'
import { ProblemError } from '../../api/problem'
import { type DefaultRole, isRole } from '../../api/roles'
import { addressHeader, networkOf } from '../auth/client-address'
import { demoPerson, isGuest } from '../auth/people'
import { clearedSessionCookie } from '../auth/session-cookie'
import type { Session, SignInPlace } from '../auth/sessions'
import type { Console } from '../console'
import { type AnswerDependencies, answer, jsonAnswer, methodNotAllowed, notFound, segmentsOf } from '../http/answer'
import { jsonOf } from '../http/body'
import type { ConsoleRequest, RequestContext } from '../http/request-context'
import type { Settings } from '../settings'
import { createNetworkLimit } from './network-limit'
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

/** Where a visitor comes from. */
const placeOf = ({ request: { headers } }: RequestContext): SignInPlace => ({
  address: headers.get(addressHeader) ?? '',
  userAgent: headers.get('user-agent'),
})

/** Who is in a world, and what they asked. */
type Inside = { world: World; session: Session; context: RequestContext; address: string }
type Outside = { world: World | undefined; context: RequestContext; address: string }

/** How often one network may look at links and join by them. */
export const mostTries = { count: 60, millis: 600_000 }

/** One answer for links that were revoked, have expired or never were, and for those whose world is over. */
const noSuchLink = () =>
  new ProblemError(404, 'no-such-link', 'This link does not open a demo.', {
    detail: 'It was revoked or has expired, or the demo has ended. Ask for a new link, or start a demo of your own.',
  })

export function createWorldRoutes({ settings, shared, worlds, ...core }: WorldRoutesDependencies) {
  const { links } = worlds
  const countTry = createNetworkLimit(mostTries, 'Too many links were opened from your network.', core.clock)

  /** Whether the session of this browser, which may have ended, is one that a link gave. */
  async function isGuestOf(world: World, { request }: RequestContext): Promise<boolean> {
    const { access, sessions } = world.console
    const id = await access.idOf(request.headers.get('cookie'))
    return isGuest((id && (await sessions.subjectOf(id))) ?? '')
  }

  /** Ends the sessions of who joined by a link. */
  const endGuests = ({ id, console }: World, link: WorldLink) =>
    console.sessions.takeAccess(demoPerson(link.role, id, link.id).subject, 'link-revoked')

  /** The world that a link leads to. @throws ProblemError 404, 429 */
  async function linked({ context, address }: Outside) {
    countTry(networkOf(address))
    const { token } = Object(await jsonOf(context.request)) as { token?: unknown }
    const found = links.find(token)
    const target = worlds.find(found?.world)
    if (!found || !target) throw noSuchLink()
    return { found, target }
  }

  const outside: Record<string, (asked: Outside) => Promise<Response>> = {
    /** A new world, or the one of this browser's session, which may have ended. A guest's session does not lead back in. */
    async 'POST '({ world, context, address }) {
      const own = world && !(await isGuestOf(world, context)) ? world : await worlds.make(address)
      const { subject } = demoPerson('treasury', own.id)
      return givenCookie(await worlds.enter(own, 'treasury', placeOf(context)), { url: '/sandbox', person: subject })
    },
    /** What a link opens. Nothing is changed. */
    async 'POST links/preview'(asked) {
      const { found, target } = await linked(asked)
      const { role, ends_at } = found.link
      const session = await asked.world?.console.access.sessionOf(asked.context.request.headers.get('cookie'), false)
      const isInside = session !== undefined && !('ended' in session)
      const place = !isInside ? 'nowhere' : asked.world === target ? 'here' : 'elsewhere'
      return jsonAnswer(JSON.stringify({ role, ends_at, place } satisfies OfferedWorld))
    },
    async 'POST links/join'(asked) {
      const { found, target } = await linked(asked)
      if (!links.join(found)) throw noSuchLink()
      const { id, role } = found.link
      const cookie = await worlds.enter(target, role, placeOf(asked.context), id)
      // Revoked meanwhile.
      if (!links.list(target.id).some((one) => one.id === id)) {
        await endGuests(target, found.link)
        throw noSuchLink()
      }
      return givenCookie(cookie, { url: '/sandbox' })
    },
  }

  /** What only who began the world may do; a guest may leave. */
  const inside: Record<string, (asked: Inside) => Promise<Response>> = {
    async 'POST role'({ world, session, context }) {
      const cookie = await worlds.enter(world, await roleOf(context), placeOf(context))
      await world.console.sessions.end(session.id)
      return givenCookie(cookie)
    },
    async 'POST reset'({ world, session, context, address }) {
      const fresh = await worlds.make(address)
      void worlds.remove(world)
      return givenCookie(await worlds.enter(fresh, session.roles.find(isRole) ?? 'treasury', placeOf(context)))
    },
    async 'GET links'({ world }) {
      return jsonAnswer(JSON.stringify({ links: links.list(world.id) }))
    },
    /** The link is in this answer only. Its token is in the fragment. */
    async 'POST links'({ world, session, context }) {
      const { token, link } = links.make(world.id, await roleOf(context), session.name)
      return jsonAnswer(JSON.stringify({ url: `${settings.origin}/join#${token}`, link }))
    },
    /** Whoever joined by it is out at once. */
    async 'POST links/revoke'({ world, context }) {
      const { id } = Object(await jsonOf(context.request)) as { id?: unknown }
      const link = links.revoke(world.id, id)
      if (!link) throw new ProblemError(404, 'no-such-link', 'There is no such link.')
      await endGuests(world, link)
      return jsonAnswer(JSON.stringify({ links: links.list(world.id) }))
    },
  }

  async function leave({ world, session }: Inside): Promise<Response> {
    if (isGuest(session.subject)) await world.console.sessions.end(session.id)
    else void worlds.remove(world)
    return givenCookie(clearedSessionCookie(settings))
  }

  const names = [...Object.keys(outside), ...Object.keys(inside), 'DELETE ']

  return (request: ConsoleRequest): Promise<Response> =>
    answer(core, request, 'worlds', async (context) => {
      const action = segmentsOf(new URL(request.url)).slice(1).join('/')
      const methods = names.filter((name) => name.endsWith(` ${action}`))
      if (methods.length === 0) throw notFound()
      const asked = `${request.method} ${action}`
      if (!methods.includes(asked)) throw methodNotAllowed(methods.map((name) => name.split(' ')[0] ?? ''))
      context.operation = `worlds ${asked}`.trim()
      shared.access.requireSameOrigin(context)
      const address = request.headers.get(addressHeader) ?? ''
      const world = await worlds.of(request.headers.get('cookie'))
      const open = outside[asked]
      if (open) return open({ world, context, address })
      // Outside a world: says that there is no session, or that its world has ended.
      const session = await (world?.console ?? shared).access.requireSession(context)
      if (!world) throw notFound()
      const handle = inside[asked]
      if (!handle) return leave({ world, session, context, address })
      if (!isGuest(session.subject)) return handle({ world, session, context, address })
      throw new ProblemError(403, 'not-permitted', 'Only the person who began this demo may do that.', {
        detail: `You joined it by a link, as ${session.roles[0]}.`,
      })
    })
}
