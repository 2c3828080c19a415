import { activityReaders } from '../../api/intents'
import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import { holdRoles } from './hold-terms'
import type { Hold, HoldSummary } from './interface'

const takes = takenFrom<typeof import('./interface')>()

const restores = { title: 'Restores', roles: activityReaders }
const releasing = { title: 'Releasing a restored copy', roles: holdRoles }

export const holdRows = {
  readHold: row('GET', 'hold', 'Returns the hold of a restored copy, whole.', {
    ...restores,
    answer: json<{ hold?: Hold }>(),
  }),
  readHoldSummary: row('GET', 'hold/summary', 'Says whether this is a held copy.', {
    title: 'Restores',
    roles: rolesWith('read'),
    answer: json<{ hold?: HoldSummary }>(),
    isBackground: true,
  }),
  noteSentRequests: row('POST', 'hold/sent', 'Notes requests that another console sent, as its log names them.', {
    done: 'Noted requests that another console sent',
    daily: 1_000,
    ...releasing,
    body: takes('SentRequests'),
    answer: json<{ added: number }>(),
  }),
  reconcileHold: row('POST', 'hold/reconcile', 'Compares a held copy with what the provider lists.', {
    done: 'Compared the copy with the provider',
    daily: 500,
    ...releasing,
    answer: json<{ hold?: Hold }>(),
  }),
  releaseHold: row('POST', 'hold/release', 'Releases a held copy.', {
    done: 'Released the copy',
    daily: 200,
    ...releasing,
    body: takes('NewRelease'),
    // Requests are sent from then on.
    confirmed: { isShared: true },
    answer: json<{ hold?: Hold }>(),
  }),
} satisfies Record<string, OwnRow>
