/**
 * Routes Mintdesk's own interface: a request below `/api/{environment}/`, checked as its row says (session, role, origin,
 * input) and given to its handler.
 */
import * as z from 'zod/mini'
import type { OwnRow } from '../../api/own-row'
import { accountNumbersIn } from '../../domain/account-numbers'
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
import type { Owner } from '../upstream/upstream'
import type { Bounds } from '../work/bounds'
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

/** Who asks, and where, as every handler is told. */
export type OwnCall = { context: RequestContext; environment: Environment; owner: Owner; session: Session }

/** Rows, and a handler for each, which answers with the row's JSON or makes its own answer. */
export type OwnRows = Readonly<Record<string, OwnRow>>
export type OwnHandlers = Readonly<Record<string, (asked: never) => Promise<unknown>>>

/** @throws ProblemError 400 with these errors */
export function refuse(errors: FieldError[]): never {
  throw invalidInput('The request is not valid.', errors)
}

type Template = { name: string; row: OwnRow; segments: readonly string[] }

/** The operation of a request, and the values of its path. @throws ProblemError 400, 404 or 405 */
function operationOf(templates: readonly Template[], { method, url }: ConsoleRequest) {
  const [environment = '', ...segments] = segmentsOf(new URL(url))
  const found = templates.flatMap(({ name, row, segments: template }) => {
    const values = valuesAt(template, segments)
    return values ? [{ name, row, values }] : []
  })
  if (!isEnvironment(environment) || found.length === 0) throw notFound()
  const named = found.find(({ row }) => row.method === method)
  if (!named) throw methodNotAllowed(found.map(({ row }) => row.method))
  return { environment, ...named }
}

export type Schemas = Readonly<Record<string, z.core.$ZodType>>

/** @throws if no schema has that name */
export function schemaNamed(schemas: Schemas, name: string): z.core.$ZodType {
  const schema = schemas[name]
  if (!schema) throw new Error(`No schema is named ${name}.`)
  return schema
}

/** @throws ProblemError 400, 413 or 415 */
async function checkedInput(
  schemas: Schemas,
  { query: queryName, body: bodyName }: OwnRow,
  { request }: RequestContext,
) {
  const { query, errors } = queryName
    ? readQuery<z.core.$ZodType>(schemaNamed(schemas, queryName), new URL(request.url).searchParams)
    : {}
  if (errors) refuse(errors)
  if (!bodyName) return { query, body: undefined }
  const body = z.safeParse<z.core.$ZodType>(schemaNamed(schemas, bodyName), await jsonOf(request), {
    error: fieldMessage,
  })
  return { query, body: body.success ? body.data : refuse(fieldErrors(body.error)) }
}

/** Whether an operation is an act, which has lines of its own in the audit log; reads are counted. */
export const isAct = ({ daily }: OwnRow) => daily !== undefined

/** Whether production asks a fresh sign-in for what an operation is asked for. */
const isConfirmed = ({ confirmed }: OwnRow, body: unknown) =>
  confirmed !== undefined && (confirmed.actions?.includes(Object(body).action) ?? true)

type Input = { values: Record<string, string>; query?: unknown; body?: unknown }

/** What the audit log says of an act, by its row and its input. */
function actOf({ name, row }: { name: string; row: OwnRow }, input: Input) {
  const { id, action, kind, record } = Object({ ...Object(input.query), ...Object(input.body) }) as Record<
    string,
    unknown
  >
  return {
    act: name,
    kind: row.path.split('/')[0],
    sent: { id: String(input.values.id ?? record ?? id ?? ''), form: row.idForm },
    ...((input.body !== undefined || input.query !== undefined) && { body: input.body ?? input.query }),
    isRepeated: row.isRepeated,
    // Which of its acts an operation was asked for.
    detail: { ...(isWord(action) && { action }), ...(isWord(kind) && { kind }) },
  }
}

/**
 * @param rows by name, with a handler for each
 * @param schemas what checks queries and bodies, by the names in rows
 * @returns what answers each request. It never throws: every failure is an answer with a request id
 */
export function createConsoleRoutes(core: RouteDependencies, rows: OwnRows, handlers: OwnHandlers, schemas: Schemas) {
  const { access, audit, bounds, stepUp, writes } = core
  const templates = Object.entries(rows).map(([name, row]) => ({ name, row, segments: row.path.split('/') }))

  return (request: ConsoleRequest): Promise<Response> =>
    answer(core, request, 'unknown', async (context) => {
      const { environment, name, row, values } = operationOf(templates, request)
      context.environment = environment
      context.operation = name
      // What is audited follows from the row: a request says of itself what it likes.
      const isAudited = isAct(row)
      if (isAudited) context.act = actOf({ name, row }, { values })
      const session = await access.requireSession(context, context.isPersonal && !row.isBackground)
      const owner = writes.upstreams.of(environment).owner
      access.requireRole(context, session, row)
      // Reads that make many calls are no GETs: another site must not make a browser send them.
      if (row.method !== 'GET') {
        access.requirePerson(context, session)
        access.requireSameOrigin(context)
      }
      const isCounted =
        row.isRepeated && audit.isCounted(context, { ...actOf({ name, row }, { values }), outcome: 'begun' })
      if (row.daily !== undefined && !isCounted) await bounds.take(session.subject, name, row.daily)
      const input = { ...(await checkedInput(schemas, row, context)), values }
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
        const begun = { ...actOf({ name, row }, input), outcome: 'begun' as const }
        await audit.write(begun)
        context.act = begun
      } else if (!row.isBackground || row.showsRecords) audit.read(context, { kind: name, environment })
      const result = await handle(asked)
      if (result instanceof Response) return result
      // Before it is shown, whichever operation shows it.
      if (isWriter(session) && accountNumbersIn(result).length > 0)
        await audit.write({
          act: 'account-number-shown',
          kind: row.path.split('/')[0],
          isRepeated: true,
          sent: { id: context.intent ?? values.id ?? '' },
          environment,
        })
      return jsonAnswer(JSON.stringify(result))
    })
}
