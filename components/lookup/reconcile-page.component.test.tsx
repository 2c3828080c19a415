import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type AnswerFor, type Call, problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import type { NewPreset } from '@/lib/api/intent-input'
import type { LookupRequest } from '@/lib/features/lookup/input'
import { ReconcilePage } from './reconcile-page'

const here: Record<string, object> = {
  'inv-1': transfer({ id: 't-1', ref_id: 'inv-1', amount: '1250.00' }),
  'inv-2': transfer({ id: 't-2', ref_id: 'inv-2', amount: '0.10000000000000000001' }),
  'inv-3': transfer({ id: 't-3', ref_id: 'inv-3', amount: '7.00', status: 'PENDING' }),
  'inv-5': transfer({ id: 't-5', ref_id: 'inv-5', amount: '7.00', type: 'WIRE_WITHDRAWAL', direction: 'DEBIT' }),
}
const unnamed = transfer({ id: 't-9', ref_id: 'inv-9', amount: '99.00' })

const statement = `Reference,Amount,Currency,Status
inv-1,+1250.00,USD,COMPLETED
inv-2,+0.10000000000000000002,USD,COMPLETED
inv-3,+7.00,USD,COMPLETED
inv-4,+5.00,USD,COMPLETED
`

const lookup = ({ body }: Call) => ({
  calls: 1,
  results: (body as LookupRequest).identifiers.map((one) => {
    const found = here['value' in one ? one.value : '']
    const base = { isMore: false, requests: [], asked: [], transfers: found ? [found] : [] }
    return { ...base, verdict: found ? 'found' : 'not-found', ...(found && { field: 'ref_ids' }) }
  }),
})

/** The columns that the desk keeps. */
let kept: NewPreset[] = []
beforeEach(() => {
  kept = []
})

const open = (answer: AnswerFor = lookup, width = 1440) =>
  renderInConsole(
    <div className="px-4">
      <ReconcilePage environment="sandbox" />
    </div>,
    {
      url: '/sandbox/lookup/reconcile',
      width,
      answers: {
        'POST /lookup': answer,
        'GET /presets': () => ({ entries: kept }),
        'PUT /presets': ({ body }) => {
          kept = [body as NewPreset]
          return { entries: kept }
        },
        listTransfers: transferPage([unnamed, ...Object.values(here)] as Parameters<typeof transferPage>[0]),
      },
    },
  )

function chooseFile(text: string, name: string) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const files = new DataTransfer()
  files.items.add(new File([text], name, { type: 'text/csv' }))
  if (input) input.files = files.files
  input?.dispatchEvent(new Event('change', { bubbles: true }))
}

async function choose(text = statement, name = 'statement.csv') {
  chooseFile(text, name)
  await expect.element(page.getByRole('heading', { name: 'Columns' })).toBeVisible()
}

const start = () => page.getByRole('button', { name: /^Reconcile \d/ }).click()
const sum = (text: string) => page.getByText(text, { exact: true }).first()
const all = '1 matched + 1 amount differs + 1 status differs + 1 not at the provider = 4'

test('a statement is compared by guessed columns, with both values, exact differences and sums', async () => {
  const { calls } = await open()
  await choose()
  await expect.element(page.getByLabelText('Reference')).toHaveValue('0')
  await expect.element(page.getByLabelText('Status')).toHaveValue('3')
  await start()
  await expect.element(sum(all)).toBeVisible()
  const table = page.getByRole('table', { name: 'Reconciled lines' })
  await expect.element(table.getByText('0.00000000000000000001').first()).toBeInTheDocument()
  const sums = page.getByRole('table').last()
  await expect.element(sums.getByRole('row', { name: /USD The file 4/ })).toBeVisible()
  // Only references leave the browser.
  expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain('1250')
  await checkAccessibility()
})

test('the results are filtered by outcome', async () => {
  await open()
  await choose()
  await start()
  await page.getByRole('radio', { name: 'Amount differs 1' }).click()
  await expect.poll(() => document.querySelectorAll('tr[data-index]').length).toBe(1)
})

