import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import type { TeamVersions } from './interface'

const takes = takenFrom<typeof import('./input')>()

export const teamRows = {
  changeTeamSettings: row('PUT', 'desk/{id}', 'Saves the settings of the desk.', {
    done: 'Changed the settings of the desk',
    daily: 200,
    title: 'Settings',
    roles: rolesWith('configure'),
    idForm: 'version',
    body: takes('NewTeamSettings'),
    answer: json<TeamVersions>(),
  }),
} satisfies Record<string, OwnRow>
