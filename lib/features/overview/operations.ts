import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import type { Overview, SettleTimes } from './interface'

const takes = takenFrom<typeof import('./input')>()

export const overviewRows = {
  readOverview: row('POST', 'overview', 'Returns the figures of a range of time.', {
    title: 'The overview',
    roles: rolesWith('read'),
    body: takes('OverviewRequest'),
    isRead: true,
    answer: json<Overview>(),
  }),
  readUsualTimes: row('GET', 'usual-times', 'Returns how long the transfers that were completed last took, by kind.', {
    title: 'Usual times',
    roles: rolesWith('read'),
    answer: json<SettleTimes[]>(),
  }),
} satisfies Record<string, OwnRow>
