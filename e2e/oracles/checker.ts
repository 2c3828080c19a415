/** Checks requests and answers against the document alone, as a client would that knows nothing else. Tests only. */

import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type OperationName, rowOf } from '../../lib/provider/operations'
import type { DescribedOperation, ServiceDescription } from '../../lib/sandbox/description/description'
import { commonRules, type ExtraRule, type Json } from '../../lib/sandbox/description/documentation'
import { documentationOf } from '../../lib/sandbox/operations'

/** A request of an operation; `query` in the order sent, `body` parsed from JSON. */
export type SentRequest = {
  operation: OperationName
  path: Record<string, string>
  query: [string, string][]
  body?: unknown
}
/** An answer; header names in lower case. */
export type ReceivedAnswer = { status: number; headers: ReadonlyMap<string, string>; body: unknown }

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Json }
type Response = { headers?: Record<string, Json>; content?: Record<string, { schema: Json }> }

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The target of a reference; any other value is returned unchanged. */
export function resolveReference(document: ServiceDescription, value: Json): Json {
  if (typeof value.$ref !== 'string') return value
  let found: unknown = document
  for (const part of value.$ref.replace(/^#\//, '').split('/')) found = isJson(found) ? found[part] : undefined
  if (!isJson(found)) throw new Error(`${value.$ref} does not exist.`)
  return resolveReference(document, found)
}

const operationsByName = new WeakMap<ServiceDescription, Map<string, DescribedOperation>>()

/** The operation of a row, or the token request. */
export function operationOf(document: ServiceDescription, name: string): DescribedOperation {
  const known =
    operationsByName.get(document) ??
    new Map(
      Object.values(document.paths)
        .flatMap(Object.values)
        .map((one) => [one.operationId, one]),
    )
  operationsByName.set(document, known)
  const found = known.get(name)
  if (!found) throw new Error(`${name} is not described.`)
  return found
}

/** The parameters of an operation. */
export const parametersOf = (document: ServiceDescription, name: OperationName): Parameter[] =>
  // Only description.ts writes parameters.
  (operationOf(document, name).parameters ?? []) as Parameter[]

function checker(document: ServiceDescription) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ $id: 'document', ...document })
  const compiled = new WeakMap<Json, ValidateFunction>()
  /** References inside a part of the document are relative to its root. */
  const anchored = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(anchored)
    if (!isJson(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? `document${inner}` : anchored(inner),
      ]),
    )
  }
  return (schema: Json, value: unknown): string[] => {
    const validate = compiled.get(schema) ?? ajv.compile(anchored(schema) as Json)
    compiled.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

/** Nanoseconds since 1970. */
function instant(text: string): bigint | undefined {
  const whole = Date.parse(text.replace(/\.\d+/, ''))
  if (Number.isNaN(whole)) return undefined
  return BigInt(whole) * 1_000_000n + BigInt((/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(9, '0'))
}

const exclusiveFilters = ['profile_ids', 'identity_ids', 'ref_ids', 'account_ids', 'ids', 'type']
const otherFilters = ['statuses', 'secondary_statuses', 'group_ids', 'crypto_tx_hashes']

/** @param document from `describeService` */
export function documentChecker(document: ServiceDescription) {
  const check = checker(document)
  // Tools read "1e2" as a number too, so an extra rule excludes it.
  const typed = (schema: Json, text: string) =>
    resolveReference(document, schema).type === 'integer' && text.trim() !== '' && Number.isFinite(Number(text))
      ? Number(text)
      : text

  function violations({ operation, path, query, body }: SentRequest): string[] {
    const found = parametersOf(document, operation).flatMap((parameter) => {
      const { name, schema } = parameter
      const values =
        parameter.in === 'path' ? [path[name] ?? ''] : query.filter(([key]) => key === name).map(([, text]) => text)
      if (schema.type === 'array') return values.length > 0 ? check(schema, values).map((what) => `${name}${what}`) : []
      return values.flatMap((text) => check(schema, typed(schema, text)).map((what) => `${name}${what}`))
    })
    if (!rowOf(operation).body) return found
    const content = operationOf(document, operation).requestBody as { content: Record<string, { schema: Json }> }
    return [...found, ...check(content.content['application/json']?.schema ?? {}, body).map((what) => `body${what}`)]
  }

  return {
    /** How a request breaks the schemas. */
    request: violations,

    /**
     * The extra rules that a request breaks, computed from their text and not by the contract's code.
     * @param now milliseconds since 1970 of the service's clock
     */
    extraRules({ operation, query, body }: SentRequest, now: number): ExtraRule[] {
      const given = new Map(query)
      const ofQuery = parametersOf(document, operation).filter((parameter) => parameter.in === 'query')
      const listed = new Map(ofQuery.map(({ name, schema }) => [name, schema]))
      const has = (name: string) => given.has(name)
      const exclusive = exclusiveFilters.filter(has)
      const ordered = given.get('order_by')
      const begin = instant(given.get('created_range.begin') ?? '')
      const end = instant(given.get('created_range.end') ?? '')
      const isBroken: Record<ExtraRule, boolean> = {
        'names-that-are-listed': query.some(([name]) => !listed.has(name)),
        'one-value-once': query.some(
          ([name], index) =>
            listed.get(name)?.type !== 'array' && query.findIndex(([other]) => other === name) !== index,
        ),
        'numbers-in-digits': query.some(([name, text]) => name === 'limit' && !/^-?[0-9]+$/.test(text)),
        // The service issued none of these cursors.
        'cursor-of-the-same-query': has('page_cursor'),
        'filters-that-go-alone': exclusive.length > 1 || (exclusive.length === 1 && otherFilters.some(has)),
        'order-by-of-the-filtered-time': query.some(
          ([name]) =>
            (ordered === 'CREATED_AT' && name.startsWith('updated_at.')) ||
            (ordered === 'UPDATED_AT' && name.startsWith('created_at.')),
        ),
        'range-that-ends-after-it-begins': begin !== undefined && end !== undefined && end < begin,
        'expiry-after-ten-seconds':
          isJson(body) && body.time_in_force === 'GTT' && Number(body.expiration_date) <= now + 10_000,
      }
      return [...commonRules, ...(documentationOf(operation).rules ?? [])].filter((rule) => isBroken[rule])
    },

    /** How an answer of an operation, or of the token request, deviates from the document. */
    answer(operation: string, { status, headers, body }: ReceivedAnswer): string[] {
      const { responses } = operationOf(document, operation)
      const response = resolveReference(document, responses[status] ?? responses.default ?? {}) as Response
      const missing = Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
        const { required, schema } = resolveReference(document, header) as { required?: boolean; schema: Json }
        const value = headers.get(name.toLowerCase())
        if (value === undefined) return required ? [`header ${name} is missing`] : []
        return check(schema, value).map((what) => `header ${name}${what}`)
      })
      const type = headers.get('content-type') ?? ''
      const content = response.content?.[type.split(';', 1)[0] ?? '']
      if (!content) return [...missing, `${status} with the content type ${type || 'none'}`]
      return [...missing, ...check(content.schema, body).map((what) => `${status} body${what}`)]
    },

    /** Checks any value by any schema of the document. */
    value: check,
  }
}
