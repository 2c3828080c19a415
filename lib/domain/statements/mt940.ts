/**
 * MT940 (statement) and MT942 (interim report), by SWIFT's User Handbook, Category 9: fields 20, 25, 28C, 60, 61, 86, 62, and
 * of MT942 34F and 90. Field 86 is structured as the German banks' DFÜ agreement (annex 3) has it, or free.
 */
import { compareDecimals, negated } from '../decimals'
import { dayOf, shortDay } from './dates'
import { PhysicalLines } from './physical-lines'
import { ReadLines } from './proof'
import { distinctReferences, referencesIn } from './references'
import {
  cutText,
  directionOf,
  type FormatReader,
  type Part,
  type Statement,
  type StatementLine,
  StatementRefused,
} from './statement'

/** `1234,5`, `1234,`, `1234`: a decimal comma, and no other mark. */
function amountOf(text: string, isDebit: boolean): string | undefined {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:[,.](\d{0,12}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const exact = `${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`
  return isDebit ? negated(exact) : exact
}

/** `C261116USD1234718,36` */
function balanceOf(text: string, line: number) {
  const [, mark, day = '', currency = '', amount = ''] = /^([CD])(\d{6})([A-Z]{3})([\d,.]+)$/.exec(text.trim()) ?? []
  const exact = amountOf(amount, mark === 'D')
  if (exact === undefined) throw new StatementRefused(`“${text.slice(0, 40)}” is no balance of MT940.`, line)
  return { day: shortDay(day), currency, amount: exact }
}

/** A reversal of a credit (RC) takes money out, that of a debit (RD) brings it in; expected ones begin with E (MT942). */
const entry = /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d[\d,.]*)(?:([NFS][A-Z0-9]{3})([\s\S]*))?$/

type Draft = Omit<Part, 'proof'> & { totals: Partial<Record<'credit' | 'debit', string>>; line: number }

/** The texts of field 86: its purpose, and the name of the other side. */
function informationOf(lines: readonly string[]): { text: string; counterparty?: string } {
  const joined = lines.join('')
  if (!/^(?:\d{3})?\?\d\d/.test(joined)) return { text: lines.join('\n') }
  const fields = joined.split(/\?(?=\d\d)/).slice(1)
  const of = (wanted: RegExp) => fields.flatMap((field) => (wanted.test(field) ? field.slice(2) : []))
  const purposes = of(/^(?:2\d|6[0-3])/)
  // Fields are cut after 27 characters, within words and codes; a shorter one ends a line.
  const purpose = purposes.map((one) => (one.length < 27 ? `${one}\n` : one)).join('')
  const counterparty = of(/^3[23]/)
    .join('')
    .trim()
  return { text: [...of(/^00/), purpose.trim()].join('\n'), ...(counterparty && { counterparty }) }
}

export function mt940(): FormatReader {
  const parts: Draft[] = []
  const lines = new ReadLines()
  const problems: Statement['problems'] = []
  let format = 'MT940'
  let part: Draft | undefined
  let field: { tag: string; at: number; texts: string[] } | undefined
  const physical = new PhysicalLines((text, number) => {
    const [, tag] = /^:(\d\d[A-Z]?):/.exec(text) ?? []
    if (tag) {
      close()
      field = { tag, at: number, texts: [text.slice(tag.length + 2)] }
    } else if (/^(?:-(?:\}.{0,200})?|\{.*)$/.test(text) || text.trim() === '') close()
    else if (field) field.texts.push(text)
    else throw new StatementRefused('This line belongs to no field of MT940.', number)
  })

  function close(): void {
    if (!field) return
    const { tag, at, texts } = field
    field = undefined
    const [first = ''] = texts
    if (tag === '20') {
      part = { account: '', currency: '', totals: {}, line: at }
      parts.push(part)
      return
    }
    if (!part) throw new StatementRefused('A statement begins with field 20.', at)
    if (tag === '25' || tag === '25P') part.account = first.trim()
    else if (tag === '60F' || tag === '60M') {
      const { day, currency, amount } = balanceOf(first, at)
      Object.assign(part, { from: day, currency, opening: amount })
    } else if (tag === '62F' || tag === '62M') {
      const { day, currency, amount } = balanceOf(first, at)
      Object.assign(part, { to: day, closing: amount })
      // A statement whose balances differ in currency proves nothing.
      if (currency !== part.currency) part.opening = undefined
      part.currency ||= currency
    } else if (tag === '34F' || tag === '13D' || tag === '13') {
      format = 'MT942'
      part.currency ||= /^[A-Z]{3}/.exec(first)?.[0] ?? ''
    } else if (tag === '90D' || tag === '90C') {
      const [, currency = '', amount = ''] = /^\d{0,5}([A-Z]{3})([\d,.]+)/.exec(first) ?? []
      part.currency ||= currency
      part.totals[tag === '90D' ? 'debit' : 'credit'] = amountOf(amount, tag === '90D')
    } else if (tag === '61') lines.add(entryOf(texts, at, part))
    else if (tag === '86') addInformation(texts, at)
  }

  function entryOf(texts: readonly string[], at: number, { currency }: Draft): StatementLine {
    const [first = '', ...supplement] = texts
    const found = entry.exec(first.trim())
    if (!found) throw new StatementRefused(`“${first.slice(0, 40)}” is no line of MT940.`, at)
    const [, day = '', entryDay = '', mark = '', , amountText = '', , rest = ''] = found
    const isDebit = ['D', 'RC', 'ED'].includes(mark)
    const amount = amountOf(amountText, isDebit)
    const [own = '', bank = ''] = rest.split('//')
    const value = shortDay(day)
    const booked = entryDay === '' ? value : dayOf(day.slice(0, 2), entryDay.slice(0, 2), entryDay.slice(2))
    return {
      line: at,
      ...(texts.length > 1 && { lastLine: at + texts.length - 1 }),
      part: parts.length - 1,
      ...(booked && { booked }),
      ...(value && { value }),
      ...(amount === undefined ? { problem: 'unreadable-amount' } : { amount, direction: directionOf(amount) }),
      amountText,
      currency,
      references: distinctReferences([own, bank]),
      text: supplement.join('\n'),
      ...(mark.startsWith('E') ? { status: 'PENDING' } : { status: 'COMPLETED' }),
      statusText: '',
    }
  }

  /** Field 86 behind a line belongs to it; behind a balance it says something of the whole statement. */
  function addInformation(texts: readonly string[], at: number): void {
    const line = lines.all.at(-1)
    if (!line || line.part !== parts.length - 1 || part?.closing !== undefined) return
    const { text, counterparty } = informationOf(texts)
    line.lastLine = at + texts.length - 1
    line.text = cutText([line.text, text].filter(Boolean).join('\n'))
    line.references = distinctReferences([...line.references, ...referencesIn(text)])
    if (counterparty) line.counterparty = counterparty
  }

  return {
    write: (text) => physical.write(text),
    end() {
      physical.end()
      close()
      for (const [at, { totals, line, closing }] of parts.entries()) {
        const sums = lines.sumsOf(at)
        for (const direction of ['debit', 'credit'] as const) {
          const total = totals[direction]
          if (total !== undefined && compareDecimals(total, String(sums[direction])) !== 0)
            problems.push({ kind: 'totals-differ', line })
        }
        if (format === 'MT940' && closing === undefined) problems.push({ kind: 'cut', line: physical.number })
      }
      const shown = parts.map(({ totals: _, line: __, ...rest }) => rest)
      return { format, parts: lines.proven(shown), lines: lines.all, problems }
    },
  }
}
