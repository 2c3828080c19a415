/**
 * The one place that knows that services differ: service-facts, "Reading". Nothing that comes is dropped or rounded;
 * unknown values stay as text, unknown fields are kept aside, missing ones are named.
 */
import type * as z from 'zod/mini'
import { FiatAccount } from './fiat-accounts'
import { IssuerQuoteExecution } from './issuer-quotes'
import { Order } from './orders'
import { ProblemError, ReadProblem } from './problem'
import { Rule } from './rules'
import type { FieldError } from './sentences'
import { Transfer } from './transfers'

type Json = Record<string, unknown>

/** A resource as it may come: each field absent or present, each text any text, each object any object. */
type Loose<Known> = {
  [Key in keyof Known]?: Exclude<Known[Key], undefined> extends string
    ? string
    : Exclude<Known[Key], undefined> extends boolean
      ? boolean
      : Json
}

/**
 * One record as it was read. `known` has the spec's fields under the spec's names, `other` the fields that it does
 * not list, `missing` the required ones that did not come, `raw` exactly what the service sent.
 */
export type Seen<Known> = { known: Loose<Known>; other: Json; missing: string[]; raw: unknown }
export type SeenTransfer = Seen<Transfer>
export type SeenIssuerQuote = Seen<IssuerQuoteExecution>
export type SeenOrder = Seen<Order>
export type SeenRule = Seen<Rule>
export type SeenFiatAccount = Seen<FiatAccount>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `""`, `null` and absent mean the same; an object with nothing in it says nothing. */
const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === '' || (isObject(value) && Object.values(value).every(isAbsent))

type Shape = Record<string, z.core.$ZodType>
const shapeOf = (schema: z.core.$ZodType) => (schema._zod as z.core.$ZodObjectInternals).def.shape as Shape

function kindOf(schema: z.core.$ZodType): 'text' | 'object' | 'boolean' {
  const { def } = schema._zod
  if (def.type === 'optional') return kindOf((schema as z.core.$ZodOptional)._zod.def.innerType)
  return def.type === 'object' || def.type === 'record' ? 'object' : def.type === 'boolean' ? 'boolean' : 'text'
}

