/** THE proxy: a request of the browser, checked, and sent on as a row of the operations table says. */

import { requestPrefix } from '../../api/audit'
import { ApproverText, approverTextTooLong, maximumApproverText } from '../../api/intent-input'
import { reasonHeader } from '../../api/intents'
import { uuidPattern } from '../../domain/values'
import { checkForm } from '../../provider/check'
import { isEnvironment } from '../../provider/environments'
import {
  isWriteName,
  type OperationName,
  operationAt,
  rowOf,
  type WriteName,
  writeRowOf,
} from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import type { Audit } from '../audit/audit'
import type { Access } from '../auth/access'
import type { ConsoleRequest, RequestContext } from '../auth/request-context'
import type { Session } from '../auth/sessions'
import type { Records } from '../records/records'
import { discard } from '../upstream/answers'
import { forwardedBody } from '../upstream/provider-answer'
import type { Caller } from '../upstream/rate'
import { type ReadInput, readLimit, type Upstream } from '../upstream/upstream'
import type { Bounds } from '../work/bounds'
import { Deadline } from '../work/deadline'
import { checkWrite } from '../writes/checks'
import type { WriteCore } from '../writes/core'
import { execute } from '../writes/execute'
import { withOwnState } from '../writes/problems'
import {
  type AnswerDependencies,
  acceptsGzip,
  answer,
  jsonAnswer,
  methodNotAllowed,
  notFound,
  segmentsOf,
} from './answer'
import { jsonOf } from './body'

export type ProxyDependencies = AnswerDependencies & {
  access: Access
  audit: Audit
  bounds: Pick<Bounds, 'take'>
  writes: WriteCore
  records: Records
}

/** What the audit log has of a write that is refused before its history says so. */
const requestRefused = `${requestPrefix}refused`

/** The intent of a write, which it must carry before its body is read. @throws ProblemError 400 */
function requireIntent(request: ConsoleRequest): string {
  const id = request.headers.get('x-mintdesk-intent') ?? ''
  if (uuidPattern.test(id)) return id.toLowerCase()
  throw new ProblemError(400, 'intent-required', 'A write needs the header x-mintdesk-intent with a UUID.', {
    detail: 'It is made when a form opens, and ensures that the write is executed once. Nothing was sent.',
  })
}

/** Why the person asks for it, for those who must approve it. @throws ProblemError 400 */
function reasonIn(request: ConsoleRequest): string | undefined {
  const given = request.headers.get(reasonHeader)
  if (given === null) return undefined
  const refused = (detail?: string) =>
    new ProblemError(400, 'invalid-input', 'The reason for the approvers cannot be kept.', { detail })
  // Before it is decoded: a character of two units has twelve of them percent-encoded, and one of one unit nine.
  if (given.length > 9 * maximumApproverText) throw refused(approverTextTooLong)
  let text: string
  try {
    text = decodeURIComponent(given)
  } catch {
    throw refused('The header x-mintdesk-reason must be percent-encoded.')
  }
  const { data, error } = ApproverText.safeParse(text)
  if (error) throw refused(error.issues[0]?.message)
  return data || undefined
}

/** A call that has passed every check but that of its input. */
type Call<Name extends OperationName = OperationName> = {
  name: Name
  path: Record<string, string>
  query: URLSearchParams
  session: Session
  upstream: Upstream
}

const isWriteCall = (call: Call): call is Call<WriteName> => isWriteName(call.name)

/** Who asks for which row, and whether they may. @throws ProblemError 400 to 405 */
async function admit({ access, writes }: ProxyDependencies, context: RequestContext): Promise<Call> {
  const { request } = context
  const url = new URL(request.url)
  const [environment, ...segments] = segmentsOf(url)
  const found = isEnvironment(environment) ? operationAt(request.method, segments) : undefined
  if (!isEnvironment(environment) || !found) throw notFound()
  context.environment = environment
  if ('allowed' in found) throw methodNotAllowed(found.allowed)
  const row = rowOf(found.name)
  context.operation = found.name
  if (isWriteName(found.name)) context.act = { act: requestRefused, kind: found.name }
  const session = await access.requireSession(context)
  const upstream = writes.upstreams.of(environment)
  // Sandbox-only operations do not exist in production (spec, "Initiate sandbox fiat deposit").
  if (row.isSandboxOnly && environment === 'production') throw notFound()
  access.requireRole(context, session, row)
  return { ...found, query: url.searchParams, session, upstream }
}

async function write(
  { access, bounds, writes }: ProxyDependencies,
  context: RequestContext,
  { name, path, query, session, upstream: { environment } }: Call<WriteName>,
): Promise<Response> {
  access.requirePerson(context, session)
  access.requireSameOrigin(context)
  const id = requireIntent(context.request)
  context.intent = id
  context.act = { act: requestRefused, kind: name, id }
  const body = await jsonOf(context.request)
  let input: ReturnType<typeof checkWrite>
  try {
    input = checkWrite(writes.settings, environment, name, { path, query, body })
  } catch (failure) {
    throw await withOwnState(writes, failure, id, session)
  }
  const reason = reasonIn(context.request)
  // Each press, because another body or reason for a known request is kept too.
  await bounds.take(session.subject, name, writeRowOf(name).daily).catch(async (failure) => {
    throw await withOwnState(writes, failure, id, session)
  })
  const timing = context.upstream
  const { text, state } = await execute(writes, { id, environment, name, input, session, timing, reason })
  // Accepted, and not sent yet.
  return jsonAnswer(text, { 'x-mintdesk-intent-state': state }, state === 'waiting' ? 202 : 200)
}

async function read(
  { audit, clock, records }: ProxyDependencies,
  context: RequestContext,
  { name, path, query, session: { subject }, upstream }: Call,
): Promise<Response> {
  const { request, isPersonal } = context
  audit.read(context, { kind: name, environment: upstream.environment })
  // A read's input is path values and a query, whichever read it is.
  const input = checkForm(name, { path, query }) as ReadInput
  const deadline = new Deadline(clock, readLimit, request.signal)
  try {
    const caller: Caller = { kind: isPersonal ? 'read' : 'background', subject }
    const options = {
      caller,
      acceptsGzip: acceptsGzip(request.headers.get('accept-encoding')),
      deadline,
      timing: context.upstream,
    }
    const received = await upstream.read(name, input, options)
    received.answer.body.once('close', () => deadline.release())
    // Next would leave the answer and its connection open.
    if (request.signal.aborted) discard(received.answer)
    request.signal.throwIfAborted()
    const row = rowOf(name)
    const note = (text: string) => records.note(upstream.owner, [text])
    return jsonAnswer(await forwardedBody(received, row, row.isObserved && note))
  } catch (failure) {
    deadline.release()
    request.signal.throwIfAborted()
    throw failure
  }
}

/** Handles one request of the browser. Never throws: every failure is an answer with a request id. */
export const proxy = (core: ProxyDependencies, request: ConsoleRequest): Promise<Response> =>
  answer(core, request, 'unknown', async (context) => {
    const call = await admit(core, context)
    return isWriteCall(call) ? write(core, context, call) : read(core, context, call)
  })
