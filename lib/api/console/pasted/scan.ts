/** A text and what was found in it so far. Each kind of identifier has a module that adds its own. */
import type { LookupIdentifier } from '../lookup-input'
import { type Atom, atomsOf } from './shapes'
import type { SourceText } from './source-text'

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
  findings: Finding[]
  lineAt: (offset: number) => number
  /** Whether nothing in the span was taken. */
  isFree: (span: Span) => boolean
  /** Nothing else is found in the span. */
  take: (span: Span) => void
  add: (finding: Finding) => void
}

export function scanOf({ text, lineAt }: SourceText): Scan {
  const taken = new Uint8Array(text.length)
  const findings: Finding[] = []
  const take = ({ start, end }: Span) => void taken.fill(1, start, end)
  return {
    text,
    atoms: atomsOf(text),
    findings,
    lineAt,
    isFree: ({ start, end }) => !taken.subarray(start, end).includes(1),
    take,
    add: (finding) => {
      take(finding)
      findings.push(finding)
    },
  }
}

/** Work that stops now and then, so that the page may draw before it goes on. */
export type Steps<Result = void> = Generator<undefined, Result>

/** Whether a loop stops after so many turns: a millisecond or less of work. */
export const isStep = (turn: number) => turn % 256 === 255

/** What is between an atom and the next one. */
export function gapAfter({ text, atoms }: Scan, at: number): string {
  const [atom, next] = [atoms[at], atoms[at + 1]]
  return atom && next ? text.slice(atom.end, next.start) : ''
}

/** Spaces or line ends by which one identifier may be broken. */
export const isSoftGap = (gap: string) => gap.length > 0 && gap.length <= 12 && /^\s+$/.test(gap)

/** A dash as in a UUID, perhaps at the end of a line. */
export const isDashGap = (gap: string) => gap.length <= 12 && /^\s*-\s*$/.test(gap)

/** Whether a letter or digit is joined to the span by a dash or underscore: then it is part of something longer. */
export const isJoinedBefore = ({ text }: Scan, start: number) =>
  /^[0-9A-Za-z][-_]$/.test(text.slice(Math.max(0, start - 2), start))
export const isJoinedAfter = ({ text }: Scan, end: number) => /^[-_][0-9A-Za-z]$/.test(text.slice(end, end + 2))

/**
 * The pieces of one broken identifier, from the atom `at` on.
 * @param isPart whether an atom may be a piece
 * @param isWhole whether the joined pieces are the identifier; asked after each piece
 * @returns the offset after the last piece, and how many atoms there were
 */
export function joinPieces(
  scan: Scan,
  at: number,
  {
    isPart,
    isWhole,
    maximum,
  }: {
    isPart: (text: string) => boolean
    isWhole: (joined: string, lengths: readonly number[]) => boolean
    maximum: number
  },
): { joined: string; end: number; count: number } | undefined {
  let joined = ''
  const lengths: number[] = []
  for (let to = at; to < scan.atoms.length; to++) {
    const atom = scan.atoms[to]
    if (!atom || !isPart(atom.text) || !scan.isFree(atom) || (to > at && !isSoftGap(gapAfter(scan, to - 1))))
      return undefined
    // A group of a UUID is not a piece of anything else.
    if (isJoinedBefore(scan, atom.start) || isJoinedAfter(scan, atom.end)) return undefined
    joined += atom.text
    lengths.push(atom.text.length)
    if (joined.length > maximum) return undefined
    if (isWhole(joined, lengths)) return { joined, end: atom.end, count: to - at + 1 }
  }
  return undefined
}

/** Whether lines or groups of one text could have these lengths: few, or all equal but the first and last. */
export function areBrokenEvenly(lengths: readonly number[]): boolean {
  if (lengths.length <= 4) return true
  const [first = 0, inner = 0] = lengths
  return first <= inner && lengths.slice(1, -1).every((one) => one === inner) && (lengths.at(-1) ?? 0) <= inner
}