/** A value in the kind that its field has, or undefined where it is something else altogether. */
function inKind(kind: 'text' | 'object' | 'boolean', value: unknown): unknown {
  if (kind === 'object') return isObject(value) ? value : undefined
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function see<Schema extends z.core.$ZodType>(schema: Schema, raw: unknown): Seen<z.output<Schema>> {
  const shape = shapeOf(schema)
  const source = isObject(raw) ? raw : {}
  const known: Json = {}
  const other: Json = {}
  for (const [name, value] of Object.entries(source)) {
    if (isAbsent(value)) continue
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    const read = field && inKind(kindOf(field), value)
    if (read === undefined) other[name] = value
    else known[name] = read
  }
  const missing = Object.keys(shape).filter((name) => shape[name]?._zod.def.type !== 'optional' && !(name in known))
  // The fields were read by this schema's own shape.
  return { known: known as Loose<z.output<Schema>>, other, missing, raw }
}

/** @param raw one element of `items`, or the answer of Get transfer */
export const readTransfer = (raw: unknown): SeenTransfer => see(Transfer, raw)

/** @param raw one element of `issuer_quote_executions` */
export const readIssuerQuote = (raw: unknown): SeenIssuerQuote => see(IssuerQuoteExecution, raw)

/** `created_at` may lack; a refusal can be an order with the status REJECTED. */
export const readOrder = (raw: unknown): SeenOrder => see(Order, raw)

/** A rule comes as `{rule}` or alone, and may carry a `status` (kept in `other`). */
export const readRule = (raw: unknown): SeenRule => see(Rule, isObject(raw) && isObject(raw.rule) ? raw.rule : raw)

/**
 * A fiat account. Four nestings were seen: instructions at the top; inside `fiat_account_owner`; there with `status`
 * and `metadata` beside `wire`; and with both inside `wire`. All give the same view.
 */
export function readFiatAccount(raw: unknown): SeenFiatAccount {
  const account = isObject(raw) ? raw : {}
  const { fiat_network_instructions: nested, ...owner } = isObject(account.fiat_account_owner)
    ? account.fiat_account_owner
    : ({} as Json)
  const {
    wire: outerWire,
    status: besideStatus,
    metadata: besideMetadata,
    ...networks
  } = ([account.fiat_network_instructions, nested].find((value) => isObject(value) && !isAbsent(value)) as Json) ?? {}
  const { status: insideStatus, metadata: insideMetadata, ...wire } = isObject(outerWire) ? outerWire : ({} as Json)
  const first = (...values: unknown[]) => values.find((value) => !isAbsent(value))
  return {
    ...see(FiatAccount, {
      ...account,
      fiat_account_owner: owner,
      fiat_network_instructions: { ...networks, wire },
      status: first(account.status, besideStatus, insideStatus),
      metadata: first(account.metadata, besideMetadata, insideMetadata),
    }),
    raw,
  }
}

/** Whether an account number was masked by the service (`XXXX4512`): such a number is never written back. */
export const isMasked = (accountNumber: string) => /[X*•]{2,}/i.test(accountNumber)

/** Any `X_TRANSFER_DEBIT` or `X_TRANSFER_CREDIT` but INTERNAL is a platform transfer; X is the operator's name. */
export function platformSide(type: string): 'DEBIT' | 'CREDIT' | undefined {
  const [, operator, side] = /^(.+)_TRANSFER_(DEBIT|CREDIT)$/.exec(type) ?? []
  return operator && operator !== 'INTERNAL' ? (side as 'DEBIT' | 'CREDIT') : undefined
}

/** A page as it was read; `next` is the cursor of the next page, undefined where the list ends here. */
export type SeenPage<Known> = { items: Seen<Known>[]; next?: string }

/** Where a page stands in its walk: rows asked for, and the cursors that led to it, its own among them. */
export type Place = { limit: number; cursors: readonly string[] }

/**
 * Whether and where a list goes on. It ends with fewer rows than asked for (spec, List transfers, rule 3), no rows,
 * no cursor, or a cursor that was met before.
 */
export function nextCursor(rows: number, cursor: unknown, { limit, cursors }: Place): string | undefined {
  if (typeof cursor !== 'string' || cursor === '' || rows === 0 || rows < limit) return undefined
  return cursors.includes(cursor) ? undefined : cursor
}

function readPage<Known>(
  raw: unknown,
  names: string[],
  read: (item: unknown) => Seen<Known>,
  place: Place,
): SeenPage<Known> {
  const page = isObject(raw) ? raw : {}
  const list = names.map((name) => page[name]).find(Array.isArray)
  if (!list) {
    throw new ProblemError(
      502,
      'service-answer-unreadable',
      'The service answered with something that is not a list.',
      {
        detail: `Expected "${names[0]}" in the answer. Nothing was changed.`,
      },
    )
  }
  return { items: list.map(read), next: nextCursor(list.length, page.next_page_cursor, place) }
}

/** @throws ProblemError where the answer holds no list at all: that is never shown as an empty one */
export const readTransferPage = (raw: unknown, place: Place) => readPage(raw, ['items'], readTransfer, place)

/** The list may come under `items`. @throws ProblemError where the answer holds no list at all */
export const readIssuerQuotePage = (raw: unknown, place: Place) =>
  readPage(raw, ['issuer_quote_executions', 'items'], readIssuerQuote, place)

/** What a refusal of the service says: never HTML, at most 500 characters, plain text only. */
export type Refusal = { kind: string; detail: string; meta: Json; errors: FieldError[]; requestId: string }

const asText = (text: string) => {
  // Control characters have no place in a sentence.
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return plain.length > 500 ? `${plain.slice(0, 499)}…` : plain
}

/**
 * Reads the body of an error answer: problem+json, RFC 6749, `{code, message}`, plain text, HTML or nothing.
 * The HTTP status is not taken from it (service-facts, "Errors").
 */
export function readRefusal(contentType: string, text: string): Refusal {
  const nothing: Refusal = { kind: '', detail: '', meta: {}, errors: [], requestId: '' }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    const isMarkup = /html|xml/i.test(contentType) || /^\s*</.test(text)
    return isMarkup ? nothing : { ...nothing, detail: asText(text) }
  }
  const read = ReadProblem.safeParse(isObject(body) ? body : {})
  if (!read.success) return nothing
  const { type, title, detail, message, error, error_description, meta, errors, request_id } = read.data
  const code = isObject(body) && typeof body.code === 'string' ? body.code : ''
  return {
    kind: (type ?? '').split('/').at(-1) || error || code,
    detail: asText(detail || error_description || message || title || ''),
    meta: meta ?? {},
    errors: (errors ?? []).map((one) => ({ field: one.field, message: asText(one.message) })),
    requestId: asText(request_id ?? ''),
  }
}
