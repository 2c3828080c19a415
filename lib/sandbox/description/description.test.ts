import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { documentChecker, operationOf, parametersOf, resolveReference } from '../../../e2e/oracles/checker'
import { writeQuery } from '../../domain/query-string'
import { checkForm, checkPlacement, schemasOf } from '../../provider/check'
import { addressNotes } from '../../provider/crypto-addresses'
import { isReplayable, isWriteName, type OperationName, operationNames, rowOf } from '../../provider/operations'
import { Token, TokenRequest } from '../../provider/tokens'
import { notes } from '../../provider/value-schemas'
import { documentationOf } from '../operations'
import { describeService, tokenExamples } from './description'
import { extraRules, type Json } from './documentation'
import type { ObjectSchema } from './schemas'

const document = describeService('http://127.0.0.1:4010')
const checker = documentChecker(document)
const text = JSON.stringify(document)
const schemas = Object.entries(document.components.schemas)

/** Every object in the document, with its path. */
function* parts(value: unknown, at = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [key, inner] of Object.entries(value)) yield* parts(inner, `${at}/${key}`)
}

describe('the document', () => {
  test('is valid OpenAPI 3.1 by an independent validator', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const broken = { ...structuredClone(document), paths: { '/v2': { get: { responses: 'none' } } } }
    expect((await validator.validate(broken)).valid).toBe(false)
  })

  test('has only addresses with a valid checksum, as the rule form asks for', () => {
    const addresses = new Set(text.match(/\b0x[0-9a-fA-F]{40}\b/g))
    expect(addresses.size).toBeGreaterThan(0)
    for (const address of addresses) expect(addressNotes(address, 'ETHEREUM', 'production'), address).toEqual({})
  })

  test('is JSON with the requested origin', () => {
    expect(JSON.parse(text)).toEqual(document)
    expect(document.servers).toEqual([expect.objectContaining({ url: 'http://127.0.0.1:4010' })])
    expect(text).toContain('http://127.0.0.1:4010/oauth2/token')
  })

  test('has no dangling reference and no unused component', () => {
    const references = [...parts(document)].flatMap(([, part]) => (typeof part.$ref === 'string' ? [part.$ref] : []))
    for (const $ref of references) expect(resolveReference(document, { $ref })).toBeTruthy()
    const named = (['schemas', 'responses', 'headers'] as const).flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
    )
    expect(named.filter((name) => !references.includes(name))).toEqual([])
  })

  test('has an operation for each row of the table, and the token request', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(described.map(({ operationId }) => operationId)).toEqual(['requestToken', ...operationNames])
  })

  test('limits the length of every text', () => {
    const texts = [...parts(document.components.schemas)].filter(([, part]) => part.type === 'string')
    const bounds = ['maxLength', 'format', 'enum', 'const']
    const isBounded = (part: Json) => bounds.some((name) => name in part) || part.pattern === '^[0-9]{13}$'
    const unbounded = texts.flatMap(([at, part]) => (isBounded(part) ? [] : at.split('/')[1]))
    // What errors say is prose.
    expect([...new Set(unbounded)]).toEqual(['Problem', 'FieldError', 'TokenRefusal'])
  })

  test('closes every object that is not deliberately open', () => {
    const open = [...parts(document.components.schemas)].filter(
      ([, part]) => part.type === 'object' && part.additionalProperties !== false,
    )
    expect(open.map(([at]) => at).sort()).toEqual([
      '#/Metadata',
      '#/Problem/properties/meta',
      '#/StatusCondition',
      '#/TokenRequest',
    ])
  })

  test('describes every schema and every field', () => {
    for (const [name, schema] of schemas) {
      expect(schema.description, name).toBeTruthy()
      const fields = Object.entries((schema as ObjectSchema).properties ?? {})
      expect(fields.filter(([, field]) => !field.description).map(([field]) => `${name}.${field}`)).toEqual([])
    }
  })

  test('uses patterns that mean the same with and without Unicode', () => {
    const patterns = [...parts(document)].flatMap(([, part]) =>
      typeof part.pattern === 'string' ? [part.pattern] : [],
    )
    expect(patterns.length).toBeGreaterThan(5)
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern, 'u')).not.toThrow()
      expect(pattern).not.toMatch(/\\[pPwWdDsSbB]/)
    }
  })
})

