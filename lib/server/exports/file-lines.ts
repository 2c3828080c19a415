/** The lines of an exported file, one record at a time. */

import { exportColumns, listFields, otherFields } from '../../api/console/export-columns'
import { byteOrderMark, csvCell, csvLine } from '../../api/console/export-text'
import { type ExportedNote, noteCells, noteColumns } from '../../api/console/exported-notes'
import type { ExportRequest } from '../../api/console/exports'
import { exactJson } from '../../domain/exact-json'
import type { Json } from '../../domain/json'
import { closeBrace, JsonBytes, openBrace, quote } from '../scans/json-bytes'
import type { ListRow } from '../scans/page-rows'

/**
 * Writes the lines of one file: `head` comes before the first. A line is a text, or bytes that lack its last line feed and
 * are valid until the next line.
 */
export type LineWriter = {
  head: string
  line: (row: ListRow, notes?: readonly ExportedNote[]) => string | Uint8Array
}

const [carriageReturn, comma, zero, nine, point] = [0x0d, 0x2c, 0x30, 0x39, 0x2e]

/** Characters of a text that neither a spreadsheet runs nor CSV quotes: those that it may begin with, and all. */
const plainStart = new Uint8Array(256)
const plain = new Uint8Array(256)
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code)
  plainStart[code] = /[\dA-Za-z]/.test(character) ? 1 : 0
  plain[code] = /[\w .:/-]/.test(character) ? 1 : 0
}

const isDigit = (code = 0) => code >= zero && code <= nine

/** An RFC 3339 time in UTC; `0` stands for any digit. */
const second = Buffer.from('0000-00-00T00:00:00')
const z = 0x5a

/** Whether these bytes are a time in UTC, which stays as it is. */
function isUtcTime(bytes: Buffer, from: number, to: number): boolean {
  for (let index = 0; index < second.length; index++) {
    const found = bytes[from + index]
    if (second[index] === zero ? !isDigit(found) : found !== second[index]) return false
  }
  let at = from + second.length
  if (bytes[at] === point && isDigit(bytes[at + 1])) for (at += 2; isDigit(bytes[at]); ) at += 1
  return at === to - 1 && bytes[at] === z
}

/** Where the value of a member is: from one place in the bytes up to, and without, another; `from` is -1 for nowhere. */
type Value = { from: number; to: number; hasNumber: boolean }

/** A member of rows; its value is kept if it is that of a column. */
type Member = { name: string; isKnown: boolean; value: Value | undefined }

/** The value with every digit. */
function read(bytes: Buffer, { from, to, hasNumber }: Value): unknown {
  const text = bytes.toString('utf8', from, to)
  return hasNumber ? exactJson(text) : JSON.parse(text)
}

/**
 * Writes lines of CSV from the bytes of rows: most cells are copied. Making an object of each row would take 50 MB more
 * for garbage while a million rows are exported.
 */
class CsvWriter implements LineWriter {
  readonly head: string
  readonly #cells: readonly { name: string; value: Value }[]
  readonly #known: ReadonlySet<string>
  readonly #hasNotes: boolean
  /** Of each column; used again for every row. */
  readonly #values: ReadonlyMap<string, Value>
  #others: (readonly [string, Value])[] = []
  /** The members of the row before, in their order, which are likely those of the next. */
  readonly #members: Member[] = []
  #line = Buffer.allocUnsafeSlow(4096)
  #length = 0

  constructor(request: Pick<ExportRequest, 'list' | 'columns' | 'hasBom' | 'hasNotes'>) {
    const columns = exportColumns(request)
    this.#known = new Set(listFields[request.list])
    this.#hasNotes = request.hasNotes
    const names = request.hasNotes ? [...columns, ...noteColumns] : columns
    this.head = `${request.hasBom ? byteOrderMark : ''}${csvLine(names)}`
    this.#values = new Map(columns.map((name) => [name, { from: -1, to: -1, hasNumber: false }]))
    this.#cells = columns.map((name) => ({ name, value: this.#values.get(name) as Value }))
  }

