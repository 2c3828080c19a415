import { expect, test } from 'vitest'
import type { Intent } from '@/lib/api/console/intents'
import { ruleRoute } from '@/lib/api/provider/record-names'
import { checkedLines, idsNeeded, pastedLines, rulesOfLines, stepOf, stepsOfLines, sumOfLines } from './several'
import { blankTerms, blankWish, usableRules, wishRule } from './wish'
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
const payOut = (several: string, ids: string[] = []) => ({
  ...blankWish('pay-out', ids),
  several,
  'pay-out': { ...blankTerms('pay-out'), profile_id: 'main' },
})

test('a table is read as a spreadsheet copies it, with semicolons or with commas, with or without a head', () => {
  const one = { line: 1, amount: '1,250.00', to: 'Orsa Shipping', reference: '7752' }
  for (const text of [
    '1,250.00\tOrsa Shipping\t7752',
    '1,250.00; Orsa Shipping; 7752',
    '1,250.00, Orsa Shipping, "7752"',
  ])
    expect(pastedLines(text)).toMatchObject([{ ...one, reference: text.includes('"') ? '7752' : one.reference }])
  expect(pastedLines('Amount\tTo\tReference\r\n\r\n10\tOrsa Shipping\t1\r\n')).toEqual([
    { line: 3, amount: '10', to: 'Orsa Shipping', reference: '1' },
  ])
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
  const ids = Array.from({ length: idsNeeded(3) }, (_, at) => `id-${at}`)
  const values = payOut('100\tOrsa Shipping\t7752\n200\tKestrel Pay\t1\n50\tOrsa Shipping\t7752', ids)
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
    ...{ person: '', is_mine: true, summary: '', created_at: '', is_conflict: false },
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
