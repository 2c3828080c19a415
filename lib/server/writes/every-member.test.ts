/** Every member of every write, through the console to the sandbox: what is sent twice happens once, and no member is lost. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { $ZodType } from 'zod/v4/core'
import { type Database, migrate, openDatabase } from '../../database/open'
import { isObject, type Json } from '../../domain/json'
import { checkInput } from '../../provider/check'
import { differences, isDecisive, pathsIn } from '../../provider/differences'
import { isChange, isReplayable, type WriteName, writeNames, writeRowOf } from '../../provider/operations'
import { readRecord } from '../../provider/records'
import { bodies, recordSchemas } from '../../provider/schemas'
import { profiles } from '../../sandbox/seed/parties'
import { type Service, startService } from '../../sandbox/testing'
import { createWriteFixture } from './testing'

type Input = { path: Record<string, string>; body: Json }

let service: Service
let database: Database
let folder: string
const { ask, detail, restart, clear } = createWriteFixture(
  () => service,
  () => database,
)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-members-'))
  service = await startService(50)
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
})
beforeEach(async () => {
  restart()
  await clear()
  await service.control('POST', '/clients/demo-client/reset', {})
})
afterAll(async () => {
  await database.destroy()
  await service.stop()
  rmSync(folder, { recursive: true })
})

const at = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** A value with the one at a path replaced. */
function withValue(value: unknown, [first = '', ...rest]: string[], to: unknown): Json {
  const inner = isObject(value) ? value : {}
  return { ...inner, [first]: rest.length > 0 ? withValue(inner[first], rest, to) : to }
}

/** Sends an input, and reads what became of it. */
async function send(name: WriteName, { path, body }: Input, id = randomUUID()) {
  await ask(name, body, { id, path }).catch(() => undefined)
  return detail(id)
}

/** The id of a new fiat account, of the kind of owner that this full body has. */
async function accountFor(index: number): Promise<string> {
  const { full } = bodies.NewFiatAccount
  const body = { ...full[index % full.length], ref_id: randomUUID() }
  return (await send('createFiatAccount', { path: {}, body })).record_id ?? ''
}

/** The full inputs of a write, with path values and accounts that exist. */
async function inputsOf(name: WriteName): Promise<Input[]> {
  const { path, body, moves } = writeRowOf(name)
  const accounts = Object.entries(moves.to ?? {}).flatMap(([to, kind]) => (kind === 'account' ? [to] : []))
  const inputs: Input[] = []
  for (const [index, full] of bodies[body].full.entries()) {
    const account = accounts.length > 0 ? await accountFor(index) : ''
    const values = [...path.matchAll(/\{(\w+)\}/g)].map(([, value = '']) => [
      value,
      accounts.includes(value) ? account : profiles[0].id,
    ])
    const paid = accounts.filter((to) => at(full, to) !== undefined)
    inputs.push({
      path: Object.fromEntries(values),
      body: paid.reduce<Json>((changed, to) => withValue(changed, to.split('.'), account), { ...full }),
    })
  }
  return inputs
}

/** The words of the closed list at a path of a schema; [] of other values. */
function wordsAt(schema: $ZodType, [first, ...rest]: string[]): readonly string[] {
  type Def = { innerType?: $ZodType; shape?: Record<string, $ZodType>; entries?: Record<string, string> }
  const { innerType, shape = {}, entries = {} } = schema._zod.def as Def
  if (innerType) return wordsAt(innerType, first === undefined ? [] : [first, ...rest])
  const inner = first === undefined ? undefined : shape[first]
  return inner ? wordsAt(inner, rest) : Object.values(entries)
}

/** The members of the record that a write creates or changes. */
function recordMembers(name: WriteName): string[] {
  const { record } = writeRowOf(name)
  return record === null ? [] : Object.keys(recordSchemas[record].shape)
}

/** The input with another value of a member that the form accepts; undefined where there is no other. */
function changed(name: WriteName, { path, body }: Input, member: string): Input | undefined {
  const value = at(body, member)
  const others = typeof value === 'number' ? [value + 1] : [`${value}9`, `9${String(value).slice(1)}`]
  const words = wordsAt(bodies[writeRowOf(name).body].schema, member.split('.'))
  const inputs = [...others, ...words]
    .filter((other) => other !== value)
    .map((other) => withValue(body, member.split('.'), other))
  const accepted = inputs.find((one) => {
    try {
      checkInput(name, { path, body: one })
      return true
    } catch {
      return false
    }
  })
  return accepted && { path, body: accepted }
}

describe.each(writeNames)('%s', (name) => {
  test('with every member arrives whole, and happens once if it is sent twice', async () => {
    const { record } = writeRowOf(name)
    for (const input of await inputsOf(name)) {
      const id = randomUUID()
      const first = await send(name, input, id)
      expect(first).toMatchObject({ state: 'confirmed', answer_status: 200, body: input.body })
      expect(first.record_id === undefined).toBe(record === null)
      // The same request is answered as before, and not sent again.
      expect(await send(name, input, id)).toMatchObject({ state: 'confirmed', events: first.events })
      const again = await send(name, input)
      if (isReplayable(name)) expect(again).toMatchObject({ state: 'refused', answer_status: 409 })
      else expect(again).toMatchObject({ state: 'confirmed', answer_status: 200 })
      if (isChange(name)) expect(again.record_id).toBe(first.record_id)
    }
  })

  test('with another value of any member is another request', async () => {
    for (const input of await inputsOf(name)) {
      const id = randomUUID()
      const { answer } = await send(name, input, id)
      const known: unknown = readRecord(name, answer)?.known
      const other = (member: string) => changed(name, input, member)
      const unchanged = pathsIn(input.body).filter((member) => !other(member))
      // There is only one dollar.
      expect(unchanged.filter((member) => member !== 'asset')).toEqual([])
      for (const member of pathsIn(input.body)) {
        const asked = other(member)
        if (!asked) continue
        // Under the same intent it is refused, whatever the member.
        await expect(ask(name, asked.body, { id, path: asked.path }), member).rejects.toMatchObject({
          problem: { status: 409 },
        })
        if (!isReplayable(name) || member === 'ref_id') continue
        // By its reference the provider has the first one, which does not confirm it.
        expect([member, (await send(name, asked)).state]).not.toEqual([member, 'confirmed'])
        const isShown = at(known, member) !== undefined
        const isPromised = isDecisive(name, member) || recordMembers(name).includes(member.split('.')[0] ?? '')
        expect([member, isShown || !isPromised]).toEqual([member, true])
        if (isShown) expect(differences(name, asked.path, asked.body, answer)).toContain(member)
      }
    }
  })
})
