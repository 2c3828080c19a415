import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Intent } from '@/lib/api/intents'
import { ruleRoute } from '@/lib/provider/record-names'
import { pastedTable } from './pasted-lines'
import { checkedLines, idsNeeded, idsOfTable, rulesOfLines, stepOf, stepsOfLines, sumOfLines } from './several'
import { amountOf, blankTerms, blankWish, usableRules, wishAmountError, wishRule } from './wish'
import { wishErrors } from './wish-checks'

const choices = {
  accounts: [
    { value: 'account-1', label: 'Orsa Shipping', code: 'Nordhavn Bank ••7719' },
    { value: 'account-2', label: 'Kestrel Pay', code: 'Halden Bank ••4512' },
  ],
  profiles: [{ value: 'profile-2', label: 'Payouts EMEA' }],
}
const context = {
  environment: 'production',
  intent: '',
  requiresIdentity: false,
  now: 0,
  zone: 'UTC',
  figure: '1',
} as const
const ids = (lines: number) => Array.from({ length: idsNeeded(lines) }, (_, at) => `id-${at}`)
const payOut = (several: string, ids: string[] = []) => ({
  ...blankWish('pay-out', ids),
  several,
  'pay-out': { ...blankTerms('pay-out'), profile_id: 'main' },
})

const read = (text: string) => pastedTable(text).lines.map(({ amount, to, reference }) => [amount, to, reference])
/** What is wrong with a table, as the form says it. */
const refusal = (text: string, kind: 'pay-out' | 'mint' = 'pay-out') =>
  wishErrors({ ...payOut(text), kind }, context, choices).several

