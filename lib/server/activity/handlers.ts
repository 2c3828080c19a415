/** What the console's own addresses below an environment have in common: session, role, origin, input, and JSON answers. */
import type { NextRequest } from 'next/server'
import * as z from 'zod/mini'
import { invalidInput } from '../../api/check'
import { type Environment, isEnvironment } from '../../api/environments'
import { type FieldError, fieldErrors, fieldMessage } from '../../api/field-errors'
import { readQuery } from '../../api/read-query'
import type { Row } from '../../api/row'
import type { Access } from '../auth/access'
import type { Session } from '../auth/sessions'
import { type AnswerDependencies, answer, jsonAnswer, notFound } from '../http/answer'
import { jsonOf } from '../http/body'
import type { RequestContext } from '../http/request-context'
import type { WriteCore } from '../writes/core'
import { ownerOf } from '../writes/execute'
import type { Owner } from '../writes/rows'

export type HandlerDependencies = AnswerDependencies & { access: Access; writes: Pick<WriteCore, 'upstreams'> }

/** The values of a route's path, as Next gives them. */
type Route<Values> = { params: Promise<Values> }
export type InEnvironment = { environment: string }

/** What is asked for, as a refusal names it, and the roles that may. */
export type Permission = Pick<Row, 'title' | 'roles'>

/** Who may read an address (GET), and who may use its other methods. */
export type Permissions = { read: Permission; write: Permission }

export type Asked<Values> = {
  context: RequestContext
  values: Values
  environment: Environment
  owner: Owner
  session: Session
}

/** @throws ProblemError 400 with these errors */
export function refuse(errors: FieldError[]): never {
  throw invalidInput('The request is not valid.', errors)
}

/** @throws ProblemError 400 */
export function queryBy<Schema extends z.core.$ZodType>(schema: Schema, { request }: RequestContext): z.output<Schema> {
  const { query, errors } = readQuery(schema, new URL(request.url).searchParams)
  return errors ? refuse(errors) : query
}

/** @throws ProblemError 400, 413 or 415 */
export async function bodyBy<Schema extends z.core.$ZodType>(
  schema: Schema,
  { request }: RequestContext,
): Promise<z.output<Schema>> {
  const read = z.safeParse(schema, await jsonOf(request), { error: fieldMessage })
  return read.success ? read.data : refuse(fieldErrors(read.error))
}

/** @returns what makes a handler of an address below an environment, answered with JSON unless it makes its own answer */
export function createHandlers(core: HandlerDependencies) {
  const { access, writes } = core

  /** Who asks, in which environment. @throws ProblemError 401, 403 or 404 */
  async function admit(context: RequestContext, { environment }: InEnvironment, { read, write }: Permissions) {
    if (!isEnvironment(environment)) throw notFound()
    context.environment = environment
    const session = await access.requireSession(context)
    const owner = ownerOf(writes.upstreams.of(environment))
    const isRead = context.request.method === 'GET'
    access.requireRole(context, session, isRead ? read : write)
    if (!isRead) {
      access.requireSameOrigin(context)
      access.requirePerson(context, session)
    }
    return { environment, owner, session }
  }

  return <Values extends InEnvironment>(
    operation: string,
    permissions: Permissions,
    handle: (asked: Asked<Values>) => Promise<unknown>,
  ) =>
    (request: NextRequest, { params }: Route<Values>): Promise<Response> =>
      answer(core, request, operation, async (context) => {
        const values = await params
        const admitted = await admit(context, values, permissions)
        const result = await handle({ context, values, ...admitted })
        return result instanceof Response ? result : jsonAnswer(JSON.stringify(result))
      })
}
