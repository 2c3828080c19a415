/** Whose a record is that the service shows with a 409: this intent's, or one that was there for another reason. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../api/environments'
import type { Problem } from '../api/problem'
import { nanoseconds } from '../api/values'
import type { IntentTable } from '../database/tables'
import { makerOf, rowById } from './ledger'
import { serviceNow } from './service'
import type { Verdict } from './verdicts'

/** Milliseconds between two looks at an intent that another call is asking for. */
const lookEvery = 100
/** Milliseconds for which one that asks waits for another that asks under the same reference. */
const waitForAsked = 4_000
/** Milliseconds by which two clocks may differ without saying which of two things came first. */
const clockSlack = 60_000

/** Whether a record was there before its intent left just now, by the service's clock. */
function wasThereBefore(answer: string, { sent_at, environment }: IntentTable): boolean {
  const record: { created_at?: unknown; rule?: { created_at?: unknown } } = JSON.parse(answer)
  const made = nanoseconds(String(record.created_at ?? record.rule?.created_at ?? ''))
  if (made === undefined || sent_at === null) return false
  const ahead = serviceNow(environment as Environment) - Date.now()
  return Number(made / 1_000_000n) < sent_at / 1000 + ahead - clockSlack
}

/** A 409 may show a record that another has made, here or elsewhere: then this one did not happen. */
export async function owned(verdict: Verdict, row: IntentTable, isReplay: boolean): Promise<Verdict> {
  const { answerStatus, state, recordId, answer = '{}' } = verdict
  if (answerStatus !== 409 || state === 'unknown' || recordId === undefined) return verdict
  // Read anew: it was taken for sending after it was read.
  const now = (await rowById(row.id)) ?? row
  const taken = (words: string): Verdict => {
    const problem: Problem = {
      type: '/problems/already-exists',
      title: words,
      status: 409,
      meta: { existing: JSON.parse(answer) },
      errors: [{ field: 'ref_id', message: 'This reference was used before.' }],
    }
    return { state: 'refused', words, reason: words, answerStatus, answer: JSON.stringify(problem) }
  }
  let maker = await makerOf(now, recordId, isReplay)
  // Only the first that was sent waits for the others, so no two wait for each other.
  for (let left = waitForAsked / lookEvery; maker === 'asked' && left > 0; left--) {
    await pause(lookEvery)
    maker = await makerOf(now, recordId, isReplay)
  }
  if (maker === 'another')
    return taken('The reference was used before: the same was asked for by another intent, and is there once.')
  if (maker === 'unclear' || maker === 'asked') {
    const reason = 'The service has this, and another intent asked for the same under this reference.'
    return { state: 'unknown', words: reason, reason, answerStatus }
  }
  // Only at once: later the service's clock may have been set.
  return !isReplay && wasThereBefore(answer, now)
    ? taken(
        'The reference was used before: the service had the same before it was asked for here, and made nothing new.',
      )
    : verdict
}
