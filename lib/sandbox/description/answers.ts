/** The answers that all operations share: refusals as problem+json, and their headers. */

import { isReplayable, isWriteName, type OperationName, rowOf } from '../../provider/operations'
import { type Problem, type ProblemKind, problemType } from '../../provider/problem'
import { recordOf } from '../../provider/records'
import { recordSchemas } from '../../provider/schemas'
import { notes } from '../../provider/value-schemas'
import { alreadyExists } from '../handlers'
import { documentationOf } from '../operations'
import { type Examples, example, exampleIds, type Json } from './documentation'
import { referenceTo } from './schemas'

const exampleProblem = (status: number, kind: ProblemKind, title: string, more: Partial<Problem> = {}): Problem => ({
  type: problemType(kind),
  title,
  status,
  ...more,
  request_id: '5b0c8a1e-3f6d-4e27-9d84-70a2c6e1f359',
})

/** Refusals that any operation can give, by the name of the response. */
const problemExamples = {
  InvalidInput: example(
    'filtersThatGoAlone',
    'Two filters that cannot be combined',
    exampleProblem(400, 'invalid-input', 'List transfers: the request is invalid.', {
      detail: 'statuses: Combine profile_ids only with time filters, not with statuses.',
      errors: [{ field: 'statuses', message: 'Combine profile_ids only with time filters, not with statuses.' }],
    }),
  ),
  Unauthenticated: example(
    'noToken',
    'No token',
    exampleProblem(401, 'unauthenticated', 'An access token is required.', {
      detail: 'Send the header Authorization: Bearer with a token from the token endpoint.',
    }),
  ),
  Forbidden: {
    ...example(
      'scope',
      'The token has another scope',
      exampleProblem(403, 'insufficient-scope', 'Create order needs the scope exchange:write_order.', {
        detail: 'The token has: transfer:read_transfer.',
        meta: { scope: 'exchange:write_order', granted: ['transfer:read_transfer'] },
      }),
    ),
    ...example(
      'funds',
      'The profile does not hold enough',
      exampleProblem(403, 'insufficient-funds', 'The profile does not have enough USD.', {
        detail: '9874998.80 USD are available; 25000000.00 are needed.',
        meta: { profile_id: exampleIds.treasury, asset: 'USD', available: '9874998.80', needed: '25000000.00' },
      }),
    ),
  },
  NotFound: example(
    'noTransfer',
    'No such transfer',
    exampleProblem(404, 'not-found', 'There is no such transfer.', {
      detail: `No transfer has the id ${exampleIds.transfer}.`,
    }),
  ),
  BodyTooLarge: example(
    'tooLarge',
    'A body of 65,537 bytes',
    exampleProblem(413, 'body-too-large', 'The body is too large.', { detail: 'A body has at most 65536 bytes.' }),
  ),
  UnsupportedMediaType: example(
    'text',
    'A body that is declared as text',
    exampleProblem(415, 'unsupported-media-type', 'Send the body as application/json.', {
      detail: 'The content type is text/plain.',
    }),
  ),
  TooManyRequests: example(
    'limited',
    'Too many requests',
    exampleProblem(429, 'rate-limited', 'Too many requests.', { detail: 'Try again after 5 seconds.' }),
  ),
  InternalError: example(
    'failed',
    'The service failed',
    exampleProblem(500, 'internal-error', 'The service failed.', { detail: 'Its log names this request.' }),
  ),
} satisfies Record<string, Examples<Problem>>

const header = (description: string, schema: Json, required = true): Json => ({ description, required, schema })
const text: Json = { type: 'string' }

/** Headers by name. */
export const sharedHeaders: Record<string, Json> = {
  RequestId: header('ID of the request, in the answer and in the log.', { type: 'string', format: 'uuid' }),
  Challenge: header('The missing authorization (RFC 6750).', text),
  RetryAfter: header('When to retry: seconds, or an HTTP date.', text, false),
}

const headerReference = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
const always = { 'X-Request-Id': headerReference('RequestId') }

/** Schemas of refusals: docs/provider.md, "Errors". */
export const refusalSchemas: Record<string, Json> = {
  Problem: {
    type: 'object',
    description: 'A refusal (RFC 9457). Match on `status` and on the last segment of `type`.',
    properties: {
      type: { type: 'string', pattern: '^/problems/[a-z0-9-]+$', description: 'Kind of refusal.' },
      title: { type: 'string', minLength: 1, description: 'What happened, in one sentence.' },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status.' },
      detail: { type: 'string', description: 'A longer explanation.' },
      meta: { type: 'object', description: 'Members that only some kinds have.', additionalProperties: true },
      errors: { type: 'array', items: referenceTo('FieldError'), description: 'The invalid fields.' },
      request_id: { type: 'string', format: 'uuid', description: 'Same as the header `X-Request-Id`.' },
    },
    required: ['type', 'title', 'status', 'request_id'],
    additionalProperties: false,
  },
  FieldError: {
    type: 'object',
    description: 'An invalid field of the request.',
    properties: {
      field: { type: 'string', description: 'Path of the field, separated by dots; empty for the whole request.' },
      message: { type: 'string', minLength: 1, description: 'What is wrong, in one sentence.' },
    },
    required: ['field', 'message'],
    additionalProperties: false,
  },
  TokenRefusal: {
    type: 'object',
    description: 'A refusal of the token endpoint (RFC 6749, section 5.2).',
    properties: {
      error: {
        type: 'string',
        enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'],
        description: 'Kind of refusal.',
      },
      error_description: { type: 'string', description: 'A longer explanation.' },
    },
    required: ['error', 'error_description'],
    additionalProperties: false,
  },
}

