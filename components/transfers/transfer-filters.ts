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
import { maximumValues, secondaryStatuses, transferStatuses } from '@/lib/api/transfers'
import { createdTime, transferRules, updatedTime } from '@/lib/browser/list-filters'
import { secondaryLabel, statusLabel, typeGroups, typeLabelWithSide } from './labels'

const choices = (values: readonly string[], word: (value: string) => string | undefined) =>
  values.map((value) => ({ value, word: word(value) ?? value }))

const capital = (word: string | undefined) => word && word.charAt(0).toUpperCase() + word.slice(1)

const ids = (name: string, word: string, icon: IdFilter['icon'], more: Partial<IdFilter> = {}): IdFilter => {
  const one = word.toLowerCase()
  return { kind: 'ids', name, word, icon, one, many: `${one}s`, ids: 'id', most: maximumValues, ...more }
}

/** Spec, List transfers: every filter that it has. */
export const transferFilters: ListFilters = {
  many: 'transfers',
  firstWords:
    'Deposits, withdrawals and conversions of your profiles appear here as soon as the provider creates them.',
  rules: transferRules,
  filters: [
    { kind: 'time', name: createdTime.from, word: 'Created', icon: Clock, time: createdTime, isEndIncluded: false },
    { kind: 'time', name: updatedTime.from, word: 'Updated', icon: History, time: updatedTime, isEndIncluded: false },
    {
      kind: 'choice',
      name: 'statuses',
      word: 'Status',
      icon: CircleDot,
      groups: { '': choices(transferStatuses, statusLabel) },
    },
    {
      kind: 'choice',
      name: 'secondary_statuses',
      word: 'Secondary status',
      icon: CircleEllipsis,
      groups: { '': choices(secondaryStatuses, (value) => capital(secondaryLabel(value))) },
    },
    {
      kind: 'choice',
      name: 'type',
      word: 'Type',
      icon: ArrowLeftRight,
      groups: Object.fromEntries(
        Object.entries(typeGroups).map(([group, types]) => [group, choices(types, typeLabelWithSide)]),
      ),
    },
    ids('ref_ids', 'Reference', Tag, { ids: 'text', field: 'ref_id' }),
    ids('ids', 'Transfer', Fingerprint, { one: 'transfer id', many: 'transfer ids', ids: 'uuid', field: 'id' }),
    ids('crypto_tx_hashes', 'Hash', Hash, {
      many: 'hashes',
      ids: 'hash',
      field: 'crypto_tx_hash',
      hint: 'Hashes or explorer addresses. Each is asked for with and without 0x.',
    }),
    // The spec calls no group id a UUID.
    ids('group_ids', 'Group', Layers, { field: 'group_id' }),
    ids('profile_ids', 'Profile', Boxes),
    ids('account_ids', 'Account', Landmark),
    ids('identity_ids', 'Identity', IdCard, { many: 'identities' }),
  ],
}