describe.each(operationNames)('%s', (name) => {
  const row = rowOf(name)
  const operation = operationOf(document, name)

  test('has its title, its scope, and whether it is sandbox only', () => {
    expect(document.paths[row.path]?.[row.method.toLowerCase()]).toBe(operation)
    expect(operation.summary).toBe(row.title)
    expect(operation.security).toEqual([{ clientCredentials: [row.scope] }])
    expect(operation['x-sandbox-only']).toBe(row.isSandboxOnly)
    for (const { name: parameter, ...rest } of parametersOf(document, name)) {
      expect(rest, parameter).toHaveProperty('description', expect.stringMatching(/\.$/))
    }
  })

  test('lists the names of its row: path values, query and body', () => {
    const namesOf = (schema: z.core.$ZodType | undefined) =>
      schema ? Object.keys((schema._zod.def as z.core.$ZodObjectDef).shape) : []
    const parameters = parametersOf(document, name)
    expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(
      namesOf(schemasOf(name).pathValues),
    )
    expect(parameters.filter((one) => one.in === 'query').map((one) => one.name)).toEqual(
      namesOf(schemasOf(name).query),
    )
    expect(operation.requestBody !== undefined).toBe(row.body !== undefined)
  })

  test('has example requests that fit the schemas, the contract and each other', () => {
    const examples = new Map(Object.entries(documentationOf(name).parameters ?? {}))
    const { path, query } = parametersOf(document, name).reduce<{ path: Record<string, string>; query: Json }>(
      (sorted, { name: parameter, in: place }) => {
        const value = examples.get(parameter)
        if (value !== undefined && place === 'path') sorted.path[parameter] = String(value)
        if (value !== undefined && place === 'query') sorted.query[parameter] = value
        return sorted
      },
      { path: {}, query: {} },
    )
    const params = writeQuery(query)
    const bodies = row.body ? Object.values(documentationOf(name).bodies ?? {}).map(({ value }) => value) : [undefined]
    expect(bodies.length).toBeGreaterThan(0)
    const takesInput = row.body !== undefined || parametersOf(document, name).length > 0
    expect(row.body !== undefined || [...params].length + Object.keys(path).length > 0).toBe(takesInput)
    const now = Date.UTC(2026, 10, 19)
    for (const body of bodies) {
      const sent = { operation: name, path, query: [...params], body }
      expect(checker.request(sent)).toEqual([])
      expect(checker.extraRules(sent, now)).toEqual([])
      checkForm(name, { path, query: params, body })
      checkPlacement(name, body, now)
    }
  })

  test('has example answers that fit the schemas and the contract', () => {
    const answers = Object.values(documentationOf(name).answers)
    expect(answers.length).toBeGreaterThan(0)
    const headers = new Map([
      ['content-type', 'application/json'],
      ['x-request-id', '5b0c8a1e-3f6d-4e27-9d84-70a2c6e1f359'],
    ])
    for (const { value } of answers) {
      expect(checker.answer(name, { status: 200, headers, body: value })).toEqual([])
      expect(z.safeParse(schemasOf(name).response, value).success).toBe(true)
    }
  })

  test('describes every refusal with a fitting example', () => {
    const statuses = ['400', '401', '403', '429', '500', 'default', '200']
    if (row.pathValues) statuses.push('404')
    if (row.body) statuses.push('413', '415')
    if (isWriteName(name) && isReplayable(name)) statuses.push('409')
    expect(Object.keys(operation.responses).sort()).toEqual(statuses.sort())
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (status === 'default' || status === '200') continue
      const { content } = resolveReference(document, answer) as { content: Record<string, Json> }
      const { schema, examples } = content['application/problem+json'] as {
        schema: Json
        examples: Record<string, Json>
      }
      const values = Object.values(examples).map(({ value }) => value)
      expect(values.length).toBeGreaterThan(0)
      for (const value of values) {
        expect(checker.value(schema, value)).toEqual([])
        expect(value).toMatchObject({ status: Number(status) })
      }
    }
  })
})