describe('a table', () => {
  test.each([
    ['as spreadsheets copy it', '1,250.00\tOrsa Shipping\t7752'],
    ['with semicolons', '1,250.00; Orsa Shipping; 7752'],
    ['with commas and quotes', '"1,250.00","Orsa Shipping","7752"'],
    ['with no-break spaces and characters that have no shape', '\u200f1,250.00\tOrsa\u00a0Shipping\u200b\t7752'],
    ['with heads', 'Amount\tTo\tReference\r\n\r\n1,250.00\tOrsa Shipping\t7752\r\n'],
    ['with a mark of its encoding and rows that are empty', '\ufeff1,250.00;Orsa Shipping;7752\n;;\n'],
  ])('is read %s', (_, text) => {
    expect(read(text)).toEqual([['1,250.00', 'Orsa Shipping', '7752']])
  })

  test('is read by the names of its columns, in any order and in usual languages and spellings', () => {
    for (const [reference, to, amount] of [
      ['Reference', 'Fiat account', 'Amount'],
      ['REF_NO', 'Beneficiary name', 'Amount (USDC)'],
      ['Invoice no.', 'Vendor', 'AMOUNT USDC'],
      ['Verwendungszweck', 'Empfänger', 'Betrag in USDC'],
      ['Référence', 'Bénéficiaire', 'Montant'],
      ['Concepto', 'Beneficiario', 'Importe'],
      ['Causale', 'Fornitore', 'Importo'],
      ['Omschrijving', 'Begunstigde', 'Bedrag'],
      ['Tytuł przelewu', 'Odbiorca', 'Kwota'],
      ['Melding', 'Mottaker', 'Beløp'],
      ['Meddelande', 'Mottagare', 'Belopp'],
      ['Descrição', 'Destinatário', 'Valor'],
      ['摘要', '受取人名', '金額'],
    ]) {
      const orders = [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ]
      for (const order of orders) {
        const rows = [
          [reference, to, amount],
          ['7752', 'Orsa Shipping', '1,250.00'],
          ['7753', 'Kestrel Pay', '99.00'],
        ].map((cells) => order.map((at) => cells[at]).join('\t'))
        const lines = checkedLines(payOut(rows.join('\n')), choices)
        expect(
          lines.map((line) => [line.error, line.reference, line.to, wishAmountError(line.amount, 'USDC')]),
        ).toEqual([
          [undefined, '7752', 'Orsa Shipping', undefined],
          [undefined, '7753', 'Kestrel Pay', undefined],
        ])
        expect(sumOfLines(lines)).toBe('1349.00')
      }
    }
  })

  test.each([
    ['Reference\tWho is paid\tAmount\n7752\tOrsa Shipping\t1,250.00', /^Line 1: None of these columns says where/],
    ['Amount\tTo\tTotal\n1\tOrsa Shipping\t2', /^Line 1: “Amount” and “Total” could each be the amount/],
    ['Amount\tTo\tReference\tMemo\n1\tOrsa Shipping\ta\tb', /“Reference” and “Memo” could each be the reference/],
    [
      'Amount\tTo\tBatch\n1\tOrsa Shipping\ta',
      /^Line 1: None of these columns is the reference\. .* leave out “Batch”/,
    ],
    ['Amount\tTo\t\n1\tOrsa Shipping\ta', /leave out “Column 3”/],
    ['Ile X\tKomu\tPo co\n1\tOrsa Shipping\ta', /^Line 1: “Ile X” is no amount\. If this line names the columns/],
    ['Reference\tFiat account\n7752\tOrsa Shipping', /^Line 1: “Reference” is no amount/],
    ['Amount\tTo\tReference', 'Paste the lines below the names of their columns.'],
    ['7752\tOrsa Shipping\t1,250.00', /^Line 1: Both 7752 and 1,250\.00 could be the amount\. Name the columns/],
    ['7752\tOrsa Shipping\t1.250,00', /^Line 1: Both 7752 and 1\.250,00 could be the amount/],
    ['Amount;To\n1;Orsa Shipping;7752', /^Line 2: This line has more cells than there are columns\.$/],
    ['Amount,Reference,To\n1,Orsa Shipping', /^Line 2: This line has fewer cells/],
    ['Amount,Reference,To\n1,250,Orsa Shipping', /^Line 2: A comma here may group thousands/],
    ['1,250.00, Orsa Shipping, 7752', /^Line 1: A comma here .* Write the amount in quotes/],
    ['Amount (EUR)\tTo\n1\tOrsa Shipping', 'Line 2: Enter the amount in USDC: this says EUR.'],
    ['Amount\tCurrency\tTo\n1\tEUR\tOrsa Shipping', 'Line 2: Enter the amount in USDC: this says EUR.'],
    ['1\tOrsa Shipping\t"a\n2\tKestrel Pay\tb"', /^Line 1: Close the quote/],
    ['1\tOrsa Shipping\ta\nAmount\tTo\tReference\n2\tKestrel Pay\tb', /^Line 2: Enter the amount as a number/],
    ['Amount\tTo\n1\tOrsa Shipping\nTotal\t\n', /^Line 3: Enter the amount as a number/],
    ['Amount\tTo\n1\tOrsa Shipping\n1\t\n', 'Line 3: Enter the fiat account.'],
  ])('that is not certain is refused with the reason: %j', (text, error) => {
    expect(refusal(text)).toMatch(error)
  })

  test.each([
    [
      'Reference\tFiat account\tAmount\n7752\tOrsa Shipping\t1,250.00\n7753\tKestrel Pay\t99.00',
      ['1250.00 7752', '99.00 7753'],
    ],
    [
      '\tOrsa Shipping\t7751\n1250\tOrsa Shipping\t7752\n99\tKestrel Pay\t7753',
      ['Enter the amount.', '1250.00 7752', '99.00 7753'],
    ],
    [
      '"1,250.00","Bluefin, Inc.","7752"\n"99.00","Kestrel Pay","7753"',
      ['No fiat account that was registered here is called “Bluefin, Inc.”.', '99.00 7753'],
    ],
    ['1\u00a0250.00\tOrsa\u00a0Shipping\u200b\t7752\n\u200f99.00\tKestrel Pay\t7753', ['1250.00 7752', '99.00 7753']],
    [
      ['1250,50', '1.250,50', '1.250', '1,250'].map((amount, at) => `${amount}\tOrsa Shipping\t${at}`).join('\n'),
      [
        'Enter the amount as a number, like 1250.00. The decimal mark is a point, not a comma.',
        'Enter the amount as a number, like 1250.00. The decimal mark is a point, not a comma.',
        ...['Did you mean 1.25 or 1,250?', 'Did you mean 1.25 or 1,250?'],
      ],
    ],
    [
      '1250\t"Orsa Shipping"\t"Invoice 7752\nsecond half"\n99\tKestrel Pay\t7753',
      ['1250.00 Invoice 7752 second half', '99.00 7753'],
    ],
  ])('%j says its amounts and references, or what is wrong with a line', (text, lines) => {
    const read = checkedLines(payOut(text), choices)
    expect(read.map(({ error, amount, reference }) => error ?? `${amountOf(amount)} ${reference}`)).toEqual(lines)
  })

  test('of other columns is read without them, and says so', () => {
    const { lines, unread, problem } = pastedTable('Date\tAmount\tTo\tMemo\tEmpty\n17.11.2026\t1\tOrsa Shipping\ta\t')
    expect([lines, unread, problem]).toEqual([
      [{ line: 2, amount: '1', to: 'Orsa Shipping', reference: 'a' }],
      ['Date'],
      undefined,
    ])
  })

  test('keeps quotes that belong to a name', () => {
    expect(read('1\t"Orsa" Shipping\t"5 inch\n2\t"say ""hi"""\tb')).toEqual([
      ['1', '"Orsa" Shipping', '"5 inch'],
      ['2', 'say "hi"', 'b'],
    ])
  })

  test('of any content has as many lines as it has rows with something in them', () => {
    const cell = fc.constantFrom(
      '',
      ' ',
      '1',
      '1,250.00',
      'Orsa Shipping',
      'to come',
      'abc',
      'Amounts',
      '7752',
      '1.250',
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 8 }), (rows) => {
        const filled = rows.filter((cells) => cells.some((one) => one.trim() !== '')).length
        const { lines, problem } = pastedTable(rows.map((cells) => cells.join('\t')).join('\n'))
        expect(problem).toBeUndefined()
        expect(lines).toHaveLength(filled)
      }),
    )
  })
})

