/**
 * Reads what real services send (service-facts, "Reading"). Nothing is dropped or rounded: unknown values stay text, unknown
 * fields are kept apart, missing fields are listed.
 */
import type * as z from 'zod/mini'
import { exactJson } from './exact-json'
import { FiatAccount } from './fiat-accounts'
import type { FieldError } from './field-errors'
import { IssuerQuoteExecution } from './issuer-quotes'
import { isObject, type Json } from './json'
import { Order } from './orders'
import { ProblemError, ReadProblem } from './problem'
import { Rule } from './rules'
import { Transfer } from './transfers'

/** A resource of a real service: any field can be absent, any text and any object are accepted. */
type Loose<Known> = {
  [Key in keyof Known]?: Exclude<Known[Key], undefined> extends string
    ? string
    : Exclude<Known[Key], undefined> extends boolean
      ? boolean
      : Json
}

/**
 * A decoded record. `known` holds the spec's fields, `other` the fields that it does not list, `missing` the required fields
 * that are absent, `raw` exactly what the service sent.
 */
export type Decoded<Known> = { known: Loose<Known>; other: Json; missing: string[]; raw: unknown }
export type DecodedTransfer = Decoded<Transfer>
export type DecodedIssuerQuote = Decoded<IssuerQuoteExecution>
export type DecodedOrder = Decoded<Order>
export type DecodedRule = Decoded<Rule>
export type DecodedFiatAccount = Decoded<FiatAccount>

/** `""`, `null` and absent mean the same, as does an object of such members (checked 8 levels deep). */
function isAbsent(value: unknown, depth = 0): boolean {
  if (value === undefined || value === null || value === '') return true
  return isObject(value) && depth < 8 && Object.values(value).every((inner) => isAbsent(inner, depth + 1))
}

type Shape = Record<string, z.core.$ZodType>
const shapeOf = (schema: z.core.$ZodType) => (schema._zod as z.core.$ZodObjectInternals).def.shape as Shape

function kindOf(schema: z.core.$ZodType): 'text' | 'object' | 'boolean' {
  const { def } = schema._zod
  if (def.type === 'optional') return kindOf((schema as z.core.$ZodOptional)._zod.def.innerType)
  return def.type === 'object' || def.type === 'record' ? 'object' : def.type === 'boolean' ? 'boolean' : 'text'
}

