/** The lines of a pasted table of movements, by the names of its columns or, where it has none, by their usual order. */
import { splitInvisible } from '@/lib/domain/invisible-characters'
import { isAmount, isNumeric, withoutDoubt } from '@/lib/domain/normalize-input'
import { isAmbiguous, notationOf, readAmount } from '@/lib/domain/statements/numbers'

/** A line as pasted, counted from 1. `error`: why its cells cannot be told apart. */
export type PastedLine = { line: number; amount: string; to: string; reference: string; error?: string }

/**
 * Every line that is filled in, but for a first one that names the columns. `problem`: why none can be read. `unread`: the
 * named columns that no movement takes anything from.
 */
export type PastedTable = { lines: PastedLine[]; problem?: string; unread: string[] }

/** What a movement takes from a table. */
type Column = 'amount' | 'to' | 'reference' | 'currency'

/**
 * What spreadsheets, banks and ERP systems call these columns, in English, German, French, Spanish, Portuguese, Italian,
 * Dutch, Polish, Danish, Norwegian, Swedish and Japanese; in small letters without accents, as `plainName` makes them.
 */
const namesOf: Record<Column, string> = {
  amount:
    'amount|amt|payment amount|transaction amount|transfer amount|net amount|amount to pay|amount due|sum|total|total amount|value|betrag|zahlbetrag|summe|umsatz|montant|somme|importe|monto|cantidad|importo|somma|valor|quantia|montante|bedrag|kwota|suma|belop|belopp|belob|summa|金額|支払金額',
  to: 'to|pay to|paid to|payee|payee name|recipient|recipient name|beneficiary|beneficiary name|receiver|creditor|creditor name|vendor|vendor name|supplier|supplier name|counterparty|name|destination|to account|account|account name|fiat account|bank account|to address|address|destination address|wallet|wallet address|crypto address|profile|to profile|profile name|an|empfanger|empfaenger|zahlungsempfanger|begunstigter|beguenstigter|kreditor|lieferant|konto|kontoname|adresse|profil|beneficiaire|destinataire|fournisseur|compte|nom|beneficiario|destinatario|proveedor|cuenta|direccion|nombre|fornecedor|conta|endereco|nome|fornitore|conto|indirizzo|begunstigde|ontvanger|leverancier|rekening|naam|adres|odbiorca|rachunek|nazwa|dostawca|mottaker|mottagare|modtager|leverandor|leverantor|navn|namn|受取人|受取人名|口座',
  reference:
    'reference|references|ref|ref no|ref id|reference no|reference number|payment reference|payment ref|memo|note|notes|purpose|purpose of payment|invoice|invoice no|invoice number|invoice id|description|details|payment details|remittance|remittance information|message|comment|text|label|referenz|verwendungszweck|zweck|betreff|rechnung|rechnungsnummer|rechnungs nr|belegnummer|beschreibung|notiz|motif|libelle|facture|objet|communication|referencia|concepto|factura|descripcion|motivo|descricao|fatura|riferimento|causale|fattura|descrizione|kenmerk|betalingskenmerk|referentie|omschrijving|factuur|mededeling|tytul|tytul przelewu|referencja|opis|faktura|referanse|melding|beskrivelse|referens|meddelande|fakturanummer|参照|摘要',
  currency:
    'currency|ccy|curr|currency code|asset|token|coin|wahrung|waehrung|devise|moneda|divisa|moeda|valuta|waluta|valutakode|通貨',
}
const columnOf = new Map(
  Object.entries(namesOf).flatMap(([column, names]) => names.split('|').map((name) => [name, column as Column])),
)

