import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { operationNames, rowOf } from '../../provider/operations'
import { rolesWith } from '../../provider/roles'
import type { LookupAnswer } from './interface'

const takes = takenFrom<typeof import('./input')>()

const lookUp = operationNames.find((name) => rowOf(name).isLookedUp) ?? 'listTransfers'

export const lookupRows = {
  lookup: row('POST', 'lookup', 'Finds the transfers and requests that have what a person pasted.', {
    title: rowOf(lookUp).title,
    roles: rolesWith('look-up'),
    body: takes('LookupRequest'),
    isRead: true,
    answer: json<LookupAnswer>(),
  }),
} satisfies Record<string, OwnRow>
