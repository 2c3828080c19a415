/** Webhooks: every change is told, in order, signed, and again until it is accepted, whatever dies meanwhile. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { beginHold } from '../../../database/hold'
import { noteRoles } from '../../../server/auth/people'
import { microseconds } from '../../../server/clock'
import { Encryption } from '../../../server/encryption/encryption'
import { createReencryption } from '../../../server/encryption/reencryption'
import { Follower } from '../../../server/records/follower'
import { Records } from '../../../server/records/records'
import { followedProvider, uuidOf } from '../../../server/records/testing'
import { changeOf } from '../../../server/records/versions'
import { fastClock, personRow, silentLog } from '../../../server/testing'
import type { Upstreams } from '../../../server/upstream/upstream'
import { decisionDigest } from '../../../server/writes/row-digests'
import { describeOnBothDatabases, ines } from '../../../server/writes/testing'
import { movementEvents } from '../../money/server/movement-events'
import { maximumAnswer, maximumDeliveries, maximumWebhooks, type WebhookEvent, type WebhookFormat } from '../interface'
import { Endpoints, withoutSecret } from './endpoints'
import { signedHeaders } from './message'
import { eventOf } from './outbox'
import { isInside, receiverConnections, receiverError } from './receiver-address'
import { Webhooks } from './webhooks'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const every: WebhookEvent[] = ['transfer.failed', 'transfer.changed', 'transfer.completed']

const urlOf = (environment: string, id: string) => `https://mintdesk.example/${environment}/money/${id}`

type Signed = { headers: IncomingMessage['headers']; text: string }
type Received = {
  id: string
  type: string
  sequence: number
  transfer?: { id: string }
  request?: object
  movement?: { id: string; state: string; url: string; transfers: { id: string }[] }
}

const signatureOf = (secret: string, { headers, text }: Signed) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`)
    .digest('base64')}`

/** A receiver that says 204 unless a test says otherwise. */
function startReceiver() {
  const received: Received[] = []
  const receiver = {
    received,
    url: '',
    answer: (_: Received): number => 204,
    says: (_: Signed) => '',
    signatures: [] as Signed[],
    ids: () => received.flatMap(({ transfer }) => transfer?.id ?? []),
    close: () => server.close(),
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { type, sequence, data } = JSON.parse(text)
    const message = { id: String(request.headers['webhook-id']), type, sequence, ...data }
    const status = receiver.answer(message)
    const signed = { headers: request.headers, text }
    receiver.signatures.push(signed)
    if (status === 0) return response.destroy()
    if (status < 300) received.push(message)
    response.writeHead(status).end(status === 204 ? undefined : receiver.says(signed))
  })
  return new Promise<typeof receiver>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
      resolve(receiver)
    })
  })
}

