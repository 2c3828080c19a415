/** Writes one truth as a statement in any format, layout, language, encoding and style of signs. */
import { createRandom, type Random } from '../../../sandbox/random'
import { grouped, sumOf } from '../../decimals'

export type Truth = {
  currency: string
  opening: string
  closing: string
  lines: { reference: string; amount: string; day: string; name: string }[]
}

export type Written = { name: string; bytes: Uint8Array<ArrayBuffer>; hasBalances: boolean }

const cents = (random: Random, most: number) => {
  const units = 1 + random.below(most)
  return `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`
}

export function truthOf(random: Random): Truth {
  const count = 3 + random.below(5)
  const lines = Array.from({ length: count }, (_, index) => {
    // Both directions, small and large.
    const amount = cents(random, random.chance(0.5) ? 90_000 : 900_000_000)
    const isDebit = index === 0 ? false : index === 1 ? true : random.chance(0.5)
    return {
      reference: `inv-${10_000 + random.below(89_999)}-${index}`,
      amount: isDebit ? `-${amount}` : amount,
      day: `2026-11-${13 + Math.floor(index / 2)}`,
      name: random.pick(['Nordwind GmbH', 'Orsa Ltd', 'Kestrel Pay', 'Halden AS', 'Total Energies']),
    }
  })
  const opening = cents(random, 900_000_000)
  return {
    currency: random.pick(['USD', 'EUR', 'GBP', 'USDC']),
    opening,
    closing: sumOf([opening, ...lines.map(({ amount }) => amount)]) ?? '',
    lines,
  }
}

const magnitude = (amount: string) => amount.replace('-', '')
const isDebit = (amount: string) => amount.startsWith('-')

const notations = {
  plain: (text: string) => text,
  'comma and point': (text: string) => grouped(text.split('.')[0] ?? '') + text.slice(text.indexOf('.')),
  'point and comma': (text: string) => swapped(notations['comma and point'](text)),
  comma: (text: string) => text.replace('.', ','),
  space: (text: string) => notations['comma and point'](text).replaceAll(',', ' ').replace('.', ','),
  'no-break space': (text: string) => notations.space(text).replaceAll(' ', '\u00a0'),
  apostrophe: (text: string) => notations['comma and point'](text).replaceAll(',', "'"),
}
const swapped = (text: string) => text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))

const signStyles = {
  minus: (text: string, debit: boolean) => (debit ? `-${text}` : text),
  'plus and minus': (text: string, debit: boolean) => `${debit ? '-' : '+'}${text}`,
  'trailing minus': (text: string, debit: boolean) => (debit ? `${text}-` : text),
  'minus sign': (text: string, debit: boolean) => (debit ? `\u2212${text}` : text),
  brackets: (text: string, debit: boolean) => (debit ? `(${text})` : text),
  'Cr and Dr': (text: string, debit: boolean) => `${text} ${debit ? 'Dr' : 'Cr'}`,
  'C and D': (text: string, debit: boolean) => `${text} ${debit ? 'D' : 'C'}`,
}

type Language = Record<
  'date' | 'reference' | 'amount' | 'debit' | 'credit' | 'currency' | 'balance' | 'direction' | 'name',
  string
> & { words: readonly [debit: string, credit: string]; opening: string; total: string; closing: string }

