/** Transfers are found by what a person pasted on both databases. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect } from 'vitest'
import { maximumMatches } from '../../api/records'
import { lookupFields } from '../../features/lookup/interface'
import { filteredFields, unmetTransferFilters } from '../../provider/matching'
import { readTransfer } from '../../provider/reading'
import { anyTransfer } from '../../provider/testing'
import { silentLog } from '../testing'
import { describeOnBothDatabases } from '../writes/testing'
import type { SearchTerm } from './record-search'
import { Records } from './records'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const hash = `27ca64${'0'.repeat(54)}a1e3`
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const cash = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'

describeOnBothDatabases(
  'A search of transfers',
  (bench) => {
    const { test } = bench
    const records = () => {
      const { encryption } = bench.ledger()
      return new Records({ database: bench.database(), clock: bench.clock, encryption, log: silentLog })
    }
    const keep = (...transfers: object[]) =>
      records().keep(
        owner,
        transfers.map((one) => JSON.stringify({ created_at: '2026-11-19T00:00:00Z', ...one })),
      )
    const idsOf = async (...terms: SearchTerm[]) =>
      (await records().search.find(owner, terms)).map((found) => found.rows.map(({ known }) => known.id).sort())

    beforeEach(async () => {
      if (bench.database()) await bench.database().deleteFrom('transfer').execute()
    })

    test('finds each kind of identifier', async () => {
      await keep(
        { id: 't1', ref_id: 'r1', group_id: 'g1', profile_id: 'p1', crypto_tx_hash: `0x${hash}`, memo: 'Rule 7' },
        {
          id: 't2',
          ref_id: 'IBAN 000123456789',
          group_id: 'g1',
          destination_address: address,
          amount: '5.00',
          asset: 'USD',
        },
        { id: 't3', memo: '000123456789', destination_address: cash, amount: '5', asset: 'USD', account_id: 'a1' },
        { id: 't4', amount: '-5.0', asset: 'USD' },
      )
      expect(
        await idsOf(
          { field: 'ids', values: ['t1', 't3'] },
          { field: 'ids', values: ['t2'] },
          { field: 'ref_ids', values: ['IBAN 000123456789'] },
          { field: 'group_ids', values: ['g1'] },
          { field: 'profile_ids', values: ['p1'] },
          { field: 'crypto_tx_hashes', values: [`0x${hash}`, hash] },
          { field: 'destination_address', values: [address.toLowerCase()] },
          { field: 'destination_address', values: [cash, `bitcoincash:${cash}`] },
          { field: 'memo', values: ['000123456789'] },
          { field: 'memo', values: ['Rule 7'] },
          { field: 'amount', values: ['5 USD'] },
          { field: 'amount', values: ['5 EUR'] },
          { field: 'account_ids', values: ['a1'] },
          { field: 'partial', values: [] },
        ),
      ).toEqual([
        ...[['t1', 't3'], ['t2'], ['t2'], ['t1', 't2'], ['t1'], ['t1'], ['t2'], ['t3'], ['t3'], ['t1'], ['t2', 't3']],
        ...[[], ['t3'], []],
      ])
      expect(await records().search.find({ ...owner, clientId: 'other' }, [{ field: 'ids', values: ['t1'] }])).toEqual([
        { rows: [], isMore: false },
      ])
    })

    test('gives each of many terms its own newest ten, in few statements', async () => {
      const at = (second: number) => ({ created_at: `2026-11-19T00:00:${10 + second}Z` })
      await keep(
        ...Array.from({ length: 30 }, (_, second) => ({ id: `s${second}`, profile_id: 'p0', ...at(second) })),
        ...Array.from({ length: 12 }, (_, second) => ({
          id: `o${second}`,
          profile_id: `p${1 + second}`,
          ...at(second),
        })),
      )
      const terms = Array.from(
        { length: 120 },
        (_, number): SearchTerm => ({ field: 'profile_ids', values: [`p${number}`] }),
      )
      const found = await records().search.find(owner, terms)
      expect(found[0]).toMatchObject({ isMore: true })
      expect(found[0]?.rows.map(({ known }) => known.id)).toEqual(Array.from({ length: 10 }, (_, at) => `s${29 - at}`))
      expect(found.slice(1).flatMap((one) => one.rows.map(({ known }) => known.id))).toEqual(
        Array.from({ length: 12 }, (_, at) => `o${at}`),
      )
    })

    test('gives what a filter of all transfers in memory gives, under every filter of the provider', async () => {
      const members = { ...filteredFields, crypto_tx_hashes: 'crypto_tx_hash' } as const
      const transfers = fc.array(anyTransfer, { minLength: 1, maxLength: 30 })
      await fc.assert(
        fc.asyncProperty(transfers, async (drawn) => {
          const ofOne = { ...owner, clientId: randomUUID() }
          const at = (second: number) => new Date(Date.UTC(2026, 10, 19) + second * 1000).toISOString()
          const all = drawn.map((one, second) => ({ ...one, id: `t${second}`, created_at: at(second) }))
          await records().keep(
            ofOne,
            all.map((one) => JSON.stringify(one)),
          )
          const terms = lookupFields.flatMap((field): SearchTerm[] => {
            const values = [...new Set(all.flatMap((one) => one[members[field]] ?? []))]
            return [...[...values, 'none'].map((value) => ({ field, values: [value] })), { field, values }]
          })
          const found = await records().search.find(ofOne, terms)
          for (const [place, { field, values }] of terms.entries()) {
            const matches = all.filter(
              (one) => values.length > 0 && unmetTransferFilters({ [field]: values }, readTransfer(one)).length === 0,
            )
            const newest = matches.reverse().map(({ id }) => id)
            expect(found[place]?.rows.map(({ known }) => known.id)).toEqual(newest.slice(0, maximumMatches))
            expect(found[place]?.isMore).toBe(newest.length > maximumMatches)
          }
        }),
        { numRuns: 15 },
      )
    })
  },
  { usesService: false },
)
