/** The handler of look-up. */
import type { ConsoleHandlers } from '../http/console-routes'
import { type LookupDependencies, lookupIdentifiers } from './lookup'

export const createLookup = (core: LookupDependencies) =>
  ({
    lookup: ({ context, body, environment, session }) =>
      lookupIdentifiers(core, body.identifiers, {
        environment,
        session,
        isPersonal: context.isPersonal,
        signal: context.request.signal,
        requestId: context.id,
        timing: context.upstream,
      }),
  }) satisfies Partial<ConsoleHandlers>