/** `[date, reference, amount, debit, credit, currency, balance, direction, name, debit word, credit word, opening, total, closing]` */
const languages: Record<string, string> = {
  English:
    'Date|Reference|Amount|Debit|Credit|Currency|Balance|Debit/Credit|Payee|D|C|Opening balance|Total|Closing balance',
  'English, longer':
    'Booking date|End-to-end ID|Transaction amount|Withdrawals|Deposits|Ccy|Running balance|DR/CR|Beneficiary|DBIT|CRDT|Balance brought forward|Totals|Balance carried forward',
  German:
    'Buchungstag|Verwendungszweck|Betrag|Soll|Haben|Währung|Saldo|Soll/Haben|Empfänger|S|H|Anfangssaldo|Summe|Endsaldo',
  French: 'Date|Libellé|Montant|Débit|Crédit|Devise|Solde|Sens|Nom|Débit|Crédit|Solde initial|Somme|Solde final',
  Dutch: 'Datum|Omschrijving|Bedrag|Af|Bij|Valuta|Saldo|Af/Bij|Naam|Af|Bij|Beginsaldo|Totaal|Eindsaldo',
  Spanish: 'Fecha|Concepto|Importe|Cargo|Abono|Divisa|Saldo|Signo|Nombre|Cargo|Abono|Saldo inicial|Suma|Saldo final',
  Italian:
    'Data|Descrizione|Importo|Addebiti|Accrediti|Divisa|Saldo|Segno|Nome|Dare|Avere|Saldo iniziale|Totale|Saldo finale',
  Polish:
    'Data operacji|Tytuł|Kwota|Obciążenia|Uznania|Waluta|Saldo po operacji|Strona|Nazwa|Wn|Ma|Saldo początkowe|Razem|Saldo końcowe',
  Norwegian: 'Dato|Tekst|Beløp|Ut|Inn|Valuta|Saldo|Retning|Navn|Ut|Inn|Inngående saldo|Sum|Utgående saldo',
  Portuguese:
    'Data|Descrição|Montante|Débito|Crédito|Moeda|Saldo|Sinal|Nome|Débito|Crédito|Saldo anterior|Total|Saldo final',
  Japanese: '日付|参照|金額|出金|入金|通貨|残高|区分|受取人|出金|入金|前回残高|合計|最終残高',
}
function languageOf(name: string): Language {
  const [date = '', reference = '', amount = '', debit = '', credit = '', currency = '', balance = '', ...rest] = (
    languages[name] ?? ''
  ).split('|')
  const [direction = '', payee = '', out = '', into = '', opening = '', total = '', closing = ''] = rest
  const words = [out, into] as const
  return {
    date,
    reference,
    amount,
    debit,
    credit,
    currency,
    balance,
    direction,
    name: payee,
    words,
    opening,
    total,
    closing,
  }
}

/** How bytes of one or two are written in an encoding that has no encoder here. */
const encoders = new Map<string, Map<string, number[]>>()
function encoderOf(encoding: string): Map<string, number[]> {
  const known = encoders.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding)
  const found = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\ufffd' && !found.has(text)) found.set(text, bytes)
  }
  for (let one = 0; one < 256; one += 1) add([one])
  if (encoding === 'shift_jis')
    for (let one = 0x81; one < 0xfd; one += 1) for (let other = 0x40; other < 0xfd; other += 1) add([one, other])
  encoders.set(encoding, found)
  return found
}

/** @returns undefined if the encoding lacks a character */
function encoded(text: string, encoding: string): Uint8Array<ArrayBuffer> | undefined {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'utf-8 with mark') return new TextEncoder().encode(`\ufeff${text}`)
  if (encoding.startsWith('utf-16')) {
    const view = new DataView(new ArrayBuffer(text.length * 2 + 2))
    for (const [at, unit] of [...`\ufeff${text}`].entries())
      view.setUint16(at * 2, unit.charCodeAt(0), encoding.endsWith('le'))
    return new Uint8Array(view.buffer)
  }
  const encoder = encoderOf(encoding)
  const bytes = [...text].map((one) => encoder.get(one))
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes.flatMap((one) => one ?? []))
}

const encodings = ['utf-8', 'utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis'] as const
const key = <Name extends string>(random: Random, of: Record<Name, unknown>) =>
  random.pick(Object.keys(of) as [Name, ...Name[]])

