/**
 * Reads what real services send (docs/provider.md, "Reading"). Nothing is dropped or rounded: unknown values stay text, unknown
 * fields are kept apart, missing fields are listed.
 */
import { exactJson } from '../domain/exact-json'
import { isObject, type Json } from '../domain/json'
import { type FieldError, shortName } from './field-errors'
import type { IssuerQuoteExecution } from './issuer-quotes'
import { ProblemError } from './problem'
import type { Transfer } from './transfers'

type FieldKind = 'text' | 'object' | 'boolean'

type KindOf<Value> = Value extends string ? 'text' : Value extends boolean ? 'boolean' : 'object'

/** How each field of a record reads, compared with its schema by the compiler; `?` where the spec lets it be absent. */
export type Fields<Known = object> = {
  readonly [Name in keyof Known]-?: undefined extends Known[Name]
    ? `${KindOf<Exclude<Known[Name], undefined>>}?`
    : KindOf<Known[Name]>
}

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

/** `""`, `null` and absent mean the same, as does an object of such members (checked 8 levels deep). */
export function isAbsent(value: unknown, depth = 0): boolean {
  if (value === undefined || value === null || value === '') return true
  return isObject(value) && depth < 8 && Object.values(value).every((inner) => isAbsent(inner, depth + 1))
}

