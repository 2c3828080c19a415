/** The answers that every operation shares: refusals as problem+json, and the headers they come with. */
import type { OperationName } from '../../api/operations'
import type { Problem } from '../../api/problem'
import { type Examples, exampleAnswers, problemExamples } from './examples'
import { type ComponentName, type Json, referenceTo } from './schemas'

const header = (description: string, schema: Json, required = true): Json => ({ description, required, schema })
const text: Json = { type: 'string' }

/** Headers by name. */
export const sharedHeaders: Record<string, Json> = {
  RequestId: header('Names the request, in the answer and in the log.', { type: 'string', format: 'uuid' }),
  Challenge: header('What was missing: RFC 6750.', text),
  RetryAfter: header('When to try again: seconds, or an HTTP date.', text, false),
}

const headerReference = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
const always = { 'X-Request-Id': headerReference('RequestId') }

/** Schemas of refusals: service-facts, "Errors". */
export const refusalSchemas: Record<string, Json> = {
  Problem: {
    type: 'object',
    description: 'A refusal (RFC 9457). Go by `status` and by the last segment of `type`.',
    properties: {
      type: { type: 'string', pattern: '^/problems/[a-z0-9-]+$', description: 'What kind of refusal it is.' },
      title: { type: 'string', minLength: 1, description: 'What happened, in one sentence for a person.' },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
      detail: { type: 'string', description: 'More about it, for a person.' },
      meta: { type: 'object', description: 'What only some kinds have.', additionalProperties: true },
      errors: { type: 'array', items: referenceTo('FieldError'), description: 'The fields to blame.' },
      request_id: { type: 'string', format: 'uuid', description: 'As in the header `X-Request-Id`.' },
    },
    required: ['type', 'title', 'status', 'request_id'],
    additionalProperties: false,
  },
  FieldError: {
    type: 'object',
    description: 'A wrong place of the request.',
    properties: {
      field: { type: 'string', description: 'Its name, with dots between levels; empty for the whole request.' },
      message: { type: 'string', minLength: 1, description: 'What is wrong, in one sentence for a person.' },
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
        description: 'What kind of refusal it is.',
      },
      error_description: { type: 'string', description: 'More about it, for a person.' },
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

/** Refusals by name; `OtherRefusal` is whatever status a stress switch asks for. */
export const sharedResponses: Record<string, Json> = {
  InvalidInput: refusal('The request does not fit; nothing was done.', 'InvalidInput'),
  Unauthenticated: refusal('There is no token, or none in force.', 'Unauthenticated', challenge),
  Forbidden: refusal('The token lacks the scope, or a business rule forbids it.', 'Forbidden', {
    'WWW-Authenticate': {
      ...sharedHeaders.Challenge,
      description: 'Only where the scope is missing.',
      required: false,
    },
  }),
  NotFound: refusal('The path names nothing that is here.', 'NotFound'),
  BodyTooLarge: refusal('The body is over 64 KiB.', 'BodyTooLarge'),
  UnsupportedMediaType: refusal('The body is not declared as JSON.', 'UnsupportedMediaType'),
  TooManyRequests: refusal('Too many requests; wait.', 'TooManyRequests', retry),
  InternalError: refusal('The service failed.', 'InternalError'),
  OtherRefusal: { description: 'Any other refusal.', headers: always, content: problem(undefined) },
}

const shared = (name: keyof typeof sharedResponses): Json => ({ $ref: `#/components/responses/${name}` })

/** What is kept under a `ref_id`, by the operation that makes it. */
const recordsByReference: Partial<Record<OperationName, ComponentName>> = {
  createOrder: 'Order',
  createFiatAccount: 'FiatAccount',
  createRule: 'Rule',
}

function alreadyExists(name: OperationName, record: ComponentName): Json {
  const properties = {
    type: { const: '/problems/already-exists' },
    meta: { type: 'object', properties: { existing: referenceTo(record) }, required: ['existing'] },
  }
  return {
    description: 'There is a record with this `ref_id` already: it is in `meta.existing`, and nothing was done.',
    headers: always,
    content: problem(exampleAnswers[name].alreadyExists, {
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

/** Every answer of an operation but its success. */
export function refusalsOf(name: OperationName, has: { pathValues: boolean; body: boolean }): Record<string, Json> {
  const record = recordsByReference[name]
  return {
    400: shared('InvalidInput'),
    401: shared('Unauthenticated'),
    403: shared('Forbidden'),
    ...(has.pathValues ? { 404: shared('NotFound') } : {}),
    ...(record ? { 409: alreadyExists(name, record) } : {}),
    ...(has.body ? { 413: shared('BodyTooLarge'), 415: shared('UnsupportedMediaType') } : {}),
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

/** Every answer of the token endpoint but its success: RFC 6749, section 5.2. */
export const tokenRefusals = (
  examples: Record<'refused' | 'unknownClient', Examples<unknown>>,
): Record<string, Json> => ({
  400: tokenRefusal('The request does not fit, or a scope is not the client’s.', {}, examples.refused),
  401: tokenRefusal('The client is not known, or its secret is wrong.', challenge, examples.unknownClient),
  413: shared('BodyTooLarge'),
  429: shared('TooManyRequests'),
  500: shared('InternalError'),
  default: shared('OtherRefusal'),
})
