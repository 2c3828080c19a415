import { type OwnRow, row } from '../../api/own-row'
import { operationNames, rowOf } from '../../provider/operations'

const followed = operationNames.find((name) => rowOf(name).isFollowed) ?? 'listTransfers'

export const liveRows = {
  followChanges: row('GET', 'live', 'Sends what changes at the provider, while a page listens.', {
    title: rowOf(followed).title,
    roles: rowOf(followed).roles,
    answer: 'events',
    isBackground: true,
    showsRecords: true,
  }),
} satisfies Record<string, OwnRow>
