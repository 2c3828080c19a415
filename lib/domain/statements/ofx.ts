/**
 * OFX 1 (SGML, whose elements need no end) and 2 (XML), by the Open Financial Exchange specification 2.3, section 11: bank and
 * card statements. Amounts have a decimal point or comma, and nothing else.
 */
import { writtenDay } from './dates'
import { ReadLines } from './proof'
import { distinctReferences, referencesIn } from './references'
import { cutText, directionOf, type FormatReader, type Part, StatementRefused } from './statement'

/** More between two tags is no text of a payment. */
const longestText = 256 * 1_024

/** A tag, and the text behind it. */
const tag = /<([/!?]?[A-Za-z][\w.]{0,63})[^<>]{0,500}>([^<]*)/g
const newlines = (text: string) => text.split('\n').length - 1

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name) => characters[name] ?? '')

function amountOf(text: string): string | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d{0,30})(?:[.,](\d{1,20}))?$/.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`
}

export function ofx(): FormatReader {
  const parts: Omit<Part, 'proof'>[] = []
  const lines = new ReadLines()
  let [rest, number, isEnded, aggregate] = ['', 1, false, '']
  let fields: Map<string, string> | undefined
  let begun = 1

  function take(name: string, value: string): void {
    const part = parts.at(-1)
    if (name === 'STMTRS' || name === 'CCSTMTRS') parts.push({ account: '', currency: '' })
    else if (name === 'STMTTRN') {
      fields = new Map()
      begun = number
    } else if (name === '/STMTTRN') addLine()
    else if (name === '/OFX') isEnded = true
    else if (/^\/?(?:LEDGERBAL|AVAILBAL|CURRENCY|ORIGCURRENCY)$/.test(name)) aggregate = name
    else if (fields) fields.set(aggregate === 'ORIGCURRENCY' ? `ORIG${name}` : name, value)
    else if (!part) return
    else if (name === 'CURDEF') part.currency = value
    else if (name === 'ACCTID') part.account ||= value
    else if (name === 'DTSTART') part.from = writtenDay(value)
    else if (name === 'DTEND') part.to = writtenDay(value)
    else if (name === 'BALAMT' && aggregate === 'LEDGERBAL') part.closing = amountOf(value)
  }

  function addLine(): void {
    const part = parts.at(-1)
    if (!fields || !part) throw new StatementRefused('A transaction stands outside of a statement.', number)
    const of = (name: string) => fields?.get(name) ?? ''
    const amountText = of('TRNAMT')
    const amount = amountOf(amountText)
    const text = [of('MEMO'), of('NAME')].filter(Boolean).join('\n')
    const [booked, value] = [writtenDay(of('DTPOSTED')), writtenDay(of('DTAVAIL'))]
    lines.add({
      line: begun,
      ...(number > begun && { lastLine: number }),
      part: parts.length - 1,
      ...(booked && { booked }),
      ...(value && { value }),
      ...(amount === undefined ? { problem: 'unreadable-amount' } : { amount, direction: directionOf(amount) }),
      // CURRENCY says that the amount is in another one; ORIGCURRENCY that it was.
      amountText,
      currency: of('CURSYM') || part.currency,
      references: distinctReferences([of('REFNUM'), of('CHECKNUM'), of('FITID'), ...referencesIn(text)]),
      ...(of('NAME') && { counterparty: of('NAME') }),
      text: cutText(text),
      status: 'COMPLETED',
      statusText: '',
    })
    fields = undefined
  }

  function read(isLast: boolean): void {
    let [counted, reached] = [0, 0]
    for (const { 0: whole, 1: name = '', 2: value = '', index } of rest.matchAll(tag)) {
      // The value may go on in the next piece.
      if (!isLast && index + whole.length === rest.length) break
      number += newlines(rest.slice(counted, index))
      counted = index
      reached = index + whole.length
      if (name.startsWith('!')) throw new StatementRefused('The OFX has a DTD, which no bank’s statement has.', number)
      take(name.toUpperCase(), decoded(value.trim()))
    }
    number += newlines(rest.slice(counted, reached))
    rest = rest.slice(reached)
    if (rest.length > longestText) throw new StatementRefused('This text is longer than any of a statement.', number)
  }

  return {
    write(text) {
      rest += text
      read(false)
    },
    end() {
      read(true)
      const problems = isEnded ? [] : [{ kind: 'cut' as const, line: number }]
      return { format: 'OFX', parts: lines.proven(parts), lines: lines.all, problems }
    },
  }
}
