/** Of two consoles one works on a row, and never both. */
import { expect } from 'vitest'
import { wait } from '../clock'
import { describeOnBothDatabases } from '../writes/testing'
import { isHeldBy, Lease, unleased } from './lease'

describeOnBothDatabases(
  'A lease',
  ({ clock, database, test }) => {
    const rows = () => database().updateTable('webhook_outbox')
    const count = async (update: { executeTakeFirst: () => Promise<{ numUpdatedRows: bigint }> }) =>
      Number((await update.executeTakeFirst()).numUpdatedRows)
    const leaseOf = (millis: number) => {
      const lease = new Lease(database(), clock, millis)
      return {
        take: (holder: string) => count(rows().set(lease.takenBy(holder)).where(lease.isFreeFor(holder))),
        renew: (holder: string) => count(rows().set(lease.renewed()).where(isHeldBy(holder))),
        giveUp: (holder: string) => count(rows().set(unleased).where(isHeldBy(holder))),
      }
    }
    const begin = async () => {
      await database().deleteFrom('webhook_outbox').execute()
      await database()
        .insertInto('webhook_outbox')
        .values({ environment: 'sandbox', client_id: 'c', mark: 0, last_sequence: 0, ...unleased })
        .execute()
    }

    test('is one console’s, which may take it again, until it gives it up', async () => {
      await begin()
      const { take, giveUp } = leaseOf(60_000)
      expect((await Promise.all(['a', 'b', 'c'].map(take))).reduce((sum, one) => sum + one)).toBe(1)
      const { lease_id } = await database().selectFrom('webhook_outbox').select('lease_id').executeTakeFirstOrThrow()
      const [holder, other] = [lease_id ?? '', lease_id === 'a' ? 'b' : 'a']
      expect([await take(other), await giveUp(other), await take(holder)]).toEqual([0, 0, 1])
      expect([await giveUp(holder), await take(other)]).toEqual([1, 1])
    })

    test('of a console that stands still is another’s after its time, and the first can write no more', async () => {
      await begin()
      const { take, renew } = leaseOf(50)
      expect(await take('a')).toBe(1)
      await wait(clock, 100)
      // Nobody has taken it: it may go on.
      expect(await renew('a')).toBe(1)
      await wait(clock, 100)
      expect([await leaseOf(60_000).take('b'), await renew('a'), await renew('b')]).toEqual([1, 0, 1])
    })
  },
  { usesService: false },
)
