/** The addresses of notes: roles, origin, input, and what reaches the log and the disk. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretRefused } from '../../../api/pasted/pasted-identifiers'
import { type Console, createConsole } from '../../../console/console'
import { type Database, migrate, openDatabase } from '../../../database/open'
import type { Role } from '../../../provider/roles'
import { systemClock } from '../../../server/clock'
import { recordedLog, settingsFor } from '../../../server/testing'
import { consoleRow } from '../../operations'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-notes-'))
const settings = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
const recorded = recordedLog()
const cookies = new Map<string, string>()
let database: Database
let console: Console
/** The order that a request of this console created. */
const request = randomUUID()

beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
  console = createConsole({ settings, database, log: recorded.log, clock: systemClock })
  const people: [string, Role][] = [
    ['Lena Brandt', 'support'],
    ['Ines Okafor', 'treasury'],
    ['Ann Lee', 'approver'],
  ]
  for (const [name, role] of people) {
    const sid = await console.sessions.begin({ subject: `oidc:${role}`, name, roles: [role] })
    cookies.set(role, `${console.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`)
  }
  const intent = {
    id: request,
    name: 'createOrder',
    path: {},
    body: '{}',
    fingerprint: 'f',
    summary: 'An order',
  } as const
  const session = { id: 's', subject: 'oidc:treasury', name: 'Ines Okafor', roles: ['treasury' as const] }
  await console.writes.ledger.record({ environment: 'sandbox', clientId: 'demo-client' }, intent, session)
})
afterAll(async () => {
  await console.close()
  rmSync(folder, { recursive: true, force: true })
})

type Read = 'listNoteMarks' | 'listNotes' | 'listExportedNotes' | 'listAssignedNotes' | 'listPeople'

const sent = (role: string, body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { cookie: cookies.get(role) ?? '', origin: settings.origin, 'content-type': 'application/json', ...headers },
})
const made = (query: string, init: object) => new NextRequest(`http://localhost:3000/api/sandbox/notes${query}`, init)

async function read(operation: Read, role: string, query = '') {
  const path = consoleRow(operation).path.slice('notes'.length)
  const answer = await console.own(made(`${path}${query}`, { headers: { cookie: cookies.get(role) ?? '' } }))
  return { status: answer.status, body: await answer.json() }
}

async function add(role: string, note: object, headers?: Record<string, string>) {
  const body = { id: randomUUID(), kind: 'transfer', record: 't-1', text: 'A note.', ...note }
  const answer = await console.own(made('', sent(role, body, headers)))
  return { status: answer.status, body: await answer.json() }
}

async function change(role: string, id: string, what: object) {
  const body = { id: randomUUID(), ...what }
  const answer = await console.own(made(`/${id}`, sent(role, body)))
  return { status: answer.status, body: await answer.json() }
}

const textsOf = (body: { notes: { text: string }[] }) => body.notes.map(({ text }) => text)

