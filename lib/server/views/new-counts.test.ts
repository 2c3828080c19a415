/** Counts of what is new in a view, against the sandbox's own records. */
import { describe, expect, test as plain } from 'vitest'
import { listRequest, unmetTerms } from '../../api/console/list-request'
import { resolvedTimes } from '../../api/console/relative-times'
import { starterViews, type viewLists, viewSearch } from '../../api/console/saved-views'
import { rowOf } from '../../api/provider/operations'
import { type DecodedTransfer, readTransferPage } from '../../api/provider/reading'
import { exactJson } from '../../domain/exact-json'
import { nanoseconds } from '../../domain/values'
import { Deadline } from '../deadline'
import { wholeAnswer } from '../http/provider-answer'
import { type Fault, startProvider } from '../scans/testing'
import { seededClock, settingsFor } from '../testing'
import { listLimit } from '../upstream/answers'
import { Upstreams } from '../upstream/upstream'
import { describeOnBothDatabases } from '../writes/testing'
import { countNew, newSince } from './new-counts'

const zone = 'UTC'
const caller = { kind: 'background', subject: 's' } as const

const viewOf = (search: string, list: keyof typeof viewLists = 'transfers') => ({
  ...{ id: 'v', list },
  search: viewSearch(new URLSearchParams(search)),
})

describe('What is new in a view', () => {
  const when = { now: Date.parse('2026-11-23T12:00:00Z'), zone }
  const since = '2026-11-23T08:00:00Z'
  const asked = (search: string, list?: keyof typeof viewLists) => newSince(viewOf(search, list), since, when)

  plain('is what changed since, whatever the view sorts by; its dates stay', () => {
    expect(asked('statuses=FAILED&order=ASC&limit=500')).toMatchObject({
      query: { statuses: ['FAILED'], 'updated_at.gt': since },
      order: { by: 'UPDATED_AT', order: 'DESC' },
    })
    expect(asked('x.created=today')?.terms).toContainEqual({
      name: 'created_at.gte',
      values: ['2026-11-23T00:00:00Z'],
    })
  })
  plain('of records that are pending too long is what became so old since', () => {
    expect(asked('x.pending_over=1h')?.query).toEqual({
      statuses: ['PENDING'],
      'created_at.gt': '2026-11-23T07:00:00.000Z',
    })
  })
  plain('of issuer quotes is what was created since, within the dates of the view', () => {
    const begin = (search: string, now = when.now) =>
      newSince(viewOf(search, 'issuer-quotes'), since, { now, zone })?.query
    expect(begin('x.created=this-month')).toMatchObject({ 'created_range.begin': since })
    expect(begin('x.created=today', Date.parse('2026-11-24T12:00:00Z'))).toMatchObject({
      'created_range.begin': '2026-11-24T00:00:00Z',
    })
  })
  plain('of a view that ended before is nothing, without asking', () => {
    expect(asked('x.created=last-month', 'issuer-quotes')).toBeUndefined()
  })
  plain.each([
    ['updated_at.gt=2026-11-23T07:00:00Z', since],
    ['updated_at.gt=2026-11-23T09:00:00Z', '2026-11-23T09:00:00Z'],
    ['x.updated_at.gt=2026-11-23T07:00:00Z', since],
    ['x.updated_at.gt=2026-11-23T08:00:00.000000001Z', '2026-11-23T08:00:00.000000001Z'],
  ])('in a view of %s begins at the later of both times', (search, from) => {
    expect(asked(search)?.query).toMatchObject({ 'updated_at.gt': from })
  })
  plain('in a view of records pending too long begins at the later of both times', () => {
    const created = (search: string) => asked(`x.pending_over=1h&${search}`)?.query
    expect(created('created_at.gt=2026-11-23T06:00:00Z')).toMatchObject({ 'created_at.gt': '2026-11-23T07:00:00.000Z' })
    expect(created('x.created_at.gt=2026-11-23T08:00:00Z')).toMatchObject({ 'created_at.gt': '2026-11-23T08:00:00Z' })
  })
})

