import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '@/components/testing/browser'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { TransferList } from '@/components/transfers/transfer-list'
import { Amount } from './amount'
import { ShortId } from './copy'
import { Facts } from './facts'
import { Time } from './time'

function select(from: Element | undefined, to = from) {
  if (!from || !to) throw new Error('Nothing to select.')
  window.getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length)
}

const hostile = `=HYPERLINK("https://evil.example","x")`
const table = (
  <table aria-label="Transfers">
    <tbody>
      <tr>
        <td>
          <Time value="2026-11-19T09:00:00.000Z" />
        </td>
        <td>{hostile}</td>
        <td>
          <Amount text="-1250.00" />
        </td>
        <td>
          <Amount text="249970.123456" isDebit />
        </td>
        <td>-5 +A1</td>
      </tr>
      <tr>
        <td>{'<img src=x onerror=alert(1)> & "more"'}</td>
        <td />
        <td>＋1</td>
        <td>
          <Amount text="+1" />
        </td>
        <td>
          <Amount text="-5" /> {'+A1'}
        </td>
      </tr>
    </tbody>
  </table>
)
const cells = () => [...document.querySelectorAll('td')]

test('several cells are copied with formulas guarded, and amounts and times as they are', async () => {
  await renderInConsole(table)
  select(cells()[0], cells().at(-1))
  const { text } = await copy()
  expect(text.split('\n').map((row) => row.split('\t'))).toEqual([
    ['19 Nov 2026 09:00:00', `'${hostile}`, '-1250.00', '-249970.123456', "'-5 +A1"],
    ['<img src=x onerror=alert(1)> & "more"', '', "'＋1", "'+1", '−5 +A1'],
  ])
})

test('the copied HTML is a plain table with the same cells', async () => {
  await renderInConsole(table)
  select(cells()[0], cells().at(-1))
  const { text, html } = await copy()
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  expect(new Set([...body.querySelectorAll('*')].map(({ tagName }) => tagName))).toEqual(
    new Set(['TABLE', 'TBODY', 'TR', 'TD']),
  )
  expect([...body.querySelectorAll('*')].flatMap(({ attributes }) => [...attributes])).toEqual([])
  const rows = [...body.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual(text.split('\n').map((row) => row.split('\t')))
})

test('one text, one amount and one id are copied unchanged', async () => {
  const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
  await renderInConsole(
    <>
      {table}
      <section aria-label="id">
        <ShortId id={id} />
      </section>
    </>,
  )
  select(cells()[1])
  expect(await copy()).toMatchObject({ text: hostile, isOurs: false })
  select(cells()[3]?.firstElementChild ?? undefined)
  expect(await copy()).toMatchObject({ text: '249970.123456', isOurs: true })
  select(page.getByLabelText('id').element())
  expect((await copy()).text).toBe(id)
  const short = page.getByText('512f26ad…3cb5').element().firstChild
  window.getSelection()?.setBaseAndExtent(short as Text, 0, short as Text, 13)
  expect((await copy()).text).toBe(id)
  window.getSelection()?.setBaseAndExtent(short as Text, 0, short as Text, 8)
  expect((await copy()).text).toBe('512f26ad')
})

test('facts are copied as names and values', async () => {
  await renderInConsole(
    <Facts
      facts={[
        ['Memo', hostile],
        ['Amount', <Amount key="amount" text="-12.50" isFree />],
        ['Hash', <ShortId key="hash" id="0x0123456789abcdef0123456789abcdef" />],
        ['Note', 'two\nlines\t=1'],
        ['Fee', undefined],
      ]}
    />,
  )
  select(document.querySelector('dl') ?? undefined)
  expect((await copy()).text.split('\n')).toEqual([
    `Memo\t'${hostile}`,
    'Amount\t-12.50',
    'Hash\t0x0123456789abcdef0123456789abcdef',
    'Note\ttwo lines =1',
    'Fee\tnone',
  ])
})

test('rows of a list, with the text around them, are copied as they are shown', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers?x.columns=reference.amount.status',
    answers: {
      listTransfers: transferPage([
        transfer({ ref_id: '@SUM(A1)', type: 'WIRE_WITHDRAWAL', direction: 'DEBIT', amount: '1250.00' }),
      ]),
    },
  })
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  select(document.querySelector('main') ?? undefined)
  const rows = (await copy()).text.split('\n')
  expect(rows[0]).toBe('Transfers')
  expect(rows.find((row) => row.includes('SUM'))).toMatch(/^[^\t]+\t'@SUM\(A1\)\t-1250\.00\tCompleted$/)
})
