/** What a console with metrics finds out by itself: whether the provider answers, and when its certificate ends. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Clock } from '../../../server/clock'
import { startProvider } from '../../../server/telemetry/testing'
import { recordedLog, seededClock, settingsFor } from '../../../server/testing'
import certificate from '../../../server/upstream/testing/certificate.json'
import { Upstreams } from '../../../server/upstream/upstream'
import { createProbes } from './probes'

const seeded = seededClock()
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Provider = Awaited<ReturnType<typeof startProvider>>

/** Probes whose next look comes when a test says so. */
async function start(origin = 'http://localhost:3000', prepare: (provider: Provider) => void = () => undefined) {
  const provider = await startProvider()
  ends.push(provider.close)
  prepare(provider)
  const address = { baseUrl: provider.address, authUrl: provider.address }
  const looks: (() => void)[] = []
  const clock: Clock = {
    ...seeded,
    after(millis, act) {
      if (millis < 30_000) return seeded.after(millis, act)
      looks.push(act)
      return () => undefined
    },
  }
  const { log, lines } = recordedLog()
  const upstreams = new Upstreams({ settings: settingsFor(address), clock })
  const probes = createProbes({ clock, log, upstreams, origin })
  ends.push(() => probes.close())
  probes.start(['sandbox'])
  const gauge = (wanted: string) => probes.samples().find(({ name }) => name === wanted)?.value
  return {
    provider,
    probes,
    lines,
    gauge,
    isReachable: () => gauge('mintdesk_provider_reachable'),
    /** Looks again, to its end. */
    async look() {
      const isOver = () => expect.poll(() => looks.length, { interval: 1 }).toBe(1)
      await isOver()
      looks.pop()?.()
      await isOver()
    },
  }
}

it('a provider that is down is noticed although nobody works, and so is its return', async () => {
  const { provider, isReachable, look, lines } = await start()
  await expect.poll(isReachable, { interval: 1 }).toBe(1)
  provider.answer = () => [503, '{}']
  await look()
  expect(isReachable()).toBe(0)
  // It answers, whatever it says.
  provider.answer = () => [403, '{}']
  await look()
  expect(isReachable()).toBe(1)
  expect(lines).toMatchObject([
    { event: 'provider-unreachable', environment: 'sandbox' },
    { event: 'provider-reachable-again', environment: 'sandbox' },
  ])
})

it.each<[string, (provider: Provider) => void]>([
  ['does not accept the client', (provider) => Object.assign(provider, { tokenAnswer: () => [401, '{}'] })],
  ['is away', (provider) => provider.close()],
])('a provider whose token service %s cannot be reached', async (_, prepare) => {
  const { isReachable, lines } = await start(undefined, prepare)
  await expect.poll(isReachable, { interval: 1 }).toBe(0)
  expect(lines).toMatchObject([{ event: 'provider-unreachable' }])
})

it('a scope that is not granted says nothing of the provider', async () => {
  const { provider, isReachable, look, lines } = await start()
  await expect.poll(isReachable, { interval: 1 }).toBe(1)
  provider.answer = () => [401, '{}']
  provider.tokenAnswer = () => [400, '{"error":"invalid_scope"}']
  await look()
  expect(isReachable()).toBe(1)
  expect(lines).toEqual([])
})

it('the time until the certificate of the console’s own address ends is told, and nothing if it cannot be reached', async () => {
  const server = createServer(certificate)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const name = 'mintdesk_certificate_expires_in_seconds'
  const { gauge } = await start(`https://localhost:${port}`)
  const expected = (Date.UTC(2126, 9, 30, 4, 29, 56) - seeded.now()) / 1000
  await expect.poll(() => gauge(name), { interval: 1 }).toBeCloseTo(expected, -2)
  const away = await start('https://127.0.0.1:1')
  await expect.poll(away.isReachable, { interval: 1 }).toBe(1)
  expect(away.gauge(name)).toBeUndefined()
})