describeOnBothDatabases(
  'Webhooks',
  ({ test, database, ledger, clock: seeded }) => {
    let receiver: Awaited<ReturnType<typeof startReceiver>>
    let provider: ReturnType<typeof followedProvider>
    const consoles: Webhooks[] = []
    /** What reads the provider for them. */
    const followers = new Map<Webhooks, Follower>()

    beforeEach(async () => {
      receiver = await startReceiver()
      provider = followedProvider({
        ...seeded,
        get time() {
          return seeded.now()
        },
        set time(_) {},
      })
      // Its times are the database's, which measures by them.
      for (const table of [
        'webhook',
        'webhook_delivery',
        'webhook_event',
        'webhook_outbox',
        'transfer',
        'list_reading',
      ] as const)
        await database().deleteFrom(table).execute()
    })
    afterEach(async () => {
      receiver.close()
      await Promise.all([...consoles.splice(0), ...followers.values()].map((one) => one.close()))
      followers.clear()
    })

    const clock = { ...fastClock(20), now: seeded.now }
    const recordsOf = () =>
      new Records({ database: database(), clock, encryption: ledger().encryption, log: silentLog })

    const open = () => {
      const upstreams = { of: () => provider.upstream } as unknown as Upstreams
      const connections = receiverConnections(true)
      const console = new Webhooks({
        database: database(),
        clock,
        log: silentLog,
        upstreams,
        connections,
        records: recordsOf(),
        eventsOfMovements: (own, changes) =>
          movementEvents({ records: recordsOf(), routesOf: async () => [], urlOf }, own, changes),
        encryption: ledger().encryption,
        notices: {
          origin: 'https://mintdesk.example',
          rows: ledger().rows,
          profileName: async () => 'Treasury ops',
          plansOf: async () => new Map(),
        },
      })
      consoles.push(console)
      return console
    }
    const start = () => {
      const console = open()
      console.start(['sandbox'])
      const follower = new Follower({ upstream: provider.upstream, records: recordsOf(), clock, log: silentLog })
      followers.set(console, follower)
      follower.start()
      return console
    }
    const add = async (
      more: { events?: WebhookEvent[]; view?: string; url?: string; name?: string; format?: WebhookFormat } = {},
    ) => {
      const webhook = { id: randomUUID(), name: 'Desk', url: receiver.url, events: every, zone: 'UTC', ...more }
      const { secret = '', ...added } = await open().endpoints.add(owner, webhook, ines)
      return { ...added, secret }
    }
    const change = (id: number, status = 'PENDING') =>
      provider.versions.push({ id, at: seeded.now(), visibleAt: seeded.now(), status })
    const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 15_000 })
    const listed = async () => (await open().endpoints.list(owner))[0]
    const untilListed = (check: (webhook: NonNullable<Awaited<ReturnType<typeof listed>>>) => unknown) =>
      vi.waitFor(
        async () => {
          const webhook = await listed()
          expect(webhook && check(webhook)).toBeTruthy()
        },
        { timeout: 15_000 },
      )

    test('tells each change once, in order, with a signature that the secret verifies', async () => {
      const { secret } = await add()
      start()
      for (let id = 0; id < 30; id++) change(id, id % 3 === 0 ? 'FAILED' : 'PENDING')
      await until(() => receiver.received.length >= 30)
      expect(receiver.received.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
      expect(new Set(receiver.ids()).size).toBe(30)
      expect(new Set(receiver.received.map(({ type }) => type))).toEqual(
        new Set(['transfer.failed', 'transfer.changed']),
      )
      for (const sent of receiver.signatures) expect(sent.headers['webhook-signature']).toBe(signatureOf(secret, sent))
    })

    test('signs with the old and the new secret for a day after a rotation, and then with the new one alone', async () => {
      const { webhook, secret } = await add()
      const { endpoints } = start()
      change(1)
      await until(() => receiver.received.length >= 1)
      const rotation = randomUUID()
      const next = (await endpoints.rotate(owner, webhook.id, rotation)) ?? ''
      expect(next).toMatch(/^whsec_/)
      expect(next).not.toBe(secret)
      expect(await endpoints.rotate(owner, webhook.id, rotation), 'a repeat').toBeUndefined()
      let id = 1
      /** A delivery under way goes on for a moment with the secrets that it began with. */
      const untilSignedWith = (...secrets: string[]) =>
        vi.waitFor(
          async () => {
            const count = receiver.signatures.length
            id += 1
            change(id)
            await until(() => receiver.signatures.length > count)
            const sent = receiver.signatures.at(-1) as Signed
            expect(sent.headers['webhook-signature']).toBe(secrets.map((one) => signatureOf(one, sent)).join(' '))
          },
          { timeout: 15_000 },
        )
      await untilSignedWith(next, secret)
      const end = Date.parse((await listed())?.old_secret_until ?? '')
      expect(end - seeded.now()).toBeGreaterThan(23.9 * 3_600_000)
      expect(end - seeded.now()).toBeLessThanOrEqual(24 * 3_600_000)

      await endpoints.retire(owner, webhook.id)
      await untilSignedWith(next)
      expect(await listed()).not.toHaveProperty('old_secret_until')
    })

    test('one whose address was changed in the database is told nothing and turned off', async () => {
      const elsewhere = await startReceiver()
      const { webhook, secret } = await add()
      const { url } = await database().selectFrom('webhook').select('url').executeTakeFirstOrThrow()
      await database().updateTable('webhook').set({ url: elsewhere.url }).where('id', '=', webhook.id).execute()
      const console = start()
      const row = await console.endpoints.find(owner, webhook.id)
      expect(row && (await console.test(owner, row, new AbortController().signal))).toMatchObject({
        problem: withoutSecret,
      })
      await expect(console.endpoints.rotate(owner, webhook.id, randomUUID())).rejects.toMatchObject({
        problem: { title: withoutSecret },
      })
      change(1)
      await untilListed(({ state, off_because }) => state === 'off' && off_because === withoutSecret)
      expect(elsewhere.signatures).toEqual([])
      elsewhere.close()
      // Back at its own address it is as before.
      await database().updateTable('webhook').set({ url }).where('id', '=', webhook.id).execute()
      await console.endpoints.turn(owner, webhook.id, true)
      await until(() => receiver.received.length === 1)
      const [sent] = receiver.signatures
      expect(sent?.headers['webhook-signature']).toBe(sent && signatureOf(secret, sent))
    })

    test('a delivery under way signs with a secret that was made meanwhile', async () => {
      const { webhook } = await add()
      const { endpoints } = start()
      await endpoints.turn(owner, webhook.id, false)
      for (let id = 0; id < 300; id++) change(id)
      await untilListed(({ waiting }) => waiting === 300)
      let rotated: Promise<string | undefined> | undefined
      receiver.answer = () => {
        rotated ??= endpoints.rotate(owner, webhook.id, randomUUID())
        return 204
      }
      await endpoints.turn(owner, webhook.id, true)
      await until(() => receiver.received.some(({ sequence }) => sequence === 300))
      const last = receiver.signatures.at(-1) as Signed
      const [newest] = String(last.headers['webhook-signature']).split(' ')
      expect(newest).toBe(signatureOf((await rotated) ?? '', last))
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(300)
    })

    test('of a person who lost access goes on, and says so', async () => {
      await database().deleteFrom('person').execute()
      const person = personRow({ ...ines, roles: 'admin' })
      await database().insertInto('person').values(person).execute()
      await add()
      expect(await listed()).not.toHaveProperty('has_person_left')
      await noteRoles(database(), ledger().encryption, ines.subject, [], 1)
      start()
      change(1)
      await until(() => receiver.received.length === 1)
      expect(await listed()).toMatchObject({ has_person_left: true, state: 'on' })
    })

    test('an old secret ends by itself, and is removed from the database', async () => {
      const { webhook, secret } = await add()
      const { endpoints } = start()
      await endpoints.rotate(owner, webhook.id, randomUUID())
      await expect(endpoints.rotate(owner, webhook.id, randomUUID())).rejects.toMatchObject({
        problem: { status: 409, title: 'Its old secret still signs messages.' },
      })
      const later = { ...fastClock(20), now: () => seeded.now() + 25 * 3_600_000 }
      const tomorrow = new Endpoints(database(), later, ledger().encryption, open().outbox)
      expect((await tomorrow.list(owner))[0]).not.toHaveProperty('old_secret_until')
      expect((await endpoints.removeOldSecrets()).rows).toBe(0)
      expect((await tomorrow.removeOldSecrets()).rows).toBe(1)
      const row = await endpoints.find(owner, webhook.id)
      expect(row && endpoints.secretsOf(row).map((one) => one.secret)).toHaveLength(1)
      expect(JSON.stringify(row)).not.toContain(secret)
    })

    test('a test message is sent at once, also while it is off, and changes nothing about what waits', async () => {
      const { webhook, secret } = await add()
      const console = start()
      await console.endpoints.turn(owner, webhook.id, false)
      change(1)
      await untilListed(({ waiting }) => waiting === 1)
      const tested = async () => {
        const row = await console.endpoints.find(owner, webhook.id)
        return row && console.test(owner, row, new AbortController().signal)
      }
      const took = { at: expect.any(String), millis: expect.any(Number) }
      expect(await tested()).toEqual({ ...took, status: 204 })
      const [sent] = receiver.signatures
      expect(JSON.parse(sent?.text ?? '')).toEqual({
        type: 'webhook.test',
        timestamp: expect.any(String),
        environment: 'sandbox',
        data: {},
      })
      expect(sent?.headers['webhook-signature']).toBe(signatureOf(secret, sent as Signed))
      receiver.answer = () => 500
      receiver.says = ({ headers }) => `No: ${secret} ${headers['webhook-signature']} ${'x'.repeat(20_000)}`
      const refused = await tested()
      expect(refused).toMatchObject({ status: 500, problem: 'The receiver answered 500.' })
      expect(refused?.answer).toMatch(/^No: whsec_… v1,… x+$/)
      expect(refused?.answer).toHaveLength(maximumAnswer)
      receiver.close()
      receiver.answer = () => 0
      expect((await tested())?.problem).toMatch(/could not be reached/)
      expect(await listed()).toMatchObject({ state: 'off', waiting: 1 })
    })

    test('sends Slack and Teams what they display, signed like any other, and shows it as its delivery', async () => {
      const events: WebhookEvent[] = ['transfer.failed']
      const { webhook, secret } = await add({ events, format: 'slack' })
      await add({ events, format: 'teams', name: 'Teams' })
      const console = start()
      change(1, 'FAILED')
      await until(() => receiver.signatures.length >= 2)
      const sent = receiver.signatures.find(({ text }) => text.includes('"blocks"')) as Signed
      expect(sent.headers['webhook-signature']).toBe(signatureOf(secret, sent))
      expect(JSON.parse(sent.text).blocks[0].text.text).toBe('Transfer failed')
      expect(receiver.signatures.some(({ text }) => JSON.parse(text).attachments)).toBe(true)
      await vi.waitFor(async () => expect(await console.delivery.bodyOf(owner, webhook.id, 1)).toBe(sent.text))
      expect(await listed()).toMatchObject({ format: 'slack' })

      const row = await console.endpoints.find(owner, webhook.id)
      await (row && console.test(owner, row, new AbortController().signal))
      expect(receiver.signatures.at(-1)?.text).toContain(
        `"url":"https://mintdesk.example/sandbox/webhooks/${webhook.id}"`,
      )
    })

    test('keeps what each delivery came to, newest first, its body, and the last hundred of each', async () => {
      const { webhook } = await add()
      const other = await add({ name: 'Other' })
      const console = start()
      const { deliveries } = console.delivery
      let refusals = 0
      receiver.answer = () => (refusals++ < 2 ? 503 : 204)
      change(1, 'FAILED')
      await vi.waitFor(async () => expect((await deliveries.list(owner, webhook.id))[0]?.status).toBe(204), 15_000)
      await vi.waitFor(
        async () => expect((await deliveries.list(owner, other.webhook.id))[0]?.status).toBe(204),
        15_000,
      )
      const [first] = await deliveries.list(owner, webhook.id)
      const attempts = (await deliveries.list(owner, other.webhook.id))[0]?.attempts ?? 0
      expect((first?.attempts ?? 0) + attempts).toBe(4)
      expect(first).toMatchObject({ sequence: 1, event: 'transfer.failed', at: expect.any(String) })
      expect(first).not.toHaveProperty('problem')
      const sent = receiver.signatures.at(-1)
      expect(await console.delivery.bodyOf(owner, webhook.id, 1)).toBe(sent?.text)
      await expect(console.delivery.bodyOf(owner, webhook.id, 2)).rejects.toMatchObject({ problem: { status: 404 } })
      await expect(console.delivery.bodyOf(owner, randomUUID(), 1)).rejects.toMatchObject({ problem: { status: 404 } })

      for (let id = 2; id <= 130; id++) change(id)
      await until(() => receiver.received.filter(({ sequence }) => sequence === 130).length === 2)
      await vi.waitFor(async () => {
        const all = await database().selectFrom('webhook_delivery').select('sequence').execute()
        expect(all).toHaveLength(2 * maximumDeliveries)
      }, 15_000)
      const kept = await deliveries.list(owner, webhook.id)
      expect(kept.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: maximumDeliveries }, (_, at) => 130 - at),
      )

      await console.endpoints.remove(owner, other.webhook.id)
      expect(await deliveries.list(owner, other.webhook.id)).toEqual([])
      expect(await database().selectFrom('webhook_delivery').select('sequence').execute()).toHaveLength(
        maximumDeliveries,
      )
      // With its event goes its delivery.
      await database().updateTable('webhook_event').set({ at: 1 }).where('sequence', '=', 130).execute()
      await console.outbox.removeOld()
      expect((await deliveries.list(owner, webhook.id))[0]?.sequence).toBe(129)
    })

    test('sends one delivery again at once under the same id, also while it is off, but not from a held copy', async () => {
      const { webhook, secret } = await add()
      const console = start()
      change(1)
      await vi.waitFor(async () =>
        expect(await console.delivery.deliveries.list(owner, webhook.id)).toMatchObject([{ attempts: 1, status: 204 }]),
      )
      await console.endpoints.turn(owner, webhook.id, false)
      const row = await console.endpoints.find(owner, webhook.id)
      const resend = (sequence: number) => row && console.resend(owner, row, sequence, new AbortController().signal)
      receiver.answer = () => 500
      receiver.says = () => 'Not today'
      expect(await resend(1)).toMatchObject({ status: 500, answer: 'Not today' })
      const [first, second] = receiver.signatures
      expect(second?.text).toBe(first?.text)
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
      expect(second?.headers['webhook-signature']).toBe(second && signatureOf(secret, second))
      expect(await console.delivery.deliveries.list(owner, webhook.id)).toMatchObject([
        { attempts: 2, status: 500, problem: 'The receiver answered 500.' },
      ])
      expect(await listed()).toMatchObject({ state: 'off', waiting: 0 })
      await expect(resend(2)).rejects.toMatchObject({ problem: { status: 404 } })

      await beginHold(database(), { id: 'h', beganAt: 1, cause: 'restored', knownUntil: 1 })
      onTestFinished(() => void database().deleteFrom('write_hold').execute())
      await expect(resend(1)).rejects.toMatchObject({ problem: { status: 409 } })
      expect(receiver.signatures).toHaveLength(2)
    })

    test('repeats what was not accepted, under the same id, before anything later', async () => {
      await add()
      start()
      let refusals = 0
      const seen: string[] = []
      receiver.answer = ({ id }) => {
        seen.push(id)
        refusals += 1
        return [500, 204, 0, 204, 429][refusals % 6] ?? 204
      }
      for (let id = 0; id < 5; id++) change(id)
      await until(() => receiver.received.length >= 5)
      expect(receiver.received.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
      // Whatever was refused came again at once, and nothing between.
      expect(seen.filter((id, at) => id !== seen[at - 1])).toEqual(receiver.received.map(({ id }) => id))
      expect(seen.length).toBeGreaterThan(6)
    })

    test('loses nothing when consoles die, and another goes on', async () => {
      await add()
      let next = 0
      let attempts = 0
      for (let round = 0; round < 3; round++) {
        const console = start()
        receiver.answer = () => {
          attempts += 1
          return attempts % 7 === 6 ? 0 : 204
        }
        for (const end = next + 12; next < end; next++) change(next)
        await until(() => receiver.received.length > round * 12)
        // As kill -9 would: what it holds is free once its time has passed.
        consoles.splice(consoles.indexOf(console), 1)
        await Promise.all([console.close(), followers.get(console)?.close()])
        await database().updateTable('webhook').set({ lease_until: 0, retry_at: 0 }).execute()
        await database().updateTable('webhook_outbox').set({ lease_until: 0 }).execute()
      }
      receiver.answer = () => 204
      start()
      await until(() => new Set(receiver.ids()).size >= next)
      const sequences = receiver.received.map(({ sequence }) => sequence)
      expect([...new Set(sequences)]).toEqual(Array.from({ length: next }, (_, at) => at + 1))
      const repeated = new Map(receiver.received.map(({ id, sequence }) => [id, sequence]))
      expect(repeated.size).toBe(next)
    })

    test('is told by one console, however many there are', async () => {
      await add()
      for (let count = 0; count < 3; count++) start()
      for (let id = 0; id < 40; id++) change(id)
      await until(() => receiver.received.length >= 40)
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(receiver.received).toHaveLength(40)
    })

    test('tells only the events and the view that were chosen', async () => {
      await add({ events: ['transfer.failed'], view: `ids=${uuidOf(4)}&ids=${uuidOf(6)}&x.amount.gte=0.5` })
      start()
      for (let id = 0; id < 8; id++) change(id, id === 4 || id === 5 ? 'FAILED' : 'PENDING')
      await until(() => receiver.received.length >= 1)
      await untilListed(({ waiting }) => waiting === 0)
      expect(receiver.ids()).toEqual([uuidOf(4)])
    })

    test('tells each state of a movement once, to those that chose it, and nothing of what was before', async () => {
      provider.versions.push({ id: 1, at: seeded.now() - 600_000, visibleAt: 0, status: 'COMPLETED' })
      await add({ events: ['movement.arrived', 'movement.failed'] })
      await add({ events: ['movement.failed'], name: 'Other', view: `ids=${uuidOf(9)}` })
      start()
      change(2)
      change(3, 'FAILED')
      await until(() => receiver.received.length >= 1)
      // The same state again, at a later time of the record.
      change(3, 'FAILED')
      change(2, 'COMPLETED')
      await until(() => receiver.received.length >= 2)
      change(4, 'COMPLETED')
      await until(() => receiver.received.length >= 3)
      expect(receiver.received.map(({ type, movement }) => [type, movement?.id])).toEqual([
        ['movement.failed', uuidOf(3)],
        ['movement.arrived', uuidOf(2)],
        ['movement.arrived', uuidOf(4)],
      ])
      expect(receiver.received[1]?.movement).toMatchObject({
        state: 'done',
        is_whole: true,
        url: `https://mintdesk.example/sandbox/money/${uuidOf(2)}`,
        stations: [{ kind: 'half', state: 'done' }],
        transfers: [{ id: uuidOf(2), amount: '1.00' }],
      })
    })

    test('tells of requests whose outcome is not known, once', async () => {
      await add({ events: ['request.outcome_unknown'] })
      const id = randomUUID()
      await ledger().record(
        { ...owner },
        { id, name: 'createOrder', path: {}, body: '{}', fingerprint: id, summary: 'An order' },
        ines,
      )
      await database()
        .updateTable('intent')
        .set({ state: 'unknown', sent_at: microseconds(seeded) })
        .where('id', '=', id)
        .execute()
      start()
      await until(() => receiver.received.length >= 1)
      change(1)
      await untilListed(({ waiting }) => waiting === 0)
      expect(receiver.received).toMatchObject([
        { type: 'request.outcome_unknown', request: { id, operation: 'createOrder' } },
      ])
    })

    test('tells of requests that wait for approval, and again once they are edited', async () => {
      await add({ events: ['request.approval_needed'] })
      const id = randomUUID()
      const request = {
        id,
        name: 'createOrder',
        path: {},
        body: '{}',
        fingerprint: 'one',
        summary: 'An order',
      } as const
      await ledger().record({ ...owner }, request, ines)
      const change = (fingerprint: string) =>
        database()
          .updateTable('intent')
          .set({ state: 'waiting', fingerprint, approve_by: microseconds(seeded) })
          .where('id', '=', id)
          .execute()
      await change('one')
      start()
      await until(() => receiver.received.length >= 1)
      await change('two')
      await until(() => receiver.received.length >= 2)
      expect(receiver.received).toMatchObject(
        [1, 2].map(() => ({ type: 'request.approval_needed', request: { id, person: ines.name } })),
      )
    })

    test('tells once how each request that waited ended, by whom and under which policy', async () => {
      const kinds = ['request.approved', 'request.declined', 'request.expired', 'request.withdrawn'] as const
      await add({ events: [...kinds] })
      const requests = kinds.map((kind) => ({ kind, id: randomUUID() }))
      for (const { kind, id } of requests) {
        const isApproved = kind === 'request.approved'
        await ledger().record(
          { ...owner },
          { id, name: 'createOrder', path: {}, body: '{}', fingerprint: id, summary: 'An order' },
          ines,
        )
        const now = microseconds(seeded)
        const times = isApproved ? { state: 'sent', sent_at: now } : { state: 'refused', settled_at: now }
        // One after the other: the database lets nothing leave by a policy that is not active.
        for (const set of [times, { policy_version: 3 }])
          await database()
            .updateTable('intent')
            .set(set as object)
            .where('id', '=', id)
            .execute()
        const ended = isApproved ? null : (kind.slice('request.'.length) as 'declined')
        await database().insertInto('approval_request').values({ intent_id: id, needed: '', ended }).execute()
        for (const [kind, person, digest] of [
          ['approve', 'Kim', id],
          ['approve', 'Before an edit', 'other'],
          ...(ended === 'declined' ? [['decline', 'Maren', id] as const] : []),
        ] as const) {
          const decision = { id: randomUUID(), intent_id: id, subject: person, kind, digest, at: now }
          const row_digest = decisionDigest(ledger().encryption, decision)
          await database()
            .insertInto('approval_decision')
            .values({ ...decision, person, row_digest })
            .execute()
        }
      }
      start()
      await until(() => receiver.received.length >= kinds.length)
      change(1)
      await untilListed(({ waiting }) => waiting === 0)
      const told = receiver.received as { type: string; request: { id: string; decisions: { person: string }[] } }[]
      const decidedBy = ({ request }: (typeof told)[number]) => request.decisions.map(({ person }) => person)
      expect(Object.fromEntries(told.map((one) => [one.type, [one.request.id, decidedBy(one)]]))).toEqual(
        Object.fromEntries(
          requests.map(({ kind, id }) => [kind, [id, kind === 'request.declined' ? ['Maren'] : ['Kim']]]),
        ),
      )
      expect(told).toHaveLength(kinds.length)
      expect(told[0]).toMatchObject({ request: { person: ines.name, policy_version: 3 } })
    })

    test('tells what was recorded since a time again, under the same ids', async () => {
      const { webhook } = await add()
      const console = start()
      change(1)
      await until(() => receiver.received.length >= 1)
      await untilListed(({ waiting }) => waiting === 0)
      await console.endpoints.replay(owner, webhook.id, 0)
      await until(() => receiver.received.length >= 2)
      expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
    })

    test('says why nothing arrives, goes on where it was turned off, and stops for a receiver that is gone', async () => {
      const { webhook } = await add()
      const console = start()
      receiver.answer = () => 500
      change(1)
      await untilListed(({ state, last }) => state === 'failing' && last?.problem === 'The receiver answered 500.')
      await console.endpoints.turn(owner, webhook.id, false)
      receiver.answer = () => 204
      change(2)
      await untilListed(({ state, waiting }) => state === 'off' && waiting === 2)
      expect(receiver.received).toEqual([])
      await console.endpoints.turn(owner, webhook.id, true)
      await until(() => receiver.received.length >= 2)
      receiver.answer = () => 410
      change(3)
      await untilListed(({ state, off_because }) => state === 'off' && off_because?.includes('410'))
    })

    test('does not tell what happened before it was the first one', async () => {
      for (let id = 0; id < 5; id++)
        provider.versions.push({
          id,
          at: seeded.now() - 3_600_000,
          visibleAt: seeded.now() - 3_600_000,
          status: 'FAILED',
        })
      await add()
      start()
      change(9)
      await until(() => receiver.received.length >= 1)
      expect(receiver.ids()).toEqual([uuidOf(9)])
    })

    test('is added once, and its secret is in one answer alone', async () => {
      const webhook = { id: randomUUID(), name: 'Desk', url: receiver.url, events: every, zone: 'UTC' }
      const { endpoints } = open()
      const [one, other] = await Promise.all([endpoints.add(owner, webhook, ines), endpoints.add(owner, webhook, ines)])
      const secrets = [one.secret, other.secret].filter((secret) => secret !== undefined)
      expect(secrets).toEqual([expect.stringMatching(/^whsec_/)])
      expect(await endpoints.add(owner, webhook, ines)).not.toHaveProperty('secret')
      expect(await endpoints.list(owner)).toHaveLength(1)
      for (const other of [{ url: 'https://other.example' }, { view: 'statuses=FAILED' }, { name: 'Other' }])
        await expect(endpoints.add(owner, { ...webhook, ...other }, ines)).rejects.toMatchObject({
          problem: { status: 409 },
        })
      const [row] = await database().selectFrom('webhook').select('secret').execute()
      expect(row?.secret).not.toContain(secrets[0])
    })

    test('is encrypted with its address, name and filters', async () => {
      const described = { name: 'Pay desk', url: receiver.url, view: 'statuses=FAILED' }
      await add(described)
      const stored = JSON.stringify(await database().selectFrom('webhook').selectAll().execute())
      for (const text of Object.values(described)) expect(stored).not.toContain(text)
      expect(await open().endpoints.list(owner)).toMatchObject([described])
    })

    test('is read and signed as before once a new key has encrypted it again', async () => {
      const b = { name: 'b', secret: 'the key that stays' }
      const endpointsOf = (encryption: Encryption) => new Endpoints(database(), seeded, encryption, open().outbox)
      const described = { id: randomUUID(), name: 'Desk', url: receiver.url, view: 'statuses=FAILED', zone: 'UTC' }
      const before = endpointsOf(new Encryption({ secret: 'an earlier key' }))
      const { secret } = await before.add(owner, { ...described, events: every }, ines)
      const encryption = new Encryption({ secret: 'an earlier key', encryptionKeys: [b] })
      const reencryption = createReencryption({ database: database(), clock: seeded, encryption })
      while ((await reencryption.step()).hasMore);
      await database().deleteFrom('reencryption').execute()
      const after = endpointsOf(new Encryption({ secret: 'another one', encryptionKeys: [b] }))
      expect(await after.list(owner)).toMatchObject([described])
      const row = await after.find(owner, described.id)
      expect(row && after.secretsOf(row)).toEqual([{ secret }])
    })

    test.each([
      ['address', 'url'],
      ['filters', 'view'],
      ['name', 'name'],
    ] as const)('sends nothing with the %s of another', async (_, column) => {
      const { webhook } = await add({ url: `${receiver.url}/other`, view: 'statuses=PENDING', name: 'Other' })
      const [other] = await database().selectFrom('webhook').selectAll().execute()
      await database().deleteFrom('webhook').execute()
      await add({ view: 'statuses=FAILED' })
      await database()
        .updateTable('webhook')
        .set({ [column]: other?.[column] })
        .execute()
      start()
      change(1)
      await untilListed(({ state, off_because }) => state === 'off' && off_because?.includes('changed in the database'))
      expect(receiver.signatures).toEqual([])
      expect(await listed()).toMatchObject({ url: '', name: 'A webhook that cannot be read' })
      expect(webhook.id).not.toBe((await listed())?.id)
    })
  },
  { usesService: false },
)