  line({ bytes }: ListRow, notes?: readonly ExportedNote[]): Uint8Array {
    this.#findValues(bytes)
    this.#length = 0
    this.#reserve(1)
    for (const { name, value } of this.#cells) {
      if (name === otherFields) this.#addOthers(bytes)
      else if (value.from >= 0) this.#addCell(bytes, name, value)
      this.#line[this.#length++] = comma
    }
    if (this.#hasNotes) this.#addText(csvLine(noteCells(notes)).slice(0, -1))
    // Instead of the comma after the last cell.
    else this.#line[this.#length - 1] = carriageReturn
    return this.#line.subarray(0, this.#length)
  }

  #findValues(bytes: Buffer): void {
    const json = new JsonBytes(bytes)
    for (const { value } of this.#cells) value.from = -1
    if (this.#others.length > 0) this.#others = []
    if (json.code !== openBrace) return
    let count = 0
    for (let has = json.open(closeBrace); has; has = json.goesOn(closeBrace)) {
      const { name, isKnown, value } = this.#memberAt(json, count++)
      json.skipColon()
      json.hasNumber = false
      const from = json.at
      json.skipValue()
      if (value) {
        value.from = from
        value.to = json.at
        value.hasNumber = json.hasNumber
      } else if (!isKnown) this.#others.push([name, { from, to: json.at, hasNumber: json.hasNumber }])
    }
  }

  /** Passes the name of a member. */
  #memberAt(json: JsonBytes, index: number): Member {
    const start = json.skipString()
    const end = json.at - 1
    const likely = this.#members[index]
    if (likely && json.isText(start, end, likely.name)) return likely
    const name = json.textOf(start, end)
    const isKnown = this.#known.has(name)
    const member = { name, isKnown, value: isKnown ? this.#values.get(name) : undefined }
    this.#members[index] = member
    return member
  }

  #addCell(bytes: Buffer, name: string, value: Value): void {
    const { from, to } = value
    if (bytes[from] === quote && plainStart[bytes[from + 1] as number] === 1) {
      this.#reserve(to - from)
      const line = this.#line
      let length = this.#length
      let at = from + 1
      for (; plain[bytes[at] as number] === 1; at++) line[length++] = bytes[at] as number
      if (at === to - 1 && (!name.endsWith('_at') || isUtcTime(bytes, from + 1, at))) {
        this.#length = length
        return
      }
    }
    this.#addText(csvCell(name, read(bytes, value)))
  }

  #addOthers(bytes: Buffer): void {
    if (this.#others.length === 0) return
    const others: Json = Object.fromEntries(this.#others.map(([name, value]) => [name, read(bytes, value)]))
    this.#addText(csvCell(otherFields, others))
  }

  #addText(text: string): void {
    // A character is three bytes at most.
    this.#reserve(3 * text.length)
    this.#length += this.#line.write(text, this.#length, 'utf8')
  }

  /** Makes room for so many bytes, and the separators of all cells. */
  #reserve(more: number): void {
    const needed = this.#length + more + this.#cells.length + 1
    if (needed <= this.#line.length) return
    const larger = Buffer.allocUnsafeSlow(2 * needed)
    larger.set(this.#line.subarray(0, this.#length))
    this.#line = larger
  }
}

/** The provider's own objects. Notes follow as a member that no provider has. */
const ndjsonWriter = ({ hasNotes }: Pick<ExportRequest, 'hasNotes'>): LineWriter => ({
  head: '',
  line: (row, notes = []) => {
    if (!hasNotes) return row.bytes
    const separator = /^\{\s*\}$/.test(row.text) ? '' : ','
    return `${row.text.slice(0, -1)}${separator}"mintdesk_notes":${JSON.stringify(notes)}}\n`
  },
})

export const lineWriter = (
  request: Pick<ExportRequest, 'list' | 'format' | 'columns' | 'hasBom' | 'hasNotes'>,
): LineWriter => (request.format === 'csv' ? new CsvWriter(request) : ndjsonWriter(request))
