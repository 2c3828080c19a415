/**
 * Compares the lines of a bank or ERP file with what the look-up found for their references. It works in pieces between
 * which the page draws.
 */

import { lookupKey, pastedIdentifiers } from '../../../api/pasted/pasted-identifiers'
import { type Pause, pauses, type WorkOptions } from '../../../api/pasted/yielding'
import { sumOf } from '../../../domain/decimals'
import type { Json } from '../../../domain/json'
import { hashKey, idKey } from '../../../provider/matching'
import { type DecodedTransfer, readTransfer } from '../../../provider/reading'
import { sideOf } from '../../../provider/transfer-money'
import type { LookupIdentifier } from '../input'
import { type LookupResult, lookupFields } from '../interface'
import { maximumCell, readStatus } from './bank-files'
import { currencyOfHead, readDirections } from './directions'
import {
  amountOfSides,
  type FileAmount,
  isAmbiguous,
  isMinus,
  isZero,
  type LineAmount,
  notationOf,
  readAmount,
  reversibleSides,
  type Sides,
  sidesOf,
  withSign,
} from './file-amounts'
import type {
  BankColumns,
  BankFile,
  BankLine,
  BankLines,
  Direction,
  LineProblem,
  Notation,
  ReconciledLine,
  ReconciledSum,
  Reconciliation,
  SignRule,
} from './reconciliation'
import { type KnownTransfer, numberKey, settle, settleOne } from './settling'

/** A reference that could be nothing else: it is short, and has a letter that is no hexadecimal digit. */
const plainReference = /^(?=[0-9a-f_-]*[g-z])[0-9a-z]+(?:[-_][0-9a-z]+){0,6}$/i

/** What a cell of references names; undefined if it may not be asked. */
function identifierOf(cell: string): LookupIdentifier | undefined {
  if (cell.length < 25 && plainReference.test(cell) && !/^(?:0x|[sr]k[-_])/i.test(cell))
    return { kind: 'reference', value: cell }
  const { identifiers } = pastedIdentifiers(cell)
  const asked = identifiers.find(({ identifier }) => identifier && !/^(?:partial|address)$/.test(identifier.kind))
  const { identifier } = asked ?? identifiers[0] ?? {}
  if (identifiers.length > 0) return identifier?.kind === 'address' ? undefined : identifier
  return cell.length <= 255 ? { kind: 'reference', value: cell } : undefined
}

type RawLine = Omit<BankLine, 'amount' | 'currency' | 'problem'> & {
  isLong: boolean
  directionText: string
  read?: FileAmount
  currencyText: string
  isRefused: boolean
  hasBoth: boolean
}

const cellOf = (cells: readonly string[], column: number | undefined) =>
  column === undefined ? '' : (cells[column]?.trim() ?? '')

/** The amount of each line of a file with columns of debits and credits. */
async function twoSidedAmounts(
  rows: BankFile['rows'],
  { debit, credit }: BankColumns,
  pause: Pause,
): Promise<LineAmount[]> {
  const lines: Sides[] = []
  for (const [index, { cells }] of rows.entries()) {
    lines.push(sidesOf(cellOf(cells, debit), cellOf(cells, credit)))
    const wait = pause(index / rows.length)
    if (wait) await wait
  }
  const isReversible = reversibleSides(lines)
  const amounts: LineAmount[] = []
  for (const line of lines) {
    amounts.push(amountOfSides(line, isReversible))
    const wait = pause(1)
    if (wait) await wait
  }
  return amounts
}

/** How the words of a file give its amounts their sign. */
type Directions = {
  /** Whether there are such words. */
  isSaid: boolean
  unknown: BankLines['unknownDirections']
  /** The amount with its sign, or why it has none. */
  signed: (line: RawLine) => FileAmount | 'unknown-direction' | 'sign-and-direction' | undefined
}

/**
 * Debits by the words of a column, or by CR and DR behind the amounts. A minus beside the words must mean the same: it does
 * where every debit has one, and no credit.
 * @param chosen what a person says of words that are not understood
 */
