import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FiatAccount } from '../provider/fiat-accounts'
import { allAccounts, findAccount } from './engine/fiat-accounts'
import { type Reply, type Service, startService } from './testing'

let service: Service
beforeAll(async () => {
  service = await startService(200)
})
afterAll(() => service.stop())

const path = '/v2/transfer/fiat-accounts'
const send = (method: 'POST' | 'PUT', at: string, body: object): Promise<Reply> =>
  service.ask(at, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const create = (body: object) => send('POST', path, body)
const update = (id: unknown, body: object) => send('PUT', `${path}/${id}`, body)

const owner = { person_details: { first_name: 'Ada', last_name: 'Okafor' } }
const instructions = (bank = 'Harbour National Bank') => ({
  wire: {
    account_number: '4455667788',
    fiat_account_owner_address: { country: 'US', city: 'Boston' },
    routing_details: {
      routing_number_type: 'ABA',
      routing_number: '021000089',
      bank_name: bank,
      bank_address: { country: 'US', address1: '1 Front Street' },
    },
  },
})
const whole = (bank?: string) => ({ fiat_account_owner: owner, fiat_network_instructions: instructions(bank) })

const later = (milliseconds: number) => {
  service.tenant.setClock({ now: service.tenant.clock.now() + milliseconds })
}
const statusOf = (id: unknown) => {
  service.tenant.snapshot()
  return findAccount(service.store, String(id))?.status
}

describe('a fiat account', () => {
  test('is answered PENDING, whole and in the shape of the field list', async () => {
    const body = { ...whole(), ref_id: 'account-1', identity_id: 'i', account_id: 'a', metadata: { team: 'ops' } }
    const { status, body: account } = await create(body)
    expect(status).toBe(200)
    expect(account).toEqual({
      ...body,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'PENDING',
      created_at: expect.stringMatching(/Z$/),
      updated_at: account.created_at,
    })
  })

  test.each([
    ['Harbour National Bank', 'APPROVED'],
    ['REJECT Savings', 'REJECTED'],
    ['HOLD & Sons', 'PENDING'],
  ])('of %s is %s after its review', async (bank, expected) => {
    const { id } = (await create(whole(bank))).body
    later(3999)
    expect(statusOf(id)).toBe('PENDING')
    later(1)
    expect(statusOf(id)).toBe(expected)
  })

  test('with a ref_id in force is not created again; the current record is returned', async () => {
    const body = { ...whole(), ref_id: 'account-2' }
    const made = (await create(body)).body
    later(4000)
    const again = await create({ ...whole('Another Bank'), ref_id: 'account-2' })
    expect([again.status, again.body.type]).toEqual([409, '/problems/already-exists'])
    expect(again.body.meta).toEqual({ existing: { ...made, status: 'APPROVED', updated_at: expect.any(String) } })
  })

  test('is created once by fifty simultaneous requests', async () => {
    const before = allAccounts(service.store).length
    const body = { ...whole(), ref_id: 'account-3' }
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(body)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(allAccounts(service.store)).toHaveLength(before + 1)
  })
})

describe('a change of a fiat account', () => {
  const approved = async (bank?: string): Promise<FiatAccount> => {
    const { body } = await create(whole(bank))
    later(4000)
    return body as FiatAccount
  }

  test('merges, ignores empty members and sets the account back to review', async () => {
    const { id } = await approved()
    const changes = { wire: { account_number: '', routing_details: { bank_name: 'Granite Bank', routing_number: '' } } }
    const { status, body } = await update(id, { fiat_network_instructions: changes })
    expect([status, body.status]).toEqual([200, 'PENDING'])
    const merged = instructions('Granite Bank')
    expect(body.fiat_network_instructions).toEqual(merged)
    expect(body.fiat_account_owner).toEqual(owner)
    later(4000)
    expect(statusOf(id)).toBe('APPROVED')
  })

  test('of an address changes only the sent members', async () => {
    const { id } = await approved()
    const wire = { fiat_account_owner_address: { city: 'Chicago' } }
    const { body } = await update(id, { fiat_network_instructions: { wire } })
    expect(body).toMatchObject({
      fiat_network_instructions: { wire: { fiat_account_owner_address: { country: 'US', city: 'Chicago' } } },
    })
  })

  test('of the metadata alone replaces them, and needs no review', async () => {
    const { id } = await approved()
    const { body } = await update(id, { metadata: { a: '1' } })
    expect(body).toMatchObject({ status: 'APPROVED', metadata: { a: '1' } })
    expect((await update(id, { metadata: { b: '2' } })).body.metadata).toEqual({ b: '2' })
  })

  test('without effect leaves the account unchanged', async () => {
    const { id } = await approved()
    expect(statusOf(id)).toBe('APPROVED')
    const before = findAccount(service.store, id)
    for (const body of [
      {},
      { fiat_account_owner: owner },
      { fiat_network_instructions: { wire: { account_number: '' } } },
    ])
      expect((await update(id, body)).body).toEqual(before)
  })

  test('during a review is decided by the final content', async () => {
    const { id } = (await create(whole())).body
    later(2000)
    await update(id, { fiat_network_instructions: { wire: { routing_details: { bank_name: 'REJECT Bank' } } } })
    later(4000)
    expect(statusOf(id)).toBe('REJECTED')
  })

  test('cannot turn a person into an institution', async () => {
    const { id } = await approved()
    const reply = await update(id, { fiat_account_owner: { institution_details: { name: 'Okafor Ltd' } } })
    expect([reply.status, reply.body.type]).toEqual([403, '/problems/business-rule'])
    expect(reply.body.errors).toMatchObject([{ field: 'fiat_account_owner' }])
  })

  test('works for the accounts of seeded withdrawals and no others', async () => {
    const page = await service.ask('/v2/transfer/transfers?type=WIRE_WITHDRAWAL&limit=1')
    const [transfer] = page.body.items as { fiat_account_id: string }[]
    const { status, body } = await update(transfer?.fiat_account_id.toUpperCase(), { metadata: { a: '1' } })
    expect([status, body.id, body.status]).toEqual([200, transfer?.fiat_account_id, 'APPROVED'])
    expect((await update('512f26ad-a3c3-4634-ac3c-6b12b7b33cb5', {})).status).toBe(404)
  })
})
