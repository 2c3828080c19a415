/** The addresses of exports: who may use them, and how files are served. */

import { createHash, randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownPath } from '../../../api/own-row'
import { type Service, startService } from '../../../sandbox/testing'
import { beginning } from '../../../server/records/record-rows'
import { openConsole, type TestConsole } from '../../lookup/server/testing'
import { type ConsoleOperation, consoleRow } from '../../operations'
import type { ExportJob, ExportManifest, ExportPage } from '../interface'
import { exportsRows } from '../operations'
import { byteRange } from './file-answer'

const origin = 'http://localhost:3000'
/** Lets a console read its lists to their end. */
async function readWhole({ console, database }: TestConsole): Promise<void> {
  console.begin()
  const isRead = async () => {
    const readings = await database.selectFrom('list_reading').select('is_whole').execute()
    expect(readings).toEqual([{ is_whole: 1 }, { is_whole: 1 }])
  }
  await vi.waitFor(isRead, { timeout: 30_000 })
}

let service: Service
let opened: TestConsole
let treasury: string
let support: string
let admin: string
beforeAll(async () => {
  service = await startService(300)
  opened = await openConsole(`http://127.0.0.1:${service.port}`)
  await readWhole(opened)
  treasury = await opened.signIn('treasury')
  support = await opened.signIn('support')
  admin = await opened.signIn('admin')
})
afterAll(async () => {
  await opened.close()
  await service.stop()
})

function call(
  name: ConsoleOperation,
  cookie: string,
  id = '',
  { body, ...init }: { body?: object; headers?: Record<string, string> } = {},
) {
  const { method } = consoleRow(name)
  const isWrite = method !== 'GET'
  const request = new NextRequest(`${origin}${ownPath('sandbox', consoleRow(name), { id } as never)}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { cookie, ...(isWrite && { origin, 'content-type': 'application/json' }), ...init.headers },
  })
  return opened.console.own(request)
}

const wanted = { list: 'listTransfers', search: '', zone: 'UTC', format: 'ndjson', hasNotes: false, hasBom: false }

const scheduleOf = (search: string) => ({ id: randomUUID(), ...wanted, search, period: 'day' })

async function started(cookie: string, more: object = {}): Promise<ExportJob> {
  const answer = await call('startExport', cookie, '', { body: { id: randomUUID(), ...wanted, ...more } })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.json()
}

async function completed(cookie: string, more: object = {}): Promise<ExportJob> {
  const { id } = await started(cookie, more)
  await expect
    .poll(async () => ((await (await call('getExport', cookie, id)).json()) as ExportJob).state, { timeout: 10_000 })
    .toBe('complete')
  return (await call('getExport', cookie, id)).json()
}

test('a file that was given to another person in the database is not served to them', async () => {
  const job = await completed(treasury)
  const mine = await started(support)
  const subjectOf = (id: string) =>
    opened.database.selectFrom('export_job').select('subject').where('id', '=', id).executeTakeFirstOrThrow()
  await opened.database
    .updateTable('export_job')
    .set(await subjectOf(mine.id))
    .where('id', '=', job.id)
    .execute()
  for (const name of ['getExport', 'getExportFile', 'getExportManifest'] as const)
    expect((await call(name, support, job.id)).status).toBe(410)
})

test('a file is served whole and in ranges, so that a browser can go on with a download', async () => {
  const job = await completed(treasury)
  expect(job.file).toMatch(/^sandbox-transfers-to-\d{4}-\d\d-\d\dT\d{6}Z\.ndjson$/)
  const whole = await call('getExportFile', treasury, job.id)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store, no-transform',
    'content-disposition': `attachment; filename="${job.file}"`,
    'content-length': String(job.bytes),
    'content-type': 'application/x-ndjson',
    etag: `"${job.sha256}"`,
  })
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.sha256)
  expect(bytes.toString().trimEnd().split('\n')).toHaveLength(job.rows)

  const etag = `"${job.sha256}"`
  const rest = await call('getExportFile', treasury, job.id, { headers: { range: 'bytes=1000-', 'if-range': etag } })
  expect(rest.status).toBe(206)
  expect(rest.headers.get('content-range')).toBe(`bytes 1000-${job.bytes - 1}/${job.bytes}`)
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
  const other = await call('getExportFile', treasury, job.id, {
    headers: { range: 'bytes=1000-', 'if-range': '"other"' },
  })
  expect(other.status).toBe(200)
  const outside = await call('getExportFile', treasury, job.id, { headers: { range: `bytes=${job.bytes}-` } })
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${job.bytes}`])
})

