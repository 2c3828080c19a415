/** Account numbers in what people and the provider write: encrypted at rest, and shortened for those who may not write. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { IntentQuery, NewNote } from '../../../api/intent-input'
import type { Clock } from '../../../server/clock'
import { intentPage } from '../../../server/writes/intent-pages'
import {
  account,
  accountNumber,
  approver,
  describeOnBothDatabases,
  ines,
  market,
  tomas,
} from '../../../server/writes/testing'
import { createPresets } from './presets'

const spelt = '0001 2345-6789'
const iban = 'DE89 3704 0044 0532 0130 00'

describeOnBothDatabases('An account number', ({ test, core, database, ask, detail, ledger, row, clock: seeded }) => {
  const presets = (clock: Clock = seeded) => createPresets(database(), clock, ledger().encryption)
  const owner = () => core().upstreams.of('sandbox').owner

  async function stored(): Promise<string> {
    const tables = [sql`select * from intent`, sql`select * from intent_event`, sql`select * from preset`]
    const read = await Promise.all(tables.map((query) => query.execute(database())))
    return JSON.stringify(read.map(({ rows }) => rows))
  }
  const page = async (query: object, session = ines) =>
    intentPage(core(), 'sandbox', z.parse(IntentQuery, query), session)

  test('in a note is encrypted at rest, and whole only for those who may write', async () => {
    const id = randomUUID()
    await ask('createOrder', market, { id })
    const words = `Refunded to ${spelt} by phone, IBAN ${iban}.`
    const history = ledger().newEvent({ kind: 'noted', words })
    expect(await ledger().actions.note(id, {}, { ...history, person: tomas.name }, tomas)).toBe(true)
    expect(await stored()).not.toMatch(/Refunded|2345-6789|0532 ?0130/)
    expect((await detail(id)).events.at(-1)?.words).toBe(words)
    expect((await detail(id, approver)).events.at(-1)?.words).toBe('Refunded to ••6789 by phone, IBAN ••3000.')
  })

  test('in a reference, a name or metadata is not stored in plain text, and the reference is still found', async () => {
    const id = randomUUID()
    const reference = `to ${spelt}`
    const metadata = { purpose: `for ${iban}` }
    await ask('createOrder', { ...market, ref_id: reference, metadata }, { id })
    expect(await stored()).not.toMatch(/2345-?6789|0532 ?0130/)
    const found = await page({ q: ` ${reference} ` })
    expect(found.intents).toMatchObject([{ id, ref_id: reference }])
    expect((await page({ q: reference }, approver)).intents).toMatchObject([{ id, ref_id: 'to ••6789' }])
    expect(await detail(id)).toMatchObject({ ref_id: reference, body: { metadata } })
    const seen = await detail(id, approver)
    expect(seen).toMatchObject({
      ref_id: 'to ••6789',
      body: { ref_id: 'to ••6789', metadata: { purpose: 'for ••3000' } },
    })
    expect(JSON.stringify(seen)).not.toMatch(/2345-?6789|0532 ?0130/)
  })

  test('in a reference belongs to one request, as any reference does', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const order = { ...market, ref_id: `to ${spelt}` }
    await ask('createOrder', order, { id: first })
    await expect(ask('createOrder', order, { id: second })).rejects.toMatchObject({
      problem: { title: 'This reference was already used: another request from this console created the record.' },
    })
    expect((await ledger().rows.sharingReference(await row(second))).map((one) => one.id)).toEqual([first])
  })

  test('that a person types as the name of a bank is not in the summary', async () => {
    const id = randomUUID()
    const wire = { account_number: accountNumber, routing_details: { bank_name: `Bank of ${iban}` } }
    await ask('createFiatAccount', { ...account, fiat_network_instructions: { wire } }, { id })
    expect((await row(id)).summary).toBe('Register fiat account, Bank of ••3000 ••6789')
    expect(await stored()).not.toMatch(/0532 ?0130/)
    expect(JSON.stringify(await page({}, approver))).not.toMatch(/0532 ?0130/)
  })

  test('in a preset is encrypted at rest, and whole only for those who may write', async () => {
    const value = JSON.stringify({ beneficiary: spelt })
    await presets().save(owner(), 'metadata-template', { key: 'Payroll', value }, ines)
    expect(await stored()).not.toMatch(/2345-?6789|beneficiary/)
    expect(await presets().list(owner(), 'metadata-template', ines)).toMatchObject([{ key: 'Payroll', value }])
    const [seen] = await presets().list(owner(), 'metadata-template', approver)
    expect(seen?.value).toBe('{"beneficiary":"••6789"}')
    await database().deleteFrom('preset').execute()
  })

  test('is refused as a status, which pages sort and filter by', () => {
    const status = (text: string) => z.safeParse(NewNote, { status: text, words: 'Seen there.' }).success
    expect([status('FILLED'), status(`PAID ${spelt}`)]).toEqual([true, false])
  })

  test('is not looked for in an order without one, which is readable with any secret', async () => {
    const plain = randomUUID()
    await ask('createOrder', { ...market, metadata: { purpose: 'hedge' } }, { id: plain })
    expect((await row(plain)).body).toContain('hedge')
  })
})