describe('The count of a view', () => {
  plain.each<Fault>(['part', 'error beside', 'list twice', 'no list', 'cut'])(
    'is not 0 if the provider answers with the fault "%s"',
    async (fault) => {
      const provider = await startProvider()
      provider.faultOf = () => fault
      const settings = settingsFor({ baseUrl: provider.address, authUrl: provider.address })
      const clock = seededClock()
      const upstream = new Upstreams({ settings, clock }).of('sandbox')
      const deadline = new Deadline(clock, 10_000)
      try {
        const view = viewOf('ids=c0000001-a3c3-4634-ac3c-6b12b7b33cb5')
        const counted = countNew(upstream, view, '2026-11-23T08:00:00Z', { subject: 's', zone, deadline })
        await expect(counted).rejects.toMatchObject({ problem: { type: '/problems/service-answer-unreadable' } })
      } finally {
        deadline.release()
        provider.stop()
      }
    },
  )
})

describeOnBothDatabases('The count of a view', ({ test, core }) => {
  const upstream = () => core().upstreams.of('sandbox')
  const count = (view: ReturnType<typeof viewOf>, since: string, limits?: Parameters<typeof countNew>[4]) =>
    countNew(upstream(), view, since, { subject: 's', zone, deadline: new Deadline(core().clock, 10_000) }, limits)
  async function all(): Promise<DecodedTransfer[]> {
    const options = { caller, deadline: new Deadline(core().clock, 10_000) }
    const received = await upstream().read('listTransfers', { query: { limit: 1000 } }, options)
    const { json } = await wholeAnswer(received, rowOf('listTransfers'), { limit: listLimit, parse: exactJson })
    return readTransferPage(json, { limit: 1000, cursors: [] }).items
  }

  test('is that of the records that match and changed since', async () => {
    const rows = await all()
    const updated = rows.map(({ known }) => known.updated_at ?? '').sort()
    const since = updated[Math.floor(updated.length / 3)] ?? ''
    const now = upstream().now()
    for (const search of [
      '',
      'statuses=COMPLETED',
      starterViews.find(({ id }) => id === 'deposits-today')?.search ?? '',
      'type=CRYPTO_WITHDRAWAL&type=WIRE_WITHDRAWAL&x.statuses=COMPLETED',
      'x.created=last-30d',
      'x.asset=USDG',
    ]) {
      const params = resolvedTimes('listTransfers', new URLSearchParams(search), { now, zone })
      const { request } = listRequest('listTransfers', params, { now, zone })
      if (!request) throw new Error(`${search} is refused.`)
      const isNew = ({ known }: DecodedTransfer) =>
        (nanoseconds(known.updated_at ?? '') ?? 0n) > (nanoseconds(since) ?? 0n)
      const expected = rows.filter((row) => isNew(row) && unmetTerms(request, row).length === 0).length
      expect(await count(viewOf(search), since), search).toEqual({
        view: 'v',
        ...(expected > 99 ? { count: 99, is_more: true } : { count: expected, is_more: false }),
      })
    }
  })

  test('is never more than was read: after a few pages it says that there are more, or nothing', async () => {
    const before = '2000-01-01T00:00:00Z'
    const limits = { rows: 10, reads: 3, most: 99 }
    const [every, none] = [viewOf(''), viewOf('x.destination_address=nowhere')]
    expect(await count(every, before, { ...limits, most: 12 })).toEqual({ view: 'v', count: 12, is_more: true })
    expect(await count(every, before, limits)).toEqual({ view: 'v', count: 30, is_more: true })
    expect(await count(every, before)).toEqual({ view: 'v', count: 50, is_more: false })
    expect(await count(none, before, limits)).toBeUndefined()
    expect(await count(none, before)).toEqual({ view: 'v', count: 0, is_more: false })
    expect(await count(viewOf('x.note=refund'), before)).toBeUndefined()
    await expect(count(viewOf('statuses=SOON'), before)).rejects.toMatchObject({ problem: { status: 400 } })
    await expect(count(viewOf('x.created=last-8d'), before)).rejects.toMatchObject({ problem: { status: 400 } })
  })
})
