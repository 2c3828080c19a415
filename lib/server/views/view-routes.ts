/** The addresses of saved views. */
import { viewErrors } from '../../api/console/checked-list'
import { isOfProvider, type ViewCount, viewListsFor, viewSearch } from '../../api/console/saved-views'
import { isViewId } from '../../api/console/view-input'
import { ProblemError } from '../../api/problem'
import { uuidPattern } from '../../domain/values'
import { Deadline } from '../deadline'
import { notFound } from '../http/answer'
import { type ConsoleHandlers, type RouteDependencies, refuse } from '../http/console-routes'
import { traceOf } from '../http/log'
import { readLimit } from '../upstream/upstream'
import { countNew } from './new-counts'
import { mayShare, sharers, type ViewStore } from './view-store'

type ViewDependencies = RouteDependencies & { views: ViewStore }

/** @returns the handlers of these operations. Which lists a role may read is checked once the list is known. */
export function createViews(core: ViewDependencies) {
  const { access, views, writes } = core
  const known = (id: string) => {
    if (!isViewId(id)) throw notFound()
    return id
  }

  return {
    listViews: async ({ owner, session }) => {
      const starter_views = await views.chosenStarters(session)
      return {
        views: await views.of(owner, session),
        ...(starter_views && { starter_views }),
        pins: await views.pins(owner, session),
        ...(!mayShare(session) && { is_read_only: true as const }),
      }
    },

    saveView: async ({ context, body: input, values, environment, owner, session }) => {
      if (!viewListsFor(session.roles).includes(input.list))
        refuse([{ field: 'list', message: 'Your role may not read this list.' }])
      if (input.is_shared) access.requireRole(context, session, { title: 'Sharing views', roles: sharers })
      const search = new URLSearchParams(viewSearch(new URLSearchParams(input.search)))
      const now = writes.upstreams.of(environment).now()
      const errors = viewErrors(input.list, search, now)
      if (errors) refuse(errors.map(({ message }) => ({ field: 'search', message })))
      // Starter views are nobody's.
      if (!uuidPattern.test(values.id)) throw notFound()
      return views.save(owner, values.id, input, session)
    },

    removeView: async ({ values, owner, session }) => {
      await views.remove(owner, known(values.id), session)
      return {}
    },

    pinView: async ({ values, environment, owner, session }) => {
      await views.pin(owner, known(values.id), session, writes.upstreams.of(environment).now())
      return {}
    },

    unpinView: async ({ values, owner, session }) => {
      await views.unpin(owner, known(values.id), session)
      return {}
    },

    openView: async ({ body: { age }, values, environment, owner, session }) => {
      await views.opened(owner, known(values.id), session, writes.upstreams.of(environment).now() - age)
      return {}
    },

    /** Counts one view after the other, so that a person's pins never fill the queue. A view whose count failed is left out. */
    countNew: async ({ context, query: { zone }, environment, owner, session }) => {
      const pins = await views.pins(owner, session)
      const deadline = new Deadline(core.clock, readLimit, context.request.signal)
      const upstream = writes.upstreams.of(environment)
      const counts: ViewCount[] = []
      try {
        for (const { view, opened_at } of pins) {
          const seen = await views.find(owner, view, session)
          const options = { subject: session.subject, zone, deadline }
          if (!isOfProvider(seen.list)) continue
          const count = await countNew(upstream, { ...seen, list: seen.list }, opened_at, options).catch((failure) => {
            if (!(failure instanceof ProblemError)) throw failure
            // A provider that does not answer is told of elsewhere; a view whose filters are refused is not.
            if (failure.problem.status === 400)
              core.log.warn({ event: 'view-not-counted', environment, view, ...traceOf(failure) }, 'views')
            return undefined
          })
          if (count) counts.push(count)
        }
      } finally {
        deadline.release()
      }
      return { counts }
    },
  } satisfies Partial<ConsoleHandlers>
}
