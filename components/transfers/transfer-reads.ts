/** The reads of transfers, one by its id or a page by filters, under the same keys on every page. */
import {
  ArrowLeftRight,
  Boxes,
  CircleDot,
  CircleEllipsis,
  Clock,
  Fingerprint,
  Hash,
  History,
  IdCard,
  Landmark,
  Layers,
  Tag,
} from 'lucide-react'
import type { IdFilter, ListFilters } from '@/components/filters/description'
import { pageRead } from '@/components/list/list-read'
import type { Environment } from '@/lib/api/environments'
import { type DecodedTransfer, readTransfer, readTransferPage } from '@/lib/api/reading'
import {
  combinableFilters,
  exclusiveFilters,
  maximumValues,
  secondaryStatuses,
  TransferPath,
  type TransferQuery,
  timeFilters,
  transferStatuses,
} from '@/lib/api/transfers'
import { type ListRules, type TimeNames, withOrder } from '@/lib/browser/list-filters'
import { call, operation } from '@/lib/browser/operation'
import { capitalize, secondaryStatusLabel, statusLabel, typeLabelWithSide, typesByGroup } from './labels'

/** A transfer read by its id, or a row of the list (without `text`, the exact response). `at` is ms since 1970. */
export type LoadedTransfer = { transfer: DecodedTransfer; at: number; requestId: string; text?: string }

const options = { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } as const

/** @param isBackground for a prefetch */
export const transferRead = (environment: Environment, id: string, isBackground = false) => ({
  queryKey: [environment, 'getTransfer', { path: { id } }] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LoadedTransfer> => {
    const { json, ...answer } = await call(environment, 'getTransfer', { path: { id } }, { signal, isBackground })
    return { ...answer, transfer: readTransfer(json) }
  },
  enabled: TransferPath.safeParse({ id }).success,
  ...options,
})

const createdTime: TimeNames = {
  names: timeFilters.CREATED_AT,
  from: 'created_at.gte',
  to: 'created_at.lt',
  orderBy: 'CREATED_AT',
}
const updatedTime: TimeNames = {
  names: timeFilters.UPDATED_AT,
  from: 'updated_at.gte',
  to: 'updated_at.lt',
  orderBy: 'UPDATED_AT',
  defaultOrder: 'ASC',
}
/** Spec, List transfers, rules 1 and 2. */
const rules: ListRules = { alone: exclusiveFilters, free: combinableFilters, times: [createdTime, updatedTime] }

const choices = (values: readonly string[], labelOf: (value: string) => string | undefined) =>
  values.map((value) => ({ value, label: capitalize(labelOf(value) ?? value) }))

const statusChoices = { '': choices(transferStatuses, statusLabel) }
const secondary = { '': choices(secondaryStatuses, secondaryStatusLabel) }
const typeChoices = Object.fromEntries(
  Object.entries(typesByGroup).map(([group, types]) => [group, choices(Object.keys(types), typeLabelWithSide)]),
)

const idFilter = (name: string, label: string, icon: IdFilter['icon'], more: Partial<IdFilter> = {}): IdFilter => {
  const { singular = label.toLowerCase() } = more
  const usual = { singular, plural: `${singular}s`, idKind: 'id', maximum: maximumValues } as const
  return { kind: 'ids', name, label, icon, ...usual, ...more }
}

/** Spec, List transfers: every filter. */
export const transferFilters: ListFilters = {
  plural: 'transfers',
  emptyText: 'Deposits, withdrawals and conversions of your profiles appear here as soon as the provider creates them.',
  rules,
  filters: [
    { kind: 'time', name: createdTime.from, label: 'Created', icon: Clock, time: createdTime, isEndInclusive: false },
    { kind: 'time', name: updatedTime.from, label: 'Updated', icon: History, time: updatedTime, isEndInclusive: false },
    { kind: 'choice', name: 'statuses', label: 'Status', icon: CircleDot, groups: statusChoices },
    { kind: 'choice', name: 'secondary_statuses', label: 'Secondary status', icon: CircleEllipsis, groups: secondary },
    { kind: 'choice', name: 'type', label: 'Type', icon: ArrowLeftRight, groups: typeChoices },
    idFilter('ref_ids', 'Reference', Tag, { idKind: 'text', field: 'ref_id' }),
    idFilter('ids', 'Transfer', Fingerprint, { singular: 'transfer ID', idKind: 'uuid', field: 'id' }),
    idFilter('crypto_tx_hashes', 'Hash', Hash, {
      plural: 'hashes',
      idKind: 'hash',
      field: 'crypto_tx_hash',
      hint: 'Hashes or explorer links. Each is looked up with and without 0x.',
    }),
    // In the spec a group id need not be a UUID.
    idFilter('group_ids', 'Group', Layers, { field: 'group_id' }),
    idFilter('profile_ids', 'Profile', Boxes),
    idFilter('account_ids', 'Account', Landmark),
    idFilter('identity_ids', 'Identity', IdCard, { plural: 'identities' }),
  ],
}

export const transferPageRead = (environment: Environment, query: TransferQuery) =>
  pageRead(operation(environment, 'listTransfers', { query: withOrder(rules, query) }), readTransferPage, query)

/** The transfers of a group, as the list with that filter reads them. */
export const groupRead = (environment: Environment, groupId: string) => ({
  ...transferPageRead(environment, { group_ids: [groupId] }),
  ...options,
})
