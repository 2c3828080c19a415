/** The audit log as its page has it: lines, files, and what the last check found. */

import { type AuditCheck, type AuditLine, type AuditPage, readAct, requestPrefix } from '../../../api/audit'
import { byteOrderMark, cellOf, csvLine } from '../../../api/export-text'
import { plannedSum, plannedText } from '../../../api/planned'
import { paddedList } from '../../../database/list-lengths'
import type { Database } from '../../../database/open'
import type { AuditLineTable } from '../../../database/tables'
import { defaultLimit } from '../../../domain/values'
import { movedBy } from '../../../provider/check'
import { linesAfter, micros } from '../../../server/audit/audit-lines'
import { timeOf } from '../../../server/clock'
import type { IntentRows, ReadIntent } from '../../../server/writes/rows'
import { actText, changeText, objectText } from '../../audit-texts'
import type { NewMovement } from '../../money/input'
import { consoleOperationNames, consoleRow } from '../../operations'
import type { AuditFileQuery, AuditQuery } from '../input'

/** What acts of Mintdesk's own interface did. */
const labels = Object.fromEntries(
  consoleOperationNames.flatMap((name) => {
    const { done } = consoleRow(name)
    return done === undefined ? [] : [[name, done]]
  }),
)

/** What a table has beside what is chained. */
const wordColumns = ['action', 'summary', 'change', 'amount', 'asset', 'policy_version']

export type AuditReadingDependencies = {
  database: Database
  /** What the last check of the log found. */
  check: () => AuditCheck
  /** Of requests. */
  rows: IntentRows
  /** What people planned for the rules that requests create. */
  plansOf: (intents: readonly string[]) => Promise<ReadonlyMap<string, readonly NewMovement[]>>
  /** How lines may name what a person filters by. */
  namesOf?: (object: string) => readonly string[]
}

