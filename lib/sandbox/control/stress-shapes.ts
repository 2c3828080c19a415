/** Reshapes answers into the forms observed at real services (docs/provider.md, "Reading"). */

import type * as z from 'zod/mini'
import { isObject, type Json } from '../../domain/json'
import { nanoseconds } from '../../domain/values'
import { type OperationName, rowOf } from '../../provider/operations'
import type { RecordName } from '../../provider/row'
import { recordSchemas } from '../../provider/schemas'
import type { StressSettings } from './stress-settings'

/** Nanoseconds added to every timestamp; constant, so that filters can be converted back. */
const addedNanoseconds = 123

/** Empty values for the optional members of a record. */
function emptyMembers(record: RecordName, absent: StressSettings['absent']): Json {
  const empty: Json = {}
  for (const [name, { _zod }] of Object.entries<z.core.$ZodType>(recordSchemas[record].shape)) {
    if (_zod.def.type !== 'optional') continue
    const kind = 'innerType' in _zod.def ? (_zod.def.innerType as z.core.$ZodType)._zod.def.type : 'string'
    const isText = kind !== 'object' && kind !== 'record' && kind !== 'boolean'
    empty[name] = absent === 'NULL' || kind === 'boolean' ? null : isText ? '' : {}
  }
  return empty
}

/** Masks account numbers: `XXXX4512`. */
function masked(account: Json): Json {
  const { fiat_network_instructions: instructions } = account
  const wire = isObject(instructions) ? instructions.wire : undefined
  if (!isObject(wire) || typeof wire.account_number !== 'string') return account
  const shown = { ...wire, account_number: `XXXX${wire.account_number.slice(-4)}` }
  return { ...account, fiat_network_instructions: { wire: shown } }
}

function nested(account: Json, shape: StressSettings['fiat_shape']): Json {
  if (shape === 'TOP') return account
  const { fiat_network_instructions: instructions, fiat_account_owner, ...rest } = account
  const owner = isObject(fiat_account_owner) ? fiat_account_owner : {}
  const within = (inner: unknown) => ({ ...owner, fiat_network_instructions: inner })
  if (shape === 'IN_OWNER') return { ...rest, fiat_account_owner: within(instructions) }
  const { status, metadata, ...outer } = rest
  const moved = { status, metadata }
  const { wire } = isObject(instructions) ? instructions : {}
  return {
    ...outer,
    fiat_account_owner: within(
      shape === 'BESIDE_WIRE' ? { wire, ...moved } : { wire: { ...(isObject(wire) ? wire : {}), ...moved } },
    ),
  }
}

function stamped(record: Json): Json {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' && /T[\d:]+\.\d{6}Z$/.test(value) ? `${value.slice(0, -1)}${addedNanoseconds}Z` : value,
    ]),
  )
}

function reshaped(value: unknown, record: RecordName, settings: StressSettings): unknown {
  if (!isObject(value)) return value
  let shaped = settings.nanoseconds ? stamped(value) : { ...value }
  if (typeof shaped.type === 'string')
    shaped.type = shaped.type.replace(/^PLATFORM(?=_TRANSFER_)/, settings.platform_name)
  if (settings.absent !== 'LEFT_OUT') shaped = { ...emptyMembers(record, settings.absent), ...shaped }
  for (const [name, other] of Object.entries(settings.replace)) if (Object.hasOwn(shaped, name)) shaped[name] = other
  for (const name of settings.leave_out) delete shaped[name]
  shaped = { ...shaped, ...settings.add }
  if (record !== 'fiatAccount') return shaped
  return nested(settings.masked_account_numbers ? masked(shaped) : shaped, settings.fiat_shape)
}

/** Whether any switch changes the shape of answers. */
export const isShaping = (settings: StressSettings): boolean =>
  settings.nanoseconds ||
  settings.quotes_under_items ||
  settings.masked_account_numbers ||
  settings.fiat_shape !== 'TOP' ||
  settings.absent !== 'LEFT_OUT' ||
  settings.platform_name !== 'PLATFORM' ||
  settings.leave_out.length > 0 ||
  [settings.replace, settings.add].some((names) => Object.keys(names).length > 0)

/** The reshaped JSON of an answer, or of a refusal with a record. */
export function reshapeAnswer(operation: OperationName, text: string, settings: StressSettings): string {
  const { record, recordMember: member } = rowOf(operation)
  const body: unknown = JSON.parse(text)
  if (!record || !isObject(body)) return text
  const shape = (value: unknown) => reshaped(value, record, settings)
  // docs/provider.md, "Writing": a 409 returns the existing record.
  if (isObject(body.meta) && isObject(body.meta.existing))
    return JSON.stringify({ ...body, meta: { ...body.meta, existing: shape(body.meta.existing) } })
  if (member === undefined) return JSON.stringify(shape(body))
  const held = body[member]
  const inside = Array.isArray(held) ? held.map(shape) : shape(held)
  if (record !== 'issuerQuote' || !settings.quotes_under_items) return JSON.stringify({ ...body, [member]: inside })
  const { [member]: _, ...rest } = body
  return JSON.stringify({ items: inside, ...rest })
}

/** A time without the added nanoseconds; an invalid time is returned unchanged and refused later. */
function withoutAddedNanoseconds(text: string): string {
  const nanos = nanoseconds(text)
  if (nanos === undefined) return text
  const kept = nanos - BigInt(addedNanoseconds)
  const fraction = ((kept % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const second = new Date(Number((kept - fraction) / 1_000_000n)).toISOString()
  // Years before 0 have another format.
  return second.startsWith('-') ? text : `${second.slice(0, 19)}.${String(fraction).padStart(9, '0')}Z`
}

/** Converts reshaped values in a query back, so that clients can filter by what answers show. */
export function normalizeQuery(query: URLSearchParams, settings: StressSettings): URLSearchParams {
  const types = new Map(
    ['_TRANSFER_DEBIT', '_TRANSFER_CREDIT'].map((end) => [settings.platform_name + end, `PLATFORM${end}`]),
  )
  return new URLSearchParams(
    [...query].map(([name, value]): [string, string] => {
      if (name === 'type') return [name, types.get(value) ?? value]
      return [
        name,
        settings.nanoseconds && /^(created|updated)_(at|range)\./.test(name) ? withoutAddedNanoseconds(value) : value,
      ]
    }),
  )
}
