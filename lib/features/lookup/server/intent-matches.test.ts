/** The requests that have an identifier, whole or in part, on both databases. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { describeOnBothDatabases } from '../../../server/writes/testing'
import type { LookupIdentifier } from '../input'
import { intentsMatching } from './intent-matches'

describeOnBothDatabases(
  'Requests with an identifier',
  (bench) => {
    const { test } = bench
    const find = async (...identifiers: LookupIdentifier[]) =>
      (await intentsMatching(bench.core().ledger.rows, 'sandbox', identifiers)).map((rows) => rows?.map(({ id }) => id))
    const recorded = async (columns: object = {}) => {
      const id = randomUUID()
      await bench.record(id)
      if (Object.keys(columns).length > 0) await bench.set(id, columns)
      return id
    }
    const uuid = (value: string): LookupIdentifier => ({ kind: 'uuid', value })
    const reference = (value: string): LookupIdentifier => ({ kind: 'reference', value })
    const partial = (start: string, end: string, of: 'hash' | 'uuid' | 'unknown' = 'uuid'): LookupIdentifier => ({
      kind: 'partial',
      start,
      end,
      of,
    })

    test('are found by their id, their record’s id and their reference, each under its own identifier', async () => {
      const recordId = randomUUID()
      const [plain, withRecord, withReference] = [
        await recorded(),
        await recorded({ record_id: recordId }),
        await recorded({ ref_id: 'order-7' }),
      ]
      expect(await find(uuid(plain), uuid(recordId), reference('order-7'), reference('order-8'))).toEqual([
        [plain],
        [withRecord],
        [withReference],
        [],
      ])
    })

    test('of another environment are not found', async () => {
      const id = await recorded({ environment: 'production' })
      expect(await find(uuid(id))).toEqual([[]])
    })

    test('are found by the ends of an id, across its dashes and in capitals', async () => {
      const recordId = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
      const id = await recorded({ record_id: recordId })
      await recorded({ record_id: '512f26ad-b3c3-4634-ac3c-6b12b7b33cb5' })
      expect(await find(partial('512F26AD-A3', '3CB5'), partial('512f26ad-a', ''), partial('512f', 'ffff'))).toEqual([
        [id],
        [id],
        [],
      ])
      expect((await find(partial('512f26ad', '')))[0]).toHaveLength(2)
    })

    test('are not searched by hashes and addresses, and not by the end of an identifier alone', async () => {
      const hash: LookupIdentifier = { kind: 'hash', value: 'a'.repeat(64) }
      const address: LookupIdentifier = { kind: 'address', value: `0x${'a'.repeat(40)}` }
      expect(
        await find(hash, address, partial('512f', '3cb5', 'hash'), partial('', '3cb5'), partial('pay%', '3cb5')),
      ).toEqual([undefined, undefined, undefined, undefined, undefined])
    })
  },
  { usesService: false },
)