describe('A change', () => {
  it.each([
    ['COMPLETED', 'CUSTOMER_REJECTED', 'transfer.changed'],
    ['COMPLETE', '', 'transfer.changed'],
    ['COMPLETED', '', 'transfer.completed'],
    ['FAILED', 'PENDING_CUSTOMER_APPROVAL', 'transfer.failed'],
  ])('to %s with "%s" is recorded as %s', (status, name, kind) => {
    const json = { id: 'a', updated_at: '2026-11-19T14:00:00Z', status, secondary_status: { name } }
    const change = changeOf({ text: JSON.stringify(json), json })
    expect(change && eventOf(change).kind).toBe(kind)
  })
})

describe('A message', () => {
  it("has the signature of the specification's example", () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', text: '{"test": 2432232314}' }
    const headers = signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], 1614265330)
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })
})

/** iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, as of October 2025: not globally reachable. */
const notReachable = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['240.0.0.0/4', '255.255.255.255/32', '::1/128', '::/128', '::ffff:0:0/96', '64:ff9b:1::/48', '100::/64'],
  ...['100:0:0:1::/64', '2001::/23', '2001::/32', '2001:2::/48', '2001:10::/28', '2001:db8::/32', '2002::/16'],
  ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10'],
]
/** iana.org/assignments/multicast-addresses and ipv6-address-space; RFC 4291, 6052 and 7915, forms that hold an address of IPv4. */
const others = [
  '224.0.0.0/4',
  'ff00::/8',
  'fec0::/10',
  '4000::/3',
  'e000::/4',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
]

