/** The chain of the audit log: whatever is changed, removed, exchanged or restored is found, at its line. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AuditLineTable } from '../../database/tables'
import {
  ChainCheck,
  chainBegan,
  createSigner,
  type Head,
  hashOf,
  noHash,
  noOne,
  openBeginning,
  openCheckpoint,
  textOf,
  verifierOf,
} from './chain'

const length = 10_000
const signedEvery = 20
/** `npm run campaign -- --audit=N` */
const tamperings = Number(process.env.AUDIT_TAMPERINGS) || 1_000
/** How many of them are checked from the first line: a check of a few thousand lines takes as long as making ten thousand. */
const fromFirst = process.env.CAMPAIGN ? 5_000 : 50

const signer = createSigner('a-secret-of-the-tests')
const keys = [verifierOf(signer.text)]
const others = createSigner('a-secret-of-another-installation')

/** Lines as a console writes them. */
function chained(
  count: number,
  from: { head: Head; at: number } = { head: { chain: 'a', seq: 0, hash: noHash }, at: 1 },
) {
  let { chain, seq, hash } = from.head
  return Array.from({ length: count }, (_, index): AuditLineTable => {
    seq += 1
    const line = {
      ...noOne,
      seq,
      chain,
      at: from.at + index,
      act: index % 3 === 0 ? 'sign-in' : 'request-sent',
      outcome: 'done' as const,
      subject: `person ${index % 7}`,
      object_id: `id ${index}`,
      prev_hash: hash,
    }
    hash = hashOf(line)
    return { ...line, hash }
  })
}

const headOf = (lines: readonly AuditLineTable[]): Head => {
  const { chain = 'a', seq = 0, hash = noHash } = lines.at(-1) ?? {}
  return { chain, seq, hash }
}

const lines = chained(length)
/** As a minute of work might give. */
const notes = lines.filter(({ seq }) => seq % signedEvery === 0).map((line) => signer.sign(headOf([line])))
const checkpoints = notes.flatMap((note) => openCheckpoint(note, keys) ?? [])

const checkable = (line: AuditLineTable) => ({ text: textOf(line), hash: line.hash })

type Check = { signed?: readonly Head[]; end?: Head; from?: Head }

/** @param end where the database says that the log ends; by default where it ends */
function badOf(given: Iterable<AuditLineTable>, { signed = checkpoints, end, from }: Check = {}) {
  const check = new ChainCheck(signed, from, keys)
  for (const line of given) {
    check.add(checkable(line))
    if (check.bad) break
  }
  return check.end(end ?? check.head)?.seq
}

/** Lines chained again, as someone would who knows how. */
function* rechained(given: Iterable<AuditLineTable>, after: Head): Generator<AuditLineTable> {
  let prev_hash = after.hash
  for (const line of given) {
    const whole = { ...line, prev_hash }
    prev_hash = hashOf(whole)
    yield { ...whole, hash: prev_hash }
  }
}

/** The lines of a restored copy after `head`, the first of which names `previous` and what was signed. */
function restored(previous: Head, head: Head, signed = [headOf(lines)], by = signer): AuditLineTable[] {
  const statement = by.begin({ chain: 'b', previous, signed })
  const detail = JSON.stringify({ cause: 'restored', previous, statement })
  const line = {
    ...noOne,
    act: chainBegan,
    outcome: 'done' as const,
    at: 90_000,
    chain: 'b',
    seq: head.seq + 1,
    detail,
  }
  const first = { ...line, prev_hash: noHash, hash: hashOf({ ...line, prev_hash: noHash }) }
  return [first, ...chained(20, { head: headOf([first]), at: 90_001 })]
}

const members = [
  ...['at', 'subject', 'name', 'act', 'object_kind', 'object_id', 'environment', 'outcome', 'address', 'request_id'],
  ...['digest', 'detail', 'prev_hash', 'hash', 'chain', 'roles'],
] as (keyof AuditLineTable)[]

type Position = { at: number; other: number; member: keyof AuditLineTable }
/** The lines from the place on that is checked, where the log is said to end, and the line that must be found. */
type Tampered = { lines: Iterable<AuditLineTable>; end?: Head; found: number }

