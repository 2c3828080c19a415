/** Webhooks while their receiver is killed: no change is missing, in order, and repeats are known by their ids. */

import { describe, expect, it } from 'vitest'
import { systemClock } from '../../lib/server/clock'
import { freshPostgres } from '../../lib/server/testing'
import { delayAt, deliverChanges } from '../bench/webhooks'

/** How many changes, and how often the receiver is killed; a campaign says how many. */
const changes = Number(process.env.WEBHOOK_CHANGES ?? 600)
const kills = Number(process.env.WEBHOOK_KILLS ?? 3)
/** Changes a second. */
const rate = 400

describe.each([
  { engine: 'SQLite', server: undefined },
  { engine: 'PostgreSQL', server: process.env.TEST_DATABASE_URL || undefined },
])('Webhooks on $engine', ({ engine, server }) => {
  it.skipIf(engine === 'PostgreSQL' && !server)(
    `tell ${changes} changes without a gap while the receiver is killed ${kills} times`,
    async () => {
      const fresh = server ? await freshPostgres(server, systemClock) : undefined
      try {
        const delivered = await deliverChanges({ changes, rate, kills, ...(fresh && { databaseUrl: fresh.url }) })
        const p95 = delayAt(delivered, 0.95)
        console.log(
          `webhooks on ${engine}: ${delivered.repeats} repeats; from visible to received p95 ${p95} ms, at most ${delayAt(delivered, 1)} ms`,
        )
        // A short run is mostly the time after a kill.
        if (process.env.CAMPAIGN) expect(p95).toBeLessThanOrEqual(2_000)
      } finally {
        await fresh?.drop()
      }
    },
    // Three times as long as it takes, and what comes after the last change.
    ((3 * changes) / rate) * 1_000 + 180_000,
  )
})
