/** What each webhook was sent last, so that people see what arrived: bounded, and without bodies, which the events have. */
import { sql } from 'kysely'
import { type Database, ofOwner } from '../../../database/open'
import type { WebhookTable } from '../../../database/tables'
import { timeOf } from '../../../server/clock'
import type { Owner } from '../../../server/upstream/upstream'
import { maximumDeliveries, type WebhookDelivery } from '../interface'

/** One attempt to deliver an event; `at` is in microseconds since 1970. */
export type Attempt = { sequence: number; at: number; status: number | undefined; problem: string | undefined }

/** More than are noted at once. */
const removedAtOnce = 1_000

export class Deliveries {
  constructor(private readonly database: Database) {}

  /** The deliveries of a webhook, newest first. */
  async list(owner: Owner, id: string): Promise<WebhookDelivery[]> {
    const rows = await this.#of(owner, id)
      .orderBy('at', 'desc')
      .orderBy('sequence', 'desc')
      .limit(maximumDeliveries)
      .execute()
    if (rows.length === 0) return []
    const sequences = rows.map(({ sequence }) => Number(sequence))
    const events = await this.database
      .selectFrom('webhook_event')
      .select(['sequence', 'kind'])
      .where(ofOwner(owner))
      .where('sequence', 'in', sequences)
      .execute()
    const kinds = new Map(events.map(({ sequence, kind }) => [Number(sequence), kind]))
    return rows.flatMap(({ sequence, at, attempts, status, problem }) => {
      const event = kinds.get(Number(sequence))
      if (!event) return []
      return {
        sequence: Number(sequence),
        event,
        at: timeOf(at),
        attempts,
        ...(status !== null && { status }),
        ...(problem !== null && { problem }),
      }
    })
  }

  async has(owner: Owner, id: string, sequence: number): Promise<boolean> {
    return (await this.#of(owner, id).where('sequence', '=', sequence).executeTakeFirst()) !== undefined
  }

  /** @param attempts each of another event */
  async note({ environment, client_id, id }: WebhookTable, attempts: readonly Attempt[]): Promise<void> {
    const kept = attempts.slice(-maximumDeliveries)
    if (kept.length === 0) return
    await this.database
      .insertInto('webhook_delivery')
      .values(
        kept.map(({ sequence, at, status = null, problem = null }) => ({
          environment,
          client_id,
          webhook_id: id,
          sequence,
          at,
          attempts: 1,
          status,
          problem,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['webhook_id', 'sequence'])
          .doUpdateSet(({ ref }) => ({
            attempts: sql<number>`webhook_delivery.attempts + 1`,
            at: ref('excluded.at'),
            status: ref('excluded.status'),
            problem: ref('excluded.problem'),
          })),
      )
      .execute()
    await this.database
      .deleteFrom('webhook_delivery')
      .where('webhook_id', '=', id)
      .where('sequence', 'in', ({ selectFrom }) =>
        selectFrom('webhook_delivery')
          .select('sequence')
          .where('webhook_id', '=', id)
          .orderBy('at', 'desc')
          .orderBy('sequence', 'desc')
          .limit(removedAtOnce)
          .offset(maximumDeliveries),
      )
      .execute()
  }

  #of(owner: Owner, id: string) {
    return this.database
      .selectFrom('webhook_delivery')
      .selectAll()
      .where(ofOwner(owner))
      .where('webhook_id', '=', id.toLowerCase())
  }
}
