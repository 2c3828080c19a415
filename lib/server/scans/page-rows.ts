/** The rows of a page as the provider sent them: their own bytes, with what a scan must know of each. */
import { isUtf8 } from 'node:buffer'
import { rowOf } from '../../api/provider/operations'
import { errorNames, repeatedMember, requireList } from '../../api/provider/reading'
import type { ScannedList, WindowBy } from '../../api/provider/scanned-lists'
import { exactJson } from '../../domain/exact-json'
import { isObject, type Json } from '../../domain/json'
import { inPieces } from '../fair-queue'
import { parsedAnswer } from '../http/provider-answer'
import { listLimit, type UpstreamAnswer } from '../upstream/answers'
import { closeBrace, closeBracket, JsonBytes, openBrace, openBracket, quote } from './json-bytes'

/** What is known of a record without making an object of it. */
type Known = { id: string | undefined; createdAt: number; hasNumber: boolean; hasBreak: boolean }

/** A record of a list. It keeps its whole page in memory: what is kept for long is to be copied from `json`. */
export class ListRow {
  readonly id: string | undefined
  /** Milliseconds since 1970; NaN if the record has no such time. */
  readonly createdAt: number
  readonly #page: Buffer
  readonly #from: number
  readonly #to: number
  readonly #hasNumber: boolean
  readonly #hasBreak: boolean
  #json: Json | undefined

  /** @param page JSON in UTF-8, in which the record is the bytes from one place up to, and without, another */
  constructor(page: Buffer, from: number, to: number, { id, createdAt, hasNumber, hasBreak }: Known) {
    this.#page = page
    this.#from = from
    this.#to = to
    this.#hasNumber = hasNumber
    this.#hasBreak = hasBreak
    this.id = id
    this.createdAt = createdAt
  }

  /** @throws SyntaxError if the text is not JSON */
  static of(text: string): ListRow {
    const [row] = readRows(Buffer.from(`{"rows":[${text}]}`), ['rows']).rows
    if (!row) throw new SyntaxError('There is no record.')
    return row
  }

  get #sent(): string {
    return this.#page.toString('utf8', this.#from, this.#to)
  }

  /** The record as it was sent, in one line. */
  get text(): string {
    return this.#hasBreak ? this.#sent.replace(/[\n\r]+/g, ' ') : this.#sent
  }

  /** The same in UTF-8. */
  get bytes(): Buffer {
    return this.#hasBreak ? Buffer.from(this.text) : this.#page.subarray(this.#from, this.#to)
  }

  /** The record with numbers as exactJson reads them; {} if it is not an object. */
  get json(): Json {
    if (!this.#json) {
      const read: unknown = this.#hasNumber ? exactJson(this.#sent) : JSON.parse(this.#sent)
      this.#json = isObject(read) ? read : {}
    }
    return this.#json
  }

  /** When the record was created or last changed, in milliseconds since 1970; NaN if it does not say. */
  timeOf(by: WindowBy): number {
    return by === 'created' ? this.createdAt : Date.parse(String(this.json.updated_at ?? ''))
  }

  /** Lets go of the object that `json` made, which takes more memory than the row: it is made again if it is asked for. */
  release(): void {
    this.#json = undefined
  }
}

/** Passes a string, and says what it is; any other value is passed without being read. */
function passText(json: JsonBytes): string | undefined {
  if (json.code === quote) return json.textOf(json.skipString(), json.at - 1)
  json.skipValue()
  return undefined
}

/** Passes the value of a list, and makes a row of it. */
function passRow(json: JsonBytes): ListRow {
  const from = json.at
  let id: string | undefined
  let time: string | undefined
  json.hasNumber = false
  json.hasBreak = false
  if (json.code !== openBrace) json.skipValue()
  else
    for (let has = json.open(closeBrace); has; has = json.goesOn(closeBrace)) {
      const start = json.skipString()
      const end = json.at - 1
      const isId = json.isText(start, end, 'id')
      const isTime = !isId && json.isText(start, end, 'created_at')
      json.skipColon()
      if (isId) id = passText(json)
      else if (isTime) time = passText(json)
      else json.skipValue()
    }
  return new ListRow(json.bytes, from, json.at, {
    id: id === '' ? undefined : id,
    createdAt: time === undefined ? Number.NaN : Date.parse(time),
    hasNumber: json.hasNumber,
    hasBreak: json.hasBreak,
  })
}

/** Passes a value, and reads it. */
function passValue(json: JsonBytes): unknown {
  const from = json.at
  json.skipValue()
  return JSON.parse(json.bytes.toString('utf8', from, json.at))
}

type ReadPage = { rows: ListRow[]; next?: string }

/**
 * Reads a page of a list, row by row. All of it is checked here, so that nothing that is not JSON gets through.
 * @param sent  bytes that are kept with the rows
 * @param names what the array may be called, the likeliest first
 * @throws SyntaxError if it is not JSON; TooDeep; ProblemError if it is no list
 */
function* readingRows(sent: Buffer, names: readonly string[]): Generator<undefined, ReadPage, undefined> {
  const json = new JsonBytes(isUtf8(sent) ? sent : Buffer.from(sent.toString('utf8')))
  const found = new Map<string, ListRow[]>()
  const errors = new Map<string, unknown>()
  const members = new Set<string>()
  let repeated: string | undefined
  let next: string | undefined
  json.skipSpace()
  if (json.code !== openBrace) json.skipValue()
  else
    for (let has = json.open(closeBrace); has; has = json.goesOn(closeBrace)) {
      const name = json.textOf(json.skipString(), json.at - 1)
      if (members.has(name)) repeated ??= name
      members.add(name)
      json.skipColon()
      if (name === 'next_page_cursor') next = passText(json)
      else if (json.code === openBracket && names.includes(name)) {
        const rows: ListRow[] = []
        found.set(name, rows)
        for (let more = json.open(closeBracket); more; more = json.goesOn(closeBracket)) {
          rows.push(passRow(json))
          yield
        }
      } else if (errorNames.includes(name)) errors.set(name, passValue(json))
      else json.skipValue()
    }
  json.skipSpace()
  if (json.at < json.bytes.length) json.fail()
  if (repeated !== undefined) throw repeatedMember(repeated)
  const list = names.map((name) => found.get(name)).find((one) => one !== undefined)
  const rows = requireList((name) => errors.get(name), list, names)
  return { rows, ...(next && { next }) }
}

/** The same at once, for a short page. */
export function readRows(sent: Buffer, names: readonly string[]): ReadPage {
  const steps = readingRows(sent, names)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * THE reading of a provider's answer to a list on the server.
 * @param subject whose turns of the process's thread it takes
 * @throws ProblemError if it is an error, or no list
 */
export const readListAnswer = (received: UpstreamAnswer, list: ScannedList, subject: string) =>
  parsedAnswer(received, rowOf(list), {
    limit: listLimit,
    // The list may be named `items` (docs/provider.md, "Reading").
    parse: (bytes) => inPieces(subject, readingRows(bytes, [rowOf(list).recordMember ?? '', 'items'])),
  })
