/** A page's stream: for those who may read, as long as they may, and in numbers that the console can bear. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemError } from '../../../provider/problem'
import type { Role } from '../../../provider/roles'
import type { Audit } from '../../../server/audit/audit'
import type { Access } from '../../../server/auth/access'
import type { Session } from '../../../server/auth/sessions'
import { createConsoleRoutes } from '../../../server/http/console-routes'
import { openFollowed, type standingClock, type TestProvider, uuidOf } from '../../../server/records/testing'
import { noBounds, silentLog } from '../../../server/testing'
import type { Upstreams } from '../../../server/upstream/upstream'
import { liveRows } from '../operations'
import { Live } from './live'
import { createStreams } from './streams'

const start = Date.parse('2026-11-19T14:00:00.000Z')
const limits = { perPerson: 2, total: 3 }

let desk: Awaited<ReturnType<typeof openFollowed>>
let clock: ReturnType<typeof standingClock>
let provider: TestProvider
let live: Live
let handle: ReturnType<typeof createConsoleRoutes>
/** Sessions by cookie; `asked` holds whether each check counted as a person's request. */
let sessions: Map<string, { subject: string; roles: Role[] }>
let asked: boolean[]

const unaudited = { during: (_: unknown, answer: () => unknown) => answer(), read: () => undefined }

beforeEach(async () => {
  desk = await openFollowed(start)
  ;({ clock, provider } = desk)
  const records = desk.recordsOf()
  sessions = new Map([
    ['ines', { subject: 'ines', roles: ['support'] }],
    ['karl', { subject: 'karl', roles: ['support'] }],
  ])
  asked = []
  const find = async (cookie: string | null, isPersonal: boolean) => {
    asked.push(isPersonal)
    return sessions.get(cookie ?? '') ?? { ended: 'idle' }
  }
  const access: Pick<Access, 'sessionOf' | 'requireSession' | 'requireRole'> = {
    sessionOf: find as Access['sessionOf'],
    requireSession: async (context, isPersonal) => {
      const session = await find(context.request.headers.get('cookie'), isPersonal ?? true)
      if ('ended' in session) throw new ProblemError(401, 'session-ended', 'Your session has ended.')
      return session as Session
    },
    requireRole: (_, { roles }, row) => {
      if (!roles.some((role) => row.roles.includes(role)))
        throw new ProblemError(403, 'not-permitted', 'Not permitted.')
    },
  }
  const upstreams = {
    of: (environment: string) => {
      if (environment === 'sandbox') return provider.upstream
      throw new ProblemError(404, 'no-such-environment', 'Not configured.')
    },
  } as unknown as Upstreams
  const follower = desk.follow({ records })
  live = new Live({ clock, log: silentLog, upstreams, records, watch: () => follower.watch() })
  const core = {
    clock,
    log: silentLog,
    access: access as Access,
    audit: unaudited as unknown as Audit,
    stepUp: { requireFor: async () => undefined },
    bounds: noBounds,
    writes: { upstreams },
    live,
  }
  handle = createConsoleRoutes(core, liveRows, createStreams(core, limits), {})
})

afterEach(async () => {
  live.close()
  await desk.close()
})

type Init = { environment?: string; after?: string; signal?: AbortSignal }

const ask = (cookie: string, { environment = 'sandbox', after, signal }: Init = {}): Promise<Response> =>
  handle(
    new Request(`http://localhost:3000/api/${environment}/live`, {
      headers: { cookie, ...(after && { 'last-event-id': after }) },
      signal,
    }),
  )

/** Opens a stream. `text` is what has arrived. */
async function open(cookie: string, init?: Init) {
  const answer = await ask(cookie, init)
  expect(answer.status).toBe(200)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const stream = { text: '', isOver: false, answer, leave: () => reader?.cancel() }
  void (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) stream.text += part.value
    stream.isOver = true
  })().catch(() => undefined)
  return stream
}

function change(id: number, status = 'PENDING'): void {
  provider.versions.push({ id, at: clock.time, visibleAt: clock.time, status })
}

