/** The requests made in Mintdesk that have an identifier: as their own id, their record's, or their reference. */

import { maximumMatches } from '../../../api/records'
import { paddedList } from '../../../database/list-lengths'
import type { Environment } from '../../../provider/environments'
import type { IntentRows, ReadIntent } from '../../../server/writes/rows'
import type { LookupIdentifier } from '../input'

/** Rows of one search at most, however often a reference was used. */
const mostRows = 1_000

/** Requests are found neither by hashes nor by addresses. */
const mayHaveRequests = ({ kind }: LookupIdentifier) => kind !== 'hash' && kind !== 'address'

/** Lower-case hexadecimal digits and dashes: the text after which every text that begins with it has been. */
const afterHexadecimal = (start: string) => `${start}g`

/**
 * The requests of an environment that have each identifier, newest first; undefined where none are searched: see
 * `mayHaveRequests`, and of a partial identifier the indexes need the first characters.
 * @throws the driver's error
 */
export async function intentsMatching(
  rows: IntentRows,
  environment: Environment,
  identifiers: readonly LookupIdentifier[],
): Promise<(ReadIntent[] | undefined)[]> {
  const whole = identifiers.flatMap((one) => (one.kind === 'uuid' || one.kind === 'reference' ? [one.value] : []))
  const texts = [...new Set(whole)]
  const known = texts.length === 0 ? [] : await withTexts(rows, environment, texts)
  const matches: (ReadIntent[] | undefined)[] = []
  for (const one of identifiers) {
    if (one.kind === 'partial') matches.push(await withPart(rows, environment, one))
    else if (!mayHaveRequests(one)) matches.push(undefined)
    else {
      const forms = new Set([one.value, ...rows.referencesAs(one.value)])
      matches.push(known.filter((row) => [row.id, row.record_id, row.ref_id].some((text) => forms.has(text ?? ''))))
    }
  }
  return matches
}

const columns = ['id', 'record_id', 'ref_id'] as const
type Column = (typeof columns)[number]

/**
 * Rows by each of the columns, newest first. The environment is compared here: in the statement, SQLite would prefer the
 * index by time, and read every request.
 */
async function found(
  rows: IntentRows,
  environment: Environment,
  narrow: (query: ReturnType<IntentRows['query']>, column: Column) => ReturnType<IntentRows['query']>,
): Promise<ReadIntent[]> {
  const all: ReadIntent[] = []
  for (const column of columns)
    all.push(...(await narrow(rows.query(), column).orderBy('created_at', 'desc').limit(mostRows).execute()))
  const own = all.filter((row) => row.environment === environment)
  return [...new Map(own.map((row) => [row.id, row])).values()].sort((one, other) => other.created_at - one.created_at)
}

const withTexts = (rows: IntentRows, environment: Environment, texts: readonly string[]) => {
  const references = texts.flatMap((text) => rows.referencesAs(text))
  return found(rows, environment, (query, column) =>
    query.where(column, 'in', paddedList(column === 'ref_id' ? references : texts)),
  )
}

async function withPart(
  rows: IntentRows,
  environment: Environment,
  { start, end, of }: Extract<LookupIdentifier, { kind: 'partial' }>,
): Promise<ReadIntent[] | undefined> {
  const [from, to] = [start.toLowerCase(), end.toLowerCase()]
  if (of === 'hash' || from.length < 4 || !/^[0-9a-f-]+$/.test(from)) return undefined
  const near = await found(rows, environment, (query, column) =>
    query.where(column, '>=', from).where(column, '<', afterHexadecimal(from)),
  )
  const fits = (text: string | null) => text?.startsWith(from) === true && text.endsWith(to)
  return near.filter((row) => columns.some((column) => fits(row[column]))).slice(0, maximumMatches + 1)
}
