/** What chat tools are told: the money, where it goes, who acts by when, and nothing that is markup or a whole account number. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { describeOnBothDatabases, ines } from '../../../server/writes/testing'
import type { WebhookEvent } from '../interface'
import { chatBody } from './notice'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const account = '512f26ad-7c1e-4f7e-9b0a-6a1f0d8e3cb5'
const profile = 'a1b2c3d4-0000-4000-8000-000000000001'

describeOnBothDatabases('Notices for chat tools', ({ test, database, ledger }) => {
  const record = async (name: 'createRule' | 'createFiatAccount', body: object, summary: string) => {
    const id = randomUUID()
    const request = { id, name, path: {}, body: JSON.stringify(body), fingerprint: id, summary }
    await ledger().record({ ...owner }, request, ines)
    return id
  }
  const tell = (kind: WebhookEvent, data: object, plans: readonly [string, object[]][] = []) => {
    const sources = {
      origin: 'https://mintdesk.example',
      rows: ledger().rows,
      profileName: async (_: object, id: string) => (id === profile ? 'Treasury ops' : undefined),
      plansOf: async () => new Map(plans) as never,
    }
    const event = { sequence: 1, kind, at: 1, id: 'msg_1', data: JSON.stringify(data) }
    return chatBody('teams', sources, owner, event).then((text) => {
      const [{ content }] = JSON.parse(text).attachments
      const lines: string[] = content.body.map(
        ({ text: title, inlines = [] }: { text?: string; inlines?: { text: string }[] }) =>
          title ?? inlines.map((one) => one.text).join(''),
      )
      return { lines, actions: content.actions }
    })
  }

  test('a request that waits says how much, to where, until when and who asked, and only leads to its page', async () => {
    const made = await record(
      'createFiatAccount',
      {
        fiat_account_owner: { institution_details: { name: 'Acme Ltd' } },
        fiat_network_instructions: {
          wire: { account_number: '000123456789', routing_details: { bank_name: 'Northgate Trust' } },
        },
      },
      'Register fiat account, Northgate Trust ••6789',
    )
    await database().updateTable('intent').set({ record_id: account }).where('id', '=', made).execute()
    const rule = {
      profile_id: profile,
      source_asset: 'USDC',
      destination_asset: 'USD',
      source: { profile: { profile_id: profile } },
      destination: { fiat: { fiat_account_id: account } },
    }
    const id = await record('createRule', rule, 'Pay out USDC for invoice 000123456789')
    const request = { id, operation: 'createRule', person: 'Ines', expires_at: '2026-11-20T14:31:52.000Z' }
    const { lines, actions } = await tell('request.approval_needed', { request })
    expect(lines).toEqual([
      'Request waiting for approval',
      'Request: Pay out USDC for invoice ••6789',
      'To: Northgate Trust ••6789',
      'Requested by: Ines',
      'Who acts: An approver, in Mintdesk',
      'By: 2026-11-20 14:31 UTC',
      'Environment: Sandbox, no real money',
    ])
    expect(actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Open in Mintdesk', url: `https://mintdesk.example/sandbox/activity/${id}` },
    ])

    const plan = { kind: 'pay-out', amount: '50000.00', rule: { source_asset: 'USDC', destination_asset: 'USD' } }
    const planned = await tell('request.approval_needed', { request }, [[id, [plan]]])
    expect(planned.lines).toContain('Request: Pay out 50,000.00 USDC into USD')
    expect(planned.lines).toContain('Amount: 50,000.00 USDC')
  })

  test('an unknown outcome says until when it can be checked, also of a request that is gone', async () => {
    const request = { id: randomUUID(), operation: 'createOrder', sent_at: '2026-11-19T14:00:00.000Z' }
    const { lines } = await tell('request.outcome_unknown', { request })
    expect(lines).toEqual([
      'Outcome of a request unknown',
      'Who acts: Treasury',
      'By: 2026-11-20 13:00 UTC',
      'Environment: Sandbox, no real money',
    ])
  })

  const transfer = {
    id: randomUUID(),
    status: 'PENDING',
    secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' },
    amount: '48200',
    asset: 'USDC',
    type: 'CRYPTO_WITHDRAWAL',
    direction: 'DEBIT',
    profile_id: profile,
    destination_address: '0xAbC1',
    crypto_network: 'ARBITRUM_ONE',
  }

  test('a transfer says its amount, its address or profile, and who acts', async () => {
    const { lines, actions } = await tell('transfer.travel_rule_requested', { transfer })
    expect(lines.slice(1)).toEqual([
      'Amount: 48,200.00 USDC',
      'To: 0xabc1 on Arbitrum one',
      'Who acts: Treasury',
      'By: No deadline from the provider',
      'Environment: Sandbox, no real money',
    ])
    expect(actions[0].url).toBe(`https://mintdesk.example/sandbox/transfers/${transfer.id}`)
    const deposit = { ...transfer, direction: 'CREDIT', status: 'FAILED', secondary_status: undefined }
    expect((await tell('transfer.failed', { transfer: deposit })).lines).toContain('To: Treasury ops')
  })

  test('a movement says what came in and went out, and whom its open transfer waits for', async () => {
    const movement = {
      id: 'm-1',
      in: { amount: '100', asset: 'USD' },
      out: { amount: '99', asset: 'USDC' },
      waits_for: { who: 'approver', why: 'approval', transfer: transfer.id },
      transfers: [transfer, { ...transfer, id: randomUUID(), destination_address: '0x2' }],
    }
    const { lines, actions } = await tell('movement.waiting', { movement })
    expect(lines).toEqual([
      'Movement waiting for approval at the provider',
      'In: 100.00 USD',
      'Out: 99.00 USDC',
      'To: 0xabc1 on Arbitrum one',
      'Who acts: Your approver at the provider',
      'By: No deadline from the provider',
      'Environment: Sandbox, no real money',
    ])
    expect(actions[0].url).toBe('https://mintdesk.example/sandbox/money/m-1')
  })

  test('Slack reads no text as a mention or a link', async () => {
    const id = await record('createRule', {}, '<!channel> & <https://evil.example|Approve>')
    const sources = {
      origin: 'https://mintdesk.example',
      rows: ledger().rows,
      profileName: async () => undefined,
      plansOf: async () => new Map(),
    }
    const data = JSON.stringify({ request: { id, operation: 'createRule' } })
    const event = { sequence: 1, kind: 'request.declined' as const, at: 1, id: 'msg_1', data }
    const { text, blocks } = JSON.parse(await chatBody('slack', sources, owner, event))
    expect(text).toContain('&lt;!channel&gt; &amp; &lt;https://evil.example|Approve&gt;')
    const [, facts, link] = blocks
    expect(facts.elements[0].elements[1]).toEqual({ type: 'text', text: '<!channel> & <https://evil.example|Approve>' })
    expect(link.elements[0].elements).toEqual([
      { type: 'link', url: `https://mintdesk.example/sandbox/activity/${id}`, text: 'Open in Mintdesk' },
    ])
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual(['header', 'rich_text', 'rich_text'])
  })
})
