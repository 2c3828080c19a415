/** The lines of an exported file, one record at a time. */

import { byteOrderMark, cellOf, csvLine } from '../../../api/export-text'
import type { Json } from '../../../domain/json'
import type { ListRow } from '../../../server/records/page-rows'
import { type ExportedNote, noteCells, noteColumns } from '../../notes/exported-notes'
import { exportColumns, listFields, otherFields } from '../export-columns'
import type { ExportRequest } from '../interface'

/** Writes the lines of one file: `head` comes before the first. */
export type LineWriter = { head: string; line: (row: ListRow, notes?: readonly ExportedNote[]) => string }

type Written = Pick<ExportRequest, 'list' | 'format' | 'columns' | 'hasBom' | 'hasNotes'>

function csvWriter({ hasBom, hasNotes, ...request }: Written): LineWriter {
  const columns = exportColumns(request)
  const known = new Set(listFields[request.list])
  const othersOf = (record: Json) => {
    const others = Object.entries(record).filter(([name]) => !known.has(name))
    return others.length > 0 ? Object.fromEntries(others) : undefined
  }
  const names = hasNotes ? [...columns, ...noteColumns] : columns
  return {
    head: `${hasBom ? byteOrderMark : ''}${csvLine(names)}`,
    line({ json }, notes) {
      const cells = columns.map((name) => cellOf(name, name === otherFields ? othersOf(json) : json[name]))
      return csvLine(hasNotes ? [...cells, ...noteCells(notes)] : cells)
    },
  }
}

/** The provider's own objects. Notes follow as a member that no provider has. */
const ndjsonWriter = ({ hasNotes }: Written): LineWriter => ({
  head: '',
  line({ text }, notes = []) {
    if (!hasNotes) return `${text}\n`
    const separator = /^\{\s*\}$/.test(text) ? '' : ','
    return `${text.slice(0, -1)}${separator}"mintdesk_notes":${JSON.stringify(notes)}}\n`
  },
})

export const lineWriter = (request: Written): LineWriter =>
  request.format === 'csv' ? csvWriter(request) : ndjsonWriter(request)
