import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasTwoSides, keyOf, movementsAmong } from '../../../api/movement-links'
import { roundedUp } from '../../../api/overdue'
import { meaningOf } from '../../../api/transfer-meaning'
import { afterBankingTime } from '../../../domain/banking-days'
import { compareDecimals, sumOf } from '../../../domain/decimals'
import { writeQuery } from '../../../domain/query-string'
import { type DecodedTransfer, readTransfer } from '../../../provider/reading'
import type { ScannedList } from '../../../provider/scanned-lists'
import { anchor, type Service, startService } from '../../../sandbox/testing'
import { Encryption } from '../../../server/encryption/encryption'
import { RecordList } from '../../../server/records/record-list'
import { checkedList } from '../../checked-list'
import { openConsole } from '../../lookup/server/testing'
import { type AttentionKind, attentionKinds, type Overview } from '../interface'
import { attentionQuery, quoteSearch, type TransferTerms, transferSearch } from '../overview-links'

type Row = Record<string, unknown>

const createdOf = ({ known }: DecodedTransfer) => Date.parse(known.created_at ?? '')
const placeOf = (one: DecodedTransfer) => `${updatedOf(one)} ${one.known.id}`
const updatedOf = ({ known }: DecodedTransfer) => known.updated_at ?? ''

const day = 86_400_000
const range = { from: anchor - 30 * day, to: anchor - day, zone: 'UTC' }
const home = 'http://localhost:3000'
const encryption = new Encryption({ secret: 'a-secret-of-the-tests' })

let service: Service
let desk: Awaited<ReturnType<typeof openConsole>>
let cookie: string
beforeAll(async () => {
  service = await startService(1_500)
  desk = await openConsole(`http://127.0.0.1:${service.port}`)
  cookie = await desk.signIn('support')
})
afterAll(async () => {
  await desk.close()
  service.stop()
})

/** Every row of a list as a walk with cursors gives it. */
async function walked(list: string, query = ''): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const { body } = await service.ask(`${list}?${query}&limit=1000${cursor && `&page_cursor=${cursor}`}`)
    rows.push(...((body.items ?? body.issuer_quote_executions) as Row[]))
    cursor = String(body.next_page_cursor)
    if (!cursor) return rows
  }
}

