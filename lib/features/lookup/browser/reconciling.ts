/**
 * Compares the lines of a bank or ERP file with what the look-up found for their references. It works in pieces between
 * which the page draws.
 */

import { lookupKey, pastedIdentifiers } from '../../../api/pasted/pasted-identifiers'
import { type Pause, pauses, type WorkOptions } from '../../../api/pasted/yielding'
import { DecimalSum } from '../../../domain/decimals'
import type { Json } from '../../../domain/json'
import { maximumText, type Statement, type StatementLine } from '../../../domain/statements/statement'
import { hashKey, idKey } from '../../../provider/matching'
import { readTransfer } from '../../../provider/reading'
import { sideOf } from '../../../provider/transfer-money'
import type { LookupIdentifier } from '../input'
import { type LookupResult, lookupFields } from '../interface'
import type { BankLine, BankLines, ReconciledLine, ReconciledSum, Reconciliation, SignRule } from './reconciliation'
import { type KnownTransfer, numberKey, settle, settleOne } from './settling'

/** A reference that could be nothing else: it is short, and has a letter that is no hexadecimal digit. */
const plainReference = /^(?=[0-9a-f_-]*[g-z])[0-9a-z]+(?:[-_][0-9a-z]+){0,6}$/i

/** The ends of an identifier and an address are no reference of a transfer. */
const isAsked = ({ kind }: LookupIdentifier) => kind !== 'partial' && kind !== 'address'

/** What a reference names: itself, or identifiers in it; empty if it may not be asked. */
function identifiersOfReference(text: string): LookupIdentifier[] {
  if (text.length < 25 && plainReference.test(text) && !/^(?:0x|[sr]k[-_])/i.test(text))
    return [{ kind: 'reference', value: text }]
  const { identifiers } = pastedIdentifiers(text)
  const asked = identifiers.flatMap(({ identifier }) => (identifier && isAsked(identifier) ? identifier : []))
  if (asked.length > 0) return asked
  const [first] = identifiers
  if (first) return first.identifier && first.identifier.kind !== 'address' ? [first.identifier] : []
  return text.length <= 255 ? [{ kind: 'reference', value: text }] : []
}

/** The identifiers that a text names among other words. */
function identifiersIn(text: string): LookupIdentifier[] {
  if (!/\d/.test(text)) return []
  // A second line keeps words that are none from being one reference as a whole.
  return pastedIdentifiers(`${text}\n·`).identifiers.flatMap(({ identifier }) =>
    identifier && isAsked(identifier) ? identifier : [],
  )
}

/** What a line names: by its references first, then in its text. `isRefused`: a reference may be a secret, or is an address. */
function identifiersOf({ references, text }: StatementLine): { identifiers: LookupIdentifier[]; isRefused: boolean } {
  const found = references.map((reference) => (reference.length > maximumText ? [] : identifiersOfReference(reference)))
  return {
    identifiers: [...found.flat(), ...identifiersIn(text)],
    isRefused: found.some((one, at) => one.length === 0 && (references[at]?.length ?? 0) <= maximumText),
  }
}

/** The lines of a statement with what is asked for each of them. */
export async function bankLinesOf(
  { lines: read }: Pick<Statement, 'lines'>,
  hasSides: boolean,
  options: WorkOptions = {},
): Promise<BankLines> {
  const pause = pauses(options)
  const asked = new Set<string>()
  const toAsk: BankLines['identifiers'] = []
  const unknown = new Map<string, number>()
  const lines: BankLine[] = []
  for (const [index, line] of read.entries()) {
    const { identifiers, isRefused } = identifiersOf(line)
    const keys = new Set<string>()
    for (const identifier of identifiers) {
      const key = lookupKey(identifier)
      keys.add(key)
      if (asked.has(key)) continue
      asked.add(key)
      toAsk.push({ key, identifier })
    }
    if (line.statusText !== '' && !line.status) unknown.set(line.statusText, (unknown.get(line.statusText) ?? 0) + 1)
    const isLong = line.references.some((one) => one.length > maximumText)
    const problem = isLong ? 'long-reference' : isRefused && keys.size === 0 ? 'refused-reference' : line.problem
    lines.push({
      ...line,
      // What may not be asked may be a secret, which is not kept either.
      references: isRefused ? [] : line.references,
      text: isRefused ? '' : line.text,
      reference: isRefused ? '' : line.references.join(', ') || identifiers.map(shownValue).join(', '),
      keys: [...keys],
      problem,
    })
    const wait = pause(index / read.length)
    if (wait) await wait
  }
  return {
    lines,
    hasSides,
    identifiers: toAsk,
    unknownStatuses: [...unknown].map(([text, count]) => ({ text, count })),
  }
}

