/** The OpenAPI 3.1 description of the service, made from the operations table, its schemas and their documentation. */
import { type OperationName, operationNames, rowOf } from '../../provider/operations'
import type { Token, TokenRequest } from '../../provider/tokens'
import { knownScopes } from '../clients'
import { documentationOf } from '../operations'
import { refusalSchemas, refusalsOf, sharedHeaders, sharedResponses, success, tokenRefusals } from './answers'
import { commonRules, type ExtraRule, example, extraRules, type Json, type Tag } from './documentation'
import { type Contract, contractSchemas, referenceTo } from './schemas'

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

function parameters(name: OperationName, contract: Contract): Json[] {
  const examples = new Map(Object.entries(documentationOf(name).parameters ?? {}))
  const described = (place: 'path' | 'query', parameter: string, { description, ...schema }: Json) => ({
    name: parameter,
    in: place,
    required: place === 'path',
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    description,
    schema,
    ...(examples.has(parameter) && { example: examples.get(parameter) }),
  })
  const at = (place: 'path' | 'query', part: 'pathValues' | 'query') =>
    Object.entries(contract.partOf(name, part)?.properties ?? {}).map(([parameter, schema]) =>
      described(place, parameter, schema),
    )
  return [...at('path', 'pathValues'), ...at('query', 'query')]
}

function describeOperation(name: OperationName, contract: Contract): DescribedOperation {
  const row = rowOf(name)
  const { tag, about, rules = [], success: answer, answers, bodies } = documentationOf(name)
  const given = parameters(name, contract)
  return {
    operationId: name,
    summary: row.title,
    description: rules.length === 0 ? about : `${about}\n\nRules that no schema states:\n${listOf(rules)}`,
    tags: [tag.name],
    ...(row.isSandboxOnly ? { 'x-sandbox-only': true } : {}),
    security: [{ clientCredentials: [row.scope] }],
    ...(given.length > 0 ? { parameters: given } : {}),
    ...(row.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: referenceTo(row.body), examples: bodies } },
          },
        }
      : {}),
    responses: { 200: success(answer, referenceTo(row.response), answers), ...refusalsOf(name) },
  }
}

const tokenTag: Tag = { name: 'Tokens', description: 'OAuth 2 client credentials.' }

/** A request of the token endpoint, its answer, and its refusals. */
export const tokenExamples = {
  request: example<TokenRequest>('reading', 'A token for reading transfers', {
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'transfer:read_transfer',
  }),
  success: example<Token>('reading', 'A token for reading transfers', {
    access_token: 'Xq3vN0sLr8mYdZk5TgB1wEoPcHjUa7F2iRyM4xVtQ6A',
    expires_in: 3599,
    scope: 'transfer:read_transfer',
    token_type: 'bearer',
  }),
  refused: example('scope', 'A scope that the client may not have', {
    error: 'invalid_scope',
    error_description: 'This client cannot have: exchange:write_order.',
  }),
  unknownClient: example('unknown', 'A wrong secret', {
    error: 'invalid_client',
    error_description: 'Unknown client or wrong secret.',
  }),
}

function describeTokenRequest(): DescribedOperation {
  return {
    operationId: 'requestToken',
    summary: 'Request a token',
    description:
      'OAuth 2 with the client credentials grant. Request the scopes you need, and check that the answer grants ' +
      'them. The ID and the secret are also accepted in a Basic header (RFC 6749, section 2.3.1).',
    tags: [tokenTag.name],
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': { schema: referenceTo('TokenRequest'), examples: tokenExamples.request },
      },
    },
    responses: {
      200: success('A bearer token.', referenceTo('Token'), tokenExamples.success),
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

/** The groups of operations, those of a sandbox last. */
function tags(): Tag[] {
  const names = [...operationNames].sort(
    (a, b) => Number(rowOf(a).isSandboxOnly ?? 0) - Number(rowOf(b).isSandboxOnly ?? 0),
  )
  const all = [tokenTag, ...names.map((name) => documentationOf(name).tag)]
  return [...new Map(all.map((tag) => [tag.name, tag])).values()]
}

/** The paths in the order of the operations table, each with its methods. */
function describePaths(contract: Contract): ServiceDescription['paths'] {
  const paths: ServiceDescription['paths'] = { '/oauth2/token': { post: describeTokenRequest() } }
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
  return {
    openapi: '3.1.0',
    // Every tool knows this dialect; OpenAPI's own only adds keywords to it.
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Stablecoin, Transfer and Exchange Service: sandbox', version: '2.0.0', description: introduction },
    servers: [{ url: origin, description: 'This sandbox' }],
    tags: tags(),
    paths: describePaths(contract),
    components: {
      schemas: { ...contract.named, ...refusalSchemas },
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
