/** How far a role of a company's own goes, where a write is recorded and again where it is sent, on both databases. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { profiles } from '../../../sandbox/seed/parties'
import type { OwnRole } from '../../../server/auth/own-roles'
import { personRow } from '../../../server/testing'
import { describeOnBothDatabases, ines, market, path, rule } from '../../../server/writes/testing'

const payouts: OwnRole = {
  rights: ['read', 'requests', 'order', 'rules'],
  profiles: [path.profile_id],
  amounts: { USD: '100.00' },
}

describeOnBothDatabases('A role that is narrowed', (bench) => {
  const { test, ask, restart, database, row, send, arrived, prepare } = bench
  /** Gives the person these roles, on a console with a role of its own. */
  const hold = async (roles: string, role = payouts) => {
    await database().deleteFrom('person').where('subject', '=', ines.subject).execute()
    await database()
      .insertInto('person')
      .values(personRow({ ...ines, roles }))
      .execute()
    restart({ settings: { ownRoles: { 'own:payouts': role } } })
  }
  const order = (amount: string, more: object = {}) => {
    const id: string = randomUUID()
    return { id, done: ask('createOrder', { ...market, quote_amount: amount }, { id, ...more }) }
  }
  const refused = async ({ id, done }: { id: string; done: Promise<unknown> }, detail: RegExp) => {
    const problem = await done.catch((error) => error.problem)
    expect(problem).toMatchObject({
      status: 403,
      type: '/problems/not-permitted',
      detail: expect.stringMatching(detail),
    })
    expect(problem).toMatchObject({ detail: expect.stringMatching(/Nothing was sent\.$/) })
    expect(await arrived(id)).toBe(0)
  }

  test('does not go further once the person’s roles were changed in the database, or removed', async () => {
    await hold('own:payouts')
    await database().updateTable('person').set({ roles: 'treasury' }).where('subject', '=', ines.subject).execute()
    await refused(order('5000.00'), /not known here any more\. Sign in again\./)
    await database().deleteFrom('person').where('subject', '=', ines.subject).execute()
    await refused(order('5000.00'), /not known here any more\. Sign in again\./)
    await hold('treasury')
    const allowed = order('5000.00')
    expect((await allowed.done).state).toBe('confirmed')
  })

  test('sends what is within it, to the last digit, and records nothing of what is not', async () => {
    await hold('own:payouts')
    expect(await order('100.00').done).toMatchObject({ state: 'confirmed' })
    const large = order('100.01')
    await refused(large, /at most 100.00 USD in one request, and this one moves 100.01 USD/)
    expect(await database().selectFrom('intent').select('id').where('id', '=', large.id).execute()).toEqual([])
  })

  test('refuses another profile, and a rule, which moves what nobody knows before', async () => {
    await hold('own:payouts')
    await refused(order('1', { path: { profile_id: profiles[1].id } }), /acts only for the profile/)
    const id = randomUUID()
    await refused({ id, done: ask('createRule', rule(id), { id }) }, /not known before/)
  })

  test('does not limit those who also have a role that is not narrowed', async () => {
    await hold('own:payouts treasury')
    expect(await order('100.01').done).toMatchObject({ state: 'confirmed' })
  })

  test('is asked again where a recorded request is sent, so that a role that was narrowed since refuses it', async () => {
    await hold('treasury')
    const id = await prepare('createOrder', { ...market, quote_amount: '100.01' })
    await hold('own:payouts')
    await refused({ id, done: send(id) }, /at most 100.00 USD/)
    expect(await row(id)).toMatchObject({ state: 'prepared' })
    await hold('own:payouts', { ...payouts, amounts: { USD: '100.010' } })
    await send(id)
    expect(await row(id)).toMatchObject({ state: 'confirmed' })
  })
})
