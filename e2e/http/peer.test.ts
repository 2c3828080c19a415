/** The console's reads and writes through an independent tool that validates them against the API description. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWrite, operationNames, pathOf, rowOf } from '../../lib/provider/operations'
import { startPeer } from '../../lib/sandbox/description/testing/peer'
import { type Demo, examplesOf, startConsoleOn, startDemo } from '../processes'
import { demoBrowser } from '../session'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo(100)
}, 120_000)
afterAll(() => demo?.stop())

test('every request of the console and every answer to it conforms to the description', async () => {
  const document = await (await fetch(`${demo.sandbox.url}/openapi.json`)).json()
  const peer = await startPeer(document, demo.sandbox.url)
  const console = await startConsoleOn(peer.url)
  try {
    const treasury = await demoBrowser(console.url, 'treasury')
    const bodies = await examplesOf(demo)
    const read = async (path: string) => {
      const answer = await treasury(`/api/sandbox/v2/${path}`)
      expect(answer.status, path).toBe(200)
      return answer.json()
    }
    const first = await read('transfer/transfers?statuses=PENDING&statuses=COMPLETED&limit=20')
    await read(
      `transfer/transfers?statuses=PENDING&statuses=COMPLETED&limit=20&page_cursor=${encodeURIComponent(first.next_page_cursor)}`,
    )
    const wires = await read(
      'transfer/transfers?type=WIRE_DEPOSIT&created_at.gte=2020-01-01T00:00:00Z&order=ASC&limit=20',
    )
    const [{ id, profile_id }] = wires.items
    await read('issuer-quotes?limit=20')
    for (const name of operationNames) {
      const row = rowOf(name)
      const json = isWrite(row) ? bodies[name] : undefined
      await treasury(`/api/sandbox${pathOf(name, { id, profile_id })}`, { method: row.method, json })
      const asked = row.path.replace('{profile_id}', profile_id).replace('{id}', id)
      expect(
        peer.passed().some((target) => target.split('?')[0] === asked),
        name,
      ).toBe(true)
    }
  } finally {
    await Promise.all([console.stop(), peer.stop()])
  }
  for (const part of ['page_cursor=', 'statuses=COMPLETED', 'type=WIRE_DEPOSIT', 'created_at.gte='])
    expect(
      peer.passed().some((target) => target.includes(part)),
      part,
    ).toBe(true)
  expect([...new Set(peer.violations())]).toEqual([])
})
