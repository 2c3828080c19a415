/** The schemas of the contract as JSON Schema. */
import * as z from 'zod/mini'
import { schemasOf } from '../../provider/check'
import { type OperationName, operationNames, rowOf } from '../../provider/operations'
import { namedSchemas, notes } from '../../provider/value-schemas'
import type { Json } from './documentation'

export const referenceTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** An object's schema as the document has it. */
export type ObjectSchema = { properties: Record<string, Json>; required?: string[] } & Json

/** Parameters are schemas too, but have no names in the document. */
const partOf = (operation: string, part: 'query' | 'pathValues') => `${operation}.${part}`

/**
 * Converts all schemas of the contract at once, so that they refer to each other.
 * @returns the named ones by name, and the query and path values of each operation
 */
export function contractSchemas() {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of namedSchemas) registry.add(schema, { id })
  for (const name of operationNames) {
    const { query, pathValues } = schemasOf(name)
    if (query) registry.add(query, { id: partOf(name, 'query') })
    if (pathValues) registry.add(pathValues, { id: partOf(name, 'pathValues') })
  }
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    // Nothing is transformed, so requests and answers have the same form.
    io: 'input',
    uri: (id) => String(referenceTo(id).$ref),
    metadata: notes,
    override({ zodSchema, jsonSchema }) {
      const note = notes.get(zodSchema)
      if (!note || note.id || !jsonSchema.$ref) return
      // A member refers to its schema and repeats nothing of it, but has a description of its own, even the same one.
      for (const keyword of Object.keys(jsonSchema))
        if (!['$ref', 'default'].includes(keyword)) delete jsonSchema[keyword]
      jsonSchema.description = note.description
    },
  })
  const bare = (id: string): Json => {
    const found = schemas[id]
    // Two rows that share one schema of parameters would leave one of them without.
    if (!found) throw new Error(`${id} was not converted.`)
    const { $schema: _, $id: __, ...schema } = found
    return schema
  }
  return {
    named: Object.fromEntries([...namedSchemas.keys()].map((name) => [name, bare(name)])),
    /** The properties of a row's query or path values; undefined where it has none. */
    partOf: (operation: OperationName, part: 'query' | 'pathValues'): ObjectSchema | undefined =>
      rowOf(operation)[part] ? (bare(partOf(operation, part)) as ObjectSchema) : undefined,
  }
}
export type Contract = ReturnType<typeof contractSchemas>
