/** What answers each of Mintdesk's own operations; `satisfies Partial<ConsoleHandlers>` checks those of a feature. */
import type { OwnAnswer, OwnInput } from '../api/own-row'
import type { OwnCall } from '../server/http/console-routes'
import type { ConsoleOperation, consoleOperations } from './operations'

type Row<Name extends ConsoleOperation> = (typeof consoleOperations)[Name]

/** What a handler is asked for, by whom, where. */
export type Asked<Name extends ConsoleOperation> = OwnInput<Row<Name>> & OwnCall

/** A handler for each row. It answers with the row's JSON, or makes its own answer. */
export type ConsoleHandlers = {
  [Name in ConsoleOperation]: (asked: Asked<Name>) => Promise<OwnAnswer<Row<Name>> | Response>
}
