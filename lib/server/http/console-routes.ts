/**
 * Routes Mintdesk's own interface: a request below `/api/{environment}/`, checked as its row says (session, role, origin,
 * input) and given to its handler.
 */
import * as z from 'zod/mini'
import { accountNumbersIn } from '../../domain/account-numbers'
import {
  type ConsoleAnswer,
  type ConsoleInput,
  type ConsoleOperation,
  type ConsoleRow,
  consoleOperationNames,
  consoleRow,
} from '../../features/operations'
import { consoleSchemas } from '../../features/schemas'
import { invalidInput } from '../../provider/check'
import { type Environment, isEnvironment } from '../../provider/environments'
import { type FieldError, fieldErrors, fieldMessage } from '../../provider/field-errors'
import { valuesAt } from '../../provider/operations'
import { readQuery } from '../../provider/read-query'
import type { Audit } from '../audit/audit'
import { type Access, isWriter } from '../auth/access'
import type { ConsoleRequest, RequestContext } from '../auth/request-context'
import type { Session } from '../auth/sessions'
import type { StepUp } from '../auth/step-up'
import type { Bounds } from '../bounds'
import type { Owner } from '../upstream/upstream'
import type { WriteCore } from '../writes/core'
import { type AnswerDependencies, answer, isWord, jsonAnswer, methodNotAllowed, notFound, segmentsOf } from './answer'
import { jsonOf } from './body'

export type RouteDependencies = AnswerDependencies & {
  access: Access
  audit: Audit
  stepUp: Pick<StepUp, 'requireFor'>
  bounds: Pick<Bounds, 'take'>
  writes: Pick<WriteCore, 'upstreams'>
}

/** What a handler is asked for, by whom, where. */
export type Asked<Name extends ConsoleOperation> = ConsoleInput<Name> & {
  context: RequestContext
  environment: Environment
  owner: Owner
  session: Session
}

/** A handler for each row. It answers with the row's JSON, or makes its own answer. */
export type ConsoleHandlers = {
  [Name in ConsoleOperation]: (asked: Asked<Name>) => Promise<ConsoleAnswer<Name> | Response>
}

/** @throws ProblemError 400 with these errors */
export function refuse(errors: FieldError[]): never {
  throw invalidInput('The request is not valid.', errors)
}

const templates = consoleOperationNames.map((name) => ({ name, segments: consoleRow(name).path.split('/') }))

/** The operation of a request, and the values of its path. @throws ProblemError 400, 404 or 405 */
function operationOf({ method, url }: ConsoleRequest) {
  const [environment = '', ...segments] = segmentsOf(new URL(url))
  const found = templates.flatMap(({ name, segments: template }) => {
    const values = valuesAt(template, segments)
    return values ? [{ name, values }] : []
  })
  if (!isEnvironment(environment) || found.length === 0) throw notFound()
  const named = found.find(({ name }) => consoleRow(name).method === method)
  if (!named) throw methodNotAllowed(found.map(({ name }) => consoleRow(name).method))
  return { environment, ...named }
}

type Schemas = Readonly<Record<keyof typeof consoleSchemas, z.core.$ZodType>>

/** @throws ProblemError 400, 413 or 415 */
async function checkedInput(schemas: Schemas, name: ConsoleOperation, { request }: RequestContext) {
  const { query: queryName, body: bodyName } = consoleRow(name)
  const { query, errors } = queryName
    ? readQuery<z.core.$ZodType>(schemas[queryName], new URL(request.url).searchParams)
    : {}
  if (errors) refuse(errors)
  if (!bodyName) return { query, body: undefined }
  const body = z.safeParse<z.core.$ZodType>(schemas[bodyName], await jsonOf(request), { error: fieldMessage })
  return { query, body: body.success ? body.data : refuse(fieldErrors(body.error)) }
}

/** Whether an operation is an act, which has lines of its own in the audit log; reads are counted. */
export const isAct = ({ daily }: ConsoleRow) => daily !== undefined

/** Whether production asks a fresh sign-in for what an operation is asked for. */
const isConfirmed = ({ confirmed }: ConsoleRow, body: unknown) =>
  confirmed !== undefined && (confirmed.actions?.includes(Object(body).action) ?? true)

/** What the audit log says of an act, by its row and its input. */
function actOf(name: ConsoleOperation, input: { values: Record<string, string>; query?: unknown; body?: unknown }) {
  const { id, action, kind, record } = Object({ ...Object(input.query), ...Object(input.body) }) as Record<
    string,
    unknown
  >
  return {
    act: name,
    kind: consoleRow(name).path.split('/')[0],
    sent: { id: String(input.values.id ?? record ?? id ?? ''), form: consoleRow(name).idForm },
    ...((input.body !== undefined || input.query !== undefined) && { body: input.body ?? input.query }),
    isRepeated: consoleRow(name).isRepeated,
    // Which of its acts an operation was asked for.
    detail: { ...(isWord(action) && { action }), ...(isWord(kind) && { kind }) },
  }
}

/**
 * @param schemas what checks queries and bodies, by the names in rows
 * @returns what answers each request. It never throws: every failure is an answer with a request id
 */
export function createConsoleRoutes(
  core: RouteDependencies,
  handlers: ConsoleHandlers,
  schemas: Schemas = consoleSchemas,
) {
  const { access, audit, bounds, stepUp, writes } = core

  return (request: ConsoleRequest): Promise<Response> =>
    answer(core, request, 'unknown', async (context) => {
      const { environment, name, values } = operationOf(request)
      const row = consoleRow(name)
      context.environment = environment
      context.operation = name
      // What is audited follows from the row: a request says of itself what it likes.
      const isAudited = isAct(row)
      if (isAudited) context.act = actOf(name, { values })
      const session = await access.requireSession(context, context.isPersonal && !row.isBackground)
      const owner = writes.upstreams.of(environment).owner
      access.requireRole(context, session, row)
      // Reads that make many calls are no GETs: another site must not make a browser send them.
      if (row.method !== 'GET') {
        access.requirePerson(context, session)
        access.requireSameOrigin(context)
      }
      const isCounted = row.isRepeated && audit.isCounted(context, { ...actOf(name, { values }), outcome: 'begun' })
      if (row.daily !== undefined && !isCounted) await bounds.take(session.subject, name, row.daily)
      const input = { ...(await checkedInput(schemas, name, context)), values }
      if (isConfirmed(row, input.body))
        await stepUp.requireFor(name, input, {
          environment: row.confirmed?.isShared ? undefined : environment,
          session,
        })
      const asked = { ...input, context, environment, owner, session }
      // The row that found the handler has checked its input.
      const handle = handlers[name] as (asked: object) => Promise<unknown>
      if (isAudited) {
        // Before it takes place, because its handler has transactions of its own.
        const begun = { ...actOf(name, input), outcome: 'begun' as const }
        await audit.write(begun)
        context.act = begun
      } else if (!row.isBackground || row.showsRecords) audit.read(context, { kind: name, environment })
      const result = await handle(asked)
      if (result instanceof Response) return result
      // Before it is shown, whichever operation shows it.
      if (isWriter(session) && accountNumbersIn(result).length > 0)
        await audit.write({
          ...{ act: 'account-number-shown', kind: row.path.split('/')[0], isRepeated: true },
          ...{ sent: { id: context.intent ?? values.id ?? '' }, environment },
        })
      return jsonAnswer(JSON.stringify(result))
    })
}
