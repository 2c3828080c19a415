/** An endpoint of control. */
import * as z from 'zod/mini'
import { invalidInput } from '../../provider/check'
import { type FieldError, fieldErrors, fieldMessage } from '../../provider/field-errors'
import { readQuery } from '../../provider/read-query'
import { object } from '../../provider/value-schemas'
import type { Client } from '../clients'
import { notFound } from '../handlers'
import type { Tenant } from '../tenants'
import type { Dependencies } from '../tokens'

/** Control is disabled without a token; `host` is the name or address that the service listens on. */
export type ControlSettings = { token?: string; host?: string }
export type ControlDependencies = Dependencies & { control: ControlSettings }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Path = Record<string, string>
type Answer = { status?: number; body: object }

/** `does` describes the endpoint in GET /control. */
export type Endpoint = {
  method: Method
  path: string
  does: string
  answer: (raw: { path: Path; query: URLSearchParams; body: unknown }, dependencies: ControlDependencies) => Answer
}

const nothing = object({})

export const invalidRequest = (errors: FieldError[]) => invalidInput('The request is invalid.', errors)

function parseQuery<Schema extends z.core.$ZodType>(schema: Schema, params: URLSearchParams): z.output<Schema> {
  const { query, errors } = readQuery(schema, params)
  if (errors) throw invalidRequest(errors)
  return query
}

function parseBody<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, body, { error: fieldMessage })
  if (!parsed.success) throw invalidRequest(fieldErrors(parsed.error))
  return parsed.data
}

/** An endpoint whose query and body are checked by schemas; without a schema no names are accepted. */
export function endpoint<Query extends z.core.$ZodType = typeof nothing, Body extends z.core.$ZodType = typeof nothing>(
  method: Method,
  path: string,
  does: string,
  takes: { query?: Query; body?: Body },
  answer: (
    asked: { path: Path; query: z.output<Query>; body: z.output<Body> },
    dependencies: ControlDependencies,
  ) => Answer,
): Endpoint {
  // Each type defaults to the schema `nothing`.
  const { query = nothing as unknown as Query, body = nothing as unknown as Body } = takes
  return {
    method,
    path,
    does,
    answer: (raw, dependencies) =>
      answer(
        { path: raw.path, query: parseQuery(query, raw.query), body: parseBody(body, raw.body ?? {}) },
        dependencies,
      ),
  }
}

/** @throws ProblemError 404 for an unknown client */
export function clientAt({ id = '' }: Path, { clients }: ControlDependencies): Client {
  const client = clients.find(id)
  if (!client) throw notFound('client', id)
  return client
}

/** The tenant of the client in a path. @throws ProblemError 404 */
export const tenantAt = (path: Path, dependencies: ControlDependencies): Tenant =>
  dependencies.tenants.forClient(clientAt(path, dependencies))
