/** The addresses of the audit log. */
import type { ConsoleHandlers } from '../http/console-routes'
import { byteStream } from '../http/line-stream'
import type { createAuditReading } from './audit-reading'

const types = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' }

/** @returns the handlers of these operations */
export const createAuditRoutes = (reading: ReturnType<typeof createAuditReading>) =>
  ({
    listAudit: ({ query }) => reading.page(query),
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
