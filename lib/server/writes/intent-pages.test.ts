/** Intents as the pages of Activity show them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  account,
  accountNumber,
  approver,
  describeOnBothDatabases,
  ines,
  limitOrder,
  market,
  path,
  rule,
  tomas,
} from './testing'

describeOnBothDatabases(
  'An intent',
  ({ test, database, ask, row, detail, page, note, stress, set, check, service, restart }) => {
    test('stores no account number in plain text, and shows it whole only to those who may write', async () => {
      const id = randomUUID()
      await ask('createFiatAccount', account, { id })
      const stored = await sql`select * from intent`.execute(database())
      const events = await sql`select * from intent_event`.execute(database())
      expect(JSON.stringify([stored.rows, events.rows])).not.toContain(accountNumber)
      expect(JSON.stringify(await detail(id))).toContain(accountNumber)
      expect(JSON.stringify(await detail(id, approver))).not.toContain(accountNumber)
      expect(JSON.stringify(await detail(id, approver))).toContain('••6789')
      expect(JSON.stringify(await page({}))).not.toContain(accountNumber)
    })

    test('shows an approver no account number, however the provider spells it', async () => {
      const id = randomUUID()
      const spelt = `IBAN ${accountNumber.slice(0, 4)} ${accountNumber.slice(4, 8)}-${accountNumber.slice(8)} is closed`
      await ask('createFiatAccount', { ...account, metadata: { note: spelt } }, { id })
      expect(JSON.stringify(await detail(id))).toContain(spelt)
      expect(JSON.stringify(await detail(id, approver))).toContain('IBAN ••6789 is closed')
    })

    test('represents its record on every page, with the last known status', async () => {
      const [made, changed, again, elsewhere] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
      const change = (name: string) => ({ fiat_account_owner: { institution_details: { name } } })
      await ask('createFiatAccount', account, { id: made })
      const record = (await row(made)).record_id ?? ''
      await ask('updateFiatAccount', change('Halden A'), { id: changed, path: { id: record } })
      await ask('updateFiatAccount', change('Halden B'), { id: again, path: { id: record } })
      await ask('createFiatAccount', account, { id: elsewhere })
      // Made elsewhere and changed here: nothing here made it.
      await set(elsewhere, { operation: 'updateFiatAccount' })
      await note(again, { status: 'APPROVED' })
      const listed = async (more: object) =>
        page({ by: 'record', operations: ['createFiatAccount', 'updateFiatAccount'], ...more })
      const first = await listed({ limit: 1 })
      expect(first.intents.map(({ id }) => id)).toEqual([elsewhere])
      const { intents, next_page_cursor } = await listed({ limit: 1, page_cursor: first.next_page_cursor })
      expect(intents).toMatchObject([{ id: made, record_status: 'APPROVED', noted_by: tomas.name }])
      expect(next_page_cursor).toBe('')
      await set(made, { state: 'unknown' })
      // The unknown one may have made a record of its own, which is not known.
      expect((await listed({})).intents.map(({ id }) => id)).toEqual([elsewhere, again])
    })

    test('is in the list of records once its outcome is known, and says whether its status is still open', async () => {
      const [lost, done, final, refused] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
      await stress({ drop: [{ operation: 'createOrder' }] })
      await expect(ask('createOrder', limitOrder('1.00'), { id: lost })).rejects.toThrow()
      await ask('createOrder', limitOrder('1.00'), { id: final })
      await set(final, { record_status: 'CANCELLED' })
      await ask('createOrder', limitOrder('1.00'), { id: done })
      await expect(ask('createOrder', { ...limitOrder('1.00'), identity_id: 'a' }, { id: refused })).rejects.toThrow()
      const listed = async () => (await page({ by: 'record', operations: ['createOrder'] })).intents
      expect((await listed()).map(({ id, is_open, may_follow }) => [id, is_open, may_follow])).toEqual([
        [done, true, true],
        [final, undefined, false],
      ])
      // Where pages may not check by themselves, a person may.
      restart({ settings: { follows: { sandbox: false, production: false } } })
      expect((await listed())[0]).toMatchObject({ is_open: true, may_follow: false })
      expect((await page({ states: ['unknown'], operations: ['createOrder'] })).intents.map(({ id }) => id)).toEqual([
        lost,
      ])
    })

    test('says in lists what a desk calls its record', async () => {
      await ask('createFiatAccount', account, { id: randomUUID() })
      await ask('createOrder', limitOrder('1.00'), { id: randomUUID() })
      await ask('createRule', { ...rule(randomUUID()), nickname: 'Monthly mint' }, { id: randomUUID() })
      await ask('createRule', rule(randomUUID()), { id: randomUUID() })
      const { intents } = await page({})
      expect(intents.map(({ record_name }) => record_name)).toEqual([
        'Mint USDG',
        'Monthly mint',
        'Buy 0.01 BTC',
        expect.stringMatching(/ ••\w{4}$/),
      ])
    })

    test('shows in lists of records the route and memo of a rule, and the newest bank and owner of an account', async () => {
      const id = randomUUID()
      await ask('createRule', rule(randomUUID()), { id: randomUUID() })
      const [shown] = (await page({ by: 'record', operations: ['createRule'] })).intents
      expect(shown?.route).toEqual({
        profile_id: path.profile_id,
        source_asset: 'USD',
        destination_asset: 'USDG',
        source_network: 'WIRE',
        memo: expect.stringMatching(/^MD[A-Z2-9]{10}$/),
      })
      await ask('createFiatAccount', account, { id })
      const accounts = { by: 'record', operations: ['createFiatAccount', 'updateFiatAccount'] } as const
      const listed = async () => (await page({ ...accounts, operations: [...accounts.operations] })).intents[0]
      expect(await listed()).toMatchObject({
        record_name: 'Harbour Bank ••6789',
        account: { bank: 'Harbour Bank', owner: 'Halden Treasury AG' },
      })
      const routing_details = { bank_name: `Bank of ${accountNumber}` }
      const wire = { account_number: accountNumber, routing_details }
      await ask(
        'updateFiatAccount',
        { fiat_network_instructions: { wire } },
        { id: randomUUID(), path: { id: (await row(id)).record_id ?? '' } },
      )
      await check(id)
      const changed = await listed()
      expect(changed?.account).toEqual({ owner: 'Halden Treasury AG' })
      expect(JSON.stringify(changed)).not.toContain(accountNumber)
    })

    test('of an order says in the list of orders what its newest record has as filled', async () => {
      const [open, filled] = [randomUUID(), randomUUID()]
      await ask('createOrder', limitOrder('1.00'), { id: open })
      await ask('createOrder', limitOrder('9000000'), { id: filled })
      await service().control('PUT', '/clients/demo-client/clock', { forward_seconds: 30 })
      await check(filled)
      const { intents } = await page({ by: 'record', operations: ['createOrder'] })
      const fillOf = (id: string) => intents.find((intent) => intent.id === id)?.fill
      const asked = (price: string) => ({ ordered: '0.01', terms: `limit ${price} USD` })
      expect(fillOf(open)).toEqual({ market: 'BTCUSD', amount: '0', ...asked('1.00') })
      expect(fillOf(filled)).toEqual({
        market: 'BTCUSD',
        amount: '0.01',
        price: expect.stringMatching(/^\d+(\.\d+)?$/),
        ...asked('9,000,000'),
      })
      expect((await page({})).intents.every(({ fill }) => fill === undefined)).toBe(true)
    })

    test('is listed newest first, page by page, by state, operation, person and reference', async () => {
      const ids: string[] = []
      for (let index = 0; index < 5; index++) {
        const id = randomUUID()
        await ask('createOrder', market, { id, session: index % 2 ? tomas : ines })
        ids.unshift(id)
      }
      const lost = randomUUID()
      await stress({ drop: [{ operation: 'createRule' }] })
      await expect(ask('createRule', rule(lost), { id: lost })).rejects.toThrow()
      const found: string[] = []
      let cursor: string | undefined
      do {
        const { intents, next_page_cursor } = await page({ limit: 2, ...(cursor && { page_cursor: cursor }) })
        found.push(...intents.map(({ id }) => id))
        cursor = next_page_cursor || undefined
      } while (cursor)
      expect(found).toEqual([lost, ...ids])
      const listed = async (query: Parameters<typeof page>[0]) => (await page(query)).intents.map(({ id }) => id)
      expect(await listed({ states: ['unknown'] })).toEqual([lost])
      expect(await listed({ operations: ['createOrder'] })).toEqual(ids)
      expect(await listed({ q: 'TOMAS' })).toHaveLength(2)
      expect(await listed({ q: '%' })).toEqual([])
      expect(await listed({ q: ids[2] ?? '' })).toEqual([ids[2]])
      expect(await listed({ 'created_at.lt': '2020-01-01T00:00:00Z' })).toEqual([])
      await expect(page({ page_cursor: 'x' })).rejects.toMatchObject({ problem: { status: 400 } })
    })

    test('that was checked a thousand times shows its newest 200 entries and counts the others', async () => {
      const id = randomUUID()
      await ask('createOrder', market, { id })
      const [row] = await database().selectFrom('intent_event').selectAll().where('intent_id', '=', id).execute()
      if (!row) throw new Error('The request has no history.')
      const more = Array.from({ length: 1_000 }, (_, index) => ({
        ...row,
        id: `e-${index}`,
        at: row.at + 60_000_000 + index,
      }))
      for (let from = 0; from < more.length; from += 100)
        await database()
          .insertInto('intent_event')
          .values(more.slice(from, from + 100))
          .execute()
      const { events, earlier_events } = await detail(id)
      expect(events).toHaveLength(200)
      expect(earlier_events).toBeGreaterThanOrEqual(801)
    })
  },
)
