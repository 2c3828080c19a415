import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isSimilarAddress } from '../../domain/address-ends'
import { compareDecimals } from '../../domain/decimals'
import { cryptoNetworks, secondaryStatuses, transferStatuses, transferTypes } from '../../provider/transfer-terms'
import { Transfer } from '../../provider/transfers'
import { openStore } from '../store'
import { anchor } from '../testing'
import { areBanksOpen } from './drafts'
import { cast, profiles } from './parties'
import { seededAccount, seededTransfers, seedFile } from './seed'

const transfers = [...seededTransfers({ transfers: 5000, anchor })]
const hour = 3_600_000
const day = 24 * hour
const details = [
  'missing_trustline',
  'max_rent_exceeded',
  'pending_customer_approval',
  'stale_fee_quote',
  'invalid_destination_address',
]

const scale = 18
/** A decimal number in units of the eighteenth digit. */
function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`)
}
function byGroup(rows: Transfer[]): Map<string | undefined, Transfer[]> {
  const found = new Map<string | undefined, Transfer[]>()
  for (const row of rows) found.set(row.group_id, [...(found.get(row.group_id) ?? []), row])
  return found
}
const share = (rows: unknown[]) => rows.length / transfers.length

describe.each([100, 5000])('%i seeded transfers', (count) => {
  const seeded = count === 5000 ? transfers : [...seededTransfers({ transfers: count, anchor })]

  test('have the exact number and fit the contract', () => {
    expect(seeded).toHaveLength(count)
    for (const transfer of seeded) expect(Transfer.parse(transfer)).toEqual(transfer)
  })

  test('cover every type, network, status, secondary status and status detail', () => {
    expect(new Set(seeded.map(({ type }) => type))).toEqual(new Set(transferTypes))
    expect(new Set(seeded.flatMap(({ crypto_network }) => crypto_network ?? []))).toEqual(new Set(cryptoNetworks))
    expect(new Set(seeded.map(({ status }) => status))).toEqual(new Set(transferStatuses))
    const secondary = new Set(seeded.flatMap(({ secondary_status }) => secondary_status?.name ?? []))
    expect(secondary).toEqual(new Set(secondaryStatuses))
    expect(new Set(seeded.flatMap(({ status_details }) => Object.keys(status_details ?? {})))).toEqual(new Set(details))
  })

  test('have pairs of a debit and a credit in one group, internal, platform and converting', () => {
    const pairs = [...byGroup(seeded.filter(({ group_id }) => group_id)).values()]
    for (const [debit, credit, more] of pairs) {
      expect(more).toBeUndefined()
      expect([debit?.direction, credit?.direction]).toEqual(['DEBIT', 'CREDIT'])
      expect(debit?.type.replace('DEBIT', 'CREDIT')).toBe(credit?.type)
      expect(debit?.created_at).toBe(credit?.created_at)
      if (!debit?.auto_conversion) continue
      expect(debit.auto_conversion).toEqual({ from_transfer_id: debit.id, to_transfer_id: credit?.id })
      expect(credit?.auto_conversion).toEqual(debit.auto_conversion)
      expect([debit.asset === credit?.asset, debit.balance_asset]).toEqual([false, debit.asset])
    }
    const kinds = pairs.map(([debit]) => [debit?.type, debit?.auto_conversion !== undefined].join())
    expect(new Set(kinds)).toEqual(
      new Set(['INTERNAL_TRANSFER_DEBIT,false', 'INTERNAL_TRANSFER_DEBIT,true', 'PLATFORM_TRANSFER_DEBIT,false']),
    )
  })

  test('have unique ids and references in order of creation, none after the end', () => {
    expect(new Set(seeded.map(({ id }) => id)).size).toBe(count)
    const refs = seeded.flatMap(({ ref_id }) => ref_id ?? [])
    expect(new Set(refs).size).toBe(refs.length)
    const times = seeded.map(({ created_at }) => created_at)
    expect(times).toEqual([...times].sort())
    for (const { created_at, updated_at } of seeded) {
      expect(updated_at >= created_at).toBe(true)
      expect(Date.parse(updated_at)).toBeLessThanOrEqual(anchor)
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(anchor - 90 * day)
    }
  })

  test('have an exact total of amount and fee by direction', () => {
    for (const { amount, fee, total, direction, type } of seeded) {
      expect(direction).toBe(/DEPOSIT|CREDIT/.test(type) ? 'CREDIT' : 'DEBIT')
      const sum = direction === 'CREDIT' ? units(amount) - units(fee) : units(amount) + units(fee)
      expect(units(total)).toBe(sum)
      expect(sum).toBeGreaterThan(0n)
    }
  })

  test('are deterministic for an end time', () => {
    expect(JSON.stringify([...seededTransfers({ transfers: count, anchor })])).toBe(JSON.stringify(seeded))
    const [later] = seededTransfers({ transfers: count, anchor: anchor + 1000 })
    expect(later).not.toEqual(seeded[0])
  })
})

describe('the seeded history', () => {
  test('is plausible: mostly completed, few failed, pending ones mostly recent', () => {
    const of = (status: string) => transfers.filter((transfer) => transfer.status === status)
    expect(share(of('COMPLETED'))).toBeGreaterThan(0.94)
    expect(share(of('FAILED'))).toBeLessThan(0.04)
    const isNew = (transfer: Transfer) => Date.parse(transfer.created_at) > anchor - 5 * day
    const pending = of('PENDING')
    expect(pending.filter(isNew).length / pending.length).toBeGreaterThan(0.5)
  })

  test.each(['2026-11-29T03:00:00Z', '2026-11-30T08:00:00Z', '2026-12-02T15:00:00Z'])(
    'that ends at %s leaves nothing waiting for more than a week, and has each reason to wait',
    (end) => {
      const at = Date.parse(end)
      const pending = [...seededTransfers({ transfers: 5000, anchor: at })].filter(({ status }) => status === 'PENDING')
      for (const { created_at } of pending) expect(at - Date.parse(created_at)).toBeLessThan(7 * day)
      expect(new Set(pending.flatMap(({ secondary_status }) => secondary_status?.name ?? [])).size).toBe(2)
    },
  )

  test('has quiet weekends', () => {
    const atWeekend = transfers.filter(({ created_at }) => [0, 6].includes(new Date(created_at).getUTCDay()))
    expect(share(atWeekend)).toBeLessThan(0.1)
    expect(atWeekend.length).toBeGreaterThan(0)
  })

  test('has one customer and every profile', () => {
    expect(new Set(transfers.map(({ customer_id }) => customer_id)).size).toBe(1)
    expect(new Set(transfers.map(({ profile_id }) => profile_id))).toEqual(new Set(profiles.map(({ id }) => id)))
  })

  test('has hashes and addresses in the formats of their networks', () => {
    const hex = /^[0-9a-f]{64}$/
    const evm = [/^0x[0-9a-f]{64}$/, /^0x[0-9a-f]{40}$/] as const
    const shapes: Record<(typeof cryptoNetworks)[number], readonly [RegExp, RegExp]> = {
      BITCOIN: [hex, /^bc1q[02-9ac-hj-np-z]{38}$/],
      LITECOIN: [hex, /^ltc1q[02-9ac-hj-np-z]{38}$/],
      BITCOIN_CASH: [hex, /^q[02-9ac-hj-np-z]{41}$/],
      STELLAR: [hex, /^G[A-Z2-7]{55}$/],
      SOLANA: [/^[1-9A-HJ-NP-Za-km-z]{88}$/, /^[1-9A-HJ-NP-Za-km-z]{44}$/],
      ETHEREUM: evm,
      POLYGON_POS: evm,
      BASE: evm,
      ARBITRUM_ONE: evm,
      INK: evm,
      XLAYER: evm,
    }
    for (const { crypto_network, crypto_tx_hash, destination_address, type } of transfers) {
      expect(crypto_network !== undefined).toBe(type.startsWith('CRYPTO'))
      if (!crypto_network) continue
      const [hash, address] = shapes[crypto_network]
      expect(destination_address).toMatch(address)
      if (crypto_tx_hash) expect(crypto_tx_hash).toMatch(hash)
    }
  })

  test('has each of the optional fields somewhere, and metadata of six pairs', () => {
    const names = new Set(transfers.flatMap((transfer) => Object.keys(JSON.parse(JSON.stringify(transfer)))))
    expect(names).toEqual(new Set(Object.keys(Transfer.shape)))
    expect(transfers.some(({ metadata }) => Object.keys(metadata ?? {}).length === 6)).toBe(true)
    expect(transfers.some(({ asset, balance_asset }) => balance_asset && balance_asset !== asset)).toBe(true)
  })

  test('can have any length, including zero', () => {
    for (const count of [0, 1, 2, 3, 5, 17, 41, 250])
      expect([...seededTransfers({ transfers: count, anchor })]).toHaveLength(count)
  })
})

/** A week of hours: Thursday, then the weekend, then the first hours of Monday. */
const moments = Array.from({ length: 7 * 24 }, (_, index) => anchor + index * hour)

describe('at every hour of a week, the cast', () => {
  const histories = moments.map((moment) => ({
    moment,
    rows: [...seededTransfers({ transfers: 250, anchor: moment })].map((row) => ({
      ...row,
      age: moment - Date.parse(row.created_at),
      by: row.metadata?.counterparty,
    })),
  }))

  test('acts on weekdays while banks are open, and each counterparty recurs', () => {
    for (const { rows } of histories) {
      for (const name of Object.values(cast)) {
        const own = rows.filter(({ by }) => by === name)
        expect(own.length, name).toBeGreaterThanOrEqual(name === cast.halden ? 2 : 6)
        for (const { created_at } of own) {
          expect([0, 6]).not.toContain(new Date(created_at).getUTCDay())
          expect(new Date(created_at).getUTCHours()).toSatisfy((clock: number) => clock >= 8 && clock < 22)
        }
      }
    }
  })

  test('has one customer who waits for travel rule details since the last working day', () => {
    for (const { rows } of histories) {
      const waiting = rows.filter(({ by, status }) => by === cast.kestrel && status === 'PENDING')
      expect(waiting.map(({ secondary_status: why }) => why?.name)).toEqual(['TRAVEL_RULE_INFO_REQUESTED'])
      expect(waiting[0]?.age).toBeLessThan(4 * day)
    }
  })

  test('has one wire that came twice within minutes, and no other', () => {
    for (const { rows } of histories) {
      const wires = rows.filter(({ by }) => by === cast.nordhavn)
      const invoices = wires.map(({ amount, memo }) => `${amount} ${memo}`)
      const twice = invoices.filter((invoice, index) => invoices.indexOf(invoice) !== index)
      expect(twice).toEqual(['84120.00 Nordhavn Trading invoice 7752'])
    }
  })

  test('has one redemption whose wire is late, to the account of its customer', () => {
    for (const { rows } of histories) {
      const wires = rows.filter(({ by, type }) => by === cast.orsa && type === 'WIRE_WITHDRAWAL')
      const accounts = [...new Set(wires.map(({ fiat_account_id: id = '' }) => id))]
      expect(accounts).toHaveLength(1)
      const { fiat_account_owner: owner } = seededAccount(accounts[0] ?? '', 0)
      expect(owner).toEqual({ institution_details: { name: cast.orsa } })
      const late = wires.filter(({ status }) => status === 'PENDING')
      expect(late.map(({ total }) => total)).toEqual(['250000.00'])
      // Longer than a weekend and three days, which wires take at most.
      expect(late[0]?.age).toBeGreaterThan(3 * day)
    }
  })

  test('has one payment to an address that has the ends of the usual one', () => {
    for (const { rows } of histories) {
      const payments = rows.filter(({ by }) => by === cast.bluefin)
      const addresses = [...new Set(payments.map(({ destination_address: address }) => address ?? ''))]
      expect(addresses).toHaveLength(2)
      expect(isSimilarAddress(addresses[0] ?? '', addresses[1] ?? '')).toBe(true)
      const odd = payments.filter(({ destination_address: address }) => address === addresses[1])
      expect(odd.map(({ secondary_status: why }) => why?.name)).toEqual(['PENDING_CUSTOMER_APPROVAL'])
    }
  })
})

test('one mint is far above the others: nothing else is an eighth of it', () => {
  const credits = transfers.filter(({ asset, direction }) => asset === 'USDC' && direction === 'CREDIT')
  const [largest = '', next = ''] = credits.map(({ amount }) => amount).sort((a, b) => compareDecimals(b, a) ?? 0)
  expect(compareDecimals(largest, '40000000')).toBe(0)
  expect(compareDecimals(next, '5000000')).toBe(-1)
})

test('while banks are closed hardly a wire moves', () => {
  const wires = transfers.filter(({ type }) => /^(?:WIRE|BANK)_/.test(type))
  const closed = wires.filter(({ created_at }) => !areBanksOpen(Date.parse(created_at) * 1000))
  expect(closed.length / wires.length).toBeLessThan(0.1)
})

describe('the seed file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-seed-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const countOf = (count: number, moment: number, isFixed: boolean) => {
    // A copy, as a tenant has: opening it would give the file the machine's time.
    const copy = join(folder, 'copy')
    copyFileSync(seedFile(folder, { transfers: count, anchor: moment }, isFixed), copy)
    const store = openStore(copy)
    const found = store.first('SELECT count(*) AS found FROM transfers')?.found
    const anchored = store.meta('anchor')
    store.close()
    return [found, anchored]
  }
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.sqlite') || name.includes('seeding'))

  test('is reused within an hour, and separate for another number of transfers', () => {
    const now = anchor
    expect(countOf(120, now, false)).toEqual([120, String(now)])
    expect(countOf(120, now + hour - 60_000, false)).toEqual([120, String(now)])
    expect(countOf(60, now, false)).toEqual([60, String(now)])
    expect(files()).toHaveLength(2)
    for (const name of files()) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  test('is recreated after an hour, unless its end is fixed', () => {
    const later = anchor + hour + 60_000
    expect(countOf(120, later, false)).toEqual([120, String(later)])
    expect(countOf(120, anchor, true)).toEqual([120, String(anchor)])
  })

  test('is never incomplete after a killed seeding', () => {
    const [name = ''] = files()
    const broken = `${name.replace(/-\d+(-\d+)?\.sqlite$/, '-70.sqlite')}.seeding-1`
    writeFileSync(join(folder, broken), 'half a database')
    expect(countOf(70, anchor, false)[0]).toBe(70)
    expect(files().filter((file) => file.includes('seeding'))).toEqual([])
  })
})
