/** Generates valid and invalid requests from the document alone. Tests only. */
import fc from 'fast-check'
import { type OperationName, operationNames, rowOf } from '../../lib/provider/operations'
import type { ServiceDescription } from '../../lib/sandbox/description/description'
import type { Json } from '../../lib/sandbox/description/documentation'
import type { ObjectSchema } from '../../lib/sandbox/description/schemas'
import { documentChecker, operationOf, parametersOf, resolveReference, type SentRequest } from './checker'

/** Values for fields by name, instead of generated ones: real identifiers, short waits. */
export type FieldValues = Record<string, fc.Arbitrary<unknown>>

const timestamp = fc
  .record({
    date: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true }),
    fraction: fc.stringMatching(/^(\.[0-9]{1,9})?$/),
    zone: fc.oneof(
      fc.constantFrom('Z', 'z', '+00:00', '-00:00'),
      fc.stringMatching(/^[+-]([01][0-9]|2[0-3]):[0-5][0-9]$/),
    ),
  })
  .map(({ date, fraction, zone }) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`)

/** Ordinary and problematic texts. */
const anyText = (least: number, most: number) =>
  fc.oneof(
    fc.string({ minLength: least, maxLength: Math.min(most, 40) }),
    fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.min(most, 40) }),
    // Of maximum length, and cheap to generate.
    fc
      .tuple(fc.string({ maxLength: 10 }), fc.nat({ max: 2 }))
      .map(([start, less]) => start.padEnd(Math.max(least, Math.min(most, 300) - less), 'é')),
    fc
      .constantFrom('null', '0', 'a,b', ' a ', '%', '\u0000', '🏦', "';--", '../..', '__proto__', 'constructor')
      .filter(({ length }) => length >= least && length <= most),
  )

function textOf(schema: Json): fc.Arbitrary<unknown> {
  if (schema.format === 'date-time') return timestamp
  const pattern = typeof schema.pattern === 'string' ? schema.pattern : undefined
  // Random texts satisfy a pattern that only excludes.
  if (pattern && !pattern.includes('(?!')) return fc.stringMatching(new RegExp(pattern))
  return anyText(Number(schema.minLength ?? 0), Number(schema.maxLength ?? 1000))
}

/** Mostly valid values of a schema; rules across fields are left to filtering. */
function valuesOf(document: ServiceDescription, given: Json, usual: FieldValues): fc.Arbitrary<unknown> {
  const schema: Json = resolveReference(document, given)
  const inner = (one: Json) => valuesOf(document, one, usual)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({ min: Number(schema.minimum), max: Number(schema.maximum) })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(inner(schema.items as Json), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Number(schema.maxItems ?? 20),
        size: 'small',
      })
    case 'object':
      return objectsOf(schema as ObjectSchema, inner, usual)
    default:
      return fc.constant(undefined)
  }
}

function objectsOf(schema: ObjectSchema, inner: (one: Json) => fc.Arbitrary<unknown>, usual: FieldValues) {
  const { properties, required = [], additionalProperties } = schema
  if (!properties || (Object.keys(properties).length === 0 && additionalProperties !== false)) {
    const values = inner(additionalProperties as Json)
    return fc.dictionary(inner((schema.propertyNames ?? { type: 'string' }) as Json).map(String), values, {
      maxKeys: Number(schema.maxProperties ?? 6),
      noNullPrototype: true,
    })
  }
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, usual[name] ?? inner(member)]),
  )
  const whole = fc.record(members, { requiredKeys: required })
  const choices = Array.isArray(schema.oneOf)
    ? schema.oneOf.flatMap(({ required: names }: ObjectSchema) => names ?? [])
    : []
  if (choices.length === 0) return whole
  return fc
    .tuple(whole, fc.constantFrom(...choices), fc.record(members))
    .map(([record, choice, all]) => ({
      ...Object.fromEntries(Object.entries(record).filter(([name]) => !choices.includes(name))),
      [choice]: all[choice],
    }))
}

const bodyOf = (document: ServiceDescription, name: OperationName): Json | undefined => {
  const { requestBody } = operationOf(document, name)
  return (requestBody as { content: Record<string, { schema: Json }> } | undefined)?.content['application/json']?.schema
}

/** Requests of one operation by its schemas, with a random subset of parameters. */
export function validRequests(
  document: ServiceDescription,
  operation: OperationName,
  usual: FieldValues,
): fc.Arbitrary<SentRequest> {
  const parameters = parametersOf(document, operation)
  const made = ({ name, schema }: { name: string; schema: Json }) => usual[name] ?? valuesOf(document, schema, usual)
  const of = (place: string) =>
    Object.fromEntries(parameters.filter((one) => one.in === place).map((one) => [one.name, made(one)]))
  const query = of('query')
  const body = bodyOf(document, operation)
  return fc
    .record({
      path: fc.record(of('path')),
      // Few at once, because most combinations are refused.
      query: fc
        .subarray(Object.keys(query), { maxLength: Math.min(5, Object.keys(query).length) })
        .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, query[name] ?? fc.constant('')])))),
      body: body ? valuesOf(document, body, usual) : fc.constant(undefined),
    })
    .map(({ path, query: given, body: sentBody }) => ({
      operation,
      path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)])),
      query: Object.entries(given).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
      body: sentBody,
    }))
}

/** Wrong values. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -1,
    1.5,
    1e21,
    true,
    [],
    {},
    [[]],
    'null',
    '-1',
    '1e5',
    '.',
    '5.',
    '٥',
    '\ud800',
  ),
  fc.constantFrom(36, 37, 100, 101, 255, 256, 1001).map((length) => 'x'.repeat(length)),
  fc.constantFrom(18, 19, 100, 101).map((pairs) => '😀'.repeat(pairs)),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00.1234567891Z',
    '0000-01-01T00:00:00Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00Z',
  ),
  fc.string(),
)

type JsonPath = (string | number)[]

/** The paths of all parts of a JSON value. */
function* places(value: unknown, way: JsonPath = []): Generator<JsonPath> {
  yield way
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value))
    yield* places(Reflect.get(value, key), [...way, Array.isArray(value) ? Number(key) : key])
}

/** A copy with another value at a path; `undefined` removes it. */
function withValueAt(value: unknown, [key, ...rest]: JsonPath, to: unknown): unknown {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withValueAt(item, rest, to) : item))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => rest.length > 0 || to !== undefined || name !== key)
  const isThere = members.some(([name]) => name === key)
  const all = members.map(([name, member]): [string, unknown] => [
    name,
    name === key ? withValueAt(member, rest, to) : member,
  ])
  return Object.fromEntries(isThere || to === undefined ? all : [...all, [String(key), to]])
}

const oddName = fc.oneof(
  fc.constantFrom(
    'limitt',
    'created_at',
    'metdata',
    '',
    ' limit',
    'LIMIT',
    '__proto__',
    'constructor',
    'ids[]',
    'ids[0]',
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
)

/** The same request with one unusual or invalid part. */
export function corruptedRequest(sent: SentRequest): fc.Arbitrary<SentRequest> {
  const ways: fc.Arbitrary<SentRequest>[] = [
    fc.tuple(oddName, fc.string()).map(([name, text]) => ({ ...sent, query: [...sent.query, [name, text]] })),
  ]
  if (sent.query.length > 0) {
    const index = fc.nat({ max: sent.query.length - 1 })
    const again = (query: SentRequest['query'], at: number) => [...query, ...query.slice(at, at + 1)]
    ways.push(
      index.map((at) => ({ ...sent, query: again(sent.query, at) })),
      fc
        .tuple(index, oddValue)
        .map(([at, odd]) => ({
          ...sent,
          query: sent.query.map(([name, text], here) => [name, here === at ? String(odd) : text]),
        })),
      fc
        .tuple(index, fc.constantFrom(100, 101))
        .map(([at, count]) => ({
          ...sent,
          query: [
            ...sent.query,
            ...Array.from({ length: count }, () => sent.query[at] ?? ['', '']),
          ] as SentRequest['query'],
        })),
    )
  }
  const values = Object.keys(sent.path)
  if (values.length > 0)
    ways.push(
      // Empty values and dots would change the path before it is sent.
      fc
        .tuple(
          fc.constantFrom(...values),
          oddValue.map(String).filter((text) => !/^\.{0,2}$/.test(text)),
        )
        .map(([name, odd]) => ({ ...sent, path: { ...sent.path, [name]: odd } })),
    )
  if (sent.body !== undefined) {
    const place = fc.constantFrom(...places(sent.body))
    ways.push(
      fc.tuple(place, oddValue).map(([way, odd]) => ({ ...sent, body: withValueAt(sent.body, way, odd) })),
      place.map((way) => (way.length > 0 ? { ...sent, body: withValueAt(sent.body, way, undefined) } : sent)),
      fc.tuple(place, oddName, oddValue).map(([way, name, odd]) => {
        const isItem = typeof way.at(-1) === 'number'
        return isItem ? sent : { ...sent, body: withValueAt(sent.body, [...way.slice(0, -1), name], odd) }
      }),
    )
  }
  return fc.oneof(...ways)
}

/** HTTP cannot carry unpaired surrogates. */
const isWellFormed = (text: string) => !/[\ud800-\udfff]/u.test(text)

/**
 * Requests of all operations: half of them fit the schemas, the others are changed in one or two places.
 * @param document from `describeService`
 * @param usual    values for fields that need real ones
 */
export function generatedRequests(document: ServiceDescription, usual: FieldValues): fc.Arbitrary<SentRequest> {
  const checker = documentChecker(document)
  const valid = operationNames.map((name) =>
    validRequests(document, name, usual).filter((sent) => checker.request(sent).length === 0),
  )
  const some = fc.oneof(...valid)
  return fc
    .oneof(
      { weight: 2, arbitrary: some },
      { weight: 1, arbitrary: some.chain(corruptedRequest) },
      { weight: 1, arbitrary: some.chain(corruptedRequest).chain(corruptedRequest) },
    )
    .filter(({ path, query }) => [...Object.values(path), ...query.flat()].every(isWellFormed))
}

/** Method, target and body of a request. */
export function toHttp({ operation, path, query, body }: SentRequest): {
  method: string
  target: string
  body?: string
} {
  const row = rowOf(operation)
  const place = row.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? ''))
  const search = new URLSearchParams(query).toString()
  return {
    method: row.method,
    target: search ? `${place}?${search}` : place,
    ...(row.body ? { body: JSON.stringify(body) } : {}),
  }
}