describe('A stream', () => {
  it('sends each change with its place in the feed, every digit, and no line break within', async () => {
    const stream = await open('ines')
    provider.rewrite = (page) => ({
      ...page,
      items: page.items.map((item) => ({ ...item, memo: 'two\nlines', amount: '12345678901234567890.10' })),
    })
    change(1)
    await clock.move(4_000)
    const [, place, data] = /id: (1)\nevent: change\ndata: (.+)\n\n/.exec(stream.text) ?? []
    expect(place).toBe('1')
    expect(JSON.parse(data ?? '')).toMatchObject({
      record: { id: uuidOf(1), memo: 'two\nlines', amount: '12345678901234567890.10' },
    })
  })

  it('is neither kept nor packed nor held back on its way', async () => {
    const { headers } = (await open('ines')).answer
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
  })

  it('says every 15 s that it is there and when the provider was read', async () => {
    const stream = await open('ines')
    await clock.move(1_500)
    expect(stream.text).toMatch(/event: state\ndata: \{"state":"live","at":\d+\}\n\n$/)
    const { length } = stream.text
    await clock.move(16_000)
    expect(stream.text.slice(length)).toMatch(/event: state\ndata: \{"state":"live","at":\d+\}\n\n/)
  })

  it('never extends the session, and ends within 15 s after it', async () => {
    const stream = await open('ines')
    await clock.move(45_000)
    expect(asked).toEqual([false, false, false, false])
    sessions.delete('ines')
    await clock.move(15_000)
    expect(stream.text).toMatch(/event: end\ndata: \{"reason":"session"\}\n\n$/)
    expect(stream.isOver).toBe(true)
  })

  it('ends when the role is lost', async () => {
    const stream = await open('ines')
    sessions.set('ines', { subject: 'ines', roles: [] })
    await clock.move(15_000)
    expect(stream.text).toContain('data: {"reason":"role"}')
  })

  it('is not opened without a session, a role, or the environment', async () => {
    expect((await ask('nobody')).status).toBe(401)
    sessions.set('ines', { subject: 'ines', roles: [] })
    expect((await ask('ines')).status).toBe(403)
    expect((await ask('karl', { environment: 'production' })).status).toBe(404)
    expect((await ask('karl', { environment: 'nowhere' })).status).toBe(404)
  })

  it('continues after the last event that the page knows', async () => {
    const stay = await open('karl')
    const first = await open('ines')
    change(1)
    await clock.move(4_000)
    const id = /id: (\S+)/.exec(first.text)?.[1]
    await first.leave()
    change(2)
    await clock.move(4_000)
    const again = await open('ines', { after: id })
    await clock.move(1)
    expect([...again.text.matchAll(/"id":"([^"]+)"/g)].map(([, found]) => found)).toEqual([uuidOf(2)])
    const late = await open('karl', { after: '0badc0de.1' })
    await clock.move(1)
    expect(late.text).toContain('id: 2\nevent: reload\n')
    await stay.leave()
  })

  it('is refused beyond the limits of a person and of the console, until another ends', async () => {
    const first = await open('ines')
    await open('ines')
    const refused = await ask('ines')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    await open('karl')
    expect((await ask('karl')).status).toBe(429)
    await first.leave()
    await open('karl')
  })

  it('is one of many without a warning of Node', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    for (let pages = 0; pages < 11; pages++) live.closing.addEventListener('abort', () => undefined)
    await new Promise(setImmediate)
    process.off('warning', warned)
    expect(warned).not.toHaveBeenCalled()
  })

  it('ends when the console stops, and none is opened then', async () => {
    const stream = await open('ines')
    await clock.move(100)
    live.close()
    await clock.move(1)
    expect(stream.text).toMatch(/event: end\ndata: \{"reason":"stopping"\}\n\n$/)
    expect(stream.isOver).toBe(true)
    const late = await open('ines')
    await clock.move(1)
    expect(late.isOver).toBe(true)
  })

  it('of a page that does not read ends before it fills the memory', async () => {
    const answer = await ask('ines')
    provider.rewrite = (page) => ({
      ...page,
      items: page.items.map((item) => ({ ...item, memo: 'x'.repeat(100_000) })),
    })
    for (let id = 0; id < 30; id++) change(id)
    await clock.move(4_000)
    const { length } = await answer.text()
    expect(length).toBeGreaterThan(1_000_000)
    expect(length).toBeLessThan(1_300_000)
  })
})
