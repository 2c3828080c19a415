/** The addresses of saved views. */

import { uuidPattern } from '../../../domain/values'
import { ProblemError } from '../../../provider/problem'
import { notFound } from '../../../server/http/answer'
import { type RouteDependencies, refuse } from '../../../server/http/console-routes'
import type { RecordList } from '../../../server/records/record-list'
import type { Records } from '../../../server/records/records'
import { traceOf } from '../../../server/telemetry/log'
import { viewErrors } from '../../checked-list'
import type { ConsoleHandlers } from '../../handlers'
import { isViewId } from '../input'
import { isOfProvider, type ViewCount, viewListsFor, viewSearch } from '../interface'
import { countNew } from './new-counts'
import { mayShare, sharers, type ViewStore } from './view-store'

type ViewDependencies = RouteDependencies & { views: ViewStore; records: Records; recordList: RecordList }

/** @returns the handlers of these operations. Which lists a role may read is checked once the list is known. */
export function createViews(core: ViewDependencies) {
  const { access, views, writes, records, recordList } = core
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

    /** A view whose filters can no longer be used is left out. */
    countNew: async ({ context, query: { zone }, environment, owner, session }) => {
      const now = writes.upstreams.of(environment).now()
      const options = { records, recordList, subject: session.subject, zone, now, signal: context.request.signal }
      const counts: ViewCount[] = []
      for (const { view, opened_at } of await views.pins(owner, session)) {
        const seen = await views.find(owner, view, session)
        if (!isOfProvider(seen.list)) continue
        const count = await countNew(owner, { ...seen, list: seen.list }, opened_at, options).catch((failure) => {
          if (!(failure instanceof ProblemError)) throw failure
          core.log.warn({ event: 'view-not-counted', environment, view, ...traceOf(failure) }, 'views')
          return undefined
        })
        if (count) counts.push(count)
      }
      return { counts }
    },
  } satisfies Partial<ConsoleHandlers>
}
