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
  openCheckpoint,
  verifierOf,
} from './chain'

const length = 300
/** `npm run campaign -- --audit=N` */
const tamperings = Number(process.env.AUDIT_TAMPERINGS) || 200

const signer = createSigner('a-secret-of-the-tests')
const keys = [verifierOf(signer.text)]

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
      ...{
        seq,
        chain,
        at: from.at + index,
        act: index % 3 === 0 ? 'sign-in' : 'request-sent',
        outcome: 'done' as const,
      },
      ...{ subject: `person ${index % 7}`, object_id: `id ${index}`, prev_hash: hash },
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
const head = headOf(lines)
/** One for every tenth line, as a minute of work might give. */
const notes = lines.filter(({ seq }) => seq % 10 === 0).map((line) => signer.sign(headOf([line])))
const checkpoints = notes.flatMap((note) => openCheckpoint(note, keys) ?? [])

function badOf(given: readonly AuditLineTable[], signed: readonly Head[] = checkpoints, end: Head | undefined = head) {
  const check = new ChainCheck(signed)
  for (const line of given) check.add(line)
  return check.end(end)?.seq
}

/** The lines from one on, chained again as someone would who knows how. */
function rechained(given: readonly AuditLineTable[], from: number): AuditLineTable[] {
  const copy = [...given]
  for (let index = from; index < copy.length; index++) {
    const line = { ...(copy[index] as AuditLineTable), prev_hash: copy[index - 1]?.hash ?? noHash }
    copy[index] = { ...line, hash: hashOf(line) }
  }
  return copy
}

type Tampered = { lines: AuditLineTable[]; found: number; by: string; head?: Head }

const at = fc.nat({ max: length - 1 })
const members = [
  'at',
  'subject',
  'act',
  'object_id',
  'outcome',
  'detail',
  'prev_hash',
  'hash',
  'chain',
  'roles',
] as const

const tampering: fc.Arbitrary<Tampered> = fc.oneof(
  fc.tuple(at, fc.constantFrom(...members)).map(([index, member]) => {
    const line = lines[index] as AuditLineTable
    const changed = { ...line, [member]: member === 'at' ? line.at + 1 : `${line[member]}x` }
    return { lines: lines.with(index, changed), found: index + 1, by: `change of ${member}` }
  }),
  at.map((index) => {
    const line = { ...(lines[index] as AuditLineTable), subject: 'another' }
    return { lines: lines.with(index, { ...line, hash: hashOf(line) }), found: index + 1, by: 'change with its hash' }
  }),
  at.map((index) => ({ lines: lines.toSpliced(index, 1), found: index + 1, by: 'removal' })),
  at.map((index) => ({ lines: lines.slice(0, index), found: index + 1, by: 'cut tail' })),
  // Beyond the last checkpoint nothing was signed.
  fc.nat({ max: length - 1 }).map((index) => {
    const left = lines.slice(0, index)
    return { lines: left, found: index + 1, by: 'cut tail and head', head: headOf(left) }
  }),
  fc
    .tuple(at, at)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => {
      const [first, second] = [lines[one] as AuditLineTable, lines[other] as AuditLineTable]
      const exchanged = lines.with(one, { ...second, seq: first.seq }).with(other, { ...first, seq: second.seq })
      return { lines: exchanged, found: Math.min(one, other) + 1, by: 'exchange' }
    }),
  at.map((index) => {
    const copy = lines.with(index, { ...(lines[index] as AuditLineTable), subject: 'another' })
    const whole = rechained(copy, index)
    // What was signed next is the first that contradicts it.
    return { lines: whole, found: Math.ceil((index + 1) / 10) * 10, by: 'rewriting of the rest', head: headOf(whole) }
  }),
)

describe('A chain', () => {
  test('as it was written is whole, by its checkpoints too', () => {
    expect(badOf(lines)).toBeUndefined()
    expect(badOf([], [], headOf([]))).toBeUndefined()
  })

  test('that anyone tampered with is found, at its line', () => {
    fc.assert(
      fc.property(tampering, ({ lines: given, found, by, head: end = head }) => {
        expect(badOf(given, checkpoints, end), by).toBe(found)
      }),
      { numRuns: tamperings },
    )
  }, 600_000)

  test('of which nothing is left is found by what was signed', () => {
    expect(badOf([], checkpoints, headOf([]))).toBe(1)
  })

  test('that a restored copy goes on without saying so contradicts the first checkpoint since', () => {
    const restored = lines.slice(0, 204)
    const later = chained(30, { head: headOf(restored), at: 9_000 })
    expect(badOf([...restored, ...later], checkpoints, headOf(later))).toBe(210)
  })

  test('that a restored copy begins names the one before, and says how much was signed beyond it', () => {
    const restored = lines.slice(0, 204)
    const { chain, seq, hash } = headOf(restored)
    const began = (previous: Head) => {
      const line = { ...noOne, ...{ act: chainBegan, outcome: 'done' as const, at: 9_000, chain: 'b', seq: 205 } }
      const whole = { ...line, prev_hash: noHash, detail: JSON.stringify({ cause: 'restored', previous }) }
      const first = { ...whole, hash: hashOf(whole) }
      return [...restored, first, ...chained(20, { head: headOf([first]), at: 9_001 })]
    }
    const good = began({ chain, seq, hash })
    const check = new ChainCheck(checkpoints)
    for (const line of good) check.add(line)
    expect(check.end(headOf(good))).toBeUndefined()
    expect(check.restores).toEqual([{ seq: 205, missing: 96 }])
    expect(badOf(began({ chain, seq, hash: noHash }), checkpoints, headOf(good))).toBe(204)
  })
})

describe('A checkpoint', () => {
  test('is a signed note of C2SP, with the head of the chain in place of a tree', () => {
    const note = signer.sign(head)
    expect(note).toMatch(/^mintdesk-audit\/a\n300\n[A-Za-z0-9+/]{43}=\n\n— mintdesk-audit [A-Za-z0-9+/=]+\n$/)
    expect(openCheckpoint(note, keys)).toEqual(head)
  })
  test('of another key, or changed, says nothing', () => {
    const note = signer.sign(head)
    expect(openCheckpoint(note, [verifierOf(createSigner('another').text)])).toBeUndefined()
    expect(openCheckpoint(note.replace('\n300\n', '\n299\n'), keys)).toBeUndefined()
    expect(() => verifierOf('mintdesk-audit+00000000+AAAA')).toThrow()
  })
})

describe('The script for strangers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-audit-'))
  const said = (given: readonly AuditLineTable[], signed = notes) => {
    writeFileSync(join(folder, 'audit.ndjson'), given.map((line) => `${JSON.stringify(line)}\n`).join(''))
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
    expect(said(lines)).toMatch(/^300 lines and 30 checkpoints/)
    const some = fc.sample(tampering, { numRuns: 12 })
    // It has no head to compare: the last checkpoint stands for it.
    for (const { lines: given, found, by } of some)
      if (!(by === 'change with its hash' && found === length))
        expect(said(given), by).toMatch(new RegExp(`^Line ${found}:`))
    rmSync(folder, { recursive: true, force: true })
  })
})
