import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './open'

const databaseUrl = process.env.TEST_DATABASE_URL

test.skipIf(!databaseUrl)(
  'the pools of PostgreSQL are shown by name at the first query, for their metrics',
  async () => {
    let shown: object | undefined
    const database = openDatabase({ databaseUrl, dataFolder: '' }, { onPools: (pools) => (shown = pools) })
    try {
      expect(shown).toBeUndefined()
      await sql`select 1`.execute(database)
      expect(shown).toMatchObject({
        reads: { totalCount: 1, waitingCount: 0, options: { max: 6 } },
        writes: { totalCount: 0, options: { max: 8 } },
      })
    } finally {
      await database.destroy()
    }
  },
)
