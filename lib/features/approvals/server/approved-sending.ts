/** Background work on requests that wait for approval: sends those that are approved, and ends those that have expired. */
import { currentHold } from '../../../database/hold'
import { ProblemError } from '../../../provider/problem'
import { microseconds, wait } from '../../../server/clock'
import type { ServerCore } from '../../../server/core'
import { traceOf } from '../../../server/telemetry/log'
import { sendApproved } from '../../../server/writes/execute'
import { alteredRequest } from '../../../server/writes/row-digests'
import type { Weighing } from './weighing'

/** Milliseconds between two looks at requests that wait, and how many one look takes. */
const lookEvery = 5_000
const mostAtOnce = 200
/** Milliseconds at most until one that could not be sent is tried again. */
const mostPause = 300_000

type ApprovedSendingDependencies = Pick<ServerCore, 'writes' | 'database' | 'clock' | 'log'> & { weighing: Weighing }

export function createApprovedSending({ weighing, writes, database, clock, log }: ApprovedSendingDependencies) {
  const { ledger } = writes
  const ending = new AbortController()
  /** Approved requests that could not be sent, and until when they are left alone, steady ms. */
  const kept = new Map<string, { count: number; until: number }>()
  let looking: Promise<void> = Promise.resolve()
  /** Where the last look stopped, if it reached its limit. The next one continues from there: many may wait for a second approval. */
  let looked: Awaited<ReturnType<typeof weighing.open>>[number] | undefined

  /**
   * Sends a request that is approved, or ends one whose time is over. One that could not be sent keeps its approval; its
   * history says why, and it is tried again until its time is over.
   * @returns whether it did either
   */
  async function settle(id: string): Promise<boolean> {
    const row = await ledger.rows.byId(id)
    // A held copy does not know whether its time is over, or what was sent meanwhile.
    if (row?.state !== 'waiting' || (await currentHold(database))) return false
    const standing = await weighing.stateOf(database, row, Number(row.now))
    const isLate = row.approve_by !== null && Number(row.approve_by) <= Number(row.now)
    if (standing ? standing.state.state === 'expired' : isLate) return ledger.actions.expireApproval(id)
    const isAltered = !standing || !ledger.rows.isGenuine(row)
    if (!isAltered && !standing.mayBeSent) {
      if (standing.state.state === 'approved')
        await ledger.notePause(id, `${row.person}, who asked for it, may not send it any more.`)
      return false
    }
    const { count = 0, until = 0 } = kept.get(id) ?? {}
    if (clock.steady() < until) return false
    try {
      if (isAltered) throw alteredRequest()
      await sendApproved(writes, row)
      kept.delete(id)
      return true
    } catch (failure) {
      kept.set(id, { count: count + 1, until: clock.steady() + Math.min(mostPause, lookEvery * 2 ** count) })
      const why = failure instanceof ProblemError ? failure.problem : undefined
      await ledger.notePause(
        id,
        [why?.title, why?.detail].filter(Boolean).join(' ') || 'Something went wrong in Mintdesk.',
      )
      log.warn({ event: 'approved-not-sent', intent: id, ...traceOf(failure) }, 'approvals')
      return false
    }
  }

  /** Settles what another console, or this one before a restart, left open. Never throws. */
  async function look(limit = mostAtOnce): Promise<void> {
    try {
      const open = await weighing.open(microseconds(clock), limit, looked)
      looked = open.length < limit ? undefined : open.at(-1)
      for (const { id } of open) {
        if (ending.signal.aborted) return
        // It stays where it is, and is tried again: what keeps it is in its history.
        await settle(id).catch((failure) =>
          log.warn({ event: 'approval-not-settled', intent: id, ...traceOf(failure) }, 'approvals'),
        )
      }
    } catch (failure) {
      log.warn({ event: 'approvals-not-read', ...traceOf(failure) }, 'approvals')
    }
  }

  return {
    settle,
    look,
    /** Looks at what waits now and then; the timer does not keep the process alive. */
    start(pause = lookEvery) {
      looking = (async () => {
        while (!ending.signal.aborted) {
          await look()
          await wait(clock, pause, ending.signal).catch(() => undefined)
        }
      })()
    },
    async close() {
      ending.abort()
      await looking
    },
  }
}
