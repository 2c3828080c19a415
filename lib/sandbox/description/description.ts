/** The service described in OpenAPI 3.1, made from the operations table and its schemas. */

import { type OperationName, operationNames, rowOf } from '../../api/operations'
import { Token, TokenRequest } from '../../api/tokens'
import { knownScopes } from '../clients'
import { refusalSchemas, refusalsOf, sharedHeaders, sharedResponses, success, tokenRefusals } from './answers'
import { exampleAnswers, exampleBodies, exampleParameters, tokenExamples } from './examples'
import { notes, parameterNotes } from './notes'
import { contractSchemas, type Json, type ObjectSchema, referenceTo } from './schemas'
import { introduction, operationWords, tags, wordsFor } from './words'

/** An operation as the document has it. */
export type DescribedOperation = {
  operationId: string
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Json>
} & Json

/** An OpenAPI document; `paths` by path and then by method in small letters. */
export type ServiceDescription = {
  openapi: string
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; headers: Record<string, Json> } & Json
} & Json

type Contract = ReturnType<typeof contractSchemas>

/** A schema with its sentences: what it is, and what each of its fields means. */
function noted(schema: Json, { about, fields = {} }: { about: string; fields?: Record<string, string> }): Json {
  if (!schema.properties) return { description: about, ...schema }
  const { properties } = schema as ObjectSchema
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    fields[name] ? { ...property, description: fields[name] } : property,
  ])
  return { description: about, ...schema, properties: Object.fromEntries(described) }
}

/** What a time filter keeps, from its name: `created_at.gte`. */
function timeNote(name: string): string | undefined {
  const [time, comparison = ''] = name.split('.')
  const words: Record<string, string> = { lt: 'before', lte: 'at or before', eq: 'at', gte: 'at or after', gt: 'after' }
  if (!words[comparison]) return undefined
  return `Records ${time === 'created_at' ? 'created' : 'updated'} ${words[comparison]} this time.`
}

function parameters(name: OperationName, contract: Contract): Json[] {
  const examples = exampleParameters[name] ?? {}
  const { defaults = {} } = operationWords[name]
  const example = (parameter: string) => (parameter in examples ? { example: examples[parameter] } : {})
  const path = Object.entries(contract.partOf(name, 'pathValues')?.properties ?? {}).map(([parameter, schema]) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: parameter === 'profile_id' ? 'The profile that the order belongs to.' : 'The ID given at creation.',
    schema,
    ...example(parameter),
  }))
  const query = Object.entries(contract.partOf(name, 'query')?.properties ?? {}).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: false,
    description: parameter === 'order' ? notes.SortOrder.about : (parameterNotes[parameter] ?? timeNote(parameter)),
    // Arrays repeat the name; the words say so for the rest.
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    schema: parameter in defaults ? { ...schema, default: defaults[parameter] } : schema,
    ...example(parameter),
  }))
  return [...path, ...query]
}

function describeOperation(name: OperationName, contract: Contract): DescribedOperation {
  const row = rowOf(name)
  const { tag, success: answer } = operationWords[name]
  const given = parameters(name, contract)
  return {
    operationId: name,
    summary: row.title,
    description: wordsFor(name),
    tags: [tag],
    ...(row.isSandboxOnly ? { 'x-sandbox-only': true } : {}),
    security: [{ clientCredentials: [row.scope] }],
    ...(given.length > 0 ? { parameters: given } : {}),
    ...(row.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: referenceTo(contract.nameOf(row.body)), examples: exampleBodies[name] },
            },
          },
        }
      : {}),
    responses: {
      200: success(answer, referenceTo(contract.nameOf(row.response)), exampleAnswers[name].success),
      ...refusalsOf(name, { pathValues: row.pathValues !== undefined, body: row.body !== undefined }),
    },
  }
}

function describeTokenRequest(contract: Contract): DescribedOperation {
  return {
    operationId: 'requestToken',
    summary: 'Request a token',
    description:
      'OAuth 2 with the client credentials grant. Ask for the scopes that are needed, and check that the answer has ' +
      'them. The ID and the secret are also taken in a Basic header instead of the form (RFC 6749, section 2.3.1).',
    tags: ['Tokens'],
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: referenceTo(contract.nameOf(TokenRequest)),
          examples: tokenExamples.request,
        },
      },
    },
    responses: {
      200: success('A bearer token.', referenceTo(contract.nameOf(Token)), tokenExamples.success),
      ...tokenRefusals(tokenExamples),
    },
  }
}

/** Every scope that the spec names, with what it opens here. */
function scopes(): Record<string, string> {
  return Object.fromEntries(
    knownScopes.map((scope) => {
      const titles = operationNames.filter((name) => rowOf(name).scope === scope).map((name) => rowOf(name).title)
      return [scope, titles.length > 0 ? `${titles.join(', ')}.` : 'Part of minting; no operation here needs it.']
    }),
  )
}

/** The paths in the order of the operations table, each with its methods. */
function describePaths(contract: Contract): ServiceDescription['paths'] {
  const paths: ServiceDescription['paths'] = { '/oauth2/token': { post: describeTokenRequest(contract) } }
  for (const name of operationNames) {
    const { path, method } = rowOf(name)
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(name, contract) }
  }
  return paths
}

/**
 * The description of the service, for who asks it at an address.
 * @param origin the address that the service was asked at, such as `http://127.0.0.1:4010`
 * @returns an OpenAPI 3.1 document, ready to be written as JSON
 */
export function describeService(origin: string): ServiceDescription {
  const contract = contractSchemas()
  const schemas = Object.entries(contract.named).map(([name, schema]) => [
    name,
    noted(schema, notes[name as keyof typeof notes]),
  ])
  return {
    openapi: '3.1.0',
    // OpenAPI's own dialect adds only words of its own to this one, which every tool knows.
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Stablecoin, Transfer and Exchange Service: sandbox',
      version: '2.0.0',
      description: introduction,
    },
    servers: [{ url: origin, description: 'This sandbox' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: describePaths(contract),
    components: {
      schemas: { ...Object.fromEntries(schemas), ...refusalSchemas },
      responses: sharedResponses,
      headers: sharedHeaders,
      securitySchemes: {
        clientCredentials: {
          type: 'oauth2',
          description: 'A token of the token endpoint, sent as `Authorization: Bearer <ACCESS_TOKEN>`.',
          flows: { clientCredentials: { tokenUrl: `${origin}/oauth2/token`, scopes: scopes() } },
        },
      },
    },
  }
}
