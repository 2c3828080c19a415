/**
 * CAMT.052 (report), .053 (statement) and .054 (notification), by the message definitions of ISO 20022, versions 001.02 to
 * 001.13: their elements differ in what these do not use. Entities are never expanded, and a DTD is refused.
 */
import { SaxesParser } from 'saxes'
import { compareDecimals, negated, sumOf } from '../decimals'
import { writtenDay } from './dates'
import { ReadLines } from './proof'
import { distinctReferences, referencesIn } from './references'
import {
  cutText,
  directionOf,
  type FormatReader,
  type LineStatus,
  type Part,
  type Statement,
  type StatementLine,
  StatementRefused,
} from './statement'

const messages: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: 'CAMT.052',
  BkToCstmrStmt: 'CAMT.053',
  BkToCstmrDbtCdtNtfctn: 'CAMT.054',
}

/** Deeper than any of these messages. */
const deepest = 64
/** Characters between two tags: more is no text of a payment. */
const longestText = 256 * 1_024

type Money = { amount?: string; text: string; currency: string }
/** What an entry and each of its transactions say. */
type Said = {
  money?: Money
  isDebit?: boolean
  references: string[]
  texts: string[]
  names: Partial<Record<'Dbtr' | 'Cdtr', string>>
}
type Entry = Said & { at: number; status: string; booked?: string; value?: string; transactions: Said[] }
type Balance = { code: string; isDebit?: boolean; money?: Money }

const nothing = (): Said => ({ references: [], texts: [], names: {} })

const statuses: Readonly<Record<string, LineStatus>> = {
  BOOK: 'COMPLETED',
  PDNG: 'PENDING',
  FUTR: 'PENDING',
  INFO: 'PENDING',
}

const signed = ({ money, isDebit }: Said): string | undefined =>
  money?.amount === undefined || isDebit === undefined ? undefined : isDebit ? negated(money.amount) : money.amount

/** Elements that hold a reference, below `Refs`, an entry, or remittance information. */
const referenceElement =
  /^(?:EndToEndId|UETR|TxId|InstrId|AcctSvcrRef|ClrSysRef|ChqNb|PmtInfId|AcctOwnrTxId|MktInfrstrctrTxId|PrcgId|NtryRef)$/
const textElement = /^(?:Ustrd|AddtlTxInf|AddtlNtryInf|AddtlRmtInf)$/

