/** Reads the file of a bank, an ERP system or an exchange: by what is in it, not by its name. */
import { bai2 } from './bai2'
import { camt } from './camt'
import { textOf } from './encodings'
import { mt940 } from './mt940'
import { ofx } from './ofx'
import { type FormatReader, type Pause, type Statement, StatementRefused } from './statement'
import { readTable, type Table } from './tables'

const asCsv = 'Export it as CSV, or ask the bank for CAMT.053, MT940, BAI2 or OFX.'

/** What files of bytes are that are not read, by their first ones. */
const byteRefusals: readonly (readonly [start: string, reason: string])[] = [
  ['PK\u0003\u0004', 'This is an Excel workbook (.xlsx) or another archive. Save the sheet as CSV and choose that.'],
  ['\u00d0\u00cf\u0011\u00e0', 'This is an Excel workbook (.xls). Save the sheet as CSV and choose that.'],
  ['\u001f\u008b', 'This is a compressed file. Unpack it first.'],
]

/** What texts are that are not read, by how they begin. */
const refusals: readonly (readonly [start: RegExp, reason: string])[] = [
  [/^%PDF-/, `This is a PDF, whose amounts cannot be read without doubt. ${asCsv}`],
  [/^!(?:Type|Account|Option):/i, `This is QIF, which names neither currency nor balances. ${asCsv}`],
  [/^\s*(?:<!DOCTYPE html|<html|<table)/i, `This is a web page, as some banks call their Excel files. ${asCsv}`],
  [/^\s*[[{]\s*["{[]/, `This is JSON. ${asCsv}`],
  [
    /^\{1:F01[\s\S]{0,60}\{2:[IO](?!94[02])\d{3}/,
    'This is a single SWIFT message, not a statement. Look its references up instead.',
  ],
]

const formats: readonly (readonly [start: RegExp, reader: () => FormatReader])[] = [
  [/^\s*(?:OFXHEADER|<OFX>|(?:<\?(?:xml|OFX)[^>]{0,300}>\s*){0,3}<OFX>|<\?OFX)/i, ofx],
  [/^\s*(?:<\?xml[\s\S]{0,300}?\?>\s*<\?OFX)/i, ofx],
  [/^\s*<(?:[?!]|[\w:.-]+[\s>/])/, camt],
  [/^\s*(?:\{1:[^\n]{0,300}\s*)?:20:/, mt940],
  [/^01,[^,\n]{0,40},[^,\n]{0,40},\d{6},/, bai2],
]

/** How much of a file tells its format. */
const headLength = 2_048

/** The first text of a file, and its bytes as text, for files that are not text. */
async function headOf(file: Blob | string): Promise<{ text: string; bytes: string }> {
  const bytes =
    typeof file === 'string'
      ? file.slice(0, 8)
      : String.fromCharCode(...new Uint8Array(await file.slice(0, 8).arrayBuffer()))
  let text = ''
  for await (const piece of textOf(file)) {
    text += piece.text
    if (text.length >= headLength) break
  }
  return { text: text.slice(0, headLength), bytes }
}

/** @throws StatementRefused for a file that is no text */
async function textHeadOf(file: Blob | string): Promise<string> {
  const { text: head, bytes } = await headOf(file)
  for (const [start, reason] of byteRefusals) if (bytes.startsWith(start)) throw new StatementRefused(reason)
  for (const [start, reason] of refusals) if (start.test(head)) throw new StatementRefused(reason)
  if (head.includes('\u0000')) throw new StatementRefused(`This is no text file. ${asCsv}`)
  return head
}

/** More than a table that a person looks through. */
const longestTyped = 1_000_000

/** The text of a small table, as if it were typed. @throws StatementRefused */
export async function readTypedTable(file: Blob): Promise<string> {
  const head = await textHeadOf(file)
  if (formats.some(([start]) => start.test(head)))
    throw new StatementRefused('This is a statement of an account. Reconcile it under Look up.')
  if (file.size > longestTyped) throw new StatementRefused('This file has too many lines.')
  let whole = ''
  for await (const { text } of textOf(file)) whole += text
  return whole
}

/**
 * A table is returned as its rows: which column holds what is guessed and shown, and `readTableLines` reads it.
 * @throws StatementRefused, TooManyLines, and what `pause` throws
 */
export async function readStatement(file: Blob | string, pause?: Pause): Promise<Statement | Table> {
  const head = await textHeadOf(file)
  const reader = formats.find(([start]) => start.test(head))?.[1]()
  if (!reader) return await readTable(file, pause)
  for await (const { text, done } of textOf(file)) {
    reader.write(text)
    const wait = pause?.(done)
    if (wait) await wait
  }
  return reader.end()
}
