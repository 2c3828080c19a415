/** The addresses of the audit log. */

import { byteStream } from '../../../server/http/line-stream'
import type { ConsoleHandlers } from '../../handlers'
import { worldOperationNames, worldOperations } from '../../worlds/interface'
import type { createAuditReading } from './audit-reading'

const types = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' }

/** What was done to worlds. */
const worldLabels = Object.fromEntries(
  worldOperationNames.map((name) => [name, worldOperations[name].done]).filter(([, done]) => done),
)

/** @returns the handlers of these operations */
export const createAuditRoutes = (reading: ReturnType<typeof createAuditReading>, isWorld: boolean) =>
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
