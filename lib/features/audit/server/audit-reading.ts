/** The audit log as its page has it: lines, files, and what the last check found. */
import type { AuditCheck, AuditLine, AuditPage } from '../../../api/audit'
import { byteOrderMark, cellOf, csvLine } from '../../../api/export-text'
import type { Database } from '../../../database/open'
import type { AuditLineTable } from '../../../database/tables'
import { defaultLimit } from '../../../domain/values'
import { linesAfter, micros } from '../../../server/audit/audit-lines'
import { timeOf } from '../../../server/clock'
import { isAct } from '../../../server/http/console-routes'
import { consoleOperationNames, consoleRow } from '../../operations'
import type { AuditFileQuery, AuditQuery } from '../input'

/** The first clause of what an operation does: "Adds a note to a record". */
const clause = (summary: string) => summary.replace(/[.,;:] .*$|\.$/s, '')

/** What acts of Mintdesk's own interface do. */
const labels = Object.fromEntries(
  consoleOperationNames
    .filter((name) => isAct(consoleRow(name)))
    .map((name) => [name, clause(consoleRow(name).summary)]),
)

/**
 * @param check what the last check of the log found
 * @param namesOf how lines may name what a person filters by
 */
export function createAuditReading({
  database,
  check,
  namesOf = (object) => [object],
}: {
  database: Database
  check: () => AuditCheck
  namesOf?: (object: string) => readonly string[]
}) {
  /** The first line at or after a time: `at` and `seq` rise together. */
  async function seqAt(time: string | undefined): Promise<number | undefined> {
    if (time === undefined) return undefined
    const line = database.selectFrom('audit_line').select('seq').where('at', '>=', micros(time))
    return (await line.orderBy('at').orderBy('seq').limit(1).executeTakeFirst())?.seq ?? Number.MAX_SAFE_INTEGER
  }

  /** A page of lines, newest first: each person and act by a query of its own, which an index answers. */
  async function page(query: AuditQuery): Promise<AuditPage> {
    const { people = [], acts = [], object, limit = defaultLimit, page_cursor } = query
    const [from, before] = await Promise.all([seqAt(query['at.gte']), seqAt(query['at.lt'])])
    const until = Math.min(before ?? Number.MAX_SAFE_INTEGER, Number(page_cursor ?? Number.MAX_SAFE_INTEGER))
    const pairs = (people.length > 0 ? people : [undefined]).flatMap((person) =>
      (acts.length > 0 ? acts : [undefined]).map((act) => ({ person, act })),
    )
    const found = await Promise.all(
      pairs.map(({ person, act }) =>
        database
          .selectFrom('audit_line')
          .selectAll()
          .where('seq', '<', until)
          .$if(from !== undefined, (rows) => rows.where('seq', '>=', from ?? 0))
          .$if(person !== undefined, (rows) => rows.where('subject', '=', person ?? ''))
          .$if(act !== undefined, (rows) => rows.where('act', '=', act ?? ''))
          .$if(object !== undefined, (rows) => rows.where('object_id', 'in', namesOf(object ?? '')))
          .orderBy('seq', 'desc')
          .limit(limit + 1)
          .execute(),
      ),
    )
    const rows = found.flat().sort((one, other) => other.seq - one.seq)
    const shown = rows.slice(0, limit)
    const [lines, known] = await Promise.all([
      withRequests(shown),
      database.selectFrom('person').select(['subject', 'name']).orderBy('name').limit(500).execute(),
    ])
    return {
      lines,
      check: check(),
      labels,
      people: known,
      next_page_cursor: rows.length > limit ? String(shown.at(-1)?.seq ?? '') : '',
    }
  }

  /** Lines with what the requests are that they are about. */
  async function withRequests(lines: readonly AuditLineTable[]): Promise<AuditLine[]> {
    const ids = [...new Set(lines.flatMap((line) => (line.object_kind === 'intents' ? line.object_id : [])))]
    const rows =
      ids.length === 0
        ? []
        : await database.selectFrom('intent').select(['id', 'summary', 'environment']).where('id', 'in', ids).execute()
    const intents = new Map(rows.map((row) => [row.id, row]))
    return lines.map((line) => {
      const intent = intents.get(line.object_id)
      const at = timeOf(line.at)
      return intent ? { ...line, at, environment: intent.environment, summary: intent.summary } : { ...line, at }
    })
  }

  /** The file of some lines. NDJSON has them as they are chained; a table has their time in words. */
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
      const columns = names ?? Object.keys(lines[0] ?? {})
      names = columns
      const texts = lines.map((line) => {
        const shown: Record<string, unknown> = { ...line, at: timeOf(line.at) }
        return csvLine(columns.map((name) => cellOf(name, shown[name])))
      })
      yield encoder.encode((head ? byteOrderMark + csvLine(columns) : '') + texts.join(''))
    }
  }

  return { page, file }
}