/** The first and the last address of a network. */
function endsOf(network: string): string[] {
  const [first = '', bits] = network.split('/')
  const isOld = isIP(first) === 4
  const [width, count, separator, radix] = isOld ? [8, 4, '.', 10] : [16, 8, ':', 16]
  const [before = '', after = ''] = first.split('::')
  const head = before.split(separator).filter(Boolean)
  const tail = after.split(separator).filter(Boolean)
  const parts = [...head, ...Array.from({ length: count - head.length - tail.length }, () => '0'), ...tail]
  const last = parts.map((part, at) => {
    const own = Math.min(width, Math.max(0, Number(bits) - at * width))
    return (Number.parseInt(part, radix) | (2 ** (width - own) - 1)).toString(radix)
  })
  return [first, last.join(separator)]
}

describe('A receiver', () => {
  it.each([...notReachable, ...others].flatMap(endsOf))('at %s is inside', (address) => {
    expect(isInside(address)).toBe(true)
    const host = address.includes(':') ? `[${address}]` : address
    expect(receiverError(`https://${host}/hook`, false)).toMatch(/private network/)
  })

  it.each(['::ffff:10.0.0.1', '::10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', 'fe80::1%eth0'])(
    'at %s, another form of an inner address, is inside',
    (address) => expect(isInside(address)).toBe(true),
  )

  it.each([
    '93.184.216.34',
    '172.32.0.1',
    '192.0.3.1',
    '198.20.0.1',
    '223.255.255.255',
    '2606:2800:220:1::1',
    '2a00::1',
  ])('at %s is not inside', (address) => {
    expect(isInside(address)).toBe(false)
    expect(receiverError(`https://${address.includes(':') ? `[${address}]` : address}/hook`, false)).toBeUndefined()
  })

  it.each([
    ['https://desk.example/hook', undefined],
    ['http://desk.example/hook', /https/],
    ['http://127.0.0.1:9/hook', /https/],
    ['https://localhost/hook', /private/],
    ['https://user:pass@desk.example/', /user name/],
    ['ftp://desk.example', /web address/],
    ['desk.example', /web address/],
    ['https://2130706433/', /private/],
  ])('at %s is named so', (url, error) => {
    if (error) expect(receiverError(url, false)).toMatch(error)
    else expect(receiverError(url, false)).toBeUndefined()
  })

  it('does not wait for others on its host that never answer', async () => {
    const server = createServer(({ url }, response) => url === '/answers' && response.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const connections = receiverConnections(true)
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const hanging = Array.from({ length: maximumWebhooks - 1 }, () =>
      request(`${host}/hangs`, { dispatcher: connections }).catch(() => undefined),
    )
    onTestFinished(async () => {
      await connections.destroy()
      await Promise.all(hanging)
      server.close()
    })
    expect((await request(`${host}/answers`, { dispatcher: connections })).statusCode).toBe(200)
  }, 5_000)

  it.each(['localhost', '127.0.0.1', '[::1]'])('at %s is not reached, even if it was permitted once', async (host) => {
    const connections = receiverConnections(false)
    await expect(request(`https://${host}:9/`, { dispatcher: connections })).rejects.toMatchObject({
      code: 'INSIDE_ADDRESS',
    })
    await connections.close()
  })
})