/** What signs of a line and of those after it, if they are others than those that were signed. */
const nextSigned = (seq: number) => Math.ceil(seq / signedEvery) * signedEvery

type Way = (of: readonly AuditLineTable[], position: Position, first: number) => Tampered

/** Ways to tamper with the lines `of` a chain, at the indices `at` and `other`, of which a check reads those from `first` on. */
const ways: Record<string, Way> = {
  'change of a member': (of, { at, member }, first) => {
    const line = of[at] as AuditLineTable
    const changed = { ...line, [member]: member === 'at' ? line.at + 1 : `${line[member]}x` }
    return { lines: of.with(at, changed).slice(first), end: headOf(of), found: at + 1 }
  },
  'change with its hash': (of, { at }, first) => {
    const line = { ...(of[at] as AuditLineTable), subject: 'another' }
    return { lines: of.with(at, { ...line, hash: hashOf(line) }).slice(first), end: headOf(of), found: at + 1 }
  },
  removal: (of, { at }, first) => ({ lines: of.toSpliced(at, 1).slice(first), end: headOf(of), found: at + 1 }),
  'cut tail': (of, { at }, first) => ({ lines: of.slice(first, at), end: headOf(of), found: at + 1 }),
  // Beyond the last checkpoint nothing was signed.
  'cut tail and head': (of, { at }, first) => ({ lines: of.slice(first, at), found: at + 1 }),
  exchange: (of, { at, other }, first) => {
    const [one, two] = [of[at] as AuditLineTable, of[other] as AuditLineTable]
    const exchanged = of.with(at, { ...two, seq: one.seq }).with(other, { ...one, seq: two.seq })
    return { lines: exchanged.slice(first), end: headOf(of), found: Math.min(at, other) + 1 }
  },
  // What was signed next is the first that contradicts these.
  'rewriting of the rest': (of, { at }, first) => {
    const copy = of.with(at, { ...(of[at] as AuditLineTable), subject: 'another' }).slice(first)
    return { lines: rechained(copy, headOf(of.slice(0, first))), found: nextSigned(at + 1) }
  },
  'restored database that goes on': (of, { at }, first) => {
    const later = chained(2 * signedEvery, { head: headOf(of.slice(0, at)), at: 90_000 })
    return { lines: [...of.slice(first, at), ...later], found: nextSigned(at + 1) }
  },

  'restored database that names another end': (of, { at }, first) => {
    const previous = { ...headOf(of.slice(0, at)), hash: 'f'.repeat(64) }
    return { lines: [...of.slice(first, at), ...restored(previous, { ...previous, seq: at })], found: Math.max(1, at) }
  },
  'restored database that another installation signed': (of, { at }, first) => {
    const previous = headOf(of.slice(0, at))
    const end = [headOf(of)]
    return {
      lines: [...of.slice(first, at), ...restored(previous, { ...previous, seq: at }, end, others)],
      found: at + 1,
    }
  },
  'restored database that does not know all that was signed': (of, { at }, first) => {
    const previous = headOf(of.slice(0, at))
    const known = [headOf(of.slice(0, -signedEvery))]
    return { lines: [...of.slice(first, at), ...restored(previous, { ...previous, seq: at }, known)], found: at + 1 }
  },
  'another log': (of, _, first) => ({
    lines: chained(signedEvery / 2, { head: { ...headOf(of.slice(0, first)), chain: 'x' }, at: 90_000 }),
    found: first + 1,
  }),
}

type Tampering = Position & { way: string; isFromFirst: boolean }

