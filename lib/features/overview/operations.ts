import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import type { Overview } from './interface'

const takes = takenFrom<typeof import('./input')>()

export const overviewRows = {
  readOverview: row('POST', 'overview', 'Returns the figures of a range of time.', {
    title: 'The overview',
    roles: rolesWith('read'),
    body: takes('OverviewRequest'),
    isRead: true,
    answer: json<Overview>(),
  }),
} satisfies Record<string, OwnRow>
