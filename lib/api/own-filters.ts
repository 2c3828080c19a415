/** The filters that only Mintdesk has: how each is written in a URL (`x.amount.gte`), and whether a row matches it. */
import { addressKey } from '../domain/address-ends'
import { compareDecimals } from '../domain/decimals'
import { isObject } from '../domain/json'
import { amountPattern, maximumLengths, nanoseconds } from '../domain/values'
import type { FieldError } from '../provider/field-errors'
import { postFilterName } from '../provider/list-rules'
import { sameType } from '../provider/matching'
import type { DecodedIssuerQuote, DecodedTransfer } from '../provider/reading'
import type { ScannedList } from '../provider/scanned-lists'

/** A row of either list. */
export type ListedRecord = DecodedTransfer | DecodedIssuerQuote

/** What a row's filters depend on beside the row. */
type RowFacts = {
  /** Milliseconds since 1970, by the provider's clock. */
  now: number
  /** The texts of its notes, if the request asks for notes. */
  notes?: readonly string[] | undefined
}

type Known = Readonly<Record<string, unknown>>

type OwnFilter = {
  takesSeveral?: true
  /** Why a value cannot be used; undefined if it can. */
  error: (value: string) => string | undefined
  /** @param values those in the URL, each without error */
  isMet: (values: readonly string[], known: Known, facts: RowFacts) => boolean
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const missing = (value: string) =>
  value.trim() === ''
    ? 'Enter a value, or remove the filter.'
    : value.length > maximumLengths.text
      ? `A filter can have at most ${maximumLengths.text} characters.`
      : undefined

const signedAmount = /^-?(?:[0-9]*\.)?[0-9]+$/

const amountError = (pattern: RegExp) => (value: string) =>
  value.length <= maximumLengths.decimal && pattern.test(value)
    ? undefined
    : 'Enter the amount as a number, like 1250.00.'

/** An exact bound of a decimal field, itself included. A row without a readable amount has none. */
const bound = (field: string, pattern: RegExp, isLowest: boolean): OwnFilter => ({
  error: amountError(pattern),
  isMet: ([limit = ''], known) => {
    const difference = compareDecimals(textOf(known[field]), limit)
    return difference !== undefined && (isLowest ? difference >= 0 : difference <= 0)
  },
})

/** Any of some values of a field, by a key under which equal values match. */
const anyOf = (field: string, keyOf: (text: string) => string): OwnFilter => ({
  takesSeveral: true,
  error: missing,
  isMet: (values, known) => {
    const key = keyOf(textOf(known[field]))
    return key !== '' && values.some((value) => keyOf(value) === key)
  },
})

/**
 * Any of some values of a closed list, also of those that the spec does not list: providers add some without notice, and
 * the provider's own filter, whose values are checked, is never sent them.
 */
const anyValue = (
  read: (known: Known) => unknown,
  isSame = (asked: string, value: string) => asked === value,
): OwnFilter => ({
  takesSeveral: true,
  error: missing,
  isMet: (values, known) => values.some((asked) => isSame(asked, textOf(read(known)))),
})

const ignoringCase = (text: string) => text.trim().toLowerCase()

const searchable = (text: string) => text.normalize('NFKC').toLowerCase()

/** Whether one text has the other in it, whatever their case and form of Unicode. */
const contains = (text: string, part: string) => searchable(text).includes(searchable(part.trim()))

/** A key, and a value after the first `=`; without `=` any value. */
function metadataPair(text: string): { key: string; value?: string } {
  const at = text.indexOf('=')
  return at < 0 ? { key: text.trim() } : { key: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }
}

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a duration: `90m`, `1h`, `2d`; undefined for other text. */
export function durationMillis(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (units[unit] ?? 0)
}

const pendingOver: OwnFilter = {
  error: (value) => (durationMillis(value) === undefined ? 'Enter a duration, like 90m, 4h or 2d.' : undefined),
  isMet: ([duration = ''], known, { now }) => {
    const created = nanoseconds(textOf(known.created_at))
    if (known.status !== 'PENDING' || created === undefined) return false
    return BigInt(Math.floor(now)) * 1_000_000n - created > BigInt(durationMillis(duration) ?? 0) * 1_000_000n
  },
}

/** What an issuer quote does, by the sign of its tokens: the spec does not say what the sign means. */
export function issuanceOf(tokens: unknown): 'minted' | 'redeemed' | undefined {
  const sign = compareDecimals(textOf(tokens), '0')
  return sign === undefined ? undefined : sign < 0 ? 'redeemed' : 'minted'
}

const issuance: OwnFilter = {
  takesSeveral: true,
  error: (value) => (/^(?:minted|redeemed)$/i.test(value) ? undefined : 'Issuance must be MINTED or REDEEMED.'),
  isMet: (values, { token_principal }) => {
    const wanted = issuanceOf(token_principal)
    return values.some((value) => value.toLowerCase() === wanted)
  },
}

const filters: Record<ScannedList, Readonly<Record<string, OwnFilter>>> = {
  listTransfers: {
    'amount.gte': bound('amount', amountPattern, true),
    'amount.lte': bound('amount', amountPattern, false),
    asset: anyOf('asset', ignoringCase),
    direction: {
      ...anyOf('direction', ignoringCase),
      error: (value) => (/^(?:credit|debit)$/i.test(value) ? undefined : 'Direction must be CREDIT or DEBIT.'),
    },
    any_type: anyValue(({ type }) => type, sameType),
    any_status: anyValue(({ status }) => status),
    any_secondary_status: anyValue(({ secondary_status: reason }) => isObject(reason) && reason.name),
    any_direction: anyValue(({ direction }) => direction),
    network: anyOf('crypto_network', ignoringCase),
    destination_address: anyOf('destination_address', addressKey),
    metadata: {
      takesSeveral: true,
      error: (value) =>
        metadataPair(value).key === '' ? 'Enter a key and a value, like invoice=4711.' : missing(value),
      // Each pair must be there.
      isMet: (pairs, { metadata }) =>
        pairs.every((pair) => {
          const { key, value } = metadataPair(pair)
          if (!isObject(metadata) || !Object.hasOwn(metadata, key)) return false
          return value === undefined || String(metadata[key]).trim() === value
        }),
    },
    memo: { error: missing, isMet: ([part = ''], known) => contains(textOf(known.memo), part) },
    note: { error: missing, isMet: ([part = ''], _, { notes = [] }) => notes.some((text) => contains(text, part)) },
    pending_over: pendingOver,
  },
  listIssuerQuotes: {
    'amount.gte': bound('principal', signedAmount, true),
    'amount.lte': bound('principal', signedAmount, false),
    asset: anyOf('asset_type', ignoringCase),
    any_status: anyValue(({ status }) => status),
    issuance,
    ref_ids: anyOf('ref_id', (text) => text.trim()),
    pending_over: pendingOver,
  },
}

/** Their names, without `x.`. */
export const ownNames = (list: ScannedList): string[] => Object.keys(filters[list])

/** Why a value of a filter cannot be used, whichever list has the filter. @param field its name in a URL */
export const ownValueError = (field: string, value: string): string | undefined =>
  Object.values(filters)
    .flatMap((own) => Object.entries(own).find(([name]) => postFilterName(name) === field)?.[1] ?? [])[0]
    ?.error(value)

/** What is wrong with a URL's own filters, by their names in it. */
export function ownFilterErrors(list: ScannedList, params: URLSearchParams): FieldError[] {
  const errors = Object.entries(filters[list]).flatMap(([name, { error, takesSeveral }]) => {
    const field = postFilterName(name)
    const values = params.getAll(field)
    if (values.length > 1 && !takesSeveral)
      return [{ field, message: `"${field}" takes one value; ${values.length} were given.` }]
    return values.flatMap((value, at) => {
      const message = error(value)
      return message ? [{ field: values.length > 1 ? `${field}.${at}` : field, message }] : []
    })
  })
  const [from, to] = [params.get('x.amount.gte'), params.get('x.amount.lte')]
  if (errors.length === 0 && from !== null && to !== null && (compareDecimals(from, to) ?? 0) > 0)
    errors.push({ field: 'x.amount.lte', message: 'The highest amount is less than the lowest.' })
  return errors
}

/** A filter by which Mintdesk filters: its name without `x.`, and its values. */
export type Term = { name: string; values: readonly string[] }

/** Whether a row matches a filter of Mintdesk's own. */
export const isOwnTermMet = (list: ScannedList, { name, values }: Term, row: ListedRecord, facts: RowFacts): boolean =>
  filters[list][name]?.isMet(values, row.known, facts) ?? true