describe('Notes over HTTP', () => {
  it('go from support to treasury, who finds the note assigned, and marks it as done', async () => {
    const record = randomUUID()
    const { body: people } = await read('listPeople', 'support', '?kind=transfer')
    expect(people.people.map(({ name }: { name: string }) => name)).toEqual(['Lena Brandt', 'Ann Lee', 'Ines Okafor'])
    const added = await add('support', { record, text: 'Refund it?', assignee: 'oidc:treasury' })
    expect(added).toMatchObject({ status: 200, body: { person: 'Lena Brandt', assignee: { name: 'Ines Okafor' } } })
    const { body: assigned } = await read('listAssignedNotes', 'treasury')
    expect(assigned).toMatchObject({ notes: [{ kind: 'transfer', record, text: 'Refund it?' }], is_more: false })
    expect(await change('treasury', added.body.id, { action: 'done' })).toMatchObject({
      status: 200,
      body: { done: { person: 'Ines Okafor' }, events: [{ action: 'done', person: 'Ines Okafor' }] },
    })
    expect((await read('listAssignedNotes', 'treasury')).body.notes).toEqual([])
    const { body: whole } = await read('listNotes', 'support', `?kind=transfer&id=${record}`)
    expect(whole).toMatchObject({ omitted: 0, me: { subject: 'oidc:support', name: 'Lena Brandt' } })
    expect(textsOf(whole)).toEqual(['Refund it?'])
    const { body: marks } = await read('listNoteMarks', 'approver', `?kind=transfer&id=${record}&id=other`)
    expect(marks.marks).toEqual([{ id: record, count: 1, open: 0, assignees: [], is_mine: false }])
  })

  it('are open to a role on the records that it may read', async () => {
    const order = { kind: 'order', record: request, text: 'About the order.' }
    expect((await add('support', order)).status).toBe(403)
    expect((await read('listNoteMarks', 'support', `?kind=order&id=${request}`)).status).toBe(403)
    expect((await read('listNotes', 'support', `?kind=order&id=${request}`)).status).toBe(403)
    expect((await read('listPeople', 'support', '?kind=order')).status).toBe(403)
    const { status, body } = await add('approver', order)
    expect(status).toBe(200)
    expect((await change('support', body.id, { action: 'done' })).status).toBe(403)
    expect((await change('treasury', body.id, { action: 'done' })).status).toBe(200)
    // Support could not see the order.
    const refused = await add('treasury', { ...order, assignee: 'oidc:support' })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'assignee' }] } })
  })

  it('are written on a movement that was planned here, by those who may see plans', async () => {
    const id = randomUUID()
    const plan = { kind: 'movement', record: id, text: 'Ask the bank.' }
    expect(await add('treasury', plan)).toMatchObject({ status: 400, body: { errors: [{ field: 'record' }] } })
    const rule = { ref_id: 'r', profile_id: 'p', source_asset: 'USD', destination_asset: 'USDC', source: { fiat: {} } }
    const planned = await console.own(
      new NextRequest(`http://localhost:3000/api/sandbox/movements/${id}`, {
        ...sent('treasury', { kind: 'mint', amount: '1.00', rule_intent: request, rule }),
        method: 'PUT',
      }),
    )
    expect(planned.status).toBe(200)
    expect((await add('support', plan)).status).toBe(403)
    expect((await add('treasury', { ...plan, assignee: 'oidc:approver' })).status).toBe(200)
    const { body } = await read('listAssignedNotes', 'approver')
    expect(body.notes).toMatchObject([{ kind: 'movement', record: id, text: 'Ask the bank.' }])
  })

  it('are refused without a session, from another site, for another person, and on requests that are not there', async () => {
    expect((await add('nobody', {})).status).toBe(401)
    expect((await add('support', {}, { origin: 'https://elsewhere.example' })).status).toBe(403)
    const person = { 'x-mintdesk-person': 'oidc%3Atreasury' }
    expect((await add('support', {}, person)).body.type).toBe('/problems/person-changed')
    expect((await add('treasury', { kind: 'order', record: randomUUID() })).status).toBe(404)
    expect((await add('treasury', { kind: 'rule', record: request })).body.errors[0].field).toBe('kind')
    expect((await change('support', randomUUID(), { action: 'done' })).body.type).toBe('/problems/no-such-note')
  })

  it.each([
    [{ text: '' }, 'text', 'Enter a note.'],
    [{ text: ' \n ' }, 'text', 'Enter a note.'],
    [{ text: 'x'.repeat(2_001) }, 'text', 'A note can have at most 2,000 characters.'],
    [{ text: 'a\u0000b' }, 'text', 'Text cannot contain the NUL character.'],
    ...[
      'Key: SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN',
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      'Authorization: Bearer 8f14e45fceea167a5a36dedd4bea2543',
      `private key: ${'0f'.repeat(32)}`,
    ].map((text): [object, string, string] => [{ text }, 'text', secretRefused]),
    [{ assignee: 'oidc:nobody' }, 'assignee', 'Choose a person who has signed in here and may see this record.'],
    [{ record: '' }, 'record', 'An identifier cannot be empty.'],
  ])('name the field of an input that is wrong: %j', async (note, field, message) => {
    const { status, body } = await add('support', note)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field, message }])
  })

  it('refuse marks of more than 100 records, and of none', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `&id=t-${index}`).join('')
    expect((await read('listNoteMarks', 'support', `?kind=transfer${many}`)).body.errors[0].field).toBe('id')
    expect((await read('listNoteMarks', 'support', '?kind=transfer')).status).toBe(400)
  })

  it('are exported for many records at once, without histories, to roles that may read the records', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    const { body } = await add('support', { record: one, text: 'Frist.', assignee: 'oidc:treasury' })
    await change('support', body.id, { action: 'correct', text: 'First, from 0001 2345-6789.' })
    await add('treasury', { record: one, text: 'Second.' })
    const query = `?kind=transfer&id=${one}&id=${two}`
    const { body: exported } = await read('listExportedNotes', 'treasury', query)
    expect(exported.records).toEqual([
      {
        id: one,
        notes: [
          {
            id: body.id,
            at: body.at,
            person: 'Lena Brandt',
            text: 'First, from 0001 2345-6789.',
            assignee: 'Ines Okafor',
          },
          expect.objectContaining({ person: 'Ines Okafor', text: 'Second.' }),
        ],
      },
    ])
    const { body: masked } = await read('listExportedNotes', 'support', query)
    expect(masked.records[0].notes[0].text).toBe('First, from ••6789.')
    expect((await read('listExportedNotes', 'support', `?kind=order&id=${request}`)).status).toBe(403)
    expect((await read('listExportedNotes', 'support', '?kind=transfer')).status).toBe(400)
  })

  it('are corrected by their author only', async () => {
    const record = randomUUID()
    const { body } = await add('support', { record, text: 'Frist.' })
    const correct = { action: 'correct', text: 'First.' }
    expect(await change('treasury', body.id, correct)).toMatchObject({
      status: 403,
      body: { title: 'Only Lena Brandt can correct this note.' },
    })
    expect((await change('support', body.id, correct)).body).toMatchObject({
      text: 'First.',
      events: [{ action: 'correct', before: 'Frist.' }],
    })
  })

  /** Stores more notes than the console would take. */
  async function store(record: string, count: number) {
    const { body } = await add('support', { record, text: 'First.' })
    const row = await database.selectFrom('record_note').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
    const more = Array.from({ length: count - 1 }, (_, index) => ({
      ...row,
      id: `${body.id}-${index}`,
      at: row.at + index + 1,
    }))
    for (let from = 0; from < more.length; from += 200)
      await database
        .insertInto('record_note')
        .values(more.slice(from, from + 200))
        .execute()
    return row
  }

  it('list the newest of a record, count the others, and list more when asked', async () => {
    const record = randomUUID()
    const { id } = await store(record, 52)
    const { body: newest } = await read('listNotes', 'support', `?kind=transfer&id=${record}`)
    expect([newest.notes.length, newest.omitted, newest.notes[0].id]).toEqual([50, 2, `${id}-1`])
    const { body: all } = await read('listNotes', 'support', `?kind=transfer&id=${record}&limit=200`)
    expect([all.notes.length, all.omitted, all.notes[0].id]).toEqual([52, 0, id])
  })

  it('are at most 500 on a record; a repeat of the last one is still answered', async () => {
    const record = randomUUID()
    await store(record, 499)
    const last = { record, id: randomUUID(), text: 'Last.' }
    expect((await add('support', last)).status).toBe(200)
    expect((await add('support', last)).status).toBe(200)
    const { status, body } = await add('support', { record, text: 'One more.' })
    expect([status, body.type, body.title]).toEqual([
      409,
      '/problems/too-many-notes',
      'This record has 500 notes, as many as it can have.',
    ])
  })

  it('of many records are read in several requests, so that none takes long', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    await store(first, 400)
    await store(second, 200)
    await store(third, 1)
    const of = (...ids: string[]) =>
      read('listExportedNotes', 'support', `?kind=transfer&${ids.map((id) => `id=${id}`).join('&')}`)
    const { body } = await of(first, second, third)
    expect([body.read, body.records.length, body.records[0].notes.length]).toEqual([1, 1, 400])
    expect((await of(second, third)).body).toMatchObject({ read: 2, records: [{ id: second }, { id: third }] })
  })

  it('are corrected at most 50 times, list the newest 50 changes, and open no text of the others', async () => {
    const record = randomUUID()
    const { body } = await add('support', { record, text: 'Text 0.' })
    const correct = (text: string, id = randomUUID()) => change('support', body.id, { id, action: 'correct', text })
    for (let index = 1; index < 50; index += 1) await correct(`Text ${index}.`)
    await change('support', body.id, { action: 'done' })
    const last = randomUUID()
    expect((await correct('Text 50.', last)).body).toMatchObject({ text: 'Text 50.', earlier: 1 })
    expect((await correct('Text 50.', last)).status).toBe(200)
    expect(await correct('Text 51.')).toMatchObject({
      status: 409,
      body: { title: 'This note was corrected 50 times, as often as it can be.' },
    })
    expect((await change('support', body.id, { action: 'reopen' })).status).toBe(200)
    const { body: listed } = await read('listNotes', 'support', `?kind=transfer&id=${record}`)
    const note = listed.notes.find(({ id }: { id: string }) => id === body.id)
    expect([note.text, note.events.length, note.earlier]).toEqual(['Text 50.', 50, 2])
    expect(note.events[0]).not.toHaveProperty('before')
    expect(note.events[1].before).toBe('Text 3.')
  })

  it('are corrected without secrets, and the text before stays', async () => {
    const { body } = await add('support', { text: 'Customer called.' })
    const phrase = 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong'
    const { status, body: refused } = await change('support', body.id, { action: 'correct', text: phrase })
    expect([status, refused.errors]).toEqual([400, [{ field: 'text', message: secretRefused }]])
    // A hash and the ID of a record are what notes are about.
    const text = `Hash ${'0f'.repeat(32)}, transfer ${randomUUID()}.`
    expect((await change('support', body.id, { action: 'correct', text })).body).toMatchObject({ text })
  })

  it('leave no text in the log or in the bytes of the database', async () => {
    const text = 'Zanzibar refund to 0001 2345-6789'
    const { body } = await add('support', { text })
    await change('support', body.id, { action: 'correct', text: `${text} again` })
    await add('support', { text: text.repeat(100) })
    expect(body.text).toBe('Zanzibar refund to ••6789')
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'))
    expect(bytes.join('')).toContain('record_note')
    expect(bytes.join('')).not.toMatch(/Zanzibar|2345-6789/)
    expect(recorded.text()).toContain('addNote')
    expect(recorded.text()).not.toMatch(/Zanzibar|0001 2345|2345-6789/)
  })
})