test('a download that begins at once has the bytes of the finished file', async () => {
  const { id } = await started(treasury)
  const early = await call('getExportFile', treasury, id)
  const bytes = Buffer.from(await early.arrayBuffer())
  const job: ExportJob = await (await call('getExport', treasury, id)).json()
  expect(job.state).toBe('complete')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.sha256)
})

test('a download of an export that is cancelled breaks off, so that no one takes it for the whole file', async () => {
  // It waits for history, which another console reads.
  const unread = {
    is_whole: 0,
    complete_from: opened.clock.now(),
    lease_id: 'another',
    lease_until: Number.MAX_SAFE_INTEGER,
  }
  await opened.database.updateTable('list_reading').set(unread).execute()
  const { id } = await started(treasury)
  const early = await call('getExportFile', treasury, id)
  const reading = early.arrayBuffer()
  const cancelled: ExportJob = await (await call('cancelExport', treasury, id)).json()
  expect(cancelled.state).toBe('cancelled')
  await expect(reading).rejects.toThrow('before its file was complete')
  expect((await call('getExportFile', treasury, id)).status).toBe(409)
  await opened.database
    .updateTable('list_reading')
    .set({ is_whole: 1, complete_from: beginning, lease_until: 0 })
    .execute()
})

test('the manifest says what the file is made of and that it is complete', async () => {
  const job = await completed(treasury, { search: 'statuses=FAILED&x.asset=USD', format: 'csv' })
  const answer = await call('getExportManifest', treasury, job.id)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${job.file}.manifest.json"`)
  const manifest: ExportManifest = await answer.json()
  expect(manifest).toMatchObject({
    file: job.file,
    format: 'csv',
    environment: 'sandbox',
    list: 'transfers',
    complete: true,
    filter: 'statuses=FAILED&x.asset=USD',
    rows: job.rows,
    sha256: job.sha256,
    created: { before: job.to },
  })
  expect(manifest).not.toHaveProperty('kept_since')
  expect(Date.parse(manifest.changes_before ?? '')).toBeGreaterThanOrEqual(Date.parse(job.to))
})

test('filters that the provider cannot combine are exported as the list narrows them', async () => {
  const [{ profile_id = '' } = {}] = (await service.ask('/v2/transfer/transfers?type=CRYPTO_DEPOSIT&limit=1')).body
    .items as Record<string, string>[]
  const search = `profile_ids=${profile_id}&type=CRYPTO_DEPOSIT&statuses=COMPLETED`
  for (const spelled of [search, search.replace('type=', 'x.type=').replace('statuses=', 'x.statuses=')]) {
    const { rows } = await completed(treasury, { search: spelled })
    expect(rows).toBeGreaterThan(0)
    expect((await call('addExportSchedule', treasury, '', { body: scheduleOf(spelled) })).status).toBe(200)
  }
  const { schedules }: ExportPage = await (await call('listExports', treasury)).json()
  for (const { id } of schedules) await call('removeExportSchedule', treasury, id)
})

