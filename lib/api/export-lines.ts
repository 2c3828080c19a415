/** The lines of an exported file, one record at a time. */
import { byteOrderMark, csvCell, csvLine } from './export-text'
import { type ExportedNote, noteCells, noteColumns } from './exported-notes'
import type { ExportRequest } from './exports'
import { issuerQuoteFields, transferFields } from './fields'
import type { Json } from './json'
import type { ScannedList } from './scanned-lists'

/** A record as it was read: its text as sent, on one line, and its members with every digit. */
export type ExportedRecord = { text: string; json: Json }

const fieldsOf: Record<ScannedList, readonly string[]> = {
  listTransfers: Object.keys(transferFields),
  listIssuerQuotes: Object.keys(issuerQuoteFields),
}

/** The column of members that the spec does not list, as JSON. */
const otherFields = 'other_fields'

/** The members that are columns of a CSV; with all columns, none is lost. */
export const exportColumns = ({ list, columns }: Pick<ExportRequest, 'list' | 'columns'>): readonly string[] =>
  columns ?? [...fieldsOf[list], otherFields]

/** Writes the lines of one file: `head` comes before the first. */
export type LineWriter = { head: string; line: (record: ExportedRecord, notes?: readonly ExportedNote[]) => string }

function csvWriter(request: Pick<ExportRequest, 'list' | 'columns' | 'hasBom' | 'hasNotes'>): LineWriter {
  const columns = exportColumns(request)
  const known = new Set<string>(fieldsOf[request.list])
  const names = request.hasNotes ? [...columns, ...noteColumns] : columns
  const others = (json: Json) => {
    const found = Object.keys(json).filter((member) => !known.has(member))
    return found.length > 0 ? Object.fromEntries(found.map((member) => [member, json[member]])) : undefined
  }
  return {
    head: `${request.hasBom ? byteOrderMark : ''}${csvLine(names)}`,
    line({ json }, notes) {
      let line = ''
      for (const name of columns) line += `${csvCell(name, name === otherFields ? others(json) : json[name])},`
      return request.hasNotes ? `${line}${csvLine(noteCells(notes))}` : `${line.slice(0, -1)}\r\n`
    },
  }
}

/** The provider's own objects. Notes follow as a member that no provider has. */
function ndjsonWriter({ hasNotes }: Pick<ExportRequest, 'hasNotes'>): LineWriter {
  return {
    head: '',
    line: ({ text }, notes = []) => {
      if (!hasNotes) return `${text}\n`
      const comma = /^\{\s*\}$/.test(text) ? '' : ','
      return `${text.slice(0, -1)}${comma}"mintdesk_notes":${JSON.stringify(notes)}}\n`
    },
  }
}

export const lineWriter = (
  request: Pick<ExportRequest, 'list' | 'format' | 'columns' | 'hasBom' | 'hasNotes'>,
): LineWriter => (request.format === 'csv' ? csvWriter(request) : ndjsonWriter(request))
