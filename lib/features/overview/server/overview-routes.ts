/** The figures of any range, and what stands now, from the records in our own database. */

import { keyOf } from '../../../api/movement-links'
import { meaningOf } from '../../../api/transfer-meaning'
import type { Json } from '../../../domain/json'
import { rowOf } from '../../../provider/operations'
import { readTransfer } from '../../../provider/reading'
import { quoteList, transferList } from '../../../provider/scanned-lists'
import type { Access } from '../../../server/auth/access'
import { type Clock, wholeSecond } from '../../../server/clock'
import type { RecordList, WalkOptions } from '../../../server/records/record-list'
import type { Reading } from '../../../server/records/record-rows'
import { extentOf, type Records } from '../../../server/records/records'
import type { Upstreams } from '../../../server/upstream/upstream'
import { Places } from '../../../server/work/fair-queue'
import type { Asked, ConsoleHandlers } from '../../handlers'
import type { MovementPage } from '../../money/interface'
import type { TeamSettings } from '../../team/interface'
import {
  type Coverage,
  type Overview,
  type OverviewPresent,
  overviewReads,
  periodStarts,
  type SettleTimes,
  searchedDays,
} from '../interface'
import { attentionQuery, changesQuery, daysBefore } from '../overview-links'
import { PresentTotals, usualTimesOf } from './present'
import { QuoteTotals, TransferTotals } from './totals'

/** Ranges that are added up at once. */
const mostAtOnce = { all: 6, ofOne: 2 }
/** Completed transfers whose times are the usual ones. */
const mostCompleted = 1_000
/** Changes that are shown, and transfers that are looked at for them. */
const mostChanged = 100
const mostLooked = 5_000
/** Movements that do not add up, or wait. */
const mostMovements = 300
const hour = 3_600_000

type OverviewDependencies = {
  clock: Clock
  access: Access
  records: Records
  recordList: RecordList
  upstreams: Upstreams
  listMovements: (asked: Asked<'listMovements'>, of?: readonly string[]) => Promise<MovementPage>
  team: { settings: () => Promise<TeamSettings> }
}

/** Since when records are in the figures of a range. */
function coverageOf(reading: Reading | undefined, { from, to }: { from: number; to: number }): Coverage {
  if (!reading) return { completeFrom: to, isWhole: false, isReading: true }
  const completeFrom = Math.min(to, Math.max(from, reading.from))
  return { completeFrom, isWhole: completeFrom <= from, isReading: !reading.isWhole }
}

export function registerOverview(core: OverviewDependencies) {
  const { clock, access, records, recordList, upstreams, listMovements, team } = core
  const places = new Places(mostAtOnce)

  /** What ended or stopped, the newest first. @param since ms since 1970 */
  async function changedOf(owner: Reader['owner'], since: number, now: number, options: WalkOptions) {
    const query = changesQuery(since)
    const asked = { list: transferList, query, terms: [], order: { by: 'UPDATED_AT', order: 'DESC' }, now } as const
    const first: Json[] = []
    let looked = 0
    for await (const { rows, read, reached } of recordList.walk(owner, asked, options)) {
      first.push(...rows.flatMap(({ row }) => (meaningOf(readTransfer(row.json)) === 'pending' ? [] : [row.json])))
      looked += read
      if (first.length > mostChanged || (reached && looked >= mostLooked))
        return { first: first.slice(0, mostChanged), isMore: true }
    }
    return { first, isMore: false }
  }

  type Reader = Pick<Asked<'listMovements'>, 'context' | 'environment' | 'owner' | 'session'>

  async function presentOf(
    asked: Reader,
    { since, now, reading }: { since: number; now: number; reading: Reading | undefined },
    options: WalkOptions,
  ): Promise<OverviewPresent> {
    const { owner, session } = asked
    const query = {
      states: ['unexplained' as const, 'waiting' as const],
      'created_at.gte': daysBefore(searchedDays, now),
      limit: mostMovements,
    }
    const [movements, completed, { overdue_hours }, changed] = await Promise.all([
      listMovements({ ...asked, query, values: {}, body: undefined }),
      recordList.lastCompleted(owner, mostCompleted),
      team.settings(),
      changedOf(owner, since, now, options),
    ])
    const usualTimes = usualTimesOf(completed)
    const totals = new PresentTotals({
      now,
      usualTimes,
      limit: overdue_hours && overdue_hours * hour,
      roles: session.roles,
      elsewhere: new Set(movements.movements.flatMap(({ id, state }) => (state === 'unexplained' ? id : []))),
    })
    const { 'updated_at.gte': failedSince = '' } = attentionQuery('failed', now)
    for await (const found of recordList.openTransfers(owner, failedSince, options))
      for (const one of found) totals.add(one)
    const extent = extentOf(reading)
    const { attention, pending } = totals.figures()
    const keys = pending.first.map(({ transfer }) => keyOf(transfer))
    const ways = await listMovements({ ...asked, query: {}, values: {}, body: undefined }, keys)
    const first = pending.first.map(({ movement: id, transfer }) => {
      const movement = ways.movements.find((one) => one.id === id)
      return { transfer: transfer.raw as Json, ...(movement && { movement }) }
    })
    return {
      now,
      ...(extent && { extent }),
      usualTimes,
      attention,
      pending: { count: pending.count, first },
      changed,
      movements,
    }
  }

  return {
    handlers: {
      readOverview: async (asked): Promise<Overview> => {
        const { context, body, environment, owner, session } = asked
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
          const complete = { ...reads.quotes, terms: [], order: { by: 'CREATED_AT', order: 'DESC' }, now } as const
          for await (const { rows } of recordList.walk(owner, complete, options))
            for (const { row } of rows) quotes.add(row.json)
          const { since } = body
          const present =
            since === undefined
              ? undefined
              : await presentOf(
                  { context, environment, owner, session },
                  { since, now: Math.floor(now), reading: transferReading },
                  options,
                )
          return {
            at,
            to,
            transfers: { ...transfers.figures(), ...coverageOf(transferReading, range) },
            quotes: { ...quotes.figures(), ...coverageOf(quoteReading, range) },
            ...(present && { present }),
          }
        } finally {
          leave()
        }
      },

      readUsualTimes: async ({ context, owner, session }): Promise<SettleTimes[]> => {
        access.requireRole(context, session, rowOf(transferList))
        return usualTimesOf(await recordList.lastCompleted(owner, mostCompleted))
      },
    } satisfies Partial<ConsoleHandlers>,
  }
}
