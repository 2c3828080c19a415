/** What people do with intents: note, withdraw, check again. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { deposit, describeOnBothDatabases, ines, market, rule } from './testing'

describeOnBothDatabases(
  'An intent',
  ({ test, ledger, ask, send, detail, check, note, prepare, arrived, stress, set }) => {
    test('that is unknown is settled by a person in their own name', async () => {
      const id = randomUUID()
      await stress({ drop: [{ operation: 'initiateSandboxFiatDeposit' }] })
      await expect(ask('initiateSandboxFiatDeposit', deposit(randomUUID()), { id })).rejects.toThrow()
      await note(id, { hasHappened: false })
      const noted = await detail(id)
      expect(noted).toMatchObject({ state: 'refused', noted_by: 'Tomas Reiter', answer_status: undefined })
      expect(await note(id, { hasHappened: true }, ines)).toBe(true)
      expect(await detail(id)).toMatchObject({ state: 'confirmed', noted_by: 'Ines Okafor' })
    })

    test('that a person notes as executed does not show the contradicting record as its answer', async () => {
      const id = randomUUID()
      await stress({ replace: { side: 'SELL' } })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
      await note(id, { hasHappened: true, status: 'FILLED' })
      expect((await ask('createOrder', market, { id })).text).not.toContain('SELL')
      await note(id, { hasHappened: false })
      expect((await detail(id)).record_status).toBeUndefined()
    })

    test('that the provider has answered cannot be settled by a note, and the note is not recorded', async () => {
      const id = randomUUID()
      await ask('createOrder', market, { id })
      expect(await note(id, { hasHappened: false })).toBe(false)
      const { state, events } = await detail(id)
      expect([state, events.some(({ kind }) => kind === 'noted')]).toEqual(['confirmed', false])
    })

    test('that is noted as not executed is not checked, which would execute it, until the note is corrected', async () => {
      const id = randomUUID()
      await stress({ drop: [{ operation: 'createRule' }] })
      await expect(ask('createRule', rule(id), { id })).rejects.toThrow()
      await note(id, { hasHappened: false })
      await expect(check(id, ines)).rejects.toMatchObject({ problem: { type: '/problems/check-unavailable' } })
      expect((await detail(id)).check_until).toBeUndefined()
      await note(id, { hasHappened: true })
      await check(id, ines)
      expect(await detail(id)).toMatchObject({ state: 'confirmed', answer_status: 409 })
    })

    test('that was never sent can be withdrawn, and is never sent afterwards', async () => {
      const id = await prepare('createOrder', market)
      expect(await ledger().actions.withdraw(id, ines)).toBe(true)
      expect(await ledger().actions.withdraw(id, ines)).toBe(false)
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { title: 'Withdrawn by Ines Okafor.', meta: { intent_state: 'refused' } },
      })
      await expect(send(id, ines)).rejects.toMatchObject({ problem: { status: 409 } })
      expect(await arrived(id)).toBe(0)
    })

    test('keeps its first answer when it is checked, and keeps a warning of a second record', async () => {
      const id = randomUUID()
      await ask('createRule', rule(id), { id })
      const { answer } = await detail(id)
      await check(id, ines)
      expect((await detail(id)).answer).toEqual(answer)
      await set(id, { record_id: 'elsewhere' })
      await check(id, ines)
      await set(id, { record_id: null })
      await check(id, ines)
      const found = await detail(id)
      expect([found.is_conflict, found.answer]).toEqual([true, answer])
      expect(found.reason).toContain('there may be two')
    })
  },
)
