import { json, type OwnRow, row } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import type { PeopleAndSessions } from './interface'

const listReaders = rolesWith('read')
const sessions = { title: 'Your sessions', roles: listReaders }

export const peopleRows = {
  readPeople: row('GET', 'people', 'Lists who has access, and all open sessions.', {
    title: 'People and sessions',
    roles: rolesWith('configure', 'audit'),
    answer: json<PeopleAndSessions>(),
    isBackground: true,
  }),
  listSessions: row('GET', 'sessions', 'Lists one’s own open sessions.', {
    ...sessions,
    answer: json<PeopleAndSessions>(),
    isBackground: true,
  }),
  endSession: row('DELETE', 'sessions/{id}', 'Ends a session.', {
    done: 'Ended a session',
    daily: 1_000,
    ...sessions,
    isOwn: true,
    answer: json<PeopleAndSessions>(),
  }),
  endOtherSessions: row('DELETE', 'sessions', 'Ends all other sessions that the person may end.', {
    done: 'Ended all other sessions',
    daily: 1_000,
    ...sessions,
    isOwn: true,
    answer: json<PeopleAndSessions>(),
  }),
} satisfies Record<string, OwnRow>
