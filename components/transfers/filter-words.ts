/** A list's filters as chips say them. */
import { type TransferQuery, timeFilters } from '@/lib/api/transfers'
import { nanoseconds } from '@/lib/api/values'
import { clockText } from '@/lib/browser/clock'
import { orderOf } from '@/lib/browser/list-url'
import { secondaryWord, statusWord, typeWordWithSide } from './words'

/** What the API's filters are called here. */
export const filterNames: Record<string, string> = {
  profile_ids: 'Profile',
  identity_ids: 'Identity',
  ref_ids: 'Reference',
  account_ids: 'Account',
  ids: 'Transfer',
  type: 'Type',
  group_ids: 'Group',
  crypto_tx_hashes: 'Hash',
  statuses: 'Status',
  secondary_statuses: 'Secondary status',
}

/** The name of any part of the address, as a sentence may use it. */
export function partName(name: string): string {
  if (name.startsWith('created_at.')) return 'Created'
  if (name.startsWith('updated_at.')) return 'Updated'
  return filterNames[name] ?? name
}

/** One chip: `names` are the parts of the address that it stands for. */
export type FilterChip = { field: string; operator: string; value: string; names: readonly string[] }

const shown = 3
const valueWord = (name: string, value: string) =>
  (name === 'type'
    ? typeWordWithSide(value)
    : name === 'statuses'
      ? statusWord(value)
      : name === 'secondary_statuses'
        ? secondaryWord(value)
        : undefined) ?? value

const bounds: Record<string, string> = { gte: 'from', gt: 'after', eq: 'at', lte: 'up to', lt: 'before' }

const day = 86_400_000_000_000n
const months = 'January February March April May June July August September October November December'.split(' ')

/** Names a half-open range that is a calendar month or a count of whole days; else says its two ends. */
function rangeWords(gte: string, lt: string): string {
  const [from, to] = [nanoseconds(gte), nanoseconds(lt)]
  if (from === undefined || to === undefined) return `from ${gte} to ${lt}`
  const date = new Date(gte)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const starts = BigInt(Date.UTC(year, month, 1)) * 1_000_000n === from
  if (starts && BigInt(Date.UTC(year, month + 1, 1)) * 1_000_000n === to) return `${months[month]} ${year}, UTC`
  // The year is said once where both ends share it.
  const begin =
    date.getUTCFullYear() === new Date(lt).getUTCFullYear() ? clockText(gte).replace(/ \d{4} /, ' ') : clockText(gte)
  const ends = `${begin} to ${clockText(lt)} UTC`
  const days = (to - from) / day
  if (days < 1n || days * day !== to - from || days > 31n) return ends
  return `${days === 1n ? '24 hours' : `${days} days`}, ${ends}`
}

function timeChip(params: URLSearchParams, field: 'Created' | 'Updated'): FilterChip | undefined {
  const by = field === 'Created' ? 'CREATED_AT' : 'UPDATED_AT'
  const names = timeFilters[by].filter((name) => params.has(name))
  if (names.length === 0) return undefined
  const prefix = `${by.toLowerCase()}.`
  const [gte, lt] = [params.get(`${prefix}gte`), params.get(`${prefix}lt`)]
  if (names.length === 2 && gte && lt) return { field, operator: 'in', value: rangeWords(gte, lt), names }
  const value = names.map((name) => `${bounds[name.slice(prefix.length)]} ${clockText(params.get(name) ?? '')}`)
  return { field, operator: 'is', value: `${value.join(' and ')} UTC`, names }
}

/** @returns the filters of an address as chips, in the spec's order; parts that are no filter have none */
export function filterChips(params: URLSearchParams): FilterChip[] {
  const chips = Object.entries(filterNames).flatMap(([name, field]): FilterChip[] => {
    const values = params.getAll(name)
    if (values.length === 0) return []
    const words = values.map((value) => valueWord(name, value))
    const value = values.length > shown ? String(values.length) : words.join(', ')
    return [{ field, operator: values.length > 1 ? 'is any of' : 'is', value, names: [name] }]
  })
  const times = [timeChip(params, 'Created'), timeChip(params, 'Updated')].filter((chip) => chip !== undefined)
  return [...times, ...chips]
}

/** The order of a list in words: `created, newest first`. */
export function orderWords(query: TransferQuery): string {
  const { by, order } = orderOf(query)
  return `${by === 'CREATED_AT' ? 'created' : 'updated'}, ${order === 'DESC' ? 'newest' : 'oldest'} first`
}
