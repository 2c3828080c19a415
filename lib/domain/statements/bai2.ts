/**
 * BAI2, by "Cash Management Balance Reporting Specifications Version 2" (BAI, now ANSI X9.121): records 01, 02, 03, 16, 88, 49,
 * 98 and 99. Amounts count the smallest unit of their currency.
 */
import { textOf } from '../decimals'
import { minorPlaces } from './currencies'
import { shortDay } from './dates'
import { PhysicalLines } from './physical-lines'
import { ReadLines } from './proof'
import { distinctReferences, referencesIn } from './references'
import { cutText, directionOf, type FormatReader, type Part, type Statement, StatementRefused } from './statement'

/** A record with its continuations: `fields` by commas, and `text` behind the last one that may have commas itself. */
type Draft = { code: string; at: number; last: number; body: string; isOpen: boolean; texts: string[] }

/** @returns undefined where the amount is no whole number, or the currency's units are not known */
function amountOf(text: string, currency: string, isDebit = false): string | undefined {
  const places = minorPlaces(currency)
  if (places === undefined || !/^[+-]?\d{1,18}$/.test(text)) return undefined
  const units = BigInt(text.replace('+', ''))
  return textOf({ units: isDebit ? -units : units, places })
}

/** How many fields the funds type takes, with those that say when the money may be used. */
function fundsFields([type = '', count = '']: readonly string[]): number {
  if (type === 'S') return 4
  if (type === 'V') return 3
  return type === 'D' ? 2 + 2 * Math.min(Number(count) || 0, 50) : 1
}

export function bai2(): FormatReader {
  const parts: Omit<Part, 'proof'>[] = []
  const lines = new ReadLines()
  const problems: Statement['problems'] = []
  let record: Draft | undefined
  let group = { currency: 'USD', day: undefined as string | undefined }
  let isOpen = false
  let isEnded = false
  const physical = new PhysicalLines((text, number) => {
    const plain = text.trimEnd()
    if (plain === '') return
    const code = plain.slice(0, 2)
    const rest = plain.slice(3)
    const isWhole = rest.endsWith('/')
    const body = isWhole ? rest.slice(0, -1) : rest
    if (code === '88') {
      if (!record) throw new StatementRefused('This record continues none.', number)
      record.last = number
      // Text that was begun goes on; fields that were not ended do too.
      if (record.isOpen && record.code === '16') record.texts.push(body)
      else record.body += `,${body}`
      record.isOpen = !isWhole
      return
    }
    if (!/^(?:01|02|03|16|49|98|99),/.test(plain)) throw new StatementRefused('This is no record of BAI2.', number)
    close()
    record = { code, at: number, last: number, body, isOpen: !isWhole, texts: [] }
  })

  function close(): void {
    if (!record) return
    const draft = record
    record = undefined
    const fields = draft.body.split(',')
    if (draft.code === '02') group = { currency: fields[5]?.trim() || 'USD', day: shortDay(fields[3] ?? '') }
    else if (draft.code === '03') addAccount(fields, draft.at)
    else if (draft.code === '16') addLine(fields, draft)
    else if (draft.code === '49') isOpen = false
    else if (draft.code === '99') isEnded = true
  }

  function addAccount([account = '', named = '', ...summary]: readonly string[], at: number): void {
    const currency = named.trim() || group.currency
    const part: Omit<Part, 'proof'> = { account, currency, ...(group.day && { from: group.day, to: group.day }) }
    for (let from = 0; from < summary.length; ) {
      const [type = '', amount = '', , ...funds] = summary.slice(from)
      const isBalance = type === '010' || type === '015'
      const exact = isBalance && amount !== '' ? amountOf(amount, currency) : undefined
      if (isBalance && amount !== '' && exact === undefined)
        throw new StatementRefused(`“${amount.slice(0, 30)}” is no balance in ${currency.slice(0, 10)}.`, at)
      if (type === '010') part.opening = exact
      if (type === '015') part.closing = exact
      from += 3 + fundsFields(funds)
    }
    parts.push(part)
    isOpen = true
  }

  function addLine([type = '', amountText = '', ...rest]: readonly string[], { at, last, texts }: Draft): void {
    const part = parts.at(-1)
    if (!part || !isOpen) throw new StatementRefused('A transaction stands in an account, behind a record 03.', at)
    const [bank = '', own = '', ...words] = rest.slice(fundsFields(rest))
    const number = Number(type)
    // 890 is information that moves no money.
    if (type === '890') return
    const direction = number >= 100 && number < 400 ? 'credit' : number >= 400 && number < 700 ? 'debit' : undefined
    const amount = amountOf(amountText, part.currency, direction === 'debit')
    const text = [words.join(','), ...texts].join('\n').trim()
    const problem = amount === undefined ? 'unreadable-amount' : direction ? undefined : 'unknown-direction'
    lines.add({
      line: at,
      ...(last > at && { lastLine: last }),
      part: parts.length - 1,
      ...(group.day && { booked: group.day }),
      ...(problem ? { problem } : { amount, direction: directionOf(amount ?? '') }),
      amountText,
      currency: part.currency,
      references: distinctReferences([own, bank, ...referencesIn(text)]),
      text: cutText(text),
      status: 'COMPLETED',
      statusText: '',
    })
  }

  return {
    write: (text) => physical.write(text),
    end() {
      physical.end()
      close()
      if (!isEnded) problems.push({ kind: 'cut', line: physical.number })
      return { format: 'BAI2', parts: lines.proven(parts), lines: lines.all, problems }
    },
  }
}
