/** Every event at every stage, carried out by the database: the result is what the table of transitions says. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect } from 'vitest'
import { microseconds } from '../clock'
import { personRow } from '../testing'
import { type Stage, transitions, type WriteEvent } from './states'
import { describeOnBothDatabases, ines, type WriteFixture } from './testing'

const stages: readonly Stage[] = ['prepared', 'waiting', 'sent', 'confirmed', 'refused', 'unknown', 'noted']

const settled = ({ ledger }: WriteFixture, id: string, state: 'prepared' | 'confirmed' | 'refused' | 'unknown') =>
  ledger().settle(
    { id, operation: 'createOrder' },
    { state, words: 'Reported.', answerStatus: 200 },
    ledger().newEvent({ kind: 'answered', words: 'Reported.' }),
    { lease: null },
  )

/** Each event as the code carries it out; whether it took place is read from the row. */
const carryOut: Record<WriteEvent, (bench: WriteFixture, id: string, fingerprint: string) => Promise<unknown>> = {
  claim({ ledger }, id, fingerprint) {
    const claim = { claimId: randomUUID(), fingerprint, limit: 60_000, person: ines.name, serviceTime: 1 }
    return ledger().claim(id, claim)
  },
  notSent: (bench, id) => settled(bench, id, 'prepared'),
  confirm: (bench, id) => settled(bench, id, 'confirmed'),
  refuse: (bench, id) => settled(bench, id, 'refused'),
  lose: (bench, id) => settled(bench, id, 'unknown'),
  expire: async ({ ledger, row }, id) => ledger().expire(await row(id)),
  withdraw: ({ ledger }, id) => ledger().actions.withdraw(id, ines),
  decline: ({ ledger }, id) => ledger().actions.expireApproval(id),
  noteHappened: ({ note }, id) => note(id, { hasHappened: true }),
  noteNotHappened: ({ note }, id) => note(id, { hasHappened: false }),
}

describeOnBothDatabases(
  'An intent',
  (bench) => {
    const { test, record, row, set, database, ledger, clock } = bench
    beforeEach(async () => {
      const person = personRow(ines)
      const known = database()?.insertInto('person').values(person)
      await known?.onConflict((one) => one.column('subject').doUpdateSet(person)).execute()
    })
    for (const stage of stages) {
      for (const event of Object.keys(transitions) as WriteEvent[]) {
        const { from, to }: { from: readonly Stage[]; to: string } = transitions[event]
        const isAllowed = from.includes(stage)
        test(`that is ${stage} ${isAllowed ? `becomes ${to}` : 'does not change'} on ${event}`, async () => {
          const id = randomUUID()
          await record(id)
          const start = stage === 'noted' ? 'refused' : stage
          const columns = {
            state: start,
            sent_at: stage === 'prepared' || stage === 'waiting' ? null : 1,
            // Approved, by a policy that needs nobody; or its time is over.
            approve_by: stage === 'waiting' ? (event === 'decline' ? 1 : microseconds(clock) + 60_000_000) : null,
            needed_id: stage === 'waiting' ? 'none' : null,
            deadline_at: stage === 'sent' ? 1 : null,
            answer_status: stage === 'confirmed' || stage === 'refused' ? 200 : null,
            noted_by: stage === 'noted' ? ines.name : null,
          } as const
          await set(id, columns)
          const none = JSON.stringify({ id: 'none', version: 1, requirements: [], stand_ins: [] })
          const needed = ledger().encryption.encrypt(none, ['approval_request', 'needed', id])
          const request = { intent_id: id, needed, destination: null, ended: null }
          if (stage === 'waiting') await database().insertInto('approval_request').values(request).execute()
          await carryOut[event](bench, id, (await row(id)).fingerprint)
          expect((await row(id)).state).toBe(isAllowed ? to : start)
        })
      }
    }
  },
  { usesService: false },
)
