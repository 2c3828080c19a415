/** Whether this machine's clock can be believed: by it a console would sign everyone out, or no one. */

import type { Database } from '../database/open'
import { isOnPostgres, sharedNow } from '../database/tables'
import { ProblemError } from '../provider/problem'
import { type Clock, microseconds } from './clock'
import { recent } from './recent'

/** Milliseconds between the clocks: a third of the time after which an idle session ends. */
const mostApart = 300_000
/** Milliseconds for which an answer is used again. */
const freshMillis = 10_000

type ClockDependencies = {
  database: Database
  clock: Clock
  /** The production provider's time, if it is known: with SQLite no other machine of ours has one. A sandbox's can be set. */
  providerTime: () => number | undefined
}

export function createClockCheck({ database, clock, providerTime }: ClockDependencies) {
  /** Milliseconds by which this clock is ahead. */
  async function ahead(): Promise<number> {
    if (!isOnPostgres(database)) return clock.now() - (providerTime() ?? clock.now())
    const { now } = await database
      .selectNoFrom(sharedNow(database, microseconds(clock)).as('now'))
      .executeTakeFirstOrThrow()
    return clock.now() - Number(now) / 1000
  }
  const isRight = async () => Math.abs(await ahead()) <= mostApart
  const wasRight = recent(clock, freshMillis, isRight)

  return {
    isRight,
    /** @throws ProblemError 503 if it is wrong, as of the last seconds; the database's error */
    async require(isNow = false): Promise<void> {
      if (await (isNow ? isRight() : wasRight())) return
      throw new ProblemError(503, 'clock-wrong', 'The clock of this console is wrong.', {
        detail:
          'So it cannot tell who is signed in. No one was signed out, and nothing was sent. Tell your administrator.',
      })
    },
  }
}

export type ClockCheck = ReturnType<typeof createClockCheck>
