/** Look-up through the built console and the real sandbox: every kind of identifier, at once after a write, whatever fails. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TransferObservations } from '../../lib/api/observations'
import type { LookupIdentifier } from '../../lib/features/lookup/input'
import type { LookupAnswer } from '../../lib/features/lookup/interface'
import type { Transfer } from '../../lib/provider/transfers'
import { type Demo, examplesOf, secrets, startDemo } from '../processes'
import { type Browser, browserAt, demoBrowser } from '../session'

let demo: Demo
let treasury: Browser
let transfers: Transfer[]

beforeAll(async () => {
  demo = await startDemo(2_000)
  treasury = await demoBrowser(demo.console.url, 'treasury')
  transfers = await list('limit=1000')
}, 120_000)

afterAll(async () => {
  await demo?.stop()
  const printed = demo?.console.printed()
  expect(printed).not.toContain(secrets.mark)
  // Nothing that was pasted is in the log.
  expect(printed).not.toContain(transfers[0]?.id)
})

async function list(query: string): Promise<Transfer[]> {
  const answer = await treasury(`/api/sandbox/v2/transfer/transfers?${query}`)
  return ((await answer.json()) as { items: Transfer[] }).items
}

async function lookup(identifiers: readonly LookupIdentifier[], browser = treasury): Promise<LookupAnswer> {
  const answer = await browser('/api/sandbox/lookup', { method: 'POST', json: { identifiers } })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}

const stress = (settings: object) => demo.control('PUT', '/clients/demo-client/stress', settings)

describe('Look-up', () => {
  test.each([
    ['ids', 'id'],
    ['group_ids', 'group_id'],
    ['ref_ids', 'ref_id'],
    ['profile_ids', 'profile_id'],
    ['identity_ids', 'identity_id'],
    ['account_ids', 'account_id'],
  ] as const)('finds what List transfers finds by %s', async (field, member) => {
    const value = transfers.map((one) => one[member]).find((one) => one !== undefined) ?? ''
    expect(value).not.toBe('')
    const isUuid = /^[0-9a-f-]{36}$/.test(value)
    const { results } = await lookup([isUuid ? { kind: 'uuid', value } : { kind: 'reference', value }])
    const expected = await list(`${field}=${encodeURIComponent(value)}&limit=11`)
    expect(results[0]).toMatchObject({ verdict: expected.length > 1 ? 'several' : 'found', field })
    expect(results[0]?.transfers).toEqual(expected.slice(0, 10))
    expect(results[0]?.isMore).toBe(expected.length > 10)
  })

  test('finds hashes of every network, 0x or not, in one call at most', async () => {
    const byNetwork = new Map(
      transfers.flatMap((one) => (one.crypto_tx_hash ? [[one.crypto_network, one.crypto_tx_hash] as const] : [])),
    )
    expect(byNetwork.size).toBe(11)
    const { results, calls } = await lookup(
      [...byNetwork.values()].map((hash) => ({ kind: 'hash', value: hash.replace(/^0x/, '') })),
    )
    // None, once our own database has them.
    expect(calls).toBeLessThanOrEqual(1)
    expect(results.map(({ transfers: [one] }) => one?.crypto_tx_hash)).toEqual([...byNetwork.values()])
  })

  test('of a thousand identifiers gives each its own result', async () => {
    const all = transfers.slice(0, 1_000).map(({ id }): LookupIdentifier => ({ kind: 'uuid', value: id }))
    for (let from = 0; from < all.length; from += 100) {
      const { results, calls } = await lookup(all.slice(from, from + 100))
      expect(calls).toBeLessThanOrEqual(1)
      expect(results.map(({ transfers: [one] }) => one?.id)).toEqual(
        transfers.slice(from, from + 100).map(({ id }) => id),
      )
    }
  })

  test('adds up under the failures that the sandbox can show', async () => {
    const some = transfers.slice(0, 5).map(({ id }): LookupIdentifier => ({ kind: 'uuid', value: id }))
    const unknown: LookupIdentifier[] = [
      { kind: 'uuid', value: crypto.randomUUID() },
      { kind: 'reference', value: 'no-such-reference' },
    ]
    for (const settings of [{ fail: [{ status: 503, times: 2 }] }, { fail: [{ status: 429 }] }, {}]) {
      await stress(settings)
      const { results } = await lookup([...some, ...unknown])
      expect(results).toHaveLength(7)
      const said = results.map(({ verdict }) => verdict)
      for (const [index, verdict] of said.entries())
        expect([index < 5 ? 'found' : 'not-found', 'failed']).toContain(verdict)
      if (!('fail' in settings)) expect(said).not.toContain('failed')
    }
  })

  test('knows a new status once our own database has read it', async () => {
    const { initiateSandboxFiatDeposit: deposit } = await examplesOf(demo)
    const answer = await treasury('/api/sandbox/v2/sandbox/fiat-deposits', { method: 'POST', json: deposit })
    expect(answer.status).toBe(200)
    const [newest] = await list('limit=1')
    const identifier: LookupIdentifier = { kind: 'uuid', value: newest?.id ?? '' }
    const status = async () => (await lookup([identifier])).results[0]?.transfers[0]?.status
    expect(await status()).toBe('PENDING')
    await demo.control('PUT', '/clients/demo-client/clock', { forward_seconds: 60 })
    await expect.poll(status, { timeout: 10_000 }).toBe('COMPLETED')
    const observed = await treasury(`/api/sandbox/transfers/${newest?.id}/observed`)
    const { states } = (await observed.json()) as TransferObservations
    expect(states.map((state) => state.status)).toEqual(['PENDING', 'COMPLETED'])
  })

  test('finds a request by its reference in the first request after it was sent', async () => {
    const { createOrder } = await examplesOf(demo)
    const reference = `order-${crypto.randomUUID().slice(0, 4)}`
    const profile = transfers[0]?.profile_id
    const path = `/api/sandbox/v2/profiles/${profile}/orders`
    const body = { ...(createOrder as object), ref_id: reference }
    expect((await treasury(path, { method: 'POST', json: body })).status).toBe(200)
    const identifier: LookupIdentifier = { kind: 'reference', value: reference }
    expect((await lookup([identifier])).results[0]?.requests).toMatchObject([
      { operation: 'createOrder', state: 'confirmed' },
    ])
    const support = await demoBrowser(demo.console.url, 'support')
    expect((await lookup([identifier], support)).results[0]?.requests).toEqual([])
  })

  test('is refused without a session, from another site, and without a body', async () => {
    const json = { identifiers: [{ kind: 'reference', value: 'r-1' }] }
    const status = async (browser: Browser, request: Parameters<Browser>[1]) =>
      (await browser('/api/sandbox/lookup', { method: 'POST', ...request })).status
    expect(await status(browserAt(demo.console.url), { json })).toBe(401)
    expect(await status(treasury, { json, headers: { origin: 'https://elsewhere.example' } })).toBe(403)
    expect(await status(treasury, { json: {} })).toBe(400)
  })
})
