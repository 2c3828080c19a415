/** The list of movements: each once and whole, and the same as on its page. */
import { expect, onTestFinished, test } from 'vitest'
import { keyOf, movementsAmong } from '../../../api/movement-links'
import { readTransfer } from '../../../provider/reading'
import { createRandom } from '../../../sandbox/random'
import { openFollowed, uuidOf } from '../../../server/records/testing'
import { listMovements, movementRow } from './movement-list'
import { readMovement } from './movement-reading'

test('what two units leave unexplained is never offset against each other', () => {
  const [usd, eth] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const credit = (members: object) =>
    readTransfer({
      ...{ direction: 'CREDIT', status: 'COMPLETED', amount: '1.00', fee: '0.00', profile_id: 'profile-1' },
      ...{ created_at: '2026-11-23T09:00:00Z', updated_at: '2026-11-23T09:00:03Z' },
      ...members,
    })
  const transfers = [
    credit({ id: usd, type: 'WIRE_DEPOSIT', asset: 'USD', total: '1.01' }),
    credit({ id: eth, type: 'CRYPTO_DEPOSIT', asset: 'ETH', total: '0.99' }),
  ]
  const join = { transfer: usd, other: eth, person: 'Tomas Brandt', at: '2026-11-23T10:00:00Z' }
  const [matched] = movementsAmong(transfers, [join])
  const row = matched && movementRow(matched)
  expect(Number(row?.unexplained)).toBe(-0.01)
  expect(row?.state, 'although every transfer of it is completed').toBe('unexplained')
})

test('money that came and that its rule has not moved on is on its way, and after its time waits for someone', () => {
  const wire = readTransfer({
    ...{ id: '00000000-0000-4000-8000-000000000001', type: 'WIRE_DEPOSIT', direction: 'CREDIT', status: 'COMPLETED' },
    ...{ asset: 'USD', amount: '5.00', fee: '1.00', total: '4.00', profile_id: 'profile-1', memo: 'MD1' },
    ...{ created_at: '2026-11-23T09:00:00Z', updated_at: '2026-11-23T09:00:03Z' },
  })
  const [matched] = movementsAmong([wire])
  const routes = [{ memo: 'MD1', profile_id: 'profile-1', source_asset: 'USD', destination_asset: 'USDC' }]
  const at = (time: string) => {
    const row = matched && movementRow(matched, { routes, now: Date.parse(`2026-11-23T${time}Z`) })
    return [row?.state, row?.ahead, row?.out]
  }
  expect(at('09:00:10')).toEqual(['moving', ['minted'], undefined])
  expect(at('09:59:59')).toEqual(['moving', ['minted'], undefined])
  expect(at('10:00:01')).toEqual(['waiting', ['minted'], undefined])
  // Whoever may not know the rules is told what has happened.
  expect(matched && movementRow(matched).state).toBe('done')
})

test('of a busy day each movement is on one page of the list, whole, and the same from each of its transfers', async () => {
  const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
  const day = Date.parse('2026-11-23T00:00:00Z')
  const desk = await openFollowed(day + 86_400_000)
  onTestFinished(() => desk.close())
  const records = desk.recordsOf()
  const random = createRandom(20_261_123)
  // Chains of up to eight on three profiles, with pauses of up to four hours, and the same amounts beside them.
  const chains = Array.from({ length: 250 }, (_, chain) => {
    let at = day + random.below(20 * 3_600_000)
    return Array.from({ length: 1 + random.below(8) }, (__, step) => {
      at += step === 0 ? 0 : random.pick([0, 1, 600_000, 4 * 3_600_000])
      const id = uuidOf(chain * 10 + step)
      const before = uuidOf(chain * 10 + step - 1)
      return {
        ...{
          id,
          type: step === 0 ? 'WIRE_DEPOSIT' : 'INTERNAL_TRANSFER_CREDIT',
          direction: 'CREDIT',
          status: 'COMPLETED',
        },
        ...{ asset: 'USD', amount: '5000.00', total: '5000.00', fee: '0.00', profile_id: `profile-${chain % 3}` },
        ...{ created_at: new Date(at).toISOString(), updated_at: new Date(at).toISOString(), memo: 'MD-1' },
        ...(step > 0 && { auto_conversion: { from_transfer_id: before, to_transfer_id: id } }),
      }
    })
  })
  const texts = chains.flat().map((one) => JSON.stringify(one))
  for (let at = texts.length - 1; at > 0; at--) {
    const other = random.below(at + 1)
    ;[texts[at], texts[other]] = [texts[other] ?? '', texts[at] ?? '']
  }
  await records.keep(owner, texts)
  await records.rows.begin(owner, 0)

  const sources = { records, owner, foresight: { routes: [], now: day }, earlierOf: async () => [] }
  const listed: { id: string; transfers: number }[] = []
  let page_cursor: string | undefined
  do {
    const page = await listMovements(sources, { limit: 30, ...(page_cursor && { page_cursor }) })
    listed.push(...page.movements)
    page_cursor = page.next_page_cursor || undefined
  } while (page_cursor)
  expect(listed.map(({ id, transfers }) => `${id} ${transfers}`).sort()).toEqual(
    chains.map((chain) => `${chain[0]?.id} ${chain.length}`).sort(),
  )
  const noPages = {
    calls: 0,
    page: async () => {
      throw new Error('The provider was asked for what is here.')
    },
  }
  for (const chain of chains.slice(0, 60))
    for (const { id } of chain) {
      const found = await readMovement(records, noPages, owner, id)
      expect(found?.matched.transfers.map(keyOf).sort()).toEqual(chain.map((one) => one.id).sort())
    }
})
