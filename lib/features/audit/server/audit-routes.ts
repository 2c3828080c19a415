/** The addresses of the audit log. */

import type { Dispatcher } from 'undici'
import { auditedIds } from '../../../server/audit/audit'
import type { ServerCore } from '../../../server/core'
import { byteStream } from '../../../server/http/line-stream'
import type { ConsoleHandlers } from '../../handlers'
import { worldOperationNames, worldOperations } from '../../worlds/interface'
import { type AuditReadingDependencies, createAuditReading } from './audit-reading'
import { createCheckpoints } from './checkpoints'

const types = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' }

/** What was done to worlds. */
const worldLabels = Object.fromEntries(
  worldOperationNames.map((name) => [name, worldOperations[name].done]).filter(([, done]) => done),
)

/** @returns the handlers of these operations */
const createAuditRoutes = (reading: ReturnType<typeof createAuditReading>, isWorld: boolean) =>
  ({
    async listAudit({ query }) {
      const page = await reading.page(query)
      return isWorld ? { ...page, labels: { ...page.labels, ...worldLabels } } : page
    },
    getAuditFile: async ({ query }) =>
      new Response(byteStream(reading.file(query)), {
        headers: {
          'content-type': types[query.format],
          'content-disposition': `attachment; filename="audit.${query.format}"`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      }),
  }) satisfies Partial<ConsoleHandlers>

/** @returns also `checkpoints`, which sign the log @param dispatcher the connections to where they are sent */
export function registerAudit(core: ServerCore, plansOf: AuditReadingDependencies['plansOf'], dispatcher?: Dispatcher) {
  const { encryption, isWorld, writes } = core
  const checkpoints = createCheckpoints({ ...core, dispatcher })
  const reading = createAuditReading({
    ...core,
    check: checkpoints.check,
    rows: writes.ledger.rows,
    plansOf,
    namesOf: (object) => [object, ...auditedIds({ id: object }, encryption)],
  })
  return { checkpoints, handlers: createAuditRoutes(reading, isWorld) }
}
