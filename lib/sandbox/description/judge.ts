/** Judges requests and answers by the document alone, as somebody would who knows nothing else of this service. Tests only. */

import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type OperationName, rowOf } from '../../api/operations'
import type { DescribedOperation, ServiceDescription } from './description'
import type { Json } from './schemas'
import type { WordedRule } from './words'

/** A request of an operation, taken apart; `query` in the order sent, `body` as JSON has it. */
export type Sent = { operation: OperationName; path: Record<string, string>; query: [string, string][]; body?: unknown }
/** What came back; header names in small letters. */
export type Answered = { status: number; headers: ReadonlyMap<string, string>; body: unknown }

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Json }
type Response = { headers?: Record<string, Json>; content?: Record<string, { schema: Json }> }

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a reference leads to; anything else is itself. */
export function resolved(document: ServiceDescription, value: Json): Json {
  if (typeof value.$ref !== 'string') return value
  let found: unknown = document
  for (const part of value.$ref.replace(/^#\//, '').split('/')) found = isJson(found) ? found[part] : undefined
  if (!isJson(found)) throw new Error(`${value.$ref} leads nowhere.`)
  return resolved(document, found)
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

/** The parameters of a row, each with the schema that it leads to. */
export const parametersOf = (document: ServiceDescription, name: OperationName): Parameter[] =>
  // Only description.ts writes parameters.
  (operationOf(document, name).parameters ?? []) as Parameter[]

function checker(document: ServiceDescription) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ $id: 'document', ...document })
  const compiled = new WeakMap<Json, ValidateFunction>()
  /** References in a part of the document begin at its root. */
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

/** Milliseconds and the digits below them: as exact as a timestamp can be. */
function instant(text: string): bigint | undefined {
  const whole = Date.parse(text.replace(/\.\d+/, ''))
  if (Number.isNaN(whole)) return undefined
  return BigInt(whole) * 1_000_000n + BigInt((/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(9, '0'))
}

const alone = ['profile_ids', 'identity_ids', 'ref_ids', 'account_ids', 'ids', 'type']
const besideNone = ['statuses', 'secondary_statuses', 'group_ids', 'crypto_tx_hashes']

/**
 * A judge of what is sent to the service and of what it answers.
 * @param document what `describeService` gave
 */
export function judgeBy(document: ServiceDescription) {
  const check = checker(document)
  // A tool reads "1e2" as a number too, which is why the document says in words that it is not one.
  const typed = (schema: Json, text: string) =>
    resolved(document, schema).type === 'integer' && text.trim() !== '' && Number.isFinite(Number(text))
      ? Number(text)
      : text

  function violations({ operation, path, query, body }: Sent): string[] {
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
    /** Where a request does not fit the schemas. */
    request: violations,

    /**
     * Which of the rules that only words say a request breaks; reckoned from those words, not from the contract's code.
     * @param now milliseconds since 1970 of the service's clock
     */
    words(sent: Sent, now: number): WordedRule[] {
      const { operation, query, body } = sent
      const given = new Map(query)
      const ofQuery = parametersOf(document, operation).filter((parameter) => parameter.in === 'query')
      const listed = new Map(ofQuery.map(({ name, schema }) => [name, schema]))
      const has = (name: string) => given.has(name)
      const broken: Partial<Record<WordedRule, boolean>> = {
        'names-that-are-listed': query.some(([name]) => !listed.has(name)),
        'one-value-once': query.some(
          ([name], index) =>
            listed.get(name)?.type !== 'array' && query.findIndex(([other]) => other === name) !== index,
        ),
        'numbers-in-digits': query.some(([name, text]) => name === 'limit' && !/^-?[0-9]+$/.test(text)),
        // No cursor that the service did not give goes with any question.
        'cursor-of-the-same-question': has('page_cursor'),
      }
      if (operation === 'listTransfers') {
        const one = alone.filter(has)
        broken['filters-that-go-alone'] = one.length > 1 || (one.length === 1 && besideNone.some(has))
        const ordered = given.get('order_by')
        broken['order-by-of-the-filtered-time'] = query.some(
          ([name]) =>
            (ordered === 'CREATED_AT' && name.startsWith('updated_at.')) ||
            (ordered === 'UPDATED_AT' && name.startsWith('created_at.')),
        )
      }
      if (operation === 'listIssuerQuotes') {
        const begin = instant(given.get('created_range.begin') ?? '')
        const end = instant(given.get('created_range.end') ?? '')
        broken['range-that-ends-after-it-begins'] = begin !== undefined && end !== undefined && end < begin
      }
      if (operation === 'createOrder' && isJson(body) && body.time_in_force === 'GTT')
        broken['expiry-after-ten-seconds'] = Number(body.expiration_date) <= now + 10_000
      return (Object.keys(broken) as WordedRule[]).filter((rule) => broken[rule])
    },

    /** Where an answer is not what the document says of the operation (or of the token request). */
    answer(operation: string, { status, headers, body }: Answered): string[] {
      const { responses } = operationOf(document, operation)
      const response = resolved(document, responses[status] ?? responses.default ?? {}) as Response
      const missing = Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
        const { required, schema } = resolved(document, header) as { required?: boolean; schema: Json }
        const value = headers.get(name.toLowerCase())
        if (value === undefined) return required ? [`header ${name} is missing`] : []
        return check(schema, value).map((what) => `header ${name}${what}`)
      })
      const type = headers.get('content-type') ?? ''
      const content = response.content?.[type.split(';', 1)[0] ?? '']
      if (!content) return [...missing, `${status} came as ${type || 'nothing'}`]
      return [...missing, ...check(content.schema, body).map((what) => `${status} body${what}`)]
    },

    /** Checks any value by any schema of the document. */
    value: check,
  }
}
