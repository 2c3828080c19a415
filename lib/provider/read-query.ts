/** Reads and checks query strings by their schemas: arrays repeat the name, commas are data (query-string.ts). */
import * as z from 'zod/mini'
import { type FieldError, fieldErrors, fieldMessage } from './field-errors'

type Member = 'array' | 'number' | 'text'

/** How each member of a query schema is written. */
function readMembers(schema: z.core.$ZodType): Map<string, Member> {
  const { def } = schema._zod as z.core.$ZodObjectInternals
  return new Map(
    Object.entries(def.shape).map(([name, member]) => {
      const inner = member._zod.def.type === 'optional' ? (member as z.core.$ZodOptional)._zod.def.innerType : member
      const { type } = inner._zod.def
      return [name, type === 'array' ? 'array' : type === 'number' ? 'number' : 'text']
    }),
  )
}

const known = new WeakMap<z.core.$ZodType, Map<string, Member>>()

function membersOf(schema: z.core.$ZodType): Map<string, Member> {
  const members = known.get(schema) ?? readMembers(schema)
  known.set(schema, members)
  return members
}

/** The names that a query schema lists, in the spec's order. */
export const queryNames = (schema: z.core.$ZodType): string[] => [...membersOf(schema).keys()]

/**
 * Reads a query string by its schema.
 * @returns the typed query, or an error for each unknown name, repeated single value and schema violation
 */
export function readQuery<Schema extends z.core.$ZodType>(
  schema: Schema,
  params: URLSearchParams,
): { query: z.output<Schema>; errors?: never } | { query?: never; errors: FieldError[] } {
  const members = membersOf(schema)
  // In one pass: `getAll` for each of many names would take quadratic time.
  const given = new Map<string, string[]>()
  for (const [name, value] of params) {
    const values = given.get(name)
    if (values) values.push(value)
    else given.set(name, [value])
  }
  const raw = new Map<string, unknown>()
  const twice: FieldError[] = []
  for (const [name, values] of given) {
    const member = members.get(name)
    if (member === 'array') raw.set(name, values)
    else if (member && values.length > 1)
      twice.push({ field: name, message: `"${name}" takes one value; ${values.length} were given.` })
    else raw.set(name, member === 'number' && /^-?\d+$/.test(values[0] ?? '') ? Number(values[0]) : values[0])
  }
  const parsed = z.safeParse(schema, Object.fromEntries(raw), { error: fieldMessage })
  const errors = [...twice, ...(parsed.success ? [] : fieldErrors(parsed.error))]
  return parsed.success && errors.length === 0 ? { query: parsed.data } : { errors }
}
