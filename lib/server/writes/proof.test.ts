/** The table "What an answer proves": every member of every write, in every way that a provider may write it. */
import type { Dispatcher } from 'undici'
import { describe, expect, test } from 'vitest'
import { isObject } from '../../domain/json'
import { differences, isDecisive, likeness, membersOf, pathsIn } from '../../provider/differences'
import { isReplayable, type WriteName, writeNames, writeRowOf } from '../../provider/operations'
import { bodies } from '../../provider/schemas'
import { Secrets } from '../upstream/secrets'
import { type Case, findRecordOwner } from './attribution'
import { outcomeOf, type SentWrite } from './outcome'

const intent = '0f9f0c1e-0000-4000-8000-000000000001'
/** A value with the one at a path replaced, or removed if it is undefined. */
function withValue(value: unknown, [first = '', ...rest]: string[], to: unknown): Record<string, unknown> {
  const { [first]: inner, ...others } = isObject(value) ? value : {}
  const changed = rest.length > 0 ? withValue(inner, rest, to) : to
  return changed === undefined ? others : { ...others, [first]: changed }
}
const at = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

type Way = { way: string; to: unknown; isSame: boolean }

/** The ways in which a provider may write a text that a row reads as `as`. */
function waysOf(text: string, as: string | undefined): Way[] {
  const same = (way: string, to: unknown): Way => ({ way, to, isSame: true })
  const other = (way: string, to: unknown): Way => ({ way, to, isSame: false })
  const everywhere = [
    same('as sent', text),
    same('with spaces around', ` ${text} `),
    same('left out', undefined),
    same('empty', ''),
    other('another text', as === 'decimal' ? '31' : `${text}9`),
    other('a list', [text]),
    other('an object', { value: text }),
  ]
  if (as === 'decimal')
    return [
      ...everywhere,
      same('with zeros', `00${text.includes('.') ? text : `${text}.`}00`),
      same('as a number', Number(text)),
      same('with a sign', `+${text}`),
      same('with an exponent', `${text}e0`),
      same('with separators', Number(text).toLocaleString('en-US', { minimumFractionDigits: 2 })),
      other('rounded', String(Number(text) + 0.01)),
      other('negative', `-${text}`),
    ]
  if (as === 'word')
    return [...everywhere, same('in small letters', text.toLowerCase()), same('with hyphens', text.replace('_', '-'))]
  if (as === 'address') return [...everywhere, same('in another case', `0x${text.slice(2).toUpperCase()}`)]
  if (as === 'accountNumber')
    return [...everywhere, same('with spaces', text.replace(/(.{4})/g, '$1 ')), same('masked', `XXXX${text.slice(-4)}`)]
  if (as === 'time') return [...everywhere, same('as RFC 3339', new Date(Number(text)).toISOString())]
  return everywhere
}

function answered(status: number, body: unknown) {
  const contentType = 'application/json'
  const answer = { statusCode: status, headers: { 'content-type': contentType } } as unknown as Dispatcher.ResponseData
  return {
    received: { answer, secrets: new Secrets([]), limitedInARow: 0, isTimed: true, at: 0 },
    text: JSON.stringify(body),
    contentType,
  }
}

const noon = 1_795_000_000_000_000
/** A value for each place in the path of its row. */
const path = (name: WriteName): Record<string, string> =>
  Object.fromEntries(
    [...writeRowOf(name).path.matchAll(/\{(\w+)\}/g)].map(([, at = '']) => [
      at,
      at === 'id' ? 'record-1' : 'profile-a',
    ]),
  )
const sentWrites = (name: WriteName): { isTyped: boolean; asked: SentWrite }[] =>
  bodies[writeRowOf(name).body].full.flatMap((body) => {
    const write = { id: intent, name, path: path(name) }
    const own = isReplayable(name) ? [{ isTyped: false, asked: { ...write, body: { ...body, ref_id: intent } } }] : []
    return [...own, { isTyped: true, asked: { ...write, body } }]
  })