async function directionsOf(
  raw: readonly RawLine[],
  hasColumn: boolean,
  chosen: Readonly<Record<string, Direction>>,
  pause: Pause,
): Promise<Directions> {
  const isSaid = hasColumn || raw.some(({ read }) => read?.mark)
  /** Whether the words, and no minus alone, must give a line its sign. */
  const needsWord = (read: FileAmount | undefined): read is FileAmount =>
    isSaid && read !== undefined && !isZero(read) && (hasColumn || (read.mark === undefined && !isMinus(read)))
  const counts = new Map<string, number>()
  for (const { read, directionText } of raw) {
    if (needsWord(read)) counts.set(directionText, (counts.get(directionText) ?? 0) + 1)
    const wait = pause(1)
    if (wait) await wait
  }
  const known = readDirections(counts.keys())
  // What has no mark among debits that have one is a credit; among credits it may be either.
  if (!hasColumn && raw.some(({ read }) => read?.mark === 'debit')) known.set('', 'credit')
  for (const [text, direction] of Object.entries(chosen)) if (counts.has(text)) known.set(text, direction)
  let hasPlusDebit = false
  for (const { read, directionText } of raw) {
    if (needsWord(read) && known.get(directionText) === 'debit' && !isMinus(read)) hasPlusDebit = true
    const wait = pause(1)
    if (wait) await wait
  }
  return {
    isSaid,
    unknown: [...counts].flatMap(([text, count]) => (known.has(text) ? [] : { text, count })),
    signed({ read, directionText }) {
      if (!needsWord(read)) return read
      const direction = known.get(directionText)
      if (!direction) return 'unknown-direction'
      if (isMinus(read) && (direction === 'credit' || hasPlusDebit)) return 'sign-and-direction'
      return withSign(read, direction === 'debit')
    },
  }
}

/** `isSign`: a dollar may be a dollar stablecoin's. */
const saidCurrency = (code: string, text: string) => ({ code, isSign: /\p{Sc}/u.test(text.slice(0, 200)) })

type ReadOptions = WorkOptions & { notation?: Notation; directions?: Readonly<Record<string, Direction>> }

/**
 * Reads the lines of a file. Amounts that may be read two ways get the notation of the others; if there are no others they
 * are named, and the person chooses. So are words for the direction that are not understood.
 */