/** A value converted to the kind of its field, or undefined if it cannot be. */
function inKind(kind: FieldKind | `${FieldKind}?`, value: unknown): unknown {
  if (kind.startsWith('object')) return isObject(value) ? value : undefined
  if (kind.startsWith('boolean')) return typeof value === 'boolean' ? value : undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

export function decode<Known>(fields: Fields<Known>, raw: unknown): Decoded<Known> {
  const kinds = fields as Record<string, FieldKind | `${FieldKind}?`>
  const source = isObject(raw) ? raw : {}
  const known: Json = {}
  // Not an object, because a field may be named "__proto__".
  const other = new Map<string, unknown>()
  for (const [name, value] of Object.entries(source)) {
    if (isAbsent(value)) continue
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    const read = kind && inKind(kind, value)
    if (read === undefined) other.set(name, value)
    else known[name] = read
  }
  const missing = Object.keys(kinds).filter((name) => known[name] === undefined && !kinds[name]?.endsWith('?'))
  // The fields were read by their kinds.
  return { known: known as Loose<Known>, other: Object.fromEntries(other), missing, raw }
}

/** The reader of a record that services shape as in the spec. */
export const readerOf =
  <Known>(fields: Fields<Known>) =>
  (raw: unknown): Decoded<Known> =>
    decode(fields, raw)

/** Fields by the spec, apart from the schemas, which would bring all of zod to every page. */
export const transferFields: Fields<Transfer> = {
  id: 'text',
  customer_id: 'text',
  profile_id: 'text',
  amount: 'text',
  total: 'text',
  fee: 'text',
  asset: 'text',
  direction: 'text',
  type: 'text',
  status: 'text',
  created_at: 'text',
  updated_at: 'text',
  identity_id: 'text?',
  account_id: 'text?',
  ref_id: 'text?',
  balance_asset: 'text?',
  secondary_status: 'object?',
  status_details: 'object?',
  metadata: 'object?',
  destination_address: 'text?',
  crypto_network: 'text?',
  crypto_tx_hash: 'text?',
  crypto_tx_index: 'text?',
  auto_conversion: 'object?',
  group_id: 'text?',
  fiat_account_id: 'text?',
  notional_value: 'text?',
  memo: 'text?',
}

export const issuerQuoteFields: Fields<IssuerQuoteExecution> = {
  id: 'text',
  created_at: 'text',
  asset_type: 'text',
  principal: 'text',
  fee: 'text',
  status: 'text',
  ref_id: 'text?',
  token_fee: 'text',
  token_price: 'text',
  token_principal: 'text',
  profile_id: 'text',
}

export const readTransfer = readerOf(transferFields)
export const readIssuerQuote = readerOf(issuerQuoteFields)

/** Any `X_TRANSFER_DEBIT` or `X_TRANSFER_CREDIT` except INTERNAL is a platform transfer; X is the operator's name. */
export function platformSide(type: string): 'DEBIT' | 'CREDIT' | undefined {
  const [, operator, side] = /^(.+)_TRANSFER_(DEBIT|CREDIT)$/.exec(type) ?? []
  return operator && operator !== 'INTERNAL' ? (side as 'DEBIT' | 'CREDIT') : undefined
}

/**
 * How a page ends: `next` is the cursor of the page after it. Without one the list has ended, unless the page `mayGoOn`: it
 * is full, and the provider did not say that it is the last.
 */
export type PageEnd = { next?: string; mayGoOn?: true }

/** Whether rows may follow a page. */
export const mayHaveMore = ({ next, mayGoOn }: PageEnd) => next !== undefined || mayGoOn === true

export type DecodedPage<Known> = PageEnd & { items: Decoded<Known>[] }

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

/** How a page of the provider ends. Only an empty cursor says that a full page is the last: one of another name looks absent. */
export function pageEnd(rows: number, cursor: unknown, place: Place): PageEnd {
  const next = nextCursor(rows, cursor, place)
  if (next !== undefined) return { next }
  return rows > 0 && rows >= place.limit && cursor !== '' ? { mayGoOn: true } : {}
}

/** A list whose rest can be read neither by a cursor nor by time. */
export const restUnreadable = () =>
  notAList('The provider named no next page after a full one.', 'More rows may follow, and cannot be read.')

/** Whether an answer of status 200 says that it is an error: problem+json, RFC 6749, `{code, message}` and the like. */
function saysError(page: Json): boolean {
  const says = (name: string) => {
    const value = page[name]
    return Array.isArray(value) ? value.length > 0 : Boolean(value) && !isAbsent(value)
  }
  if (says('error') || says('errors') || says('error_description') || page.success === false) return true
  if (Number(page.status) >= 400) return true
  return says('code') && says('message') && !/^(?:0|200|ok|success)$/i.test(String(page.code))
}

const notAList = (title: string, detail: string) =>
  new ProblemError(502, 'service-answer-unreadable', title, {
    detail: `${detail} Nothing was changed.`,
    meta: { answered_by: 'service' },
  })

/** Readers disagree on which of both counts, so that rows could be missing unseen. */
export const repeatedMember = (name: string) =>
  notAList('The provider sent an answer that contradicts itself.', `It has ${JSON.stringify(shortName(name))} twice.`)

/**
 * THE check of a list's answer, wherever it is read: an error, or an answer without a list, must not look like an empty list.
 * @param page the answer's members
 * @param list the rows, if the answer has any list
 * @throws ProblemError 502
 */
export function requireList<Rows>(page: Json, list: Rows | undefined, [expected = '']: readonly string[]): Rows {
  if (saysError(page))
    throw notAList('The provider answered with an error.', 'Its answer says so, so no list was read from it.')
  if (!list) throw notAList('The provider answered without a list.', `Expected "${expected}" in the answer.`)
  return list
}

function readPage<Known>(
  raw: unknown,
  names: string[],
  read: (item: unknown) => Decoded<Known>,
  place: Place,
): DecodedPage<Known> {
  const page = isObject(raw) ? raw : {}
  const list = requireList(page, names.map((name) => page[name]).find(Array.isArray), names)
  return { items: list.map(read), ...pageEnd(list.length, page.next_page_cursor, place) }
}

/** @throws ProblemError where the answer is no list */
export const readTransferPage = (raw: unknown, place: Place) => readPage(raw, ['items'], readTransfer, place)

/** The list may be named `items`. @throws ProblemError where the answer is no list */
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

/** The last segment of a problem's `type`; "" of `about:blank`, which says nothing (RFC 9457, 4.2.1). */
const typeSegment = (type: string) =>
  type
    .replace(/^about:blank$/, '')
    .replace(/\/$/, '')
    .split(/[/#]/)
    .at(-1) ?? ''

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value.field === 'string' && typeof value.message === 'string'

/**
 * Reads the body of an error answer: problem+json, RFC 6749, `{code, message}`, plain text, HTML or nothing.
 * The HTTP status takes precedence over the body's (docs/provider.md, "Errors").
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
  if (!isObject(body)) return nothing
  const { type, title, detail, message, error, error_description, code, meta, errors, request_id } = body
  const first = (...texts: unknown[]) => asText(String(texts.find((text) => text && typeof text === 'string') ?? ''))
  return {
    kind: first(typeof type === 'string' && typeSegment(type), error, code),
    detail: first(detail, error_description, message, title),
    meta: isObject(meta) ? meta : {},
    errors: (Array.isArray(errors) ? errors.filter(isFieldError) : []).map(({ field, message: text }) => ({
      field,
      message: asText(text),
    })),
    requestId: first(request_id),
  }
}
