/** Every event against every stage, carried out by the database: what happens is what the table of transitions says. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { claim, expire, newEvent, rowById, settle, withdraw } from './ledger'
import { type Stage, transitions, type WriteEvent } from './states'
import { ask, describeOnBoth, ines, market, note, pointAt } from './testing'

const stages: readonly Stage[] = ['prepared', 'sent', 'confirmed', 'refused', 'unknown', 'noted']

/** Each event as the code carries it out; whether it took place is read from the row. */
const carryOut: Record<WriteEvent, (id: string, fingerprint: string) => Promise<unknown>> = {
  claim: (id, fingerprint) =>
    claim(id, { claimId: randomUUID(), fingerprint, limit: 60_000, person: ines.name, serviceTime: 1 }),
  notSent: (id) => settled(id, 'prepared'),
  confirm: (id) => settled(id, 'confirmed'),
  refuse: (id) => settled(id, 'refused'),
  lose: (id) => settled(id, 'unknown'),
  expire: async (id) => expire((await rowById(id)) ?? { id, deadline_at: 1 }),
  withdraw: (id) => withdraw(id, ines.name),
  noteHappened: (id) => note(id, { hasHappened: true }),
  noteNotHappened: (id) => note(id, { hasHappened: false }),
}

const settled = (id: string, state: 'prepared' | 'confirmed' | 'refused' | 'unknown') =>
  settle(
    { id, operation: 'createOrder' },
    { state, words: 'Told.', answerStatus: 200 },
    newEvent({ kind: 'answered', words: 'Told.' }),
    { lease: null },
  )

describeOnBoth('An intent', ({ test, database }) => {
  for (const stage of stages) {
    for (const event of Object.keys(transitions) as WriteEvent[]) {
      const { from, to }: { from: readonly Stage[]; to: string } = transitions[event]
      const may = from.includes(stage)
      test(`that is ${stage} ${may ? `becomes ${to}` : 'stays so'} at the event ${event}`, async () => {
        const id = randomUUID()
        pointAt(1)
        await expect(ask('createOrder', market, { id })).rejects.toThrow()
        const start = stage === 'noted' ? 'refused' : stage
        const columns = {
          state: start,
          sent_at: stage === 'prepared' ? null : 1,
          deadline_at: stage === 'sent' ? 1 : null,
          answer_status: stage === 'confirmed' || stage === 'refused' ? 200 : null,
          noted_by: stage === 'noted' ? ines.name : null,
        } as const
        await database().updateTable('intent').set(columns).where('id', '=', id).execute()
        const { fingerprint = '' } = (await rowById(id)) ?? {}
        await carryOut[event](id, fingerprint)
        expect((await rowById(id))?.state).toBe(may ? to : start)
      })
    }
  }
})
