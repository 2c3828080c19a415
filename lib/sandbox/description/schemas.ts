/** The schemas of the contract as JSON Schema. */
import * as z from 'zod/mini'
import { schemasOf } from '../../api/provider/check'
import { type OperationName, operationNames, rowOf } from '../../api/provider/operations'
import { documentation } from '../operations'
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
  const notes = Object.entries(documentation.schemas)
  const additions = new Map(notes.map(([, { schema, jsonSchema }]) => [schema, jsonSchema]))
  const registry = z.registry<{ id: string }>()
  for (const [id, { schema }] of notes) registry.add(schema, { id })
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
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, additions.get(zodSchema))
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
    named: Object.fromEntries(notes.map(([name]) => [name, bare(name)])),
    /** The component of a row's body, response or record. */
    nameOf(schema: z.core.$ZodType): string {
      const found = notes.find(([, note]) => note.schema === schema)
      if (!found) throw new Error('A row has a schema without a name: add it to the schemas of its documentation.')
      return found[0]
    },
    /** The properties of a row's query or path values; undefined where it has none. */
    partOf: (operation: OperationName, part: 'query' | 'pathValues'): ObjectSchema | undefined =>
      rowOf(operation)[part] ? (bare(partOf(operation, part)) as ObjectSchema) : undefined,
  }
}
export type Contract = ReturnType<typeof contractSchemas>
