/** The filters of List transfers, as the page offers them. */
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
import {
  aloneFilters,
  freeFilters,
  maximumValues,
  secondaryStatuses,
  timeFilters,
  transferStatuses,
} from '@/lib/api/transfers'
import type { ListRules, TimeNames } from '@/lib/browser/list-filters'
import { secondaryLabel, statusLabel, typeGroups, typeLabelWithSide } from './labels'

const choices = (values: readonly string[], label: (value: string) => string | undefined) =>
  values.map((value) => ({ value, label: label(value) ?? value }))

const capital = (word: string | undefined) => word && word.charAt(0).toUpperCase() + word.slice(1)

const ids = (name: string, label: string, icon: IdFilter['icon'], more: Partial<IdFilter> = {}): IdFilter => {
  const singular = label.toLowerCase()
  return {
    ...{ kind: 'ids', name, label, icon, singular, plural: `${singular}s`, idKind: 'id', maximum: maximumValues },
    ...more,
  }
}

const created: TimeNames = {
  names: timeFilters.CREATED_AT,
  from: 'created_at.gte',
  to: 'created_at.lt',
  orderBy: 'CREATED_AT',
}
const updated: TimeNames = {
  names: timeFilters.UPDATED_AT,
  from: 'updated_at.gte',
  to: 'updated_at.lt',
  orderBy: 'UPDATED_AT',
  defaultOrder: 'ASC',
}
/** Spec, List transfers, rules 1 and 2. */
export const transferRules: ListRules = { alone: aloneFilters, free: freeFilters, times: [created, updated] }

/** Spec, List transfers: every filter that it has. */
export const transferFilters: ListFilters = {
  plural: 'transfers',
  emptyText: 'Deposits, withdrawals and conversions of your profiles appear here as soon as the provider creates them.',
  rules: transferRules,
  filters: [
    { kind: 'time', name: created.from, label: 'Created', icon: Clock, time: created, isEndInclusive: false },
    { kind: 'time', name: updated.from, label: 'Updated', icon: History, time: updated, isEndInclusive: false },
    {
      kind: 'choice',
      name: 'statuses',
      label: 'Status',
      icon: CircleDot,
      groups: { '': choices(transferStatuses, statusLabel) },
    },
    {
      kind: 'choice',
      name: 'secondary_statuses',
      label: 'Secondary status',
      icon: CircleEllipsis,
      groups: { '': choices(secondaryStatuses, (value) => capital(secondaryLabel(value))) },
    },
    {
      kind: 'choice',
      name: 'type',
      label: 'Type',
      icon: ArrowLeftRight,
      groups: Object.fromEntries(
        Object.entries(typeGroups).map(([group, types]) => [group, choices(types, typeLabelWithSide)]),
      ),
    },
    ids('ref_ids', 'Reference', Tag, { idKind: 'text', field: 'ref_id' }),
    ids('ids', 'Transfer', Fingerprint, {
      singular: 'transfer id',
      plural: 'transfer ids',
      idKind: 'uuid',
      field: 'id',
    }),
    ids('crypto_tx_hashes', 'Hash', Hash, {
      plural: 'hashes',
      idKind: 'hash',
      field: 'crypto_tx_hash',
      hint: 'Hashes or explorer addresses. Each is asked for with and without 0x.',
    }),
    // The spec calls no group id a UUID.
    ids('group_ids', 'Group', Layers, { field: 'group_id' }),
    ids('profile_ids', 'Profile', Boxes),
    ids('account_ids', 'Account', Landmark),
    ids('identity_ids', 'Identity', IdCard, { plural: 'identities' }),
  ],
}