const problem = (examples: Examples<Problem> | undefined, schema = referenceTo('Problem')): Json => ({
  'application/problem+json': examples ? { schema, examples } : { schema },
})

function refusal(description: string, key: keyof typeof problemExamples, headers: Json = {}): Json {
  return { description, headers: { ...always, ...headers }, content: problem(problemExamples[key]) }
}

const challenge = { 'WWW-Authenticate': headerReference('Challenge') }
const retry = { 'Retry-After': headerReference('RetryAfter') }

/** Refusals by name; `OtherRefusal` covers any status that a stress switch sets. */
export const sharedResponses: Record<string, Json> = {
  InvalidInput: refusal('The request is invalid; nothing was done.', 'InvalidInput'),
  Unauthenticated: refusal('The token is missing, unknown or expired.', 'Unauthenticated', challenge),
  Forbidden: refusal('The token lacks the scope, or a business rule forbids it.', 'Forbidden', {
    'WWW-Authenticate': { ...sharedHeaders.Challenge, description: 'Only if the scope is missing.', required: false },
  }),
  NotFound: refusal('The path does not name a known record.', 'NotFound'),
  BodyTooLarge: refusal('The body is over 64 KiB.', 'BodyTooLarge'),
  UnsupportedMediaType: refusal('The body is not declared as JSON.', 'UnsupportedMediaType'),
  TooManyRequests: refusal('Too many requests.', 'TooManyRequests', retry),
  InternalError: refusal('The service failed.', 'InternalError'),
  OtherRefusal: { description: 'Any other refusal.', headers: always, content: problem(undefined) },
}

const shared = (name: keyof typeof sharedResponses): Json => ({ $ref: `#/components/responses/${name}` })

/** A repeated `ref_id` returns the existing record; undefined where the operation has no `ref_id`. */
function alreadyExistsResponse(name: OperationName): Json | undefined {
  if (!isWriteName(name) || !isReplayable(name)) return undefined
  const { record, recordMember } = rowOf(name)
  const kind = recordOf(name)
  if (!record || !kind) return undefined
  const [answer] = Object.values(documentationOf(name).answers)
  const value = Object(answer?.value)
  const existing = recordMember ? value[recordMember] : value
  const { type, title, status, ...more } = alreadyExists(kind.name, existing).problem
  const body = exampleProblem(status, 'already-exists', title, more)
  const properties = {
    type: { const: type },
    meta: {
      type: 'object',
      properties: { existing: referenceTo(notes.get(recordSchemas[record])?.id ?? '') },
      required: ['existing'],
    },
  }
  return {
    description: 'A record with this `ref_id` exists. It is in `meta.existing`; nothing was done.',
    headers: always,
    content: problem(example('repeated', 'The ref_id was used before', body), {
      allOf: [referenceTo('Problem'), { properties, required: ['meta'] }],
    }),
  }
}

/** A success: one JSON body. */
export const success = (description: string, schema: Json, examples: Examples<unknown>): Json => ({
  description,
  headers: always,
  content: { 'application/json': { schema, examples } },
})

/** Every answer of an operation except success. */
export function refusalsOf(name: OperationName): Record<string, Json> {
  const { pathValues, body } = rowOf(name)
  const conflict = alreadyExistsResponse(name)
  return {
    400: shared('InvalidInput'),
    401: shared('Unauthenticated'),
    403: shared('Forbidden'),
    ...(pathValues ? { 404: shared('NotFound') } : {}),
    ...(conflict ? { 409: conflict } : {}),
    ...(body ? { 413: shared('BodyTooLarge'), 415: shared('UnsupportedMediaType') } : {}),
    429: shared('TooManyRequests'),
    500: shared('InternalError'),
    default: shared('OtherRefusal'),
  }
}

const tokenRefusal = (description: string, headers: Json, examples: Examples<unknown>): Json => ({
  description,
  headers: { ...always, ...headers },
  content: { 'application/json': { schema: referenceTo('TokenRefusal'), examples } },
})

/** Every answer of the token endpoint except success (RFC 6749, section 5.2). */
export const tokenRefusals = (
  examples: Record<'refused' | 'unknownClient', Examples<unknown>>,
): Record<string, Json> => ({
  400: tokenRefusal('The request is invalid, or the client may not have a scope.', {}, examples.refused),
  401: tokenRefusal('Unknown client or wrong secret.', challenge, examples.unknownClient),
  413: shared('BodyTooLarge'),
  429: shared('TooManyRequests'),
  500: shared('InternalError'),
  default: shared('OtherRefusal'),
})
