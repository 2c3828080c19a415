/** The list of movements: each once and whole, and the same as on its page. */
import { expect, onTestFinished, test } from 'vitest'
import { keyOf, movementsAmong } from '../../../api/movement-links'
import { readTransfer } from '../../../provider/reading'
import { createRandom, type Random } from '../../../sandbox/random'
import { beginning } from '../../../server/records/record-rows'
import { openFollowed, uuidOf } from '../../../server/records/testing'
import { accountsOf } from '../balance'
import { stationsOf } from '../stations'
import { listMovements, movementRow } from './movement-list'
import { readMovement } from './movement-reading'

test('what two units leave unexplained is never offset against each other', () => {
  const [usd, eth] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const credit = (members: object) =>
    readTransfer({
      direction: 'CREDIT',
      status: 'COMPLETED',
      amount: '1.00',
      fee: '0.00',
      profile_id: 'profile-1',
      created_at: '2026-11-23T09:00:00Z',
      updated_at: '2026-11-23T09:00:03Z',
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

test('money that came and that its rule has not moved on is on its way, and after its time waits', () => {
  const wire = readTransfer({
    id: '00000000-0000-4000-8000-000000000001',
    type: 'WIRE_DEPOSIT',
    direction: 'CREDIT',
    status: 'COMPLETED',
    asset: 'USD',
    amount: '5.00',
    fee: '1.00',
    total: '4.00',
    profile_id: 'profile-1',
    memo: 'MD1',
    created_at: '2026-11-23T09:00:00Z',
    updated_at: '2026-11-23T09:00:03Z',
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

test('a movement that waits says what its transfer waits for', () => {
  const wait = (name: string) => {
    const transfer = readTransfer({
      id: '00000000-0000-4000-8000-000000000001',
      type: 'CRYPTO_WITHDRAWAL',
      direction: 'DEBIT',
      status: 'PENDING',
      secondary_status: { name },
      asset: 'USDC',
      amount: '5.00',
      created_at: '2026-11-23T09:00:00Z',
    })
    return movementsAmong([transfer]).map((matched) => movementRow(matched).waits_for)
  }
  expect(wait('TRAVEL_RULE_INFO_REQUESTED')).toEqual(['travel-rule'])
  expect(wait('PENDING_CUSTOMER_APPROVAL')).toEqual(['approval'])
  expect(wait('A_NAME_OF_TOMORROW')).toEqual(['unclear'])
})

/** Chains of one to eight transfers, from a wire by conversions and a payout to another wire, with what its movement is to say. */
function chainsOfDay(count: number, day: number, random: Random) {
  const ended = { 1: '0', 3: '0', 4: 'out', 5: '0', 7: '0', 8: 'out' } as const
  return Array.from({ length: count }, (_, chain) => {
    const length = random.pick([1, 3, 4, 5, 7, 8] as const)
    const id = (step: number) => uuidOf(chain * 16 + step)
    const [one, two, hash] = [
      `group-${chain}-1`,
      `group-${chain}-2`,
      `0x${'27ca'.repeat(15)}${String(chain).padStart(4, '0')}`,
    ]
    const conversion = (from: number, to: number) => ({ from_transfer_id: id(from), to_transfer_id: id(to) })
    const onChain = { asset: 'USDC', crypto_tx_hash: hash, crypto_network: 'ETHEREUM' }
    const amount = random.pick(['5000.00', '5000.00', '250000.00'])
    let at = day + random.below(12 * 3_600_000)
    const transfers = [
      { type: 'WIRE_DEPOSIT', memo: 'MD-1', auto_conversion: { to_transfer_id: id(1) } },
      { type: 'INTERNAL_TRANSFER_DEBIT', group_id: one, auto_conversion: conversion(1, 2) },
      { type: 'INTERNAL_TRANSFER_CREDIT', asset: 'USDC', group_id: one, auto_conversion: conversion(1, 2) },
      { type: 'CRYPTO_WITHDRAWAL', ...onChain, auto_conversion: { from_transfer_id: id(2) } },
      { type: 'CRYPTO_DEPOSIT', ...onChain, auto_conversion: { to_transfer_id: id(5) } },
      { type: 'INTERNAL_TRANSFER_DEBIT', asset: 'USDC', group_id: two, auto_conversion: conversion(5, 6) },
      { type: 'INTERNAL_TRANSFER_CREDIT', group_id: two, auto_conversion: conversion(5, 6) },
      { type: 'WIRE_WITHDRAWAL', memo: 'MD-1', auto_conversion: { from_transfer_id: id(6) } },
    ]
      .slice(0, length)
      .map((members, step) => {
        at += step === 0 ? 0 : random.pick([0, 1, 600_000, 4 * 3_600_000])
        // Nothing follows the last one, so it names nothing that does.
        const isOpen = step === length - 1 && 'to_transfer_id' in members.auto_conversion && length % 4 === 1
        return {
          id: id(step),
          status: 'COMPLETED',
          asset: 'USD',
          amount,
          total: amount,
          fee: '0.00',
          direction: /_(?:DEPOSIT|CREDIT)$/.test(members.type) ? 'CREDIT' : 'DEBIT',
          profile_id: 'profile-1',
          created_at: new Date(at).toISOString(),
          updated_at: new Date(at).toISOString(),
          ...members,
          ...(isOpen && { auto_conversion: undefined }),
        }
      })
    return { transfers, in: amount, out: ended[length] === 'out' ? amount : '0' }
  })
}

/** What looks as if it belonged to a chain, and does not: each is a movement of its own. */
function neighboursOf({ transfers }: ReturnType<typeof chainsOfDay>[number], chain: number) {
  const [wire] = transfers
  const withdrawal = transfers.find(({ type }) => type === 'CRYPTO_WITHDRAWAL')
  const own = (place: number) => ({ id: uuidOf(chain * 16 + place), auto_conversion: undefined })
  const shared = { asset: 'USDC', crypto_tx_hash: `0x${'a1e3'.repeat(15)}${String(chain >> 1).padStart(4, '0')}` }
  return [
    // The same money at the same moment, whose group and memo say nothing of a wire.
    { ...wire, ...own(8), group_id: `group-${chain}-1` },
    { ...wire, ...own(9), memo: wire?.id },
    { ...wire, ...own(10), type: 'CRYPTO_DEPOSIT', asset: 'USDC', crypto_tx_hash: 'pending' },
    // A transaction that is at both ends of another chain's neighbours too: which belong together, nobody says.
    { ...wire, ...own(12), ...shared, type: 'CRYPTO_WITHDRAWAL', direction: 'DEBIT' },
    { ...wire, ...own(13), ...shared, type: 'CRYPTO_DEPOSIT' },
    // An attempt that failed, of the transaction that did not.
    ...(withdrawal ? [{ ...withdrawal, ...own(11), status: 'FAILED' }] : []),
  ]
}

test('of 320 chains among confusing neighbours each is in the list once, and the same from each of its transfers', async () => {
  const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
  const day = Date.parse('2026-11-23T00:00:00Z')
  const desk = await openFollowed(day + 86_400_000)
  onTestFinished(() => desk.close())
  const records = desk.recordsOf()
  const random = createRandom(20_261_123)
  const chains = chainsOfDay(320, day, random)
  const neighbours = chains.flatMap(neighboursOf)
  const texts = [...chains.flatMap(({ transfers }) => transfers), ...neighbours].map((one) => JSON.stringify(one))
  for (let at = texts.length - 1; at > 0; at--) {
    const other = random.below(at + 1)
    ;[texts[at], texts[other]] = [texts[other] ?? '', texts[at] ?? '']
  }
  await records.keep(owner, texts)
  await records.rows.begin(owner, beginning)

  const foresight = { routes: [], now: day }
  const sources = { records, owner, foresight, earlierOf: async () => [] }
  const listed: Awaited<ReturnType<typeof listMovements>>['movements'] = []
  let page_cursor: string | undefined
  do {
    const page = await listMovements(sources, { limit: 30, ...(page_cursor && { page_cursor }) })
    listed.push(...page.movements)
    page_cursor = page.next_page_cursor || undefined
  } while (page_cursor)
  const sizes = [
    ...chains.map(({ transfers }) => `${transfers[0]?.id} ${transfers.length}`),
    ...neighbours.map(({ id }) => `${id} 1`),
  ]
  expect(listed.map(({ id, transfers }) => `${id} ${transfers}`).sort()).toEqual(sizes.sort())
  const rows = new Map(listed.map((row) => [row.id, row]))
  const noPages = {
    calls: 0,
    page: async () => {
      throw new Error('The provider was asked for what is here.')
    },
  }
  for (const chain of chains)
    for (const { id } of chain.transfers) {
      const { matched, incomplete } = (await readMovement(records, noPages, owner, id)) ?? {}
      if (!matched) throw new Error(`${id} is in no movement.`)
      expect(incomplete).toBeUndefined()
      expect(matched.transfers.map(keyOf)).toEqual(chain.transfers.map((one) => one.id))
      expect(movementRow(matched, foresight)).toEqual(rows.get(chain.transfers[0]?.id ?? ''))
      const { balances, reason } = accountsOf(stationsOf(matched))
      expect([reason, ...balances.map((sum) => [Number(sum.in), Number(sum.out), Number(sum.unexplained)])]).toEqual([
        undefined,
        [Number(chain.in), Number(chain.out), 0],
      ])
    }
})
