/** The OpenAPI 3.1 description of Mintdesk's own interface, made from its table. */
import * as z from 'zod/mini'
import type { OwnRow } from '../../api/own-row'
import { environments } from '../../provider/environments'
import { type OwnRows, type Schemas, schemaNamed } from './console-routes'

type Json = Record<string, unknown>

const schemaOf = (schemas: Schemas, name: string): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(schemaNamed(schemas, name), { target: 'draft-2020-12', io: 'input' })
  return schema
}

const mediaTypes = { json: 'application/json', events: 'text/event-stream', file: 'application/octet-stream' }

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

function parametersOf(schemas: Schemas, { path, query }: OwnRow): Json[] {
  const inPath = ['environment', ...[...path.matchAll(/\{(\w+)\}/g)].map(([, value = '']) => value)]
  const { properties = {}, required = [] } = (query ? schemaOf(schemas, query) : {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return [
    ...inPath.map((value) => ({
      name: value,
      in: 'path',
      required: true,
      schema: value === 'environment' ? { enum: environments } : { type: 'string' },
    })),
    ...Object.entries(properties).map(([value, schema]) => ({
      name: value,
      in: 'query',
      required: required.includes(value),
      schema,
    })),
  ]
}

function describeOperation(schemas: Schemas, name: string, row: OwnRow): Json {
  const { path, summary, roles, body, answer } = row
  const parameters = parametersOf(schemas, row)
  const hasInput = body !== undefined || parameters.length > 1
  return {
    operationId: name,
    summary,
    description: `For ${new Intl.ListFormat('en').format(roles)}.`,
    tags: [path.split('/')[0]],
    parameters,
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } },
      },
    }),
    responses: {
      200: { description: 'OK', content: { [mediaTypes[answer as keyof typeof mediaTypes]]: {} } },
      ...(hasInput && { 400: problem('The request is not valid; `errors` names each field.') }),
      401: problem('No session, or it has ended.'),
      403: problem('Not available to your role, or not sent by a page of this console.'),
      404: problem('There is no such record or environment.'),
    },
  }
}

/** @param origin where the console is opened */
export function describeConsole(origin: string, rows: OwnRows, schemas: Schemas) {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, row] of Object.entries(rows)) {
    const { method, path } = row
    const address = `/api/{environment}/${path}`
    paths[address] = { ...paths[address], [method.toLowerCase()]: describeOperation(schemas, name, row) }
  }
  const bodies = Object.values(rows).flatMap(({ body }) => body ?? [])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mintdesk',
      version: '1',
      description:
        'What Mintdesk itself answers, for a signed-in person. The operations of the provider are below ' +
        '`/api/{environment}/v2` and have their own description. All but GET need the `Origin` of this console.',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(bodies.map((name) => [name, schemaOf(schemas, name)])),
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'request_id'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
            request_id: { type: 'string' },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                required: ['field', 'message'],
                properties: { field: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'mintdesk.session-token' } },
    },
    security: [{ session: [] }],
  }
}