const tamperingOf = (length: number, share: number): fc.Arbitrary<Tampering> => {
  const at = fc.nat({ max: length - 1 })
  return fc
    .record({
      way: fc.constantFrom(...Object.keys(ways)),
      at,
      other: at,
      member: fc.constantFrom(...members),
      isFromFirst: fc.nat({ max: share - 1 }).map((number) => number === 0),
    })
    .filter(({ way, at, other }) => way !== 'exchange' || at !== other)
}
describe('A chain', () => {
  test('as it was written is whole, by its checkpoints too', () => {
    expect(badOf(lines, { end: headOf(lines) })).toBeUndefined()
    expect(badOf([], { signed: [] })).toBeUndefined()
  })

  test('that anyone tampered with is found, at its line', () => {
    fc.assert(
      fc.property(tamperingOf(length, Math.ceil(tamperings / fromFirst)), ({ way, isFromFirst, ...position }) => {
        const lowest = way === 'exchange' ? Math.min(position.at, position.other) : position.at
        const first = isFromFirst ? 0 : lowest - (lowest % signedEvery)
        const { found, end, lines: given } = (ways[way] as Way)(lines, position, first)
        const from = first > 0 ? headOf(lines.slice(0, first)) : undefined
        expect(badOf(given, { end, from }), way).toBe(found)
      }),
      { numRuns: tamperings },
    )
  }, 1_800_000)

  test('of which nothing is left is found by what was signed', () => {
    expect(badOf([], { end: headOf([]) })).toBe(1)
  })

  test('that a restored copy begins names the one before, and says how much was signed beyond it', () => {
    const before = lines.slice(0, 204)
    const later = restored(headOf(before), headOf(before))
    const check = new ChainCheck(checkpoints, undefined, keys)
    for (const line of [...before, ...later]) check.add(checkable(line))
    expect(check.end(headOf(later))).toBeUndefined()
    expect(check.restores).toEqual([{ seq: 205, previous: 'a', missing: length - 204, isSigned: true }])
    expect(check.signedUntil).toBe(204)
  })
})

describe('A checkpoint', () => {
  test('is a signed note of C2SP, with the head of the chain in place of a tree', () => {
    const note = signer.sign(headOf(lines))
    expect(note).toMatch(/^mintdesk-audit\/a\n10000\n[A-Za-z0-9+/]{43}=\n\n— mintdesk-audit [A-Za-z0-9+/=]+\n$/)
    expect(openCheckpoint(note, keys)).toEqual(headOf(lines))
  })
  test('and the beginning of a chain are never taken for each other', () => {
    const beginning = { chain: 'b', previous: headOf(lines), signed: [headOf(lines)] }
    const note = signer.begin(beginning)
    expect(openBeginning(note, keys)).toEqual(beginning)
    expect(openBeginning(note, [verifierOf(others.text)])).toBeUndefined()
    expect(openBeginning(note.replace(' 10000 ', ' 9999 '), keys)).toBeUndefined()
    expect(openCheckpoint(note, keys)).toBeUndefined()
    expect(openBeginning(signer.sign(headOf(lines)), keys)).toBeUndefined()
  })
  test('of another key, or changed, says nothing', () => {
    const note = signer.sign(headOf(lines))
    expect(openCheckpoint(note, [verifierOf(others.text)])).toBeUndefined()
    expect(openCheckpoint(note.replace('\n10000\n', '\n9999\n'), keys)).toBeUndefined()
    expect(() => verifierOf('mintdesk-audit+00000000+AAAA')).toThrow()
  })
})

describe('The script for strangers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-audit-'))
  const said = (given: Iterable<AuditLineTable>, signed: readonly string[]) => {
    writeFileSync(join(folder, 'audit.ndjson'), [...given].map((line) => `${JSON.stringify(line)}\n`).join(''))
    writeFileSync(
      join(folder, 'checkpoints.ndjson'),
      signed.map((checkpoint) => `${JSON.stringify({ checkpoint })}\n`).join(''),
    )
    writeFileSync(join(folder, 'keys.txt'), `${signer.text}\n`)
    try {
      return execFileSync(process.execPath, ['docs/verify-audit.mjs', folder], { encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      return (error as { stdout: string }).stdout
    }
  }

  test('finds what the console finds, from an exported folder alone', () => {
    const few = lines.slice(0, 300)
    const signed = notes.slice(0, 300 / signedEvery)
    expect(said(few, signed)).toMatch(/^300 lines and 15 checkpoints/)
    for (const [way, tamper] of Object.entries(ways)) {
      const [position] = fc.sample(tamperingOf(few.length, 1), { numRuns: 1 }) as [Tampering]
      const { lines: given, found } = tamper(few, position, 0)
      expect(said(given, signed), way).toMatch(new RegExp(`^Line ${found}:`))
    }
    rmSync(folder, { recursive: true, force: true })
  })
})
