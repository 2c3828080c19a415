import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ActivityPage } from '@/components/activity/activity-page'
import { CreatedRecords } from '@/components/activity/created-records'
import { IntentPage } from '@/components/activity/intent-page'
import { intentOf } from '@/components/activity/testing'
import { IssuerQuoteList } from '@/components/issuer-quotes/issuer-quote-list'
import { Overview } from '@/components/overview/overview'
import { answerOf, usualOverview } from '@/components/overview/testing'
import { TransferList } from '@/components/transfers/transfer-list'
import { TransferPage } from '@/components/transfers/transfer-page'
import type { IntentDetail } from '@/lib/api/intents'
import { type Answers, problem } from './proxy'
import { issuerQuote, transfer } from './records'
import { renderInConsole } from './render'

/** Direction controls, and isolates that are not closed. */
const controls = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/
const hostile = (text: string) => `\u2066\u202e${text}\u061c`

/** Every text in a value made hostile, except times and these members. */
function withHostileText<Value>(value: Value, except: readonly string[] = []): Value {
  const read = (one: unknown): unknown => {
    if (typeof one === 'string') return /^\d{4}-\d\d-\d\dT/.test(one) ? one : hostile(one)
    if (Array.isArray(one)) return one.map(read)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one).map(([name, member]) =>
        except.includes(name) ? [name, member] : [name === 'metadata_name' ? hostile(name) : name, read(member)],
      ),
    )
  }
  return read(value) as Value
}

/** Texts and attributes that hold a control which is not shown. */
function unshown(): string[] {
  const found = controls.test(document.title) ? [`title: ${document.title}`] : []
  for (const element of document.body.querySelectorAll('*')) {
    const what = `${element.tagName.toLowerCase()}.${element.className}`
    for (const { name, value } of element.attributes) {
      const isRead = name === 'title' || name.startsWith('aria-') || name === 'placeholder' || name === 'data-name'
      if (isRead && controls.test(value)) found.push(`${what} ${name}: ${value}`)
    }
    if (element.matches('.code-point, script, style')) continue
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE && controls.test(child.nodeValue ?? ''))
        found.push(`${what}: ${child.nodeValue}`)
  }
  return found
}

const ids = ['id', 'state', 'operation', 'environment', 'kind', 'path']
const id = '0192e4a0-0000-7000-8000-000000000001'
const members = {
  memo: 'Invoice 7',
  ref_id: 'hedge-119',
  group_id: 'group-1',
  crypto_network: 'ETHEREUM',
  crypto_tx_hash: '0xabcdef0123456789',
  destination_address: '0x00000000000000000000',
  identity_id: 'identity-1',
  account_id: 'account-1',
  secondary_status: { name: 'OTHER', detail: 'Held.' },
  status_details: { another_condition: { message: 'Wait.' } },
  metadata: { metadata_name: 'A value' },
  undocumented: { bank: 'Northgate' },
}
const hostileTransfer: object = withHostileText<object>({ ...transfer(), ...members }, ['id', 'direction'])
const lists: Answers = {
  listTransfers: { items: [hostileTransfer], next_page_cursor: '' },
  listIssuerQuotes: { issuer_quote_executions: [withHostileText({ ...issuerQuote(), ref_id: 'r' }, ['id'])] },
  getTransfer: hostileTransfer,
  'POST /overview': () => answerOf(withHostileText(usualOverview(), ['credit', 'debit'])),
  'GET /transfers/{id}/observed': { states: [] },
  'GET /presets': { entries: [] },
}

const intent: IntentDetail = withHostileText(
  intentOf({
    state: 'refused',
    path: { profile_id: 'profile-1' },
    ref_id: 'hedge-119',
    record_id: 'o-1',
    record_status: 'ODD',
    noted_by: 'Ines',
    reason: 'The provider refused.',
    sent_at: '2026-11-19T13:23:05.000Z',
    answer_status: 403,
    body: { market: 'BTCUSD', side: 'SELL', metadata: { metadata_name: 'A value' } },
    answer: { title: 'No.' },
    events: [{ at: '2026-11-19T13:23:05.000Z', kind: 'answered', words: 'Refused: no.', person: 'Ines', status: 403 }],
  }),
  ids,
)
const intents: Answers = {
  'GET /intents/{id}': intent,
  'GET /intents': { intents: [{ ...intent, id: 'an-earlier-one', state: 'unknown' }, intent], next_page_cursor: '' },
  'GET /presets': { entries: [] },
}

test.each([
  ['the list of transfers', <TransferList key="1" environment="sandbox" />, '/sandbox/transfers', lists],
  ['the cards of a phone', <TransferList key="1" environment="sandbox" />, '/sandbox/transfers?x.rows=all', lists, 390],
  [
    'every column',
    <TransferList key="1" environment="sandbox" />,
    '/sandbox/transfers?x.columns=type.amount.asset.status.network.reference.hash.memo.group.identity.account.destination.who',
    lists,
  ],
  ['issuer quotes', <IssuerQuoteList key="1" environment="sandbox" />, '/sandbox/issuer-quotes', lists],
  ['a transfer', <TransferPage key="1" environment="sandbox" id={id} />, `/sandbox/transfers/${id}`, lists],
  [
    "a transfer's fields",
    <TransferPage key="1" environment="sandbox" id={id} />,
    `/sandbox/transfers/${id}?x.tab=fields`,
    lists,
  ],
  [
    "a transfer's JSON",
    <TransferPage key="1" environment="sandbox" id={id} />,
    `/sandbox/transfers/${id}?x.tab=json`,
    lists,
  ],
  ['the overview', <Overview key="1" environment="sandbox" person="treasury" roles={['support']} />, '/sandbox', lists],
  [
    'a request',
    <IntentPage key="1" environment="sandbox" person="treasury" roles={['treasury']} id={intent.id} />,
    `/sandbox/activity/${intent.id}`,
    intents,
  ],
  [
    'the activity',
    <ActivityPage key="1" environment="sandbox" person="treasury" roles={['treasury']} />,
    '/sandbox/activity',
    intents,
  ],
  [
    'the orders',
    <CreatedRecords key="1" environment="sandbox" person="ines" roles={['treasury']} creates="createOrder" />,
    '/sandbox/orders',
    intents,
  ],
  [
    'a problem',
    <TransferList key="1" environment="sandbox" />,
    '/sandbox/transfers',
    {
      listTransfers: () =>
        problem(400, 'service-refused', hostile('Refused.'), {
          detail: hostile('Why.'),
          errors: [{ field: hostile('limit'), message: hostile('No.') }],
          meta: { service_request_id: hostile('r-1') },
        }),
    },
  ],
] as const)(
  '%s shows every direction control that the provider sent',
  async (_, shown, url, answers, width?: number) => {
    await renderInConsole(shown, { url, answers, width })
    await expect.element(page.getByRole('img', { name: 'U+202E' }).first()).toBeInTheDocument()
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBe(null)
    expect(unshown()).toEqual([])
  },
)
