import { operationNames, rowOf } from '../provider/operations'
import { rolesWith } from '../provider/roles'
import type { TransferObservations } from './observations'
import { json, type OwnRow, row, takenFrom } from './own-row'
import type { RecordsPage } from './records'

const takes = takenFrom<typeof import('./record-input')>()

const observed = operationNames.find((name) => rowOf(name).isObserved) ?? 'getTransfer'

export const recordsRows = {
  listRecords: row(
    'POST',
    'records/{list}',
    "Returns a page of a list as Mintdesk's own database has it, by filters that the provider cannot combine or does not have.",
    {
      title: 'Lists',
      roles: rolesWith('read'),
      body: takes('RecordsRequest'),
      isRead: true,
      answer: json<RecordsPage>(),
    },
  ),
  observedTransfer: row('GET', 'transfers/{id}/observed', 'Returns what Mintdesk has seen of a transfer.', {
    title: rowOf(observed).title,
    roles: rowOf(observed).roles,
    answer: json<TransferObservations>(),
    isBackground: true,
    showsRecords: true,
  }),
} satisfies Record<string, OwnRow>