export async function readBankLines(
  { rows, heads = [] }: Pick<BankFile, 'rows'> & Partial<Pick<BankFile, 'heads'>>,
  columns: BankColumns,
  { notation, directions: chosenDirections = {}, ...options }: ReadOptions = {},
): Promise<BankLines> {
  const pause = pauses(options)
  const isTwoSided = columns.debit !== undefined || columns.credit !== undefined
  const hasAmounts = isTwoSided || columns.amount !== undefined
  const hasDirections = !isTwoSided && columns.direction !== undefined
  const twoSided = isTwoSided ? await twoSidedAmounts(rows, columns, pause) : []
  const moneyColumns = [columns.amount, columns.debit, columns.credit].flatMap((column) => column ?? [])
  const inHeads = moneyColumns.map((column) => saidCurrency(currencyOfHead(heads[column] ?? ''), heads[column] ?? ''))
  const raw: RawLine[] = []
  const asked = new Map<string, LookupIdentifier>()
  const byCell = new Map<string, LookupIdentifier | undefined>()
  const unknown = new Map<string, number>()
  for (const [index, { line, cells }] of rows.entries()) {
    const [reference, statusText, single] = [
      cellOf(cells, columns.reference),
      cellOf(cells, columns.status),
      cellOf(cells, columns.amount),
    ]
    const { text: amountText, read, hasBoth = false } = twoSided[index] ?? { text: single, read: readAmount(single) }
    const isLong = reference.length > maximumCell
    if (reference !== '' && !isLong && !byCell.has(reference)) byCell.set(reference, identifierOf(reference))
    const identifier = byCell.get(reference)
    const key = identifier && lookupKey(identifier)
    if (key !== undefined && !asked.has(key)) asked.set(key, identifier as LookupIdentifier)
    const status = readStatus(statusText)
    if (statusText !== '' && !status) unknown.set(statusText, (unknown.get(statusText) ?? 0) + 1)
    const isRefused = reference !== '' && key === undefined
    // What may not be asked may be a secret, which is not kept either.
    const shown = isRefused ? '' : reference
    raw.push({
      line,
      reference: shown,
      key,
      amountText,
      read,
      hasBoth,
      directionText: hasDirections ? cellOf(cells, columns.direction) : (read?.mark ?? ''),
      currencyText: cellOf(cells, columns.currency),
      status,
      statusText,
      isRefused,
      isLong,
    })
    const wait = pause(index / rows.length)
    if (wait) await wait
  }
  const chosen = notation ?? notationOf(raw.flatMap(({ read }) => read ?? []))
  const directions = await directionsOf(isTwoSided ? [] : raw, hasDirections, chosenDirections, pause)
  const ambiguous: BankLines['ambiguous'] = []
  const lines: BankLine[] = []
  for (const line of raw) {
    const { read, currencyText, isRefused, isLong, hasBoth, directionText: _, ...rest } = line
    const signed = directions.signed(line)
    const isDirected = typeof signed !== 'string'
    const amount = isDirected ? signed && amountOf(signed, chosen) : undefined
    const isUnclear = read !== undefined && amountOf(read, chosen) === undefined
    const inCell = saidCurrency(currencyText.toUpperCase(), '')
    const inAmount = saidCurrency(read?.currency.toUpperCase() ?? '', rest.amountText)
    const [said, ...others] = [inCell, inAmount, ...inHeads].filter(({ code }) => code !== '')
    const currency = said?.code ?? ''
    if (isUnclear) ambiguous.push({ line: rest.line, text: rest.amountText })
    const problems: [LineProblem, boolean][] = [
      ['long-reference', isLong],
      ['refused-reference', isRefused],
      ['ambiguous-amount', isUnclear],
      ['debit-and-credit', hasBoth],
      ['unreadable-amount', hasAmounts && read === undefined],
      ['unknown-direction', signed === 'unknown-direction'],
      ['sign-and-direction', signed === 'sign-and-direction'],
      ['two-currencies', others.some(({ code, isSign }) => code !== currency && !(isSign && currency.includes(code)))],
    ]
    const [problem] = problems.find(([, isSo]) => isSo) ?? []
    lines.push({
      ...rest,
      amount,
      currency,
      ...(problem && { problem }),
    })
    const wait = pause(1)
    if (wait) await wait
  }
  return {
    lines,
    hasSides: isTwoSided || directions.isSaid,
    identifiers: [...asked].map(([key, identifier]) => ({ key, identifier })),
    notation: chosen,
    ambiguous,
    unknownDirections: directions.unknown,
    unknownStatuses: [...unknown].map(([text, count]) => ({ text, count })),
  }
}

function amountOf(read: FileAmount, notation: Notation | undefined): string | undefined {
  if (!isAmbiguous(read)) return read.digits.point ?? read.digits.comma
  return notation && read.digits[notation]
}

/** What is compared, without the rest of 100,000 records. */
function knownOf(known: DecodedTransfer['known'], id: string): KnownTransfer {
  const { amount, total, asset, status, group_id, ref_id, crypto_tx_hash } = known
  return { id, amount, total, asset, side: sideOf(known), status, group_id, ref_id, crypto_tx_hash }
}

/** Transfers with an ID, each once. */
function transfersOf(json: readonly Json[], byId: Map<string, KnownTransfer>): KnownTransfer[] {
  return json.flatMap((one) => {
    const { known } = readTransfer(one)
    if (!known.id) return []
    const id = idKey(known.id)
    const transfer = byId.get(id) ?? knownOf(known, id)
    byId.set(id, transfer)
    return transfer
  })
}

/** Lines and transfers that belong together because they share a reference or a transfer. */
type Cluster = { lines: number[]; transfers: KnownTransfer[] }

/**
 * Whether a minus seems to mean a credit: most lines that name one transfer of their amount say so, in both signs. One sign
 * alone could be that of lines which all have the wrong direction.
 */
