/** What a release over HTTP asks of the person, beyond what the ledger does. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { holdStatements } from '../../../database/hold'
import { microseconds } from '../../../server/clock'
import { type MeasuredConsole, openMeasuredConsole } from '../../../server/telemetry/testing'
import { fastClock } from '../../../server/testing'
import type { Hold } from '../interface'

/** The minute for which a reconciliation waits takes two seconds. */
const clock = fastClock(30)
let measured: MeasuredConsole
beforeEach(async () => {
  measured = await openMeasuredConsole('oidc:ann', ['admin'], clock)
  const now = microseconds(clock)
  for (const statement of holdStatements({ id: 'h', beganAt: now, cause: 'declared', knownUntil: now }).slice(0, 1))
    await sql.raw(statement).execute(measured.database)
})
afterEach(() => measured.close())

const post = (path: string, body: object = {}) =>
  measured.request(`/api/sandbox/hold/${path}`, { method: 'POST', body: JSON.stringify(body) })

it('a copy whose lists could not be compared is released only with an explicit yes', async () => {
  const { begin, own } = measured.console
  measured.provider.answer = (path) => (path.includes('quote') ? [403, '{}'] : [200, '{"items":[]}'])
  // A held copy reads on, because reading sends nothing.
  begin()
  const reconciled: { hold: Hold } = await (await own(post('reconcile'))).json()
  const { report } = reconciled.hold
  expect(report?.environments[0]?.problems).toEqual([
    expect.stringMatching(
      /^List issuer quote .*: The provider could not be read up to now\. Changes are here until \d/,
    ),
  ])
  const release = { report: report?.at ?? '', statement: 'Asked them.' }
  const refused = await own(post('release', release))
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ type: expect.stringMatching(/lists-unread$/) }),
  ])
  const released = await own(post('release', { ...release, without_lists: true }))
  expect(await released.json()).toMatchObject({ hold: { is_held: false } })
})