/** `Réf. N°` as `ref n`; letters that Unicode does not take apart are written as they are typed without them. */
const plainName = (name: string): string =>
  name
    .slice(0, 100)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłßæœ]/g, (letter) => ({ ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe' })[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which column a cell names, and the currency in its name: `Amount (USDC)`. */
function headOf(cell: string): { column?: Column; currency?: string } {
  const column = columnOf.get(plainName(cell))
  if (column) return { column }
  const found = /[\s([/]([A-Z]{3,6}|\p{Sc})[)\]]?$/u.exec(cell.slice(0, 100))
  const name = plainName(cell.slice(0, found?.index)).replace(/ in$/, '')
  return found && columnOf.get(name) === 'amount' ? { column: 'amount', currency: found[1] } : {}
}

/** A cell of a spreadsheet without what has no shape, and in one line. */
const plainCell = (cell: string): string =>
  splitInvisible(cell)
    .filter((_, at) => at % 2 === 0)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** A comma between digits that may group thousands: `1,250`. */
const isGrouping = (text: string, at: number) =>
  /\d/.test(text[at - 1] ?? '') && /^,\d{3}(?!\d)/.test(text.slice(at, at + 5))

/** As spreadsheets copy them, else semicolons, else commas; marks in quotes separate nothing. */
const separatorOf = (text: string): string => {
  const plain = text.replace(/"[^"]*"/g, '')
  return plain.includes('\t') ? '\t' : plain.includes(';') ? ';' : ','
}

type Row = { line: number; cells: string[] }

/**
 * The rows of a text that have anything in them. Cells in quotes may hold separators, quotes and line ends, but no row: a
 * quote that is never closed would make one cell of the lines after it.
 */
function rowsOf(text: string, separator: string): { rows: Row[]; problem?: string } {
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  // What stands in quotes, and after them.
  let [cell, rest, line] = ['', '', 1]
  let quote: 'none' | 'open' | 'closed' = 'none'
  for (let at = 0; at <= text.length; at += 1) {
    const mark = text[at] ?? '\n'
    if (quote === 'open' && at < text.length) {
      const isEscaped = mark === '"' && text[at + 1] === '"'
      if (mark === '"' && !isEscaped) quote = 'closed'
      else cell += mark
      if (isEscaped) at += 1
      if (mark === '\n') line += 1
      continue
    }
    const isRowEnd = mark === '\n'
    const isCellEnd = isRowEnd || (mark === separator && !(separator === ',' && isGrouping(text, at)))
    if (!isCellEnd) {
      if (quote === 'closed') rest += mark
      else if (mark === '"' && cell.trim() === '') quote = 'open'
      else cell += mark
      continue
    }
    // A name may begin with words in quotes.
    const isWhole = rest.trim() === ''
    if (quote === 'open' || (cell.includes('\n') && (cell.includes(separator) || !isWhole)))
      return { rows, problem: `Line ${row.line}: Close the quote that begins a cell in the same line.` }
    row.cells.push(plainCell(isWhole ? cell : `"${cell}"${rest}`))
    ;[cell, rest, quote] = ['', '', 'none']
    if (!isRowEnd) continue
    if (row.cells.some((one) => one !== '')) rows.push(row)
    line += 1
    row = { line, cells: [] }
  }
  return { rows }
}

type Heads = ReturnType<typeof headOf>[]

/** Whether a row names the columns: one is the amount's, and none holds an amount. */
const isHeads = (cells: readonly string[], heads: Heads) =>
  heads.some(({ column }) => column === 'amount') && !cells.some(isAmount)

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(' and ')
const askedNames = 'Amount, To and Reference'

/** Why named columns cannot be read. */
function headsProblem({ line, cells }: Row, heads: Heads, unread: readonly string[]): string | undefined {
  const named = (wanted: Column) => cells.filter((_, at) => heads[at]?.column === wanted)
  if (named('to').length === 0)
    return `Line ${line}: None of these columns says where the money goes. Name them ${askedNames}.`
  for (const [column, what] of [
    ['amount', 'the amount'],
    ['to', 'where the money goes'],
    ['reference', 'the reference'],
    ['currency', 'the currency'],
  ] as const)
    if (named(column).length > 1)
      return `Line ${line}: ${quoted(named(column))} could each be ${what}. Leave only one of them.`
  if (named('reference').length === 0 && unread.length > 0)
    return `Line ${line}: None of these columns is the reference. Name it Reference, or leave out ${quoted(unread)}.`
  return undefined
}

/** An amount with the currency that its column or another one names, which the check of amounts compares. */
const withCurrency = (amount: string, currency: string) =>
  amount === '' || currency === '' ? amount : `${amount} ${currency.toUpperCase()}`

/** A number that is written as money is, in any notation: with decimals, groups of thousands or a currency. No date is. */
const isMoney = (cell: string) => isNumeric(cell) && !/^\d+$|^\d{1,4}\.\d{1,2}\.\d{2,4}$/.test(cell)

function readByHeads({ line, cells }: Row, heads: Heads, isExact: boolean): PastedLine {
  const cellOf = (wanted: Column) => cells[heads.findIndex(({ column }) => column === wanted)] ?? ''
  const inHead = heads.find(({ column }) => column === 'amount')?.currency ?? ''
  const read = { line, amount: cellOf('amount'), to: cellOf('to'), reference: cellOf('reference') }
  const isMore = cells.slice(heads.length).some((cell) => cell !== '')
  // Where a comma may also group thousands, a missing cell moves the others.
  const isFewer = isExact && cells.length < heads.length
  if (isMore || isFewer)
    return { ...read, error: `This line has ${isMore ? 'more' : 'fewer'} cells than there are columns.` }
  return { ...read, amount: withCurrency(read.amount, cellOf('currency') || inHead) }
}

function readInOrder({ line, cells }: Row, isFirst: boolean): PastedLine {
  const [amount = '', to = '', ...rest] = cells
  const read = { line, amount, to, reference: rest.filter(Boolean).join(' ') }
  if (isFirst && amount !== '' && !/\d/.test(amount))
    return { ...read, error: `“${amount}” is no amount. If this line names the columns, name them ${askedNames}.` }
  const other = rest.find(isMoney)
  const error = `Both ${amount} and ${other} could be the amount. Name the columns in the first line: ${askedNames}.`
  return { ...read, ...(other !== undefined && { error }) }
}

/** `1,250` and `1.250` as they are meant where the other amounts of the table have a decimal point. */
function withNotation(lines: readonly PastedLine[]): PastedLine[] {
  const amounts = lines.map(({ amount }) => readAmount(amount))
  const isPoint = notationOf(amounts.flatMap((one) => one ?? [])) === 'point'
  return lines.map((line, at) => {
    const read = amounts[at]
    const exact = isPoint && read && isAmbiguous(read) ? read.digits.point : undefined
    return exact === undefined ? line : { ...line, amount: line.amount.replace(/\d[\d.,]*/, withoutDoubt(exact)) }
  })
}

/** Reads a pasted table. No line is left out but an empty one, and a first one that names the columns. */
export function pastedTable(text: string): PastedTable {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const separator = separatorOf(plain)
  const { rows, problem } = rowsOf(plain, separator)
  if (problem) return { lines: [], problem, unread: [] }
  const [first, ...others] = rows
  const heads = first?.cells.map(headOf) ?? []
  if (!first || !isHeads(first.cells, heads))
    return { lines: withNotation(rows.map((row, at) => readInOrder(row, at === 0))), unread: [] }
  const unread = first.cells.flatMap((name, at) =>
    heads[at]?.column || others.every(({ cells }) => !cells[at]) ? [] : name || `Column ${at + 1}`,
  )
  const headsError = headsProblem(first, heads, unread)
  if (headsError) return { lines: [], problem: headsError, unread: [] }
  if (others.length === 0) return { lines: [], problem: 'Paste the lines below the names of their columns.', unread }
  return { lines: withNotation(others.map((row) => readByHeads(row, heads, separator === ','))), unread }
}