async function seemsReversed(
  clusters: ReadonlySet<Cluster>,
  lines: readonly BankLine[],
  pause: Pause,
): Promise<boolean> {
  const counts = { usual: 0, minusCredits: 0, plusDebits: 0 }
  for (const { lines: numbers, transfers } of clusters) {
    const wait = pause(0.5)
    if (wait) await wait
    const [only] = transfers
    if (transfers.length !== 1 || !only?.amount || !only.side) continue
    const wanted = numberKey(only.amount)
    for (const number of numbers) {
      const { amount = '' } = lines[number] ?? {}
      const isMinus = amount.startsWith('-')
      if (wanted !== numberKey(isMinus ? amount.slice(1) : amount)) continue
      if (isMinus === (only.side === 'DEBIT')) counts.usual += 1
      else counts[isMinus ? 'minusCredits' : 'plusDebits'] += 1
    }
  }
  const { usual, minusCredits, plusDebits } = counts
  return minusCredits > 0 && plusDebits > 0 && minusCredits + plusDebits > usual
}

/** The keys by which a line could name a transfer. */
const keysOf = ({ id, group_id, ref_id, crypto_tx_hash }: KnownTransfer) => [
  ...[id, group_id, ref_id].flatMap((one) => (one ? [`id:${idKey(one)}`] : [])),
  ...(crypto_tx_hash ? [`hash:${hashKey(crypto_tx_hash)}`] : []),
]

/**
 * @param answers by the keys of `BankLines.identifiers`; a key that is absent was not asked yet
 * @param options `period`: transfers, as the provider sent them, of which each must be named by a line. `isMinusCredit`: a
 *                person has said that a minus is a credit in this file; nothing else makes it one
 */
export async function reconcile(
  { lines, hasSides }: Pick<BankLines, 'lines' | 'hasSides'>,
  answers: ReadonlyMap<string, LookupResult | 'failed'>,
  {
    period = [],
    isMinusCredit = false,
    ...options
  }: WorkOptions & { period?: readonly Json[]; isMinusCredit?: boolean } = {},
): Promise<Reconciliation> {
  const pause = pauses(options)
  const results: ReconciledLine[] = new Array<ReconciledLine>(lines.length)
  const byId = new Map<string, KnownTransfer>()
  const clusterOf = new Map<string, Cluster>()
  const clusters = new Set<Cluster>()
  for (const [index, line] of lines.entries()) {
    const wait = pause((index / lines.length) * 0.5)
    if (wait) await wait
    const answer = line.key === undefined ? undefined : answers.get(line.key)
    const early = earlyResult(line, answer)
    if (early) {
      results[index] = early
      continue
    }
    const transfers = typeof answer === 'object' ? transfersOf(answer.transfers, byId) : []
    if (transfers.length === 0) results[index] = { line, outcome: 'failed', notes: [], transfers: [] }
    else join(index, transfers)
  }
  const hasMinus = lines.some(({ amount }) => amount?.startsWith('-'))
  const rule: SignRule =
    hasSides || (hasMinus && !isMinusCredit) ? 'minus-is-debit' : hasMinus ? 'minus-is-credit' : 'none'
  const isDoubtful = !hasSides && rule === 'minus-is-debit' && (await seemsReversed(clusters, lines, pause))
  const missing: KnownTransfer[] = []
  let count = 0
  for (const { lines: numbers, transfers } of clusters) {
    const wait = pause(0.5 + (count / clusters.size) * 0.4)
    if (wait) await wait
    count += 1
    const [own, only] = [numbers.flatMap((index) => lines[index] ?? []), transfers[0]]
    const settledOne = own[0] && only && own.length + transfers.length === 2 && settleOne(own[0], only, rule)
    if (settledOne) {
      results[numbers[0] ?? 0] = settledOne
      continue
    }
    const settled = await settle(own, transfers, rule, pause)
    const indexOf = numbers.length > 1 ? new Map(numbers.map((index) => [lines[index], index])) : undefined
    for (const result of settled.results) results[indexOf?.get(result.line) ?? numbers[0] ?? 0] = result
    for (const one of settled.rest) missing.push(one)
  }
  const named = new Set(period.length > 0 ? byId.keys() : [])
  const keys = new Set(period.length > 0 ? lines.map(({ key }) => key) : [])
  for (const json of period) {
    const wait = pause(0.95)
    if (wait) await wait
    const [transfer] = transfersOf([json], byId)
    if (!transfer || named.has(transfer.id) || keysOf(transfer).some((key) => keys.has(key))) continue
    named.add(transfer.id)
    missing.push(transfer)
  }
  for (const one of missing) results.push(missingThere(one))
  return { results, signs: rule, isDoubtful, ...(await sumsOf(results, pause)) }

  /** Puts a line into the cluster of its transfers, which may join several. */
  function join(index: number, transfers: readonly KnownTransfer[]): void {
    const found = [...new Set(transfers.flatMap(({ id }) => clusterOf.get(id) ?? []))]
    const [cluster = { lines: [], transfers: [] }, ...others] = found.sort(
      (one, other) => other.transfers.length - one.transfers.length,
    )
    clusters.add(cluster)
    cluster.lines.push(index)
    for (const other of others) {
      for (const one of other.lines) cluster.lines.push(one)
      for (const one of other.transfers) put(one)
      clusters.delete(other)
    }
    for (const one of transfers) put(one)
    function put(transfer: KnownTransfer) {
      if (clusterOf.get(transfer.id) === cluster) return
      cluster.transfers.push(transfer)
      clusterOf.set(transfer.id, cluster)
    }
  }
}

