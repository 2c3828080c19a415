/** What is asked below /api/worlds: a world of one's own, another role in it, a fresh start, and its end. */
import { ProblemError } from '../../api/problem'
import { isRole, type Role } from '../../api/roles'
import { addressHeader } from '../auth/client-address'
import { clearedSessionCookie } from '../auth/session-cookie'
import type { Session } from '../auth/sessions'
import type { Console } from '../console'
import { type AnswerDependencies, answer, jsonAnswer, methodNotAllowed, notFound, segmentsOf } from '../http/answer'
import { jsonOf } from '../http/body'
import type { ConsoleRequest, RequestContext } from '../http/request-context'
import type { Settings } from '../settings'
import type { World, Worlds } from './worlds'

export type WorldRoutesDependencies = Pick<AnswerDependencies, 'clock' | 'log'> & {
  settings: Settings
  /** The console that all share. */
  shared: Console
  worlds: Worlds
}

const givenCookie = (cookie: string, body: object = {}) => jsonAnswer(JSON.stringify(body), { 'set-cookie': cookie })

async function roleOf({ request }: RequestContext): Promise<Role> {
  const body = Object(await jsonOf(request)) as { role?: unknown }
  if (isRole(body.role)) return body.role
  throw new ProblemError(400, 'invalid-input', 'There is no such role.')
}

/** Who is in a world, and what they asked. */
type Inside = { world: World; session: Session; context: RequestContext; address: string }

export function createWorldRoutes({ settings, shared, worlds, ...core }: WorldRoutesDependencies) {
  const worldOf = ({ request }: RequestContext) => worlds.of(request.headers.get('cookie'))

  /** A new world, or the one whose session this browser has, which may have ended. */
  async function begin(context: RequestContext, address: string): Promise<Response> {
    const world = (await worldOf(context)) ?? (await worlds.make(address))
    return givenCookie(await worlds.enter(world, 'treasury'), { url: '/sandbox' })
  }

  const inside: Record<string, (asked: Inside) => Promise<Response>> = {
    async 'POST role'({ world, session, context }) {
      const cookie = await worlds.enter(world, await roleOf(context))
      await world.console.sessions.end(session.id)
      return givenCookie(cookie)
    },
    async 'POST reset'({ world, session, address }) {
      const fresh = await worlds.make(address)
      void worlds.remove(world)
      return givenCookie(await worlds.enter(fresh, session.roles[0] ?? 'treasury'))
    },
    async 'DELETE '({ world }) {
      void worlds.remove(world)
      return givenCookie(clearedSessionCookie(settings))
    },
  }

  return (request: ConsoleRequest): Promise<Response> =>
    answer(core, request, 'worlds', async (context) => {
      const action = segmentsOf(new URL(request.url)).slice(1).join('/')
      const methods = ['POST ', ...Object.keys(inside)].filter((name) => name.endsWith(` ${action}`))
      if (methods.length === 0) throw notFound()
      const asked = `${request.method} ${action}`
      if (!methods.includes(asked)) throw methodNotAllowed(methods.map((name) => name.split(' ')[0] ?? ''))
      context.operation = `worlds ${asked}`.trim()
      shared.access.requireSameOrigin(context)
      const address = request.headers.get(addressHeader) ?? ''
      const handle = inside[asked]
      if (!handle) return begin(context, address)
      const world = await worldOf(context)
      // Outside a world: says that there is no session, or that its world has ended.
      const session = await (world?.console ?? shared).access.requireSession(context)
      if (!world) throw notFound()
      return handle({ world, session, context, address })
    })
}
