/** The handler of what was observed of a transfer. */
import { checkForm } from '../../api/provider/check'
import { operationNames, rowOf } from '../../api/provider/operations'
import type { ConsoleHandlers } from '../http/console-routes'
import type { Observations } from './observations'

/** The operation whose record is observed. */
const observedRead = operationNames.find((name) => rowOf(name).isObserved)

export const createObserved = (observations: Observations) =>
  ({
    observedTransfer: async ({ values: { id }, owner }) => {
      if (observedRead) checkForm(observedRead, { path: { id } })
      return observations.of(owner, id.toLowerCase())
    },
  }) satisfies Partial<ConsoleHandlers>