describe('what people have pasted', () => {
  test('a table with named heads in another order pays what stands under Amount', () => {
    const text = 'Reference\tFiat account\tAmount\n7752\tOrsa Shipping\t1,250.00\n7753\tKestrel Pay\t99.00'
    const lines = checkedLines(payOut(text), choices)
    expect(stepsOfLines(payOut(text, ids(2)), lines, []).map(({ plan }) => [plan.amount, plan.label])).toEqual([
      ['1250.00', '7752'],
      ['99.00', '7753'],
    ])
  })

  test('a first line without its amount is a line with an error', () => {
    const text = '\tOrsa Shipping\t7751\n1250\tOrsa Shipping\t7752\n99\tKestrel Pay\t7753'
    expect(refusal(text)).toBe('Line 1: Enter the amount.')
    const lines = checkedLines(payOut(text), choices)
    expect([lines.length, sumOfLines(lines)]).toEqual([3, undefined])
    // Without its reference too.
    expect(refusal('\tOrsa Shipping\t\n1250\tOrsa Shipping\t7752')).toBe('Line 1: Enter the amount.')
    expect(refusal('to come\tOrsa Shipping\t\n1250\tOrsa Shipping\t7752')).toMatch(/^Line 1: “to come” is no amount/)
  })

  test('names and amounts in quotes have commas', () => {
    expect(read('"1,250.00","Bluefin, Inc.","7752"\n"99.00","Kestrel Pay","7753"')).toEqual([
      ['1,250.00', 'Bluefin, Inc.', '7752'],
      ['99.00', 'Kestrel Pay', '7753'],
    ])
    expect(read('99.00,Kestrel Pay,7753')).toEqual([['99.00', 'Kestrel Pay', '7753']])
  })

  test('a cell may have a line end in quotes', () => {
    const text = '1250\t"Orsa Shipping"\t"Invoice 7752\nsecond half"\n99\tKestrel Pay\t7753'
    expect(pastedTable(text).lines).toEqual([
      { line: 1, amount: '1250', to: 'Orsa Shipping', reference: 'Invoice 7752 second half' },
      { line: 3, amount: '99', to: 'Kestrel Pay', reference: '7753' },
    ])
  })

  test('amounts in other notations are refused or asked', () => {
    const text =
      '1250,50\tOrsa Shipping\t7752\n1.250,50\tKestrel Pay\t7753\n1.250\tKestrel Pay\t7754\n1,250\tKestrel Pay\t7755'
    const how = 'Enter the amount as a number, like 1250.00.'
    const comma = `${how} The decimal mark is a point, not a comma.`
    expect(checkedLines(payOut(text), choices).map(({ error }) => error)).toEqual([
      ...[comma, comma, 'Did you mean 1.25 or 1,250?', 'Did you mean 1.25 or 1,250?'],
    ])
  })

  test('a point or comma with three digits behind it means what the other amounts say, and is asked where they do not', () => {
    const amounts = (...texts: string[]) => {
      const several = texts.map((text, at) => `${text}\tOrsa Shipping\t${at}`).join('\n')
      return checkedLines(payOut(several), choices).map(({ amount, error }) => error ?? amountOf(amount))
    }
    expect(amounts('100,000', '99.00', '1.250')).toEqual(['100000.00', '99.00', '1.25'])
    expect(amounts('$100,000 USDC', '1,234.50')[1]).toBe('1234.50')
    expect(amounts('100,000', '99')).toEqual(['Did you mean 100 or 100,000?', '99.00'])
    expect(amounts('100,000', '99.00', '99,00')[0]).toBe('Did you mean 100 or 100,000?')
  })

  test('a currency in the amount must be that of the sentence', () => {
    const text = '€ 1,250.00\tOrsa Shipping\t1\n1,250.00 EUR\tOrsa Shipping\t2\n$1,250.00\tOrsa Shipping\t3'
    expect(checkedLines(payOut(text), choices).map(({ error }) => error)).toEqual([
      'Enter the amount in USDC: this says €.',
      'Enter the amount in USDC: this says EUR.',
      undefined,
    ])
  })

  test('two accounts of one name are named to choose from', () => {
    const accounts = [
      { value: 'a', label: 'Nordwind GmbH', code: 'Nordhavn Bank ••7719' },
      { value: 'b', label: 'Nordwind GmbH', code: 'Halden Bank ••4512' },
    ]
    const error = (several: string) => checkedLines(payOut(several), { ...choices, accounts })[0]?.error
    expect(error('1250\tNordwind GmbH\t7752')).toBe(
      '2 fiat accounts are called “Nordwind GmbH”. Write “Nordhavn Bank ••7719” or “Halden Bank ••4512” instead.',
    )
    expect(error('1250\tHalden Bank ••4512\t7752')).toBeUndefined()
  })
})

