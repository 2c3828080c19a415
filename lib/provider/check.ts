/** Checks an input by its row: the same check in the form, the proxy and the sandbox. */
import * as z from 'zod/mini'
import { moneyOf } from './confirmation'
import { partiesIn } from './destinations'
import { type FieldError, fieldErrors, fieldMessage, shortName, unknownNames } from './field-errors'
import { type Input, isWrite, type OperationName, rowOf, type WriteName, writeRowOf } from './operations'
import { ProblemError } from './problem'
import { readQuery } from './read-query'
import type { Row, WriteRow } from './row'
import { bodies, schemas } from './schemas'
import type { Body, Moved } from './summaries'

/** An unchecked input; the query is still text. */
export type RawInput = { path?: Record<string, string>; query?: URLSearchParams; body?: unknown }

function queryOf(
  schema: z.core.$ZodType | undefined,
  params: URLSearchParams,
): { value?: unknown; errors: FieldError[] } {
  if (!schema) {
    const names = [...new Set(params.keys())]
    return { errors: names.map((name) => ({ field: shortName(name), message: unknownNames([name], []) })) }
  }
  const { query, errors } = readQuery(schema, params)
  return errors ? { errors } : { value: query, errors: [] }
}

function parsedBy(schema: z.core.$ZodType | undefined, input: unknown): { value?: unknown; errors: FieldError[] } {
  if (!schema) return { errors: [] }
  const parsed = z.safeParse(schema, input, { error: fieldMessage })
  return parsed.success ? { value: parsed.data, errors: [] } : { errors: fieldErrors(parsed.error) }
}

/** zod silently drops this name from a record; input must be sent or refused, never dropped. */
function droppedNames(body: unknown): FieldError[] {
  const metadata = typeof body === 'object' && body !== null && 'metadata' in body ? body.metadata : undefined
  const isDropped = typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, '__proto__')
  return isDropped ? [{ field: 'metadata.__proto__', message: 'A metadata key cannot be "__proto__".' }] : []
}

/** Errors in one answer, so that a small request cannot cause a large one. Forms show all errors of their fields. */
const mostErrors = 20

const restOf = (more: number) =>
  more === 1 ? 'One more error is not listed.' : `${more.toLocaleString('en-GB')} more errors are not listed.`

/**
 * The problem of an input with errors.
 * @param most errors beyond this number are only counted, at the end of `detail`
 */
export function invalidInput(title: string, errors: readonly FieldError[], most = mostErrors): ProblemError {
  const shown = errors.slice(0, most)
  const sentences = shown.map(({ field, message }) => (field ? `${field}: ${message}` : message))
  const more = errors.length - shown.length
  return new ProblemError(400, 'invalid-input', title, {
    detail: [...sentences, ...(more > 0 ? [restOf(more)] : [])].join(' '),
    errors: shown,
  })
}

/** The schemas of an operation's row. */
export function schemasOf(name: OperationName) {
  const { pathValues, query, body, response } = rowOf(name)
  return {
    pathValues: pathValues && schemas[pathValues],
    query: query && schemas[query],
    body: body && bodies[body].schema,
    response: schemas[response],
  }
}

const bodyIn = (row: WriteRow): Omit<Body, 'full'> => bodies[row.body]

function refuse({ title }: Row, errors: readonly FieldError[], most?: number): void {
  if (errors.length > 0) throw invalidInput(`${title}: the request is invalid.`, errors, most)
}

function checked<Name extends OperationName>(name: Name, raw: RawInput, most?: number): Input<Name> {
  const row = rowOf(name)
  const schemas = schemasOf(name)
  const path = parsedBy(schemas.pathValues, raw.path ?? {})
  const query = queryOf(schemas.query, raw.query ?? new URLSearchParams())
  const body = parsedBy(schemas.body, raw.body)
  const errors = [...path.errors, ...query.errors, ...body.errors, ...droppedNames(raw.body)]
  refuse(row, errors, most)
  // The schemas of this row parsed the parts, so they are its input.
  return { path: path.value, query: query.value, body: body.value } as Input<Name>
}

/**
 * Checks an input by the schemas of its row, without what depends on the time.
 * @throws ProblemError 400 `invalid-input` with a sentence for each of the first 20 wrong fields
 */
export const checkForm = <Name extends OperationName>(name: Name, raw: RawInput): Input<Name> => checked(name, raw)

/**
 * Checks what depends on the time of sending: an order's expiry.
 * @param body its shape need not have been checked
 * @param now milliseconds since 1970 of the clock that decides
 * @throws ProblemError 400 `invalid-input`
 */
export function checkPlacement(name: OperationName, body: unknown, now: number): void {
  const row = rowOf(name)
  if (isWrite(row)) refuse(row, bodyIn(row).placementErrors?.(body, now) ?? [])
}

/**
 * Checks a write where the environment requires an identity.
 * @throws ProblemError 400 `invalid-input`
 */
export const checkIdentity = (name: WriteName, body: unknown): void => {
  const row = writeRowOf(name)
  refuse(row, bodyIn(row).identityErrors?.(body) ?? [])
}

/**
 * Checks an input as the sender does, by the clock of this machine.
 * @throws ProblemError 400 `invalid-input` with a sentence for each wrong field
 */
export function checkInput<Name extends OperationName>(name: Name, raw: RawInput): Input<Name> {
  const input = checked(name, raw, Number.POSITIVE_INFINITY)
  checkPlacement(name, raw.body, Date.now())
  return input
}

/** What a write requests in a few words: "Sell 12.50 BTC, limit 92,000.00 USD". Holds no whole account number. */
export const summaryOf = (name: WriteName, path: Readonly<Record<string, string>>, body: unknown): string =>
  bodyIn(writeRowOf(name)).summarize(path, body)

/** What a write moves, and whom and what it names. */
export function movedBy(name: WriteName, path: Readonly<Record<string, string>>, body: unknown): Moved {
  const row = writeRowOf(name)
  const { money } = row.moves
  return { ...(money ? moneyOf[money].moved(body) : { amounts: [] }), parties: partiesIn(row, path, body) }
}
