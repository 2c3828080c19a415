import { json, type OwnRow, row } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import type { Connection } from './interface'

const connection = { title: 'The connection', roles: rolesWith('configure', 'audit'), answer: json<Connection>() }

export const connectionRows = {
  readConnection: row('GET', 'connection', 'Says how the connection to the provider is.', {
    ...connection,
    isBackground: true,
  }),
  checkConnection: row('POST', 'connection/check', 'Checks the connection by tokens and a read.', {
    ...connection,
    isRead: true,
  }),
} satisfies Record<string, OwnRow>