const dayStyles = {
  ISO: (day: string) => day,
  German: (day: string) => day.split('-').toReversed().join('.'),
  British: (day: string) => day.split('-').toReversed().join('/'),
  American: (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
  digits: (day: string) => day.replaceAll('-', ''),
}

function table(truth: Truth, random: Random): Written {
  const languageName = key(random, languages)
  const language = languageOf(languageName)
  const layout = random.pick(['one', 'one', 'two', 'words'] as const)
  const notation = key(random, notations)
  const sign = layout === 'one' ? key(random, signStyles) : 'minus'
  const currencyAt = random.pick(['column', 'head', 'above', 'before', 'behind'] as const)
  const separator = random.pick([';', ';', '\t', ',', '|'] as const)
  const hasBalance = random.chance(0.5)
  const isTurned = random.chance(0.3)
  const dayStyle = key(random, dayStyles)
  const endRows = random.chance(0.4)
  const isQuoted = random.chance(0.3) || separator === ','
  const lineEnd = random.pick(['\n', '\r\n'] as const)
  const write = notations[notation]
  const { currency } = truth
  const money = (text: string) =>
    currencyAt === 'before' ? `${currency} ${text}` : currencyAt === 'behind' ? `${text} ${currency}` : text
  const head = (text: string) => (currencyAt === 'head' ? `${text} (${currency})` : text)
  let balance = truth.opening
  const lines = truth.lines.map((line) => {
    balance = sumOf([balance, line.amount]) ?? ''
    return { ...line, balance }
  })
  type Cells = [head: string, cell: (line: (typeof lines)[number]) => string][]
  const amounts: Cells =
    layout === 'two'
      ? [
          [head(language.debit), ({ amount }) => (isDebit(amount) ? money(write(magnitude(amount))) : '')],
          [head(language.credit), ({ amount }) => (isDebit(amount) ? '' : money(write(amount)))],
        ]
      : layout === 'words'
        ? [
            [head(language.amount), ({ amount }) => money(write(magnitude(amount)))],
            [language.direction, ({ amount }) => language.words[isDebit(amount) ? 0 : 1]],
          ]
        : [[head(language.amount), ({ amount }) => signStyles[sign](money(write(magnitude(amount))), isDebit(amount))]]
  const columns: Cells = [
    [language.date, ({ day }) => dayStyles[dayStyle](day)],
    ...(random.chance(0.5) ? ([[language.name, ({ name }) => name]] as Cells) : []),
    ...(hasBalance && random.chance(0.5) ? [] : amounts),
    ...(hasBalance
      ? ([
          [
            head(language.balance),
            (line) => (isDebit(line.balance) ? '-' : '') + money(write(magnitude(line.balance))),
          ],
        ] as Cells)
      : []),
    [language.reference, ({ reference }) => reference],
    ...(currencyAt === 'column' ? ([[language.currency, () => currency]] as Cells) : []),
  ]
  if (!columns.includes(amounts[0] as Cells[number])) columns.push(...amounts)
  const ordered = isTurned ? lines.toReversed() : lines
  const row = (kind: string, text: string) =>
    columns.map(([name]) =>
      name === language.reference ? kind : name === (amounts[0] as Cells[number])[0] ? text : '',
    )
  const withRows = endRows && layout === 'one' && !hasBalance && !isTurned
  const rows = [
    ...(currencyAt === 'above' ? [['Account', 'Treasury main'], [language.currency, currency], []] : []),
    columns.map(([name]) => name),
    ...(withRows ? [row(language.opening, write(truth.opening))] : []),
    ...ordered.map((line) => columns.map(([, cell]) => cell(line))),
    ...(withRows ? [row(language.closing, (isDebit(truth.closing) ? '-' : '') + write(magnitude(truth.closing)))] : []),
  ]
  const cellText = (cell: string) =>
    isQuoted || cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
  const text = rows.map((cells) => cells.map(cellText).join(separator) + lineEnd).join('')
  const wanted = random.pick(encodings)
  const bytes = encoded(text, wanted)
  const encoding = bytes ? wanted : 'utf-8'
  return {
    name: `table: ${[languageName, layout, notation, sign, `currency ${currencyAt}`, separator, encoding, dayStyle, hasBalance ? 'balance' : '', isTurned ? 'newest first' : '', withRows ? 'rows of balances' : ''].join(', ')}`,
    bytes: bytes ?? new TextEncoder().encode(text),
    hasBalances: hasBalance || withRows,
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const camtNames = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

function camtText(truth: Truth, random: Random): Written {
  const message = random.pick(['052', '053', '054'] as const)
  const [root, part] = camtNames[message]
  const version = 2 + random.below(12)
  const prefix = random.pick(['', 'ns2:', 'camt:'] as const)
  const isLong = random.chance(0.5)
  const { currency } = truth
  const indicator = (amount: string) => `<CdtDbtInd>${isDebit(amount) ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const amt = (amount: string) => `<Amt Ccy="${currency}">${magnitude(amount)}</Amt>${indicator(amount)}`
  const status = version < 8 ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>'
  const where = random.pick(['id', 'text', 'code'] as const)
  const details = ({ reference, amount, name }: Truth['lines'][number], own: string) => {
    const id = where === 'id' ? `<EndToEndId>${reference}</EndToEndId>` : '<EndToEndId>NOTPROVIDED</EndToEndId>'
    const text =
      where === 'id' ? 'Invoice' : where === 'code' ? `/EREF/${reference}//REMI/Goods` : `EREF+${reference} SVWZ+Goods`
    const side = isDebit(amount) ? 'Cdtr' : 'Dbtr'
    const party = version < 8 ? `<Nm>${escaped(name)}</Nm>` : `<Pty><Nm>${escaped(name)}</Nm></Pty>`
    return `<TxDtls><Refs>${id}</Refs>${own}<RltdPties><${side}>${party}</${side}></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
  }
  const entry = (lines: Truth['lines'], sum: string) =>
    `<Ntry>${amt(sum)}${random.chance(0.2) ? '<RvslInd>true</RvslInd>' : ''}${status}<BookgDt><Dt>${lines[0]?.day}</Dt></BookgDt><NtryDtls>${lines.map((line) => details(line, lines.length > 1 ? amt(line.amount) : '')).join('')}</NtryDtls></Ntry>`
  // Two lines of one direction may be a batch.
  const entries: string[] = []
  for (let at = 0; at < truth.lines.length; at += 1) {
    const [line, next] = truth.lines.slice(at, at + 2)
    if (!line) continue
    const isBatch = next?.day === line.day && isDebit(line.amount) === isDebit(next.amount) && random.chance(0.5)
    entries.push(
      isBatch && next ? entry([line, next], sumOf([line.amount, next.amount]) ?? '') : entry([line], line.amount),
    )
    if (isBatch) at += 1
  }
  const balance = (code: string, amount: string) =>
    message === '054' ? '' : `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amt(amount)}</Bal>`
  const plain = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${String(version).padStart(2, '0')}"><${root}><GrpHdr><MsgId>M</MsgId></GrpHdr><${part}><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', truth.opening)}${balance('CLBD', truth.closing)}${entries.join('')}</${part}></${root}></Document>`
  const named = plain
    .replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}`)
    .replace(' xmlns=', prefix === '' ? ' xmlns=' : ` xmlns:${prefix.slice(0, -1)}=`)
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${isLong ? named : named.replaceAll('><', '>\n  <')}`
  return {
    name: `camt.${message}.001.${version} ${prefix} ${isLong ? 'one line' : 'lines'} ${where}`,
    bytes: utf8(text),
    hasBalances: message !== '054',
  }
}

const shortDay = (day: string) => day.slice(2).replaceAll('-', '')

function mtText(truth: Truth, random: Random): Written {
  const isInterim = random.chance(0.25)
  const style = random.pick(['German', 'slashes', 'plain', 'own'] as const)
  const lineEnd = random.pick(['\n', '\r\n'] as const)
  const comma = (amount: string) => magnitude(amount).replace('.', ',')
  const { currency } = truth
  const information = ({ reference, name }: Truth['lines'][number]) =>
    style === 'German'
      ? [`:86:166?00GUTSCHRIFT?100399?20EREF+${reference}?21SVWZ+Goods?32${name}`]
      : style === 'slashes'
        ? [`:86:/EREF/${reference}//ORDP//NAME/${name}`, '/REMI/USTD//Goods']
        : [`:86:${style === 'plain' ? `Goods EREF: ${reference}` : 'Goods'}`, name]
  const mark = (amount: string) => {
    const isReversal = random.chance(0.2)
    return isDebit(amount) ? (isReversal ? 'RC' : 'D') : isReversal ? 'RD' : 'C'
  }
  const lines = truth.lines.flatMap((line) => [
    `:61:${shortDay(line.day)}${shortDay(line.day).slice(2)}${mark(line.amount)}${random.chance(0.3) ? 'D' : ''}${comma(line.amount)}NTRF${style === 'own' ? line.reference : 'NONREF'}//0724710345313905`,
    ...information(line),
  ])
  const balance = (tag: string, amount: string) =>
    `:${tag}:${isDebit(amount) ? 'D' : 'C'}261116${currency}${comma(amount)}`
  const currencyShort = currency.slice(0, 3)
  const total = (tag: string, own: readonly string[]) =>
    `:${tag}:${own.length}${currencyShort}${comma(sumOf(own) ?? '0')}`
  const amounts = truth.lines.map(({ amount }) => amount)
  const rows = isInterim
    ? [
        ':20:1',
        ':25:1/2',
        ':28C:1/1',
        `:34F:${currency}0,`,
        ':13D:2611172300+0100',
        ...lines,
        total('90D', amounts.filter(isDebit)),
        total(
          '90C',
          amounts.filter((one) => !isDebit(one)),
        ),
      ]
    : [':20:1', ':25:1/2', ':28C:1/1', balance('60F', truth.opening), ...lines, balance('62F', truth.closing)]
  const hasHeader = random.chance(0.3)
  const text = [
    ...(hasHeader ? ['{1:F01NORDDEFFXXXX0000000000}{2:O9400000}{4:'] : []),
    ...rows,
    hasHeader ? '-}' : '-',
    '',
  ].join(lineEnd)
  return { name: `${isInterim ? 'MT942' : 'MT940'} ${style}`, bytes: utf8(text), hasBalances: !isInterim }
}

function baiText(truth: Truth, random: Random): Written {
  const units = (amount: string) =>
    magnitude(amount)
      .replace('.', '')
      .replace(/^0+(?=\d)/, '')
  const signed = (amount: string) => (isDebit(amount) ? `-${units(amount)}` : units(amount))
  const style = random.pick(['own', 'text', 'continued'] as const)
  const funds = random.pick(['', '0', 'Z', 'V,261117,', 'S,1,2,3', 'D,1,1,100'] as const)
  const lines = truth.lines.flatMap(({ reference, amount, name }) => {
    const begin = `16,${isDebit(amount) ? 495 : 195},${units(amount)},${funds},SB2322600000404`
    if (style === 'own') return [`${begin},${reference},WIRE, ${name}/`]
    return style === 'text'
      ? [`${begin},,WIRE`, `88,EREF: ${reference}`, `88,${name}`]
      : [`${begin}/`, `88,${reference},WIRE/`]
  })
  const text = [
    '01,026015079,MINTDESK,261117,1249,1,80,,2/',
    `02,MINTDESK,026015079,1,261117,2000,${truth.currency},2/`,
    `03,107049924,${random.chance(0.5) ? truth.currency : ''},010,${signed(truth.opening)},,,015,${signed(truth.closing)},,/`,
    ...lines,
    '49,0,8/',
    '98,0,1,10/',
    '99,0,1,12/',
    '',
  ].join('\n')
  return { name: `BAI2 ${style} ${funds}`, bytes: utf8(text), hasBalances: true }
}

function ofxText(truth: Truth, random: Random): Written {
  const isXml = random.chance(0.5)
  const hasComma = random.chance(0.3)
  const end = (name: string) => (isXml ? `</${name}>` : '')
  const one = (name: string, value: string) => `<${name}>${value}${end(name)}`
  const number = (amount: string) => (hasComma ? amount.replace('.', ',') : amount)
  const gap = random.pick(['', '\n', '\r\n'] as const)
  const lines = truth.lines.map(({ reference, amount, day, name }, at) =>
    [
      '<STMTTRN>',
      one('TRNTYPE', isDebit(amount) ? 'DEBIT' : 'CREDIT'),
      one('DTPOSTED', `${day.replaceAll('-', '')}120000[-5:EST]`),
      one('TRNAMT', number(amount)),
      one('FITID', `F${at}`),
      one('NAME', escaped(name)),
      one('MEMO', `Goods EREF: ${reference}`),
      '</STMTTRN>',
    ].join(gap),
  )
  const header = isXml
    ? '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
    : 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\n\n'
  const text = `${header}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${one('CURDEF', truth.currency)}<BANKACCTFROM>${one('ACCTID', '123')}</BANKACCTFROM><BANKTRANLIST>${gap}${lines.join(gap)}${gap}</BANKTRANLIST><LEDGERBAL>${one('BALAMT', number(truth.closing))}${one('DTASOF', '20261118')}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  return { name: `OFX ${isXml ? 2 : 1} ${hasComma ? 'comma' : 'point'}`, bytes: utf8(text), hasBalances: false }
}

/** One truth, and a file that says it. */
export function written(seed: number): { truth: Truth; file: Written } {
  const random = createRandom(seed)
  const truth = truthOf(random)
  const write = random.pick([table, table, table, table, camtText, mtText, baiText, ofxText] as const)
  // BAI2 counts units of ISO currencies and has one day, and MT940 has codes of three letters.
  const currency = write === baiText || write === mtText ? truth.currency.slice(0, 3) : truth.currency
  const lines = truth.lines.map((line) => (write === baiText ? { ...line, day: '2026-11-17' } : line))
  const known = { ...truth, currency, lines }
  return { truth: known, file: write(known, random) }
}