describe('the token request', () => {
  const { requestBody, responses } = operationOf(document, 'requestToken')

  test('is form data with every scope of the API', () => {
    expect(Object.keys((requestBody as { content: Json }).content)).toEqual(['application/x-www-form-urlencoded'])
    const { securitySchemes } = document.components as unknown as Record<string, Record<string, Json>>
    const flows = securitySchemes?.clientCredentials?.flows as { clientCredentials: { scopes: Json } }
    const scopes = Object.keys(flows.clientCredentials.scopes)
    expect(scopes).toEqual(expect.arrayContaining(operationNames.map((name) => rowOf(name).scope)))
    expect(scopes).toHaveLength(19)
  })

  test('has examples that fit the schemas and the contract', () => {
    const fits = (name: string, examples: Record<string, { value: unknown }>) => {
      for (const { value } of Object.values(examples))
        expect(checker.value({ $ref: `#/components/schemas/${name}` }, value)).toEqual([])
    }
    fits('TokenRequest', tokenExamples.request)
    fits('Token', tokenExamples.success)
    fits('TokenRefusal', tokenExamples.refused)
    fits('TokenRefusal', tokenExamples.unknownClient)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '401', '429', '500', 'default']))
    for (const { value } of Object.values(tokenExamples.request)) expect(z.parse(TokenRequest, value)).toEqual(value)
    for (const { value } of Object.values(tokenExamples.success)) expect(z.parse(Token, value)).toEqual(value)
  })
})

describe('a rule that is code', () => {
  /** Every schema inside a schema, with its path. */
  function* inner(schema: z.core.$ZodType, at: string): Generator<[string, z.core.$ZodType]> {
    yield [at, schema]
    const def = schema._zod.def as z.core.$ZodTypeDef & {
      shape?: Record<string, z.core.$ZodType>
      innerType?: z.core.$ZodType
      element?: z.core.$ZodType
      options?: z.core.$ZodType[]
      keyType?: z.core.$ZodType
      valueType?: z.core.$ZodType
    }
    for (const [name, member] of Object.entries(def.shape ?? {})) yield* inner(member, `${at}.${name}`)
    for (const next of [def.innerType, def.element, def.keyType, def.valueType, ...(def.options ?? [])])
      if (next) yield* inner(next, at)
  }

  /** Whether JSON Schema cannot express all that a schema checks: code, and patterns with flags. */
  function isBeyondConversion(schema: z.core.$ZodType): boolean {
    return (schema._zod.def.checks ?? []).some(({ _zod: { def } }) => {
      const { check, pattern } = def as { check: string; pattern?: RegExp }
      return check === 'custom' || check === 'overwrite' || (pattern !== undefined && pattern.flags !== '')
    })
  }

  const all = operationNames.flatMap((name) => {
    const { pathValues, query, body, response } = schemasOf(name)
    return [pathValues, query, body, response].flatMap((schema) => (schema ? [...inner(schema, name)] : []))
  })
  const isAdded = (schema: z.core.$ZodType) =>
    Object.keys(notes.get(schema) ?? {}).some((keyword) => !['id', 'description'].includes(keyword))
  /** Rules of a whole query, which no parameter can state. */
  const inWords: OperationName[] = ['listTransfers', 'listIssuerQuotes']

  test('is stated by a schema or by an extra rule', () => {
    const beyond = all.filter(([, schema]) => isBeyondConversion(schema))
    expect(beyond.length).toBeGreaterThan(10)
    const unsaid = beyond.filter(([at, schema]) => !isAdded(schema) && !inWords.includes(at as OperationName))
    expect(unsaid.map(([at]) => at)).toEqual([])
  })

  test('is in the description of its operations', () => {
    const said = [text, ...operationNames.map((name) => String(operationOf(document, name).description))].join('\n')
    for (const words of Object.values(extraRules)) expect(said).toContain(JSON.stringify(words).slice(1, -1))
    for (const name of inWords)
      expect(String(operationOf(document, name).description)).toContain('Rules that no schema states')
  })
})
