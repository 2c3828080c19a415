/** The handler of lists that Mintdesk filters itself. */
import type { PostFilterLine, PostFilterPlace } from '../../api/console/post-filter'
import { viewLists } from '../../api/console/saved-views'
import { rowOf } from '../../api/provider/operations'
import type { Access } from '../auth/access'
import { notFound, problemOf } from '../http/answer'
import type { ConsoleHandlers } from '../http/console-routes'
import { linesAnswer } from '../http/line-stream'
import { checkedRequest, type PostFilterCore, postFilteredLines } from './post-filter'

export function createPostFilter(core: PostFilterCore & { access: Access }) {
  const { access } = core
  return {
    readPostFiltered: async ({ context, values, body: input, environment, session }) => {
      const { request } = context
      const list = Object.entries(viewLists).find(([known]) => known === values.list)?.[1]
      if (!list) throw notFound()
      access.requireRole(context, session, rowOf(list))
      const gone = new AbortController()
      const signal = AbortSignal.any([request.signal, gone.signal])
      const { headers: trace } = context.trace
      const caller = { kind: 'background', subject: session.subject, trace } as const
      const now = input.now ?? (await core.scans.now({ environment, list, caller }, signal))
      const options = { environment, session, signal, trace, now }
      const asked = checkedRequest(list, input, options)
      let place: PostFilterPlace | undefined = input.place
      const reached = (next: PostFilterPlace) => {
        place = next
      }
      const lines = postFilteredLines(core, asked, input, options, reached)
      const failed = (thrown: unknown): PostFilterLine => {
        const { problem } = problemOf(thrown)
        return { kind: 'problem', problem: { ...problem, request_id: context.id }, ...(place && { place }) }
      }
      return linesAnswer(lines, { failed, gone })
    },
  } satisfies Partial<ConsoleHandlers>
}
