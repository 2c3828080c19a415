/** The OpenAPI 3.1 description of the service, made from the operations table, its schemas and their documentation. */
import { type OperationName, operationNames, rowOf } from '../../api/provider/operations'
import { Token, TokenRequest } from '../../api/provider/tokens'
import { knownScopes } from '../clients'
import { documentation } from '../operations'
import { refusalSchemas, refusalsOf, sharedHeaders, sharedResponses, success, tokenRefusals } from './answers'
import { commonRules, type ExtraRule, extraRules, type Json, type NamedSchema, tags } from './documentation'
import { type Contract, contractSchemas, type ObjectSchema, referenceTo } from './schemas'
import { tokenExamples } from './tokens'

/** An operation of the document. */
export type DescribedOperation = {
  operationId: string
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Json>
} & Json

/** An OpenAPI document; `paths` by path and then by method in lower case. */
export type ServiceDescription = {
  openapi: string
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; headers: Record<string, Json> } & Json
} & Json

const listOf = (rules: readonly ExtraRule[]) => rules.map((rule) => `- ${extraRules[rule]}`).join('\n')

/** The description of the whole service, in Markdown. */
const introduction = `The Mintdesk sandbox: a stateful service that follows the interface specification to the letter, for \
development and rehearsal. It moves no money.

**Tokens.** \`POST /oauth2/token\` with the client \`demo-client\` and its secret \`demo-secret\`, then \`Authorization: \
Bearer …\`. Each operation names the scope it needs.

**Conventions.** Amounts are strings holding decimal numbers. Timestamps are RFC 3339. Identifiers are usually UUIDs. The \
last page of a list is shorter than its \`limit\`.

**Strict.** Unlisted names are refused, in queries and in bodies. Order of checks: 401, 403 for the scope, 404 for the \
path’s object or 400 for the input, then the business rule (403). An unknown path is answered 404, another method 405 \
with \`Allow\`, a body over 64 KiB 413. Rules that no schema states:
${listOf(commonRules)}

**Refusals** are \`application/problem+json\` (RFC 9457) with \`request_id\`, which is also the header \`X-Request-Id\`, and \
\`errors\` where fields are invalid. Refusals of the token endpoint follow RFC 6749. Match on the status and on the last \
segment of \`type\`, never on the text.`

/** A schema with a description of itself and of each of its fields. */
function withNotes(schema: Json, { about, fields = {}, formats = {} }: NamedSchema): Json {
  if (!schema.properties) return { description: about, ...schema }
  const { properties } = schema as ObjectSchema
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    { ...property, description: fields[name], ...(formats[name] && { format: formats[name] }) },
  ])
  return { description: about, ...schema, properties: Object.fromEntries(described) }
}

function parameters(name: OperationName, contract: Contract): Json[] {
  const notes = documentation.operations[name].parameters ?? {}
  const propertiesOf = (part: 'query' | 'pathValues') => Object.entries(contract.partOf(name, part)?.properties ?? {})
  const described = (parameter: string, schema: Json) => {
    const { about, ...note } = notes[parameter] ?? { about: '' }
    return {
      description: about,
      schema: 'default' in note ? { ...schema, default: note.default } : schema,
      ...('example' in note && { example: note.example }),
    }
  }
  const path = propertiesOf('pathValues').map(([parameter, schema]) => ({
    name: parameter,
    in: 'path',
    required: true,
    ...described(parameter, schema),
  }))
  const query = propertiesOf('query').map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: false,
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    ...described(parameter, schema),
  }))
  return [...path, ...query]
}

function describeOperation(name: OperationName, contract: Contract): DescribedOperation {
  const row = rowOf(name)
  const { tag, about, rules, success: answer, response, answers, body, bodies } = documentation.operations[name]
  const given = parameters(name, contract)
  return {
    operationId: name,
    summary: row.title,
    description: rules.length === 0 ? about : `${about}\n\nRules that no schema states:\n${listOf(rules)}`,
    tags: [tag],
    ...(row.isSandboxOnly ? { 'x-sandbox-only': true } : {}),
    security: [{ clientCredentials: [row.scope] }],
    ...(given.length > 0 ? { parameters: given } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: referenceTo(contract.nameOf(body.schema)), examples: bodies } },
          },
        }
      : {}),
    responses: {
      200: success(answer, referenceTo(contract.nameOf(response.schema)), answers),
      ...refusalsOf(name, contract),
    },
  }
}

function describeTokenRequest(contract: Contract): DescribedOperation {
  return {
    operationId: 'requestToken',
    summary: 'Request a token',
    description:
      'OAuth 2 with the client credentials grant. Request the scopes you need, and check that the answer grants ' +
      'them. The ID and the secret are also accepted in a Basic header (RFC 6749, section 2.3.1).',
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

/** Every scope that the spec names, with the operations it permits. */
function scopes(): Record<string, string> {
  return Object.fromEntries(
    knownScopes.map((scope) => {
      const titles = operationNames.filter((name) => rowOf(name).scope === scope).map((name) => rowOf(name).title)
      return [
        scope,
        titles.length > 0 ? `${titles.join(', ')}.` : 'Part of minting; no operation of this API needs it.',
      ]
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
 * The description of the service.
 * @param origin the address the client used, such as `http://127.0.0.1:4010`
 * @returns an OpenAPI 3.1 document, ready to be written as JSON
 */
export function describeService(origin: string): ServiceDescription {
  const contract = contractSchemas()
  const schemas = Object.entries(contract.named).map(([name, schema]) => [
    name,
    documentation.schemas[name] ? withNotes(schema, documentation.schemas[name]) : schema,
  ])
  return {
    openapi: '3.1.0',
    // Every tool knows this dialect; OpenAPI's own only adds keywords to it.
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
          description: 'A token from the token endpoint, sent as `Authorization: Bearer <ACCESS_TOKEN>`.',
          flows: { clientCredentials: { tokenUrl: `${origin}/oauth2/token`, scopes: scopes() } },
        },
      },
    },
  }
}
