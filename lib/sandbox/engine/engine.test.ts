import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transfer } from '../../provider/transfers'
import { demoClient } from '../clients'
import { initiateSandboxFiatDeposit } from '../deposits'
import { createFiatAccount } from '../fiat-accounts'
import { createOrder } from '../orders'
import { profiles } from '../seed/parties'
import { Tenants } from '../tenants'
import { anchor, type Service, startService } from '../testing'
import { allAccounts } from './fiat-accounts'
import { allOrders } from './order-rows'

const profile: string = profiles[0].id
const wire = { wire: { account_number: '1' } }

describe('a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-engine-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const time = { now: anchor }
  const open = () => new Tenants({ folder, seed: { transfers: 20, anchor }, wall: () => time.now })

  test('keeps the clock and scheduled steps', () => {
    const before = open()
    const tenant = before.forClient(demoClient)
    tenant.setClock({ now: anchor + 3_600_000, speed: 60 })
    const context = { client: demoClient }
    const deposit = { amount: '20.00', asset: 'USD' as const, memo_id: 'MD1', fiat_network_instructions: wire }
    const account = {
      fiat_account_owner: { institution_details: { name: 'Okafor Ltd' } },
      fiat_network_instructions: wire,
    }
    const order = { side: 'SELL', market: 'BTCUSD', type: 'MARKET', base_amount: '1' } as const
    tenant.change((snapshot) => {
      initiateSandboxFiatDeposit.handle({ body: deposit }, { ...snapshot, ...context })
      createFiatAccount.handle({ body: account }, { ...snapshot, ...context })
      createOrder.handle({ path: { profile_id: profile }, body: order }, { ...snapshot, ...context })
    })
    expect(allOrders(tenant.store).map(({ status }) => status)).toEqual(['SUBMITTED'])
    before.close()

    // A tenth of a second on the wall is six of this clock.
    time.now += 100
    const after = open()
    const again = after.forClient(demoClient)
    expect([again.clock.now(), again.clock.speed]).toEqual([anchor + 3_606_000, 60])
    const { store } = again.snapshot()
    expect(allOrders(store).map(({ status }) => status)).toEqual(['FILLED'])
    expect(allAccounts(store).at(-1)?.status).toBe('APPROVED')
    const arrived = store.all("SELECT answer FROM transfers WHERE type = 'WIRE_DEPOSIT' ORDER BY seq DESC LIMIT 1")
    expect(JSON.parse(String(arrived[0]?.answer))).toMatchObject({
      memo: 'MD1',
      status: 'COMPLETED',
      // At its own time, not at the time of the request.
      updated_at: '2026-11-19T17:00:03.000000Z',
    })
    after.close()
  })
})

describe('paging while a thousand writes arrive', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService(500)
  })
  afterAll(() => service.stop())

  const deposit = (number: number) =>
    service.ask('/v2/sandbox/fiat-deposits', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '1.00', asset: 'USD', memo_id: `MD${number}`, fiat_network_instructions: wire }),
    })

  test.each([
    ['newest first', 'DESC', 40],
    ['oldest first', 'ASC', 20],
  ])('%s meets each transfer that was there exactly once', async (_, order, landing) => {
    const there = service.store.all('SELECT id FROM transfers').map(({ id }) => String(id))
    const met: string[] = []
    let written = 0
    let cursor = ''
    do {
      // They arrive before, during and after the reading of a page.
      const writes = written < 1000 ? Array.from({ length: landing }, () => deposit(written++)) : []
      const reply = await service.ask(
        `/v2/transfer/transfers?limit=20&order=${order}${cursor && `&page_cursor=${cursor}`}`,
      )
      const { items, next_page_cursor } = reply.body as { items: Transfer[]; next_page_cursor: string }
      met.push(...items.map(({ id }) => id))
      cursor = next_page_cursor
      await Promise.all(writes)
      service.tenant.setClock({ now: service.tenant.clock.now() + 100 })
    } while (cursor)
    expect(written).toBe(1000)
    const seen = new Set(met)
    expect(seen.size).toBe(met.length)
    expect(there.filter((id) => !seen.has(id))).toEqual([])
  })
})
