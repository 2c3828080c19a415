import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { changingRights, rolesWith } from '../../provider/roles'
import type { Rehearsed, Rehearsing } from './interface'

const takes = takenFrom<typeof import('./input')>()

export const rehearsalsRows = {
  readRehearsing: row('GET', 'rehearsal', 'Returns what a rehearsal can change in a demo, and the time there.', {
    title: 'Rehearsing',
    roles: rolesWith('read'),
    answer: json<Rehearsing>(),
    isBackground: true,
  }),
  rehearse: row('POST', 'rehearsal', 'Lets something happen in a demo, through the control of the built-in sandbox.', {
    done: 'Rehearsed an event',
    daily: 5_000,
    title: 'Rehearsing',
    roles: rolesWith(...changingRights),
    body: takes('NewRehearsal'),
    answer: json<Rehearsed>(),
  }),
} satisfies Record<string, OwnRow>
