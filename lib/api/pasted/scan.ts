/** A text and what was found in it so far. Each kind of identifier has a module that adds its own. */
import type { LookupIdentifier } from '../../features/lookup/input'
import { type Atom, atomsOf, base58, hexadecimal } from './shapes'
import type { SourceText } from './source-text'
import { finished, isStep, type Steps } from './yielding'

/** Offsets in the text of the scan. */
export type Span = { start: number; end: number }

/** `text` replaces what was pasted if that is a secret. */
export type Finding = Span & {
  label: string
  identifier?: LookupIdentifier
  refused?: string
  isAddress?: true
  text?: string
}

export type Scan = {
  text: string
  atoms: readonly Atom[]
  /** What each atom is and how it is joined to the next one: bits of `atomBits`. Looking again for each start would be slow. */
  bits: Uint8Array
  findings: Finding[]
  lineAt: (offset: number) => number
  /** Whether nothing in the span was taken. */
  isFree: (span: Span) => boolean
  /** Nothing else is found in the span. */
  take: (span: Span) => void
  add: (finding: Finding) => void
}

export function* scanSteps({ text, lineAt }: SourceText): Steps<Scan> {
  const taken = new Uint8Array(text.length)
  const findings: Finding[] = []
  yield
  const atoms = atomsOf(text)
  const bits = yield* bitsOf(text, atoms)
  const take = ({ start, end }: Span) => void taken.fill(1, start, end)
  return {
    text,
    atoms,
    bits,
    findings,
    lineAt,
    isFree({ start, end }) {
      for (let at = start; at < end; at++) if (taken[at] === 1) return false
      return true
    },
    take,
    add: (finding) => {
      take(finding)
      findings.push(finding)
    },
  }
}

/** The same at once: for a text that is short, or in work that stops by itself. */
export const scanOf = (source: SourceText): Scan => finished(scanSteps(source))

/** `soft`, `dash`: by which an identifier may be broken, after the atom. `joined`: by a dash or underscore to either side. */
export const atomBits = { hexadecimal: 1, hexPart: 2, base58: 4, soft: 8, dash: 16, joined: 32 } as const

function* bitsOf(text: string, atoms: readonly Atom[]): Steps<Uint8Array> {
  const bits = new Uint8Array(atoms.length)
  for (const [at, { text: atom, start, end }] of atoms.entries()) {
    if (isStep(at)) yield
    const next = atoms[at + 1]
    const gap = next ? text.slice(end, Math.min(next.start, end + longestGap + 1)) : ''
    bits[at] =
      (hexadecimal.test(atom) ? atomBits.hexadecimal : 0) |
      (/^(?:0?x)?[0-9a-f]*$/i.test(atom) ? atomBits.hexPart : 0) |
      (base58.test(atom) ? atomBits.base58 : 0) |
      (isSoftGap(gap) ? atomBits.soft : 0) |
      (isDashGap(gap) ? atomBits.dash : 0) |
      (isJoinedBefore({ text }, start) || isJoinedAfter({ text }, end) ? atomBits.joined : 0)
  }
  return bits
}

/** What is between an atom and the next one. */
export function gapAfter({ text, atoms }: Scan, at: number): string {
  const [atom, next] = [atoms[at], atoms[at + 1]]
  return atom && next ? text.slice(atom.end, next.start) : ''
}

const longestGap = 12

/** Spaces or line ends by which one identifier may be broken. */
export const isSoftGap = (gap: string) => gap.length > 0 && gap.length <= longestGap && /^\s+$/.test(gap)

/** A dash as in a UUID, perhaps at the end of a line. */
const isDashGap = (gap: string) => gap.length <= longestGap && /^\s*-\s*$/.test(gap)

/** Whether a letter or digit is joined to the span by a dash or underscore: then it is part of something longer. */
export const isJoinedBefore = ({ text }: Pick<Scan, 'text'>, start: number) =>
  /^[0-9A-Za-z][-_]$/.test(text.slice(Math.max(0, start - 2), start))
export const isJoinedAfter = ({ text }: Pick<Scan, 'text'>, end: number) =>
  /^[-_][0-9A-Za-z]$/.test(text.slice(end, end + 2))

/**
 * The pieces of one broken identifier, from the atom `at` on.
 * @param kind    the bit of `atomBits` that every piece has
 * @param lengths of what is looked for
 * @param isWhole whether joined pieces of such a length are the identifier
 * @returns the offset after the last piece, and how many atoms there were
 */
export function joinPieces(
  scan: Scan,
  at: number,
  {
    kind,
    lengths,
    isWhole,
  }: { kind?: number; lengths: readonly number[]; isWhole: (joined: string, pieces: readonly number[]) => boolean },
): { joined: string; end: number; count: number } | undefined {
  const maximum = Math.max(...lengths)
  let length = 0
  for (let to = at; to < scan.atoms.length; to++) {
    const atom = scan.atoms[to]
    const bits = scan.bits[to] ?? 0
    if (!atom || (kind !== undefined && (bits & kind) === 0) || !scan.isFree(atom)) return undefined
    if (to > at && ((scan.bits[to - 1] ?? 0) & atomBits.soft) === 0) return undefined
    // A group of a UUID is not a piece of anything else.
    if ((bits & atomBits.joined) !== 0) return undefined
    length += atom.text.length
    if (length > maximum) return undefined
    if (!lengths.includes(length)) continue
    const pieces = scan.atoms.slice(at, to + 1).map(({ text }) => text)
    const joined = pieces.join('')
    const count = to - at + 1
    if (
      isWhole(
        joined,
        pieces.map((piece) => piece.length),
      )
    )
      return { joined, end: atom.end, count }
  }
  return undefined
}

/** Whether lines or groups of one text could have these lengths: few, or all equal but the first and last. */
export function areBrokenEvenly(lengths: readonly number[]): boolean {
  if (lengths.length <= 4) return true
  const [first = 0, inner = 0] = lengths
  return first <= inner && lengths.slice(1, -1).every((one) => one === inner) && (lengths.at(-1) ?? 0) <= inner
}
