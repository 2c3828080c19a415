/** The figures of any range, from the records in our own database. */

import { rowOf } from '../../../provider/operations'
import { quoteList, transferList } from '../../../provider/scanned-lists'
import type { Access } from '../../../server/auth/access'
import { type Clock, wholeSecond } from '../../../server/clock'
import { Places } from '../../../server/fair-queue'
import type { RecordList } from '../../../server/records/record-list'
import type { Reading } from '../../../server/records/record-rows'
import type { Records } from '../../../server/records/records'
import type { Upstreams } from '../../../server/upstream/upstream'
import type { ConsoleHandlers } from '../../handlers'
import { type Coverage, type Overview, overviewReads, periodStarts } from '../interface'
import { QuoteTotals, TransferTotals } from './totals'

/** Ranges that are added up at once. */
const mostAtOnce = { all: 6, ofOne: 2 }

type OverviewDependencies = {
  clock: Clock
  access: Access
  records: Records
  recordList: RecordList
  upstreams: Upstreams
}

/** Since when records are in the figures of a range. */
function coverageOf(reading: Reading | undefined, { from, to }: { from: number; to: number }): Coverage {
  if (!reading) return { completeFrom: to, isWhole: false, isReading: true }
  const completeFrom = Math.min(to, Math.max(from, reading.from))
  return { completeFrom, isWhole: completeFrom <= from, isReading: !reading.isWhole }
}

export function createOverview({ clock, access, records, recordList, upstreams }: OverviewDependencies) {
  const places = new Places(mostAtOnce)
  return {
    readOverview: async ({ context, body, environment, owner, session }): Promise<Overview> => {
      const reads = overviewReads(body)
      for (const { list } of Object.values(reads)) access.requireRole(context, session, rowOf(list))
      const { signal } = context.request
      const leave = await places.take(session.subject, signal)
      try {
        const [transferReading, quoteReading] = await Promise.all([
          records.lists[transferList].reading(owner),
          records.lists[quoteList].reading(owner),
        ])
        const now = upstreams.of(environment).now()
        const at = clock.now() - Math.max(transferReading?.age ?? 0, quoteReading?.age ?? 0)
        // A range that begins now, or later, has nothing yet.
        const to = Math.max(body.from, Math.min(body.to, wholeSecond(now)))
        const range = { from: body.from, to }
        const options = { subject: session.subject, signal }
        const transfers = new TransferTotals(periodStarts(body))
        for await (const facts of recordList.transferFacts(owner, range, options))
          for (const one of facts) transfers.add(one)
        const quotes = new QuoteTotals()
        const asked = { ...reads.quotes, terms: [], order: { by: 'CREATED_AT', order: 'DESC' }, now } as const
        for await (const { rows } of recordList.walk(owner, asked, options))
          for (const { row } of rows) quotes.add(row.json)
        return {
          ...{ at, to },
          transfers: { ...transfers.figures(), ...coverageOf(transferReading, range) },
          quotes: { ...quotes.figures(), ...coverageOf(quoteReading, range) },
        }
      } finally {
        leave()
      }
    },
  } satisfies Partial<ConsoleHandlers>
}
