/** The rows of a page as the provider sent them: their own text, with what a scan must know of each. */
import { rowOf } from '../../api/provider/operations'
import { repeatedMember, requireList } from '../../api/provider/reading'
import type { ScannedList, WindowBy } from '../../api/provider/scanned-lists'
import { afterString, exactJson, repeatedName } from '../../domain/exact-json'
import { isObject, type Json } from '../../domain/json'
import { inPieces } from '../fair-queue'
import { parsedAnswer } from '../http/provider-answer'
import { deepest, listLimit, TooDeep, type UpstreamAnswer } from '../upstream/answers'

/** A record of a list. It keeps its whole page in memory: what is kept for long is to be copied from `json`. */
export class ListRow {
  readonly id: string | undefined
  /** Milliseconds since 1970; NaN if the record has no such time. */
  readonly createdAt: number
  /** The record as it was sent, in one line. */
  readonly text: string
  #json: Json | undefined

  /** @throws SyntaxError if the text is not JSON */
  constructor(text: string) {
    const read: unknown = JSON.parse(text)
    const { id, created_at } = isObject(read) ? read : {}
    this.id = typeof id === 'string' && id !== '' ? id : undefined
    this.createdAt = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN
    const isOneLine = !text.includes('\n') && !text.includes('\r')
    // Strings have no line breaks (RFC 8259, section 7).
    this.text = isOneLine ? text.trim() : text.trim().replace(/[\n\r]+/g, ' ')
  }

  /** The record with numbers as exactJson reads them; {} if it is not an object. */
  get json(): Json {
    if (!this.#json) {
      const read = exactJson(this.text)
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

const [quote, comma, openBracket, openBrace, closeBrace] = [0x22, 0x2c, 0x5b, 0x7b, 0x7d]

/**
 * Reads a page of a list, row by row. Rows are cut out and parsed one by one, and so is what is left of the page: the page is
 * JSON exactly if all of them are.
 * @param names what the array may be called, the likeliest first
 * @throws SyntaxError if it is not JSON; TooDeep; ProblemError if it is no list
 */
export function* pageRows(
  sent: Buffer,
  names: readonly string[],
): Generator<undefined, { rows: ListRow[]; next?: string }, undefined> {
  const text = sent.toString('utf8')
  const lists = new Map<string, ListRow[]>()
  let rows: ListRow[] | undefined
  let left = ''
  /** Where what is in neither a row nor `left` begins. */
  let from = 0
  let depth = 0
  let name = '""'
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // A bracket is a brace without the bit 0x20.
    const isClosing = (code | 0x20) === closeBrace
    if (code === quote) {
      const end = afterString(text, at)
      if (depth === 1) name = text.slice(at, end)
      at = end - 1
    } else if ((code | 0x20) === openBrace) {
      depth += 1
      if (depth > deepest) throw new TooDeep()
      const member: unknown = depth === 2 && code === openBracket && JSON.parse(name)
      if (typeof member !== 'string' || !names.includes(member)) continue
      rows = []
      lists.set(member, rows)
      left += text.slice(from, at + 1)
      from = at + 1
    } else if (rows && depth === 2 && (code === comma || isClosing)) {
      const row = text.slice(from, at)
      const isEmpty = isClosing && rows.length === 0 && row.trim() === ''
      if (!isEmpty) {
        rows.push(new ListRow(row))
        from = at + (isClosing ? 0 : 1)
        yield
      }
      if (isClosing) rows = undefined
    }
    if (isClosing) depth -= 1
  }
  left += text.slice(from)
  const read: unknown = JSON.parse(left)
  const repeated = repeatedName(left)
  if (repeated !== undefined) throw repeatedMember(repeated)
  const page = isObject(read) ? read : {}
  const list = isObject(read) ? names.map((one) => lists.get(one)).find((one) => one !== undefined) : undefined
  const next = page.next_page_cursor
  return {
    rows: requireList((member) => page[member], list, names),
    ...(typeof next === 'string' && next !== '' && { next }),
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
    parse: (bytes) => inPieces(subject, pageRows(bytes, [rowOf(list).recordMember ?? '', 'items'])),
  })