test('columns that were corrected are kept for the desk, for files with the same heads', async () => {
  const { reload } = await open()
  await choose()
  await page.getByLabelText('Status').selectOptions('Not in this file')
  await start()
  await expect
    .element(sum('1 matched + 1 amount differs + 1 matched, pending + 1 not at the provider = 4'))
    .toBeVisible()
  await reload()
  await choose()
  await expect.element(page.getByLabelText('Status')).toHaveValue('')
  await expect.element(page.getByLabelText('Amount')).toHaveValue('1')
  // Without what the heads say.
  expect(kept).toEqual([
    { key: expect.stringMatching(/^[0-9a-f]{64}$/), value: expect.stringMatching(/^{"reference":0,/) },
  ])
  await choose(statement.replace('Reference', 'Other'), 'other.csv')
  await expect.element(page.getByLabelText('Status')).toHaveValue('3')
})

test('columns are guessed while those of the desk cannot be read, and compared although they cannot be kept', async () => {
  await renderInConsole(<ReconcilePage environment="sandbox" />, {
    answers: {
      'POST /lookup': lookup,
      'GET /presets': problem(503, 'settings-unreadable', 'Not now.'),
      'PUT /presets': problem(409, 'too-many-presets', 'Too many.'),
    },
  })
  await choose()
  await page.getByLabelText('Status').selectOptions('Not in this file')
  await start()
  await expect
    .element(sum('1 matched + 1 amount differs + 1 matched, pending + 1 not at the provider = 4'))
    .toBeVisible()
})

test('a minus is a credit only once a person has said so', async () => {
  await open()
  await choose(
    'Reference,Amount,Currency,Status\ninv-1,-1250.00,USD,COMPLETED\ninv-5,7.00,USD,COMPLETED\n',
    'minus.csv',
  )
  await start()
  await expect.element(sum('2 direction differs')).toBeVisible()
  await page.getByRole('button', { name: 'Read a minus as a credit' }).click()
  await expect.element(sum('2 matched')).toBeVisible()
  await page.getByRole('button', { name: 'Read a minus as a debit' }).click()
  await expect.element(sum('2 direction differs')).toBeVisible()
})

test('a period adds the transfers that no line names', async () => {
  await open()
  await choose()
  await page.getByLabelText('From').fill('19 Nov 2026')
  await page.getByLabelText('To').fill('soon')
  await start()
  await expect.element(page.getByText(/^Enter both days/)).toBeVisible()
  await page.getByLabelText('To').fill('2026-11-20')
  await start()
  await expect
    .element(sum('1 matched + 1 amount differs + 1 status differs + 1 not at the provider + 2 not in the file = 6'))
    .toBeVisible()
})

test('a failed request is no missing transfer, and can be asked again', async () => {
  let isBroken = true
  await open((call) => (isBroken ? problem(502, 'service-failed', 'The provider answered 500.') : lookup(call)))
  await choose()
  await start()
  await expect.element(sum('4 failed')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Ask again for 4 references that failed' }).click()
  await expect.element(sum(all)).toBeVisible()
})

test('cancelling keeps what was answered, and the rest is not asked yet until it is resumed', async () => {
  let isSlow = true
  await open((call) => (isSlow ? new Promise<object>(() => {}) : lookup(call)))
  await choose()
  await start()
  await expect.element(page.getByText('0 of 4 answered')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(sum('4 not asked yet')).toBeVisible()
  isSlow = false
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.element(sum(all)).toBeVisible()
})

test('amounts that can be read two ways are asked about, not guessed', async () => {
  await open()
  await choose('Reference;Amount;Currency\ninv-1;+1.250;USD\ninv-3;+7.000;USD\n')
  await start()
  await expect.element(page.getByText('can be read two ways')).toBeVisible()
  await page.getByRole('radio', { name: '1.234,50' }).click()
  await start()
  await expect.element(sum('1 matched + 1 amount differs = 2')).toBeVisible()
})

test('a column of S and H says which lines are debits, so that a returned wire is no match', async () => {
  await open()
  await choose('Verwendungszweck;Währung;Umsatz;Soll/Haben\ninv-1;USD;1.250,00;S\ninv-5;USD;7,00;S\n')
  await expect.element(page.getByLabelText('Direction')).toHaveValue('3')
  await start()
  await expect.element(sum('1 matched + 1 direction differs = 2')).toBeVisible()
})

test('words for the direction that are not understood are asked, remembered with their column, and change the result', async () => {
  const { reload } = await open()
  const text = 'Reference,Amount,Currency,Suunta\ninv-1,1250.00,USD,Otto\ninv-5,7.00,USD,Otto\ninv-3,7.00,USD,Pano\n'
  await choose(text)
  await expect.element(page.getByLabelText('Direction')).toHaveValue('3')
  await start()
  await expect.element(page.getByText('Do these lines take money out or bring it in?')).toBeVisible()
  await checkAccessibility()
  const of = (word: string, direction: string) =>
    page
      .getByRole('radiogroup', { name: `Direction of “${word}”` })
      .getByRole('radio', { name: direction })
      .click()
  await of('Otto', 'Debit')
  await start()
  // Still open for the other word.
  await expect.element(page.getByText('“Pano”')).toBeVisible()
  await of('Pano', 'Credit')
  await start()
  await expect.element(sum('1 matched + 1 direction differs + 1 matched, pending = 3')).toBeVisible()
  await reload()
  await choose(text)
  await page.getByLabelText('Direction').selectOptions('Not in this file')
  await start()
  await expect.element(page.getByText(/^Neither a sign nor a column says/)).toBeVisible()
  await reload()
  await choose(text)
  await expect.element(page.getByLabelText('Direction')).toHaveValue('')
})

test('of two amounts with a currency each a person chooses, and the page does not', async () => {
  const { calls } = await open()
  await choose('Reference;Amount;Currency;Amount;Currency\ninv-1;+1075.00;EUR;+1250.00;USD\n')
  await start()
  const amount = page.getByLabelText('Amount')
  await expect.element(amount).toHaveAccessibleDescription(/^Several amounts stand side by side/)
  await expect.element(page.getByLabelText('Currency')).toHaveAccessibleDescription(/^Several currencies/)
  expect(calls.filter(({ path }) => path === '/lookup')).toEqual([])
  await checkAccessibility()
  await amount.selectOptions('1')
  await page.getByLabelText('Currency').selectOptions('2')
  await start()
  await expect.element(sum('1 asset differs')).toBeVisible()
  await amount.selectOptions('3')
  await page.getByLabelText('Currency').selectOptions('4')
  await start()
  await expect.element(sum('1 matched')).toBeVisible()
})

test('a file without references says what to choose', async () => {
  await open()
  await choose('a,b\n,\nx,y\n')
  await page.getByLabelText('Reference').selectOptions('Choose a column')
  await userEvent.tab()
  await start()
  await expect.element(page.getByText('Choose the column that holds the references.')).toBeVisible()
})

test.each([390, 320])('at %i px nothing is wider than the window', async (width) => {
  await open(lookup, width)
  await choose()
  await start()
  await expect.element(sum(all)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await checkAccessibility()
})

test('of a very long file the first lines are shown, and the rest on request', async () => {
  await open()
  const lines = Array.from({ length: 12_000 }, (_, index) => `inv-1,+${index + 1}.00,USD,COMPLETED`)
  await choose(`Reference,Amount,Currency,Status\n${lines.join('\n')}\n`)
  await start()
  await expect
    .element(page.getByText('The first 5,000 of 12,000 lines are shown; copy and CSV have all.'))
    .toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Reconciled lines' })).toHaveAttribute('aria-rowcount', '5001')
  await page.getByRole('button', { name: 'Show 5,000 more' }).click()
  await expect.element(page.getByRole('table', { name: 'Reconciled lines' })).toHaveAttribute('aria-rowcount', '10001')
})

test('debits and credits in two columns are compared as one amount, and remembered like the other columns', async () => {
  const { reload } = await open()
  const text = 'Reference,Out,In,Currency\ninv-1,,1250.00,USD\ninv-5,7.00,,USD\n'
  await choose(text)
  await page.getByLabelText('Debit').selectOptions('Out')
  await page.getByLabelText('Credit').selectOptions('In')
  await expect.element(page.getByLabelText('Amount')).toHaveValue('')
  await start()
  await expect.element(sum('2 matched')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /USD The file 2 1,243\.00/ })).toBeVisible()
  await reload()
  await choose(text)
  await expect.element(page.getByLabelText('Debit')).toHaveValue('1')
  await expect.element(page.getByLabelText('Credit')).toHaveValue('2')
  // A column of amounts takes their place.
  await page.getByLabelText('Amount').selectOptions('In')
  await expect.element(page.getByLabelText('Debit')).toHaveValue('')
})

const camt = (...entries: string[]) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">1343.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
const entry = (amount: string, direction: string, reference: string) =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-17</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`

test('a statement in a bank’s format is read without columns, shown first, and its balances are proven', async () => {
  await open()
  chooseFile(camt(entry('1250.00', 'CRDT', 'inv-1'), entry('7.00', 'DBIT', 'inv-5')), 'statement.xml')
  await expect.element(page.getByRole('heading', { name: 'CAMT.053' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /2026-11-17 -7\.00 USD inv-5/ })).toBeVisible()
  await expect.element(page.getByText(/^DE89370400440532013000, USD/)).toBeVisible()
  await checkAccessibility()
  await start()
  await expect.element(sum('2 matched')).toBeVisible()
  await expect.element(page.getByText(/^Proven: the opening balance/)).toBeVisible()
  // A line that is missing from the file.
  chooseFile(camt(entry('1250.00', 'CRDT', 'inv-1')), 'short.xml')
  await start()
  await expect.element(page.getByText(/^Off by 7\.00: the opening balance/)).toBeVisible()
})

test.each([
  [
    'MT940',
    ':20:1\n:25:1/2\n:60F:C261116USD100,00\n:61:2611171117C1250,00NTRFinv-1//0724710345313905\n:86:Invoice\n:61:2611171117D7,00NTRFNONREF\n:86:166?00WIRE?20EREF+inv-5?21SVWZ+Goods\n:62F:C261117USD1343,00\n-\n',
    /^Proven/,
  ],
  [
    'BAI2',
    '01,1,2,261117,1249,1,80,,2/\n02,M,1,1,261117,2000,USD,2/\n03,107049924,USD,010,10000,,,015,134300,,/\n16,195,125000,V,261117,,SB1,inv-1,WIRE\n88,FROM NORDWIND\n16,495,700,0,SB2,,WIRE\n88,EREF: inv-5\n49,0,8/\n98,0,1,10/\n99,0,1,12/\n',
    /^Proven/,
  ],
  [
    'OFX',
    'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><CURDEF>USD<BANKTRANLIST><STMTTRN><DTPOSTED>20261117<TRNAMT>1250.00<FITID>1<NAME>Nordwind<MEMO>inv-1</STMTTRN><STMTTRN><DTPOSTED>20261117<TRNAMT>-7,00<FITID>2<MEMO>EREF: inv-5</STMTTRN></BANKTRANLIST></STMTRS></OFX>',
    /^Not stated/,
  ],
])('a statement in %s is compared', async (format, text, proof) => {
  await open()
  chooseFile(text, 'statement.txt')
  await expect.element(page.getByRole('heading', { name: format })).toBeVisible()
  await start()
  await expect.element(sum('2 matched')).toBeVisible()
  await expect.element(page.getByText(proof)).toBeVisible()
})

test('lines without a currency are asked about once for the file', async () => {
  await open()
  await choose('Reference,Amount\ninv-1,1250.00\ninv-5,-7.00\n')
  await start()
  await expect.element(page.getByText('2 lines without a currency. Which one is it?')).toBeVisible()
  await checkAccessibility()
  const question = page.getByLabelText(/without a currency/)
  await question.selectOptions('USD')
  await start()
  await expect.element(sum('2 matched')).toBeVisible()
  await question.selectOptions('EUR')
  await start()
  await expect.element(sum('2 asset differs')).toBeVisible()
  await question.selectOptions('Not known: compare without it')
  await start()
  await expect.element(sum('2 agrees')).toBeVisible()
})

test('lines whose direction nothing says are asked about once for the file, and match neither side by themselves', async () => {
  await open()
  await choose('Reference,Amount,Currency\ninv-1,1250.00,USD\ninv-5,7.00,USD\n')
  await start()
  await expect.element(page.getByText(/^Neither a sign nor a column says which lines take money out/)).toBeVisible()
  await checkAccessibility()
  const answer = (name: string) => page.getByRole('radio', { name }).click()
  await answer('All credits')
  await start()
  await expect.element(sum('1 matched + 1 direction differs = 2')).toBeVisible()
  await answer('Not known: compare without it')
  await start()
  await expect.element(sum('2 agrees')).toBeVisible()
})

test('a line with other cells than there are columns fails by its number, and a workbook is refused', async () => {
  await open()
  await choose('Reference,Amount,Currency\ninv-1,1,250.00,USD\ninv-5,-7.00,USD\n')
  await start()
  await expect.element(sum('1 matched + 1 failed = 2')).toBeVisible()
  await expect.element(page.getByText('the line has more cells than the file has columns').first()).toBeVisible()
  chooseFile('PK\u0003\u0004', 'book.xlsx')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/Excel workbook.*Save the sheet as CSV/)
})
