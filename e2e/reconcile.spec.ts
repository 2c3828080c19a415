/** Reconcile, with a provider: a statement in each format is read, compared with the transfers that it names, and proven. */
import type { Page } from '@playwright/test'
import { sumOf } from '../lib/domain/decimals'
import type { Demo } from './processes'
import { expect, signIn, test } from './test'

/** A line of a statement: `amount` is negative if it takes money out. */
type Line = { reference: string; amount: string }

type Transfer = { ref_id?: string; amount: string; total: string; asset: string; direction: string; status: string }

/** A wire that came in and one that went out, each the only transfer with its reference. */
async function linesOf(page: Page, demo: Demo): Promise<[Line, Line]> {
  const answer = await page.request.get(`${demo.console.url}/api/sandbox/v2/transfer/transfers?limit=1000`)
  const items = ((await answer.json()) as { items: Transfer[] }).items
  const [credit, debit] = (['CREDIT', 'DEBIT'] as const).map((direction) => {
    const fits = ({ asset, status, amount, ...one }: Transfer) =>
      one.direction === direction && asset === 'USD' && status === 'COMPLETED' && /^\d+\.\d\d$/.test(amount)
    const isOnly = ({ ref_id }: Transfer) => items.filter((one) => one.ref_id === ref_id).length === 1
    const found = items.find((one) => /^[a-z]+-[\w-]{4,20}$/.test(one.ref_id ?? '') && fits(one) && isOnly(one))
    if (!found?.ref_id) throw new Error(`No transfer is a ${direction} with a reference of its own.`)
    return { reference: found.ref_id, amount: direction === 'DEBIT' ? `-${found.amount}` : found.amount }
  })
  return [credit as Line, debit as Line]
}

const opening = '1000000.00'
const closingOf = (lines: readonly Line[]) => sumOf([opening, ...lines.map(({ amount }) => amount)]) ?? ''
const cents = (amount: string) => amount.replace('.', '')
const plus = (amount: string) => amount.replace('-', '')
const comma = (amount: string) => plus(amount).replace('.', ',')
const isDebit = ({ amount }: Line) => amount.startsWith('-')

const camtMoney = (amount: string) =>
  `<Amt Ccy="USD">${plus(amount)}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
const camtBalance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${camtMoney(amount)}</Bal>`

const formats: readonly (readonly [format: string, name: string, write: (lines: readonly Line[]) => string])[] = [
  [
    'CAMT.053',
    'statement.xml',
    (lines) =>
      [
        '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
        '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy></Acct>',
        camtBalance('OPBD', opening) + camtBalance('CLBD', closingOf(lines)),
        ...lines.map(
          ({ reference, amount }) =>
            `<Ntry>${camtMoney(amount)}<Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
        ),
        '</Stmt></BkToCstmrStmt></Document>',
      ].join(''),
  ],
  [
    'MT940',
    'statement.sta',
    (lines) =>
      [
        ...[':20:1', ':25:1/2', `:60F:C261116USD${comma(opening)}`],
        ...lines.flatMap((line) => [
          `:61:2611171117${isDebit(line) ? 'D' : 'C'}${comma(line.amount)}NTRFNONREF`,
          `:86:166?00WIRE?20EREF+${line.reference}?21SVWZ+Goods`,
        ]),
        ...[`:62F:C261117USD${comma(closingOf(lines))}`, '-', ''],
      ].join('\r\n'),
  ],
  [
    'BAI2',
    'statement.bai',
    (lines) =>
      [
        ...['01,1,2,261117,1249,1,80,,2/', '02,M,1,1,261117,2000,USD,2/'],
        `03,107049924,USD,010,${cents(opening)},,,015,${cents(closingOf(lines))},,/`,
        ...lines.map(
          (line) => `16,${isDebit(line) ? 495 : 195},${cents(plus(line.amount))},0,SB1,${line.reference},WIRE`,
        ),
        ...['49,0,4/', '98,0,1,6/', '99,0,1,8/', ''],
      ].join('\n'),
  ],
  [
    'OFX',
    'statement.ofx',
    (lines) =>
      [
        'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><CURDEF>USD<BANKTRANLIST>',
        ...lines.map(
          ({ reference, amount }, at) =>
            `<STMTTRN><DTPOSTED>20261117<TRNAMT>${amount}<FITID>${at}<MEMO>EREF: ${reference}</STMTTRN>`,
        ),
        '</BANKTRANLIST></STMTRS></OFX>',
      ].join('\n'),
  ],
  [
    'Columns',
    'statement.csv',
    (lines) =>
      [
        ...['Account;DE89370400440532013000', 'Buchungstag;Kundenreferenz;Betrag;Währung;Soll/Haben'],
        `;Anfangssaldo;${comma(opening)};USD;`,
        ...lines.map((line) =>
          ['17.11.2026', line.reference, comma(line.amount), 'USD', isDebit(line) ? 'S' : 'H'].join(';'),
        ),
        `;Endsaldo;${comma(closingOf(lines))};USD;`,
      ].join('\n'),
  ],
]

for (const [format, name, write] of formats)
  test(`${name} is compared with the transfers that it names`, async ({ page, demo }) => {
    await signIn(page, demo, 'support', '/lookup/reconcile')
    const lines = await linesOf(page, demo)
    const isStated = format !== 'OFX'
    const start = page.getByRole('button', { name: /^Reconcile [24] lines$/ })
    // A file that is chosen before the page has hydrated is not read.
    await expect(async () => {
      const buffer = Buffer.from(write(lines))
      await page.getByLabel('Bank or ERP file').setInputFiles({ name, mimeType: 'text/plain', buffer })
      await expect(start).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(page.getByRole('heading', { name: format })).toBeVisible()
    await start.click()
    await expect(page.getByText('2 matched', { exact: true })).toBeVisible()
    await expect(page.getByText(isStated ? /^Proven: / : /^Not stated: /)).toBeVisible()
    for (const { reference } of lines)
      await expect(page.getByRole('row').filter({ hasText: reference }).last()).toContainText('Matched')
  })