const ask = (
  console = desk.console,
  body: object = range,
  headers: Record<string, string> = { cookie, origin: home },
) =>
  console.own(
    new NextRequest(`${home}/api/sandbox/overview`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )
const read = async (body: object = range): Promise<Overview> => (await ask(desk.console, body)).json()

/** Everything has been read from the provider. */
async function caughtUp() {
  desk.console.begin()
  await expect
    .poll(async () => (await read()).transfers.isWhole && (await read()).quotes.isWhole, { timeout: 20_000 })
    .toBe(true)
}

describe('The overview of a range', () => {
  test('says at first that nothing was read, and then has every transfer and quote that was created in it', async () => {
    const nothing = { count: 0, completeFrom: range.to, isWhole: false, isReading: true }
    expect(await read()).toMatchObject({ transfers: nothing, quotes: nothing })
    await caughtUp()
    const { transfers, quotes, to } = await read()
    const created = ({ created_at: at }: Row) => Date.parse(String(at))
    const isIn = (one: Row) => created(one) >= range.from && created(one) < range.to
    const wanted = (await walked('/v2/transfer/transfers')).filter(isIn)
    expect([transfers.count, transfers.completeFrom, to]).toEqual([wanted.length, range.from, range.to])
    expect(wanted.length).toBeGreaterThan(300)
    const credits = wanted.filter(
      ({ status, asset, direction, type }) =>
        status === 'COMPLETED' && asset === 'USD' && direction === 'CREDIT' && !hasTwoSides(String(type)),
    )
    // The sandbox has both sides of everything that moves between profiles.
    const moved = wanted.filter(({ status, type }) => status === 'COMPLETED' && hasTwoSides(String(type)))
    expect(moved.filter(({ type }) => !String(type).startsWith('INTERNAL_')).length).toBeGreaterThan(0)
    expect(transfers.moved).toBe(moved.length)
    const usd = new Map(transfers.byAsset).get('USD')
    expect(usd?.credit).toBe(sumOf(credits.map(({ amount }) => String(amount))))
    expect(new Map(transfers.byStatus).get('FAILED')).toBe(wanted.filter(({ status }) => status === 'FAILED').length)
    const periods = transfers.byPeriod.map(({ byAsset }) => new Map(byAsset).get('USD')?.credit ?? '0')
    expect(sumOf(periods)).toBe(usd?.credit)
    const complete = (await walked('/v2/issuer-quotes', 'status=COMPLETE')).filter(isIn)
    expect(quotes.count).toBe(complete.length)
  })

  test('is empty for one that is to come', async () => {
    const from = Math.ceil(anchor / day) * day + 40 * day
    const { transfers, quotes, to } = await read({ from, to: from + day, zone: 'UTC' })
    expect([transfers.count, quotes.count, to]).toEqual([0, 0, from])
  })

  test('leads to lists that have just the rows of each figure', async () => {
    const now = range.to + 2 * day
    const { transfers, quotes, to } = await read()
    const list = new RecordList({ database: desk.database, encryption })
    /** The rows of a list's page at this address. */
    async function listed(name: ScannedList, search: URLSearchParams | undefined) {
      const { request, errors } = checkedList(name, search ?? new URLSearchParams('statuses=none'), {
        now,
        zone: 'UTC',
      })
      if (!request) throw new Error(JSON.stringify(errors))
      const options = { subject: 'a test', signal: new AbortController().signal }
      const rows: Row[] = []
      const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
      for await (const batch of list.walk(owner, request, options)) rows.push(...batch.rows.map(({ row }) => row.json))
      return rows
    }
    const span = { from: range.from, to }
    const countOf = async (terms: TransferTerms, within = span) =>
      (await listed('listTransfers', transferSearch(within, terms))).length
    /** Exactly, whatever the places. */
    const sum = (rows: Row[], field: string) => {
      const texts = rows.map((row) => String(row[field]))
      return sumOf(texts.map((text) => (field === 'amount' ? text : text.replace('-', ''))))
    }

    expect(await countOf({})).toBe(transfers.count)
    for (const [status, count] of transfers.byStatus) expect(await countOf({ status }), status).toBe(count)
    const status = 'COMPLETED'
    const flow = { status, types: transfers.flowTypes ?? [] }
    expect(flow.types).not.toEqual([])
    for (const [asset, sums] of transfers.byAsset) {
      let both = 0
      for (const side of ['credit', 'debit'] as const) {
        const rows = await listed('listTransfers', transferSearch(span, { ...flow, asset, side }))
        expect(compareDecimals(sum(rows, 'amount') ?? '0', sums[side]), `${asset} ${side}`).toBe(0)
        both += rows.length
      }
      expect([both, await countOf({ ...flow, asset })], asset).toEqual([sums.count, sums.count])
    }
    for (const { type, network, count } of transfers.settleTimes)
      expect(await countOf({ status, type, network: network || undefined }), `${type} ${network}`).toBe(count)
    for (const { profile, count } of transfers.topProfiles)
      expect(await countOf({ status, profile }), profile).toBe(count)
    for (const { start, byAsset } of transfers.byPeriod.slice(-3)) {
      const within = { from: start, to: Math.min(start + day, to) }
      for (const [asset, { count }] of byAsset) expect(await countOf({ ...flow, asset }, within), asset).toBe(count)
    }
    expect(quotes.byAsset.length).toBeGreaterThan(0)
    for (const [asset, sums] of quotes.byAsset) {
      expect((await listed('listIssuerQuotes', quoteSearch(span, { asset }))).length, asset).toBe(sums.count)
      for (const side of ['credit', 'debit'] as const) {
        const rows = await listed('listIssuerQuotes', quoteSearch(span, { asset, side }))
        expect(compareDecimals(sum(rows, 'token_principal') ?? '0', sums[side]), `${asset} ${side}`).toBe(0)
      }
    }
  })

  test('says of every transfer once whether it needs attention, and leads to lists of just these', async () => {
    await caughtUp()
    const since = anchor - 5 * day
    const known = (await walked('/v2/transfer/transfers')).map(({ id }) => service.store.transfer(String(id)))
    const [template] = known.flatMap((one) => (one?.type === 'WIRE_DEPOSIT' && !one.auto_conversion ? one : []))
    if (!template) throw new Error('There is no such transfer.')
    const updated_at = new Date(desk.clock.now()).toISOString().replace('Z', '000Z')
    const failed = { ...template, status: 'FAILED' as const, updated_at }
    const side = {
      ...failed,
      type: 'INTERNAL_TRANSFER_DEBIT' as const,
      direction: 'DEBIT' as const,
      group_id: 'a group',
    }
    service.store.addTransfer({ ...failed, id: crypto.randomUUID() })
    service.store.addTransfer({ ...side, id: crypto.randomUUID() })
    service.store.addTransfer({
      ...side,
      id: crypto.randomUUID(),
      type: 'INTERNAL_TRANSFER_CREDIT',
      direction: 'CREDIT',
    })
    const count = async () =>
      (await read({ ...range, since })).present?.attention.find(({ kind }) => kind === 'failed')?.count
    await expect.poll(count, { timeout: 10_000 }).toBe(2)
    const { present } = await read({ ...range, since })
    if (!present) throw new Error('It was asked for.')
    const { now } = present
    const times = await desk.console.own(
      new NextRequest(`${home}/api/sandbox/usual-times`, { headers: { cookie, origin: home } }),
    )
    expect(await times.json(), 'lists and transfers use the same').toEqual(present.usualTimes)
    expect(present.usualTimes.length).toBeGreaterThan(3)
    const all = (await walked('/v2/transfer/transfers')).map(readTransfer)
    const settled = all
      .filter(({ known: { status } }) => status === 'COMPLETED')
      .sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1))
      .slice(0, 1_000)
    const kindOf = ({ known: { type = '', crypto_network = '' } }: DecodedTransfer) =>
      `${type.replace(/_TRANSFER_.*/, '')} ${crypto_network}`
    const timesOf = (kind: string) =>
      settled
        .filter((one) => kindOf(one) === kind)
        .map((one) => Date.parse(updatedOf(one)) - createdOf(one))
        .sort((one, other) => one - other)
    const dueTimeOf = (one: DecodedTransfer) => {
      const times = timesOf(kindOf(one))
      const usual = times.length < 20 ? day : roundedUp(times[Math.ceil(times.length * 0.95) - 1] ?? 0)
      const isOfBanks = /^(?:WIRE|BANK)_/.test(one.known.type ?? '')
      return isOfBanks ? afterBankingTime(createdOf(one), usual) : createdOf(one) + usual
    }
    const isOverdue = (one: DecodedTransfer) => dueTimeOf(one) < now
    const elsewhere = new Set(
      present.movements.movements
        .filter(({ state }) => state === 'unexplained')
        .flatMap(({ id, stops }) => [id, ...stops.flatMap(({ key, other }) => [key, other])]),
    )
    function kindFor(one: DecodedTransfer): AttentionKind | undefined {
      const { status } = one.known
      const meaning = meaningOf(one)
      if (elsewhere.has(keyOf(one))) return undefined
      if (status === 'FAILED') return Date.parse(updatedOf(one)) >= now - day ? 'failed' : undefined
      if (status !== 'PENDING') return undefined
      if (meaning === 'travel-rule' || meaning === 'approval') return meaning
      return meaning !== 'pending' || isOverdue(one) ? 'pending' : undefined
    }
    const wanted = new Map<AttentionKind, DecodedTransfer[]>()
    for (const { transfers } of movementsAmong(all)) {
      const kind = attentionKinds.find((known) => transfers.some((one) => kindFor(one) === known))
      const counted = transfers.find((one) => kindFor(one) === kind)
      if (kind && counted) wanted.set(kind, [...(wanted.get(kind) ?? []), counted])
    }
    expect(present.attention.map(({ kind, count }) => [kind, count])).toEqual(
      attentionKinds.flatMap((kind) => (wanted.has(kind) ? [[kind, wanted.get(kind)?.length]] : [])),
    )
    expect(present.attention.map(({ kind }) => kind)).toEqual(attentionKinds)
    for (const { kind, count, byAsset, ids, dueAt } of present.attention) {
      const counted = wanted.get(kind) ?? []
      for (const [asset, sum] of byAsset) {
        const amounts = counted.flatMap(({ known }) => (known.asset === asset ? (known.amount ?? '') : []))
        expect(compareDecimals(sumOf(amounts) ?? '', sum), `${kind} ${asset}`).toBe(0)
      }
      if (kind === 'travel-rule') expect(dueAt).toBeGreaterThan(Math.min(...counted.map(createdOf)))
      const { order: _, order_by: __, ...filter } = attentionQuery(kind, now)
      const list = writeQuery(ids ? { ids } : filter)
      const listed = await walked('/v2/transfer/transfers', String(list))
      expect(listed.map(({ id }) => id).sort(), kind).toEqual(counted.map(({ known }) => known.id).sort())
      expect(listed).toHaveLength(count)
    }
    const pending = all.filter(({ known }) => known.status === 'PENDING')
    const onItsWay = movementsAmong(all).filter(({ transfers }) => transfers.some((one) => pending.includes(one)))
    expect(present.pending.count).toBe(onItsWay.length)
    const changed = all
      .filter((one) => Date.parse(updatedOf(one)) >= since && meaningOf(one) !== 'pending')
      .sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1))
    expect(present.changed.first.map(({ id }) => id)).toEqual(changed.slice(0, 100).map(({ known }) => known.id))
    expect(present.changed.isMore).toBe(changed.length > 100)
  })

  test('has what came and changed since, as soon as it was read', async () => {
    const before = (await read()).transfers
    const known = (await walked('/v2/transfer/transfers')).map(({ id }) => service.store.transfer(String(id)))
    const newest = known.find((one) => one && Date.parse(one.created_at) < range.to)
    if (!newest) throw new Error('There is no such transfer.')
    const updated_at = new Date(desk.clock.now()).toISOString().replace('Z', '000Z')
    service.store.addTransfer({ ...newest, id: crypto.randomUUID(), status: 'FAILED', updated_at })
    await expect.poll(async () => (await read()).transfers.count, { timeout: 10_000 }).toBe(before.count + 1)
  })

  test('says what is no longer kept', async () => {
    const from = range.from + 7 * day
    await desk.database.updateTable('list_reading').set({ complete_from: from }).execute()
    onTestFinished(async () => {
      await desk.database.updateTable('list_reading').set({ complete_from: 0 }).execute()
    })
    expect((await read()).transfers).toMatchObject({ completeFrom: from, isWhole: false, isReading: false })
  })

  test('is for people who are signed in, from their own page only', async () => {
    const answers = [
      await ask(desk.console, range, { origin: home }),
      await ask(desk.console, range, { cookie, origin: 'http://elsewhere.example' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 403])
    const refused = await ask(desk.console, { ...range, to: range.from, zone: 'Mars/Olympus' })
    expect(refused.status).toBe(400)
    expect((await refused.json()).errors.map(({ field }: { field: string }) => field)).toContain('zone')
  })
})
