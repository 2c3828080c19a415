/** The addresses of saved views. */
import { ProblemError } from '../../api/problem'
import { type SavedViews, type ViewCount, viewListNames, viewListsFor, viewRoles } from '../../api/saved-views'
import { uuidPattern } from '../../api/values'
import { CountsQuery, isViewId, OpenedInput, ViewInput } from '../../api/view-input'
import {
  bodyBy,
  createHandlers,
  type HandlerDependencies,
  type InEnvironment,
  queryBy,
  refuse,
} from '../activity/handlers'
import { Deadline } from '../deadline'
import { notFound } from '../http/answer'
import { readLimit } from '../upstream/upstream'
import { countNew } from './new-counts'
import type { ViewStore } from './view-store'

type ViewDependencies = HandlerDependencies & { views: ViewStore }

type OfView = InEnvironment & { id: string }

/** Whoever may read a list may have views of it. Which lists is checked once the list is known. */
const permission = { title: 'Views', roles: [...new Set(viewListNames.flatMap(viewRoles))] }
const anyone = { read: permission, write: permission }

/** @returns the handlers of these addresses, by what they do */
export function createViews(core: ViewDependencies) {
  const { views, writes } = core
  const handler = createHandlers(core)
  const known = (id: string) => {
    if (!isViewId(id)) throw notFound()
    return id
  }

  return {
    listViews: handler<InEnvironment>('listViews', anyone, async ({ owner, session }) => {
      const seen = await views.of(owner, session)
      return { views: seen, pins: await views.pins(owner, session, seen) } satisfies SavedViews
    }),

    saveView: handler<OfView>('saveView', anyone, async ({ context, values, owner, session }) => {
      const input = await bodyBy(ViewInput, context)
      if (!viewListsFor(session.roles).includes(input.list))
        refuse([{ field: 'list', message: 'Your role may not read this list.' }])
      // Starter views are nobody's.
      if (!uuidPattern.test(values.id)) throw notFound()
      return views.save(owner, values.id, input, session)
    }),

    removeView: handler<OfView>('removeView', anyone, async ({ values, owner, session }) => {
      await views.remove(owner, known(values.id), session)
      return {}
    }),

    pinView: handler<OfView>('pinView', anyone, async ({ values, environment, owner, session }) => {
      await views.pin(owner, known(values.id), session, writes.upstreams.of(environment).now())
      return {}
    }),

    unpinView: handler<OfView>('unpinView', anyone, async ({ values, owner, session }) => {
      await views.unpin(owner, known(values.id), session)
      return {}
    }),

    openView: handler<OfView>('openView', anyone, async ({ context, values, environment, owner, session }) => {
      const { age } = await bodyBy(OpenedInput, context)
      await views.opened(owner, known(values.id), session, writes.upstreams.of(environment).now() - age)
      return {}
    }),

    /** Counts one view after the other, so that a person's pins never fill the queue. A view whose count failed is left out. */
    countNew: handler<InEnvironment>('countNew', anyone, async ({ context, environment, owner, session }) => {
      const { zone } = queryBy(CountsQuery, context)
      const pins = await views.pins(owner, session, await views.of(owner, session))
      const deadline = new Deadline(core.clock, readLimit, context.request.signal)
      const upstream = writes.upstreams.of(environment)
      const counts: ViewCount[] = []
      try {
        for (const { view, opened_at } of pins) {
          const seen = await views.find(owner, view, session)
          const options = { subject: session.subject, zone, deadline }
          const count = await countNew(upstream, seen, opened_at, options).catch((failure) => {
            if (!(failure instanceof ProblemError)) throw failure
            return undefined
          })
          if (count) counts.push(count)
        }
      } finally {
        deadline.release()
      }
      return { counts }
    }),
  }
}