/** What became of a line of which nothing can be compared. */
function earlyResult(line: BankLine, answer: LookupResult | 'failed' | undefined): ReconciledLine | undefined {
  const one = (outcome: ReconciledLine['outcome'], notes: ReconciledLine['notes'] = []): ReconciledLine => ({
    line,
    outcome,
    notes,
    transfers: [],
  })
  if (line.problem) return one('failed', [line.problem])
  if (line.key === undefined) return one('missing-here', ['no-reference'])
  if (answer === undefined) return one('not-asked')
  if (answer === 'failed' || answer.verdict === 'failed') return one('failed')
  // A file's references are compared with references, not with memos and amounts.
  const isOther = answer.field !== undefined && !lookupFields.some((field) => field === answer.field)
  if (isOther || answer.transfers.length === 0) return one('missing-here')
  return answer.isMore ? one('failed', ['too-many']) : undefined
}

const missingThere = (transfer: KnownTransfer): ReconciledLine => ({
  // What did not complete has no place in the file yet, or never will.
  outcome: transfer.status === 'COMPLETED' ? 'missing-there' : 'open-there',
  notes: [],
  transfers: [transfer.id],
  amount: transfer.amount,
  currency: transfer.asset,
  status: transfer.status,
})

/** The currency of the file, or of the transfers where the file names none. */
export const currencyOf = ({ line, currency = '' }: ReconciledLine) => line?.currency || currency

async function sumsOf(
  results: readonly ReconciledLine[],
  pause: Pause,
): Promise<Pick<Reconciliation, 'sums' | 'totals'>> {
  const sums = new Map<string, ReconciledSum>()
  const totals = new Map<string, Reconciliation['totals'][number]>()
  const plus = (sum: string, amount: string | undefined) => (amount === undefined ? sum : (sumOf([sum, amount]) ?? sum))
  for (const result of results) {
    const wait = pause(0.98)
    if (wait) await wait
    const { line, outcome } = result
    const currency = currencyOf(result)
    const amount = line ? line.amount : result.amount
    const sum = sums.get(`${outcome} ${currency}`) ?? { currency, outcome, count: 0, sum: '0' }
    sums.set(`${outcome} ${currency}`, { ...sum, count: sum.count + 1, sum: plus(sum.sum, amount) })
    if (!line) continue
    const total = totals.get(currency) ?? { currency, count: 0, sum: '0', unreadable: 0 }
    const unreadable = total.unreadable + (amount === undefined ? 1 : 0)
    totals.set(currency, { ...total, count: total.count + 1, sum: plus(total.sum, amount), unreadable })
  }
  return { sums: [...sums.values()], totals: [...totals.values()] }
}