/** A value converted to the kind of its field, or undefined if it cannot be. */
function inKind(kind: 'text' | 'object' | 'boolean', value: unknown): unknown {
  if (kind === 'object') return isObject(value) ? value : undefined
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The kind of each field of a schema, and the required fields. */
type Fields = { kinds: Map<string, 'text' | 'object' | 'boolean'>; required: string[] }
const fields = new WeakMap<z.core.$ZodType, Fields>()

// Cached: a list has up to a thousand rows of one schema.
function fieldsOf(schema: z.core.$ZodType): Fields {
  const known = fields.get(schema)
  if (known) return known
  const shape = Object.entries(shapeOf(schema))
  const found = {
    kinds: new Map(shape.map(([name, field]) => [name, kindOf(field)])),
    required: shape.filter(([, field]) => field._zod.def.type !== 'optional').map(([name]) => name),
  }
  fields.set(schema, found)
  return found
}

function decode<Schema extends z.core.$ZodType>(schema: Schema, raw: unknown): Decoded<z.output<Schema>> {
  const { kinds, required } = fieldsOf(schema)
  const source = isObject(raw) ? raw : {}
  // Maps, because a field may be named "__proto__".
  const known = new Map<string, unknown>()
  const other = new Map<string, unknown>()
  for (const [name, value] of Object.entries(source)) {
    if (isAbsent(value)) continue
    const kind = kinds.get(name)
    const read = kind && inKind(kind, value)
    if (read === undefined) other.set(name, value)
    else known.set(name, read)
  }
  const missing = required.filter((name) => !known.has(name))
  // The fields were read by the shape of this schema.
  return { known: Object.fromEntries(known) as Loose<z.output<Schema>>, other: Object.fromEntries(other), missing, raw }
}

/** The reader of a record that services shape as in the spec, for the `read` of its kind. */
export const readerOf =
  <Schema extends z.core.$ZodType>(schema: Schema) =>
  (raw: unknown): Decoded<z.output<Schema>> =>
    decode(schema, raw)

export const readTransfer = readerOf(Transfer)
export const readIssuerQuote = readerOf(IssuerQuoteExecution)
/** `created_at` may be absent; a refused order can have the status REJECTED. */
export const readOrder = readerOf(Order)

/** A rule arrives as `{rule}` or bare. It may have a `status`, in it or next to it (kept in `other`). */
export function readRule(raw: unknown): DecodedRule {
  if (!isObject(raw) || !isObject(raw.rule)) return decode(Rule, raw)
  const { rule, ...beside } = raw
  const seen = decode(Rule, rule)
  const others = Object.entries(beside).filter(([, value]) => !isAbsent(value))
  return { ...seen, other: { ...Object.fromEntries(others), ...seen.other }, raw }
}

/** Moves members of a nested object to the outer one where that lacks them, so that every nesting reads alike. */
function lift(outer: Json, from: string, names: readonly string[]): Json {
  const inner = outer[from]
  if (!isObject(inner)) return outer
  const lifted = names.filter((name) => !isAbsent(inner[name]) && isAbsent(outer[name]))
  const rest = Object.entries(inner).filter(([name, value]) => !isAbsent(value) && !lifted.includes(name))
  const moved = lifted.map((name) => [name, inner[name]] as const)
  return { ...outer, ...Object.fromEntries(moved), [from]: Object.fromEntries(rest) }
}

/**
 * A fiat account. Four nestings were observed: instructions at the top; inside `fiat_account_owner`; there with `status`
 * and `metadata` next to `wire`; and with both inside `wire`. All read alike.
 */
export function readFiatAccount(raw: unknown): DecodedFiatAccount {
  if (!isObject(raw)) return decode(FiatAccount, raw)
  const beside = ['status', 'metadata']
  const account = lift(raw, 'fiat_account_owner', ['fiat_network_instructions'])
  const instructions = account.fiat_network_instructions
  const view = isObject(instructions)
    ? { ...account, fiat_network_instructions: lift(instructions, 'wire', beside) }
    : account
  return { ...decode(FiatAccount, lift(view, 'fiat_network_instructions', beside)), raw }
}

/** Whether the service masked an account number (`XXXX4512`). A masked number is never written back. */
export const isMasked = (accountNumber: string) => /[X*•]{2,}/i.test(accountNumber)

/** Any `X_TRANSFER_DEBIT` or `X_TRANSFER_CREDIT` except INTERNAL is a platform transfer; X is the operator's name. */
export function platformSide(type: string): 'DEBIT' | 'CREDIT' | undefined {
  const [, operator, side] = /^(.+)_TRANSFER_(DEBIT|CREDIT)$/.exec(type) ?? []
  return operator && operator !== 'INTERNAL' ? (side as 'DEBIT' | 'CREDIT') : undefined
}

/** A decoded page; `next` is the cursor of the next page, undefined on the last page. */
export type DecodedPage<Known> = { items: Decoded<Known>[]; next?: string }

/** The requested rows of a page and all cursors used so far, including its own. */
export type Place = { limit: number; cursors: readonly string[] }

/**
 * The cursor of the next page. A list ends with fewer rows than requested (spec, List transfers, rule 3), no rows, no
 * cursor, or a cursor already used.
 */
export function nextCursor(rows: number, cursor: unknown, { limit, cursors }: Place): string | undefined {
  if (typeof cursor !== 'string' || cursor === '' || rows === 0 || rows < limit) return undefined
  return cursors.includes(cursor) ? undefined : cursor
}

function readPage<Known>(
  raw: unknown,
  names: string[],
  read: (item: unknown) => Decoded<Known>,
  place: Place,
): DecodedPage<Known> {
  const page = isObject(raw) ? raw : {}
  const list = names.map((name) => page[name]).find(Array.isArray)
  if (!list) {
    throw new ProblemError(502, 'service-answer-unreadable', 'The provider answered without a list.', {
      detail: `Expected "${names[0]}" in the answer. Nothing was changed.`,
    })
  }
  return { items: list.map(read), next: nextCursor(list.length, page.next_page_cursor, place) }
}

/** @throws ProblemError where the answer has no list, which must not look like an empty one */
export const readTransferPage = (raw: unknown, place: Place) => readPage(raw, ['items'], readTransfer, place)

/** The list may be named `items`. @throws ProblemError where the answer has no list */
export const readIssuerQuotePage = (raw: unknown, place: Place) =>
  readPage(raw, ['issuer_quote_executions', 'items'], readIssuerQuote, place)

/** The content of a refusal: plain text only, never HTML, at most 500 characters. */
export type Refusal = { kind: string; detail: string; meta: Json; errors: FieldError[]; requestId: string }

/** Whether a text is a page and not a sentence; a lone `<id>` in a sentence is not markup. */
const isMarkup = (text: string) => /^\s*<|<(?:!doctype|html|\/[a-z])/i.test(text)

const asText = (text: string) => {
  if (isMarkup(text)) return ''
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return plain.length > 500 ? `${plain.slice(0, 499)}…` : plain
}

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value.field === 'string' && typeof value.message === 'string'

/**
 * Reads the body of an error answer: problem+json, RFC 6749, `{code, message}`, plain text, HTML or nothing.
 * The HTTP status takes precedence over the body's (service-facts, "Errors").
 */
export function readRefusal(contentType: string, text: string): Refusal {
  const nothing: Refusal = { kind: '', detail: '', meta: {}, errors: [], requestId: '' }
  let body: unknown
  try {
    body = exactJson(text)
  } catch {
    return /html|xml/i.test(contentType) ? nothing : { ...nothing, detail: asText(text) }
  }
  if (typeof body === 'string') return { ...nothing, detail: asText(body) }
  const read = ReadProblem.safeParse(isObject(body) ? body : {})
  if (!read.success) return nothing
  const { type, title, detail, message, error, error_description, meta, errors, request_id } = read.data
  const code = isObject(body) && typeof body.code === 'string' ? body.code : ''
  return {
    kind: asText((type ?? '').split('/').at(-1) || error || code),
    detail: asText(detail || error_description || message || title || ''),
    meta: meta ?? {},
    errors: (errors ?? []).filter(isFieldError).map(({ field, message }) => ({ field, message: asText(message) })),
    requestId: asText(request_id ?? ''),
  }
}