export function createAuditReading(dependencies: AuditReadingDependencies) {
  const { database, check, rows, plansOf, namesOf = (object: string) => [object] } = dependencies
  /** The first line at or after a time: `at` and `seq` rise together. */
  async function seqAt(time: string | undefined): Promise<number | undefined> {
    if (time === undefined) return undefined
    const line = database.selectFrom('audit_line').select('seq').where('at', '>=', micros(time))
    return (await line.orderBy('at').orderBy('seq').limit(1).executeTakeFirst())?.seq ?? Number.MAX_SAFE_INTEGER
  }

  /**
   * A page of lines, newest first: each person and act by a query of its own, which an index answers. Reads are only counted,
   * and what a request's own lines say of an act is not said twice.
   */
  async function page(query: AuditQuery): Promise<AuditPage> {
    const { people = [], acts = [], object, limit = defaultLimit, page_cursor } = query
    const [from, before] = await Promise.all([seqAt(query['at.gte']), seqAt(query['at.lt'])])
    const until = Math.min(before ?? Number.MAX_SAFE_INTEGER, Number(page_cursor ?? Number.MAX_SAFE_INTEGER))
    const pairs = (people.length > 0 ? people : [undefined]).flatMap((person) =>
      (acts.length > 0 ? acts : [undefined]).map((act) => ({ person, act })),
    )
    const linesOf = (person: string | undefined, least: number) =>
      database
        .selectFrom('audit_line')
        .where('seq', '<', until)
        .where('seq', '>=', least)
        .$if(person !== undefined, (all) => all.where('subject', '=', person ?? ''))
        .$if(object !== undefined, (all) => all.where('object_id', 'in', namesOf(object ?? '')))
    const found = await Promise.all(
      pairs.map(({ person, act }) =>
        linesOf(person, from ?? 0)
          .selectAll()
          .where('act', act === undefined ? '!=' : '=', act ?? readAct)
          .$if(act === undefined, (all) =>
            all.where(({ or, eb, not, exists, selectFrom }) =>
              or([
                eb('outcome', '!=', 'begun'),
                eb('object_kind', '!=', 'intents'),
                not(
                  exists(
                    selectFrom('audit_line as next')
                      .select('next.seq')
                      .whereRef('next.object_id', '=', 'audit_line.object_id')
                      .whereRef('next.request_id', '=', 'audit_line.request_id')
                      .where('next.act', 'like', `${requestPrefix}%`),
                  ),
                ),
              ]),
            ),
          )
          .orderBy('seq', 'desc')
          .limit(limit + 1)
          .execute(),
      ),
    )
    const all = found.flat().sort((one, other) => other.seq - one.seq)
    const shown = all.slice(0, limit)
    const hasMore = all.length > limit
    const least = Math.max(from ?? 0, hasMore ? (shown.at(-1)?.seq ?? 0) : 0)
    const countReads = async (person: string | undefined) => {
      const { reads } = await linesOf(person, least)
        .where('act', '=', readAct)
        .select(({ fn }) => fn.countAll().as('reads'))
        .executeTakeFirstOrThrow()
      return Number(reads)
    }
    const everyone = people.length > 0 ? people : [undefined]
    const [lines, counted, known] = await Promise.all([
      withRequests(shown),
      acts.length > 0 ? [] : Promise.all(everyone.map(countReads)),
      database.selectFrom('person').select(['subject', 'name']).orderBy('name').limit(500).execute(),
    ])
    return {
      lines,
      check: check(),
      labels,
      people: known,
      ...(acts.length === 0 && { reads: counted.reduce((sum, one) => sum + one, 0) }),
      next_page_cursor: hasMore ? String(shown.at(-1)?.seq ?? '') : '',
    }
  }

  /** How much a request is about, as far as that is known before it is sent. */
  function amountOf(row: ReadIntent): AuditLine['amount'] {
    const body = rows.bodyOf(row)
    if (body === undefined) return undefined
    const known = movedBy(row.operation, JSON.parse(row.path), JSON.parse(body)).amounts.flatMap(({ amount, asset }) =>
      amount === undefined ? [] : [{ amount, asset }],
    )
    return known[0]
  }

  /** Lines with what the requests are that they are about. */
  async function withRequests(lines: readonly AuditLineTable[]): Promise<AuditLine[]> {
    const ids = [...new Set(lines.flatMap((line) => (line.object_kind === 'intents' ? line.object_id : [])))]
    if (ids.length === 0) return lines.map((line) => ({ ...line, at: timeOf(line.at) }))
    const found = await rows.query().where('id', 'in', paddedList(ids)).execute()
    const plans = await plansOf(ids)
    const intents = new Map(
      found.map((row) => {
        const planned = plans.get(row.id) ?? []
        const amount = plannedSum(planned) ?? amountOf(row)
        const { environment, policy_version } = row
        const summary = plannedText(planned) ?? row.summary
        const shown = { environment, summary, ...(amount && { amount }) }
        return [row.id, { ...shown, ...(policy_version !== null && { policy_version }) }]
      }),
    )
    return lines.map((line) => ({ ...line, at: timeOf(line.at), ...intents.get(line.object_id) }))
  }

  /** The file of some lines, reads among them. NDJSON has them as they are chained; a table says what they mean as the page does. */
  async function* file({ format, object, ...filters }: AuditFileQuery): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    let names: string[] | undefined
    for await (const lines of linesAfter(database, 0, {
      ...filters,
      ...(object !== undefined && { objects: namesOf(object) }),
    })) {
      if (format === 'ndjson') {
        yield encoder.encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
        continue
      }
      const head = names === undefined
      const columns = names ?? [...Object.keys(lines[0] ?? {}), ...wordColumns]
      names = columns
      const texts = (await withRequests(lines)).map((line) => {
        const { amount, asset } = line.amount ?? {}
        const shown: Record<string, unknown> = {
          ...line,
          amount,
          asset,
          action: actText(line, labels),
          summary: objectText(line),
          change: changeText(line, labels),
        }
        return csvLine(columns.map((name) => cellOf(name, shown[name])))
      })
      yield encoder.encode((head ? byteOrderMark + csvLine(columns) : '') + texts.join(''))
    }
  }

  return { page, file }
}
