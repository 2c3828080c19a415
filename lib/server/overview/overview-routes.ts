/** The handler of overviews. */
import { type OverviewLine, overviewReads } from '../../api/console/overview-figures'
import { rowOf } from '../../api/provider/operations'
import type { Access } from '../auth/access'
import { problemOf } from '../http/answer'
import type { ConsoleHandlers } from '../http/console-routes'
import { linesAnswer } from '../http/line-stream'
import type { Overviews } from './overviews'

type OverviewDependencies = { access: Access; overviews: Overviews }

export function createOverview({ access, overviews }: OverviewDependencies) {
  return {
    readOverview: async ({ context, body, environment, session }) => {
      const { request } = context
      for (const { list } of Object.values(overviewReads(body))) access.requireRole(context, session, rowOf(list))
      const gone = new AbortController()
      const signal = AbortSignal.any([request.signal, gone.signal])
      const caller = { kind: 'background', subject: session.subject, trace: context.trace.headers } as const
      const { isFresh, ...range } = body
      const lines = overviews.lines(environment, range, { caller, isFresh, signal })
      const failed = (thrown: unknown): { problem: OverviewLine['transfers']['problem'] } => {
        const { problem } = problemOf(thrown)
        return { problem: { ...problem, request_id: context.id } }
      }
      return linesAnswer<object>(lines, { failed, gone })
    },
  } satisfies Partial<ConsoleHandlers>
}