describe('the ids of the lines', () => {
  const ownIds = (text: string, before = { ids: ['own'], several: '' }) => idsOfTable(before, text, nextId)
  let count = 0
  const nextId = () => {
    count += 1
    return `new-${count}`
  }
  const table = '100\tOrsa Shipping\t1\n200\tKestrel Pay\t2'

  test('are made with the lines, and are the same for the same table', () => {
    const made = ownIds(table)
    expect(new Set(made).size).toBe(idsNeeded(2))
    expect(made[0]).toBe('own')
    expect(ownIds(table, { ids: made, several: table })).toEqual(made)
    // Those that are missing are made.
    expect(ownIds(table, { ids: ['own'], several: table })).toHaveLength(idsNeeded(2))
  })

  test('stay with their lines when others come, move or go', () => {
    const [own, ...pairs] = ownIds(table)
    const [orsa, kestrel] = [pairs.slice(0, 2), pairs.slice(2, 4)]
    const [first, second] = table.split('\n')
    const from = (several: string) => ownIds(several, { ids: [own ?? '', ...pairs], several: table })
    expect(from(`50\tOrsa Shipping\t0\n${table}`).slice(3)).toEqual([...orsa, ...kestrel])
    expect(from(`${second}\n${first}`).slice(1)).toEqual([...kestrel, ...orsa])
    expect(from(`Amount\tTo\tReference\n${table}`).slice(1)).toEqual([...orsa, ...kestrel])
    // A line that is corrected is still the line that it was.
    expect(from(`${first}\n250\tKestrel Pay\t2`).slice(1)).toEqual([...orsa, ...kestrel])
    expect(from(`${second}`).slice(1, 3)).toEqual(kestrel)
  })

  test('come back with a table that was cut and pasted again', () => {
    const made = ownIds(table)
    const cut = ownIds('', { ids: made, several: table })
    expect(ownIds(table, { ids: cut, several: '' })).toEqual(made)
  })

  test('are two for every line, each once, whatever is typed', () => {
    const line = fc.constantFrom('1\ta\tb', '2\ta', '1\ta\tb', '3', 'x\ty', '')
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        let before = { ids: ['own'], several: '' }
        for (const several of texts) {
          const made = ownIds(several, before)
          expect(made.length).toBeGreaterThanOrEqual(idsNeeded(pastedTable(several).lines.length))
          expect(new Set(made).size).toBe(made.length)
          for (const id of before.ids) expect(made).toContain(id)
          before = { ids: made, several }
        }
      }),
    )
  })
})