test('how long a transfer has been pending is judged by the provider’s clock', async () => {
  const [behind, ahead] = await Promise.all(
    [-5, 5].map((days) =>
      openConsole(
        `http://127.0.0.1:${service.port}`,
        {},
        { ...opened.clock, now: () => service.time.now + days * 86_400_000 },
      ),
    ),
  )
  const body = { ...wanted, search: 'x.pending_over=3d' }
  try {
    for (const one of [behind, ahead]) {
      if (!one) throw new Error('No console.')
      const cookie = await one.signIn('treasury')
      await readWhole(one)
      const id = randomUUID()
      const asked = new NextRequest(origin + ownPath('sandbox', exportsRows.startExport, {}), {
        method: 'POST',
        body: JSON.stringify({ id, ...body }),
        headers: { cookie, origin, 'content-type': 'application/json' },
      })
      expect((await one.console.own(asked)).status).toBe(200)
      const address = origin + ownPath('sandbox', exportsRows.getExportFile, { id })
      const file = await one.console.own(new NextRequest(address, { headers: { cookie } }))
      // Four of the seed's cases, and the late wire of its cast.
      expect((await file.text()).trimEnd().split('\n')).toHaveLength(5)
    }
  } finally {
    await Promise.all([behind?.close(), ahead?.close()])
  }
})

test('only its person and an admin see an export', async () => {
  const { id } = await completed(treasury)
  for (const name of ['getExport', 'getExportFile', 'getExportManifest', 'cancelExport', 'removeExport'] as const) {
    const answer = await call(name, support, id)
    expect([name, answer.status]).toEqual([name, 404])
  }
  const idsOf = async (cookie: string) => {
    const page: ExportPage = await (await call('listExports', cookie)).json()
    return page.exports.map((one) => one.id)
  }
  expect(await idsOf(support)).not.toContain(id)
  expect(await idsOf(admin)).toContain(id)
  expect((await call('removeExport', admin, id)).status).toBe(200)
  expect((await call('getExport', treasury, id)).status).toBe(404)
})

test('pages of other sites and people who are not signed in start nothing', async () => {
  const body = { id: randomUUID(), ...wanted }
  const foreign = await call('startExport', treasury, '', { body, headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status).toBe(403)
  expect((await call('startExport', '', '', { body })).status).toBe(401)
  const other = await call('startExport', treasury, '', { body, headers: { 'x-mintdesk-person': 'oidc:another' } })
  expect(other.status).toBe(409)
  expect((await call('getExport', treasury, body.id)).status).toBe(404)
})

test('filters that the list refuses are named, and nothing is started', async () => {
  for (const search of ['statuses=NONE', 'x.amount.gte=ten', 'no_such_filter=1', 'x.amuont.gte=1', 'order=UP'])
    for (const [name, more] of [
      ['startExport', {}],
      ['addExportSchedule', { period: 'day' }],
    ] as const) {
      const answer = await call(name, treasury, '', { body: { id: randomUUID(), ...wanted, ...more, search } })
      expect([name, search, answer.status]).toEqual([name, search, 400])
      expect(((await answer.json()) as { errors: unknown[] }).errors.length).toBeGreaterThan(0)
    }
  expect(((await (await call('listExports', treasury)).json()) as ExportPage).schedules).toEqual([])
})

test('a schedule is listed with its next run, and only its person and an admin remove it', async () => {
  const id = randomUUID()
  const body = { id, ...wanted, zone: 'Europe/Zurich', period: 'month' }
  expect((await call('addExportSchedule', treasury, '', { body })).status).toBe(200)
  const page: ExportPage = await (await call('listExports', treasury)).json()
  expect(page.schedules).toMatchObject([
    { id, period: 'month', zone: 'Europe/Zurich', is_mine: true, person: 'Ines Okafor' },
  ])
  expect(Date.parse(page.schedules[0]?.next_at ?? '')).toBeGreaterThan(opened.clock.now())
  expect((await call('removeExportSchedule', support, id)).status).toBe(404)
  expect((await call('removeExportSchedule', admin, id)).status).toBe(200)
})

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-200', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-1', undefined],
  ['bytes=0-1,5-6', undefined],
  ['rows=0-1', undefined],
])('%s of 100 bytes is %j', (header, range) => expect(byteRange(header, 100)).toEqual(range))
