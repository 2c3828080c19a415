/** The check of an input by its row, the same in the form, at the proxy and at the sandbox. */
import * as z from 'zod/mini'
import { type Input, type OperationName, type Row, rowOf } from './operations'
import { ProblemError } from './problem'
import { readQuery } from './query-string'
import { type FieldError, fieldErrors, sentence, unknownNames } from './sentences'

/** An input as it came: path values and body unchecked, the query still text. */
export type RawInput = { path?: Record<string, string>; query?: URLSearchParams; body?: unknown }

function queryOf(row: Row, params: URLSearchParams): { value?: unknown; errors: FieldError[] } {
  if (!row.query) {
    const names = [...new Set(params.keys())]
    return { errors: names.map((name) => ({ field: name, message: unknownNames([name], []) })) }
  }
  const { query, errors } = readQuery(row.query, params)
  return errors ? { errors } : { value: query, errors: [] }
}

function parsedBy(schema: z.core.$ZodType | undefined, input: unknown): { value?: unknown; errors: FieldError[] } {
  if (!schema) return { errors: [] }
  const parsed = z.safeParse(schema, input, { error: sentence })
  return parsed.success ? { value: parsed.data, errors: [] } : { errors: fieldErrors(parsed.error) }
}

/** zod leaves this one name out of a record without a word: what a person wrote is sent or refused, never dropped. */
function droppedNames(body: unknown): FieldError[] {
  const metadata = typeof body === 'object' && body !== null && 'metadata' in body ? body.metadata : undefined
  const isDropped = typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, '__proto__')
  return isDropped ? [{ field: 'metadata.__proto__', message: 'A metadata key cannot be "__proto__".' }] : []
}

/**
 * Checks an input by the schemas of its row.
 * @throws ProblemError 400 `invalid-input` with a sentence for each wrong field
 */
export function checkInput<Name extends OperationName>(name: Name, raw: RawInput): Input<Name> {
  const row = rowOf(name)
  const path = parsedBy(row.pathValues, raw.path ?? {})
  const query = queryOf(row, raw.query ?? new URLSearchParams())
  const body = parsedBy(row.body, raw.body)
  const errors = [...path.errors, ...query.errors, ...body.errors, ...droppedNames(raw.body)]
  if (errors.length > 0) {
    throw new ProblemError(400, 'invalid-input', `${row.title}: the request does not fit.`, {
      detail: errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' '),
      errors,
    })
  }
  // The schemas of this very row made the parts, so they are its input.
  return { path: path.value, query: query.value, body: body.value } as Input<Name>
}