export function camt(): FormatReader {
  const parts: (Omit<Part, 'proof'> & { balances: Balance[] })[] = []
  const lines = new ReadLines()
  const problems: Statement['problems'] = []
  const path: string[] = []
  let format = ''
  let [text, currency, sinceTag] = ['', '', 0]
  let entry: Entry | undefined
  let transaction: Said | undefined
  let balance: Balance | undefined
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', ({ message }) => {
    throw new StatementRefused(`The XML is broken: ${message.replace(/^\d+:\d+: /, '').slice(0, 200)}`, parser.line)
  })
  parser.on('doctype', () => {
    throw new StatementRefused('The XML has a DTD, which no bank’s statement has.', parser.line)
  })
  const add = (piece: string) => {
    text += piece
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1)
    path.push(local)
    sinceTag = 0
    if (path.length > deepest) throw new StatementRefused('The XML is nested too deeply.', parser.line)
    text = ''
    if (path.length === 2) {
      format = messages[local] ?? ''
      if (format === '')
        throw new StatementRefused(
          'This XML is no CAMT.052, CAMT.053 or CAMT.054. Ask the bank for one of them, or for a CSV.',
          parser.line,
        )
    } else if (path.length === 3 && /^(?:Rpt|Stmt|Ntfctn)$/.test(local))
      parts.push({ account: '', currency: '', balances: [] })
    else if (path.length === 4 && local === 'Ntry')
      entry = { ...nothing(), at: parser.line, status: '', transactions: [] }
    else if (path.length === 4 && local === 'Bal') balance = { code: '' }
    else if (local === 'TxDtls' && entry) {
      transaction = nothing()
      entry.transactions.push(transaction)
    } else if (local === 'Amt') currency = String(attributes.Ccy ?? '')
  })
  parser.on('closetag', () => {
    const name = path.at(-1) ?? ''
    take(name, path.at(-2) ?? '', text.trim())
    path.pop()
    text = ''
    sinceTag = 0
  })

  const moneyOf = (value: string): Money => ({
    ...(/^\d{1,30}(?:\.\d{1,20})?$/.test(value) && { amount: value }),
    text: value,
    currency,
  })

  function take(name: string, parent: string, value: string): void {
    const part = parts.at(-1)
    if (!part) return
    const said = transaction ?? entry
    if (balance) takeOfBalance(balance, name, parent, value, part)
    else if (entry && said) takeOfEntry(entry, said, name, parent, value)
    else takeOfPart(part, name, parent, value)
    if (name === 'TxDtls') transaction = undefined
    if (name === 'Ntry' && path.length === 4) {
      for (const line of entry ? linesOf(entry) : []) lines.add(line)
      entry = undefined
    }
  }

  function takeOfPart(part: Omit<Part, 'proof'>, name: string, parent: string, value: string): void {
    const isOwn = path.slice(3, 5).join('/') === 'Acct/Id'
    if (isOwn && (name === 'IBAN' || (name === 'Id' && parent === 'Othr'))) part.account = value
    else if (name === 'Ccy' && parent === 'Acct') part.currency = value
    else if (parent === 'FrToDt' && name.startsWith('Fr')) part.from = writtenDay(value)
    else if (parent === 'FrToDt' && name.startsWith('To')) part.to = writtenDay(value)
  }

  function takeOfBalance(own: Balance, name: string, parent: string, value: string, { balances }: (typeof parts)[0]) {
    if (name === 'Cd' && parent === 'CdOrPrtry') own.code = value
    else if (name === 'Amt' && parent === 'Bal') own.money = moneyOf(value)
    else if (name === 'CdtDbtInd' && parent === 'Bal') own.isDebit = value === 'DBIT'
    else if (name === 'Bal') {
      balances.push(own)
      balance = undefined
    }
  }

  function takeOfEntry(own: Entry, said: Said, name: string, parent: string, value: string): void {
    if (name === 'Amt' && (parent === 'Ntry' || parent === 'TxDtls')) said.money = moneyOf(value)
    // Versions before 001.03 say the amount of a transaction here alone.
    else if (name === 'Amt' && parent === 'TxAmt' && said !== own) said.money ??= moneyOf(value)
    else if (name === 'CdtDbtInd' && (parent === 'Ntry' || parent === 'TxDtls')) {
      if (value === 'DBIT' || value === 'CRDT') said.isDebit = value === 'DBIT'
    } else if ((name === 'Sts' && parent === 'Ntry') || (name === 'Cd' && parent === 'Sts'))
      own.status = value || own.status
    else if (parent === 'BookgDt') own.booked = writtenDay(value)
    else if (parent === 'ValDt') own.value = writtenDay(value)
    else if (textElement.test(name)) said.texts.push(cutText(value))
    else if (referenceElement.test(name) || (name === 'Ref' && /^(?:CdtrRefInf|Prtry)$/.test(parent)))
      said.references.push(value)
    else if (name === 'Nb' && parent === 'RfrdDocInf') said.references.push(value)
    else if (name === 'Nm') {
      const side = path.slice(-3).find((one) => one === 'Dbtr' || one === 'Cdtr')
      if (side === 'Dbtr' || side === 'Cdtr') said.names[side] = value
    }
  }

  /** A batch is as many lines as its details have amounts, if these make up the amount that was booked. */
  function linesOf(own: Entry): StatementLine[] {
    const { transactions } = own
    const details = transactions.map((one) => ({ ...one, isDebit: one.isDebit ?? own.isDebit }))
    const sum = sumOf(details.map((one) => signed(one) ?? '?'))
    const isSplit =
      details.length > 1 &&
      details.every(({ money }) => money?.currency === own.money?.currency) &&
      compareDecimals(sum ?? '', signed(own) ?? '') === 0
    if (isSplit) return details.map((one) => lineOf(own, one, [one]))
    if (details.length > 1 && details.every(({ money }) => money))
      problems.push({ kind: 'batch-differs', line: own.at })
    return [lineOf(own, own, transactions)]
  }

  function lineOf(own: Entry, said: Said, details: readonly Said[]): StatementLine {
    const all = details.includes(own) ? details : [own, ...details]
    const amount = signed(said)
    const texts = all.flatMap((one) => one.texts).join('\n')
    const problem = amount !== undefined ? undefined : said.money?.amount ? 'unknown-direction' : 'unreadable-amount'
    const names = all.flatMap((one) => one.names[said.isDebit ? 'Cdtr' : 'Dbtr'] ?? [])
    const status = statuses[own.status]
    return {
      line: own.at,
      ...(parser.line > own.at && { lastLine: parser.line }),
      part: parts.length - 1,
      ...(own.booked && { booked: own.booked }),
      ...(own.value && { value: own.value }),
      ...(problem ? { problem } : { amount, direction: directionOf(amount ?? '') }),
      amountText: said.money?.text ?? '',
      currency: said.money?.currency ?? '',
      references: distinctReferences([...all.flatMap((one) => one.references), ...referencesIn(texts)]),
      ...(names[0] && { counterparty: names[0] }),
      text: cutText(texts),
      ...(status && { status }),
      statusText: own.status,
    }
  }

  return {
    write(piece) {
      sinceTag += piece.length
      parser.write(piece)
      if (sinceTag > longestText)
        throw new StatementRefused('This text is longer than any of a statement.', parser.line)
    },
    end() {
      parser.close()
      const shown = parts.map(({ balances, ...part }) => {
        const of = (...codes: string[]) => codes.flatMap((code) => balances.find((one) => one.code === code) ?? [])[0]
        const [opening, closing] = [of('OPBD', 'PRCD'), of('CLBD', 'ITBD')]
        const own = part.currency || opening?.money?.currency || closing?.money?.currency || ''
        const isOwn = [opening, closing].every((one) => one?.money?.currency === own)
        return {
          ...part,
          currency: own,
          ...(isOwn && {
            opening: opening && signed({ ...nothing(), ...opening }),
            closing: closing && signed({ ...nothing(), ...closing }),
          }),
        }
      })
      return { format, parts: lines.proven(shown), lines: lines.all, problems }
    },
  }
}
