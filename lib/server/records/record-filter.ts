/** What a list's filters ask of the columns of its table. */
import { type RawBuilder, sql } from 'kysely'
import { allTerms, type ListRequest } from '../../api/list-request'
import { durationMillis } from '../../api/own-filters'
import { paddedList } from '../../database/list-lengths'
import { sortableBound } from '../../domain/decimals'
import { maximumLengths, sortableMoment, sortableTime } from '../../domain/values'
import { hashKey, idKey, typeKey } from '../../provider/matching'
import { quoteList, type ScannedList, transferList } from '../../provider/scanned-lists'
import { comparisons } from '../../provider/transfer-terms'
import type { Encryption } from '../encryption/encryption'
import { addressDigests } from '../writes/digests'
import { partLength } from './record-columns'

type Condition = RawBuilder<boolean>

type Facts = { now: number; environment: string; encryption: Encryption }

/**
 * What the rows that match a filter have in common, as SQL. `isExact`: those that have it are exactly those that match;
 * otherwise each row is looked at. `isFew`: few rows have it, and an index finds them.
 */
type Narrowing = { where: (values: readonly string[], facts: Facts) => Condition; isExact: boolean; isFew?: true }

const few = (narrowing: Narrowing): Narrowing => ({ ...narrowing, isFew: true })

const nothing = sql<boolean>`1 = 0`

const oneOf = (column: RawBuilder<unknown>, values: readonly string[]): Condition =>
  values.length === 0 ? nothing : sql`${column} in (${sql.join(paddedList([...new Set(values)]))})`

const anyOf = (column: string, keyOf: (text: string) => string = (text) => text): Narrowing => ({
  where: (values) => oneOf(sql.ref(column), values.map(keyOf)),
  isExact: true,
})

/** Without regard to case: of letters beyond ASCII the databases know none. */
const anyCase = (column: string): Narrowing => ({
  where: (values) =>
    oneOf(
      sql`lower(trim(${sql.ref(column)}))`,
      values.map((value) => value.trim().toLowerCase()),
    ),
  isExact: true,
})

const signs = { lt: '<', lte: '<=', eq: '=', gte: '>=', gt: '>' }

const timeIs = (column: string, comparison: keyof typeof signs): Narrowing => ({
  where([bound = '']) {
    const time = sortableTime(bound)
    if (time === undefined) return nothing
    return sql`(${sql.ref(column)} <> '' and ${sql.ref(column)} ${sql.raw(signs[comparison])} ${time})`
  },
  isExact: true,
})

const amountIs = (comparison: 'gte' | 'lte'): Narrowing => ({
  where([limit = '']) {
    const amount = sortableBound(limit, comparison === 'gte' ? 'lowest' : 'highest')
    return amount === undefined ? nothing : sql`amount ${sql.raw(signs[comparison])} ${amount}`
  },
  isExact: true,
})

/** Nearly all are completed: the index of the others is found by saying so, although their statuses do. */
const uncompleted = sql<boolean>`status <> 'COMPLETED'`

const anyStatus: Narrowing = {
  where: (values) => {
    const is = oneOf(sql.ref('status'), values)
    return values.includes('COMPLETED') ? is : sql`(${uncompleted} and ${is})`
  },
  isExact: true,
}

const pendingOver: Narrowing = {
  where([duration = ''], { now }) {
    const before = sortableMoment(Math.floor(now) - (durationMillis(duration) ?? 0))
    return sql`(${uncompleted} and status = 'PENDING' and created_at <> '' and created_at < ${before})`
  },
  isExact: true,
}

const reference: Narrowing = {
  where: (values, { encryption }) =>
    oneOf(
      sql.ref('ref_id'),
      values.flatMap((value) => encryption.references(idKey(value))),
    ),
  isExact: true,
}

const narrowings: Record<ScannedList, Readonly<Record<string, Narrowing>>> = {
  [transferList]: {
    ids: few(anyOf('id', idKey)),
    profile_ids: anyOf('profile_id', idKey),
    identity_ids: anyOf('identity_id', idKey),
    account_ids: anyOf('account_id', idKey),
    group_ids: anyOf('group_id', idKey),
    ref_ids: reference,
    statuses: anyStatus,
    secondary_statuses: anyOf('secondary_status'),
    type: anyOf('type', typeKey),
    crypto_tx_hashes: {
      where(values) {
        const hashes = values.map(hashKey)
        const starts = oneOf(
          sql.ref('hash_start'),
          hashes.map((hash) => hash.slice(0, partLength)),
        )
        // By their starts they are found.
        return sql`(${starts} and ${oneOf(sql.ref('hash'), hashes)})`
      },
      isExact: true,
      isFew: true,
    },
    ...Object.fromEntries(
      (['created_at', 'updated_at'] as const).flatMap((column) =>
        comparisons.map((comparison) => [`${column}.${comparison}`, timeIs(column, comparison)]),
      ),
    ),
    'amount.gte': amountIs('gte'),
    'amount.lte': amountIs('lte'),
    asset: anyCase('asset'),
    direction: anyCase('direction'),
    any_type: anyOf('type', typeKey),
    any_status: anyStatus,
    any_secondary_status: anyOf('secondary_status'),
    any_direction: anyOf('direction'),
    network: anyCase('network'),
    destination_address: {
      where(values, { encryption }) {
        const digests = values.map((value) => addressDigests(encryption, value))
        const [ends, whole] = (['address_ends', 'address_digest'] as const).map((column) =>
          oneOf(
            sql.ref(column),
            digests.flatMap((one) => one[column]),
          ),
        )
        // By their ends they are found.
        return sql`(${ends} and ${whole})`
      },
      isExact: true,
      isFew: true,
    },
    memo: { where: () => sql`memo is not null`, isExact: false },
    note: {
      where: (_, { environment }) =>
        sql`id in (select record_id from record_note where environment = ${environment} and kind = 'transfer')`,
      isExact: false,
    },
    pending_over: pendingOver,
  },
  [quoteList]: {
    profile_id: anyOf('profile_id', idKey),
    status: anyOf('status'),
    'created_range.begin': timeIs('created_at', 'gte'),
    'created_range.end': timeIs('created_at', 'lte'),
    'amount.gte': amountIs('gte'),
    'amount.lte': amountIs('lte'),
    asset: anyCase('asset'),
    any_status: anyOf('status'),
    issuance: anyCase('direction'),
    pending_over: pendingOver,
  },
}

/** Whether a column can hold and compare a text. */
const isHeld = (value: string) =>
  value.length <= maximumLengths.text && Buffer.byteLength(value) === value.length && !value.includes('\u0000')

/** `isExact`: the rows that have these are exactly those that match the request. `isFew`: an index finds them. */
export function conditionsOf(
  request: ListRequest,
  facts: Facts,
): { conditions: Condition[]; isExact: boolean; isFew: boolean } {
  const terms = allTerms(request).map(({ name, values }) => ({
    narrowing: values.every(isHeld) ? narrowings[request.list][name] : undefined,
    values,
  }))
  return {
    conditions: terms.flatMap(({ narrowing, values }) => narrowing?.where(values, facts) ?? []),
    isExact: terms.every(({ narrowing }) => narrowing?.isExact),
    isFew: terms.some(({ narrowing }) => narrowing?.isFew),
  }
}