const shownValue = (identifier: LookupIdentifier) => ('value' in identifier ? identifier.value : '')

/** What was answered for one identifier, with no more of its transfers than is compared: of 100,000 the rest fills a memory. */
export type ComparedAnswer = Pick<LookupResult, 'verdict' | 'field' | 'isMore'> & { transfers: KnownTransfer[] }

/** @param json a transfer as the provider sent it; its ID is '' if it has none */
export function comparedTransfer(json: Json): KnownTransfer {
  const { known } = readTransfer(json)
  const { id = '', amount, total, asset, status, group_id, ref_id, crypto_tx_hash } = known
  return { id: idKey(id), amount, total, asset, side: sideOf(known), status, group_id, ref_id, crypto_tx_hash }
}

export const hasId = ({ id }: KnownTransfer) => id !== ''

export function comparedAnswer({ verdict, field, isMore, transfers: sent }: LookupResult): ComparedAnswer {
  const all = sent.map(comparedTransfer)
  // A filtered array has room for more.
  const transfers = all.every(hasId) ? all : all.filter(hasId)
  return { verdict: all.length > 0 && transfers.length === 0 ? 'failed' : verdict, field, isMore, transfers }
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
 * @param options `period`: transfers of which each must be named by a line. `isMinusCredit`: a
 *                person has said that a minus is a credit in this file; nothing else makes it one
 */
export async function reconcile(
  { lines, hasSides }: Pick<BankLines, 'lines' | 'hasSides'>,
  answers: ReadonlyMap<string, ComparedAnswer | 'failed'>,
  {
    period = [],
    isMinusCredit = false,
    ...options
  }: WorkOptions & { period?: readonly KnownTransfer[]; isMinusCredit?: boolean } = {},
): Promise<Reconciliation> {
  const pause = pauses(options)
  const results: ReconciledLine[] = new Array<ReconciledLine>(lines.length)
  const byId = new Map<string, KnownTransfer>()
  const clusterOf = new Map<string, Cluster>()
  const clusters = new Set<Cluster>()
  for (const [index, line] of lines.entries()) {
    const wait = pause((index / lines.length) * 0.5)
    if (wait) await wait
    const own = line.keys.map((key) => answers.get(key))
    const early = earlyResult(line, own)
    if (early) {
      results[index] = early
      continue
    }
    const found = own.flatMap((answer) => (isFound(answer) ? answer.transfers : []))
    join(index, found.map(once))
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
  const keys = new Set<string>()
  for (const line of period.length > 0 ? lines : []) {
    const wait = pause(0.9)
    if (wait) await wait
    for (const key of line.keys) keys.add(key)
  }
  for (const transfer of period) {
    const wait = pause(0.95)
    if (wait) await wait
    // What is known already is named by a line, or was in the period before.
    if (byId.has(transfer.id)) continue
    byId.set(transfer.id, transfer)
    if (!keysOf(transfer).some((key) => keys.has(key))) missing.push(transfer)
  }
  for (const one of missing) {
    const wait = pause(0.97)
    if (wait) await wait
    results.push(missingThere(one))
  }
  return { results, signs: rule, isDoubtful, ...(await sumsOf(results, pause)) }

  /** Two answers may have the same transfer. */
  function once(transfer: KnownTransfer): KnownTransfer {
    const known = byId.get(transfer.id) ?? transfer
    byId.set(transfer.id, known)
    return known
  }

  /** Puts a line into the cluster of its transfers, which may join several. */
  function join(index: number, transfers: readonly KnownTransfer[]): void {
    const found = [...new Set(transfers.flatMap(({ id }) => clusterOf.get(id) ?? []))]
    const [cluster, ...others] = found.sort((one, other) => other.transfers.length - one.transfers.length)
    if (!cluster) {
      // Most stay alone, and an array that is pushed to takes room for sixteen more.
      const own = { lines: [index], transfers: [...new Set(transfers)] }
      clusters.add(own)
      for (const { id } of transfers) clusterOf.set(id, own)
      return
    }
    cluster.lines.push(index)
    for (const other of others) {
      for (const one of other.lines) cluster.lines.push(one)
      for (const one of other.transfers) put(cluster, one)
      clusters.delete(other)
    }
    for (const one of transfers) put(cluster, one)
  }

  function put(cluster: Cluster, transfer: KnownTransfer): void {
    if (clusterOf.get(transfer.id) === cluster) return
    cluster.transfers.push(transfer)
    clusterOf.set(transfer.id, cluster)
  }
}

type Answer = ComparedAnswer | 'failed' | undefined

/** A file's references are compared with references, hashes and memos, not with amounts. */
const isFound = (answer: Answer): answer is ComparedAnswer =>
  typeof answer === 'object' && answer.transfers.length > 0 && comparedFields.has(answer.field)
const comparedFields: ReadonlySet<LookupResult['field']> = new Set([undefined, 'memo', ...lookupFields])

/** What became of a line of which nothing can be compared. */
function earlyResult(line: BankLine, answers: readonly Answer[]): ReconciledLine | undefined {
  const one = (outcome: ReconciledLine['outcome'], notes: ReconciledLine['notes'] = []): ReconciledLine => ({
    line,
    outcome,
    notes,
    transfers: [],
  })
  if (line.problem) return one('failed', [line.problem])
  if (answers.length === 0) return one('missing-here', ['no-reference'])
  if (answers.includes(undefined)) return one('not-asked')
  if (answers.some((answer) => answer === 'failed' || answer?.verdict === 'failed')) return one('failed')
  const found = answers.filter(isFound)
  if (found.length === 0) return one('missing-here')
  return found.some(({ isMore }) => isMore) ? one('failed', ['too-many']) : undefined
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

/** While it is summed. */
type Summed<One> = Omit<One, 'sum'> & { sum: DecimalSum }

async function sumsOf(
  results: readonly ReconciledLine[],
  pause: Pause,
): Promise<Pick<Reconciliation, 'sums' | 'totals'>> {
  const sums = new Map<string, Summed<ReconciledSum>>()
  const totals = new Map<string, Summed<Reconciliation['totals'][number]>>()
  for (const result of results) {
    const wait = pause(0.98)
    if (wait) await wait
    const { line, outcome } = result
    const currency = currencyOf(result)
    const amount = line ? line.amount : result.amount
    const key = `${outcome} ${currency}`
    const sum = sums.get(key) ?? { currency, outcome, count: 0, sum: new DecimalSum() }
    sums.set(key, sum)
    sum.count += 1
    if (amount !== undefined) sum.sum.add(amount)
    if (!line) continue
    const total = totals.get(currency) ?? { currency, count: 0, sum: new DecimalSum(), unreadable: 0 }
    totals.set(currency, total)
    total.count += 1
    if (amount === undefined) total.unreadable += 1
    else total.sum.add(amount)
  }
  const texts = <One extends { sum: DecimalSum }>(all: Map<string, One>) =>
    [...all.values()].map((one) => ({ ...one, sum: String(one.sum) }))
  return { sums: texts(sums), totals: texts(totals) }
}
