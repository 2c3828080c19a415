/** The reads of transfers, one by its id or a page by filters, under the same keys on every page. */

import type { Filter, IdFilter, ListFilters, TimeFilter } from '@/components/filters/description'
import { amountFilter, textFilter } from '@/components/filters/description'
import { type ListSource, pageRead } from '@/components/list/list-read'
import { capitalized } from '@/lib/browser/labels'
import { withOrder } from '@/lib/browser/list-filters'
import { addressOf, call, operation } from '@/lib/browser/operation'
import { uuidPattern } from '@/lib/domain/values'
import type { Environment } from '@/lib/provider/environments'
import { type DecodedTransfer, platformSide, readTransfer, readTransferPage } from '@/lib/provider/reading'
import { listRules } from '@/lib/provider/scanned-lists'
import { cryptoNetworks, maximumValues, secondaryStatuses, transferStatuses } from '@/lib/provider/transfer-terms'
import type { Transfer, TransferQuery } from '@/lib/provider/transfers'
import { networkLabel, secondaryStatusLabel, statusLabel, typeLabelWithSide, typesByGroup } from './transfer-labels'

/** A transfer read by its id, or a row of the list (without `text`, the exact response). `at` is ms since 1970. */
export type LoadedTransfer = { transfer: DecodedTransfer; at: number; requestId: string; text?: string }

const options = { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } as const

/** @param isBackground for a prefetch */
export const transferRead = (environment: Environment, id: string, isBackground = false) => ({
  url: uuidPattern.test(id) ? addressOf(environment, 'getTransfer', { path: { id } }) : undefined,
  queryKey: [environment, 'getTransfer', { path: { id } }] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LoadedTransfer> => {
    const { json, ...answer } = await call(environment, 'getTransfer', { path: { id } }, { signal, isBackground })
    return { ...answer, transfer: readTransfer(json) }
  },
  enabled: uuidPattern.test(id),
  ...options,
})

const rules = listRules.listTransfers
const time = (index: number, label: string, icon: TimeFilter['icon']): TimeFilter[] => {
  const names = rules.times[index]
  return names ? [{ kind: 'time', name: names.from, label, icon, time: names, isEndInclusive: false }] : []
}

const choices = (values: readonly string[], labelOf: (value: string) => string | undefined) =>
  values.map((value) => ({ value, label: capitalized(labelOf(value) ?? value) }))

const statusChoices = { '': choices(transferStatuses, statusLabel) }
const networkChoices = { '': choices(cryptoNetworks, networkLabel) }
const directionChoices = {
  '': [
    { value: 'CREDIT', label: 'In (credit)' },
    { value: 'DEBIT', label: 'Out (debit)' },
  ],
}
const secondary = { '': choices(secondaryStatuses, secondaryStatusLabel) }
const typeChoices = Object.fromEntries(
  Object.entries(typesByGroup).map(([group, types]) => [group, choices(Object.keys(types), typeLabelWithSide)]),
)

const idFilter = (name: string, label: string, icon: IdFilter['icon'], more: Partial<IdFilter> = {}): IdFilter => {
  const { singular = label.toLowerCase() } = more
  const usual = { singular, plural: `${singular}s`, idKind: 'id', maximum: maximumValues } as const
  return { kind: 'ids', name, label, icon, ...usual, ...more }
}

/** A member of a transfer whose values the spec lists, and providers add to. */
const observed = (name: string, field: keyof Transfer) => ({
  name,
  of: (known: DecodedTransfer['known']) => known[field],
})
/** Any operator's own transfers are the spec's platform transfers. */
const observedType = {
  name: 'x.any_type',
  of: ({ type = '' }: DecodedTransfer['known']) => (platformSide(type) ? undefined : type),
}
const observedSecondary = {
  name: 'x.any_secondary_status',
  of: ({ secondary_status }: DecodedTransfer['known']) => secondary_status?.name,
}

const common = <Kind extends Filter>(filter: Kind): Kind => ({ ...filter, isCommon: true })

/** Spec, List transfers: every filter. Then those that only Mintdesk has. */
export const transferFilters: ListFilters = {
  plural: 'transfers',
  emptyText: 'Deposits, withdrawals and conversions of your profiles appear here as soon as the provider creates them.',
  rules,
  filters: [
    ...time(0, 'Created', 'created').map(common),
    ...time(1, 'Updated', 'updated'),
    common({
      kind: 'choice',
      name: 'statuses',
      label: 'Status',
      icon: 'status',
      groups: statusChoices,
      observed: observed('x.any_status', 'status'),
    }),
    {
      kind: 'choice',
      name: 'secondary_statuses',
      label: 'Secondary status',
      icon: 'reason',
      groups: secondary,
      observed: observedSecondary,
    },
    common({ kind: 'choice', name: 'type', label: 'Type', icon: 'type', groups: typeChoices, observed: observedType }),
    common(idFilter('ref_ids', 'Reference', 'reference', { idKind: 'text', field: 'ref_id' })),
    idFilter('ids', 'Transfer', 'transfer', { singular: 'transfer ID', idKind: 'uuid', field: 'id' }),
    idFilter('crypto_tx_hashes', 'Hash', 'hash', {
      plural: 'hashes',
      idKind: 'hash',
      field: 'crypto_tx_hash',
      hint: 'Hashes or explorer links. Each is looked up with and without 0x.',
    }),
    // In the spec a group id need not be a UUID.
    idFilter('group_ids', 'Group', 'group', { field: 'group_id' }),
    idFilter('profile_ids', 'Profile', 'profile'),
    idFilter('account_ids', 'Account', 'account'),
    idFilter('identity_ids', 'Identity', 'identity', { plural: 'identities' }),
    common(amountFilter('Amount')),
    common(textFilter('x.asset', 'Asset', 'is')),
    {
      kind: 'choice',
      name: 'x.direction',
      label: 'Direction',
      groups: directionChoices,
      observed: observed('x.any_direction', 'direction'),
    },
    {
      kind: 'choice',
      name: 'x.network',
      label: 'Network',
      groups: networkChoices,
      observed: observed('x.network', 'crypto_network'),
    },
    idFilter('x.destination_address', 'Destination address', undefined, {
      singular: 'address',
      plural: 'addresses',
      idKind: 'text',
    }),
    textFilter('x.metadata', 'Metadata', 'has'),
    textFilter('x.memo', 'Memo', 'contains'),
    textFilter('x.note', 'Note', 'contains'),
    textFilter('x.pending_over', 'Pending', 'longer than'),
  ],
}

export const transferPageRead = (environment: Environment, query: TransferQuery) =>
  pageRead(operation(environment, 'listTransfers', { query: withOrder(rules, query) }), readTransferPage, query)

export const transferSource: ListSource<Transfer, TransferQuery> = {
  operation: 'listTransfers',
  filters: transferFilters,
  read: transferPageRead,
  decode: readTransfer,
  idOf: ({ known }) => known.id,
}