test('each line names its account by owner or bank, and says what is wrong with it', () => {
  const lines = checkedLines(
    payOut('100\tOrsa Shipping\t1\n200\tHalden Bank ••4512\t2\n300\tNobody\n12.3456\tKestrel Pay\n5'),
    choices,
  )
  expect(lines.map(({ terms, error }) => error ?? terms.destination.fiat)).toEqual([
    { fiat_account_id: 'account-1', memo: '1' },
    { fiat_account_id: 'account-2', memo: '2' },
    'No fiat account that was registered here is called “Nobody”.',
    // How many places a stablecoin may have is not documented.
    { fiat_account_id: 'account-2', memo: '' },
    'Enter the fiat account.',
  ])
  expect(sumOfLines(lines.slice(0, 2))).toBe('300.00')
  expect(rulesOfLines('pay-out', lines), 'one for each account and memo').toBe(3)
  expect(rulesOfLines('pay-out', [...lines.slice(0, 1), ...lines.slice(0, 1)])).toBe(1)
})

test('the form names the lines with problems, and refuses more than it can send while a person waits', () => {
  const found = wishErrors(payOut('1\tNobody\n2\tOrsa Shipping'), context, choices)
  expect(found).toEqual({ several: 'Line 1: No fiat account that was registered here is called “Nobody”.' })
  const many = Array.from({ length: 51 }, (_, at) => `${at + 1}\tOrsa Shipping`).join('\n')
  expect(wishErrors(payOut(many), context, choices).several).toBe('Paste at most 50 lines at once: there are 51.')
  const mint = {
    ...blankWish('mint'),
    several: '5\tnot an address',
    mint: { ...blankTerms('mint'), profile_id: 'main' },
  }
  expect(wishErrors(mint, context, choices).several).toMatch(/^Line 1: Choose in the sentence where the money goes/)
  const sent = { ...mint, mint: { ...mint.mint, destination_kind: 'crypto' as const } }
  expect(wishErrors(sent, context, choices).several).toMatch(/^Line 1: Enter an Ethereum-style address/)
})

test('each line is a movement, and lines that do the same share one new rule', () => {
  const values = payOut('100\tOrsa Shipping\t7752\n200\tKestrel Pay\t1\n50\tOrsa Shipping\t7752', ids(3))
  const steps = stepsOfLines(values, checkedLines(values, choices), [])
  expect(steps.map(({ id, plan }) => [id, plan.amount, plan.rule_intent, plan.label])).toEqual([
    ['id-1', '100.00', 'id-2', '7752'],
    ['id-3', '200.00', 'id-4', '1'],
    ['id-5', '50.00', 'id-2', '7752'],
  ])
  expect(steps.map(({ isNew, plan }) => isNew && plan.rule.ref_id)).toEqual(['id-2', 'id-4', 'id-2'])
  // The same again has the same ids, so that nothing is made twice.
  expect(stepsOfLines(values, checkedLines(values, choices), [])).toEqual(steps)
})

test('a rule that exists is named by its own request, and is not made again', () => {
  const terms = { ...blankTerms('mint'), profile_id: 'main' }
  const body = { ...wishRule('mint', terms, 'their-ref'), source: { fiat: { network: 'WIRE', memo_id: 'MD1' } } }
  const intent: Intent = {
    id: 'earlier',
    environment: 'sandbox',
    operation: 'createRule',
    state: 'confirmed',
    person: '',
    is_mine: true,
    summary: '',
    created_at: '',
    is_conflict: false,
    ref_id: 'their-ref',
    ...ruleRoute(body),
  }
  const rules = usableRules([intent])
  const values = { ...blankWish('mint', ['own']), amount: '5', mint: terms }
  expect(stepOf(values, 'a-movement', rules)).toMatchObject({
    id: 'a-movement',
    plan: { rule_intent: 'earlier', rule: { ref_id: 'their-ref' } },
    isNew: false,
  })
  expect(stepOf(values, 'a-movement', [])).toMatchObject({
    plan: { rule_intent: 'own', rule: { ref_id: 'own' } },
    isNew: true,
  })
})
