/** UUIDs: any case, with or without dashes, broken by spaces and line ends. */
import { uuidPattern } from '../../domain/values'
import { areBrokenEvenly, atomBits, type Finding, isJoinedAfter, isJoinedBefore, type Scan } from './scan'
import { hasUuidVersion, hexadecimal, isMixed, uuidOfDigits } from './shapes'

const dashes = [8, 12, 16, 20]

/** Words that people and programs put before a UUID with a dash or underscore. */
const prefix =
  /(?<![0-9A-Za-z])(?:id|uuid|transfers?|tx|group|ref|reference|profile|identity|account|order|request|intent)[-_]$/i

const finding = (digits: string, start: number, end: number): Finding => ({
  start,
  end,
  label: 'UUID',
  identifier: { kind: 'uuid', value: uuidOfDigits(digits) },
})

/** Part of a longer name: a client's own reference. */
const isLonger = (scan: Scan, start: number, end: number) =>
  isJoinedAfter(scan, end) ||
  (isJoinedBefore(scan, start) && !prefix.test(scan.text.slice(Math.max(0, start - 12), start)))

/** Whether 32 digits with these breaks are one UUID; `dashed` and `soft` are positions among the digits. */
function isUuid(digits: string, dashed: readonly number[], soft: readonly number[]): boolean {
  if (dashed.some((one) => !dashes.includes(one))) return false
  if (dashed.length === 4) return true
  if (!isMixed(digits)) return false
  if (dashed.length + soft.length === 0) return true
  const places = [...dashed, ...soft].sort((one, other) => one - other)
  if (dashes.every((one) => places.includes(one))) return places.length <= 6
  // Numbers in a row may have 32 digits too.
  if (dashed.length > 0 || !hasUuidVersion(digits)) return false
  const lengths = [...places, 32].map((one, at) => one - (places[at - 1] ?? 0))
  return lengths.length <= 3 || (lengths.length > 4 && areBrokenEvenly(lengths))
}

/** The UUID that begins with an atom. */
export function uuidAt(scan: Scan, at: number): Finding | undefined {
  const { text, start } = scan.atoms[at] ?? { text: '', start: 0 }
  if (text.length > 32 || !hexadecimal.test(text)) return undefined
  if (text.length === 8 && uuidPattern.test(scan.text.slice(start, start + 36))) {
    const end = start + 36
    if (/^[0-9A-Za-z]/.test(scan.text.slice(end)[0] ?? '') || isLonger(scan, start, end)) return undefined
    return scan.isFree({ start, end })
      ? finding(scan.text.slice(start, end).replaceAll('-', ''), start, end)
      : undefined
  }
  let length = 0
  const [dashed, soft]: [number[], number[]] = [[], []]
  for (let to = at; to < scan.atoms.length; to++) {
    const atom = scan.atoms[to]
    const bits = scan.bits[to] ?? 0
    if (!atom || (bits & atomBits.hexadecimal) === 0 || !scan.isFree(atom)) return undefined
    length += atom.text.length
    if (length > 32) return undefined
    if (length === 32) {
      const pieces = scan.atoms.slice(at, to + 1)
      const digits = pieces.map((piece) => piece.text).join('')
      const isOne = isUuid(digits, dashed, soft) && !isLonger(scan, start, atom.end)
      return isOne ? finding(digits, start, atom.end) : undefined
    }
    if ((bits & atomBits.dash) !== 0) dashed.push(length)
    else if ((bits & atomBits.soft) !== 0) soft.push(length)
    else return undefined
  }
  return undefined
}