/** The record as the provider has it when it executed the request. */
const recordOf = ({ name, body, path: values }: SentWrite) =>
  writeRowOf(name).record === null
    ? body
    : { ...(body as object), ...values, id: 'record-1', status: 'OPEN', created_at: '2026-11-18T12:00:00Z' }

/** Every member of a write's body with every way to write it. */
const cases = writeNames.flatMap((name) => {
  const asOf = (member: string): string | undefined => {
    const found = membersOf(name).get(member)
    return found || !member.includes('.') ? found?.as : asOf(member.slice(0, member.lastIndexOf('.')))
  }
  return sentWrites(name).flatMap(({ isTyped, asked }) =>
    pathsIn(asked.body).flatMap((member) =>
      waysOf(String(at(asked.body, member)), asOf(member)).map((one) => ({ name, isTyped, asked, member, ...one })),
    ),
  )
})

describe.each(writeNames)('A record of %s', (name) => {
  const own = cases.filter((one) => one.name === name)

  test('differs where a member has another meaning, and only there', () => {
    for (const { asked, member, way, to, isSame } of own) {
      const record = withValue(recordOf(asked), member.split('.'), to)
      expect([member, way, differences(name, asked.path, asked.body, record)]).toEqual([
        member,
        way,
        isSame ? [] : [member],
      ])
    }
  })

  test('confirms in a 2xx only if no decisive member differs', () => {
    for (const { asked, member, way, to, isSame } of own) {
      const { state } = outcomeOf(asked, answered(200, withValue(recordOf(asked), member.split('.'), to)))
      const isOpen = !isSame && (isDecisive(name, member) || writeRowOf(name).record === null)
      expect([member, way, state]).toEqual([member, way, isOpen ? 'unknown' : 'confirmed'])
    }
  })

  test.runIf(isReplayable(name))('never refuses in a 409 by what it has', () => {
    for (const { asked, member, way, to, isSame } of own) {
      const existing = withValue(recordOf(asked), member.split('.'), to)
      const { state } = outcomeOf(asked, answered(409, { type: '/problems/already-exists', meta: { existing } }))
      expect([member, way, state]).not.toEqual([member, way, 'refused'])
      if (!isSame && isDecisive(name, member)) expect([member, way, state]).toEqual([member, way, 'unknown'])
    }
  })

  test.runIf(isReplayable(name))('of two requests is never given to the one that did not create it', () => {
    for (const { asked, member, to } of own.filter(
      ({ isTyped, way }) => isTyped && way !== 'a list' && way !== 'an object',
    )) {
      if (member === 'ref_id') continue
      const theirs = withValue(asked.body, member.split('.'), to)
      const record = recordOf(asked)
      const candidate = (id: string, body: unknown) => ({
        id,
        state: 'unknown' as const,
        recordId: null,
        sentAt: noon,
        claimedAt: noon,
        isChecked: false,
        likeness: likeness(name, asked.path, body, record),
      })
      const [creator, bystander] = [candidate('a', asked.body), candidate('b', theirs)]
      const ownerFor = (mine: typeof creator, other: typeof creator) => {
        const one: Case = {
          name,
          now: noon + 60_000_000,
          mine,
          others: [other],
          isOwnReference: false,
          isReplay: true,
          wasAnswered409: false,
          record: { id: 'record-1', createdAt: noon + 1_000_000 },
        }
        return findRecordOwner(one)
      }
      const isDifferent = bystander.likeness.differs.length > 0
      expect([member, to, ownerFor(creator, bystander)]).toEqual([
        member,
        to,
        isDifferent || isOnlyGiven(name, member, to) ? 'own' : 'unclear',
      ])
      expect(['another', 'unclear']).toContain(ownerFor(bystander, creator))
      if (isDifferent) expect(ownerFor(bystander, creator)).toBe('another')
    }
  })
})

/** Whether a member that was left out is one that no provider fills in. */
function isOnlyGiven(name: WriteName, member: string, to: unknown): boolean {
  const outer = member.split('.')[0] ?? ''
  return (to === undefined || to === '') && membersOf(name).get(outer)?.isOnlyGiven === true
}
